"""Whether a journal is what was written: header, tables, every checksum, and that nothing acknowledged is missing.

Rule kept: a file is another program's or a newer version's only by its tables, never by a number that one damaged
byte could have changed.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ui.journal.receipt import Receipt
from ui.journal.schema import (
    APPLICATION,
    SCHEMA,
    TABLES,
    Kept,
    Line,
    StoreFault,
    is_first_game_row,
    is_game_row,
    key,
    seal,
    sealed_lines,
)
from ui.words import _

_RESERVED = bytes((0, 64, 32, 32))
"""Bytes 20 to 23 of every SQLite file."""


MOST_NEWER = 200
"""A version so far above SCHEMA is a damaged number, like the tables beside it."""


class Damage(Exception):
    """What is wrong with a journal, in words."""


def version_of(connection: sqlite3.Connection, path: Path, has_rows: Callable[[], bool]) -> int:
    """The version of a journal, 0 for one without tables.

    `has_rows`: whether rows of a journal can be read in the file all the same. Raises Damage, sqlite3.Error, and
    StoreFault for a newer version or another program's file.
    """
    _check_header(path)
    tables = {row[0] for row in connection.execute("SELECT sql FROM sqlite_schema")}
    application, number = (_pragma(connection, name) for name in ("application_id", "user_version"))
    if not tables:
        if has_rows():
            raise Damage(_("its tables are gone"))
        return 0
    version = next((version for version, of in TABLES.items() if tables == set(of)), None)
    if version is None:
        if application == APPLICATION and SCHEMA < number <= SCHEMA + MOST_NEWER:
            raise StoreFault(
                _(
                    "made by a newer version of the program:"
                    " expected a journal of version {most} at most, found {found}"
                ).format(most=SCHEMA, found=number),
                path,
            )
        if application == APPLICATION or has_rows():
            raise Damage(_("its tables are not those of a journal"))
        raise StoreFault(_("expected a journal, found a database of another program"), path)
    if (application, number) != (APPLICATION, version):
        raise Damage(_("its header is not what was written"))
    return version


def games_of(connection: sqlite3.Connection, version: int) -> Iterator[Kept]:
    """Every game of a journal, each row checked. Raises Damage, sqlite3.Error."""
    read = 0
    for row in connection.execute("SELECT * FROM games ORDER BY id").fetchall():
        game = _game(connection, row) if version > 1 else _first_game(connection, row)
        read += len(game.lines)
        yield game
    if connection.execute("SELECT count(*) FROM lines").fetchone()[0] != read:
        raise Damage(_("it holds entries of no game"))


def read_game(connection: sqlite3.Connection, id: int) -> Kept | None:
    """One game with every row checked; None where there is none. Raises Damage, sqlite3.Error."""
    row = connection.execute("SELECT * FROM games WHERE id = ?", (id,)).fetchone()
    return None if row is None else _game(connection, row)


def check(
    connection: sqlite3.Connection, path: Path, receipt: Receipt, has_rows: Callable[[], bool]
) -> tuple[int, list[Kept]]:
    """Version and games of a whole journal. Raises Damage, sqlite3.Error, and StoreFault as `version_of`."""
    version = version_of(connection, path, has_rows)
    games: list[Kept] = []
    if version:
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise Damage(str(found).splitlines()[-1])
        games = list(games_of(connection, version))
    missed = receipt.missed({game.id: game.writes for game in games})
    if missed:
        raise Damage(_("what was written last of game {id} is missing").format(id=missed[-1]))
    return version, games


def not_as_written(id: object) -> str:
    """That a game's row is damaged."""
    return _("game {id} is not what was written (its checksum is wrong)").format(id=id)


def _line_not_as_written(id: object, line: int) -> str:
    words = _("game {id}: line {line} is not what was written (its checksum is wrong)")
    return words.format(id=id, line=line)


def _check_header(path: Path) -> None:
    """What SQLite would take for a file that may only be read, or for pages of another size."""
    with path.open("rb") as file:
        header = file.read(100)
    if header[:16] != b"SQLite format 3\0":
        return
    if header[18:20] not in (b"\1\1", b"\2\2") or header[20:24] != _RESERVED:
        raise Damage(_("its header is not what was written"))


def _game(connection: sqlite3.Connection, row: tuple[object, ...]) -> Kept:
    id, game, players, started, finished, result, count, last, writes = row[:9]
    if not is_game_row(row):
        raise Damage(not_as_written(id))
    rows = connection.execute(
        "SELECT key, at, rest, line, seal FROM lines WHERE key BETWEEN ? AND ? ORDER BY key", _keys(id)
    ).fetchall()
    lines = tuple(Line(row[1], row[2], row[3]) for row in rows)
    for n, (found, sealed) in enumerate(zip(rows, sealed_lines(int(str(id)), lines), strict=True)):
        if found != sealed or not is_text(found):
            raise Damage(_line_not_as_written(id, n))
    if len(rows) != count or (rows[-1][4] if rows else "") != last:
        words = _("game {id}: expected {count} lines, found {found}")
        raise Damage(words.format(id=id, count=count, found=len(rows)))
    return kept_game((id, game, players, started, finished, result), int(str(writes)), lines)


def _first_game(connection: sqlite3.Connection, row: tuple[object, ...]) -> Kept:
    """A game of a journal of version 1, whose lines knew nothing of each other."""
    if not is_first_game_row(row):
        raise Damage(not_as_written(row[0]))
    rows = connection.execute(
        "SELECT key, at, line, seal FROM lines WHERE key BETWEEN ? AND ? ORDER BY key", _keys(row[0])
    ).fetchall()
    for n, found in enumerate(rows):
        at = key(int(str(row[0])), n)
        if found != (at, found[1], found[2], seal(at, found[1], found[2])) or not is_text(found):
            raise Damage(_line_not_as_written(row[0], n))
    return kept_game(row[:6], len(rows), tuple(Line(found[1], 0, found[2]) for found in rows))


def is_text(line: Sequence[object]) -> bool:
    """Whether a row of a line holds a time, a text and nothing but numbers besides."""
    rest = line[2] if len(line) == 5 else 0
    return isinstance(line[1], str) and isinstance(line[-2], str) and type(rest) is int


def kept_game(row: tuple[object, ...], writes: int, lines: tuple[Line, ...]) -> Kept:
    """A game from the first six columns of its row, whose checksum was right."""
    id, game, players, started, finished, result = row
    return Kept(
        int(str(id)),
        str(game),
        tuple(map(str, json.loads(str(players)))),
        str(started),
        None if finished is None else str(finished),
        None if result is None else str(result),
        writes,
        lines,
    )


def _keys(id: object) -> tuple[int, int]:
    number = int(str(id))
    return key(number, 0), key(number + 1, 0) - 1


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])
