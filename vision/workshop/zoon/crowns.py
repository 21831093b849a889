"""Headgear of chiefs, priests and heroes: crowns, wreaths, a mitre, feathers; the head's top is y = -10."""

from math import cos, pi, sin

from vision.faces.zoon.ink import INK, Marks, darker, flat, lighter, stroke
from vision.printed.marks import Colour, Mark, mixed
from vision.printed.shapes import circle, oval, polygon, smooth
from vision.workshop.zoon.features import horn, leaf
from vision.workshop.zoon.ink import BONE, GOLD, STEEL, blade, body, both_sides


def crown(colour: Colour) -> Marks:
    """A chef's crown of five points with jewels, a cap of cloth in it."""
    cap = body(smooth([(-7, -9), (-6, -16.4), (0, -18.4), (6, -16.4), (7, -9)]), colour, edge=0.45)
    points = [(-8.6, -8), (-9.6, -16.6), (-6.0, -12.6), (-4.4, -18.6), (-1.6, -13.2), (0, -20), (1.6,
        -13.2), (4.4, -18.6), (6.0, -12.6), (9.6, -16.6), (8.6, -8)]  # fmt: skip
    band = body(polygon([*points, (4, -6.6), (-4, -6.6)]), GOLD, edge=0.6, depth=0.9)
    balls = tuple(
        m
        for x, y in ((-9.6, -16.8), (-4.4, -18.8), (0, -20.2), (4.4, -18.8), (9.6, -16.8))
        for m in body(circle(x, y, 1.2), GOLD, edge=0.4, depth=0.3)
    )
    gems = tuple(
        flat(oval(x, -9.2, 1.1, 1.3), tone, 0.3)
        for x, tone in ((-5.2, (60, 150, 90)), (0, (206, 36, 56)), (5.2, (50, 100, 200)))
    )
    return (*cap, *band, *balls, *gems)


def skull_crown(colour: Colour) -> Marks:
    """A crown of iron spikes with a small skull."""
    spikes: list[Mark] = []
    for x, high in ((-8, 7), (-4.4, 9.6), (0, 11.6), (4.4, 9.6), (8, 7)):
        spikes += body(polygon([(x - 1.8, -9), (x + x * 0.12, -9 - high), (x + 1.8, -9)]), darker(STEEL,
            0.25), edge=0.45, depth=0.5)  # fmt: skip
    band = body(smooth([(-9.6, -10.4), (0, -11.8), (9.6, -10.4), (9.4, -7), (0, -8.4), (-9.4, -7)]), colour,
        edge=0.55, depth=0.7)  # fmt: skip
    skull = (*body(smooth([(-2.6, -12.6), (0, -14), (2.6, -12.6), (2.2, -9.4), (1, -7.6), (-1, -7.6), (-2.2,
        -9.4)]), BONE, edge=0.45, depth=0.6), *(flat(circle(s * 1.05, -11.2, 0.75), INK) for s in (-1,
        1)))  # fmt: skip
    return (*spikes, *band, *skull)


def mitre(colour: Colour) -> Marks:
    """A bishop's tall mitre with a cross of thorns."""
    tall = body(polygon([(-7.4, -7), (-8.8, -15), (0, -24), (8.8, -15), (7.4, -7), (0, -8.6)]),
        lighter(colour, 0.3), edge=0.65, depth=1.2)  # fmt: skip
    bands = (
        flat(polygon([(-1.3, -21.6), (1.3, -21.6), (1.3, -8.4), (-1.3, -8.4)]), GOLD, 0.3),
        flat(polygon([(-5.8, -16.6), (5.8, -16.6), (5.8, -14.4), (-5.8, -14.4)]), GOLD, 0.3),
    )
    band = body(smooth([(-7.9, -9.6), (0, -11.2), (7.9, -9.6), (7.6, -6.4), (0, -8), (-7.6, -6.4)]), colour,
        edge=0.5, depth=0.5)  # fmt: skip
    return (*tall, *bands, *band)


def laurel(colour: Colour) -> Marks:
    """A wreath of golden leaves."""
    half: list[Mark] = []
    for n in range(6):
        x, y = 1.2 + n * 1.75, -11.2 + n * n * 0.17
        half += leaf(x, y + 1, 4.4, -62 + n * 9, mixed(GOLD, colour, 0.16))
        half += leaf(x, y + 1, 4.0, 12 + n * 10, GOLD)
    return both_sides(half)


def feathers(colour: Colour) -> Marks:
    """A wide feather headdress of a jungle priest; drawn behind the head."""
    found: list[Mark] = []
    tones: tuple[Colour, ...] = (colour, (240, 196, 60), (214, 60, 50), (60, 140, 190))
    for n in range(9):
        angle = -160 + n * 17.5
        x, y = cos(angle * pi / 180), sin(angle * pi / 180)
        found += body(blade((6 * x, 6 * y), (19.5 * x, 19 * y), 5.4), tones[n % 4], edge=0.5, depth=0.6)
        found.append(
            stroke([(8 * x, 8 * y), (13 * x, 13 * y), (18 * x, 17.6 * y)], 0.3, darker(tones[n % 4], 0.6))
        )
    return tuple(found)


def bone_crown(colour: Colour) -> Marks:
    """A band of hide with tusks and bolts on it."""
    teeth: list[Mark] = []
    for x, high in ((-8, 5.6), (-4.2, 7.6), (0, 9.4), (4.2, 7.6), (8, 5.6)):
        teeth += horn([(x, -9.6), (x * 1.12, -12 - high * 0.3), (x * 1.1 + (1 if x > 0 else -1) * 0.4,
            -10.5 - high)], 3.2, BONE, 0, 0.45)  # fmt: skip
    hide = body(smooth([(-10, -10), (0, -12.4), (10, -10), (10, -6.4), (0, -8.6), (-10, -6.4)]), mixed(GOLD,
        colour, 0.15), edge=0.55, depth=0.7)  # fmt: skip
    bolts = tuple(m for x in (-6, -2, 2, 6) for m in (flat(circle(x, -9.6 + abs(x) * 0.18, 1.15),
        darker(STEEL, 0.2), 0.35), stroke([(x - 0.6, -9.6 + abs(x) * 0.18), (x, -9.6 + abs(x) * 0.18),
        (x + 0.6, -9.6 + abs(x) * 0.18)], 0.35)))  # fmt: skip
    return (*teeth, *hide, *bolts)
