"""What can happen in Zoondo, in the past tense."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from companion.game import Event
from companion.games.zoon.family import events
from companion.games.zoon.family.events import PlayedTrump as PlayedTrump
from companion.games.zoon.family.events import Reinforced
from companion.kits.events import DrawAgreed, Resigned, Starts, Stopped

CornerName = Literal["tl", "tr", "br", "bl"]


class Deployed(events.Deployed, frozen=True):
    """`cards` says by square what lies there, in games in which the referee is shown the armies."""

    cards: Mapping[str, str] | None = None

    def __hash__(self) -> int:
        return hash((self.seat, self.cells, tuple(sorted((self.cards or {}).items()))))


class Moved(events.Moved, frozen=True):
    """`path` are the squares walked on, needed only where two ways lead to one square."""

    path: tuple[str, ...] = ()


class Touched(Event, frozen=True):
    """This seat touched a corner of the enemy's card that it fights with, a Zoon or the trump that shoots.

    The corner is named as the card's owner reads it upright. With `back` it was touched on the back, as if the card
    lay unturned: that it was turned by 180 degrees shows when it is turned up. None: covered, not told to these eyes.
    """

    told: ClassVar[bool] = True
    seat: int
    corner: CornerName | None = None
    back: bool = False


class TurnedUp(events.TurnedUp, frozen=True):
    """The card fights on `at`; `turned`: it lay turned by 180 degrees."""

    turned: bool = False


class Swapped(events.Swapped, frozen=True):
    """No camera tells two backs of one tribe apart, so it is told."""

    told: ClassVar[bool] = True


class Ruled(events.Ruled, frozen=True):
    """The card lies face down, always.

    `source` says where it comes from: a square, `tomb`, `hand` (a reinforcement) or `off` (taken off by an earlier
    ruling); without it the likeliest is taken.
    """

    blind: ClassVar[bool] = True
    source: str | None = None


EVENTS = (
    Deployed, Starts, Moved, Touched, TurnedUp, PlayedTrump, Reinforced, Swapped, Stopped, Resigned, DrawAgreed,
    Ruled,
)  # fmt: skip
