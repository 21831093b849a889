"""What can happen in Zoon by the alternate rules, in the past tense."""

from typing import ClassVar, Literal

from companion.game import Event
from companion.games.zoon.family import events
from companion.games.zoon.family.events import Deployed as Deployed
from companion.games.zoon.family.events import Reinforced
from companion.games.zoon.family.events import TurnedUp as TurnedUp
from companion.kits.events import DrawAgreed, Resigned, Starts, Stopped

Side = Literal["heads", "tails"]


class FrontsUp(Event, frozen=True):
    """A seat has turned up its front row, a → f; `also` are back-row squares turned up to reach six, after those."""

    seat: int
    cards: tuple[str, ...]
    also: tuple[str, ...] = ()


class Moved(events.Moved, frozen=True):
    """`card` is the mover as far as the move shows it, `met` the face-down defender that the attack turned up.

    `path` are the squares walked on, needed only where two ways lead to one square.
    """

    card: str | None = None
    met: str | None = None
    path: tuple[str, ...] = ()


class Fought(Event, frozen=True):
    """Both dice of a fight: the attacker's (or shooter's), then the defender's."""

    told: ClassVar[bool] = True
    dice: tuple[int, int]


class PlayedTrump(events.PlayedTrump, frozen=True):
    """`met` is the face-down target.

    `penny` names the copy that lies beside the board with this side, where a seat has others of the same trump.
    """

    met: str | None = None
    penny: Side | None = None


class Swapped(events.Swapped, frozen=True):
    """`card` is a face-down partner."""

    card: str | None = None


class Flipped(Event, frozen=True):
    """A penny that still had to be turned over has been."""

    told: ClassVar[bool] = True
    at: str


class Ruled(events.Ruled, frozen=True):
    """No `penny`: face down.

    `source` says where the card comes from: a square, `tomb`, `hand` (a reinforcement), `off` (taken off by an earlier
    ruling) or `unseen`; without it the likeliest is taken.
    """

    penny: Side | None = None
    source: str | None = None


EVENTS = (
    Deployed, FrontsUp, Starts, Moved, Fought, TurnedUp, PlayedTrump, Reinforced, Swapped, Stopped, Flipped,
    Resigned, DrawAgreed, Ruled,
)  # fmt: skip
