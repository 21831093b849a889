"""A damaged journal is never thrown away: it is kept aside, and every row that its checksum vouches for is saved.

At whatever moment this is cut short, the next start does it again or ends it: the damaged file stays where it is
until the rebuilt one is complete.
"""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from ui.journal.receipt import Receipt
from ui.journal.salvaged_games import Saved, read_rows
from ui.journal.schema import GAME_INTO, LINE_INTO, Kept, connected, create_tables, make_tables, transaction


def repair(path: Path, receipt: Receipt) -> tuple[Saved, Path]:
    """Puts a rebuilt journal in the place of a damaged one; gives what was saved, and where the old file is.

    Raises sqlite3.Error or OSError where the disk does not allow it; then nothing has changed.
    """
    saved = read_rows(path, receipt)
    aside = _free_name(path)
    for end in ("", "-wal"):
        if _beside(path, end).exists():
            shutil.copy2(_beside(path, end), _beside(aside, end))
            _beside(aside, end).chmod(0o600)
    with rebuilding(path) as copy:
        _build(copy, saved.games)
    finish_repair(path)
    return saved, aside


@contextmanager
def rebuilding(path: Path) -> Iterator[Path]:
    """An empty file to build the journal in; afterwards `finish_repair` puts it in its place."""
    copy = _beside(path, ".rebuilding")
    for end in ("", "-wal", "-shm", "-journal"):
        _beside(copy, end).unlink(missing_ok=True)
    os.close(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    yield copy
    copy.replace(_beside(path, ".rebuilt"))


def finish_repair(path: Path) -> None:
    """Ends a repair whose rebuilt file was complete; does nothing where there is none."""
    rebuilt = _beside(path, ".rebuilt")
    if not rebuilt.exists():
        return
    for end in ("-wal", "-shm"):
        _beside(path, end).unlink(missing_ok=True)
    rebuilt.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def kept_log(path: Path) -> Iterator[Callable[[], None]]:
    """Keeps a copy of the write-ahead log meanwhile; what is handed over puts it back.

    SQLite deletes a log that it cannot read when it closes the file, and rows in it could still be saved. Where
    there is no room for a copy there is none.
    """
    log, copy = _beside(path, "-wal"), _beside(path, ".log")
    with suppress(OSError):
        if log.exists():
            shutil.copy2(log, copy)

    def put_back() -> None:
        if copy.exists():
            copy.replace(log)

    try:
        yield put_back
    finally:
        copy.unlink(missing_ok=True)


def _beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


def _free_name(path: Path) -> Path:
    names = (_beside(path, f".damaged{'' if n == 1 else f'-{n}'}") for n in range(1, 10_000))
    return next(name for name in names if not name.exists())


def make_journal(path: Path) -> None:
    """An empty journal where there is none: all of it is there at once. Raises sqlite3.Error, OSError."""
    with rebuilding(path) as copy:
        _build(copy, ())
    finish_repair(path)


def in_memory(games: Iterable[Kept]) -> sqlite3.Connection:
    """A journal of these games that is on no disk."""
    connection = connected(":memory:")
    make_tables(connection)
    fill(connection, games)
    return connection


def renew(connection: sqlite3.Connection, games: Iterable[Kept]) -> None:
    """Writes the games of an older version once more, in the tables of this one. Raises sqlite3.Error."""
    with transaction(connection):
        connection.execute("DROP TABLE games")
        connection.execute("DROP TABLE lines")
        create_tables(connection)
        _insert(connection, games)


def fill(connection: sqlite3.Connection, games: Iterable[Kept]) -> None:
    """Writes whole games, all or none. Raises sqlite3.Error."""
    with transaction(connection):
        _insert(connection, games)


def _insert(connection: sqlite3.Connection, games: Iterable[Kept]) -> None:
    for game in games:
        row, lines = game.rows()
        connection.execute(GAME_INTO, row)
        connection.executemany(LINE_INTO, lines)


def _build(path: Path, games: Iterable[Kept]) -> None:
    with closing(connected(path)) as connection:
        make_tables(connection)  # with SQLite's usual journal: nothing is left in a log beside the file
        fill(connection, games)
