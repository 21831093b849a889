"""The common part of pens for symbols in a square from -1 to 1, x to the right, y up."""

from abc import abstractmethod
from collections.abc import Sequence
from math import cos, pi, sin
from typing import Protocol

Point = tuple[float, float]
Colour = tuple[int, int, int]


class SquarePen(Protocol):
    """A pen for polygons, ellipses and thick lines, which make boxes, discs and arcs."""

    __slots__ = ()

    @abstractmethod
    def shape(self, points: Sequence[Point], colour: Colour | None = None) -> None:
        """A filled polygon."""

    @abstractmethod
    def oval(self, x: float, y: float, wide: float, high: float, colour: Colour | None = None) -> None:
        """An ellipse of half width `wide` and half height `high`."""

    @abstractmethod
    def line(self, points: Sequence[Point], width: float, colour: Colour | None = None) -> None:
        """A thick line through points, with round ends."""

    def box(self, left: float, low: float, right: float, high: float, colour: Colour | None = None) -> None:
        self.shape([(left, low), (right, low), (right, high), (left, high)], colour)

    def disc(self, x: float, y: float, radius: float, colour: Colour | None = None) -> None:
        self.oval(x, y, radius, radius, colour)

    def arc(
        self,
        x: float,
        y: float,
        radius: float,
        start: float,
        end: float,
        width: float,
        colour: Colour | None = None,
    ) -> None:
        """A circular arc between two angles (deg, counter-clockwise from the right)."""
        steps = max(8, round(abs(end - start) / 4))
        turns = [(start + (end - start) * n / steps) * pi / 180 for n in range(steps + 1)]
        self.line([(x + radius * cos(turn), y + radius * sin(turn)) for turn in turns], width, colour)


def turned(points: Sequence[Point], degrees: float, x: float = 0.0, y: float = 0.0) -> list[Point]:
    """Points turned counter-clockwise about the origin, then moved by (x, y)."""
    cosine, sine = cos(degrees * pi / 180), sin(degrees * pi / 180)
    return [(x + cosine * a - sine * b, y + sine * a + cosine * b) for a, b in points]
