"""What can be seen on a table: the only words that vision and rules share.

Table millimetres everywhere: origin at the near-left corner of the playing area (seat 0's left hand), x to the
right, y away from seat 0. Angles in degrees, counter-clockwise seen from above, 0 = upright for seat 0.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

Kind = Literal["card", "penny", "die", "disc", "pawn"]
Face = Literal["up", "down"]


@dataclass(frozen=True, slots=True)
class Place:
    """A region's name taken apart: the `kind` of place, and the seat that owns it (None: shared by all).

    A seat's own place is named by both, as `deck.1`; any other by its kind alone, as `trash` or the square `c2`.
    """

    kind: str
    seat: int | None = None

    @property
    def name(self) -> str:
        return self.kind if self.seat is None else f"{self.kind}.{self.seat}"

    @property
    def square(self) -> tuple[str, str] | None:
        """Column and row of a square of a board, as `c` and `2`; None for any other place."""
        column, row = self.kind[:1], self.kind[1:]
        return (column, row) if column.isalpha() and row.isdigit() else None


@lru_cache(maxsize=1024)
def place_of(region: str) -> Place:
    """The place that a region's name stands for: the one reader of such names."""
    kind, _, owner = region.rpartition(".")
    is_owned = bool(kind) and owner.isascii() and owner.isdigit() and str(int(owner)) == owner
    return Place(kind, int(owner)) if is_owned else Place(region)


@dataclass(frozen=True, slots=True)
class Region:
    """A named rectangle of the table: near-left corner and size in mm. `Place` reads its name."""

    name: str
    x: float
    y: float
    w: float
    h: float
    pile: bool = False  # cards lie on each other; how much of a covered one shows is not stated

    @property
    def centre(self) -> tuple[float, float]:
        return (self.x + self.w / 2, self.y + self.h / 2)

    def contains(self, x: float, y: float) -> bool:
        return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h


@dataclass(frozen=True, slots=True)
class Tags:
    """The four corner tags: ids of near-left, near-right, far-right, far-left; `side_mm` is the black square."""

    dictionary: str = "DICT_4X4_50"
    ids: tuple[int, int, int, int] = (0, 1, 2, 3)
    side_mm: float = 40.0


@dataclass(frozen=True, slots=True)
class Table:
    """What the camera must read for a game: the playing area in mm, where to look, what may lie there.

    `tags` None: no mat is expected and everything is read in pixels.
    """

    width_mm: float
    height_mm: float
    tags: Tags | None = Tags()
    regions: tuple[Region, ...] = ()
    kinds: tuple[Kind, ...] = ("card",)

    def __hash__(self) -> int:
        """Cheap on purpose: results kept by table are looked up for every piece that is drawn."""
        return hash((self.width_mm, self.height_mm, len(self.regions)))

    def region_at(self, x: float, y: float) -> str | None:
        """The name of the region that holds a point (mm), or None."""
        return next((region.name for region in self.regions if region.contains(x, y)), None)


@dataclass(frozen=True, slots=True)
class Sighting:
    """One object found by the eye. Within a region sightings stand bottom first."""

    kind: Kind
    label: str | None  # likeliest: file stem in the deck, heads/tails, 1…6; None: not read, or face down
    region: str | None = None  # this, `x`, `y` and `angle` are None where no mat was found
    sure: float = 1.0  # probability (0..1) of the label; without one: that a thing of this kind lies there
    others: tuple[tuple[str, float], ...] = ()  # up to 3 further labels with probabilities, likeliest first
    face: Face | None = None
    deck: str | None = None  # the deck whose face or back was recognised
    x: float | None = None
    y: float | None = None
    angle: float | None = None
    corners_px: tuple[tuple[float, float], ...] | None = None
    visible: float = 1.0  # share of the object (0..1) that nothing covers
    colour: str | None = None  # plain name (`red`, `blue`, …), where it can be told and matters
    cocked: bool = False  # a leaning die: no face counts, so no label; `others` are the likeliest faces

    @property
    def is_unread(self) -> bool:
        """Whether something was found there that could not be read."""
        return self.label is None and self.face != "down" and self.kind != "penny"

    @property
    def seat(self) -> int | None:
        """The seat for which this lies upright: 0 near 0 deg, 1 near 180 deg, None when across or unknown."""
        if self.angle is None:
            return None
        turned = self.angle % 360
        if turned <= 60 or turned >= 300:
            return 0
        return 1 if 120 <= turned <= 240 else None

    def chance(self, label: str) -> float:
        """The probability given to this label; 0 for one that was not named."""
        if label == self.label:
            return self.sure
        return next((p for name, p in self.others if name == label), 0.0)


@dataclass(frozen=True, slots=True)
class Scene:
    """The table at one instant."""

    sightings: tuple[Sighting, ...] = ()
    still_for: float = 1.0  # seconds for which it has looked the same
    hand: bool = False
    covered: frozenset[str] = frozenset()  # hidden now: nothing follows from what is missing there
    flickered: bool = False  # read under a flickering lamp: what lies in a dark band may be missed

    def by_region(self) -> dict[str, tuple[Sighting, ...]]:
        """Sightings by region, bottom first; what lies in no region is left out."""
        found: dict[str, list[Sighting]] = {}
        for sighting in self.sightings:
            if sighting.region is not None:
                found.setdefault(sighting.region, []).append(sighting)
        return {name: tuple(lying) for name, lying in found.items()}


@dataclass(frozen=True, slots=True)
class Thing:
    """One expected object; a field that is None matches anything."""

    kind: Kind = "card"
    label: str | None = None
    face: Face | None = None
    deck: str | None = None  # whose back or face must show
    seat: int | None = None  # in whose upright it lies
    hidden: bool = False  # something lies over it, so it may be unseen
    x: float | None = field(default=None, compare=False)  # mm, for loose things; for drawings only
    y: float | None = field(default=None, compare=False)


Lying = tuple[Thing, ...]
"""What lies in one region, bottom first."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a state would show: the things in each region, bottom first; a region not named is empty."""

    regions: Mapping[str, Lying] = field(default_factory=dict)
    ignored: frozenset[str] = frozenset()  # regions that may look any way

    def of(self, region: str) -> Lying:
        return self.regions.get(region, ())

    def unlike(self, other: "Look") -> frozenset[str]:
        """The regions in which another look has something else."""
        names = self.regions.keys() | other.regions.keys()
        return frozenset(name for name in names if self.of(name) != other.of(name))

    def fits(self, scene: Scene) -> bool:
        """Whether a perfect eye could have seen exactly this: the strict oracle of the tests.

        Nothing is missing or extra; no label, face, deck or seat contradicts. An unread label fits any.
        """
        seen = scene.by_region()
        names = (self.regions.keys() | seen.keys()) - self.ignored - scene.covered
        pairs_left = [paired_off(self.of(name), seen.get(name, ())) for name in names]
        return all(
            not left and all(sighting or thing.hidden for thing, sighting in pairs)
            for pairs, left in pairs_left
        )


def paired_off(
    wanted: Lying, seen: Iterable[Sighting]
) -> tuple[list[tuple[Thing, Sighting | None]], list[Sighting]]:
    """Each expected thing with a sighting that may be it (visible things choose first), and the sightings left."""
    left = list(seen)
    found: dict[int, Sighting] = {}
    for at in sorted(range(len(wanted)), key=lambda at: wanted[at].hidden):
        sighting = next((one for one in left if fits(wanted[at], one)), None)
        if sighting is not None:
            left.remove(sighting)
            found[at] = sighting
    return [(thing, found.get(at)) for at, thing in enumerate(wanted)], left


def fits(thing: Thing, sighting: Sighting) -> bool:
    """Whether nothing read from the sighting contradicts the thing; likelihood plays no part."""
    return (
        thing.kind == sighting.kind
        and (thing.label is None or sighting.label in (None, thing.label))
        and (thing.face is None or sighting.face in (None, thing.face))
        and (thing.deck is None or sighting.deck in (None, thing.deck))
        and (thing.seat is None or thing.face == "down" or sighting.seat in (None, thing.seat))
    )
