"""The journal on disk: one row an entry with a checksum, on the disk before anything else happens.

SQLite in WAL mode with synchronous FULL: what `write` has returned from is there after a power cut. The lines are
the referee's own; times are stamped here. Rule kept: one program at a time writes; whoever cannot write may look.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ui.repair import finish_repair, in_memory, kept_log, read_rows, repair
from ui.schema import (
    APPLICATION,
    GAME_INTO,
    LINE_INTO,
    SCHEMA,
    UNWRITABLE,
    GameRow,
    LineRow,
    StoreFault,
    connected,
    connected_to_look,
    in_words,
    is_damage,
    key,
    make_durable,
    make_tables,
    seal,
    sealed_game,
    sealed_line,
    transaction,
    unwritable,
)
from ui.writer import AnotherWriter, WriterLock


@dataclass(frozen=True, slots=True)
class Played:
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


class Store:
    """All games on one disk. `repaired` says in words what a damaged file has cost, or is None.

    `read_only_because` says in words why nothing can be written; None: it can.
    """

    def __init__(
        self,
        path: Path,
        now: Callable[[], str],
        connection: sqlite3.Connection,
        read_only_because: str | None = None,
        lock: WriterLock | None = None,
    ) -> None:
        self.path = path
        self.repaired: str | None = None
        self.read_only_because = read_only_because
        self._now = now
        self._lock = lock
        self._connection = connection
        self._tried: tuple[GameRow | None, tuple[LineRow, ...]] = (None, ())

    def prepare(self) -> None:
        """Makes commits durable, and the tables of a file that has none. Raises StoreFault."""
        with in_words(self.path):
            make_durable(self._connection)
            if self._bare():
                make_tables(self._connection)

    def close(self) -> None:
        """Lets go of the files, and lets others write."""
        self._connection.close()
        if self._lock is not None:
            self._lock.close()

    def begin(self, game: str, players: tuple[str, ...] = ()) -> Book:
        """A book for a new game."""
        return Book(self, game, players, None, 0)

    def book(self, id: int) -> Book:
        """The book of a kept game, to go on writing. Raises StoreFault where there is no such game."""
        played = self.played(id)
        return Book(self, played.game, played.players, id, len(self.lines(id)))

    def games(self) -> tuple[Played, ...]:
        """All games, newest first. Raises StoreFault."""
        counted = "SELECT count(*) FROM lines WHERE key BETWEEN ? AND ?"
        with in_words(self.path):
            found = self._connection.execute("SELECT * FROM games ORDER BY id DESC").fetchall()
            counts = [
                self._connection.execute(counted, (key(row[0], 0), key(row[0] + 1, 0) - 1)).fetchone()[0]
                for row in found
            ]
        for row in found:
            if seal(*row[:6]) != row[6]:
                raise StoreFault(
                    f"{self.path}: game {row[0]} is not what was written (its checksum is wrong)"
                )
        return tuple(
            Played(row[0], row[1], tuple(json.loads(row[2])), row[3], row[4], row[5], max(0, lines - 1))
            for row, lines in zip(found, counts, strict=True)
        )

    def played(self, id: int) -> Played:
        """One game. Raises StoreFault where there is none with this number."""
        found = next((played for played in self.games() if played.id == id), None)
        if found is None:
            raise StoreFault(f"{self.path}: expected the number of a game that was played, found {id}")
        return found

    def unfinished(self) -> Played | None:
        """The newest game that has not ended. Raises StoreFault."""
        return next((played for played in self.games() if played.finished is None), None)

    def lines(self, id: int) -> tuple[str, ...]:
        """The record of a game: its header and its entries. Raises StoreFault where a checksum is wrong."""
        rows = self._rows(id)
        for n, row in enumerate(rows):
            if row != sealed_line(id, n, row[1], row[2]):
                raise StoreFault(
                    f"{self.path}: game {id}: line {n} is not what was written (its checksum is wrong)"
                )
        return tuple(row[2] for row in rows)

    def times(self, id: int) -> tuple[str, ...]:
        """When each line of a game was written (UTC, ISO 8601), the header's first. Raises StoreFault."""
        return tuple(row[1] for row in self._rows(id))

    def add(self, game: str, players: tuple[str, ...], lines: tuple[str, ...], result: str | None) -> int:
        """Keeps a whole record that came from elsewhere, all of it or nothing: its number. Raises StoreFault."""
        return self._insert(None, game, players, 0, lines, result)

    def append(
        self, id: int | None, game: str, players: tuple[str, ...], n: int, lines: tuple[str, ...]
    ) -> int:
        """Writes lines of a game from line `n` on, of a new one where `id` is None: its number. All or nothing."""
        return self._insert(id, game, players, n, lines, None)

    def _insert(
        self,
        id: int | None,
        game: str,
        players: tuple[str, ...],
        n: int,
        lines: tuple[str, ...],
        result: str | None,
    ) -> int:
        at, head = self._now(), None
        with self._writing():
            self._retract()
            if id is None:
                id = self._next_id()
                head = sealed_game(id, game, players, at, at if result is not None else None, result)
                self._connection.execute(GAME_INTO, head)
            rows = tuple(sealed_line(id, number, at, line) for number, line in enumerate(lines, start=n))
            self._connection.executemany(LINE_INTO, rows)
            self._tried = (head, rows)
        self._tried = (None, ())
        return id

    def _retract(self) -> None:
        """Takes out what a failed commit of this store may have left on the disk, and nothing that others wrote."""
        head, rows = self._tried
        if head is not None:
            self._connection.execute("DELETE FROM games WHERE id = ? AND seal = ?", (head[0], head[6]))
        own = [(row[0], row[3]) for row in rows]
        self._connection.executemany("DELETE FROM lines WHERE key = ? AND seal = ?", own)

    def finish(self, id: int, result: str | None) -> None:
        """Notes how a game ended, or with None that it goes on after all. Raises StoreFault."""
        played = self.played(id)
        at = self._now() if result is not None else None
        row = sealed_game(id, played.game, played.players, played.started, at, result)
        with self._writing():
            self._connection.execute("DELETE FROM games WHERE id = ?", (id,))
            self._connection.execute(GAME_INTO, row)

    def damage(self) -> str | None:
        """What is wrong with the file, in words, or None. Raises StoreFault for a file that is not ours to repair."""
        try:
            version, application = self._pragma("user_version"), self._pragma("application_id")
            if version > SCHEMA and application == APPLICATION:
                raise StoreFault(
                    f"{self.path}: made by a newer version of the program: expected a journal of version {SCHEMA}"
                    f" at most, found {version}"
                )
            if self._bare():
                return None
            if application != APPLICATION:
                raise StoreFault(f"{self.path}: expected a journal, found a database of another program")
            found = self._connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                return str(found).splitlines()[-1]
        except sqlite3.Error as fault:
            if not is_damage(fault):
                raise
            return str(fault)
        try:
            for played in self.games():
                if played.finished is None:
                    self.lines(played.id)
        except StoreFault as fault:
            if isinstance(fault.__cause__, sqlite3.Error) and not is_damage(fault.__cause__):
                raise
            return str(fault).removeprefix(f"{self.path}: ")
        return None

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """All of what is done within is on the disk afterwards, or none of it. Raises StoreFault."""
        if self.read_only_because is not None:
            raise StoreFault(f"{self.path}: {self.read_only_because}")
        with in_words(self.path), transaction(self._connection):
            yield

    def _rows(self, id: int) -> list[LineRow]:
        query = "SELECT key, at, line, seal FROM lines WHERE key BETWEEN ? AND ? ORDER BY key"
        with in_words(self.path):
            return self._connection.execute(query, (key(id, 0), key(id + 1, 0) - 1)).fetchall()

    def _bare(self) -> bool:
        return self._connection.execute("SELECT * FROM sqlite_schema").fetchone() is None

    def _pragma(self, name: str) -> int:
        return int(self._connection.execute(f"PRAGMA {name}").fetchone()[0])

    def _next_id(self) -> int:
        return int(self._connection.execute("SELECT coalesce(max(id), 0) + 1 FROM games").fetchone()[0])


def open_store(path: Path, now: Callable[[], str] | None = None) -> Store:
    """The journal at `path`, made where there is none.

    A damaged file is kept aside as `….damaged`, its readable rows go into a new one, and `repaired` says what was
    lost. Where another program is writing, or the disk cannot be written, it is opened for looking only. Raises
    StoreFault: a journal of a newer version, another program's file, a place where no file can be.
    """
    stamp = now or _utc_now
    path = path.resolve()
    with in_words(path):
        _expect_file(path)
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = WriterLock(path)
        except AnotherWriter as other:
            return look_at(path, stamp, str(other))
        except OSError as fault:
            if fault.errno not in UNWRITABLE:
                raise
            return look_at(path, stamp, UNWRITABLE[fault.errno])
    try:
        return _opened_for_writing(path, stamp, lock)
    except BaseException as fault:
        lock.close()
        if isinstance(fault, StoreFault) and (why := unwritable(fault.__cause__)):
            return look_at(path, stamp, why)
        raise


def look_at(path: Path, now: Callable[[], str] | None = None, because: str = "") -> Store:
    """The journal at `path` for looking only: nothing on the disk is changed. Raises StoreFault as `open_store`.

    What cannot be opened as it lies there, being damaged or on a disk that cannot be written, is read row by row
    into memory.
    """
    stamp, path = now or _utc_now, path.resolve()
    because = because or "it was opened for looking only"
    with in_words(path):
        _expect_file(path)
        damage = None
        if path.exists() and path.stat().st_size:
            try:
                store = Store(path, stamp, connected_to_look(path), because)
                damage = _damage(store)
                if damage is None:
                    return store
                store.close()
            except sqlite3.Error as fault:
                if is_damage(fault):
                    damage = str(fault)
        saved = read_rows(path)
        store = Store(path, stamp, in_memory(saved), because)
    if damage is not None or saved.lost:
        store.repaired = (
            f"the journal is damaged ({damage}): {saved.words()}; nothing was changed on the disk"
        )
    return store


def _opened_for_writing(path: Path, stamp: Callable[[], str], lock: WriterLock) -> Store:
    repaired = None
    with in_words(path):
        finish_repair(path)
        with kept_log(path) as put_back:
            damage = _damage_of_file(path, stamp) if path.exists() else None
            if damage is not None:
                put_back()
        if damage is not None:
            saved, aside = repair(path)
            repaired = (
                f"the journal was damaged ({damage}): {saved.words()}; the damaged file is kept as {aside}"
            )
        store = Store(path, stamp, connected(path), lock=lock)
    try:
        store.prepare()
    except StoreFault:
        store.close()
        raise
    store.repaired = repaired
    return store


def _expect_file(path: Path) -> None:
    if path.exists() and not path.is_file():
        raise StoreFault(
            f"{path}: expected a file, found {'a folder' if path.is_dir() else 'something else'}"
        )


def _damage_of_file(path: Path, stamp: Callable[[], str]) -> str | None:
    if path.stat().st_size == 0:
        return "the file was empty"
    with closing(Store(path, stamp, connected(path))) as store:
        return _damage(store)


def _damage(store: Store) -> str | None:
    try:
        return store.damage()
    except sqlite3.Error as fault:
        if not is_damage(fault):
            raise
        return str(fault)


def _utc_now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
