"""Journals that versions before kept in SQLite, read once to be taken over as files. They stay as they are."""

import hashlib
import json
import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from ui.journal.game_file import VERSION, GameRead, Write

JOURNAL_BEFORE, BIN_BEFORE = "journal.db", "deleted.db"
_LINE_BITS = 20
_COLUMNS = {1: "key, at, line, seal", 2: "key, at, rest, line, seal"}
"""Of the lines, by the version of the tables. `rest`: how many lines that were written at once with it follow."""

Game = tuple[int, GameRead]


def mark_of_before(path: Path) -> tuple[tuple[int, int], ...]:
    """What changes when the journals beside the folder of games do; empty where there are none."""
    found = []
    for name in (JOURNAL_BEFORE, f"{JOURNAL_BEFORE}-wal", BIN_BEFORE):
        with suppress(OSError):
            file = path.with_name(name).stat()
            found.append((file.st_size, file.st_mtime_ns))
    return tuple(found)


def read_before(file: Path) -> tuple[list[Game], bool]:
    """Every game of a journal with its number, as far as its checksums vouch for it, and whether that is all."""
    games: list[Game] = []
    whole = True
    if not file.exists():
        return games, whole
    with tempfile.TemporaryDirectory(prefix="zo-journal-") as folder:
        # A copy is opened, since SQLite writes into what it reads.
        copy = Path(folder) / file.name
        for end in ("", "-wal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{file}{end}", f"{copy}{end}")
        try:
            with closing(sqlite3.connect(copy)) as connection:
                version = connection.execute("PRAGMA user_version").fetchone()[0]
                query = f"SELECT {_COLUMNS[version]} FROM lines WHERE key BETWEEN ? AND ? ORDER BY key"
                for game in connection.execute("SELECT * FROM games ORDER BY id").fetchall():
                    first = game[0] << _LINE_BITS
                    rows = connection.execute(query, (first, first + (1 << _LINE_BITS) - 1)).fetchall()
                    read, is_whole = _read(game, rows)
                    games += [(game[0], read)] if read.writes else []
                    whole = whole and is_whole
        except (sqlite3.Error, KeyError, ValueError, TypeError, OverflowError, MemoryError):
            whole = False
    return games, whole


def _read(game: tuple[str, ...], rows: list[tuple[str, ...]]) -> tuple[GameRead, bool]:
    """A game as it was written, up to the first row that is not what it was, and whether that is all of it."""
    _id, name, players, started, finished, result = game[:6]
    texts: list[str] = []
    read = GameRead()
    last: list[str] = []
    whole = _seal(*game[:-1]) == game[-1] and (len(game) == 7 or len(rows) == int(game[6]))
    for *row, seal in rows:
        if _seal(*row, *(last or [""])[: len(row) - 3]) != seal:
            whole = False
            break
        last = [seal]
        texts.append(str(row[-1]))
        if len(row) == 3 or not row[2]:  # the last one of those that were written at once
            if read.writes:
                write = Write(row[1], lines=tuple(texts))
            else:
                write = Write(started, VERSION, name, tuple(json.loads(players)), tuple(texts))
            read = read.and_then(write)
            texts = []
    if read.writes and whole and finished is not None:
        read = read.and_then(Write(finished, result=result))
    return read, whole and bool(read.writes)


def _seal(*values: object) -> str:
    content = json.dumps(values, ensure_ascii=False, default=repr).encode(errors="surrogatepass")
    return hashlib.blake2b(content, digest_size=8).hexdigest()
