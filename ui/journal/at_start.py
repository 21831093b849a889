"""The journal as the app opens it: whatever lies in its place, the app opens, and says what it could not read."""

import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal

from ui.journal.store import Store, StoreFault, in_words, open_store, receipt_file
from ui.words import _

Helps = Literal["", "reopen", "begin_empty"]
"""What may be offered where the journal is not as it should be."""
_log = logging.getLogger(__name__)


class JournalHere:
    """The journal of this machine. `words` say what is wrong with it, or are empty: a sentence, and more beneath.

    `helps`: what may be offered besides, `reopen` where it may be better the next time, `begin_empty` where it
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
        except Exception as fault:  # a disk may hold anything; the app opens all the same
            _log.warning("the journal cannot be opened", exc_info=not isinstance(fault, StoreFault))
            unread = _("it is no journal that this program can read")
            why = fault.words if isinstance(fault, StoreFault) else unread
            self.helps = "begin_empty"
            words = _("The games kept so far cannot be read, and what is played now is not kept.")
            self.words = f"{words}\n{why}"
            return Store(self._path, self._now or str, why)
        if store.read_only_because is not None:
            self.helps = "reopen"
            self.words = _("Games played now are not kept, as {why}.").format(why=store.read_only_because)
        return store

    def begin_empty(self) -> Path:
        """Puts what cannot be read aside, under another name: that name. Raises StoreFault."""
        names = (self._path.with_name(f"{self._path.name}.aside-{n}") for n in range(1, 10_000))
        aside = next(name for name in names if not name.exists())
        with in_words(self._path):
            with suppress(FileNotFoundError):
                receipt_file(self._path).rename(receipt_file(aside))
            return self._path.rename(aside)
