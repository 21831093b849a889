"""Shared by all commands: how they are declared, and how they answer people and programs."""

import codecs
import json
import os
import re
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from inspect import signature
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args, get_type_hints

import typer
from typer import Argument, Option

from companion.game import Setup
from ui.records.beginning import UsageFault

_OPTIONS = tomllib.loads((Path(__file__).parent / "options.toml").read_text(encoding="utf-8"))
Words = list[str] | None
Files = list[Path] | None
Line = str | tuple[Sequence[str], Sequence[Sequence[object]]]
"""A line of an answer, or a table: heads and rows."""

WIDTH = 100
TOLD_S = 60.0
"""Seconds between two lines of progress without a terminal for a bar."""
Thing = TypeVar("Thing")
Run = TypeVar("Run", bound=Callable[..., object])
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Signs that control a terminal or reorder other signs."""
_WORDS: dict[type, str] = {Path: "FILE", int: "NUMBER", float: "NUMBER", str: "WORD"}
"""By type, the placeholder for an argument in a command's help."""


def add(app: typer.Typer, name: str, run: Callable[..., object]) -> None:
    app.command(name.rpartition(" ")[2])(declared(name, run))


def declared(name: str, run: Run) -> Run:
    """A typer command: positional parameters are arguments, the others options; words from options.toml."""
    told = _OPTIONS["every"] | _OPTIONS.get(name, {})
    for each in signature(run).parameters.values():
        if each.name in told:
            about = told[each.name]
            about = {"help": about} if isinstance(about, str) else dict(about)
            named = [f"--{each.name.replace('_', '-')}"] if each.annotation is bool else []
            made = (Option if each.kind is each.KEYWORD_ONLY else Argument)(
                *about.pop("flags", named), **about
            )
            run.__annotations__[each.name] = Annotated[each.annotation, made]
    return run


def plain(text: str) -> str:
    """A text that is safe on a terminal, whoever wrote the names in it."""
    return _UNSAFE.sub("\ufffd", text)


def answer(found: Any, *lines: Line, json: bool, no: object = False) -> None:
    """Prints a result as one JSON document or as lines and tables; exit code 1 if `no` is true."""
    if json:
        say_json(found)
    for line in () if json else lines:
        if isinstance(line, str):
            say(line)
        else:
            say_table(*line)
    if no:
        raise typer.Exit(1)


def say_json(value: Any) -> None:
    is_utf8 = codecs.lookup(sys.stdout.encoding or "utf-8").name == "utf-8"
    text = json.dumps(value, ensure_ascii=not is_utf8, separators=(", ", ": "))
    sys.stdout.write(_UNSAFE.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text) + "\n")
    sys.stdout.flush()


def say(words: str = "") -> None:
    typer.echo(plain(words))


def say_table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Prints a table: coloured and folded to the width of a terminal, elsewhere to WIDTH letters."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for number, head in enumerate(heads):
        # Ids are never broken, so that they can be searched for and copied.
        is_of_ids = all(" " not in str(row[number]) for row in rows)
        table.add_column(head, overflow="fold", no_wrap=is_of_ids)
    for row in rows:
        table.add_row(*(Text("" if cell is None else plain(str(cell))) for cell in row))
    Console(width=None if sys.stdout.isatty() else WIDTH).print(table)


def table_of(heads: Sequence[str], rows: Sequence[dict[str, Any]]) -> Line:
    def cell(value: Any) -> Any:
        if isinstance(value, bool):
            return "yes" if value else "no"
        return " ".join(map(str, value)) if isinstance(value, list) else value

    return heads, [[cell(row.get(head)) for head in heads] for row in rows]


def tracked(coming: Iterable[Thing], what: str, total: int) -> Iterator[Thing]:
    """Passes items on and shows progress on stderr: a bar on a terminal, elsewhere a line now and then."""
    from rich.console import Console
    from rich.progress import track

    console, told = Console(stderr=True), time.monotonic()
    shown = track(coming, what, total, console=console, disable=not console.is_terminal, transient=True)
    for number, thing in enumerate(shown, 1):
        if not console.is_terminal and time.monotonic() - told >= TOLD_S:
            told = time.monotonic()
            typer.echo(f"{what}: {number} of {total}", err=True)
        yield thing


def worded(app: typer.Typer) -> Any:
    """An app's complete command, with readable placeholders for its arguments."""
    command = typer.main.get_command(app)
    _word(command)
    return command


def _word(command: Any) -> None:
    hints = get_type_hints(command.callback, localns={"typer": typer}) if command.callback else {}
    for param in command.params:
        word = _word_for(hints.get(param.name))
        if param.param_type_name == "argument":
            param.metavar = param.metavar or param.name.upper().replace("_", "-")
            word = ""
        for name in ("display_type", "display_type_rich"):  # Typer 0.2x; before, metavar alone is shown
            setattr(param, name, lambda *_given, _word=word, **_named: _word)
        if word and param.metavar is None:
            param.metavar = word
    for inner in getattr(command, "commands", {}).values():
        _word(inner)


def _word_for(hint: Any) -> str:
    kinds = {hint, *get_args(hint)} | {inner for part in get_args(hint) for inner in get_args(part)}
    return next((word for kind, word in _WORDS.items() if kind in kinds), "")


def open_window(game: str | None = None, demo: Setup | None = None) -> int:
    """Runs the app until it is closed and returns its exit code. `demo`: set-up of a game that plays itself.

    Raises UsageFault: no screen, a wrong ZO_… variable, another window.
    """
    from ui.checks.machine import display
    from ui.touch.main import AnotherWindow, run

    if not os.environ.get("SDL_VIDEODRIVER") and not display().ok:
        raise UsageFault("there is no screen to open a window on: companion demo --headless needs none")
    try:
        return run(game, demo=demo) or 0
    except (ValueError, AnotherWindow) as fault:
        raise UsageFault(str(fault)) from None
