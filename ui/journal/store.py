"""The journal on disk: a folder with a file for each game, a bin for deleted games, and a receipt beside the folder.

One program at a time writes, and holds the folder's lock; others may read the same files meanwhile. The receipt lists
the games with their number of writes, as last noted: a game that is missing or older than that is noticed.

Rule kept: once a write returns, its lines are on the disk, in the game's file. A damaged file costs the end of its own
game alone; the file is kept aside, and people are told what is lost.
"""

import errno
import fcntl
import logging
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial, reduce
from itertools import count
from pathlib import Path
from typing import Literal

import msgspec

from companion.bounded import file_bytes
from ui.journal.game_file import VERSION, GameRead, Write, append, mend, read_game, sealed, sync, write_game
from ui.journal.sqlite_import import BIN_BEFORE, JOURNAL_BEFORE, mark_of_before, read_before
from ui.owned.whole_files import kept_small, write_whole
from ui.words import _, marked, system_words

_WRITE_S = 0.05
_log = logging.getLogger(__name__)
NOTES_BEFORE = {"source": "sources.json", "box": "box_seats.json", "coach": "coaches.json"}
"""By the name of a note, the file that had it of all games; of each, by the moment at which it was begun."""
_READ_ONLY = marked("the journal's file, its folder or the disk is read-only")
_FULL = marked("the disk is full: free some space and try again")
_UNWRITABLE = {
    **dict.fromkeys((errno.EROFS, errno.EACCES, errno.EPERM), _READ_ONLY),
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT), _FULL),
    errno.EWOULDBLOCK: marked("another window of this program is writing here"),
}
"""Why a journal that may well be read cannot be written, by what the system says."""


class StoreFault(Exception):
    """The journal cannot be read or written; the message says what and why, in one line for people.

    `words`: the same without the file's name, for players.
    """

    def __init__(self, words: str, path: Path | None = None) -> None:
        super().__init__(words if path is None else f"{path}: {words}")
        self.words = words


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
        self, store: "Store", game: str, players: tuple[str, ...], id: int | None = None, lines: int = 0
    ) -> None:
        self.id = id
        self._store, self._game, self._players, self._lines = store, game, players, lines

    def write(self, lines: tuple[str, ...]) -> None:
        """Puts lines on the disk, all of them or none. Raises StoreFault, and then nothing has been written."""
        store = self._store
        store.expect_writable()
        if self.id is None:
            write = Write(store.now(), VERSION, self._game, self._players, lines)
        elif len(store.kept(self.id).lines) == self._lines:
            write = Write(store.now(), lines=lines)
        else:
            raise StoreFault(_("another program has written to the same game"), store.path)
        self.id = store.put(self.id, write)
        self._lines += len(lines)

    def finish(self, result: str | None) -> None:
        """Notes how the game ended, or with None that it goes on after all. Raises StoreFault."""
        if self.id is not None:
            self._store.put(self.id, Write(self._store.now(), result=result))


class _Receipt(msgspec.Struct):
    """How often each game was written, 0 for one that is lost, and which journals of before were taken over."""

    games: dict[int, int] = {}
    before: tuple[tuple[int, int], ...] = ()


class Store:
    """The games of a folder. `read_only_because` says in words why nothing can be written; None: it can.

    `repaired` says in words what damage has cost, or is None; `told` is for players. `words` say why the app cannot
    use it as it should, a sentence and more beneath; `helps`: what may be offered then, `reopen` where it may be better
    the next time, `begin_empty` where it cannot be read at all.
    """

    def __init__(self, path: Path, now: Callable[[], str], read_only_because: str | None = None) -> None:
        self.path, self.read_only_because = path, read_only_because
        self.repaired: str | None = None
        self.told = self.words = ""
        self.helps: Literal["", "reopen", "begin_empty"] = ""
        self.now = now
        self._bin = path / "bin"
        self._is_opening = True
        self._held = ExitStack()
        self._lock = -1
        self._receipt = _Receipt()  # of the games as they were last seen
        self._written: dict[Path, GameRead] = {}  # as they are to lie on the disk: those of this session
        self._listed: dict[Path, tuple[object, GameEntry | None]] = {}  # by the marks of their files
        self._lost: dict[object, tuple[str, bool]] = {}  # in words, and whether it is a whole game

    def open(self) -> None:
        """Reads what lies there; where it may be written, takes the lock and mends it. Raises OSError."""
        is_new, writes = not self.path.exists(), self.read_only_because is None
        if writes:
            self._lock_folder()
            note = f".{receipt_file(self.path).name}.*"
            for left in (*self.path.glob(".*.jsonl.*"), *self.path.parent.glob(note)):
                left.unlink()  # it is of a file whose writing was cut short
        self._receipt = self._receipt_there()
        before = mark_of_before(self.path)
        if before and (is_new or (writes and before != self._receipt.before)):
            self._take_over()
            # What could not be read whole is tried again, and said, by the next start.
            self._receipt.before = () if self._lost else before
        self._look()
        if writes:
            # What versions before noted in files beside the folder goes into the games, those of the bin too.
            for name, beside in NOTES_BEFORE.items():
                read = partial(msgspec.json.decode, type=dict[str, str])
                if (notes := kept_small(self.path.with_name(beside), read)) is not None:
                    for file, (_mark, entry) in self._listed.items():
                        if entry and entry.started in notes:
                            write = Write(self.now(), notes={name: notes[entry.started]})
                            write_game(file, read_game(file).and_then(write).content)
                    self.path.with_name(beside).unlink()
            self._note()
        self._is_opening = False

    def close(self) -> None:
        """Lets others write."""
        self._written.clear()
        self._held.close()
        self._lock = -1

    def expect_writable(self) -> None:
        """Raises StoreFault where nothing can be written."""
        if self.read_only_because is not None:
            raise StoreFault(self.read_only_because, self.path)

    # read

    def games(self) -> tuple[GameEntry, ...]:
        """All games, newest first. Raises StoreFault."""
        return self._entries(self.path)

    def deleted(self) -> tuple[GameEntry, ...]:
        """The games of the bin, newest first. Raises StoreFault."""
        return self._entries(self._bin)

    def played(self, id: int) -> GameEntry:
        """The game with this number. Raises StoreFault if there is none."""
        return _entry(id, self.kept(id))

    def kept(self, id: int) -> GameRead:
        """A game as far as its seals vouch for it. Raises StoreFault, also where it has been damaged meanwhile."""
        before, read = self._receipt.games.get(id, 0), None
        with in_words(self.path), suppress(FileNotFoundError):
            read = self._read(_file(self.path, id))
        if read is not None and len(read.writes) < before:
            words = _("game {id} is not what was written (its checksum is wrong)").format(id=id)
            raise StoreFault(words, self.path)
        if read is None or not read.writes:
            raise self._unknown(id)
        return read

    # written

    def begin(self, game: str, players: tuple[str, ...] = ()) -> Book:
        return Book(self, game, players)

    def book(self, id: int) -> Book:
        """The book of a kept game, to go on writing. Raises StoreFault where there is no such game."""
        game = self.played(id)
        return Book(self, game.game, game.players, id, game.entries + 1)

    def add(self, game: str, players: tuple[str, ...], lines: tuple[str, ...], result: str | None) -> int:
        """Keeps a whole record that came from elsewhere, all of it or nothing: its number. Raises StoreFault."""
        at = self.now()
        end = () if result is None else (Write(at, result=result),)
        others = (Write(at, lines=(line,)) for line in lines[1:])
        return self.put(None, Write(at, VERSION, game, players, lines[:1]), *others, *end)

    def note(self, id: int, notes: Mapping[str, str]) -> None:
        """Keeps notes of a game as far as they are new. Raises StoreFault."""
        known = self.kept(id).notes
        new = {name: words for name, words in notes.items() if known.get(name, "") != words}
        if new:
            self.put(id, Write(self.now(), notes=new))

    def delete(self, id: int) -> None:
        """Moves a game into the bin. Raises StoreFault."""
        self._move(id, self.path, self._bin)

    def restore(self, id: int) -> None:
        """Moves a game of the bin back among the others. Raises StoreFault."""
        self._move(id, self._bin, self.path)

    def drop_if_empty(self, id: int) -> None:
        """Lets go of a game in which nothing has happened yet. Raises StoreFault."""
        self.expect_writable()
        if not self.played(id).entries:
            with in_words(self.path):
                self._receipt.games.pop(id, None)
                self._note()
                self._written.pop(_file(self.path, id), None)
                _file(self.path, id).unlink()

    def put(self, id: int | None, *writes: Write) -> int:
        """Puts writes on the disk, of a new game where `id` is None: its number. Raises StoreFault."""
        self.expect_writable()
        known = GameRead() if id is None else self.kept(id)
        with in_words(self.path):
            self._lock_folder()
            number = max(self._ids(), default=0) + 1 if id is None else id
            file, game = _file(self.path, number), reduce(GameRead.and_then, writes, known)
            append(file, known.content, game.content)
            self._written[file] = game
            self._receipt.games[number] = len(game.writes)
            if id is None or writes[-1].result is not msgspec.UNSET:
                with suppress(OSError):
                    self._note()
        return number

    def _move(self, id: int, source: Path, target: Path) -> None:
        self.expect_writable()
        with in_words(self.path):
            if not _file(source, id).exists():
                raise self._unknown(id)
            self._written.pop(_file(source, id), None)
            target.mkdir(mode=0o700, exist_ok=True)
            _file(source, id).rename(_file(target, id))
            sync(target)
            sync(source)

    # what lies on the disk

    def _entries(self, folder: Path) -> tuple[GameEntry, ...]:
        with in_words(self.path):
            self._look()
        found = (entry for file, (_mark, entry) in self._listed.items() if entry and file.parent == folder)
        return tuple(sorted(found, key=lambda entry: entry.id, reverse=True))

    def _read(self, file: Path) -> GameRead:
        """A game as far as its seals vouch for it. A damaged one is mended, one that was written here is put back.

        Raises OSError.
        """
        if (known := self._written.get(file)) is not None:
            if self.read_only_because is None:
                self._lock_folder()
                append(file, known.content, known.content)
            return known
        read, id = read_game(file), int(file.stem)
        if read.rest is not None and self.read_only_because is not None:
            time.sleep(_WRITE_S)  # another program may have been in the middle of a write
            read = read_game(file)
        if read.rest is not None or len(read.writes) < self._receipt.games.get(id, 0):
            words = _("game {id} is lost from entry {entry} on").format(id=id, entry=len(read.lines))
            if not read.writes:
                words = _("game {id} is lost").format(id=id)
            elif read.rest and b'"result":' in read.rest and b'"lines":' not in read.rest:
                words = _("whether and how game {id} ended is lost").format(id=id)
            if read.rest is not None and self.read_only_because is None:
                aside = mend(file, read)
                words = _("{cost}; the damaged file is kept as {file}").format(cost=words, file=aside)
            self._lost[id] = words, not read.writes
        # Whoever looks on may read what is left of a game whose damage was said when the journal was opened.
        if read.rest is None or self._is_opening or self.read_only_because is None:
            self._receipt.games[id] = len(read.writes)
        return read

    def _look(self) -> None:
        """Reads what has changed since the last time; what is damaged or gone is said. Raises OSError."""
        files = self._files()
        known, self._listed = self._listed, {}
        for file in files:
            with suppress(FileNotFoundError):
                mark: object = None
                if file not in self._written:
                    found = file.stat()
                    mark = found.st_ino, found.st_size, found.st_mtime_ns
                if mark is None or file not in known or known[file][0] != mark:
                    read = self._read(file)
                    known[file] = mark, _entry(int(file.stem), read) if read.writes else None
                self._listed[file] = known[file]
        there = {int(file.stem) for file in files}
        for id in {id for id, writes in self._receipt.games.items() if writes} - there:
            # Whoever looks on may have been overtaken by a game that was moved or dropped meanwhile.
            moved = _file(self.path, id).exists() or _file(self._bin, id).exists()
            if not moved and (self.read_only_because is None or id in self._receipt_there().games):
                self._lost[id] = _("game {id} is lost").format(id=id), True
                self._receipt.games[id] = 0
        if not self._lost:
            return
        lost, self._lost = self._lost, {}
        gone = sum(is_gone for _words, is_gone in lost.values())
        ends = len(lost) - gone
        costs = (
            (gone, _("One game is lost."), _("{count} games are lost.")),
            (ends, _("The end of one game is lost."), _("The end of {count} games is lost.")),
        )
        cost = " ".join(
            (one if count == 1 else many).format(count=count) for count, one, many in costs if count
        )
        told = _("The games kept here are damaged. {cost}")
        repaired = _("the journal is damaged: {cost}; nothing was changed on the disk")
        if self.read_only_because is None:
            repaired = _("the journal was damaged: {cost}")
            if ends:
                told = _("The games kept here were damaged. {cost} The damaged file is kept.")
            self._note()
        self.told = told.format(cost=cost)
        self.repaired = repaired.format(cost="; ".join(words for words, _is_gone in lost.values()))

    def _take_over(self) -> None:
        """Copies the games of journals of before that are not here yet, or that went on there meanwhile."""
        known = {_first(read := read_game(file)): (file, read) for file in self._files()}
        for name, folder in ((JOURNAL_BEFORE, self.path), (BIN_BEFORE, self._bin)):
            games, is_whole = read_before(self.path.with_name(name))
            if not is_whole:
                words = _("what {file} holds could not be read to its end").format(file=name)
                self._lost[name] = words, False
            for id, game in games:
                taken = self._ids()
                free = id if id not in taken else max(taken) + 1
                file, read = known.get(_first(game), (_file(folder, free), GameRead()))
                if game.content.startswith(read.content) and game.content != read.content:
                    if self.read_only_because is None:
                        write_game(file, game.content)
                    else:
                        self._written[file] = game

    def _files(self) -> list[Path]:
        """The files of all games, of those in the bin too."""
        found = (*self.path.glob("*.jsonl"), *self._bin.glob("*.jsonl"))
        return sorted({*self._written, *(file for file in found if file.stem.isdecimal() and file.is_file())})

    def _ids(self) -> set[int]:
        """All numbers that games have, or had when they were noted."""
        return {*self._receipt.games, *(int(file.stem) for file in self._files())}

    def _lock_folder(self) -> None:
        """Makes the folder if need be, and locks it. Raises OSError while another program holds the lock."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self._lock >= 0 and os.path.samestat(os.fstat(self._lock), self.path.stat()):
            return
        lock = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            raise
        self._held.callback(os.close, lock)
        self._lock = lock

    def _receipt_there(self) -> _Receipt:
        """What is noted beside the folder; nothing where no note can be read."""
        with suppress(OSError, msgspec.DecodeError):
            content = file_bytes(receipt_file(self.path))
            found = msgspec.json.decode(content, type=_Receipt)
            if sealed(found) == content:
                return found
        return _Receipt()

    def _note(self) -> None:
        """Writes the receipt: after what it says is on the disk. Raises OSError."""
        write_whole(receipt_file(self.path), sealed(self._receipt))

    def _unknown(self, id: int) -> StoreFault:
        words = _("expected the number of a game that was played, found {id}").format(id=id)
        return StoreFault(words, self.path)


def open_store(path: Path, now: Callable[[], str] | None = None, because: str | None = None) -> Store:
    """Opens the journal in the folder `path`, and makes the folder if need be. Raises StoreFault.

    The journal is read-only while another program writes or the disk takes no writes, or where `because` says why.
    """
    path = path.resolve()
    there = next(one for one in (path, *path.parents) if one.exists())
    if not there.is_dir():
        raise StoreFault(_("expected a folder, found a file"), there)
    store = Store(path, now or (lambda: datetime.now(UTC).isoformat(timespec="milliseconds")), because)
    try:
        with in_words(path):
            store.open()
    except BaseException as fault:
        store.close()
        why = getattr(fault.__cause__, "errno", None)
        if because is None and isinstance(fault, StoreFault) and why in _UNWRITABLE:
            return open_store(path, now, fault.words)
        raise
    return store


def look_at(path: Path) -> Store:
    """The journal in the folder `path` for looking only: nothing on the disk is changed. Raises StoreFault."""
    return open_store(path, because=_("it was opened for looking only"))


def open_anyhow(path: Path) -> Store:
    """The journal as the app opens it; where it cannot be opened at all, an empty one that keeps nothing."""
    try:
        store = open_store(path)
    except Exception as fault:  # a disk may hold anything; the app opens all the same
        _log.warning("the journal cannot be opened", exc_info=not isinstance(fault, StoreFault))
        unread = _("it is no journal that this program can read")
        why = fault.words if isinstance(fault, StoreFault) else unread
        store = Store(path, str, why)
        words = _("The games kept so far cannot be read, and what is played now is not kept.")
        store.words, store.helps = f"{words}\n{why}", "begin_empty"
        return store
    if store.read_only_because is not None:
        words = _("Games played now are not kept, as {why}.")
        store.words, store.helps = words.format(why=store.read_only_because), "reopen"
    return store


def put_aside(path: Path) -> Path:
    """Puts a journal that cannot be read under another name: that name. Raises StoreFault."""
    aside = next(name for n in count(1) if not (name := path.with_name(f"{path.name}.aside-{n}")).exists())
    with in_words(path):
        with suppress(FileNotFoundError):
            receipt_file(path).rename(receipt_file(aside))
        return path.rename(aside)


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Turns what the disk raises, and text that is none, into StoreFault."""
    try:
        yield
    except OSError as fault:
        words = _UNWRITABLE.get(fault.errno or 0)
        raise StoreFault(_(words) if words else system_words(fault), path) from fault
    except UnicodeEncodeError as fault:
        words = _("expected text, found {found}").format(found=repr(fault.object[fault.start : fault.end]))
        raise StoreFault(words, path) from fault


def receipt_file(path: Path) -> Path:
    """Where the receipt of a folder of games lies."""
    return path.with_name(f"{path.name}.receipt")


def _file(folder: Path, id: int) -> Path:
    return folder / f"{id:06}.jsonl"


def _entry(id: int, read: GameRead) -> GameEntry:
    """A game as it is listed; it has at least its first line."""
    first = read.writes[0]
    last = next((write for write in reversed(read.writes) if write.result is not msgspec.UNSET), first)
    result = last.result if isinstance(last.result, str) else None
    finished = None if result is None else last.at
    return GameEntry(id, first.game, first.players, first.at, finished, result, len(read.lines) - 1)


def _first(read: GameRead) -> bytes:
    """The first line, which is the same for a game here and in a journal of before, whatever its number."""
    return read.content.partition(b"\n")[0]
