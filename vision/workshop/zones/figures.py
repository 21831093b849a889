"""Things that stand in a landscape: firs, sheaves, longships, standing stones with runes."""

from typing import Final

from vision.faces.zones.parts import PAPER, WOOD
from vision.printed.marks import Colour, Gradient, Mark, Path, Point, Shape, mixed
from vision.printed.shapes import box, circle, moved, polygon, smooth
from vision.workshop.zones.palette import GOLD, RED, Land


def fir(x: float, foot: float, size: float, tint: Colour, land: Land) -> list[Mark]:
    """A fir with its trunk, three skirts of branches, lit from the left."""
    marks: list[Mark] = [
        Shape(box(x - 0.06 * size, foot - 0.18 * size, 0.12 * size, 0.18 * size), fill=land.shade)
    ]
    for low, top, half in ((0.12, 0.55, 0.34), (0.36, 0.8, 0.27), (0.58, 1.0, 0.19)):
        left, right, tip = (
            (x - half * size, foot - low * size),
            (x + half * size, foot - low * size),
            (x, foot - top * size),
        )
        marks.append(Shape(polygon([left, right, tip]), fill=tint, edge=land.shade, edge_mm=0.035 * size))
        marks.append(
            Shape(polygon([left, (x - 0.1 * half * size, left[1]), tip]), fill=mixed(tint, land.light, 0.4))
        )
    return marks


def longship(x: float, keel: float, long: float, name: str) -> list[Mark]:
    """A longship with a striped sail and shields along its side; `keel`: its waterline."""
    s = long / 14
    sail = [(-3.6, -10.0), (3.6, -10.0), (4.4, -6.6), (3.8, -3.6), (-3.8, -3.6), (-4.4, -6.6)]

    def at(points: list[Point]) -> list[Point]:
        return [(x + s * a, keel + s * b) for a, b in points]

    hull = smooth(
        at(
            [
                (-7.4, -5.4),
                (-6.6, -3.2),
                (-4.0, -0.6),
                (0, 0),
                (4.0, -0.6),
                (6.6, -3.2),
                (7.4, -5.4),
                (6.0, -3.0),
                (3.6, -2.2),
                (0, -1.9),
                (-3.6, -2.2),
                (-6.0, -3.0),
            ]
        )
    )
    tint = (RED, GOLD)[len(name) % 2]
    marks: list[Mark] = [
        Shape(box(x - 0.2 * s, keel - 11.4 * s, 0.4 * s, 10 * s), fill=WOOD),
        Shape(smooth(at(sail), tension=0.6), fill=PAPER, edge=WOOD, edge_mm=0.3 * s),
    ]
    for left in (-2.9, -0.55, 1.8):
        marks.append(
            Shape(
                polygon(at([(left, -9.7), (left + 1.2, -9.7), (left + 1.3, -3.9), (left - 0.1, -3.9)])),
                fill=tint,
            )
        )
    marks.append(Shape(hull, fill=WOOD, edge=(48, 28, 16), edge_mm=0.3 * s))
    for n in range(5):
        marks.append(
            Shape(
                circle(x + (n - 2) * 1.9 * s, keel - 1.9 * s, 0.8 * s),
                fill=(GOLD, RED)[n % 2],
                edge=(48, 28, 16),
                edge_mm=0.2 * s,
            )
        )
    return marks


def _stalk(x: float, foot: float, size: float, n: int) -> Path:
    """The `n`-th stalk of a sheaf from its middle."""
    points = [(0.09, 0.0), (0.03, 0.45), (0.13, 0.8)]
    return smooth([(x + out * n * size, foot - up * size) for out, up in points], closed=False)


def sheaf(x: float, foot: float, size: float, land: Land) -> list[Mark]:
    """Ears of corn bound in the middle."""
    marks: list[Mark] = []
    for n in range(-3, 4):
        marks.append(Shape(_stalk(x, foot, size, n), edge=land.shade, edge_mm=0.15 * size, closed=False))
    for n in range(-3, 4):
        marks.append(Shape(_stalk(x, foot, size, n), edge=land.ground, edge_mm=0.09 * size, closed=False))
        ear = moved(
            smooth([(0, 0.14), (0.07, 0), (0, -0.18), (-0.07, 0)]),
            x + 0.13 * n * size,
            foot - (0.95 - 0.03 * abs(n)) * size,
            1.35 * size,
            11.0 * n,
        )
        marks.append(Shape(ear, fill=land.light, edge=land.shade, edge_mm=0.05 * size))
    return [*marks, Shape(box(x - 0.2 * size, foot - 0.5 * size, 0.4 * size, 0.1 * size, 0.2), fill=RED)]


def stone(x: float, foot: float, size: float) -> list[Mark]:
    """A standing stone with runes."""
    outline = smooth(
        [
            (x - 0.28 * size, foot),
            (x - 0.3 * size, foot - 0.6 * size),
            (x - 0.1 * size, foot - size),
            (x + 0.18 * size, foot - 0.92 * size),
            (x + 0.3 * size, foot - 0.5 * size),
            (x + 0.28 * size, foot),
        ],
        tension=0.8,
    )
    marks: list[Mark] = [
        Shape(
            outline,
            fill=Gradient((x - 2, 0), (x + 2.4, 0), (214, 212, 206), (140, 138, 138)),
            edge=(64, 60, 60),
            edge_mm=0.4,
        )
    ]
    return [*marks, *runes(x, foot - 0.52 * size, 0.34 * size, 2, (64, 60, 60))]


def runes(x: float, y: float, size: float, count: int, ink: Colour) -> list[Mark]:
    """`count` runes side by side around (x, y), `size` mm high: elder futhark without meaning."""
    marks: list[Mark] = []
    for n in range(count):
        left = x + (n - (count - 1) / 2) * size * 0.8
        for stroke in _RUNES[n % len(_RUNES)]:
            path = polygon([(left + a * size, y + b * size) for a, b in stroke])
            marks.append(Shape(path, edge=ink, edge_mm=max(0.18, 0.12 * size), closed=False))
    return marks


_STAVE: Final[list[Point]] = [(0, -0.5), (0, 0.5)]


_RUNES: Final[tuple[tuple[list[Point], ...], ...]] = (
    (_STAVE, [(0, -0.1), (0.3, -0.4)], [(0, 0.2), (0.3, -0.1)]),
    (_STAVE, [(0, -0.5), (0.3, -0.3), (0, -0.05)]),
    (_STAVE, [(-0.28, -0.25), (0, -0.5), (0.28, -0.25)]),
    (_STAVE, [(-0.25, 0.15), (0.25, -0.15)]),
    ([(-0.2, -0.5), (-0.2, 0.5)], [(0.2, -0.5), (0.2, 0.5)], [(-0.2, -0.2), (0.2, 0.2)]),
    ([(0.15, -0.5), (-0.15, -0.1), (0.15, 0.1), (-0.15, 0.5)],),
    (_STAVE, [(0, -0.5), (0.3, -0.2), (0, 0.1), (0.3, 0.5)]),
)
