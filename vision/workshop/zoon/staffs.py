"""Staffs and sceptres, upright, with the hand around (0, 0), about 35 mm high."""

from math import cos, pi, sin
from typing import Final

from vision.faces.zoon.ink import WHITE, Marks, flat, stroke
from vision.printed.marks import Colour, Glow, Mark
from vision.printed.shapes import box, circle, polygon, smooth
from vision.workshop.zoon.features import leaf
from vision.workshop.zoon.ink import body, tapered

STEEL: Final[Colour] = (172, 182, 198)
GOLD: Final[Colour] = (234, 180, 56)


WOOD: Final[Colour] = (126, 82, 46)


def shaft(top: float, low: float = 14.0, wide: float = 1.9) -> Marks:
    return body(box(-wide / 2, top, wide, low - top, 0.5), WOOD, edge=0.5, depth=0.5)


def leaf_staff(colour: Colour) -> Marks:
    crook = body(tapered([(0, 14), (0, -8), (0.4, -19), (4.4, -25), (9.4, -23), (8.4, -18.4), (5, -18.6)],
        2.2, 1.0, 0.4), WOOD, edge=0.55, depth=0.5)  # fmt: skip
    orb = (
        flat(circle(5.4, -21, 4.0), Glow((5.4, -21), 4.0, (238, 255, 190), colour), opacity=1.0),
        flat(circle(5.4, -21, 1.5), WHITE),
    )
    leaves = [
        m
        for x, y, a in ((0.4, -16, 200), (0.2, -11, -20), (1.6, -22, 230), (7, -25, -70))
        for m in leaf(x, y, 5.0, a, (96, 152, 54))
    ]
    return (*orb, *crook, *leaves)


def skull_staff(colour: Colour) -> Marks:
    skull = body(smooth([(-4.4, -22), (0, -26), (4.4, -22), (4, -18), (2, -15.4), (-2, -15.4), (-4, -18)]),
        (240, 232, 210), edge=0.55, depth=0.9)  # fmt: skip
    eyes = tuple(flat(circle(s * 1.9, -20.4, 1.35), colour, 0.35) for s in (-1, 1))
    return (*shaft(-16), *skull, *eyes, stroke([(-1.4, -16.6), (0, -16.9), (1.4, -16.6)], 0.4),
        *body(box(-2.2, -15.4, 4.4, 1.8, 0.5), GOLD, edge=0.4, depth=0.3))  # fmt: skip


def cross_staff(colour: Colour) -> Marks:
    top = body(polygon([(-1.3, -14), (-1.3, -18), (-5.4, -18), (-5.4, -20.6), (-1.3, -20.6), (-1.3, -25.4),
        (1.3, -25.4), (1.3, -20.6), (5.4, -20.6), (5.4, -18), (1.3, -18), (1.3, -14)]), GOLD, edge=0.5,
        depth=0.6)  # fmt: skip
    return (*shaft(-15), *top, *body(circle(0, -19.3, 1.9), colour, edge=0.4, depth=0.4))


def bananas(colour: Colour) -> Marks:
    """A sceptre with a banana as its head."""
    fruit = body(tapered([(-3.4, -15), (-4.4, -20), (-1.4, -25.4), (4.4, -28)], 2.2, 1.0, 4.4), (250, 206,
        60), edge=0.55, depth=0.8)  # fmt: skip
    return (*shaft(-15, wide=1.7), *fruit, flat(circle(4.6, -28.2, 0.8), (90, 60, 30)), *body(circle(0,
        -14.4, 2.4), GOLD, edge=0.45, depth=0.5), flat(circle(0, -14.4, 1.1), colour, 0.25))  # fmt: skip


def sceptre(colour: Colour) -> Marks:
    found: list[Mark] = [*shaft(-17, wide=1.8), *body(circle(0, -20, 3.4), colour, edge=0.5, depth=0.8)]
    for n in range(5):
        a = (-170 + n * 40) * pi / 180
        found += body(polygon([(3 * cos(a - 0.3), -20 + 3 * sin(a - 0.3)), (6 * cos(a), -20 + 6 * sin(a)),
            (3 * cos(a + 0.3), -20 + 3 * sin(a + 0.3))]), GOLD, edge=0.4, depth=0.3)  # fmt: skip
    return (*found, *body(box(-2.4, -16.8, 4.8, 1.8, 0.5), GOLD, edge=0.4, depth=0.3))
