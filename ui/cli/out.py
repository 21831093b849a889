"""What commands print: tables for people, JSON for programs."""

import codecs
import json
import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

import typer

WIDTH = 100
TOLD_S = 60.0
"""So often a line says how far it is, where there is no terminal for a bar."""
Thing = TypeVar("Thing")
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Signs that steer a terminal, or turn the order of others about."""


def plain(text: str) -> str:
    """A text as a terminal may be given it, whoever wrote the names in it."""
    return _UNSAFE.sub("\ufffd", text)


def say_json(value: Any) -> None:
    """One JSON document or record on one line."""
    is_utf8 = codecs.lookup(sys.stdout.encoding or "utf-8").name == "utf-8"
    text = json.dumps(value, ensure_ascii=not is_utf8, separators=(", ", ": "))
    sys.stdout.write(_UNSAFE.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text) + "\n")
    sys.stdout.flush()


def say(words: str = "") -> None:
    typer.echo(plain(words))


def say_table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """A table; on a terminal with some colour, and folded to its width, elsewhere to WIDTH letters."""
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


def say_rows(heads: Sequence[str], rows: Sequence[dict[str, Any]], *, json: bool) -> None:
    """Records as one JSON document, or as a table of these fields."""
    if json:
        say_json(rows)
    else:
        say_table(heads, [[row.get(head) for head in heads] for row in rows])


def tracked(coming: Iterable[Thing], what: str, total: int) -> Iterator[Thing]:
    """Whatever comes, while stderr tells how far it is: a bar on a terminal, elsewhere a line now and then."""
    from rich.console import Console
    from rich.progress import track

    console, told = Console(stderr=True), time.monotonic()
    shown = track(coming, what, total, console=console, disable=not console.is_terminal, transient=True)
    for number, thing in enumerate(shown, 1):
        if not console.is_terminal and time.monotonic() - told >= TOLD_S:
            told = time.monotonic()
            typer.echo(f"{what}: {number} of {total}", err=True)
        yield thing
