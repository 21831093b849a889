"""Whether the journal's files still lie where they lay: a file removed while it is open takes entries with it.

What is written to a removed file seems to be written. Here it is noticed before anybody is told so, and the journal
is put back from what is still open.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from ui.journal.repair import finish_repair, rebuilding
from ui.journal.schema import StoreFault, connected, make_durable
from ui.words import _


class FilesThere:
    """The journal and its log as they were when they were opened."""

    def __init__(self, path: Path) -> None:
        self._path, self._log = path, path.with_name(path.name + "-wal")
        self._file, self._log_file = identity(path), identity(self._log)

    def are_there(self) -> bool:
        """Whether both are the files that they were; asked after a write, so that there is a log."""
        file, log = identity(self._path), identity(self._log)
        self._log_file = self._log_file or log
        return file is not None and log is not None and (file, log) == (self._file, self._log_file)

    def put_back(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        """A connection to a journal at its place that holds all that the open one does, which is closed.

        Raises StoreFault where another file lies there by now, sqlite3.Error and OSError where it cannot be written.
        """
        if identity(self._path) not in (None, self._file):
            raise StoreFault(_("another file was put in its place while it was open"), self._path)
        with rebuilding(self._path) as copy, closing(connected(copy)) as target:
            connection.backup(target)
        connection.close()
        finish_repair(self._path)
        again = connected(self._path)
        make_durable(again)
        self._file, self._log_file = identity(self._path), None
        return again


def identity(path: Path) -> tuple[int, int] | None:
    """Which file lies there; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
