"""Outlines for drawings: rectangles, circles, polygons, stars, smooth closed curves."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final, cast

from vision.printed.marks import Path, Point, Segment

ROUND: Final = 0.5522847498
"""Distance of the control points of a quarter circle from its ends, over its radius."""


def polygon(points: Sequence[Point]) -> Path:
    return (("move", points[0]), *(("line", point) for point in points[1:]))


def box(x: float, y: float, w: float, h: float, radius: float = 0.0) -> Path:
    """A rectangle with its top left at (x, y), its corners rounded by `radius` mm."""
    if radius <= 0:
        return polygon([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])
    r, k = min(radius, w / 2, h / 2), (1 - ROUND) * min(radius, w / 2, h / 2)
    right, low = x + w, y + h
    return (
        ("move", (x + r, y)),
        ("line", (right - r, y)),
        ("curve", (right - k, y), (right, y + k), (right, y + r)),
        ("line", (right, low - r)),
        ("curve", (right, low - k), (right - k, low), (right - r, low)),
        ("line", (x + r, low)),
        ("curve", (x + k, low), (x, low - k), (x, low - r)),
        ("line", (x, y + r)),
        ("curve", (x, y + k), (x + k, y), (x + r, y)),
    )


def oval(x: float, y: float, wide: float, high: float) -> Path:
    """An ellipse about (x, y); `wide`, `high`: half its width and half its height."""
    a, b = ROUND * wide, ROUND * high
    return (
        ("move", (x + wide, y)),
        ("curve", (x + wide, y + b), (x + a, y + high), (x, y + high)),
        ("curve", (x - a, y + high), (x - wide, y + b), (x - wide, y)),
        ("curve", (x - wide, y - b), (x - a, y - high), (x, y - high)),
        ("curve", (x + a, y - high), (x + wide, y - b), (x + wide, y)),
    )


def circle(x: float, y: float, radius: float) -> Path:
    return oval(x, y, radius, radius)


def star(x: float, y: float, tips: int, outer: float, inner: float, turn: float = 0.0) -> Path:
    """A star, one of its tips up, turned clockwise by `turn` (deg)."""
    points = []
    for n in range(2 * tips):
        radius, angle = (outer if n % 2 == 0 else inner), turn * pi / 180 - pi / 2 + n * pi / tips
        points.append((x + radius * cos(angle), y + radius * sin(angle)))
    return polygon(points)


def smooth(points: Sequence[Point], *, closed: bool = True, tension: float = 1.0) -> Path:
    """A smooth curve through all points (Catmull and Rom 1974), as Bézier curves."""
    count = len(points)
    found: list[Segment] = [("move", points[0])]
    for n in range(count if closed else count - 1):
        before, here = points[(n - 1) % count if closed else max(n - 1, 0)], points[n]
        there = points[(n + 1) % count]
        after = points[(n + 2) % count if closed else min(n + 2, count - 1)]
        found.append(
            ("curve", _beyond(here, before, there, tension), _beyond(there, after, here, tension), there)
        )
    return tuple(found)


def _beyond(point: Point, before: Point, after: Point, tension: float) -> Point:
    return (point[0] + (after[0] - before[0]) * tension / 6, point[1] + (after[1] - before[1]) * tension / 6)


def moved(
    path: Path, x: float, y: float, scale: float = 1.0, turn: float = 0.0, *, mirrored: bool = False
) -> Path:
    """A path scaled about its origin, mirrored left to right, turned clockwise (deg), and moved to (x, y)."""
    c, s = scale * cos(turn * pi / 180), scale * sin(turn * pi / 180)
    side = -1.0 if mirrored else 1.0

    def there(point: Point) -> Point:
        a, b = side * point[0], point[1]
        return x + c * a - s * b, y + s * a + c * b

    return cast(Path, tuple((segment[0], *map(there, segment[1:])) for segment in path))
