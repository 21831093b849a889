"""One game as a file: JSON lines, a line a write, each line sealed over the one before.

The last line is followed by tabs to the end of a block, over which the next one is written; no line holds a tab. So a
file that was cut short anywhere, be it at the end of a line, is known by the tabs that it lacks.
"""

import errno
import hashlib
import os
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec

from companion.bounded import file_bytes
from ui.owned.whole_files import write_whole
from ui.words import _

VERSION = 1
"""The first line has the same form in every later version: it says which version the other lines are of."""
BLOCK = 4096
FILL = b"\t"
_SPECKS = 8
"""Up to this many other bytes among the tabs at the end are no line: a line is longer."""
_SEAL = b',"seal":"'
_TORN = re.compile(rb'\{"[^\x00-\x1f]+\t+')
"""The beginning of a line that a power cut left: nobody was told that it is written."""


class Write(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the file: lines of the record, how the game ended (None: it goes on after all), notes.

    The first one says which game it is and who plays. Notes are about this box and no part of the record.
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
    """The writes that the seals of a file vouch for, and its bytes up to their end. `rest`: damaged ones behind it.

    None: there are none, so the game is whole.
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
    """A line that follows this content. Raises UnicodeEncodeError."""
    text = msgspec.json.encode(write)[:-1]
    return text + _end(content[-19:-3], text)


def read_game(file: Path) -> GameRead:
    """What a file holds, as far as it is whole. Raises OSError, also for a game of a newer version."""
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
    """Puts a whole game, and the name of its file, on the disk. Raises OSError."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(file, _padded(content))
    sync(file.parent)


def append(file: Path, before: bytes, content: bytes) -> None:
    """Puts on the disk what a game has more than before; all of it where what was before is not there any more.

    Raises OSError, and then it is as before as far as the disk allows.
    """
    with suppress(FileNotFoundError), file.open("r+b", buffering=0) as out:
        there, handle = out.readall(), out.fileno()
        if before and there.rstrip(FILL) == before and there.endswith(FILL):
            if content == before:
                return
            try:
                # The tabs first: a file without them is one that was cut.
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
    """Keeps a damaged file under another name, and what is whole of it in its place: that name. Raises OSError."""
    aside = keep_aside(file, file_bytes(file))
    if read.writes:
        write_game(file, read.content)
    else:
        file.unlink()
    return aside


def keep_aside(file: Path, content: bytes) -> Path:
    """Keeps what a damaged file holds under another name: that name. Raises OSError."""
    names = (file.with_name(f"{file.name}.damaged{'' if n == 1 else f'-{n}'}") for n in range(1, 10_000))
    aside = next(name for name in names if not name.exists() or name.read_bytes() == content)
    write_whole(aside, content)
    return aside


def sync(folder: Path) -> None:
    """The names of the files in a folder are on the disk. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _is_nothing(rest: bytes) -> bool:
    """Whether behind the last line stand tabs alone, or the beginning of one that was never acknowledged."""
    is_torn = _SEAL not in rest and _TORN.fullmatch(rest) is not None
    return rest.endswith(FILL) and (is_torn or len(rest.replace(FILL, b"")) <= _SPECKS)


def _padded(content: bytes) -> bytes:
    return content + FILL * (BLOCK - len(content) % BLOCK)


def _end(seal: bytes, text: bytes) -> bytes:
    """What follows the text of a line: its seal, over the text and the seal of the line before it."""
    return b'%b%b"}\n' % (_SEAL, hashlib.blake2b(seal + text, digest_size=8).hexdigest().encode())
