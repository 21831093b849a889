"""What can happen in Zoon by the alternate rules, in the past tense."""

from typing import ClassVar, Literal

from msgspec import field

from companion.game import Event
from companion.games.zoon.family.laying import Reinforced
from companion.kits.events import DrawAgreed, Resigned, Starts, Stopped

Side = Literal["heads", "tails"]


class Deployed(Event, frozen=True):
    """A seat has laid out its army face down; `cells` only when it lays fewer than twelve Zoons."""

    seat: int
    cells: tuple[str, ...] = ()


class FrontsUp(Event, frozen=True):
    """A seat has turned up its front row, a → f; `also` are back-row squares turned up to reach six, after those."""

    seat: int
    cards: tuple[str, ...]
    also: tuple[str, ...] = ()


class Moved(Event, frozen=True):
    """A Zoon went from one square to another, onto an enemy to attack it.

    `card` is the mover as far as the move shows it, `met` the face-down defender that the attack turned up; `path`
    are the squares walked on, needed only where two ways lead to one square.
    """

    seat: int
    start: str = field(name="from")
    to: str
    card: str | None = None
    met: str | None = None
    path: tuple[str, ...] = ()


class Fought(Event, frozen=True):
    """Both dice of a fight: the attacker's (or shooter's), then the defender's."""

    told: ClassVar[bool] = True
    dice: tuple[int, int]


class TurnedUp(Event, frozen=True):
    """A seat turned one of its face-down cards up."""

    turns_up: ClassVar[bool] = True
    seat: int
    at: str
    card: str | None = None


class PlayedTrump(Event, frozen=True):
    """A seat played a trump: on or at the square `at`, shot by the Zoon on `shooter`; `met` is the face-down target.

    `penny` names the copy that lies beside the board with this side, where a seat has others of the same trump.
    """

    seat: int
    trump: str
    at: str | None = None
    by: str | None = field(name="shooter", default=None)
    met: str | None = None
    penny: Side | None = None


class Swapped(Event, frozen=True):
    """Two Zoons of a seat traded squares by a star: the starred one stood on `from`. `card` is a face-down partner."""

    seat: int
    start: str = field(name="from")
    to: str
    card: str | None = None


class Flipped(Event, frozen=True):
    """A penny that still had to be turned over has been."""

    told: ClassVar[bool] = True
    at: str


class Ruled(Event, frozen=True):
    """The people put a square right by hand: what lies there from now on.

    No `seat`: nothing. No `penny`: face down. `source` says where the card comes from: a square, `tomb`, `hand` (a
    reinforcement), `off` (taken off by an earlier ruling) or `unseen`; without it the likeliest is taken.
    """

    told: ClassVar[bool] = True
    at: str
    seat: int | None = None
    card: str | None = None
    penny: Side | None = None
    source: str | None = None


EVENTS = (
    Deployed, FrontsUp, Starts, Moved, Fought, TurnedUp, PlayedTrump, Reinforced, Swapped, Stopped, Flipped,
    Resigned, DrawAgreed, Ruled,
)  # fmt: skip
