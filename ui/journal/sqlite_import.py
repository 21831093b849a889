"""Journals that versions before kept in SQLite, read once to be taken over as files. They stay as they are."""

import hashlib
import json
import sqlite3
import struct
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from ui.journal.game_file import VERSION, GameRead, Write

JOURNAL_BEFORE, BIN_BEFORE = "journal.db", "deleted.db"
_LINE_BITS = 20
_BROKEN = (sqlite3.Error, ValueError, TypeError, OverflowError, MemoryError, RecursionError)


def mark_of_before(path: Path) -> tuple[tuple[int, int], ...]:
    """What changes when the journals beside the folder of games do; empty where there are none."""
    files = (path.with_name(name) for name in (JOURNAL_BEFORE, f"{JOURNAL_BEFORE}-wal", BIN_BEFORE))
    found = (file.stat() for file in files if file.exists())
    return tuple((each.st_size, each.st_mtime_ns) for each in found)


def read_before(file: Path) -> tuple[list[tuple[int, GameRead]], bool]:
    """Every game of a journal with its number, as far as its checksums vouch for it, and whether that is all."""
    games: list[tuple[int, GameRead]] = []
    wholes, count = [not file.exists()], 0
    with tempfile.TemporaryDirectory(prefix="zo-journal-") as folder, suppress(*_BROKEN, FileNotFoundError):
        # A copy is opened, since SQLite writes into what it reads.
        copy, log = Path(folder) / file.name, b""
        journal = file.read_bytes()
        # With a header in which nothing is damaged: the tables tell everything else, but for the free pages. The first
        # page is filled from its end. SQLite's own number was left in versions before the last.
        page = 4096 if int.from_bytes(journal[105:107]) > 1024 else 1024
        fields = b"SQLite format 3", page, 2, 2, 0, 64, 32, 32, journal[32:40], 4, 1
        copy.write_bytes(struct.pack(">16sH6B8x8s4xI8xI40x", *fields) + journal[100:])
        with suppress(FileNotFoundError):
            log = Path(f"{file}-wal").read_bytes()
            Path(f"{copy}-wal").write_bytes(log)
        with closing(sqlite3.connect(copy)) as connection:
            # Text that is no UTF-8 is a row whose checksum is wrong, and no fault of all the others.
            connection.text_factory = lambda content: content.decode(errors="replace")
            for game in connection.execute("SELECT * FROM games ORDER BY id").fetchall():
                wholes.append(False)
                with suppress(*_BROKEN):
                    first = game[0] << _LINE_BITS
                    query = "SELECT * FROM lines WHERE key BETWEEN ? AND ? ORDER BY key"
                    rows = connection.execute(query, (first, first + (1 << _LINE_BITS) - 1)).fetchall()
                    count += len(rows)
                    read, wholes[-1] = _read(game, rows)
                    games += [(game[0], read)] if read.writes else []
            lines = connection.execute("SELECT count(*) FROM lines").fetchone()[0]
            checked = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            taken = connection.execute("PRAGMA wal_checkpoint").fetchone()[1]
        # SQLite took all frames of the log: what stands behind from before it was begun anew has other salts.
        frame, salts = 24 + page, log[16:24]
        behind = (log[at + 8 : at + 16] for at in range(32 + taken * frame, len(log), frame))
        old = (len(each) == 8 and each[:4] != salts[:4] and each[4:] != salts[4:] for each in behind)
        wholes[0] = lines == count and checked == "ok" and not 0 < len(log) < 32 and all(old)
    return games, all(wholes)


def _read(game: tuple[str, ...], rows: list[tuple[str, ...]]) -> tuple[GameRead, bool]:
    """A game as it was written, up to the first row that is not what it was, and whether that is all of it."""
    _id, name, players, started, finished, result = game[:6]
    texts: list[str] = []
    read = GameRead()
    last = ""
    whole = _seal(*game[:-1]) == game[-1] and (len(game) == 7 or len(rows) == int(game[6]))
    for *row, seal in rows:
        if _seal(*row, *[last][: len(row) - 3]) != seal:
            whole = False
            break
        last = seal
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
