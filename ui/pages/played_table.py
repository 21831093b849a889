"""What the sides of a table's screen know of it."""

from typing import Any, Protocol

from companion.game import Event, Seat
from companion.referee import Reply
from ui.box.by_touch import LayingHands
from ui.box.opening import Opened
from ui.box.session import Session
from ui.present.models import TableFocus
from ui.present.moment import GameSnapshot


class PlayedTable(Protocol):
    """A game on the table, as what stands beside it may look at it and speak to it.

    `phones`: the seats whose own page stands open on a phone. `hands`: what moves things on a simulated table.
    `on_phone`: a seat looks or touches on its own page now.
    """

    opened: Opened
    focus: TableFocus
    phones: frozenset[Seat]
    hands: LayingHands | None
    on_phone: bool

    @property
    def session(self) -> Session[Any]:
        """The game at the box."""

    @property
    def box_seats(self) -> frozenset[Seat]:
        """The seats for which the box thinks: what they have for one pair of eyes is nobody's to see or to say."""

    @property
    def is_looking(self) -> bool:
        """Whether something else than the game as it stands is looked at."""

    @property
    def refused_from(self) -> str | None:
        """Where the piece of the move stands whose refusal is on the screen."""

    def moment(self) -> GameSnapshot:
        """The game as it is now."""

    def say(self, event: Event) -> None:
        """Tells the referee what happened, as answer to what it asks for now."""

    def heard(self, reply: Reply) -> None:
        """Takes in what the referee replied to people."""
