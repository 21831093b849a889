"""A canvas for scenes made of brush strokes, limbs and lights."""

from collections.abc import Iterable, Sequence
from math import hypot
from random import Random

from vision.printed.marks import Colour, Drawing, Fill, Glow, Gradient, Mark, Path, Placed, Point, Shape
from vision.printed.shapes import box, oval, polygon, smooth

Edge = tuple[Colour | None, float] | None
"""Ink and width (mm) of an outline."""


def down(first: Colour, last: Colour, high: float) -> Gradient:
    """A vertical gradient from the top to `high`."""
    return Gradient((0, 0), (0, high), first, last)


class Canvas:
    """Shapes in painting order; `chance` is seeded by the name."""

    def __init__(self, name: str, wide: float, high: float) -> None:
        self.name, self.wide, self.high = name, wide, high
        self.marks: list[Mark] = []
        self.chance = Random(f"zombinion {name}")

    def drawing(self) -> Drawing:
        return Drawing(self.name, self.wide, self.high, tuple(self.marks))

    def add(self, path: Path, fill: Fill | None, opacity: float = 1.0, edge: Edge = None) -> None:
        """A filled outline, with an edge if one is given."""
        ink, mm = edge or (None, 0.4)
        self.marks.append(Shape(path, fill=fill, opacity=opacity, edge=ink, edge_mm=mm))

    def box(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        fill: Fill | None,
        radius: float = 0.0,
        edge: Edge = None,
    ) -> None:
        self.add(box(x, y, w, h, radius), fill, 1.0, edge)

    def line(self, points: Sequence[Point], ink: Colour, mm: float, opacity: float = 1.0) -> None:
        """A line of even width, straight from point to point."""
        self.marks.append(Shape(polygon(points), edge=ink, edge_mm=mm, opacity=opacity, closed=False))

    def place(
        self,
        drawing: Drawing,
        x: float,
        y: float,
        *,
        scale: float = 1.0,
        within: Path | None = None,
    ) -> None:
        self.marks.append(Placed(drawing, x, y, scale=scale, within=within))

    def ground(self, first: Colour, last: Colour) -> None:
        """A vertical gradient over the whole canvas."""
        self.box(-1, -1, self.wide + 2, self.high + 2, down(first, last, self.high))

    def glow(self, x: float, y: float, radius: float, first: Colour, last: Colour) -> None:
        """A round light that fades into the surrounding colour."""
        self.oval(x, y, radius, radius, Glow((x, y), radius, first, last))

    def poly(
        self, points: Sequence[Point], fill: Fill | None, opacity: float = 1.0, edge: Edge = None
    ) -> None:
        """A polygon."""
        self.add(polygon(points), fill, opacity, edge)

    def blob(
        self, points: Sequence[Point], fill: Fill | None, opacity: float = 1.0, edge: Edge = None
    ) -> None:
        """A closed curve through all points."""
        self.add(smooth(points), fill, opacity, edge)

    def oval(
        self,
        x: float,
        y: float,
        wide: float,
        high: float,
        fill: Fill | None,
        opacity: float = 1.0,
        edge: Edge = None,
    ) -> None:
        self.add(oval(x, y, wide, high), fill, opacity, edge)

    def stroke(self, points: Sequence[Point], ink: Colour, mm: float) -> None:
        """A smooth line of even width."""
        self.marks.append(Shape(smooth(points, closed=False), edge=ink, edge_mm=mm, closed=False))

    def brush(self, points: Sequence[Point], ink: Fill, mm: float) -> None:
        """A stroke `mm` wide in its middle, with pointed ends."""
        self.add(brushed(points, mm), ink)


def brushed(points: Sequence[Point], mm: float) -> Path:
    """The outline of a brush stroke along points, widest in the middle."""
    left: list[Point] = []
    right: list[Point] = []
    last = len(points) - 1
    for n, (x, y) in enumerate(points):
        (x0, y0), (x1, y1) = points[max(n - 1, 0)], points[min(n + 1, last)]
        long = hypot(x1 - x0, y1 - y0) or 1.0
        half = mm / 2 * (1 - (abs(2 * n / last - 1)) ** 2) if 0 < n < last else 0.02
        left.append((x - (y1 - y0) / long * half, y + (x1 - x0) / long * half))
        right.append((x + (y1 - y0) / long * half, y - (x1 - x0) / long * half))
    return smooth([*left, *reversed(right)])


def limb(start: Point, end: Point, first: float, last: float) -> Path:
    """A tapering limb between joints, with half widths at each end."""
    (x0, y0), (x1, y1) = start, end
    long = hypot(x1 - x0, y1 - y0) or 1e-6
    ux, uy = (x1 - x0) / long, (y1 - y0) / long

    def at(along: float, aside: float) -> Point:
        return x0 + ux * along - uy * aside, y0 + uy * along + ux * aside

    mid = (first * 1.05 + last) / 2
    return smooth(
        [
            at(-first * 0.8, 0), at(0, first), at(long * 0.45, mid), at(long, last),
            at(long + last * 0.8, 0), at(long, -last), at(long * 0.45, -mid), at(0, -first),
        ]
    )  # fmt: skip


def shifted(points: Iterable[Point], x: float, y: float, scale: float = 1.0) -> list[Point]:
    """Points scaled about their origin and moved to (x, y)."""
    return [(x + a * scale, y + b * scale) for a, b in points]
