"""What the box plays, as people carry it out: which events may come of it, and whether anything of it can be seen."""

from dataclasses import dataclass
from typing import Any

from companion.game import Event, Game, Seat
from companion.sight import Table
from ui.present.board import places

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
    found = []
    for event in game.candidates(state, None):
        same = event == decided or game.decided(state, event) == decided
        if same and game.breach(state, event) is None:
            found.append(event)
    if not found and game.breach(state, decided) is None:
        return (decided,)
    return tuple(found)


def due_before(game: Game[Any], state: Any, event: Event) -> Event | None:
    """What ends a phase that must be over before an event, where only who knows the hand knows that it is."""
    if ways_of(game, state, event):
        return None
    ends = (one for one in game.candidates(state, None) if one.ends_turn and one.seat == event.seat)
    lawful = (one for one in ends if game.breach(state, one) is None)
    return next((one for one in lawful if game.breach(game.after(state, one), event) is None), None)


def is_seen(game: Game[Any], state: Any, event: Event, table: Table) -> bool:
    """Whether something on the table is another after an event."""
    named = event.told and places(event, table)
    return bool(named or game.look(game.after(state, event)) != game.look(state))
