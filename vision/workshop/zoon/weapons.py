"""Things that creatures hold: upright, with the hand around (0, 0), about 35 mm high."""

from collections.abc import Callable
from math import cos, pi, sin
from typing import Final

from vision.faces.zoon.ink import INK, WHITE, Marks, darker, flat, lighter, stroke
from vision.printed.marks import Colour
from vision.printed.shapes import box, circle, oval, polygon, smooth, star
from vision.workshop.zoon.features import tuft
from vision.workshop.zoon.ink import blade, body, put, tapered
from vision.workshop.zoon.staffs import (
    GOLD,
    STEEL,
    WOOD,
    bananas,
    cross_staff,
    leaf_staff,
    sceptre,
    shaft,
    skull_staff,
)


def spear(colour: Colour) -> Marks:
    tip = body(smooth([(0, -27), (2.8, -20), (1.2, -16.4), (-1.2, -16.4), (-2.8, -20)], tension=0.7), STEEL,
        edge=0.55, depth=0.6)  # fmt: skip
    return (*shaft(-18), *tip, *tuft((0, -15.6), 4.6, (40, 140), 5, colour, "spear", 1.4))


def axe(colour: Colour) -> Marks:
    head = body(smooth([(0.4, -20), (4.4, -21.4), (9.4, -24), (11, -17), (9.4, -10), (4.4, -12.6), (0.4,
        -14)], tension=0.8), STEEL, edge=0.6, depth=0.9)  # fmt: skip
    rune = stroke([(4, -19), (6.4, -17), (4, -15)], 0.45, darker(STEEL, 0.5))
    return (*shaft(-23, wide=2.2), *head, rune, *body(box(-1.6, -20.4, 3.4, 7, 0.6), colour, edge=0.45,
        depth=0.4))  # fmt: skip


def twin_axe(colour: Colour) -> Marks:
    half = smooth(
        [(0.6, -21), (5, -22.4), (9.6, -26), (11.4, -17.5), (9.6, -9), (5, -12.6), (0.6, -14)], tension=0.8
    )
    sides = [
        m
        for mirrored in (True, False)
        for m in put(body(half, STEEL, edge=0.6, depth=0.9), 0, 0, mirrored=mirrored)
    ]
    return (*shaft(-25, wide=2.4), *sides, *body(circle(0, -17.5, 2.1), colour, edge=0.45, depth=0.5),
        *body(polygon([(-1.4, -24), (0, -29), (1.4, -24)]), STEEL, edge=0.45, depth=0.4))  # fmt: skip


def club(colour: Colour) -> Marks:
    trunk = body(
        tapered([(0, 12), (0, -6), (0.4, -16), (0.2, -25)], 2.2, 8.6, 1.0), WOOD, edge=0.65, depth=1.2
    )
    nails = tuple(m for x, y, a in ((-4.2, -21, 200), (4.8, -20, -20), (-3.2, -14, 190), (4.0, -13.4, -10),
        (0.6, -26, -90)) for m in body(polygon([(x + 1.2 * sin(a * pi / 180), y - 1.2 * cos(a * pi / 180)),
        (x + 4.2 * cos(a * pi / 180), y + 4.2 * sin(a * pi / 180)), (x - 1.2 * sin(a * pi / 180),
        y + 1.2 * cos(a * pi / 180))]), STEEL, edge=0.4, depth=0.4))  # fmt: skip
    return (*nails, *trunk, *body(box(-1.8, -6.6, 3.6, 1.8, 0.5), colour, edge=0.4, depth=0.3))


def sword(colour: Colour) -> Marks:
    edge = body(
        polygon([(-2.1, -4), (-1.8, -24), (0, -28.6), (1.8, -24), (2.1, -4)]), STEEL, edge=0.55, depth=0.6
    )
    guard = body(smooth([(-6.4, -4.6), (0, -3.6), (6.4, -4.6), (6, -2.2), (0, -1.4), (-6, -2.2)]), GOLD,
        edge=0.5, depth=0.5)  # fmt: skip
    return (*edge, stroke([(0, -5), (0.1, -14), (0, -22)], 0.4, darker(STEEL, 0.45)), *guard,
        *body(box(-1.1, -2, 2.2, 7.4, 0.8), colour, edge=0.4, depth=0.4), *body(circle(0, 6.4, 1.8), GOLD,
        edge=0.45, depth=0.4))  # fmt: skip


def hammer(colour: Colour) -> Marks:
    head = body(box(-7.4, -24, 14.8, 8.4, 1.4), darker(STEEL, 0.15), edge=0.65, depth=1.2)
    bands = tuple(
        m for x in (-6, 3.4) for m in body(box(x, -24.6, 2.6, 9.6, 0.4), colour, edge=0.45, depth=0.4)
    )
    return (*shaft(-17, wide=2.4), *head, *bands, flat(star(0, -19.8, 4, 2.3, 0.8), GOLD, 0.3))


def flail(colour: Colour) -> Marks:
    spikes = tuple(m for n in range(9) for m in body(polygon([(8 + 3 * cos((n * 40 - 9) * pi / 180),
        -12 + 3 * sin((n * 40 - 9) * pi / 180)), (8 + 6.6 * cos(n * 40 * pi / 180),
        -12 + 6.6 * sin(n * 40 * pi / 180)), (8 + 3 * cos((n * 40 + 22) * pi / 180),
        -12 + 3 * sin((n * 40 + 22) * pi / 180))]), STEEL, edge=0.35, depth=0.3))  # fmt: skip
    chain = tuple(
        flat(oval(x, y, 0.9, 1.2), STEEL, 0.4) for x, y in ((1, -20.4), (3, -21), (5, -20.4), (6.6, -18.8))
    )
    return (*shaft(-20), *chain, *spikes, *body(circle(8, -12, 3.9), darker(STEEL, 0.25), edge=0.5,
        depth=0.9), *body(box(-1.5, -21, 3, 2.4, 0.4), colour, edge=0.4, depth=0.3))  # fmt: skip


def musket(colour: Colour) -> Marks:
    barrel = body(box(-1.1, -20, 2.2, 24, 0.5), STEEL, edge=0.5, depth=0.5)
    bayonet = body(polygon([(-0.8, -19), (0.1, -29), (0.9, -19)]), lighter(STEEL, 0.3), edge=0.4, depth=0.3)
    stock = body(smooth([(-1.7, -9), (1.7, -9), (2.4, 4), (4.4, 14), (-2.4, 14), (-2.2, 3)], tension=0.8),
        WOOD, edge=0.55, depth=0.7)  # fmt: skip
    return (*bayonet, *barrel, *stock, *body(box(-1.9, -10.4, 3.8, 1.6, 0.3), GOLD, edge=0.35, depth=0.3),
        *body(box(-1.9, -4, 3.8, 1.4, 0.3), colour, edge=0.35, depth=0.3))  # fmt: skip


def bomb(colour: Colour) -> Marks:
    """A coconut with a burning fuse, held up."""
    nut = body(circle(0, -7.4, 6.2), (112, 72, 42), edge=0.65, depth=1.4)
    hair = tuple(
        flat(blade((x, y), (x + 0.8, y + 2.2), 0.6), (178, 132, 82))
        for x, y in ((-3.4, -10.6), (0.2, -12), (3, -10), (-4.4, -6.4), (0, -8), (3.8, -5.6), (-1.6, -4))
    )
    face = tuple(flat(circle(x, y, 0.95), INK) for x, y in ((-1.8, -9.4), (1.8, -9.4), (0, -6.4)))
    fuse = stroke([(1.4, -13.2), (3.4, -16.6), (2.4, -19.4)], 0.8, (60, 44, 30))
    spark = (
        flat(star(2.4, -20.6, 8, 5.4, 2.0), (255, 214, 64), 0.4),
        flat(star(2.4, -20.6, 8, 2.9, 1.3), (255, 110, 30)),
        flat(circle(2.4, -20.6, 0.8), WHITE),
    )
    strap = stroke([(-6, -5.4), (0, -3.2), (6, -5.4)], 1.2, colour)
    return (fuse, *nut, *hair, strap, *face, *spark)


def drum(colour: Colour) -> Marks:
    """A bongo, held before the chest."""
    shell = body(
        smooth([(-6.4, -7), (6.4, -7), (5, 1), (6, 9), (-6, 9), (-5, 1)]), colour, edge=0.65, depth=1.3
    )
    zig = stroke([(-5, 1.4), (-3, -1.4), (-1, 1.4), (1, -1.4), (3, 1.4), (5, -1.4)], 0.8, (250, 220, 90))
    return (*shell, zig, *body(oval(0, -7, 6.8, 2.4), (248, 234, 204), edge=0.55, depth=0.6),
        *(flat(circle(x, -4.4 + abs(x) * -0.1, 0.6), GOLD, 0.25) for x in (-4, 0, 4)))  # fmt: skip


def harpoon(colour: Colour) -> Marks:
    tip = body(polygon([(0, -28), (3.6, -20), (1.0, -21), (1.0, -16), (-1.0, -16), (-1.0, -21), (-3.6,
        -20)]), STEEL, edge=0.5, depth=0.6)  # fmt: skip
    rope = (
        stroke([(0.8, -15), (5, -9), (2.4, -2), (6, 6), (3, 13)], 0.9, (206, 178, 120)),
        stroke([(-1.2, -14.6), (0, -13.4), (1.4, -14)], 0.7, (206, 178, 120)),
    )
    return (*shaft(-17), *tip, *rope, *body(box(-1.4, -13, 2.8, 2, 0.4), colour, edge=0.35, depth=0.3))


WEAPONS: Final[dict[str, Callable[[Colour], Marks]]] = {
    "spear": spear, "axe": axe, "twin axe": twin_axe, "club": club, "sword": sword, "hammer": hammer, "flail": flail,
    "leaf staff": leaf_staff, "skull staff": skull_staff, "cross staff": cross_staff, "musket": musket, "bomb": bomb,
    "drum": drum, "harpoon": harpoon, "bananas": bananas, "sceptre": sceptre,
}  # fmt: skip
