"""The games of a journal: listed, read, and written, each write on the disk before anything else happens.

SQLite in WAL mode with synchronous FULL: what `write` has returned from is there after a power cut. The file is held
alone; who looks on reads a copy. The lines are the referee's own; times are stamped here. Rule kept: what is not on
the disk, in the file that has the journal's name, is not acknowledged.
"""

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from companion.figures import number
from ui.journal.copied import Copied
from ui.journal.damage import Damage, not_as_written, read_game
from ui.journal.files_there import FilesThere
from ui.journal.receipt import Receipt, ReceiptFile
from ui.journal.schema import (
    GAME_INTO,
    LINE_INTO,
    MOST_LINE_BYTES,
    GameRow,
    Kept,
    Line,
    LineRow,
    StoreFault,
    in_words,
    key,
    seal,
    sealed_game,
    sealed_lines,
    transaction,
)
from ui.journal.writer import AnotherWriter, WriterLock
from ui.words import _, marked

FOLD_SECONDS = 180.0
"""So long at most what was written stands in the log alone."""
_TAKEN = marked("another program has written to the same game")


@dataclass(frozen=True, slots=True)
class GameEntry:
    """One game of the journal: when it was played (UTC), by whom, how it ended (None while unfinished)."""

    id: int
    game: str
    players: tuple[str, ...]
    started: str
    finished: str | None
    result: str | None
    entries: int


class Book:
    """One game being written. Nothing is on disk before the first line, which is the record's header."""

    def __init__(
        self, store: "Store", game: str, players: tuple[str, ...], id: int | None, lines: int
    ) -> None:
        self.id = id
        self._store = store
        self._game = game
        self._players = players
        self._lines = lines

    def write(self, lines: tuple[str, ...]) -> None:
        """Puts lines on the disk, all of them or none. Raises StoreFault, and then nothing has been written."""
        self.id = self._store.append(self.id, self._game, self._players, self._lines, lines)
        self._lines += len(lines)

    def finish(self, result: str | None) -> None:
        """Notes how the game ended, or with None that it goes on after all. Raises StoreFault."""
        if self.id is not None:
            self._store.finish(self.id, result)


@dataclass(frozen=True, slots=True)
class _Tried:
    """A write whose commit is not known to have reached the disk: the game's row before and after it, its lines."""

    before: GameRow | None
    after: GameRow
    lines: tuple[LineRow, ...]


class Store:
    """All games on one disk. `repaired` says in words what a damaged file has cost, or is None; `told` is for players.

    `read_only_because` says in words why nothing can be written; None: it can. `tick` now and then.
    """

    def __init__(
        self,
        path: Path,
        now: Callable[[], str],
        connection: sqlite3.Connection,
        read_only_because: str | None = None,
        repaired: str | None = None,
        told: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.path = path
        self.repaired, self.told = repaired, told
        self.read_only_because = read_only_because
        self._now, self._clock = now, clock
        self._connection = connection
        self._lock: WriterLock | None = None
        self._receipt: ReceiptFile | None = None
        self._files: FilesThere | None = None
        self._copied: Copied | None = None
        self._tried: _Tried | None = None
        self._alone_since: float | None = None  # when the log began to hold what the journal does not

    def may_write(self, lock: WriterLock, receipt: Receipt) -> None:
        """From now on games are written here; `lock` is let go of at the end. Raises OSError."""
        self._lock = lock
        self._receipt = ReceiptFile(self.path, receipt)
        self._files = FilesThere(self.path)
        self.fold()

    def may_look(self, copied: Copied) -> None:
        """From now on what others write meanwhile is seen here too."""
        self._copied = copied

    def close(self) -> None:
        """Lets go of the files, and lets others write."""
        self._connection.close()
        if self._receipt is not None:
            self._receipt.close()
            self._receipt = None
        if self._lock is not None:
            self._lock.close()

    def expect_writable(self) -> None:
        """Raises StoreFault where nothing can be written."""
        if self.read_only_because is not None:
            raise StoreFault(self.read_only_because, self.path)

    def begin(self, game: str, players: tuple[str, ...] = ()) -> Book:
        """A book for a new game."""
        return Book(self, game, players, None, 0)

    def book(self, id: int) -> Book:
        """The book of a kept game, to go on writing. Raises StoreFault where there is no such game."""
        game = self.kept(id)
        return Book(self, game.game, game.players, id, len(game.lines))

    def games(self) -> tuple[GameEntry, ...]:
        """All games, newest first. Raises StoreFault."""
        with in_words(self.path):
            found = self._newest().execute("SELECT * FROM games ORDER BY id DESC").fetchall()
        return tuple(self._played(row) for row in found)

    def played(self, id: int) -> GameEntry:
        """One game. Raises StoreFault where there is none with this number."""
        with in_words(self.path):
            row = self._newest().execute("SELECT * FROM games WHERE id = ?", (id,)).fetchone()
        if row is None:
            raise self._unknown(id)
        return self._played(row)

    def unfinished(self) -> GameEntry | None:
        """The newest game that has not ended. Raises StoreFault."""
        return next((played for played in self.games() if played.finished is None), None)

    def lines(self, id: int) -> tuple[str, ...]:
        """The record of a game: its header and its entries. Raises StoreFault where a checksum is wrong."""
        return tuple(line.text for line in self.kept(id).lines)

    def times(self, id: int) -> tuple[str, ...]:
        """When each line of a game was written (UTC, ISO 8601), the header's first. Raises StoreFault."""
        return tuple(line.at for line in self.kept(id).lines)

    def kept(self, id: int) -> Kept:
        """A whole game as it is kept. Raises StoreFault where a checksum is wrong, and where there is none."""
        with in_words(self.path):
            try:
                game = read_game(self._newest(), id)
            except Damage as damage:
                raise StoreFault(str(damage), self.path) from None
        if game is None:
            raise self._unknown(id)
        return game

    def add(self, game: str, players: tuple[str, ...], lines: tuple[str, ...], result: str | None) -> int:
        """Keeps a whole record that came from elsewhere, all of it or nothing: its number. Raises StoreFault."""
        at = self._now()
        finished = at if result is not None else None
        kept = Kept(0, game, players, at, finished, result, 1, tuple(Line(at, 0, line) for line in lines))
        return self.put(kept)

    def put(self, game: Kept) -> int:
        """Keeps a game of another journal under a number of its own: that number. Raises StoreFault."""
        with self._writing():
            game = replace(game, id=self._next_id(), writes=max(1, game.writes))
            row, lines = game.rows()
            self._write(None, row, tuple(lines))
        self._noted(row)
        return game.id

    def append(
        self, id: int | None, game: str, players: tuple[str, ...], n: int, lines: tuple[str, ...]
    ) -> int:
        """Writes lines of a game from line `n` on, of a new one where `id` is None: its number. All or nothing."""
        if any(len(line) > MOST_LINE_BYTES // 4 for line in lines):
            words = _("expected entries of {most} letters at most").format(most=number(MOST_LINE_BYTES // 4))
            raise StoreFault(words, self.path)
        at = self._now()
        new = tuple(Line(at, rest, line) for rest, line in zip(range(len(lines))[::-1], lines, strict=True))
        with self._writing():
            if id is None:
                before, last = None, ""
                head = Kept(self._next_id(), game, players, at, None, None, 0, ())
            else:
                before = self._row(id)
                if before[6] != n:
                    raise StoreFault(_(_TAKEN), self.path)
                head, last = _head(before), before[7]
            rows = sealed_lines(head.id, new, n, last)
            row = sealed_game(replace(head, writes=head.writes + 1), n + len(rows), rows[-1][4])
            self._write(before, row, tuple(rows))
        self._noted(row)
        return head.id

    def finish(self, id: int, result: str | None) -> None:
        """Notes how a game ended, or with None that it goes on after all. Raises StoreFault."""
        at = self._now() if result is not None else None
        with self._writing():
            before = self._row(id)
            head = replace(_head(before), finished=at, result=result, writes=before[8] + 1)
            row = sealed_game(head, before[6], before[7])
            self._write(before, row, ())
        self._noted(row)
        self.fold()

    def remove(self, id: int) -> None:
        """Takes a game out of the journal for good. Raises StoreFault."""
        with self._writing():
            self._connection.execute(
                "DELETE FROM lines WHERE key BETWEEN ? AND ?", (key(id, 0), key(id + 1, 0) - 1)
            )
            self._connection.execute("DELETE FROM games WHERE id = ?", (id,))
        if self._receipt is not None:
            self._receipt.write(self._receipt.receipt.without(id))
        self.fold()

    def tick(self) -> None:
        """Folds the log into the journal, if what was written has stood in it alone for a while."""
        if self._alone_since is not None and self._clock() - self._alone_since >= FOLD_SECONDS:
            self.fold()

    def fold(self) -> None:
        """Moves what stands in the log into the journal itself. What cannot be moved now is moved next time."""
        if self._files is None:
            return
        with suppress(sqlite3.Error):
            busy = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            self._alone_since = self._clock() if busy else None

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """All of what is done within is on the disk afterwards, or none of it. Raises StoreFault."""
        self.expect_writable()
        with in_words(self.path):
            with transaction(self._connection):
                self._retract()
                yield
            if self._files is not None and not self._files.are_there():
                self._put_back(self._files)
        self._tried = None

    def _put_back(self, files: FilesThere) -> None:
        """Puts the journal back where somebody removed it. Raises StoreFault, sqlite3.Error, OSError."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self._lock is not None:
            try:
                self._lock.renew()
            except AnotherWriter as other:
                raise StoreFault(str(other), self.path) from None
        self._connection = files.put_back(self._connection)
        if self._receipt is not None:
            receipt = self._receipt.receipt
            self._receipt.close()
            self._receipt = ReceiptFile(self.path, receipt)

    def _write(self, before: GameRow | None, row: GameRow, lines: tuple[LineRow, ...]) -> None:
        self._connection.execute("DELETE FROM games WHERE id = ?", (row[0],))
        self._connection.execute(GAME_INTO, row)
        self._connection.executemany(LINE_INTO, lines)
        self._tried = _Tried(before, row, lines)

    def _retract(self) -> None:
        """Takes out what a failed commit of this store may have left on the disk, and nothing that others wrote."""
        tried = self._tried
        if tried is None:
            return
        query = "DELETE FROM games WHERE id = ? AND seal = ?"
        if self._connection.execute(query, (tried.after[0], tried.after[9])).rowcount:
            if tried.before is not None:
                self._connection.execute(GAME_INTO, tried.before)
            own = [(row[0], row[4]) for row in tried.lines]
            self._connection.executemany("DELETE FROM lines WHERE key = ? AND seal = ?", own)

    def _noted(self, row: GameRow) -> None:
        if self._receipt is not None:
            self._receipt.write(self._receipt.receipt.with_game(row[0], row[8], row[6]))
        if self._alone_since is None:
            self._alone_since = self._clock()
        self.tick()

    def _newest(self) -> sqlite3.Connection:
        """What is read: here where this program writes, else what another one has written by now."""
        if self._copied is not None:
            self._connection = self._copied.follow()
        return self._connection

    def _row(self, id: int) -> GameRow:
        row: GameRow | None = self._connection.execute("SELECT * FROM games WHERE id = ?", (id,)).fetchone()
        if row is None:
            raise self._unknown(id)
        self._played(row)
        return row

    def _played(self, row: GameRow) -> GameEntry:
        if seal(*row[:9]) != row[9]:
            raise StoreFault(not_as_written(row[0]), self.path)
        players = tuple(json.loads(row[2]))
        return GameEntry(row[0], row[1], players, row[3], row[4], row[5], max(0, row[6] - 1))

    def _unknown(self, id: int) -> StoreFault:
        words = _("expected the number of a game that was played, found {id}").format(id=id)
        return StoreFault(words, self.path)

    def _next_id(self) -> int:
        return int(self._connection.execute("SELECT coalesce(max(id), 0) + 1 FROM games").fetchone()[0])


def _head(row: GameRow) -> Kept:
    """A game without its lines, from its row."""
    return Kept(row[0], row[1], tuple(json.loads(row[2])), row[3], row[4], row[5], row[8], ())
