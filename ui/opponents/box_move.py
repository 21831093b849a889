"""What the box plays, as people carry it out: which events may come of it, and whether anything of it can be seen.

And the hand of a seat that it plays, where nobody tells the referee what a hand holds: people draw it.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from companion.game import Event, Game, RandomSource, Seat, shuffled

SAID = ("start", "to", "at", "by", "trump", "card")
"""What of an event its seat decides, where it is about that."""


@dataclass(frozen=True, slots=True)
class BoxMove:
    """What the box plays at a seat: the event as far as it decides that, in words, and all events that may come of it.

    `thrown`: people throw or flick something for it, and what comes of that is read or told as ever. `worth`: how the
    box stands by its own reckoning, 0 … 1.
    """

    seat: Seat
    event: Event
    words: str
    ways: tuple[Event, ...]
    worth: float
    thrown: bool = False

    @property
    def said(self) -> tuple[tuple[str, Any], ...]:
        """What is known of it, as (field, value)."""
        fields = ((name, getattr(self.event, name, None)) for name in SAID)
        known = tuple((name, value) for name, value in fields if value is not None)
        return (("kind", type(self.event).__name__), ("seat", self.seat), *known)

    def agrees(self, event: Event) -> bool:
        """Whether that is what was booked, whatever turned up or fell by it."""
        if event in self.ways:
            return True
        return type(event) is type(self.event) and all(
            getattr(event, name, None) == value for name, value in self.said[1:]
        )


def ways_of(game: Game[Any], state: Any, decided: Event) -> tuple[Event, ...]:
    same = (
        event
        for event in game.candidates(state, None)
        if event == decided or game.decided(state, event) == decided
    )
    found = tuple(event for event in same if game.breach(state, event) is None)
    return found or ((decided,) if game.breach(state, decided) is None else ())


def due_before(game: Game[Any], state: Any, event: Event) -> Event | None:
    """What ends a phase that must be over before an event, where only who knows the hand knows that it is."""
    if ways_of(game, state, event):
        return None
    for end in game.candidates(state, None):
        is_end = end.ends_turn and end.seat == event.seat and game.breach(state, end) is None
        if is_end and game.breach(game.after(state, end), event) is None:
            return end
    return None


class OwnHand:
    """What people said that one seat holds, for as long as it can be so."""

    def __init__(self, game: Game[Any], seat: Seat) -> None:
        self._game, self.seat = game, seat
        self.cards: tuple[str, ...] = ()

    def wanted(self, state: Any) -> int:
        """How many cards people have yet to tell; what cannot be held any more is forgotten."""
        if self._game.untold is None:
            return 0
        count, pool = self._game.untold(state, self.seat)
        if len(self.cards) > count or Counter(self.cards) - Counter(pool):
            self.cards = ()
        return count - len(self.cards)

    def may_be(self, state: Any) -> dict[str, int]:
        """How often each card may be among those that have yet to be told."""
        assert self._game.untold is not None
        pool = Counter(self._game.untold(state, self.seat)[1])
        return dict(sorted((pool - Counter(self.cards)).items()))

    def told(self, card: str, more: int) -> None:
        """A card is held, or was told by mistake."""
        held = Counter(self.cards)
        held[card] += more
        self.cards = tuple(held.elements())

    def drawn(self, state: Any, lots: RandomSource) -> None:
        """Draws what has yet to be told by lot, where no real cards lie on a table."""
        pool = [card for card, count in self.may_be(state).items() for _ in range(count)]
        self.cards = (*self.cards, *shuffled(pool, lots)[: self.wanted(state)])

    def follow(self, event: Event, state: Any) -> None:
        """What the seat has laid down it holds no more; with its turn the whole hand goes. `state`: after the event."""
        if event.seat != self.seat or event.takes:
            return
        if event.ends_turn and self._game.whose_turn(state) != self.seat:
            self.cards = ()
        else:
            for card in (event.card, *(event.cards or ())):
                if card is not None:
                    self.told(card, -1)
