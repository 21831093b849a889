"""One program at a time writes to a journal: a lock on a file beside it, gone with its process however that ends."""

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from ui.words import _


class AnotherWriter(Exception):
    """Another program has the lock; the message says so."""


class WriterLock:
    """The right to write, until `close`. Raises AnotherWriter, and OSError where nothing can be written at all."""

    def __init__(self, journal: Path) -> None:
        self._path = journal.with_name(journal.name + ".lock")
        self._take()

    def renew(self) -> None:
        """Takes it once more where its file was removed. Raises AnotherWriter where another program was faster."""
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(self._file), self._path.stat()):
                return
        self.close()
        self._take()

    def _take(self) -> None:
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.close()
            raise AnotherWriter(_("another window of this program is writing here")) from None
        except OSError:
            self.close()
            raise

    def close(self) -> None:
        """Lets others write; the file stays, so that nobody locks one that is about to go."""
        if self._file >= 0:
            os.close(self._file)
        self._file = -1
