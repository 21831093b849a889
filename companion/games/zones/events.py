"""What can happen in ZoneS, in the past tense; everything behind the screen is secret until it is lifted."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from msgspec import field

from companion.game import Event
from companion.games.zones.pieces import Terrain
from companion.kits.events import DrawAgreed, Resigned, Starts

NoTerrain = Literal[""]


class Based(Event, frozen=True):
    """A seat put its base tile on a square. Without `at`: told later, or hidden from these eyes."""

    told: ClassVar[bool] = True
    seat: int
    at: str = ""


class Drew(Event, frozen=True):
    """A seat drew a tile from the bag and laid it on a square. Without these: told later, or hidden from these eyes."""

    told: ClassVar[bool] = True
    seat: int
    terrain: Terrain | NoTerrain = ""
    at: str = ""


class Laid(Event, frozen=True):
    """A seat tells its half; the latest telling replaces earlier ones. With its seat alone: hidden from these eyes."""

    told: ClassVar[bool] = True
    seat: int
    pieces: tuple[tuple[str, str], ...] = ()  # (piece, square)
    base: str = ""  # empty: as told by `Based`
    terrain: Mapping[str, Terrain] = {}  # by square; empty: as told by `Drew`
    twice: tuple[str, ...] = ()  # squares with more than one tile
    whole: bool = True  # it is ready; else this is kept until it is

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
    """A seat chose which of its captured pieces comes back to its reserve; this happens beside the board."""

    told: ClassVar[bool] = True
    seat: int
    piece: str


class Ruled(Event, frozen=True):
    """The people set a square by hand.

    `piece` stands there from now on; without it no piece does. `place`: where it comes from, or where the piece
    removed goes: a square, `reserve` or `captured`; by default the likeliest. `terrain`: only the tile is changed.
    """

    told: ClassVar[bool] = True
    at: str
    piece: str = ""
    place: str = ""
    terrain: Terrain | NoTerrain = ""


EVENTS = (Based, Drew, Laid, Lifted, Starts, Moved, Summoned, Shot, Returned, Resigned, DrawAgreed, Ruled)
