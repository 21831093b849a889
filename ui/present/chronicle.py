"""The record in words: every entry with its sentence, told on the state before it; kept up to date entry by entry."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.book import opened
from companion.game import Contest, Game, Setup
from companion.journal import Entry, TookBack, standing
from ui.present.names import written
from ui.words import _


@dataclass(frozen=True, slots=True)
class Told:
    """One entry with its sentence. `struck`: it does not count any more; `mends` the words that it put right.

    `against`: the rules in short that the table set aside for it.
    """

    entry: Entry
    words: str
    struck: bool = False
    mends: str = ""
    against: str = ""

    @property
    def note(self) -> str:
        """What is special about it."""
        if self.entry.waived:
            return _("allowed by the table: {rule}").format(rule=self.against)
        if self.mends:
            return _("put right; was: {words}").format(words=self.mends)
        return _("does not count") if self.struck else ""


class Chronicle:
    """Tells a growing record. Handing in a record that is no continuation starts afresh."""

    def __init__(self, game: Game[Any], setup: Setup) -> None:
        self._game, self._setup = game, setup
        self._book = opened(game, setup, ())
        self._after: list[Any] = [self._book.state]
        self._told: list[Told] = []
        self._entries: tuple[Entry, ...] = ()
        self._lines: tuple[Told, ...] = ()

    def tell(self, entries: Sequence[Entry]) -> tuple[Told, ...]:
        """Every entry in words, in order."""
        given = tuple(entries)
        if given is self._entries:
            return self._lines  # asked for with every picture, and mostly nothing has been entered since
        if given[: len(self._told)] != self._book.entries:
            self.__init__(self._game, self._setup)  # type: ignore[misc]
        for entry in given[len(self._told) :]:
            self._take_in(entry)
        counting = {entry.seq for entry in standing(given)}
        self._entries = given
        self._lines = tuple(
            replace(
                line, struck=not isinstance(line.entry.event, TookBack) and line.entry.seq not in counting
            )
            for line in self._told
        )
        return self._lines

    @property
    def before(self) -> Any | None:
        """The state before the last entry that counts, of those told so far; None where there is none."""
        return self._book.states[-2] if len(self._book.states) > 1 else None

    @property
    def after_each(self) -> tuple[Any, ...]:
        """The state before all entries and after each of those told so far, as it was when that one was made."""
        return tuple(self._after)

    def state_before(self, n: int) -> Any:
        """The state before the n-th entry that counts, of those told so far."""
        return self._book.states[n]

    def contest(self, entries: Sequence[Entry]) -> Contest | None:
        """What the last entry that counts has decided, of those told so far."""
        kept = standing(entries)
        return self._game.contest(self.before, kept[-1].event) if kept and self.before is not None else None

    def _take_in(self, entry: Entry) -> None:
        known, after = self._book, self._book.entered(entry)
        if isinstance(entry.event, TookBack):
            words = _("Taken back; everybody agreed.") if entry.event.agreed else _("Taken back.")
            self._told.append(Told(entry, words))
        elif entry.corrects is not None:
            kept, last = after.standing, len(known.states) - 1
            before = known.states[min(kept.index(entry), last) if entry in kept else last]
            old = next((line.words for line in self._told if line.entry.seq == entry.corrects), "")
            self._told.append(Told(entry, self._game.words(before, entry.event), mends=old))
        else:
            broken = (written(self._game.id, each) for each in entry.waived)
            against = " ".join(each.short for each in broken if each is not None)
            self._told.append(Told(entry, self._game.words(known.state, entry.event), against=against))
        self._book = after
        self._after.append(after.state)
