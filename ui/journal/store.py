"""The journal on disk: a folder with a file per game, a bin for deleted games, a receipt beside the folder.

One program at a time writes, and holds the folder's lock; others may read meanwhile. The receipt lists the
games with their number of writes, so a game that is missing or older is noticed. Rule kept: once a write
returns, its lines are on the disk. A damaged file costs only the end of its own game; the file is set aside
and people learn of the loss.
"""

import errno
import fcntl
import hashlib
import json
import logging
import os
import re
import shutil
import sqlite3
import struct
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial, reduce
from itertools import count
from pathlib import Path
from typing import Literal

import msgspec

from companion.bounded import file_bytes
from ui.owned.whole_files import keep_small, kept_small, write_whole
from ui.words import _, marked, system_words

# One game as a file: JSON lines, one per write, each sealed over the one before. Tabs pad the file to the end
# of a block, and the next line overwrites them; no line holds a tab. So a truncated file lacks tabs, even if
# it ends with a whole line.

VERSION = 1
"""Version of all further lines; the first line has one form in all versions and names it."""
BLOCK = 4096
FILL = b"\t"
_SPECKS = 8
"""Maximum number of stray bytes in the padding that cannot be a line, as lines are longer."""
_SEAL = b',"seal":"'
_TORN = re.compile(rb'\{"[^\x00-\x1f]+\t+')
"""The beginning of a line left by a power cut, which was never reported as written."""


class Write(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the file: lines of the record, the result (None: the game goes on after all), notes.

    The first one names game and players. Notes concern this box and are no part of the record.
    """

    at: str
    v: int = 0
    game: str = ""
    players: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    result: str | msgspec.UnsetType | None = msgspec.UNSET
    notes: dict[str, str] = {}


@dataclass(frozen=True, slots=True)
class GameRead:
    """The writes of a file with valid seals, and its bytes up to their end.

    `rest`: damaged bytes behind them; None for a whole game.
    """

    writes: tuple[Write, ...] = ()
    content: bytes = b""
    rest: bytes | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(line for write in self.writes for line in write.lines)

    @property
    def times(self) -> tuple[str, ...]:
        return tuple(write.at for write in self.writes for _line in write.lines)

    @property
    def notes(self) -> dict[str, str]:
        """The last note of each name."""
        return {name: words for write in self.writes for name, words in write.notes.items()}

    def and_then(self, write: Write) -> "GameRead":
        """The game with one more write. Raises UnicodeEncodeError."""
        return GameRead((*self.writes, write), self.content + sealed(write, self.content))


def sealed(write: msgspec.Struct, content: bytes = b"") -> bytes:
    """A line to follow `content`. Raises UnicodeEncodeError."""
    text = msgspec.json.encode(write)[:-1]
    return text + _end(content[-19:-3], text)


def read_game(file: Path) -> GameRead:
    """The valid part of a file. Raises OSError, also for a game of a newer version."""
    content = file_bytes(file)
    writes: list[Write] = []
    end, seal = 0, b""
    while (at := content.find(_SEAL, end)) >= 0:
        text, written = content[end:at], content[at : at + len(_SEAL) + 18]
        if written != _end(seal, text)[:-1]:
            break
        try:
            write = msgspec.json.decode(text + b"}", type=Write)
        except (msgspec.DecodeError, RecursionError):
            break
        if not writes and write.v > VERSION:
            words = _(
                "made by a newer version of the program: expected a journal of version {most} at most, found {found}"
            )
            raise OSError(errno.EPROTO, words.format(most=VERSION, found=write.v))
        if not writes and not write.lines:
            break
        writes.append(write)
        seal, end = written[-18:-2], at + len(written) + 1
    rest = content[end:]
    whole = content[: end - 1] + b"\n" if end else b""
    return GameRead(tuple(writes), whole, None if _is_nothing(rest) else rest)


def write_game(file: Path, content: bytes) -> None:
    """Writes a whole game and its file name to disk. Raises OSError."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(file, _padded(content))
    sync(file.parent)


def append(file: Path, before: bytes, content: bytes) -> None:
    """Appends the new part of a game to its file, or writes it whole if the file has changed.

    Raises OSError; the file is then restored as far as the disk allows.
    """
    with suppress(FileNotFoundError), file.open("r+b", buffering=0) as out:
        there, handle = out.readall(), out.fileno()
        if before and there.rstrip(FILL) == before and there.endswith(FILL):
            if content == before:
                return
            try:
                # The padding is written first: a file without it counts as truncated.
                for at, more in ((len(there), _padded(content)), (len(before), content)):
                    if more[at:] and os.pwrite(handle, more[at:], at) != len(more) - at:
                        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                os.fdatasync(handle)
            except OSError:
                with suppress(OSError):
                    os.pwrite(handle, FILL * (len(content) - len(before)), len(before))
                raise
            if os.path.samestat(os.fstat(handle), file.stat()):
                return
        cut = before.startswith(there.rstrip(FILL))
        if not cut and not (there.startswith(before) and _is_nothing(there[len(before) :])):
            keep_aside(file, there)
    write_game(file, content)


def mend(file: Path, read: GameRead) -> Path:
    """Sets a damaged file aside and writes its valid part anew; the new name. Raises OSError."""
    aside = keep_aside(file, file_bytes(file))
    if read.writes:
        write_game(file, read.content)
    else:
        file.unlink()
    return aside


def keep_aside(file: Path, content: bytes) -> Path:
    """Copies a damaged file's content to another name, which is returned. Raises OSError."""
    names = (file.with_name(f"{file.name}.damaged{'' if n == 1 else f'-{n}'}") for n in range(1, 10_000))
    aside = next(name for name in names if not name.exists() or name.read_bytes() == content)
    write_whole(aside, content)
    return aside


def sync(folder: Path) -> None:
    """Flushes a folder's file names to disk. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _is_nothing(rest: bytes) -> bool:
    """Whether only padding follows the last line, or the beginning of a line never acknowledged."""
    is_torn = _SEAL not in rest and _TORN.fullmatch(rest) is not None
    return rest.endswith(FILL) and (is_torn or len(rest.replace(FILL, b"")) <= _SPECKS)


def _padded(content: bytes) -> bytes:
    return content + FILL * (BLOCK - len(content) % BLOCK)


def _end(seal: bytes, text: bytes) -> bytes:
    """The end of a line: its seal over its text and the previous line's seal."""
    return b'%b%b"}\n' % (_SEAL, hashlib.blake2b(seal + text, digest_size=8).hexdigest().encode())


# Journals of earlier versions, kept in SQLite: read once and copied into files; they stay unchanged.

JOURNAL_BEFORE, BIN_BEFORE = "journal.db", "deleted.db"
_LINE_BITS = 20
_BROKEN = (sqlite3.Error, ValueError, TypeError, OverflowError, MemoryError, RecursionError)


def read_before(file: Path) -> tuple[list[tuple[int, GameRead]], bool]:
    """Every game of an old journal with its number, as far as its checksums hold; whether that is all."""
    games: list[tuple[int, GameRead]] = []
    wholes, count = [not file.exists()], 0
    with tempfile.TemporaryDirectory(prefix="zo-journal-") as folder, suppress(*_BROKEN, FileNotFoundError):
        # SQLite writes into the files that it reads, so a copy is opened.
        copy, log = Path(folder) / file.name, b""
        journal = file.read_bytes()
        # A fresh header replaces a damaged one: the tables hold everything else but the free pages. The page
        # size follows from where the first page, filled from its end, begins: old versions left it to SQLite.
        page = 4096 if int.from_bytes(journal[105:107]) > 1024 else 1024
        fields = b"SQLite format 3", page, 2, 2, 0, 64, 32, 32, journal[32:40], 4, 1
        copy.write_bytes(struct.pack(">16sH6B8x8s4xI8xI40x", *fields) + journal[100:])
        with suppress(FileNotFoundError):
            log = Path(f"{file}-wal").read_bytes()
            Path(f"{copy}-wal").write_bytes(log)
        with closing(sqlite3.connect(copy)) as connection:
            # Invalid UTF-8 spoils the checksum of its own row only.
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
        # SQLite took every frame if those behind have other salts, from before the log's restart.
        frame, salts = 24 + page, log[16:24]
        behind = (log[at + 8 : at + 16] for at in range(32 + taken * frame, len(log), frame))
        old = (len(each) == 8 and each[:4] != salts[:4] and each[4:] != salts[4:] for each in behind)
        wholes[0] = lines == count and checked == "ok" and not 0 < len(log) < 32 and all(old)
    return games, all(wholes)


def _read(game: tuple[str, ...], rows: list[tuple[str, ...]]) -> tuple[GameRead, bool]:
    """A game up to its first damaged row, and whether that is all of it."""
    _id, name, players, started, finished, result = game[:6]
    texts: list[str] = []
    read = GameRead()
    last = ""
    whole = _row_seal(*game[:-1]) == game[-1] and (len(game) == 7 or len(rows) == int(game[6]))
    for *row, seal in rows:
        if _row_seal(*row, *[last][: len(row) - 3]) != seal:
            whole = False
            break
        last = seal
        texts.append(str(row[-1]))
        if len(row) == 3 or not row[2]:  # the last row of one write
            if read.writes:
                write = Write(row[1], lines=tuple(texts))
            else:
                write = Write(started, VERSION, name, tuple(json.loads(players)), tuple(texts))
            read = read.and_then(write)
            texts = []
    if read.writes and whole and finished is not None:
        read = read.and_then(Write(finished, result=result))
    return read, whole and bool(read.writes)


def _row_seal(*values: object) -> str:
    content = json.dumps(values, ensure_ascii=False, default=repr).encode(errors="surrogatepass")
    return hashlib.blake2b(content, digest_size=8).hexdigest()


# Small files beside the journal; the loss of one costs no game.

_BOOT = Path("/proc/sys/kernel/random/boot_id")


class Laid(msgspec.Struct, frozen=True, kw_only=True):
    """The game on the table by its moment of beginning, and the number of returns to it since `boot`."""

    started: str
    boot: str = ""
    times: int = 0


class OnTable:
    """Remembers the game on the table, so that the box returns to it by itself.

    Written when a game is laid and when it is put away, never in between.
    """

    def __init__(self, journal: Path) -> None:
        self._file = journal.with_name("on-table.json")
        self._boot = _boot()

    @property
    def laid(self) -> Laid | None:
        """The game on the table if known; returns before the machine's last start do not count."""
        laid = kept_small(self._file, partial(msgspec.json.decode, type=Laid))
        if laid is not None and laid.boot != self._boot:
            return Laid(started=laid.started, boot=self._boot)
        return laid

    def lay(self, started: str, times: int = 0) -> None:
        keep_small(self._file, msgspec.json.encode(Laid(started=started, boot=self._boot, times=times)))

    def clear(self) -> None:
        keep_small(self._file, None)


def _boot() -> str:
    """The kernel's id of this start of the machine."""
    try:
        return _BOOT.read_text(encoding="ascii").strip()
    except OSError:
        return ""


PICTURES = "pictures"
MOST_PICTURES = 12
"""Maximum pictures per game; the one closest to its neighbours in the game is dropped first."""
_JPEG_BEGIN, _JPEG_END = b"\xff\xd8", b"\xff\xd9"


class MomentPictures:
    """Pictures of great moments of the game that was `started` then: small JPEGs, named by entry.

    A picture is written whole or not at all.
    """

    def __init__(self, journal: Path, started: str) -> None:
        self._folder = journal.with_name(PICTURES) / (re.sub(r"\D+", "-", started).strip("-") or "none")

    def whole(self) -> Mapping[int, Path]:
        """By entry, the files of the complete pictures."""
        whole = {}
        for number, file in self._files():
            with suppress(OSError):
                picture = file.read_bytes()
                if picture.startswith(_JPEG_BEGIN) and picture.endswith(_JPEG_END):
                    whole[number] = file
        return whole

    def keep(self, entry: int, picture: bytes) -> None:
        """Keeps an entry's picture, and drops one if there are too many."""
        file = self._folder / f"{entry}.jpg"
        beside = file.with_suffix(".part")
        with suppress(OSError):  # not synced: the loss of a picture costs no game
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            beside.write_bytes(picture)
            beside.replace(file)
            known = self._files()
            if len(known) > MOST_PICTURES:
                # the one closest to its neighbours is dropped; never the first or the newest
                inner = range(1, len(known) - 1)
                known[min(inner, key=lambda n: known[n + 1][0] - known[n - 1][0])][1].unlink()

    def drop(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def _files(self) -> list[tuple[int, Path]]:
        """The pictures with their entries, in the order of the game."""
        with suppress(OSError):
            files = self._folder.glob("*.jpg")
            return sorted((int(file.stem), file) for file in files if file.stem.isdecimal())
        return []


# The journal.

_WRITE_S = 0.05
_log = logging.getLogger(__name__)
NOTES_BEFORE = {"source": "sources.json", "box": "box_seats.json", "coach": "coaches.json"}
"""By note, the file in which earlier versions kept it for all games, by moment of beginning."""
_READ_ONLY = marked("the journal's file, its folder or the disk is read-only")
_FULL = marked("the disk is full: free some space and try again")
_UNWRITABLE = {
    **dict.fromkeys((errno.EROFS, errno.EACCES, errno.EPERM), _READ_ONLY),
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT), _FULL),
    errno.EWOULDBLOCK: marked("another window of this program is writing here"),
}
"""Reasons, by errno, for a journal that can be read but not written."""


class StoreFault(Exception):
    """The journal cannot be read or written; the message is one line with the reason.

    `words`: the same for players, without the file's name.
    """

    def __init__(self, words: str, path: Path | None = None) -> None:
        super().__init__(words if path is None else f"{path}: {words}")
        self.words = words


@dataclass(frozen=True, slots=True)
class GameEntry:
    """One game of the journal: time (UTC), players, result (None while unfinished)."""

    id: int
    game: str
    players: tuple[str, ...]
    started: str
    finished: str | None
    result: str | None
    entries: int


class Book:
    """A game being written. Nothing is on disk before its first line, the record's header."""

    def __init__(
        self, store: "Store", game: str, players: tuple[str, ...], id: int | None = None, lines: int = 0
    ) -> None:
        self.id = id
        self._store, self._game, self._players, self._lines = store, game, players, lines

    def write(self, lines: tuple[str, ...]) -> None:
        """Writes all lines to disk or none. Raises StoreFault, and then nothing was written."""
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
        """Notes the result, or (None) that the game goes on after all. Raises StoreFault."""
        if self.id is not None:
            self._store.put(self.id, Write(self._store.now(), result=result))


class _Receipt(msgspec.Struct):
    """Number of writes per game (0: lost), and the old journals already taken over."""

    games: dict[int, int] = {}
    before: tuple[tuple[int, int], ...] = ()


class Store:
    """The games of a folder. `read_only_because`: reason in words against writing, or None.

    `repaired`: the cost of damage in words, or None; `told`: the same for players. `words`: why the app
    cannot use it properly, a sentence and details; `helps`: remedies to offer, `reopen` for a passing fault,
    `begin_empty` for an unreadable journal.
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
        self._receipt = _Receipt()  # the games as last seen
        self._written: dict[Path, GameRead] = {}  # games of this session as they should be on disk
        self._listed: dict[Path, tuple[object, GameEntry | None]] = {}  # cache by file marks
        self._lost: dict[object, tuple[str, bool]] = {}  # in words, and whether it is a whole game

    def open(self) -> None:
        """Reads the folder; if writable, takes its lock and mends it. Raises OSError."""
        is_new, writes = not self.path.exists(), self.read_only_because is None
        if writes:
            self._lock_folder()
            note = f".{receipt_file(self.path).name}.*"
            for left in (*self.path.glob(".*.jsonl.*"), *self.path.parent.glob(note)):
                left.unlink()  # the remains of an interrupted write
        self._receipt = self._receipt_there()
        # The state of the old journals; empty if there are none.
        names = (JOURNAL_BEFORE, f"{JOURNAL_BEFORE}-wal", BIN_BEFORE)
        marks = (file.stat() for name in names if (file := self.path.with_name(name)).exists())
        before = tuple((mark.st_size, mark.st_mtime_ns) for mark in marks)
        if before and (is_new or (writes and before != self._receipt.before)):
            self._take_over()
            # The next start retries and reports games that could not be read whole.
            self._receipt.before = () if self._lost else before
        self._look()
        if writes:
            # Notes that earlier versions kept beside the folder move into the games, those of the bin too.
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
        """Releases the lock, so that others may write."""
        self._written.clear()
        self._held.close()
        self._lock = -1

    def expect_writable(self) -> None:
        """Raises StoreFault if nothing can be written."""
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
        """A game's valid part. Raises StoreFault, also if it has been damaged meanwhile."""
        before, read = self._receipt.games.get(id, 0), None
        with in_words(self.path), suppress(FileNotFoundError):
            read = self._read(_file(self.path, id))
        if read is not None and len(read.writes) < before:
            words = _("game {id} is not what was written (its checksum is wrong)").format(id=id)
            raise StoreFault(words, self.path)
        if read is None or not read.writes:
            raise self._unknown(id)
        return read

    def pictures(self, id: int) -> MomentPictures:
        """A kept game's pictures. Raises StoreFault."""
        return MomentPictures(self.path, self.played(id).started)

    # written

    def begin(self, game: str, players: tuple[str, ...] = ()) -> Book:
        return Book(self, game, players)

    def book(self, id: int) -> Book:
        """The book of a kept game, to continue it. Raises StoreFault for an unknown game."""
        game = self.played(id)
        return Book(self, game.game, game.players, id, game.entries + 1)

    def add(self, game: str, players: tuple[str, ...], lines: tuple[str, ...], result: str | None) -> int:
        """Keeps a whole record from elsewhere, all or nothing; its number. Raises StoreFault."""
        at = self.now()
        end = () if result is None else (Write(at, result=result),)
        others = (Write(at, lines=(line,)) for line in lines[1:])
        return self.put(None, Write(at, VERSION, game, players, lines[:1]), *others, *end)

    def note(self, id: int, notes: Mapping[str, str]) -> None:
        """Keeps the notes of a game that are new. Raises StoreFault."""
        known = self.kept(id).notes
        new = {name: words for name, words in notes.items() if known.get(name, "") != words}
        if new:
            self.put(id, Write(self.now(), notes=new))

    def delete(self, id: int) -> None:
        """Moves a game into the bin, and drops its pictures. Raises StoreFault."""
        pictures = self.pictures(id)
        self._move(id, self.path, self._bin)
        pictures.drop()

    def restore(self, id: int) -> None:
        """Moves a game of the bin back among the others. Raises StoreFault."""
        self._move(id, self._bin, self.path)

    def drop_if_empty(self, id: int) -> None:
        """Drops a game without any event. Raises StoreFault."""
        self.expect_writable()
        if not self.played(id).entries:
            with in_words(self.path):
                self._receipt.games.pop(id, None)
                self._note()
                self._written.pop(_file(self.path, id), None)
                _file(self.path, id).unlink()

    def put(self, id: int | None, *writes: Write) -> int:
        """Writes to a game, or (`id` None) to a new one; its number. Raises StoreFault."""
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

    # files

    def _entries(self, folder: Path) -> tuple[GameEntry, ...]:
        with in_words(self.path):
            self._look()
        found = (entry for file, (_mark, entry) in self._listed.items() if entry and file.parent == folder)
        return tuple(sorted(found, key=lambda entry: entry.id, reverse=True))

    def _read(self, file: Path) -> GameRead:
        """A game's valid part; a damaged file is mended, or rewritten if this session wrote it.

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
        # A reader gets the rest of a game whose damage was reported when the journal was opened.
        if read.rest is None or self._is_opening or self.read_only_because is None:
            self._receipt.games[id] = len(read.writes)
        return read

    def _look(self) -> None:
        """Reads all changes since the last time and reports damage and losses. Raises OSError."""
        files = self._files()
        known, self._listed = self._listed, {}
        # A file with unchanged marks is not read again, unless this program wrote it.
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
        # A game in the receipt without a file is lost.
        there = {int(file.stem) for file in files}
        for id in {id for id, writes in self._receipt.games.items() if writes} - there:
            # A reader may see a game between moves by the writing program.
            moved = _file(self.path, id).exists() or _file(self._bin, id).exists()
            if not moved and (self.read_only_because is None or id in self._receipt_there().games):
                self._lost[id] = _("game {id} is lost").format(id=id), True
                self._receipt.games[id] = 0
        if not self._lost:
            return
        # Losses are reported once: to players as numbers, in the log with names.
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
        """Copies games of old journals that are missing here, or went on there meanwhile."""
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
        """The files of all games, including the bin."""
        found = (*self.path.glob("*.jsonl"), *self._bin.glob("*.jsonl"))
        return sorted({*self._written, *(file for file in found if file.stem.isdecimal() and file.is_file())})

    def _ids(self) -> set[int]:
        """All numbers that games have or had."""
        return {*self._receipt.games, *(int(file.stem) for file in self._files())}

    def _lock_folder(self) -> None:
        """Makes and locks the folder. Raises OSError while another program holds the lock."""
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
        """The receipt on disk; an empty one if it cannot be read."""
        with suppress(OSError, msgspec.DecodeError):
            content = file_bytes(receipt_file(self.path))
            found = msgspec.json.decode(content, type=_Receipt)
            if sealed(found) == content:
                return found
        return _Receipt()

    def _note(self) -> None:
        """Writes the receipt, always after the games that it lists. Raises OSError."""
        write_whole(receipt_file(self.path), sealed(self._receipt))

    def _unknown(self, id: int) -> StoreFault:
        words = _("expected the number of a game that was played, found {id}").format(id=id)
        return StoreFault(words, self.path)


def open_store(path: Path, now: Callable[[], str] | None = None, because: str | None = None) -> Store:
    """Opens the journal in the folder `path`, which is made if missing. Raises StoreFault.

    Read-only while another program writes, if the disk takes no writes, or for the reason `because`.
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
    """The journal in the folder `path`, read-only: nothing on disk changes. Raises StoreFault."""
    return open_store(path, because=_("it was opened for looking only"))


def open_anyhow(path: Path) -> Store:
    """The journal for the app; an empty one that keeps nothing if it cannot be opened."""
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
    """Renames an unreadable journal; its new name. Raises StoreFault."""
    aside = next(name for n in count(1) if not (name := path.with_name(f"{path.name}.aside-{n}")).exists())
    with in_words(path):
        with suppress(FileNotFoundError):
            receipt_file(path).rename(receipt_file(aside))
        return path.rename(aside)


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Turns errors of disk and decoding into StoreFault."""
    try:
        yield
    except OSError as fault:
        words = _UNWRITABLE.get(fault.errno or 0)
        raise StoreFault(_(words) if words else system_words(fault), path) from fault
    except UnicodeEncodeError as fault:
        words = _("expected text, found {found}").format(found=repr(fault.object[fault.start : fault.end]))
        raise StoreFault(words, path) from fault


def receipt_file(path: Path) -> Path:
    return path.with_name(f"{path.name}.receipt")


def _file(folder: Path, id: int) -> Path:
    return folder / f"{id:06}.jsonl"


def _entry(id: int, read: GameRead) -> GameEntry:
    """A game's line in the list; it has at least its first write."""
    first = read.writes[0]
    last = next((write for write in reversed(read.writes) if write.result is not msgspec.UNSET), first)
    result = last.result if isinstance(last.result, str) else None
    finished = None if result is None else last.at
    return GameEntry(id, first.game, first.players, first.at, finished, result, len(read.lines) - 1)


def _first(read: GameRead) -> bytes:
    """The first line: equal for one game here and in an old journal, under any number."""
    return read.content.partition(b"\n")[0]
