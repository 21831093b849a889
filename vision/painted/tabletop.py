"""The things on a simulated table, as immutable values.

Rule kept: a table top has every face, also those of cards that lie face down; only what the camera sees is painted.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Final

import numpy as np

from companion.sight import Face, Kind
from vision.arrays import Picture
from vision.printed.marks import Drawing, Placed
from vision.printed.pdf import picture_of

PX_PER_MM: Final = 4.0
RIM_MM: Final = 6.0
"""Width of the white paper about a drawing."""
INK, PAPER = 26, 222
"""Grey levels of printed black and of paper, under the lamp's full light."""


@dataclass(frozen=True, slots=True, eq=False)
class PaintedSheet:
    """A sheet of paper seen from above (BGR, PX_PER_MM px per mm); its near-left corner lies at (x, y) table mm."""

    picture: Picture
    x: float
    y: float


def painted_sheet(drawing: Drawing, x: float, y: float) -> PaintedSheet:
    """A drawing printed on white paper, its near-left corner at (x, y) table mm, with a rim of paper about it."""
    sheet = Drawing(
        drawing.name,
        drawing.width_mm + 2 * RIM_MM,
        drawing.height_mm + 2 * RIM_MM,
        (Placed(drawing, RIM_MM, RIM_MM),),
    )
    picture = picture_of(sheet, PX_PER_MM)
    printed = np.asarray(picture * np.float32((PAPER - INK) / 255) + np.float32(INK), np.uint8)
    return PaintedSheet(printed, x - RIM_MM, y - RIM_MM)


PENNY_REACH_MM = 9.5
THICK_MM: dict[Kind, float] = {"card": 0.3, "penny": 1.5, "disc": 2.0, "pawn": 8.0}
"""Default heights of things."""
_OVERLAP_MM = 1.0
"""Minimum overlap of round things for one to lie on the other."""


@dataclass(frozen=True, slots=True)
class Laid:
    """One thing on the table: its middle (x, y) in table mm, `angle` in deg counter-clockwise, 0 = upright for seat 0.

    `label`: a card's or disc's face, heads/tails, or a piece's colour; None: the plain disc that is flicked. `face`:
    the side of a card that shows; other things are always up. `width_mm` and `height_mm` of a card only serve to find
    the thing under a finger; discs and pieces (pawns) are `width_mm` across and `thick_mm` high (0: as usual).
    """

    kind: Kind
    label: str | None
    x: float
    y: float
    angle: float = 0.0
    _: KW_ONLY
    face: Face = "up"
    deck: str | None = None
    width_mm: float = 60.0
    height_mm: float = 60.0
    thick_mm: float = 0.0

    @property
    def is_round(self) -> bool:
        """Whether this is a disc or a piece; these lie on each other as soon as they overlap."""
        return self.kind in ("disc", "pawn")

    def covers(self, x: float, y: float) -> bool:
        """Whether a point (table mm) lies on this thing."""
        if self.kind == "penny":
            return math.hypot(x - self.x, y - self.y) <= PENNY_REACH_MM
        if self.is_round:
            return math.hypot(x - self.x, y - self.y) <= self.width_mm / 2
        turn = math.radians(self.angle)
        across = (x - self.x) * math.cos(turn) + (y - self.y) * math.sin(turn)
        along = (y - self.y) * math.cos(turn) - (x - self.x) * math.sin(turn)
        return abs(across) <= self.width_mm / 2 and abs(along) <= self.height_mm / 2

    def lies_on(self, other: "Laid") -> bool:
        """Whether this thing, laid after another, lies on it."""
        if self.is_round and other.is_round:
            near = (self.width_mm + other.width_mm) / 2 - _OVERLAP_MM
            return math.hypot(self.x - other.x, self.y - other.y) < near
        return other.covers(self.x, self.y) or (self.kind == "card" and self.covers(other.x, other.y))

    def flipped(self) -> "Laid":
        """The thing turned over in place: a card's face, or a penny's label, changes; other things do not."""
        if self.is_round:
            return self
        if self.kind == "penny":
            return replace(self, label="tails" if self.label == "heads" else "heads")
        return replace(self, face="down" if self.face == "up" else "up")


def thickness(thing: Laid) -> float:
    """The height (mm) of a thing."""
    return thing.thick_mm or THICK_MM.get(thing.kind, 0.0)


def heights(things: Sequence[Laid]) -> list[float]:
    """The height (mm) of each thing's lower side: the top of the highest thing beneath it, bottom first."""
    found: list[float] = []
    for n, thing in enumerate(things):
        beneath = (
            low + thickness(one) for one, low in zip(things[:n], found, strict=True) if thing.lies_on(one)
        )
        found.append(max(beneath, default=0.0))
    return found


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand over the table: its finger tips at (x, y) mm, its arm from a seat; `tone` picks the skin."""

    x: float
    y: float
    seat: int = 0
    tone: int = 0


@dataclass(frozen=True, slots=True)
class TableTop:
    """All things on the table, bottom first, and a hand over it, if any."""

    things: tuple[Laid, ...] = ()
    hand: Hand | None = None

    def at(self, x: float, y: float) -> int | None:
        """The index of the topmost thing at a point (table mm); None if the table is bare there."""
        for index in range(len(self.things) - 1, -1, -1):
            if self.things[index].covers(x, y):
                return index
        return None

    def added(self, thing: Laid) -> "TableTop":
        return replace(self, things=(*self.things, thing))

    def removed(self, index: int) -> "TableTop":
        """Without one thing; things on it stay where they are."""
        return replace(self, things=self.things[:index] + self.things[index + 1 :])

    def flipped(self, index: int) -> "TableTop":
        """With one thing turned over in place."""
        return self._with(index, self.things[index].flipped())

    def turned(self, index: int, by_deg: float) -> "TableTop":
        """With one thing turned counter-clockwise in place."""
        thing = self.things[index]
        return self._with(index, replace(thing, angle=(thing.angle + by_deg) % 360))

    def moved(self, index: int, x: float, y: float) -> "TableTop":
        """With one thing moved to (x, y), on top of all, with its `riders`."""
        thing = self.things[index]
        riders = tuple(self.riders(index))
        going = (index, *riders)
        stay = tuple(other for n, other in enumerate(self.things) if n not in going)
        gone = tuple(
            replace(self.things[n], x=self.things[n].x + x - thing.x, y=self.things[n].y + y - thing.y)
            for n in going
        )
        return replace(self, things=stay + gone)

    def riders(self, index: int) -> Iterator[int]:
        """The indices of the things that move along with a card, disc or piece: all on it, except cards."""
        borne = {index}
        for n in range(index + 1, len(self.things)):
            # A penny carries nothing.
            below = (m for m in range(n - 1, -1, -1) if self.things[m].kind != "penny")
            carrier = next((m for m in below if self.things[n].lies_on(self.things[m])), None)
            if self.things[n].kind != "card" and carrier in borne:
                borne.add(n)
                yield n

    def with_hand(self, hand: Hand | None) -> "TableTop":
        return replace(self, hand=hand)

    def _with(self, index: int, thing: Laid) -> "TableTop":
        return replace(self, things=(*self.things[:index], thing, *self.things[index + 1 :]))
