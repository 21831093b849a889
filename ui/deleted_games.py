"""Games taken out of the journal: into the bin, a journal of its own beside it, and back again.

Rule kept: a game is on the disk in its new place before it leaves the old one; cut short, it is in both, never in none.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from ui.schema import (
    GAME_INTO,
    LINE_INTO,
    GameRow,
    LineRow,
    StoreFault,
    connected,
    in_words,
    key,
    make_durable,
    make_tables,
    place,
    seal,
    transaction,
)
from ui.store import Played, Store, look_at

BIN = "deleted.db"
"""The file of the bin, beside the journal."""
_GAME = "SELECT id, game, players, started, finished, result, seal FROM games WHERE id = ?"
_LINES = "SELECT key, at, line, seal FROM lines WHERE key BETWEEN ? AND ? ORDER BY key"


def delete(store: Store, id: int) -> None:
    """Moves a game into the bin. Raises StoreFault."""
    _expect_writable(store)
    _move(store.path, id, _bin_of(store))


def restore(store: Store, id: int) -> int:
    """Moves a game of the bin back into the journal: its number there. Raises StoreFault."""
    _expect_writable(store)
    return _move(_bin_of(store), id, store.path)


def deleted(store: Store) -> tuple[Played, ...]:
    """The games of the bin, newest first. Raises StoreFault."""
    file = _bin_of(store)
    with in_words(file):
        if not file.exists():
            return ()
    with closing(look_at(file)) as kept:
        return kept.games()


def drop_if_empty(store: Store, id: int) -> bool:
    """Lets go of a game in which nothing has happened yet; whether it was one. Raises StoreFault."""
    _expect_writable(store)
    with in_words(store.path), closing(_opened(store.path)) as connection, transaction(connection):
        if len(connection.execute(_LINES, _keys(id)).fetchall()) > 1:
            return False
        _remove(connection, id)
    return True


def _expect_writable(store: Store) -> None:
    if store.read_only_because is not None:
        raise StoreFault(f"{store.path}: {store.read_only_because}")


def _bin_of(store: Store) -> Path:
    return store.path.with_name(BIN)


def _move(source: Path, id: int, target: Path) -> int:
    with in_words(source), closing(_opened(source)) as out:
        game: GameRow | None = out.execute(_GAME, (id,)).fetchone()
        if game is None:
            raise StoreFault(f"{source}: expected the number of a game that was played, found {id}")
        lines: list[LineRow] = out.execute(_LINES, _keys(id)).fetchall()
        with in_words(target), closing(_opened(target)) as into:
            kept = _put(into, game, lines)
        with transaction(out):
            _remove(out, id)
    return kept


def _put(connection: sqlite3.Connection, game: GameRow, lines: list[LineRow]) -> int:
    """The game with all its lines under the next free number: that number."""
    with transaction(connection):
        twin = connection.execute(
            "SELECT id FROM games WHERE game = ? AND players = ? AND started = ?", game[1:4]
        ).fetchone()
        if twin is not None:  # moved before, and cut short: the old copy may lack the last lines
            _remove(connection, twin[0])
        id = int(connection.execute("SELECT coalesce(max(id), 0) + 1 FROM games").fetchone()[0])
        connection.execute(GAME_INTO, (id, *game[1:6], _sealed_anew(game, id)))
        rows = [(key(id, place(row[0])[1]), row) for row in lines]
        connection.executemany(LINE_INTO, [(at, *row[1:3], _sealed_anew(row, at)) for at, row in rows])
    return id


def _sealed_anew(row: GameRow | LineRow, number: int) -> str:
    """The checksum of a row under another number; that of a row which is not what was written stays wrong."""
    written, content = row[-1], row[1:-1]
    return seal(number, *content) if written == seal(row[0], *content) else written


def _remove(connection: sqlite3.Connection, id: int) -> None:
    connection.execute("DELETE FROM lines WHERE key BETWEEN ? AND ?", _keys(id))
    connection.execute("DELETE FROM games WHERE id = ?", (id,))


def _keys(id: int) -> tuple[int, int]:
    return key(id, 0), key(id + 1, 0) - 1


def _opened(path: Path) -> sqlite3.Connection:
    """A connection of its own, with the tables of a journal. Raises sqlite3.Error."""
    connection = connected(path)
    make_durable(connection)
    if connection.execute("SELECT * FROM sqlite_schema").fetchone() is None:
        make_tables(connection)
    return connection
