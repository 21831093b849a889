"""Begins and resumes games from typed text and files; each fault says what was expected and found."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import msgspec

from companion.bounded import OutOfBounds, file_text, json_value
from companion.game import Game, Over, Setup, SetupFault, Turn, Value
from companion.games import all_games
from companion.journal import JournalFault, Record, read_record
from companion.referee import Referee
from ui.faces.face import face_of
from ui.journal.store import Book, Store, StoreFault
from ui.line.given import ShapeFault, check_entries, given_setup

USUAL = "zoon_alternate"
"""The default game before any was played."""
WINNERS_BEFORE = "winners-before"
"""Option for the winners of the last game: seats separated by spaces."""


class GameFault(Exception):
    """A game that cannot begin or be resumed; one line for people."""


class UsageFault(Exception):
    """An unusable argument or file; one line."""


def app_version() -> str:
    try:
        return version("zo-companion")
    except PackageNotFoundError:
        return "0.1.0"


def game_named(id: str) -> Game[Any]:
    """A game by its id. Raises GameFault."""
    games = all_games()
    if id not in games:
        raise GameFault(f"game: expected one of {', '.join(games)}, found {id!r}")
    return games[id]


def usual_game(store: Store | None = None) -> Game[Any]:
    """The default game: the one played last if the journal knows it, else USUAL."""
    games = all_games()
    try:
        played = store.games() if store is not None else ()
    except StoreFault:
        played = ()
    last = next((game.game for game in played if game.game in games), USUAL)
    return games[last]


def agreed(
    game: Game[Any],
    seats: int,
    options: Sequence[tuple[str, Value]] = (),
    players: Sequence[str] = (),
    facts: Sequence[tuple[str, Value]] = (),
) -> Setup:
    """A set-up with all options filled in; `facts` override the game's initial ones. Raises GameFault."""
    try:
        known = {**dict(face_of(game).facts_at_first), **dict(facts)}
        setup = Setup(seats, tuple(options), tuple(players), tuple(known.items()))
        return given_setup(game, setup, begins=True)
    except SetupFault as fault:
        raise GameFault(str(fault)) from None


def option_value(game: Game[Any], text: str) -> tuple[str, Value]:
    """An option from typed `name=value`. Raises GameFault; `agreed` checks the value."""
    name, equals, given = text.partition("=")
    found = next((option for option in game.options if option.name == name), None)
    if not equals or found is None:
        names = ", ".join(option.name for option in game.options) or "none"
        raise GameFault(f"--option: expected NAME=VALUE with a name among {names}, found {text!r}")
    if isinstance(found.default, bool):
        if given not in ("true", "false"):
            raise GameFault(f"--option {name}: expected true or false, found {given!r}")
        return name, given == "true"
    if isinstance(found.default, int):
        if not given.lstrip("-").isdecimal():
            raise GameFault(f"--option {name}: expected a number, found {given!r}")
        return name, int(given)
    return name, given


def begin(store: Store, game: Game[Any], setup: Setup) -> tuple[Referee[Any], Book | None]:
    """A new game with its header on disk; no book if nothing can be written. Raises StoreFault."""
    book = store.begin(game.id, setup.players) if store.read_only_because is None else None
    return _referee(game, setup, book), book


def resume(store: Store, id: int) -> tuple[Referee[Any], Book | None]:
    """A kept game as it was left; no book if nothing can be written. Raises StoreFault, GameFault."""
    record = kept_record(store, id)
    book = store.book(id) if store.read_only_because is None else None
    try:
        return _referee(record.game, record.setup, book, store.kept(id).lines), book
    except ValueError as fault:
        raise GameFault(f"game {id}: {fault}") from None


def _referee(game: Game[Any], setup: Setup, book: Book | None, lines: tuple[str, ...] = ()) -> Referee[Any]:
    """Without a book its lines are dropped: the screens warn of that all the while."""
    write = book.write if book is not None else lambda _lines: None
    return Referee(game, setup, write, lines, app_version())


def once_more(game: Game[Any], setup: Setup, ended: Turn) -> Setup:
    """The same set-up for a further game, with the last winners if the game asks for them."""
    options = dict(setup.options)
    if isinstance(ended, Over) and any(option.name == WINNERS_BEFORE for option in game.options):
        options[WINNERS_BEFORE] = " ".join(map(str, ended.winners))
    return msgspec.structs.replace(setup, options=tuple(options.items()))


def kept_record(store: Store, id: int) -> Record:
    """The record of a kept game. Raises StoreFault, GameFault."""
    return usable_record(store.kept(id).lines, f"game {id}")


def usable_record(lines: Iterable[str], name: str) -> Record:
    """A record that this version can play; `name`: its name in faults. Raises GameFault."""
    try:
        record = read_record(lines, all_games())
        given_setup(record.game, record.setup)
        check_entries(record.game, record.setup, record.entries)
    except (JournalFault, SetupFault, ShapeFault) as fault:
        raise GameFault(f"{name}: {fault}") from None
    return record


# typed text and files


def game_and_setup(
    game: str, seats: int | None, options: Sequence[str], players: Sequence[str] = ()
) -> tuple[Game[Any], Setup]:
    """A game and set-up from `--seats` and `--option name=value`. Raises GameFault."""
    found = game_named(game)
    values = [option_value(found, text) for text in options]
    return found, agreed(found, found.seats[0] if seats is None else seats, values, players)


def typed_path(text: str) -> Path:
    """A typed path; `~` is a home folder. Raises UsageFault."""
    try:
        return Path(text).expanduser()
    except RuntimeError as fault:
        raise UsageFault(f"{text}: expected a path, found: {fault}") from None


@contextmanager
def read_as(at: Path | str, expected: str) -> Iterator[None]:
    """Turns faults of reading a file into UsageFault: place, expected form, finding."""
    try:
        yield
    except OSError as fault:
        raise UsageFault(f"{at}: expected {expected}, found: {fault.strerror}") from None
    except OutOfBounds as fault:
        raise UsageFault(f"{at}: {fault}") from None
    except ValueError as fault:
        raise UsageFault(f"{at}: expected {expected}, found: {fault}") from None


def json_file(path: Path) -> Any:
    """The content of a JSON file. Raises UsageFault."""
    with read_as(path, "a JSON file"):
        return json_value(file_text(path))


def json_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """Line numbers from 1 and objects of a file of JSON lines, without blank lines. Raises UsageFault."""
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
    """`found`, if it is allowed. Raises UsageFault."""
    words = list(allowed)
    if found not in words:
        raise UsageFault(f"{argument}: expected one of {', '.join(words)}, found {found!r}")
    return found
