"""What people type and files hold, read into values: each fault names the argument, what was expected and found."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.bounded import OutOfBounds, file_text, json_value
from companion.game import Game, Setup
from ui.records.beginning import agreed, game_named, option_value


class UsageFault(Exception):
    """An argument or a file that cannot be used; one line."""


def game_and_setup(
    game: str, seats: int | None, options: Sequence[str], players: Sequence[str] = ()
) -> tuple[Game[Any], Setup]:
    """A game and what was agreed, from `--seats` and `--option name=value`. Raises GameFault."""
    found = game_named(game)
    values = [option_value(found, text) for text in options]
    return found, agreed(found, found.seats[0] if seats is None else seats, values, players)


def typed_path(text: str) -> Path:
    """A path as it was typed, `~` for a home folder. Raises UsageFault."""
    try:
        return Path(text).expanduser()
    except RuntimeError as fault:
        raise UsageFault(f"{text}: expected a path, found: {fault}") from None


@contextmanager
def read_as(at: Path | str, expected: str) -> Iterator[None]:
    """Turns what reading a file raises into UsageFault: where it was read, what was expected and what was found."""
    try:
        yield
    except OSError as fault:
        raise UsageFault(f"{at}: expected {expected}, found: {fault.strerror}") from None
    except OutOfBounds as fault:
        raise UsageFault(f"{at}: {fault}") from None
    except ValueError as fault:
        raise UsageFault(f"{at}: expected {expected}, found: {fault}") from None


def json_file(path: Path) -> Any:
    """What a JSON file holds. Raises UsageFault."""
    with read_as(path, "a JSON file"):
        return json_value(file_text(path))


def json_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """Line numbers from 1 and the objects of a file of JSON lines; blank lines are passed over. Raises UsageFault."""
    with read_as(path, "JSON lines"):
        lines = file_text(path).splitlines()
    for number, line in enumerate(lines, start=1):
        if line.strip():
            at = f"{path}: line {number}"
            with read_as(at, "JSON"):
                given = json_value(line)
            if not isinstance(given, dict):
                raise UsageFault(f"{at}: expected a JSON object, found {line[:40]!r}")
            yield number, given


def one_of(argument: str, allowed: Iterable[str], found: str) -> str:
    """The word found, if it is allowed. Raises UsageFault."""
    words = list(allowed)
    if found not in words:
        raise UsageFault(f"{argument}: expected one of {', '.join(words)}, found {found!r}")
    return found
