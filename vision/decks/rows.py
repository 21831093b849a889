"""Where cards lie in a region that is made for cards higher than wide: one place, or a row with several side by side.

A row has places a little more than half a card apart, read from the left of whoever sits there. Every second place is
taken first, so that cards lie side by side; only then those between, each over the card on its left and slid under the
one on its right. So no card moves when another comes, and of each at least half shows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin

from companion.sight import Region, Table

PLACES_MM = 3.5
"""The gap between two places of a row beyond half a card's width."""
RIM_MM = 1.5
"""Room left at both ends of a row."""
EDGE_MM = 1.0
"""A region so near to an edge of the table belongs to whoever sits there."""


@dataclass(frozen=True, slots=True)
class Row:
    """The places of a region: its middle, its length along the row, and how its cards lie (deg from upright)."""

    x: float
    y: float
    length: float
    angle: float
    card_mm: float

    @property
    def is_single(self) -> bool:
        """Whether there is no room for a second card beside the first."""
        return self.length < 2 * self.card_mm

    @property
    def room(self) -> int:
        """Most cards that may lie here with at least half of each showing; one upon the other in a single place."""
        if self.is_single:
            return 1
        return 1 + int((self.length - self.card_mm - 2 * RIM_MM) // self._step)

    def places(self, count: int) -> tuple[float, ...]:
        """How far along the row, from its middle, so many cards may lie; nearer together where there are too many."""
        if self.is_single:
            return (0.0,)
        first = RIM_MM + self.card_mm / 2 - self.length / 2
        step = self._step if count <= self.room else -2 * first / (count - 1)
        return tuple(first + n * step for n in range(max(self.room, count)))

    @property
    def _step(self) -> float:
        """From one place to the next, where there is room."""
        return self.card_mm / 2 + PLACES_MM

    def along(self, x: float, y: float) -> float:
        """How far along the row a point of the table (mm) lies."""
        turn = radians(self.angle)
        return (x - self.x) * cos(turn) + (y - self.y) * sin(turn)

    def at(self, along: float) -> tuple[float, float]:
        turn = radians(self.angle)
        return self.x + along * cos(turn), self.y + along * sin(turn)

    def free(self, taken: Sequence[float], count: int) -> float | None:
        """The first place that no card lies at, of the places for so many cards; None where they all are taken."""
        places = self.places(count)
        if self.is_single:
            return places[0]
        near = (places[1] - places[0]) / 2
        order = (*places[::2], *places[1::2])
        return next((place for place in order if all(abs(place - one) >= near for one in taken)), None)


def row_of(region: Region, table: Table, wide_mm: float, high_mm: float) -> Row:
    """The row of a region for cards of this size: their longer side lies across the row, or as there is room.

    Whoever sits at the edge that the region touches has them upright; elsewhere they are upright for seat 0.
    """
    turned = high_mm > region.h or (high_mm <= region.w and region.h >= 2 * wide_mm and region.h > region.w)
    length = region.h if turned else region.w
    if turned:
        angle = 270.0 if region.x + region.w / 2 < table.width_mm / 2 else 90.0
    else:
        angle = 180.0 if region.y + region.h >= table.height_mm - EDGE_MM and region.y > EDGE_MM else 0.0
    return Row(*region.centre, length, angle, wide_mm)
