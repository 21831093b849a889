"""What cannot be made unseen, and what a booked event may have been instead."""

from collections.abc import Iterator
from typing import Any

from companion.game import Event
from companion.games.zones import listing
from companion.games.zones.events import Lifted, Moved, Returned, Shot, Summoned
from companion.games.zones.state import State
from companion.kits.events import Starts, nearest, squares_of

LIKE = (Moved, Shot, Summoned)


def reveals(_state: State, event: Any) -> bool:
    """Whether an event shows or settles something: the screen that was lifted, the coin."""
    return isinstance(event, Lifted | Starts)


def rereadings(state: State, event: Any, region: str) -> Iterator[Event]:
    """Other lawful events that could have been meant, those nearest to the booked one first."""
    if isinstance(event, Returned):
        yield from (other for other in listing.lawful(state) if other != event)
    elif isinstance(event, LIKE) and region in squares_of(event) and state.phase == "play":
        yield from nearest(event, (other for other in listing.plays(state) if region in squares_of(other)))
