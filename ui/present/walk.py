"""A game gone through entry by entry, as it was at the table: what happened, and what lay there after it.

Rule kept: of a game that has not ended only what all may know is shown; of one that has, everything.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import Contest, Event, Game, Over, Seat, Setup, View
from companion.journal import Entry, TookBack
from companion.sight import Lying, Thing
from ui.present.chronicle import Chronicle, Told
from ui.present.moment import player
from ui.secrecy import public


class Walk:
    """A record with its states. `lines`: every entry in words; place 0 is before the first, place n after n entries.

    `over`: how the game has ended; None while it goes on.
    """

    def __init__(
        self, game: Game[Any], setup: Setup, lines: tuple[Told, ...], states: tuple[Any, ...]
    ) -> None:
        """`states`: the one before all lines, and that after each."""
        self.game, self.setup, self.lines, self.states = game, setup, lines, states
        turn = game.turn(states[-1])
        self.over: Over | None = turn if isinstance(turn, Over) else None

    @classmethod
    def of(cls, game: Game[Any], setup: Setup, entries: Sequence[Entry]) -> "Walk":
        """A record gone through."""
        chronicle = Chronicle(game, setup)
        return cls(game, setup, chronicle.tell(entries), chronicle.after_each)

    @property
    def last(self) -> int:
        return len(self.lines)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player(self.setup, seat) for seat in range(self.setup.seats))

    def view(self, place: int) -> View:
        """What may be told of the state at a place."""
        return self.game.view(self.states[place], None)

    def event(self, place: int) -> Event | None:
        """What happened just before a place, as it may be known now; None before the first entry."""
        if not place:
            return None
        event, before = self.lines[place - 1].entry.event, self.states[place - 1]
        return event if self.over is not None else public(self.game, before, event)

    def contest(self, place: int) -> Contest | None:
        """What was decided just before a place."""
        event = self.event(place)
        if event is None or isinstance(event, TookBack) or self.lines[place - 1].entry.corrects is not None:
            return None
        return self.game.contest(self.states[place - 1], event)

    def lying(self, place: int) -> Mapping[str, Lying]:
        """What lay in each region: once the game is over with what each seat knew."""
        view = self.view(place)
        if self.over is None:
            return view.board
        found = dict(self.game.uncovered(self.states[place]))
        for seat in range(self.setup.seats):
            for name, own in self.game.view(self.states[place], seat).board.items():
                found[name] = _told_more(found.get(name, ()), own)
        return found

    def aside(self, place: int) -> tuple[tuple[str, ...], ...]:
        """By seat, what it had beside the board: once the game is over as its owner saw it."""
        if self.over is None:
            return self.view(place).aside
        return tuple(self._aside(place, seat) for seat in range(self.setup.seats))

    def _aside(self, place: int, seat: Seat) -> tuple[str, ...]:
        aside = self.game.view(self.states[place], seat).aside
        return aside[seat] if seat < len(aside) else ()


def _told_more(known: Lying, own: Lying) -> Lying:
    """Of two tellings of one region the one with more things, each named if either names it."""
    if len(known) != len(own):
        return max(known, own, key=len)
    return tuple(_named(one, other) for one, other in zip(known, own, strict=True))


def _named(one: Thing, other: Thing) -> Thing:
    return other if one.label is None and other.label is not None else one
