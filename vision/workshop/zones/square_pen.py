"""What every pen for symbols draws in a square from -1 to 1, x to the right, y up, whatever it draws on."""

from abc import abstractmethod
from collections.abc import Sequence
from math import cos, pi, sin
from typing import Protocol

Point = tuple[float, float]
Colour = tuple[int, int, int]


class SquarePen(Protocol):
    """A pen by what it can: polygons, ellipses and thick lines; boxes, discs and arcs are made of these."""

    __slots__ = ()

    @abstractmethod
    def shape(self, points: Sequence[Point], colour: Colour | None = None) -> None:
        """A filled polygon."""

    @abstractmethod
    def oval(self, x: float, y: float, wide: float, high: float, colour: Colour | None = None) -> None:
        """An ellipse, given by half its width and half its height."""

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
        """Part of a circle, from one angle to another (deg, counter-clockwise from the right)."""
        steps = max(8, round(abs(end - start) / 4))
        turns = [(start + (end - start) * n / steps) * pi / 180 for n in range(steps + 1)]
        self.line([(x + radius * cos(turn), y + radius * sin(turn)) for turn in turns], width, colour)


def turned(points: Sequence[Point], degrees: float, x: float = 0.0, y: float = 0.0) -> list[Point]:
    """Points turned counter-clockwise about the middle, then moved by (x, y)."""
    cosine, sine = cos(degrees * pi / 180), sin(degrees * pi / 180)
    return [(x + cosine * a - sine * b, y + sine * a + cosine * b) for a, b in points]
