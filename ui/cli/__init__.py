"""The command `companion`, and the one place that turns faults into one line and an exit code.

0: done. 1: the answer is "no". 2: unusable arguments or input, one line on stderr. 3: a fault of the program,
one line on stderr that names the log. 130: stopped by Ctrl-C. Commands import their needs when they are run,
so that the smallest starts at once.
"""

import io
import os
import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache
from importlib import import_module
from pathlib import Path
from traceback import format_exception
from typing import Annotated, Any

import typer

from companion.bounded import shortened
from ui.cli import check, decks, games, journal, sheets, table, tribes
from ui.cli.common import add, open_window, plain, worded
from ui.faces.face import all_faces
from ui.places import config_home, data_home, log_file
from ui.records.beginning import UsageFault, app_version

OWN_FAULT = 3
COMMANDS: dict[str, Callable[..., object]] = {
    "demo": games.demo, "watch": table.watch, "see": table.see, "referee": games.referee, "simulate": games.simulate,
    "enrol": decks.enrol, "decks": decks.decks, "games": games.games, "rules": games.rules, "check": check.check,
    "selftest": check.selftest, "bundle": check.bundle, "print": sheets.print_sheets,
    "journal list": journal.list_games, "journal show": journal.show, "journal replay": journal.replay,
    "journal export": journal.export, "journal import": journal.import_record, "journal verify": journal.verify,
    "tribes check": tribes.check, "tribes cards": tribes.cards, "tribes correct": tribes.correct,
    "tribes list": tribes.list_tribes, "tribes show": tribes.show,
}  # fmt: skip
EXTRAS = ("ui.lab.league.command", "ui.lab.bench.command", "ui.club.command")
"""Modules that add the commands of extras; named, since the base imports none of them."""
_EXTRA_OF = {"sqlalchemy": "club", "networkx": "club", "paho": "club"}
FAULTS = (
    *("PositionFault", "SetupFault", "JournalFault", "PinFault", "UsageFault", "GameFault", "ShapeFault"),
    *("OpeningFault", "StoreFault", "PlanFault", "DeckFault", "EnrolFault", "SourceFault", "PictureFault"),
)
"""Faults of input and devices, each one line already; named, since importing them takes long."""
_HELP = {"--help", "-h", "--version"}
_STOPPED = 130
# The base class of all faults of arguments; its module has moved between versions of Typer.
_USAGE = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")

app = typer.Typer(
    name="companion",
    help="A referee for games on a real table. Without a command it opens the app.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help", "-h"]},
)
groups = {
    "": app,
    "journal": typer.Typer(help="Lists, shows, replays, exports, imports and verifies games."),
    "tribes": typer.Typer(help="Builds, checks, lists and shows tribes and cards for Zoon and Zoondo."),
}
groups["tribes"].callback(invoke_without_command=True)(tribes.tribes)
for name, run in COMMANDS.items():
    add(groups[name.rpartition(" ")[0]], name, run)


@cache
def whole_command() -> Any:
    """The command with those of games and extras, which import this package and not the other way round."""
    for face in all_faces():
        face.add_commands(app)
    for name in EXTRAS:
        import_module(name).add_to(app)
    for name in ("journal", "tribes"):
        app.add_typer(groups[name], name=name)
    return worded(app)


def _say_version(*, asked: bool) -> None:
    if asked:
        typer.echo(f"companion {app_version()}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def companion(
    context: typer.Context,
    *,
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_say_version, is_eager=True, help="Show the version and stop."),
    ] = False,
) -> None:
    """Opens the touchscreen app; without a camera it opens with the simulated table."""
    if context.invoked_subcommand is None:
        raise typer.Exit(open_window())


def main() -> None:
    sys.exit(run_command(sys.argv[1:]))


def run_command(arguments: Sequence[str]) -> int:
    """Runs one command and returns its exit code. Raises nothing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal without UTF-8 shows ? for unknown signs, and may send bytes that are no text.
            stream.reconfigure(errors="replace")
    try:
        if arguments and arguments[0] != "check" and _HELP.isdisjoint(arguments):
            # If a file lies in place of a folder, `check` has its own words, and the app opens all the same.
            for home in (data_home(), config_home()):
                there = next(path for path in (home, *home.absolute().parents) if path.exists())
                if not there.is_dir():
                    raise UsageFault(f"{there}: expected a folder, found a file")
        return int(whole_command()(list(arguments), prog_name="companion", standalone_mode=False) or 0)
    except (KeyboardInterrupt, typer.Abort):
        return _STOPPED
    except BrokenPipeError:
        # The reader closed the pipe; without this Python complains when it flushes at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as fault:
        refused = words = _refused(fault)
        if words is None:
            path = log_file()
            where = f"The log is {path}"
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                with path.open("a", encoding="utf-8", errors="replace") as log:
                    log.write(f"{datetime.now():%Y-%m-%d %H:%M:%S} ERROR {__name__} a command failed\n")
                    log.writelines(format_exception(fault))
            except OSError:
                where = "It could not be logged."
            words = f"a fault of the program itself: {type(fault).__name__}: {fault}. {where}"
        line = plain(shortened(" ".join(words.split()))).encode(errors="replace").decode()
        sys.stderr.write(f"companion: {line}\n")
        return OWN_FAULT if refused is None else 2


def _refused(fault: Exception) -> str | None:
    """The fault of input, device or folder in one line; None for a fault of the program itself."""
    library = (fault.name or "").partition(".")[0] if isinstance(fault, ModuleNotFoundError) else ""
    if library in _EXTRA_OF:
        return f'expected {library} to be installed, found none: pip install -e ".[{_EXTRA_OF[library]}]"'
    if isinstance(fault, _USAGE):
        context = getattr(fault, "ctx", None)
        words = str(getattr(fault, "format_message", lambda: fault)()).rstrip(".")
        where = "" if context is None else context.command_path.removeprefix("companion").strip()
        return f"{where + ': ' if where else ''}{words}; see companion {where + ' ' if where else ''}--help"
    if any(kind.__name__ in FAULTS for kind in type(fault).__mro__):
        return str(fault)
    if isinstance(fault, OSError) and isinstance(fault.filename, str | Path):
        return f"{fault.filename}: expected a file or folder that can be used, found: {fault.strerror}"
    return None
