"""A pen for symbols: shapes in a square from -1 to 1, x to the right, y up, gathered as marks of a drawing."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from vision.printed.marks import Colour, Mark, Point, Shape
from vision.printed.shapes import oval, polygon
from vision.workshop.zones.square_pen import SquarePen


@dataclass(frozen=True, slots=True, kw_only=True)
class SymbolPen(SquarePen):
    """Draws around (x, y) mm; `reach`: mm from the middle of the square to its sides."""

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

    def oval(self, x: float, y: float, wide: float, high: float, colour: Colour | None = None) -> None:
        """An ellipse of half width `wide` and half height `high`."""
        path = oval(*self._mm((x, y)), wide * self.reach, high * self.reach)
        self.marks.append(Shape(path, fill=colour or self.ink))

    def line(self, points: Sequence[Point], width: float, colour: Colour | None = None) -> None:
        """A thick line through points, with round ends."""
        path = polygon([self._mm(point) for point in points])
        self.marks.append(Shape(path, edge=colour or self.ink, edge_mm=width * self.reach, closed=False))

    def _mm(self, point: Point) -> Point:
        return self.x + point[0] * self.reach, self.y - point[1] * self.reach
