"""Marks from paths: shaded bodies with an outline, tapered strokes, and grouped transforms."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import atan2, cos, hypot, pi, sin
from typing import Final

from vision.faces.zoon.ink import INK, SIDE_MM, Marks, darker, lighter
from vision.printed.marks import Colour, Drawing, Fill, Glow, Gradient, Mark, Path, Placed, Point, Shape
from vision.printed.shapes import moved, smooth
from vision.workshop.outlines import extent

GOLD: Final[Colour] = (236, 182, 54)
STEEL: Final[Colour] = (156, 166, 182)
BONE: Final[Colour] = (240, 230, 204)


def clipped(path: Path, marks: Sequence[Mark]) -> Placed:
    """Marks clipped to a path."""
    return Placed(Drawing("within", SIDE_MM, SIDE_MM, tuple(marks)), 0, 0, within=path)


def body(
    path: Path,
    colour: Colour,
    *,
    ink: Colour = INK,
    edge: float = 0.55,
    depth: float = 1.0,
    over: Sequence[Mark] = (),
) -> Marks:
    """A body lit from the top left: light rim, shadow `depth` mm wide at its lower right, `over`, edge.

    With edge 0 it has no outline.
    """
    left, top, right, low = extent(path)
    shadow: Fill = Gradient((left, top), (right, low), darker(colour, 0.28), darker(colour, 0.5))
    fill: Fill = Gradient((left, top), (right, low), lighter(colour, 0.12), darker(colour, 0.14))
    lit = clipped(
        moved(path, -depth * 0.8, -depth),
        (
            Shape(path, fill=lighter(colour, 0.42)),
            Shape(moved(path, depth * 0.42, depth * 0.5), fill=fill),
        ),
    )
    marks: list[Mark] = [clipped(path, (Shape(path, fill=shadow), lit, *over))]
    if edge > 0:
        marks.append(Shape(path, edge=ink, edge_mm=edge))
    return tuple(marks)


def tapered(spine: Sequence[Point], wide: float, tip: float = 0.0, belly: float = 0.0) -> Path:
    """A stroke along a spine, `wide` at its beginning, `tip` at its end, `belly` wider in the middle."""
    count = len(spine)
    left, right = [], []
    for n, (x, y) in enumerate(spine):
        before, after = spine[max(n - 1, 0)], spine[min(n + 1, count - 1)]
        angle = atan2(after[1] - before[1], after[0] - before[0]) + pi / 2
        along = n / (count - 1)
        half = (wide + (tip - wide) * along + belly * sin(along * pi)) / 2
        left.append((x + half * cos(angle), y + half * sin(angle)))
        right.append((x - half * cos(angle), y - half * sin(angle)))
    one, other = smooth(left, closed=False), smooth(right[::-1], closed=False)
    return (*one, ("line", right[-1]), *other[1:])


def blade(start: Point, end: Point, wide: float, bend: float = 0.0) -> Path:
    """A pointed leaf between two points, bent to its left by a share of its length."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    x, y = start[0] + dx / 2 + bend * dy, start[1] + dy / 2 - bend * dx
    long = max(hypot(dx, dy), 0.01)
    nx, ny = -dy / long * wide / 2, dx / long * wide / 2
    return (
        ("move", start),
        ("curve", (x + nx, y + ny), (x + nx, y + ny), end),
        ("curve", (x - nx, y - ny), (x - nx, y - ny), start),
    )


def put(
    marks: Iterable[Mark],
    x: float,
    y: float,
    scale: float = 1.0,
    turn: float = 0.0,
    *,
    mirrored: bool = False,
) -> Marks:
    """Shapes and their clips transformed like paths in `moved`; line widths scale along.

    Raises TypeError for words and pictures, which cannot be mirrored.
    """
    return tuple(_put(mark, x, y, scale, turn, mirrored=mirrored) for mark in marks)


def _put(mark: Mark, x: float, y: float, scale: float, turn: float, *, mirrored: bool) -> Mark:
    if isinstance(mark, Placed) and mark.within is not None:
        inner = put(mark.drawing.marks, x, y, scale, turn, mirrored=mirrored)
        return clipped(moved(mark.within, x, y, scale, turn, mirrored=mirrored), inner)
    if not isinstance(mark, Shape):
        raise TypeError(f"expected a shape, found {type(mark).__name__}")
    path = moved(mark.path, x, y, scale, turn, mirrored=mirrored)

    def there(point: Point) -> Point:
        return moved((("move", point),), x, y, scale, turn, mirrored=mirrored)[0][1]

    fill = mark.fill
    if isinstance(fill, Gradient):
        fill = replace(fill, start=there(fill.start), end=there(fill.end))
    elif isinstance(fill, Glow):
        fill = replace(fill, middle=there(fill.middle), radius=fill.radius * scale)
    return replace(mark, path=path, fill=fill, edge_mm=mark.edge_mm * scale)


def both_sides(marks: Sequence[Mark]) -> Marks:
    """Marks and their mirror image about x = 0."""
    return (*put(marks, 0, 0, mirrored=True), *marks)
