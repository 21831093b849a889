"""Which of many boxes is next in a direction, and in which order people read them. Pure geometry, in pixels."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Way = Literal["left", "right", "up", "down"]
ASIDE = 2.5
"""A pixel off the way counts as so many along it."""
SLACK = 2.0
"""Boxes that touch may overlap by so much."""


@dataclass(frozen=True, slots=True)
class Oblong:
    """A box on the screen, by its lower left corner."""

    x: float
    y: float
    wide: float
    high: float

    @property
    def right(self) -> float:
        return self.x + self.wide

    @property
    def top(self) -> float:
        return self.y + self.high

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.wide / 2, self.y + self.high / 2

    def within(self, other: "Oblong") -> "Oblong":
        """What of it lies in another; what lies outside is drawn to that one's edge."""
        x, y = (min(max(self.x, other.x), other.right), min(max(self.y, other.y), other.top))
        right, top = (min(max(self.right, other.x), other.right), min(max(self.top, other.y), other.top))
        return Oblong(x, y, right - x, top - y)

    def clear_of(self, other: "Oblong") -> "Oblong":
        """What of it another that lies over it leaves free, above or below, whichever is higher; perhaps nothing."""
        if self.x >= other.right or self.right <= other.x or self.y >= other.top or self.top <= other.y:
            return self
        above, below = self.top - other.top, other.y - self.y
        y = other.top if above > below else self.y
        return Oblong(self.x, y, self.wide, max(above, below, 0.0))


def next_in(way: Way, start: Oblong, boxes: Sequence[Oblong]) -> int | None:
    """The place of the box that is next in a direction; None where there is none."""
    found = [(far, n) for n, box in enumerate(boxes) if (far := _far(way, start, box)) is not None]
    return min(found)[1] if found else None


def _far(way: Way, start: Oblong, box: Oblong) -> float | None:
    """How far a box is in a direction; None where it does not lie there."""
    one, other = _turned(way, start), _turned(way, box)
    if other.x < one.right - SLACK and other.middle[0] - one.middle[0] < min(one.wide, other.wide) / 2:
        return None
    along = max(0.0, other.x - one.right)
    aside = max(0.0, other.y - one.top, one.y - other.top)
    return along + ASIDE * aside + 0.1 * abs(other.middle[1] - one.middle[1])


def _turned(way: Way, box: Oblong) -> Oblong:
    """A box with the direction turned to the right."""
    match way:
        case "right":
            return box
        case "left":
            return Oblong(-box.right, box.y, box.wide, box.high)
        case "up":
            return Oblong(box.y, box.x, box.high, box.wide)
        case "down":
            return Oblong(-box.top, box.x, box.high, box.wide)


def in_reading_order(boxes: Sequence[Oblong]) -> list[int]:
    """The places of all boxes line by line from the top, each line from the left."""
    left = sorted(range(len(boxes)), key=lambda n: (-boxes[n].top, boxes[n].x))
    order: list[int] = []
    while left:
        first = boxes[left[0]]
        line = [
            n for n in left if first.top - boxes[n].top < min(first.high, boxes[n].high) / 2 or n == left[0]
        ]
        order += sorted(line, key=lambda n: boxes[n].x)
        left = [n for n in left if n not in line]
    return order
