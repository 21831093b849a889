"""Heads of the monsters that belong to no people: a three-horned bird of a beast, a horned rat, a walrus bear, a marmoset."""

from vision.faces.zoon.features import brows, grin, horn, pair_of_eyes, scar, tuft
from vision.faces.zoon.heads import Head
from vision.faces.zoon.ink import (
    INK,
    WHITE,
    Marks,
    body,
    both_sides,
    darker,
    flat,
    lighter,
    mixed,
    stroke,
    tapered,
)
from vision.printed.shapes import circle, oval, polygon, smooth


def trice(h: Head) -> Marks:
    """A frill with points all round it, a hooked beak, three horns."""
    k, hide = h.look, h.skin
    points = []
    for n in range(11):
        x, y = (-14.5 + n * 2.9), 2 - (1 - ((n - 5) / 5) ** 2) * 16
        points += body(
            polygon([(x - 2.1, y + 1.4), (x * 1.26, y * 1.2 - 1.8), (x + 2.1, y + 1.4)]),
            (244, 226, 180),
            edge=0.45,
            depth=0.5,
        )
    frill = body(
        smooth(
            [(-14.6, 4), (-15, -3), (-10, -11.4), (0, -15), (10, -11.4), (15, -3), (14.6, 4), (8, 8), (-8, 8)]
        ),
        mixed(hide, (206, 70, 50), 0.55),
        edge=0.7,
        depth=1.4,
    )
    spots = both_sides(
        tuple(
            flat(oval(x, y, 1.9, 2.5), mixed(hide, (250, 206, 90), 0.75), 0.35)
            for x, y in ((11.2, -2.2), (8.0, -8.2), (2.8, -11.4))
        )
    )
    face = body(
        smooth(
            [
                (-6.8, -7.4),
                (0, -8.8),
                (6.8, -7.4),
                (8.6, -1),
                (7.4 + k, 6),
                (4.4 + k, 10),
                (-4.4 + k, 10),
                (-7.4 + k, 6),
                (-8.6, -1),
            ]
        ),
        hide,
        edge=0.65,
        depth=1.5,
    )
    low = body(
        smooth([(-4.4 + k, 11), (4.4 + k, 11), (2.4 + k, 16), (0 + k, 17.4), (-2.4 + k, 16)]),
        (206, 160, 84),
        edge=0.5,
        depth=0.7,
    )
    beak = body(
        smooth(
            [
                (-6.2 + k, 7.4),
                (0 + k, 4.6),
                (6.2 + k, 7.4),
                (5.2 + k, 11.6),
                (1.4 + k, 13.4),
                (0 + k, 16.2),
                (-1.4 + k, 13.4),
                (-5.2 + k, 11.6),
            ],
            tension=0.9,
        ),
        (236, 190, 104),
        edge=0.6,
        depth=1.1,
    )
    nostrils = tuple(flat(oval(s * 2.6 + k, 8.6, 0.6, 0.9), INK) for s in (-1, 1))
    horns = [
        m
        for s in (-1, 1)
        for m in horn(
            [(s * 4.6, -6), (s * 6.4, -11), (s * 9.6, -15.6), (s * 10, -21)], 3.8, (248, 238, 208), 2, 0.55
        )
    ]
    nose = horn([(k, 6), (k * 1.3, 2.4), (k * 1.5 + 0.4, -2.4)], 4.0, (248, 238, 208), 1, 0.55)
    eyes = pair_of_eyes(4.9, -1.6, 1.9, h.iris, h.mood, hide, k * 0.6)
    return (
        *points,
        *frill,
        *spots,
        *low,
        *face,
        *eyes,
        *brows(5, -4.2, 5.4, darker(hide, 0.3), h.mood, k * 0.6),
        *horns,
        *beak,
        *nostrils,
        *nose,
    )


def ratops(h: Head) -> Marks:
    """A huge rat with a collar of plates, horns on its brow and long front teeth."""
    k, fur = h.look, h.skin
    collar = []
    for n in range(9):
        x, y = (-15 + n * 3.75), 5 - (1 - ((n - 4) / 4) ** 2) * 17
        collar += body(
            polygon(
                [
                    (x - 3.2, y + 5),
                    (x - 1.2, y - 1.2),
                    (x * 1.12, y - 3.4),
                    (x + 1.6, y - 1.0),
                    (x + 3.2, y + 5),
                ]
            ),
            (110, 120, 104),
            edge=0.45,
            depth=0.7,
        )
    ears = both_sides(
        (
            *body(
                smooth([(5, -6), (7, -13), (12, -15.4), (15, -11), (13, -4.4), (8.4, -2)]),
                fur,
                edge=0.6,
                depth=1.0,
            ),
            flat(
                smooth([(7.4, -6.4), (8.6, -11), (11.8, -12.8), (13, -9.8), (11.4, -5.4)]),
                (226, 130, 140),
                0.3,
            ),
        )
    )
    skull = body(
        smooth(
            [
                (-6, -8.6),
                (0, -9.8),
                (6, -8.6),
                (9.6, -2),
                (8.6, 4),
                (4.6 + k, 9.4),
                (3.2 + k, 12.6),
                (-3.2 + k, 12.6),
                (-4.6 + k, 9.4),
                (-8.6, 4),
                (-9.6, -2),
            ]
        ),
        fur,
        edge=0.7,
        depth=1.5,
    )
    muzzle = body(
        smooth([(-3.4 + k, 4), (3.4 + k, 4), (4.6 + k, 9), (2.4 + k, 12), (-2.4 + k, 12), (-4.6 + k, 9)]),
        lighter(fur, 0.4),
        edge=0.35,
        depth=0.7,
    )
    teeth = body(
        polygon([(-2.5 + k, 11.2), (2.5 + k, 11.2), (2.0 + k, 17.4), (-2.0 + k, 17.4)]),
        (250, 240, 196),
        edge=0.5,
        depth=0.5,
    )
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
    eyes = pair_of_eyes(4.6, -1.4, 2.2, h.iris, h.mood, fur, k * 0.6)
    hair = tuft(0, -7, 6, 235, 305, 6, darker(fur, 0.3), h.name, 1.8)
    return (
        *collar,
        *ears,
        *skull,
        *hair,
        *teeth,
        gap,
        *muzzle,
        *whiskers,
        nose,
        glint,
        *eyes,
        *brows(4.8, -4.6, 5.6, darker(fur, 0.35), h.mood, k * 0.6),
        *horns,
    )


def mourse(h: Head) -> Marks:
    """Half walrus, half polar bear: round ears, shaggy cheeks, roaring, two sabres for tusks."""
    k, fur = h.look, h.skin
    ears = both_sides(
        (*body(circle(8.2, -9.2, 3.6), fur, edge=0.65), flat(circle(8.2, -8.9, 1.9), (190, 130, 130), 0.3))
    )
    shag = tuft(0, 2, 15.6, 8, 172, 21, fur, h.name, 4.6)
    skull = body(
        smooth(
            [
                (0, -11.6),
                (7, -9.8),
                (11, -3.6),
                (12.2, 4),
                (9, 10.6),
                (0, 13),
                (-9, 10.6),
                (-12.2, 4),
                (-11, -3.6),
                (-7, -9.8),
            ]
        ),
        fur,
        edge=0.7,
        depth=1.7,
    )
    mouth = grin(k, 9.6, 12.0, 5.6, teeth=7)
    muzzle = body(
        smooth(
            [
                (-4 + k, 0.4),
                (4 + k, 0.4),
                (7.4 + k, 4.4),
                (6 + k, 7.8),
                (k, 8.4),
                (-6 + k, 7.8),
                (-7.4 + k, 4.4),
            ]
        ),
        lighter(fur, 0.5),
        edge=0.5,
        depth=1.0,
    )
    dots = tuple(
        flat(circle(s * a + k, b, 0.35), INK) for s in (-1, 1) for a, b in ((3, 5), (4.8, 4.6), (4, 6.4))
    )
    nose = flat(
        smooth([(-3 + k, 0.6), (0 + k, -1.2), (3 + k, 0.6), (1.4 + k, 3.4), (-1.4 + k, 3.4)]), INK, 0.4
    )
    glint = flat(oval(k - 1, 0.3, 0.8, 0.45), (190, 190, 210))
    tusks = [
        m
        for s in (-1, 1)
        for m in horn(
            [(s * 4.2 + k, 6.8), (s * 5.4 + k, 12), (s * 4.8 + k, 17), (s * 3.2 + k, 20.4)],
            3.2,
            (252, 244, 218),
            0,
            0.55,
        )
    ]
    eyes = pair_of_eyes(4.8, -3.0, 1.7, h.iris, h.mood, fur, k * 0.7)
    return (
        *ears,
        *shag,
        *skull,
        *mouth,
        *muzzle,
        *dots,
        *tusks,
        nose,
        glint,
        *eyes,
        *brows(5, -5.4, 6, darker(fur, 0.3), h.mood, k * 0.7),
        *scar(7.6, 1.8, 6, 60),
    )


def marmoset(h: Head) -> Marks:
    """A little ouistiti: white tufts at its ears, huge eyes, a small frightened mouth."""
    k, fur = h.look, h.skin
    tufts = (
        *tuft(-7.4, -1, 12, 140, 260, 12, (250, 246, 236), h.name, 3.4),
        *tuft(7.4, -1, 12, -80, 40, 12, (250, 246, 236), h.name + "r", 3.4),
    )
    skull = body(
        smooth(
            [
                (0, -10.4),
                (6, -8.8),
                (9, -3),
                (8.4, 4),
                (5, 9.4),
                (0, 11),
                (-5, 9.4),
                (-8.4, 4),
                (-9, -3),
                (-6, -8.8),
            ]
        ),
        fur,
        edge=0.65,
        depth=1.3,
    )
    blaze = flat(
        smooth([(-2.2 + k * 0.5, -7.4), (k * 0.5, -9), (2.2 + k * 0.5, -7.4), (1 + k, -3), (-1 + k, -3)]),
        WHITE,
        0.3,
    )
    mask = body(
        smooth(
            [
                (k, -3.4),
                (4 + k, -5),
                (7.4 + k * 0.6, -1),
                (6.4 + k * 0.6, 4),
                (3.4 + k, 8.6),
                (-3.4 + k, 8.6),
                (-6.4 + k * 0.6, 4),
                (-7.4 + k * 0.6, -1),
                (-4 + k, -5),
            ]
        ),
        mixed(fur, (246, 206, 160), 0.75),
        edge=0.4,
        depth=0.8,
    )
    nose = flat(smooth([(-1.2 + k, 3.2), (1.2 + k, 3.2), (0.6 + k, 4.6), (-0.6 + k, 4.6)]), INK)
    mouth = (flat(oval(k, 6.5, 1.5, 1.0), (110, 24, 34), 0.4),)
    return (
        *tufts,
        *skull,
        blaze,
        *mask,
        *pair_of_eyes(3.5, -0.4, 2.7, h.iris, "wild", mixed(fur, (246, 206, 160), 0.7), k),
        nose,
        *mouth,
        stroke([(-2 + k, -6), (-4 + k, -6.6), (-6 + k, -5.4)], 0.7),
        stroke([(2 + k, -6), (4 + k, -6.6), (6 + k, -5.4)], 0.7),
    )
