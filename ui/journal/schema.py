"""The shape of the journal on disk: its tables, the checksum of a row, and its faults in words."""

import errno
import hashlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ui.words import _, marked, system_words

SCHEMA = 2
"""Every version of it has other tables, so that they say which it is even if the number in the file is damaged."""
PAGE = 1024
"""Bytes of a page of a new journal. An entry changes two or three pages, and all of each is written: small ones wear a
card less."""
APPLICATION = 0x5A6F436F  # "ZoCo": says whose file this is
MOST_LINE_BYTES = 1_000_000
"""No line of a record is nearly as long; what claims to be longer is no row of ours."""
_BUSY_SECONDS = 1.0
_LINE_BITS = 20

GameRow = tuple[int, str, str, str, str | None, str | None, int, str, int, str]
"""Number, game, players as JSON, started, finished or None, result or None, how many lines, the last one's seal,
how often something of the game was written, seal."""
LineRow = tuple[int, str, int, str, str]
"""Key (see `key`), when it was written, how many lines that were written with it follow, the line, seal."""
GAME_INTO = "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
LINE_INTO = "INSERT INTO lines VALUES (?, ?, ?, ?, ?)"
TABLES = {
    1: (
        "CREATE TABLE games(id INTEGER PRIMARY KEY, game TEXT NOT NULL, players TEXT NOT NULL,"
        " started TEXT NOT NULL, finished TEXT, result TEXT, seal TEXT NOT NULL)",
        "CREATE TABLE lines(key INTEGER PRIMARY KEY, at TEXT NOT NULL, line TEXT NOT NULL, seal TEXT NOT NULL)",
    ),
    2: (
        "CREATE TABLE games(id INTEGER PRIMARY KEY, game TEXT NOT NULL, players TEXT NOT NULL,"
        " started TEXT NOT NULL, finished TEXT, result TEXT, lines INTEGER NOT NULL, last TEXT NOT NULL,"
        " writes INTEGER NOT NULL, seal TEXT NOT NULL)",
        "CREATE TABLE lines(key INTEGER PRIMARY KEY, at TEXT NOT NULL, rest INTEGER NOT NULL, line TEXT NOT NULL,"
        " seal TEXT NOT NULL)",
    ),
}
"""The tables of each version. In version 1 no row knew of any other."""
_READ_ONLY = marked("the journal's file, its folder or the disk is read-only")
_FULL = marked("the disk is full: free some space and try again")
_DAMAGED = marked("it is damaged: start again and what can be read is saved")
_WORDS = {
    "SQLITE_FULL": _FULL,
    "SQLITE_READONLY": _READ_ONLY,
    "SQLITE_BUSY": marked("another program is using it"),
    "SQLITE_LOCKED": marked("another program is using it"),
    "SQLITE_CANTOPEN": marked("it cannot be opened: is its folder there and writable?"),
    "SQLITE_CORRUPT": _DAMAGED,
    "SQLITE_NOTADB": _DAMAGED,
    "SQLITE_CONSTRAINT": marked("another program has written to the same game"),
}
UNWRITABLE = {
    errno.EROFS: _READ_ONLY,
    errno.EACCES: _READ_ONLY,
    errno.EPERM: _READ_ONLY,
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
}
"""What the system says where a file may be read and not written, in words."""
_DAMAGE = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR")


class StoreFault(Exception):
    """The journal cannot be read or written; the message says what and why, in one line for people.

    `words`: the same without the file's name, for players.
    """

    def __init__(self, words: str, path: Path | None = None) -> None:
        super().__init__(words if path is None else f"{path}: {words}")
        self.words = words


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a record: when it was written, and how many that were written with it follow."""

    at: str
    rest: int
    text: str


@dataclass(frozen=True, slots=True)
class Kept:
    """A game as the journal holds it, without its checksums. `writes`: how often something of it was written."""

    id: int
    game: str
    players: tuple[str, ...]
    started: str
    finished: str | None
    result: str | None
    writes: int
    lines: tuple[Line, ...]

    def rows(self) -> tuple[GameRow, list[LineRow]]:
        """All rows of the game, sealed."""
        lines = sealed_lines(self.id, self.lines)
        return sealed_game(self, len(lines), lines[-1][4] if lines else ""), lines


def seal(*values: object) -> str:
    """A checksum over the values of a row: 16 hexadecimal digits of BLAKE2b over their JSON."""
    content = json.dumps(values, ensure_ascii=False, default=repr).encode(errors="surrogatepass")
    return hashlib.blake2b(content, digest_size=8).hexdigest()


def is_game_row(row: Sequence[object]) -> bool:
    """Whether a row is one of a game of this version: of the right kinds of values, and sealed."""
    if len(row) != 10 or row[9] != seal(*row[:9]):
        return False
    whole = all(type(row[n]) is int for n in (0, 6, 8)) and all(isinstance(row[n], str) for n in (1, 2, 3, 7))
    return whole and all(row[n] is None or isinstance(row[n], str) for n in (4, 5)) and _are_names(row[2])


def is_first_game_row(row: Sequence[object]) -> bool:
    """The same for a journal of version 1."""
    whole = len(row) == 7 and row[6] == seal(*row[:6]) and all(isinstance(row[n], str) for n in (1, 2, 3))
    return whole and all(row[n] is None or isinstance(row[n], str) for n in (4, 5)) and _are_names(row[2])


def _are_names(text: object) -> bool:
    try:
        names = json.loads(str(text))
    except (ValueError, RecursionError):
        return False
    return isinstance(names, list) and all(isinstance(name, str) for name in names)


def sealed_game(game: Kept, lines: int, last: str) -> GameRow:
    """The row of a game that has so many lines; `last`: the seal of the last one."""
    named = json.dumps(game.players, ensure_ascii=False)
    content = (game.id, game.game, named, game.started, game.finished, game.result, lines, last, game.writes)
    return (*content, seal(*content))


def sealed_lines(game: int, lines: Sequence[Line], first: int = 0, last: str = "") -> list[LineRow]:
    """Rows for lines of a game from number `first` on, each sealed over the seal before it, the first over `last`."""
    rows: list[LineRow] = []
    for n, line in enumerate(lines, start=first):
        content = (key(game, n), line.at, line.rest, line.text)
        last = seal(*content, last)
        rows.append((*content, last))
    return rows


def key(game: int, n: int) -> int:
    """Where line `n` of a game stands: games in order, and in each its lines.

    The row's own number, and no index: a damaged index could hide rows from a quick check.
    """
    return game << _LINE_BITS | n


def place(row_key: int) -> tuple[int, int]:
    """The number of the game and of the line."""
    return row_key >> _LINE_BITS, row_key & (1 << _LINE_BITS) - 1


def connected(path: Path | str) -> sqlite3.Connection:
    """A connection that has not touched the file yet. Raises sqlite3.Error."""
    connection = sqlite3.connect(
        path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=isinstance(path, str)
    )
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 2 * MOST_LINE_BYTES)
    # Text that is no UTF-8 is a damaged row: its checksum says so, in place of SQLite's own complaint.
    connection.text_factory = lambda content: content.decode(errors="replace")
    return connection


def alone(connection: sqlite3.Connection) -> None:
    """No other connection reads or writes: the log's index is kept in memory, and not in a file that wears a card."""
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")


def make_durable(connection: sqlite3.Connection) -> None:
    """From now on what was committed is on the disk when the commit returns. Raises sqlite3.Error."""
    alone(connection)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")  # what was taken out is never found again by a salvage


def make_tables(connection: sqlite3.Connection) -> None:
    """The tables of an empty file, all of them or none. Raises sqlite3.Error."""
    connection.execute(f"PRAGMA page_size = {PAGE}")
    with transaction(connection):
        create_tables(connection)


def create_tables(connection: sqlite3.Connection) -> None:
    """The same within a transaction."""
    for statement in TABLES[SCHEMA]:
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {SCHEMA}")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of it on the disk, or none of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


BROKEN = (sqlite3.Error, UnicodeDecodeError, OverflowError, MemoryError)
"""What Python raises while SQLite reads a damaged file: its own messages may be no text any more."""


def is_damage(fault: BaseException) -> bool:
    """Whether the file itself is wrong, and not the disk, the rights or another program."""
    if not isinstance(fault, sqlite3.Error):
        return isinstance(fault, BROKEN)
    name = getattr(fault, "sqlite_errorname", None)
    return name is None or name.startswith(_DAMAGE)


def unwritable(fault: BaseException | None) -> str | None:
    """In words why a journal that may well be read cannot be written; None where something else is wrong."""
    if isinstance(fault, OSError):
        words = UNWRITABLE.get(fault.errno or 0)
        return words and _(words)
    return _worded(fault) if isinstance(fault, sqlite3.Error) and not is_damage(fault) else None


def _worded(fault: sqlite3.Error) -> str:
    name = getattr(fault, "sqlite_errorname", None) or ""
    words = next((words for start, words in _WORDS.items() if name.startswith(start)), None)
    return _(words) if words else _("the journal does not answer: {why}").format(why=fault)


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Turns what SQLite and the disk raise into StoreFault."""
    try:
        yield
    except sqlite3.Error as fault:
        raise StoreFault(_worded(fault), path) from fault
    except OSError as fault:
        raise StoreFault(system_words(fault), path) from fault
    except UnicodeEncodeError as fault:
        words = _("expected text, found {found}").format(found=repr(fault.object[fault.start : fault.end]))
        raise StoreFault(words, path) from fault
    except BROKEN as fault:
        raise StoreFault(_(_DAMAGED), path) from fault
