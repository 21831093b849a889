"""A journal looked at while another program may be writing to it: a copy is read, made anew when it has changed.

The program that writes holds the file for itself. What it has acknowledged stands in the file or in its log, and a copy
of both that was made within one life of the log holds all of it.
"""

import shutil
import sqlite3
import tempfile
from contextlib import suppress
from pathlib import Path

from ui.journal.schema import StoreFault, alone, connected
from ui.words import _

_TIMES = 50
"""So often it is copied once more because the log was begun anew meanwhile; that happens every few minutes."""
_LOG_HEAD = 32

Mark = tuple[tuple[int, int, int] | None, ...]
"""Which file and which log lie there, how long they are, and when they were written last."""


class Copied:
    """A journal as it was when it was looked at last. Raises sqlite3.Error, OSError, StoreFault where it cannot be."""

    def __init__(self, path: Path) -> None:
        self._path, self._mark = path, _mark(path)
        self.connection = _copy(path)

    def follow(self) -> sqlite3.Connection:
        """The newest copy. One that cannot be made now leaves what there is."""
        mark = _mark(self._path)
        if mark != self._mark and mark[0] is not None:
            with suppress(sqlite3.Error, OSError, StoreFault):
                newest = _copy(self._path)
                self.connection.close()
                self.connection, self._mark = newest, mark
        return self.connection


def _copy(path: Path) -> sqlite3.Connection:
    """A connection to a copy that no folder names any more, so that it is gone with the connection."""
    with tempfile.TemporaryDirectory(prefix="zo-journal-") as folder:
        copy = Path(folder) / path.name
        _copy_files(path, copy)
        connection = connected(copy)
        try:
            alone(connection)
            # The log is read here and now.
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        except BaseException:
            connection.close()
            raise
    return connection


def _copy_files(path: Path, copy: Path) -> None:
    """The file first: whatever is folded into it meanwhile still stands in the log, unless that is begun anew."""
    for _again in range(_TIMES):
        life = _life(path)
        shutil.copyfile(path, copy)
        with suppress(FileNotFoundError):
            shutil.copyfile(_log(path), _log(copy))
        if _life(path) == life:
            return
        _log(copy).unlink(missing_ok=True)
    raise StoreFault(_("another program is using it"), path)


def _life(path: Path) -> object:
    """What stays the same until the log is begun anew; where it is empty, until anything at all is written."""
    head = b""
    with suppress(FileNotFoundError), _log(path).open("rb") as log:
        head = log.read(_LOG_HEAD)
    return head or _mark(path)


def _mark(path: Path) -> Mark:
    return tuple(_of_file(file) for file in (path, _log(path)))


def _of_file(file: Path) -> tuple[int, int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def _log(path: Path) -> Path:
    return path.with_name(path.name + "-wal")
