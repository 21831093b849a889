"""A horde: rows of heads and shoulders, and arms that reach up like claws."""

from math import cos, pi, sin
from typing import Final

from vision.printed.marks import Path, Point
from vision.printed.shapes import moved, polygon, smooth
from vision.workshop.zombinion.canvas import Canvas, brushed, limb
from vision.workshop.zombinion.figures import Inks, inked
from vision.workshop.zombinion.heads import FRONT


def bust(canvas: Canvas, x: float, y: float, size: float, inks: Inks) -> None:
    """A zombie's head and shoulders from the front, chin at (x, y); the head's tilt is random."""
    chance = canvas.chance
    tilt, wide = chance.uniform(-22, 22), chance.uniform(0.85, 1.15)
    head = [(a * 0.5 * wide, b * 0.55 - 0.6) for a, b in FRONT]
    tuft = [
        (-0.4 * wide, -0.9),
        (-0.5, -1.25),
        (-0.2, -1.15),
        (-0.05 + chance.uniform(-0.2, 0.2), -1.5),
        (0.12, -1.15),
        (0.42, -1.3),
        (0.42 * wide, -0.85),
    ]
    drop = chance.uniform(0.1, 0.35)
    body = [
        (-1.25, 1.6),
        (-1.15, 0.4 + drop),
        (-0.6, 0.08),
        (-0.25, -0.1),
        (0.25, -0.1),
        (0.6, 0.05),
        (1.15, 0.5 - drop),
        (1.25, 1.6),
    ]
    paths = [moved(smooth(body), x, y, size), moved(smooth(head), x, y, size, tilt)]
    if chance.random() < 0.6:
        paths.append(moved(polygon(tuft), x, y, size, tilt))
    inked(canvas, paths, inks)
    if inks.eyes is not None:
        a = tilt * pi / 180
        for dx in (-0.2, 0.2):
            ex, ey = dx * cos(a) + 0.68 * sin(a), dx * sin(a) - 0.68 * cos(a)
            canvas.oval(x + size * ex, y + size * ey, size * 0.085, size * 0.06, inks.eyes)


def crowd(
    canvas: Canvas,
    y: float,
    size: float,
    inks: Inks,
    *,
    arms: float = 0.25,
    across: tuple[float, float] = (0, 55),
) -> None:
    """A row of zombies' heads and shoulders, some with an arm in the air."""
    x = across[0] + canvas.chance.uniform(-0.5, 0.3) * size
    while x < across[1] + size:
        if canvas.chance.random() < arms:
            reach(canvas, x + size * 0.8, y + size, size * 2.6, canvas.chance.uniform(-25, 25), inks)
        lower = y + canvas.chance.uniform(-0.3, 0.3) * size
        bust(canvas, x, lower, size * canvas.chance.uniform(0.9, 1.1), inks)
        x += size * canvas.chance.uniform(1.3, 1.8)


def reach(canvas: Canvas, x: float, foot: float, high: float, turn: float, inks: Inks) -> None:
    """A bony arm that reaches up from (x, foot), its fingers spread like claws."""
    inked(canvas, (moved(path, x, foot, high, turn) for path in _REACH), inks)


def _finger(x: float, y: float, knuckle: Point, tip: Point, half: float) -> list[Path]:
    return [limb((x, y), knuckle, half, half * 0.9), limb(knuckle, tip, half * 0.85, half * 0.35)]


_REACH: Final[list[Path]] = [
    limb((0, 0.05), (0.02, -0.5), 0.085, 0.055),
    smooth(
        [
            (-0.075, -0.48),
            (-0.11, -0.62),
            (-0.1, -0.72),
            (0, -0.75),
            (0.11, -0.72),
            (0.11, -0.6),
            (0.08, -0.48),
            (0, -0.44),
        ]
    ),
    *_finger(-0.08, -0.68, (-0.155, -0.82), (-0.12, -0.93), 0.03),
    *_finger(-0.03, -0.71, (-0.05, -0.88), (-0.015, -1.0), 0.03),
    *_finger(0.03, -0.71, (0.05, -0.88), (0.075, -0.99), 0.03),
    *_finger(0.085, -0.68, (0.14, -0.82), (0.17, -0.92), 0.028),
    *_finger(-0.08, -0.55, (-0.19, -0.62), (-0.21, -0.73), 0.032),
    brushed([(-0.09, 0.05), (-0.075, -0.2), (-0.06, -0.45)], 0.02),
]
