"""Clothes below the head: capes, robes, armour, tunics, bare chests; around the middle of a head."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from vision.faces.zoon.ink import INK, WHITE, Marks, darker, flat, lighter, stroke
from vision.printed.marks import Colour, Mark, Path, mixed
from vision.printed.shapes import box, circle, oval, polygon, smooth, star
from vision.workshop.zoon.features import scar, tuft
from vision.workshop.zoon.ink import blade, body, both_sides, tapered

GOLD: Final[Colour] = (232, 176, 52)
STEEL: Final[Colour] = (150, 160, 176)
LEATHER: Final[Colour] = (118, 74, 42)


@dataclass(frozen=True, slots=True)
class Cloth:
    """Colours of cloth or metal, trimmings, and the skin beneath."""

    name: str
    colour: Colour
    trim: Colour
    skin: Colour


def _shoulders(wide: float = 15.5, top: float = 10.5) -> Path:
    return smooth(
        [(-5, top), (5, top), (wide * 0.72, top + 2.6), (wide, top + 8), (wide + 1.5, 34), (0, 37),
            (-wide - 1.5, 34), (-wide, top + 8), (-wide * 0.72, top + 2.6)]
    )  # fmt: skip


def bare(c: Cloth) -> Marks:
    """A broad bare chest, fur in its middle, a strap across."""
    chest = body(_shoulders(17), c.skin, edge=0.7, depth=1.8)
    lines = both_sides((stroke([(1.0, 21), (6, 22.4), (10, 20)], 0.5, darker(c.skin, 0.5)), stroke([(13.4,
        17), (12.2, 22), (13, 28)], 0.5, darker(c.skin, 0.5))))  # fmt: skip
    fur = tuft((0, 14), 7.5, (50, 130), 7, darker(c.skin, 0.15), c.name, 2.2)
    strap = body(tapered([(-13, 13.5), (0, 22), (14, 32)], 3.4, 3.4), LEATHER, edge=0.5, depth=0.5)
    studs = tuple(
        flat(circle(x, y, 0.8), GOLD, 0.3) for x, y in ((-8, 16.6), (-3, 19.8), (3, 23.8), (8, 27.4))
    )
    return (*chest, *lines, *fur, *strap, *studs)


def tunic(c: Cloth) -> Marks:
    """A soldier's plain tunic with a hide collar, a belt, and a badge."""
    coat = body(_shoulders(14.5), c.colour, edge=0.7, depth=1.6)
    seams = both_sides((stroke([(9.5, 16), (9.8, 22), (10.6, 30)], 0.4, darker(c.colour, 0.45)),))
    collar = body(smooth([(-8.6, 10.4), (0, 13.4), (8.6, 10.4), (6.4, 15.2), (0, 18.4), (-6.4, 15.2)]),
        LEATHER, edge=0.5, depth=0.7)  # fmt: skip
    lace = tuple(stroke([(-1.4, y), (1.4, y + 1.4)], 0.4, WHITE) for y in (19.0, 21.0, 23.0))
    badge = (*body(circle(8.2, 19.5, 2.4), c.trim, edge=0.4, depth=0.5),)
    return (*coat, *seams, *lace, *collar, *badge)


def armour(c: Cloth) -> Marks:
    """A breastplate with a ridge, and great pauldrons with spikes and rivets."""
    plate = body(_shoulders(13.5, 11), c.colour, edge=0.7, depth=1.7)
    ridge = (
        stroke([(0, 14), (0.4, 22), (0, 34)], 0.55, darker(c.colour, 0.55)),
        flat(blade((0.9, 15), (0.9, 33), 1.1), lighter(c.colour, 0.6), opacity=0.7),
    )
    gorget = body(smooth([(-8, 9.6), (0, 12.2), (8, 9.6), (8.8, 13.2), (0, 16.8), (-8.8, 13.2)]), c.trim,
        edge=0.5, depth=0.8)  # fmt: skip
    side: list[Mark] = []
    for spike, (x, y) in enumerate(((10.6, 12.0), (14.4, 12.6), (17.4, 16.0))):
        tip = (x + 1.2 + spike * 1.5, y - 5.4 + spike * 1.8)
        side += body(polygon([(x - 1.5, y + 1.5), tip, (x + 1.7, y + 1.9)]), STEEL, edge=0.4, depth=0.4)
    side += body(smooth([(8, 13), (12.4, 11), (17, 13.4), (19, 18.6), (17.8, 22.6), (9.4, 19.6)]), c.trim,
        edge=0.65, depth=1.3)  # fmt: skip
    side += body(smooth([(9.8, 19.2), (18.4, 21.4), (17.8, 27), (10.6, 25)]), c.colour, edge=0.5, depth=1.0)
    side += [
        flat(circle(x, y, 0.6), lighter(c.trim, 0.6), 0.25)
        for x, y in ((11, 16.8), (13.8, 17.2), (16.4, 18.6))
    ]
    return (*plate, *ridge, *both_sides(side), *gorget)


def robe(c: Cloth) -> Marks:
    """A priest's robe: wide sleeves, a stole with signs, beads."""
    gown = body(_shoulders(14.8, 10), c.colour, edge=0.7, depth=1.8)
    folds = both_sides((stroke([(6.6, 19), (7.4, 26), (7, 35)], 0.45, darker(c.colour, 0.5)), stroke([(11.4,
        18), (12.6, 26), (12, 35)], 0.45, darker(c.colour, 0.5))))  # fmt: skip
    half = [*body(polygon([(1.2, 15), (6.4, 11), (7.8, 12.8), (4.8, 19), (5.4, 36), (1.8, 36)]), c.trim,
        edge=0.45, depth=0.6)]  # fmt: skip
    half += [flat(star(3.4, 24, 4, 1.5, 0.5), GOLD, 0.2), flat(star(3.5, 30, 4, 1.5, 0.5), GOLD, 0.2)]
    beads = tuple(
        flat(circle(x, 16.2 + 5.2 * (1 - (x / 8.4) ** 2), 1.05), (180, 60, 40) if n % 2 else WHITE, 0.3)
        for n, x in enumerate((-7.2, -5, -2.6, 0, 2.6, 5, 7.2))
    )
    return (*gown, *folds, *both_sides(half), *beads)


def cape(c: Cloth) -> Marks:
    """A chef's great cape with a fur collar, and a chain with a jewel."""
    cloak = body(smooth([(-6, 9), (6, 9), (14, 12.4), (18.6, 22), (20, 37), (-20, 37), (-18.6, 22), (-14,
        12.4)]), c.colour, edge=0.75, depth=2.0)  # fmt: skip
    folds = both_sides(tuple(stroke([(x, 17), (x * 1.12, 26), (x * 1.2, 37)], 0.5, darker(c.colour,
        0.5)) for x in (8.4, 12.4, 15.6)))  # fmt: skip
    vest = body(polygon([(-5, 14), (5, 14), (6.4, 37), (-6.4, 37)]), c.trim, edge=0.5, depth=0.9)
    buttons = tuple(flat(circle(0, y, 0.9), GOLD, 0.3) for y in (23.4, 26.4, 29.4))
    fur: list[Mark] = []
    for side in (-1, 1):
        for n in range(5):
            x, y = side * (3.5 + n * 3.0), 14.4 + n * n * 0.28
            fur += body(oval(x, y, 3.0, 2.8), (248, 242, 230), edge=0.45, depth=0.8)
            fur.append(flat(blade((x, y - 0.8), (x + side * 0.5, y + 1.4), 0.9), INK))
    chain = tuple(
        flat(circle(x, 17.4 + 3.6 * (1 - (x / 7) ** 2), 0.9), GOLD, 0.3) for x in (-6, -4, -2, 2, 4, 6)
    )
    jewel = (
        *body(polygon([(0, 18.6), (2.2, 21), (0, 24.2), (-2.2, 21)]), (212, 34, 60), edge=0.45, depth=0.6),
    )
    return (*cloak, *folds, *vest, *buttons, *fur, *chain, *jewel)


def mail(c: Cloth) -> Marks:
    """A hauberk of rings under a fur-trimmed jerkin."""
    shirt_rings = [
        stroke([(x, y), (x + 0.9, y + 0.9), (x + 1.8, y)], 0.3, darker(STEEL, 0.5))
        for y in range(13, 37, 2)
        for x in range(-17 + y % 4 // 2, 17, 2)
    ]
    shirt = body(_shoulders(15.5), STEEL, edge=0.7, depth=1.6, over=shirt_rings)
    jerkin: list[Mark] = []
    jerkin += body(smooth([(3.2, 15), (8.4, 11), (11.8, 13), (11, 24), (12, 37), (5, 37)]), c.colour,
        edge=0.55, depth=1.0)  # fmt: skip
    jerkin += tuft((4.4, 16), 3.6, (60, 210), 6, c.trim, c.name, 1.6)
    belt = body(box(-14, 29.2, 28, 3, 0.6), LEATHER, edge=0.45, depth=0.5)
    buckle = (
        *body(circle(0, 30.7, 2.4), GOLD, edge=0.4, depth=0.5),
        flat(circle(0, 30.7, 1.1), darker(GOLD, 0.5)),
    )
    return (*shirt, *both_sides(jerkin), *belt, *buckle)


def battered(c: Cloth) -> Marks:
    """A hero's bare chest under one pauldron, with scars and a torn scarf."""
    scarf = body(smooth([(-9.4, 9.6), (0, 13), (9.4, 9.6), (8.4, 14.6), (0, 18.6), (-8.4, 14.6)]), c.colour,
        edge=0.55, depth=1.0)  # fmt: skip
    tail = body(polygon([(6, 14), (10.4, 13), (14.4, 26), (11.6, 24.4), (10.6, 28), (8.6, 23.4)]), c.colour,
        edge=0.5, depth=0.8)  # fmt: skip
    guard: list[Mark] = []
    for x in (-16.6, -13.0, -9.4):
        guard += body(polygon([(x - 1.6, 15), (x - 1.2, 8.6), (x + 1.8, 14)]), STEEL, edge=0.4, depth=0.4)
    guard += body(smooth([(-7.4, 13), (-12, 11.4), (-17.4, 13.6), (-19.6, 19), (-18.4, 23.4), (-9.2,
        19.8)]), c.trim, edge=0.65, depth=1.3)  # fmt: skip
    return (*bare(c), *scar(6.4, 25.4, 8.5, 40), *scar(-6.4, 27.4, 6.5, -25), *tail, *scarf, *guard)


CLOTHES: Final[dict[str, Callable[[Cloth], Marks]]] = {
    "bare": bare, "tunic": tunic, "armour": armour, "robe": robe, "cape": cape, "mail": mail, "battered": battered,
}  # fmt: skip


def fist(x: float, y: float, skin: Colour, sleeve: Colour) -> Marks:
    """A hand around (x, y) for a thing drawn before it: cuff, back of the hand, four fingers."""
    arm = body(smooth([(x - 3.4, y + 3), (x + 3.6, y + 2.4), (x + 6.5, y + 13), (x - 4.5, y + 13)]), sleeve,
        edge=0.55, depth=0.9)  # fmt: skip
    cuff = body(box(x - 3.8, y + 2.6, 7.8, 2.5, 1.0), mixed(sleeve, WHITE, 0.45), edge=0.45, depth=0.4)
    hand = body(smooth([(x - 3.6, y - 2.4), (x + 3.4, y - 2.6), (x + 4, y + 2), (x + 2.6, y + 4), (x - 3,
        y + 4), (x - 4, y + 1)]), skin, edge=0.55, depth=0.9)  # fmt: skip
    fingers = tuple(
        stroke([(x - 2.9, y + d), (x, y + d - 0.3), (x + 2.4, y + d)], 0.4, darker(skin, 0.6))
        for d in (-1.1, 0.5, 2.1)
    )
    return (*arm, *hand, *fingers, *cuff)
