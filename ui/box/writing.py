"""Writing a game into the journal: a write that fails is told in words, and tried again after a while."""

from collections.abc import Callable
from typing import TypeVar

from ui.journal.store import Book, StoreFault

T = TypeVar("T")
_AGAIN_SECONDS = 1.0


class Writing:
    """What one game writes. `trouble` says in words why the last write failed, None while all is written."""

    def __init__(self, book: Book | None, clock: Callable[[], float]) -> None:
        self.book = book
        self.trouble: str | None = None
        self._clock = clock
        self._again_at = 0.0
        self._noted: str | None = None

    @property
    def is_due(self) -> bool:
        """Whether anything may be written now: not at once after a write that failed."""
        return self._clock() >= self._again_at

    def attempt(self, act: Callable[[], T]) -> T | None:
        """What an act gives that writes into the journal; None where it could not be written."""
        try:
            given = act()
        except StoreFault as fault:
            self.trouble = fault.words
            self._again_at = self._clock() + _AGAIN_SECONDS
            return None
        self.trouble = None
        return given

    def note_end(self, words: str | None) -> None:
        """Writes how the game ended, or with None that it goes on after a take-back."""
        book = self.book
        if book is None or words == self._noted:
            return

        def finish() -> bool:
            book.finish(words)
            return True

        if self.attempt(finish):
            self._noted = words
