"""Heads of a walrus bear and a marmoset."""

from vision.faces.zoon.ink import INK, WHITE, Marks, darker, flat, lighter, stroke
from vision.printed.marks import mixed
from vision.printed.shapes import circle, oval, smooth
from vision.workshop.zoon.features import brows, grin, horn, pair_of_eyes, scar, tuft
from vision.workshop.zoon.head import Head
from vision.workshop.zoon.ink import body, both_sides


def mourse(h: Head) -> Marks:
    """Half walrus, half polar bear: round ears, shaggy cheeks, roaring, two sabres for tusks."""
    k, fur = h.look, h.skin
    ears = both_sides(
        (*body(circle(8.2, -9.2, 3.6), fur, edge=0.65), flat(circle(8.2, -8.9, 1.9), (190, 130, 130), 0.3))
    )
    shag = tuft((0, 2), 15.6, (8, 172), 21, fur, h.name, 4.6)
    skull = body(smooth([(0, -11.6), (7, -9.8), (11, -3.6), (12.2, 4), (9, 10.6), (0, 13), (-9, 10.6),
        (-12.2, 4), (-11, -3.6), (-7, -9.8)]), fur, edge=0.7, depth=1.7)  # fmt: skip
    mouth = grin(k, 9.6, 12.0, 5.6, teeth=7)
    muzzle = body(smooth([(-4 + k, 0.4), (4 + k, 0.4), (7.4 + k, 4.4), (6 + k, 7.8), (k, 8.4), (-6 + k,
        7.8), (-7.4 + k, 4.4)]), lighter(fur, 0.5), edge=0.5, depth=1.0)  # fmt: skip
    dots = tuple(
        flat(circle(s * a + k, b, 0.35), INK) for s in (-1, 1) for a, b in ((3, 5), (4.8, 4.6), (4, 6.4))
    )
    nose = flat(
        smooth([(-3 + k, 0.6), (0 + k, -1.2), (3 + k, 0.6), (1.4 + k, 3.4), (-1.4 + k, 3.4)]), INK, 0.4
    )
    glint = flat(oval(k - 1, 0.3, 0.8, 0.45), (190, 190, 210))
    tusks = [m for s in (-1, 1) for m in horn([(s * 4.2 + k, 6.8), (s * 5.4 + k, 12), (s * 4.8 + k, 17),
        (s * 3.2 + k, 20.4)], 3.2, (252, 244, 218), 0, 0.55)]  # fmt: skip
    eyes = pair_of_eyes((4.8, -3.0), 1.7, h.iris, h.mood, fur, k * 0.7)
    return (*ears, *shag, *skull, *mouth, *muzzle, *dots, *tusks, nose, glint, *eyes, *brows(5, -5.4, 6,
        darker(fur, 0.3), h.mood, k * 0.7), *scar(7.6, 1.8, 6, 60))  # fmt: skip


def marmoset(h: Head) -> Marks:
    """A little ouistiti: white tufts at its ears, huge eyes, a small frightened mouth."""
    k, fur = h.look, h.skin
    tufts = (
        *tuft((-7.4, -1), 12, (140, 260), 12, (250, 246, 236), h.name, 3.4),
        *tuft((7.4, -1), 12, (-80, 40), 12, (250, 246, 236), h.name + "r", 3.4),
    )
    skull = body(smooth([(0, -10.4), (6, -8.8), (9, -3), (8.4, 4), (5, 9.4), (0, 11), (-5, 9.4), (-8.4, 4),
        (-9, -3), (-6, -8.8)]), fur, edge=0.65, depth=1.3)  # fmt: skip
    blaze = flat(
        smooth([(-2.2 + k * 0.5, -7.4), (k * 0.5, -9), (2.2 + k * 0.5, -7.4), (1 + k, -3), (-1 + k, -3)]),
        WHITE,
        0.3,
    )
    mask = body(smooth([(k, -3.4), (4 + k, -5), (7.4 + k * 0.6, -1), (6.4 + k * 0.6, 4), (3.4 + k, 8.6),
        (-3.4 + k, 8.6), (-6.4 + k * 0.6, 4), (-7.4 + k * 0.6, -1), (-4 + k, -5)]), mixed(fur, (246, 206,
        160), 0.75), edge=0.4, depth=0.8)  # fmt: skip
    nose = flat(smooth([(-1.2 + k, 3.2), (1.2 + k, 3.2), (0.6 + k, 4.6), (-0.6 + k, 4.6)]), INK)
    mouth = (flat(oval(k, 6.5, 1.5, 1.0), (110, 24, 34), 0.4),)
    return (*tufts, *skull, blaze, *mask, *pair_of_eyes((3.5, -0.4), 2.7, h.iris, "wild", mixed(fur, (246,
        206, 160), 0.7), k), nose, *mouth, stroke([(-2 + k, -6), (-4 + k, -6.6), (-6 + k, -5.4)], 0.7),
        stroke([(2 + k, -6), (4 + k, -6.6), (6 + k, -5.4)], 0.7))  # fmt: skip
