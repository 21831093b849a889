"""A pen for symbols: shapes in a square from -1 to 1, x to the right, y up, gathered as marks of a drawing."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import cos, pi, sin

from vision.printed.marks import Colour, Mark, Point, Shape
from vision.printed.shapes import oval, polygon


@dataclass(frozen=True, slots=True, kw_only=True)
class SymbolPen:
    """Draws about (x, y) mm, `reach` mm from the middle of the square to its sides."""

    x: float
    y: float
    reach: float
    ink: Colour
    paper: Colour
    accent: Colour
    marks: list[Mark] = field(default_factory=list)

    def shape(self, points: Sequence[Point], colour: Colour | None = None) -> None:
        """A filled polygon, its corners a little rounded."""
        ink = colour or self.ink
        path = polygon([self._mm(point) for point in points])
        self.marks.append(Shape(path, fill=ink, edge=ink, edge_mm=0.04 * self.reach))

    def box(self, left: float, low: float, right: float, high: float, colour: Colour | None = None) -> None:
        self.shape([(left, low), (right, low), (right, high), (left, high)], colour)

    def disc(self, x: float, y: float, radius: float, colour: Colour | None = None) -> None:
        self.oval(x, y, radius, radius, colour)

    def oval(self, x: float, y: float, wide: float, high: float, colour: Colour | None = None) -> None:
        """An ellipse, given by half its width and half its height."""
        path = oval(*self._mm((x, y)), wide * self.reach, high * self.reach)
        self.marks.append(Shape(path, fill=colour or self.ink))

    def line(self, points: Sequence[Point], width: float, colour: Colour | None = None) -> None:
        """A thick line through points, with round ends."""
        path = polygon([self._mm(point) for point in points])
        self.marks.append(Shape(path, edge=colour or self.ink, edge_mm=width * self.reach, closed=False))

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

    def _mm(self, point: Point) -> Point:
        return self.x + point[0] * self.reach, self.y - point[1] * self.reach


def turned(points: Sequence[Point], degrees: float, x: float = 0.0, y: float = 0.0) -> list[Point]:
    """Points turned counter-clockwise about the middle, then moved by (x, y)."""
    cosine, sine = cos(degrees * pi / 180), sin(degrees * pi / 180)
    return [(x + cosine * a - sine * b, y + sine * a + cosine * b) for a, b in points]
