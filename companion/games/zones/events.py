"""What can happen in ZoneS, in the past tense. What happens behind the screen is secret until it is lifted."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from msgspec import field

from companion.game import Event
from companion.games.zones.pieces import Terrain
from companion.kits.events import DrawAgreed, Resigned, Starts

NoTerrain = Literal[""]


class Based(Event, frozen=True):
    """A seat put its base tile on a square. Without `at`: where is told later, or not to these eyes."""

    told: ClassVar[bool] = True
    seat: int
    at: str = ""


class Drew(Event, frozen=True):
    """A seat drew a tile from the bag and laid it on a square. Without these: told later, or not to these eyes."""

    told: ClassVar[bool] = True
    seat: int
    terrain: Terrain | NoTerrain = ""
    at: str = ""


class Laid(Event, frozen=True):
    """A seat is ready: this lies and stands in its half. Told again it takes the place of what was told before.

    `pieces` are (piece, square). Without `base` or `terrain` (by square) they are as told by `Based` and `Drew`.
    `twice`: squares on which more than one tile lies. Not `whole`: it is not ready, what it told so far is kept for it.
    With nothing but its seat: covered, not told to these eyes.
    """

    told: ClassVar[bool] = True
    seat: int
    pieces: tuple[tuple[str, str], ...] = ()
    base: str = ""
    terrain: Mapping[str, Terrain] = {}
    twice: tuple[str, ...] = ()
    whole: bool = True

    def __hash__(self) -> int:
        terrain = tuple(sorted(self.terrain.items()))
        return hash((self.seat, self.pieces, self.base, terrain, self.twice, self.whole))


class Lifted(Event, frozen=True):
    """The screen was lifted: from now on everything lies open."""

    told: ClassVar[bool] = True


class Moved(Event, frozen=True):
    """A piece went from one square to another, onto an enemy to capture it."""

    seat: int
    start: str = field(name="from")
    to: str


class Summoned(Event, frozen=True):
    """A piece entered from reserve."""

    seat: int
    piece: str
    at: str


class Shot(Event, frozen=True):
    """The piece on `from` captured an adjacent enemy on `at` and stayed where it was."""

    vanishing: ClassVar[bool] = True
    seat: int
    start: str = field(name="from")
    at: str = ""


class Returned(Event, frozen=True):
    """A seat chose which of its captured pieces comes back to its reserve. Happens beside the board."""

    told: ClassVar[bool] = True
    seat: int
    piece: str


class Ruled(Event, frozen=True):
    """The people put a square right by hand.

    `piece` stands there from now on; without it nothing does. `place` says where it comes from, or where that which
    stood there goes: a square, `reserve` or `captured`; without it the likeliest. `terrain`: only the tile is changed.
    """

    told: ClassVar[bool] = True
    at: str
    piece: str = ""
    place: str = ""
    terrain: Terrain | NoTerrain = ""


EVENTS = (Based, Drew, Laid, Lifted, Starts, Moved, Summoned, Shot, Returned, Resigned, DrawAgreed, Ruled)
