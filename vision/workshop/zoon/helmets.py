"""Helmets and caps of fighters, for a head about 20 mm wide with its top at y = -10."""

from vision.faces.zoon.ink import INK, WHITE, Marks, darker, flat, lighter, stroke
from vision.printed.marks import Colour, Mark, mixed
from vision.printed.shapes import circle, polygon, smooth, star
from vision.workshop.zoon.features import horn, leaf
from vision.workshop.zoon.ink import BONE, GOLD, STEEL, blade, body, both_sides


def horned(colour: Colour) -> Marks:
    """A helmet of the north: dome, ridge, nasal, and two horns."""
    horns = [m for s in (-1, 1) for m in horn([(s * 7.4, -9), (s * 12.8, -10), (s * 15.4, -14.4), (s * 14.2,
        -19.4)], 4.6, BONE, 2, 0.55)]  # fmt: skip
    dome = body(smooth([(-9.8, -5.4), (-8.2, -12.6), (0, -16.4), (8.2, -12.6), (9.8, -5.4), (0, -8)]),
        STEEL, edge=0.65, depth=1.2)  # fmt: skip
    band = body(smooth([(-10.2, -7.4), (0, -10), (10.2, -7.4), (10, -4.4), (0, -7), (-10, -4.4)]), colour,
        edge=0.5, depth=0.6)  # fmt: skip
    ridge = body(polygon([(-1.2, -16), (1.2, -16), (1.5, -8), (1.1, -2.4), (-1.1, -2.4), (-1.5, -8)]), GOLD,
        edge=0.45, depth=0.4)  # fmt: skip
    rivets = both_sides(
        tuple(flat(circle(x, y, 0.5), lighter(colour, 0.7), 0.2) for x, y in ((4, -8), (7.6, -6.8)))
    )
    return (*horns, *dome, *band, *ridge, *rivets)


def kettle(colour: Colour) -> Marks:
    """A soldier's kettle helmet with a brim and a dent."""
    dome = body(smooth([(-8, -7), (-6.8, -13), (0, -15.6), (6.8, -13), (8, -7), (0, -8.6)]), STEEL,
        edge=0.6, depth=1.2)  # fmt: skip
    brim = body(smooth([(-12.4, -5.4), (-7, -9.2), (0, -10), (7, -9.2), (12.4, -5.4), (0, -6.8)]),
        mixed(STEEL, colour, 0.3), edge=0.55, depth=0.7)  # fmt: skip
    dent = (
        stroke([(3, -13), (4.2, -11.8), (3.6, -10.4)], 0.4, darker(STEEL, 0.5)),
        *(flat(circle(x, -8.4 + abs(x) * 0.1, 0.5), GOLD, 0.2) for x in (-6, -2, 2, 6)),
    )
    return (*dome, *brim, *dent)


def spiked_helm(colour: Colour) -> Marks:
    """A leather helmet with a brass eagle and a spike."""
    spike = body(polygon([(-1.3, -15), (0, -24.4), (1.3, -15)]), GOLD, edge=0.45, depth=0.4)
    dome = body(smooth([(-9.4, -6), (-8, -13), (0, -16.8), (8, -13), (9.4, -6), (0, -8.6)]), (48, 40, 52),
        edge=0.65, depth=1.2)  # fmt: skip
    brim = body(smooth([(-10.4, -6.4), (0, -9.6), (10.4, -6.4), (6.4, -5), (0, -6.6), (-6.4, -5)]), (34, 28,
        38), edge=0.5, depth=0.4)  # fmt: skip
    eagle = body(smooth([(0, -9.4), (-1.4, -11), (-5.6, -13.6), (-3.4, -10.6), (-2, -8.4), (0, -7.4), (2,
        -8.4), (3.4, -10.6), (5.6, -13.6), (1.4, -11)], tension=0.6), GOLD, edge=0.4, depth=0.4)  # fmt: skip
    knob = body(circle(0, -16, 1.7), GOLD, edge=0.4, depth=0.4)
    return (*spike, *dome, *brim, *eagle, *knob, flat(circle(0, -9.2, 0.8), colour, 0.2))


def gothic_helm(colour: Colour) -> Marks:
    """A knight's helmet with its visor up and a plume."""
    plume = body(smooth([(0, -14), (3, -20), (9.6, -22), (15, -17), (15.4, -8.4), (12.2, -13.4), (7, -15)]),
        colour, edge=0.55, depth=1.2)  # fmt: skip
    dome = body(smooth([(-10.2, -3), (-9.4, -11.4), (0, -17), (9.4, -11.4), (10.2, -3), (7.4, -6.4), (0,
        -9), (-7.4, -6.4)]), STEEL, edge=0.65, depth=1.3)  # fmt: skip
    visor = body(polygon([(-9.6, -8.6), (0, -12), (9.6, -8.6), (8.4, -14.4), (0, -19.6), (-8.4, -14.4)]),
        lighter(STEEL, 0.12), edge=0.55, depth=0.9)  # fmt: skip
    slits = both_sides((flat(polygon([(1.2, -14.6), (6.6, -12.2), (6.4, -11.2), (1.2, -13.4)]), INK),))
    return (*plume, *dome, *visor, *slits, *(flat(circle(s * 8.9, -8.9, 1.1), GOLD, 0.35) for s in (-1, 1)))


def bearskin(colour: Colour) -> Marks:
    """A grenadier's tall fur cap with a plate and a cockade."""
    cap = body(smooth([(-8.4, -6.4), (-9.6, -14), (-6.6, -21.6), (0, -23.4), (6.6, -21.6), (9.6, -14), (8.4,
        -6.4), (0, -8.4)]), (44, 34, 36), edge=0.7, depth=1.2)  # fmt: skip
    hair = tuple(flat(blade((x, y), (x + x * 0.12, y + 2.8), 0.8), (78, 62, 60)) for x, y in ((-6, -19),
        (-2, -21), (2.4, -21), (6, -18.6), (-7.4, -14), (7.4, -14.4), (4.4, -17.6), (-4.2, -17.4)))  # fmt: skip
    front = body(
        polygon([(-4, -7.6), (-4.8, -13), (0, -17), (4.8, -13), (4, -7.6)]), GOLD, edge=0.45, depth=0.6
    )
    mark = (flat(star(0, -11.6, 6, 2.2, 0.9), colour, 0.2),)
    plume = body(smooth([(7.4, -15), (8.4, -22.4), (11.4, -25), (12, -19), (9.6, -14.6)]), (200, 40, 44),
        edge=0.45, depth=0.7)  # fmt: skip
    return (*plume, *cap, *hair, *front, *mark)


def wings(colour: Colour) -> Marks:
    """A light cap with two wings, for a leaper."""
    half: list[Mark] = []
    for n in range(4):
        half += body(blade((7.4, -8 + n * 0.6), (16.6 - n * 1.3, -17.4 + n * 3.2), 3.4, -0.14), WHITE,
            edge=0.45, depth=0.5)  # fmt: skip
    cap = body(smooth([(-9, -6), (-7.6, -12.4), (0, -15.4), (7.6, -12.4), (9, -6), (0, -8.4)]), colour,
        edge=0.6, depth=1.1)  # fmt: skip
    rim = body(smooth([(-9.4, -7.4), (0, -10), (9.4, -7.4), (9.2, -5), (0, -7.6), (-9.2, -5)]), GOLD,
        edge=0.45, depth=0.4)  # fmt: skip
    return (*both_sides(half), *cap, *rim)


def coconut(colour: Colour) -> Marks:
    """Half a coconut as a helmet, with a strap and a leaf."""
    shell = body(smooth([(-9.8, -6), (-8.6, -13), (0, -17), (8.6, -13), (9.8, -6), (0, -8.2)]), (120, 78,
        44), edge=0.65, depth=1.3)  # fmt: skip
    hair = tuple(flat(blade((x, y), (x + 0.7, y + 2.4), 0.6), (176, 130, 80)) for x, y in ((-6, -13), (-3,
        -15.4), (1, -15.6), (4.6, -14.4), (7, -11), (-7.6, -9.6), (-1, -12.6), (3.4, -11)))  # fmt: skip
    rim = body(smooth([(-10, -7), (0, -9.6), (10, -7), (9.8, -5), (0, -7.6), (-9.8, -5)]), (246, 238, 220),
        edge=0.45, depth=0.4)  # fmt: skip
    return (*shell, *hair, *rim, *leaf(5, -15, 8.4, -40, mixed((70, 150, 60), colour, 0.3)), *leaf(4.4,
        -15.4, 7.0, -85, (110, 170, 60)))  # fmt: skip
