"""A damaged journal is never thrown away: it is kept aside, and every row that its checksum vouches for is saved.

At whatever moment this is cut short, the next start does it again or ends it: the damaged file stays where it is
until the rebuilt one is complete.
"""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from ui.salvage import rows
from ui.schema import (
    GAME_INTO,
    LINE_INTO,
    GameRow,
    LineRow,
    connected,
    make_tables,
    place,
    seal,
    sealed_game,
    transaction,
)


@dataclass(frozen=True, slots=True)
class Saved:
    """What could be read of a damaged journal, and what is known to be lost of it in words."""

    games: tuple[GameRow, ...]
    lines: tuple[LineRow, ...]
    lost: tuple[str, ...]

    def words(self) -> str:
        entries = len(self.lines) - len(self.games)
        kept = (
            f"{len(self.games)} games with {entries} entries were saved"
            if self.games
            else "no game could be saved"
        )
        return "; ".join((kept, *self.lost, "what was written last may be lost too"))


def repair(path: Path) -> tuple[Saved, Path]:
    """Puts a rebuilt journal in the place of a damaged one; gives what was saved, and where the old file is.

    Raises sqlite3.Error or OSError where the disk does not allow it; then nothing has changed.
    """
    saved = read_rows(path)
    aside = _free_name(path)
    for end in ("", "-wal"):
        if _beside(path, end).exists():
            shutil.copy2(_beside(path, end), _beside(aside, end))
    _rebuild(_beside(path, ".rebuilding"), saved)
    _beside(path, ".rebuilding").replace(_beside(path, ".rebuilt"))
    finish_repair(path)
    return saved, aside


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


def _rebuild(path: Path, saved: Saved) -> None:
    for end in ("", "-wal", "-shm"):
        _beside(path, end).unlink(missing_ok=True)
    with closing(connected(path)) as connection:
        _fill(connection, saved)  # with SQLite's usual journal: nothing is left in a log beside the file


def _fill(connection: sqlite3.Connection, saved: Saved) -> None:
    make_tables(connection)
    with transaction(connection):
        connection.executemany(GAME_INTO, saved.games)
        connection.executemany(LINE_INTO, saved.lines)


def in_memory(saved: Saved) -> sqlite3.Connection:
    """A journal of these rows that is on no disk."""
    connection = connected(":memory:")
    _fill(connection, saved)
    return connection


def read_rows(path: Path) -> Saved:
    """Every row of a journal and its log that its checksum vouches for. Raises OSError."""
    games: dict[int, GameRow] = {}
    found: dict[int, dict[int, LineRow]] = {}
    for row_id, columns in rows(path):
        if _is_game(row_id, columns):
            game = cast(GameRow, (row_id, *columns[1:]))
            if row_id not in games or games[row_id][4] is None:
                games[row_id] = game
        elif _is_line(row_id, columns):
            id, n = place(row_id)
            found.setdefault(id, {})[n] = cast(LineRow, (row_id, *columns[1:]))
    lost = [
        f"game {id} ({row[1]}, {row[3][:10]}) is lost"
        for id, row in games.items()
        if 0 not in found.get(id, {})
    ]
    lines: list[LineRow] = []
    kept: list[GameRow] = []
    for id, numbered in sorted(found.items()):
        whole = _unbroken(numbered)
        row = (games.get(id) or _from_header(whole[0])) if whole else None
        if row is None:
            if id not in games:
                lost.append(f"game {id} is lost")
            continue
        if len(whole) < len(numbered):
            lost.append(f"game {id} is lost from entry {len(whole)} on")
            row = sealed_game(row[0], row[1], tuple(json.loads(row[2])), row[3], None, None)
        kept.append(row)
        lines += whole
    return Saved(tuple(kept), tuple(lines), tuple(lost))


def _is_game(row_id: int, columns: Sequence[object]) -> bool:
    return len(columns) == 7 and columns[6] == seal(row_id, *columns[1:6])


def _is_line(row_id: int, columns: Sequence[object]) -> bool:
    return len(columns) == 4 and columns[3] == seal(row_id, *columns[1:3])


def _unbroken(numbered: dict[int, LineRow]) -> list[LineRow]:
    """The lines of a game from the first to the last before a gap."""
    unbroken: list[LineRow] = []
    while len(unbroken) in numbered:
        unbroken.append(numbered[len(unbroken)])
    return unbroken


def _from_header(line: LineRow) -> GameRow | None:
    """The row of a game whose own is lost, as far as the head of its record tells it."""
    try:
        header = json.loads(line[2])
        game = header["game"]
        players = header.get("setup", {}).get("players", ())
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    if not isinstance(game, str) or not isinstance(players, Iterable):
        return None
    return sealed_game(place(line[0])[0], game, tuple(map(str, players)), line[1], None, None)
