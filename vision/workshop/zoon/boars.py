"""Heads of boars, in mm around their middle, about 20 mm wide."""

from vision.faces.zoon.ink import Marks, darker, flat, lighter, stroke
from vision.printed.marks import Mark, mixed
from vision.printed.shapes import oval, smooth
from vision.workshop.zoon.features import brows, grin, horn, leaf, pair_of_eyes, scar, tuft
from vision.workshop.zoon.head import Head
from vision.workshop.zoon.ink import body


def boar(h: Head) -> Marks:
    """A wild boar: wedge of a head, bristles, ears, disc of a snout, tusks that curl up."""
    k, skin = h.look, h.skin
    back = tuft((0, 2), 14.5, (195, 345), 17, h.hair_colour, h.name, 3.0)
    ears = []
    for side in (-1, 1):
        ear = smooth([(side * 5, -6.5), (side * 8.5, -13.5), (side * 13.2, -13.8), (side * 11.2, -6.5),
            (side * 8, -2.5)])  # fmt: skip
        inner = smooth([(side * 7, -6.5), (side * 9.3, -11.3), (side * 12, -12), (side * 10, -6.5)])
        ears += [*body(ear, skin), flat(inner, mixed(skin, (226, 128, 118), 0.55), 0.25)]
    skull = smooth([(-6.5, -9), (0, -10.6), (6.5, -9), (10.5, -2.5), (10.8, 4), (8.2, 10), (4, 13.2), (-4,
        13.2), (-8.2, 10), (-10.8, 4), (-10.5, -2.5)])  # fmt: skip
    blaze = smooth([(-1.8 + k * 0.4, -10), (1.8 + k * 0.4, -10), (2.6 + k, 0), (0 + k, 3), (-2.6 + k, 0)])
    jowls = [flat(oval(side * 8.2, 6.5, 3.6, 5.4), darker(skin, 0.3), opacity=0.5) for side in (-1, 1)]
    head = body(skull, skin, edge=0.7, depth=1.6, over=(flat(blaze, lighter(skin, 0.3), opacity=0.6), *jowls))
    fringe = tuft((k * 0.3, -6.2), 6.2, (215, 325), 9, h.hair_colour, h.name + "f", 2.0)
    jaw = body(
        smooth([(-5.6 + k, 9.5), (5.6 + k, 9.5), (4.4 + k, 14.6), (0 + k, 16), (-4.4 + k, 14.6)]),
        darker(skin, 0.12),
    )
    mouth = stroke([(-5.4 + k, 10.4), (-2 + k, 12.4), (0 + k, 11.8), (2 + k, 12.4), (5.4 + k, 10.4)], 0.7)
    if h.mouth == "roar":
        mouth_marks: Marks = grin(k, 12.4, 8.6, 3.4, fangs=False)
    else:
        mouth_marks = (mouth,)
    tusks: list[Mark] = []
    t = h.tusk
    for side in (-1, 1):
        x = side * 5.0 + k
        tusks += horn([(x, 12.5), (x + side * 3.2 * t, 11.4), (x + side * 4.6 * t, 8.0 - 1.5 * t),
            (x + side * 3.6 * t, 5.2 - 3.2 * t)], 2.7, (250, 238, 204))  # fmt: skip
    bridge = body(
        smooth([(-4.2 + k * 0.8, -1.5), (4.2 + k * 0.8, -1.5), (5.6 + k, 7), (-5.6 + k, 7)]),
        lighter(skin, 0.06),
        edge=0.3,
    )
    wrinkles = [
        stroke([(-3.4 + k, y), (k, y - 0.7), (3.4 + k, y)], 0.35, darker(skin, 0.45)) for y in (1.6, 3.2)
    ]
    snout = smooth([(-5.4 + k, 4.6), (0 + k, 3.4), (5.4 + k, 4.6), (6.2 + k, 7.8), (4.4 + k, 10.6), (0 + k,
        11.3), (-4.4 + k, 10.6), (-6.2 + k, 7.8)])  # fmt: skip
    pink = mixed(skin, (240, 146, 130), 0.72)
    nostrils = [flat(oval(s * 2.3 + k * 1.05, 7.5, 1.15, 1.75), (74, 22, 26), 0.2) for s in (-1, 1)]
    nose = [*body(snout, pink, edge=0.65, depth=1.1), *nostrils]
    eyes = pair_of_eyes((4.7, -2.2), 2.1, h.iris, h.mood, skin, k * 0.6, patch=h.patch)
    over = brows(4.9, -5.0, 6.2, h.hair_colour, h.mood, k * 0.6, 2.0)
    green: list[Mark] = []
    if h.leaves:
        for n, (x, y, a) in enumerate(
            ((-7, -8, 215), (-3, -10, 250), (2, -10.5, 285), (6.5, -8.4, 325), (0, -9, 268))
        ):
            green += leaf(x, y, 6.2, a, ((92, 146, 52), (150, 160, 40), (190, 120, 36))[n % 3])
    found = (*back, *ears, *head, *fringe, *bridge, *wrinkles, *jaw, *mouth_marks, *tusks, *nose, *eyes,
        *over, *green)  # fmt: skip
    return (*found, *(scar(-7.4, 3.4, 6.5, 62) + scar(6.4, -7.4, 4.6, -30) if h.scars else ()))
