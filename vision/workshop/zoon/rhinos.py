"""Heads of rhinos, in mm around their middle, about 20 mm wide."""

from vision.faces.zoon.ink import Marks, darker, flat, lighter, stroke
from vision.printed.marks import mixed
from vision.printed.shapes import oval, smooth
from vision.workshop.zoon.features import brows, grin, horn, pair_of_eyes, scar
from vision.workshop.zoon.head import Head
from vision.workshop.zoon.ink import body


def rhino(h: Head) -> Marks:
    """A rhino head on: long hide-plated face, tube ears, a great horn before a small one, broad lip."""
    k, hide = h.look, h.skin
    ears = []
    for side in (-1, 1):
        ear = smooth(
            [(side * 5.4, -8), (side * 6.4, -13.6), (side * 9.6, -16), (side * 11.4, -12), (side * 9.6, -6.4)]
        )
        ears += [*body(ear, hide), flat(smooth([(side * 7.2, -9), (side * 8, -12.8), (side * 9.6, -14),
            (side * 10, -10.8), (side * 8.8, -8)]), mixed(hide, (210, 110, 130), 0.5), 0.25)]  # fmt: skip
    skull = smooth([(-7.2, -9.6), (0, -10.8), (7.2, -9.6), (10.2, -4), (9.8, 2.6), (7.4 + k, 7.2), (8.2 + k,
        11.8), (5 + k, 16), (-5 + k, 16), (-8.2 + k, 11.8), (-7.4 + k, 7.2), (-9.8, 2.6), (-10.2,
        -4)])  # fmt: skip
    plates = (flat(smooth([(-10.5, -2), (-6.2, 1.5), (-6.4, 8), (-11, 8)]), darker(hide, 0.26),
        opacity=0.7), flat(smooth([(10.5, -2), (7.4, 1.5), (7.8, 8), (12, 8)]), darker(hide, 0.26),
        opacity=0.7), flat(smooth([(-4 + k * 0.6, -11), (4 + k * 0.6, -11), (3.4 + k, 4), (-3.4 + k, 4)]),
        lighter(hide, 0.22), opacity=0.7))  # fmt: skip
    head = body(skull, hide, edge=0.7, depth=1.6, over=plates)
    folds = [
        stroke([(s * 9 + k * 0.3, 1.6), (s * 6.4 + k * 0.6, 3.4), (s * 6 + k, 7)], 0.4, darker(hide, 0.5))
        for s in (-1, 1)
    ]
    folds += [stroke([(-3 + k, y), (k, y + 0.6), (3 + k, y)], 0.35, darker(hide, 0.45)) for y in (-7.4, -6)]
    lip = body(smooth([(-6.6 + k, 9), (0 + k, 8.2), (6.6 + k, 9), (8 + k, 12.6), (4.6 + k, 15.6), (0 + k, 16.4),
        (-4.6 + k, 15.6), (-8 + k, 12.6)]), lighter(hide, 0.1), edge=0.5, depth=1.2)  # fmt: skip
    nostrils = [flat(oval(s * 4.2 + k, 10.6, 1.3, 0.95), (40, 26, 40), 0.2) for s in (-1, 1)]
    mouth: Marks = (
        stroke([(-6 + k, 13.4), (-2.4 + k, 14.6), (0 + k, 13.9), (2.4 + k, 14.6), (6 + k, 13.4)], 0.65),
    )
    if h.mouth == "roar":
        mouth = grin(k, 13.6, 9.6, 3.2, teeth=6)
    t = h.tusk
    ivory = mixed((232, 220, 196), darker(hide, 0.3), 0.12)
    great = horn([(k, 9.2), (k * 1.3 + 0.3, 3.6), (k * 1.6 + 1.3 * t, -1.6 * t), (k * 1.6 + 0.9 * t, -6.4 * t),
        (k * 1.4 - 0.4 * t, -10.0 * t)], 5.4, ivory, 3, 0.65)  # fmt: skip
    eyes = pair_of_eyes((6.1, -2.4), 1.75, h.iris, h.mood, hide, k * 0.5, patch=h.patch)
    over = brows(6.1, -4.9, 5.4, darker(hide, 0.35), h.mood, k * 0.5, 1.7)
    return (
        *ears, *head, *folds, *eyes, *over, *lip, *nostrils, *mouth, *great,
        *(scar(-6.8, 4.4, 6.2, 70) + scar(6.6, -7.6, 5, -25) if h.scars else ()),
    )  # fmt: skip
