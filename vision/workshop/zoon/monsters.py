"""Heads of two monsters with horns and a collar: a bird of a beast, and a rat."""

from vision.faces.zoon.ink import INK, WHITE, Marks, darker, flat, lighter, stroke
from vision.printed.marks import Mark, mixed
from vision.printed.shapes import oval, polygon, smooth
from vision.workshop.zoon.features import brows, horn, pair_of_eyes, tuft
from vision.workshop.zoon.head import Head
from vision.workshop.zoon.ink import body, both_sides


def trice(h: Head) -> Marks:
    """A frill with points all round it, a hooked beak, three horns."""
    k, hide = h.look, h.skin
    points: list[Mark] = []
    for n in range(11):
        x, y = (-14.5 + n * 2.9), 2 - (1 - ((n - 5) / 5) ** 2) * 16
        points += body(polygon([(x - 2.1, y + 1.4), (x * 1.26, y * 1.2 - 1.8), (x + 2.1, y + 1.4)]), (244,
            226, 180), edge=0.45, depth=0.5)  # fmt: skip
    frill = body(smooth([(-14.6, 4), (-15, -3), (-10, -11.4), (0, -15), (10, -11.4), (15, -3), (14.6, 4),
        (8, 8), (-8, 8)]), mixed(hide, (206, 70, 50), 0.55), edge=0.7, depth=1.4)  # fmt: skip
    spots = both_sides(tuple(flat(oval(x, y, 1.9, 2.5), mixed(hide, (250, 206, 90), 0.75), 0.35) for x,
        y in ((11.2, -2.2), (8.0, -8.2), (2.8, -11.4))))  # fmt: skip
    face = body(smooth([(-6.8, -7.4), (0, -8.8), (6.8, -7.4), (8.6, -1), (7.4 + k, 6), (4.4 + k, 10),
        (-4.4 + k, 10), (-7.4 + k, 6), (-8.6, -1)]), hide, edge=0.65, depth=1.5)  # fmt: skip
    low = body(smooth([(-4.4 + k, 11), (4.4 + k, 11), (2.4 + k, 16), (0 + k, 17.4), (-2.4 + k, 16)]), (206,
        160, 84), edge=0.5, depth=0.7)  # fmt: skip
    beak = body(smooth([(-6.2 + k, 7.4), (0 + k, 4.6), (6.2 + k, 7.4), (5.2 + k, 11.6), (1.4 + k, 13.4),
        (0 + k, 16.2), (-1.4 + k, 13.4), (-5.2 + k, 11.6)], tension=0.9), (236, 190, 104), edge=0.6,
        depth=1.1)  # fmt: skip
    nostrils = tuple(flat(oval(s * 2.6 + k, 8.6, 0.6, 0.9), INK) for s in (-1, 1))
    horns = [m for s in (-1, 1) for m in horn([(s * 4.6, -6), (s * 6.4, -11), (s * 9.6, -15.6), (s * 10,
        -21)], 3.8, (248, 238, 208), 2, 0.55)]  # fmt: skip
    nose = horn([(k, 6), (k * 1.3, 2.4), (k * 1.5 + 0.4, -2.4)], 4.0, (248, 238, 208), 1, 0.55)
    eyes = pair_of_eyes((4.9, -1.6), 1.9, h.iris, h.mood, hide, k * 0.6)
    return (*points, *frill, *spots, *low, *face, *eyes, *brows(5, -4.2, 5.4, darker(hide, 0.3), h.mood,
        k * 0.6), *horns, *beak, *nostrils, *nose)  # fmt: skip


def ratops(h: Head) -> Marks:
    """A huge rat with a collar of plates, horns on its brow and long front teeth."""
    k, fur = h.look, h.skin
    collar: list[Mark] = []
    for n in range(9):
        x, y = (-15 + n * 3.75), 5 - (1 - ((n - 4) / 4) ** 2) * 17
        collar += body(polygon([(x - 3.2, y + 5), (x - 1.2, y - 1.2), (x * 1.12, y - 3.4), (x + 1.6,
            y - 1.0), (x + 3.2, y + 5)]), (110, 120, 104), edge=0.45, depth=0.7)  # fmt: skip
    ears = both_sides((*body(smooth([(5, -6), (7, -13), (12, -15.4), (15, -11), (13, -4.4), (8.4, -2)]),
        fur, edge=0.6, depth=1.0), flat(smooth([(7.4, -6.4), (8.6, -11), (11.8, -12.8), (13, -9.8), (11.4,
        -5.4)]), (226, 130, 140), 0.3)))  # fmt: skip
    skull = body(smooth([(-6, -8.6), (0, -9.8), (6, -8.6), (9.6, -2), (8.6, 4), (4.6 + k, 9.4), (3.2 + k,
        12.6), (-3.2 + k, 12.6), (-4.6 + k, 9.4), (-8.6, 4), (-9.6, -2)]), fur, edge=0.7,
        depth=1.5)  # fmt: skip
    muzzle = body(smooth([(-3.4 + k, 4), (3.4 + k, 4), (4.6 + k, 9), (2.4 + k, 12), (-2.4 + k, 12),
        (-4.6 + k, 9)]), lighter(fur, 0.4), edge=0.35, depth=0.7)  # fmt: skip
    teeth = body(polygon([(-2.5 + k, 11.2), (2.5 + k, 11.2), (2.0 + k, 17.4), (-2.0 + k, 17.4)]), (250, 240,
        196), edge=0.5, depth=0.5)  # fmt: skip
    gap = stroke([(k, 11.6), (k, 14), (k, 17.2)], 0.4)
    nose = flat(oval(k, 8.0, 2.1, 1.6), (226, 96, 120), 0.45)
    glint = flat(oval(k - 0.6, 7.4, 0.6, 0.4), WHITE)
    whiskers = tuple(
        stroke([(s * 3 + k, y), (s * 8 + k, y + d * 0.5), (s * 13 + k, y + d)], 0.35)
        for s in (-1, 1)
        for y, d in ((8.8, -2.4), (9.8, 0.2), (10.6, 2.8))
    )
    horns = [
        m
        for s in (-1, 1)
        for m in horn([(s * 3.6, -7.6), (s * 4.4, -12.4), (s * 2.8, -17.4)], 3.4, (240, 228, 196), 2, 0.5)
    ]
    eyes = pair_of_eyes((4.6, -1.4), 2.2, h.iris, h.mood, fur, k * 0.6)
    hair = tuft((0, -7), 6, (235, 305), 6, darker(fur, 0.3), h.name, 1.8)
    return (*collar, *ears, *skull, *hair, *teeth, gap, *muzzle, *whiskers, nose, glint, *eyes, *brows(4.8,
        -4.6, 5.6, darker(fur, 0.35), h.mood, k * 0.6), *horns)  # fmt: skip
