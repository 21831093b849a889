"""The record in words: every entry with its sentence, told on the state before it; kept up to date entry by entry."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.abilities import contest_of
from companion.contest import Contest
from companion.game import Game, Setup
from companion.journal import Entry, TookBack, play_while_valid, standing
from ui.words import _


@dataclass(frozen=True, slots=True)
class Told:
    """One entry with its sentence. `struck`: it does not count any more; `mends` the words that it put right."""

    entry: Entry
    words: str
    struck: bool = False
    mends: str = ""


class Chronicle:
    """Tells a growing record. Handing in a record that is no continuation starts afresh."""

    def __init__(self, game: Game[Any], setup: Setup) -> None:
        self._game, self._setup = game, setup
        self._read: tuple[Entry, ...] = ()
        self._states: list[Any] = [game.start(setup)]
        self._after: list[Any] = [*self._states]
        self._told: list[Told] = []

    def tell(self, entries: Sequence[Entry]) -> tuple[Told, ...]:
        """Every entry in words, in order."""
        given = tuple(entries)
        if given[: len(self._read)] != self._read:
            self.__init__(self._game, self._setup)  # type: ignore[misc]
        for n in range(len(self._read), len(given)):
            self._take_in(given[: n + 1])
        self._read = given
        counting = {entry.seq for entry in standing(given)}
        return tuple(replace(line, struck=self._is_struck(line, counting)) for line in self._told)

    @property
    def before(self) -> Any | None:
        """The state before the last entry that counts, of those told so far; None where there is none."""
        return self._states[-2] if len(self._states) > 1 else None

    @property
    def after_each(self) -> tuple[Any, ...]:
        """The state before all entries and after each of those told so far, as it was when that one was made."""
        return tuple(self._after)

    def state_before(self, n: int) -> Any:
        """The state before the n-th entry that counts, of those told so far."""
        return self._states[n]

    def contest(self, entries: Sequence[Entry]) -> Contest | None:
        """What the last entry that counts has decided, of those told so far."""
        kept = standing(entries)
        return (
            contest_of(self._game, self.before, kept[-1].event) if kept and self.before is not None else None
        )

    @staticmethod
    def _is_struck(line: Told, counting: set[int]) -> bool:
        return not isinstance(line.entry.event, TookBack) and line.entry.seq not in counting

    def _take_in(self, entries: tuple[Entry, ...]) -> None:
        entry = entries[-1]
        if isinstance(entry.event, TookBack):
            words = _("Taken back; everybody agreed.") if entry.event.agreed else _("Taken back.")
            self._told.append(Told(entry, words))
            self._states = self._states[:-1] or self._states
        elif entry.corrects is not None:
            kept = standing(entries[:-1])
            at = next(
                (n for n, old in enumerate(kept) if entry.corrects in (old.seq, old.corrects)), len(kept)
            )
            before = self._states[min(at, len(self._states) - 1)]
            old = next((line.words for line in self._told if line.entry.seq == entry.corrects), "")
            self._told.append(Told(entry, self._game.words(before, entry.event), mends=old))
            self._states, _stop = play_while_valid(self._game, self._setup, entries)
        else:
            self._told.append(Told(entry, self._game.words(self._states[-1], entry.event)))
            self._states.append(self._game.after(self._states[-1], entry.event))
        self._after.append(self._states[-1])
