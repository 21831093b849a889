"""Fire and its kin: flames, blasts, muzzle flashes, sparks."""

from math import cos, pi, sin
from typing import Final

from vision.printed.marks import Colour, Point
from vision.printed.shapes import moved, polygon, smooth
from vision.workshop.zombinion.canvas import Canvas, Edge

RED: Final[Colour] = (206, 44, 28)
ORANGE: Final[Colour] = (245, 126, 32)
YELLOW: Final[Colour] = (255, 208, 64)
WHITE_HOT: Final[Colour] = (255, 248, 210)
_FLAME: Final[list[Point]] = [
    (0, 0),
    (-0.3, -0.03),
    (-0.46, -0.22),
    (-0.42, -0.42),
    (-0.5, -0.58),
    (-0.3, -0.5),
    (-0.28, -0.72),
    (-0.12, -0.62),
    (0.02, -1.0),
    (0.12, -0.72),
    (0.26, -0.8),
    (0.24, -0.56),
    (0.44, -0.6),
    (0.4, -0.36),
    (0.46, -0.2),
    (0.3, -0.03),
]


def flame(canvas: Canvas, x: float, foot: float, wide: float, high: float, turn: float = 0.0) -> None:
    """A flame in four layers, the hottest within."""
    for n, fill in enumerate((RED, ORANGE, YELLOW, WHITE_HOT)):
        share = 1 - n * 0.24
        points = [(a * wide * share, b * high * share) for a, b in _FLAME]
        canvas.add(moved(smooth(points, tension=0.75), x, foot - high * 0.015 * n, turn=turn), fill)


def blast(
    canvas: Canvas,
    x: float,
    y: float,
    radius: float,
    tips: int = 13,
    fills: tuple[Colour, ...] = (RED, ORANGE, YELLOW, WHITE_HOT),
    edge: Edge = None,
) -> None:
    """A burst with uneven tips, the hottest within."""
    for n, fill in enumerate(fills):
        share = radius * (1 - n * 0.23)
        points = []
        for k in range(tips * 2):
            a = k * pi / tips + n * 0.12
            r = share * (
                canvas.chance.uniform(0.86, 1.12) if k % 2 == 0 else canvas.chance.uniform(0.52, 0.66)
            )
            points.append((x + r * cos(a), y + r * sin(a)))
        canvas.add(polygon(points), fill, edge=edge if n == 0 else None)


def muzzle(canvas: Canvas, x: float, y: float, long: float, turn: float = 0.0) -> None:
    """The flash before a muzzle, which points right at `turn` 0."""
    for n, fill in enumerate((ORANGE, YELLOW, WHITE_HOT)):
        s = long * (1 - n * 0.27)
        points = [
            (0, -0.06),
            (0.3, -0.16),
            (0.38, -0.42),
            (0.52, -0.14),
            (0.8, -0.22),
            (0.72, -0.05),
            (1.0, 0),
            (0.72, 0.05),
            (0.8, 0.22),
            (0.52, 0.14),
            (0.38, 0.42),
            (0.3, 0.16),
            (0, 0.06),
        ]
        canvas.add(moved(polygon(points), x, y, s, turn), fill)


def sparks(
    canvas: Canvas,
    at: Point,
    reach: tuple[float, float],
    count: int,
    ink: Colour,
    between: tuple[float, float] = (0, 360),
) -> None:
    """Short strokes outwards between two angles (deg, clockwise from the right)."""
    x, y = at
    for _ in range(count):
        a = canvas.chance.uniform(*between) * pi / 180
        r, long = (canvas.chance.uniform(*reach), canvas.chance.uniform(0.8, 2.6))
        canvas.brush(
            [
                (x + r * cos(a), y + r * sin(a)),
                (x + (r + long / 2) * cos(a), y + (r + long / 2) * sin(a)),
                (x + (r + long) * cos(a), y + (r + long) * sin(a)),
            ],
            ink,
            0.4,
        )
