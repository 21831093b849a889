"""What can happen in Zoondo, in the past tense."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from msgspec import field

from companion.game import Event
from companion.games.zoon.family.laying import Reinforced
from companion.kits.events import DrawAgreed, Resigned, Starts, Stopped

CornerName = Literal["tl", "tr", "br", "bl"]


class Deployed(Event, frozen=True):
    """A seat has laid out its army face down; `cells` only when it lays fewer than twelve Zoons.

    `cards` says by square what lies there, in games in which the referee is shown the armies.
    """

    seat: int
    cells: tuple[str, ...] = ()
    cards: Mapping[str, str] | None = None

    def __hash__(self) -> int:
        return hash((self.seat, self.cells, tuple(sorted((self.cards or {}).items()))))


class Moved(Event, frozen=True):
    """A Zoon went from one square to another, onto an enemy to attack it.

    `path` are the squares walked on, needed only where two ways lead to one square.
    """

    seat: int
    start: str = field(name="from")
    to: str
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


class TurnedUp(Event, frozen=True):
    """The owner turned up a card that fights on `at`; `turned`: it lay turned by 180 degrees."""

    turns_up: ClassVar[bool] = True
    seat: int
    at: str
    card: str | None = None
    turned: bool = False


class PlayedTrump(Event, frozen=True):
    """A seat played a trump: on or at the square `at`, shot by the Zoon on `shooter`."""

    seat: int
    trump: str
    at: str | None = None
    by: str | None = field(name="shooter", default=None)


class Swapped(Event, frozen=True):
    """Two Zoons of a seat traded squares by a star: the starred one stood on `from`.

    No camera tells two backs of one tribe apart, so it is told.
    """

    told: ClassVar[bool] = True
    seat: int
    start: str = field(name="from")
    to: str


class Ruled(Event, frozen=True):
    """The people put a square right by hand: what lies there from now on, always face down.

    No `seat`: nothing. `card`: what it is, where the people say so. `source` says where the card comes from: a
    square, `tomb`, `hand` (a reinforcement) or `off` (taken off by an earlier ruling); without it the likeliest is
    taken.
    """

    told: ClassVar[bool] = True
    blind: ClassVar[bool] = True
    at: str
    seat: int | None = None
    card: str | None = None
    source: str | None = None


EVENTS = (
    Deployed, Starts, Moved, Touched, TurnedUp, PlayedTrump, Reinforced, Swapped, Stopped, Resigned, DrawAgreed,
    Ruled,
)  # fmt: skip
