"""The words in which the help of commands says what an argument is: a number, a file, a word; no types of Python."""

from pathlib import Path
from typing import Any, get_args, get_type_hints

import typer

_WORDS: tuple[tuple[type, str], ...] = (
    (Path, "FILE"),
    (int, "NUMBER"),
    (float, "NUMBER"),
    (str, "WORD"),
)


def worded(app: typer.Typer) -> Any:
    """The command of an app that has all its commands, each argument in words for people."""
    command = typer.main.get_command(app)
    _word(command)
    return command


def _word(command: Any) -> None:
    hints = get_type_hints(command.callback, localns={"typer": typer}) if command.callback else {}
    for param in command.params:
        word = _word_for(hints.get(param.name))
        if param.param_type_name == "argument":
            # An argument's own name says what it is.
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
    return next((word for kind, word in _WORDS if kind in kinds), "")
