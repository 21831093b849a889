"""The journal as the app opens it: whatever lies in the folder, the app opens, and says what it could not read."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from ui.journal.repair import in_memory
from ui.journal.schema import StoreFault, in_words
from ui.journal.store import Store, open_store
from ui.words import _

Helps = Literal["", "reopen", "begin_empty"]
"""What may be offered where the journal is not as it should be."""
_log = logging.getLogger(__name__)
_FILES = ("", "-wal", "-shm", ".receipt")


class JournalHere:
    """The journal of this machine. `words` say what is wrong with it, or are empty: a sentence, and more beneath.

    `helps`: what may be offered besides, `reopen` where it may be better the next time, `begin_empty` where the file
    cannot be read at all.
    """

    def __init__(self, path: Path, now: Callable[[], str] | None = None) -> None:
        self.words = ""
        self.helps: Helps = ""
        self._path, self._now = path, now

    def open(self) -> Store:
        """The journal; where it cannot be opened at all, an empty one that keeps nothing."""
        self.words, self.helps = "", ""
        try:
            store = open_store(self._path, self._now)
        except StoreFault as fault:
            return self._none(fault.words)
        except (
            Exception
        ):  # a file may hold anything; the app opens all the same, and what it was is in the log
            _log.exception("the journal cannot be opened")
            return self._none(_("it is no journal that this program can read"))
        if store.read_only_because is not None:
            self.helps = "reopen"
            self.words = _("Games played now are not kept, as {why}.").format(why=store.read_only_because)
        return store

    def begin_empty(self) -> Path:
        """Puts the file that cannot be read aside, under another name: that name. Raises StoreFault."""
        with in_words(self._path):
            aside = next(
                name
                for number in range(1, 10_000)
                if not (name := self._path.with_name(f"{self._path.name}.aside-{number}")).exists()
            )
            for end in _FILES:
                file = self._path.with_name(self._path.name + end)
                if file.exists() or file.is_symlink():
                    file.rename(aside.with_name(aside.name + end))
        return aside

    def _none(self, why: str) -> Store:
        self.helps = "begin_empty"
        words = _("The games kept so far cannot be read, and what is played now is not kept.")
        self.words = f"{words}\n{why}"
        return Store(self._path, self._now or str, in_memory(()), why)
