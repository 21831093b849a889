"""Heads of apes, in mm around their middle, about 20 mm wide."""

from vision.faces.zoon.ink import INK, Marks, darker, flat, lighter, stroke
from vision.printed.marks import mixed
from vision.printed.shapes import circle, oval, smooth
from vision.workshop.zoon.features import brows, grin, pair_of_eyes, scar, tuft
from vision.workshop.zoon.head import Head
from vision.workshop.zoon.ink import body


def monkey(h: Head) -> Marks:
    """An ape: round ears, a heart-shaped pale face within fur, heavy brow, wide muzzle."""
    k, fur = h.look, h.skin
    face = mixed(lighter(fur, 0.5), (238, 186, 138), 0.6)
    ears = []
    for side in (-1, 1):
        ears += [*body(circle(side * 10.6 - k * 0.5, 0.5, 4.0), fur), flat(circle(side * 10.6 - k * 0.5, 0.7,
            2.4), mixed(face, (220, 120, 110), 0.4), 0.25)]  # fmt: skip
    skull = smooth([(0, -11.4), (6.4, -9.6), (9.8, -3.8), (9.6, 3.4), (7, 10), (0, 13), (-7, 10), (-9.6,
        3.4), (-9.8, -3.8), (-6.4, -9.6)])  # fmt: skip
    head = body(skull, fur, edge=0.7, depth=1.5)
    mask = smooth([(k, -4.0), (3.6 + k, -6.6), (7.6 + k * 0.7, -4.0), (7.4 + k * 0.7, 1.0), (8.0 + k, 6),
        (5.4 + k, 10.6), (k, 12.2), (-5.4 + k, 10.6), (-7.6 + k, 6), (-7.4 + k * 0.7, 1.0), (-7.6 + k * 0.7,
        -4.0), (-3.6 + k, -6.6)])  # fmt: skip
    skin = body(mask, face, edge=0.4, depth=0.9)
    muzzle = body(smooth([(-3.2 + k, 2.2), (3.2 + k, 2.2), (7.0 + k, 6.4), (5.4 + k, 10.8), (k, 12.4),
        (-5.4 + k, 10.8), (-7.0 + k, 6.4)]), lighter(face, 0.18), edge=0.35, depth=0.9)  # fmt: skip
    nose = [flat(smooth([(-2.1 + k, 3.6), (0 + k, 2.6), (2.1 + k, 3.6), (1.2 + k, 4.9), (-1.2 + k, 4.9)]),
        darker(face, 0.55), 0.25)]  # fmt: skip
    nose += [flat(oval(s * 0.9 + k, 4.1, 0.5, 0.4), INK) for s in (-1, 1)]
    mouth: Marks = (stroke([(-5 + k, 7.4), (-2 + k, 8.6), (2 + k, 8.6), (5 + k, 7.4)], 0.65),)
    if h.mouth in ("grin", "roar"):
        mouth = grin(k, 7.6, 10.4 if h.mouth == "roar" else 8.6, 4.6 if h.mouth == "roar" else 2.8,
            fangs=h.mouth == "roar")  # fmt: skip
    eyes = pair_of_eyes((3.7, -1.6), 2.15, h.iris, h.mood, face, k, patch=h.patch)
    ridge = brows(3.9, -4.4, 6.4, darker(fur, 0.15), h.mood, k, 2.2)
    cheeks: Marks = ()
    if h.hair == "pads":
        cheeks = tuple(m for s in (-1, 1) for m in body(smooth([(s * 7, -5), (s * 13.4, -2), (s * 14.2, 5),
            (s * 9.5, 10), (s * 6.5, 4)]), darker(face, 0.25), edge=0.55))  # fmt: skip
    return (
        *_monkey_back(h), *cheeks, *ears, *head, *_monkey_top(h), *skin, *muzzle, *nose, *mouth, *eyes, *ridge,
        *(scar(5.8 + k, 3.0, 5.5, 65) + scar(-5.6 + k, -6.2, 4.4, 20) if h.scars else ()),
    )  # fmt: skip


def _monkey_back(h: Head) -> Marks:
    if h.hair == "crest":
        dome = [(-8.4, -5.4), (-6.4, -11), (-3, -14.6), (0, -15.6), (3, -14.6), (6.4, -11), (8.4, -5.4)]
        return (
            *body(smooth(dome), h.skin, edge=0.7, depth=1.4),
            *tuft((0, -9), 7.4, (240, 300), 5, h.skin, h.name, 2.4),
        )
    if h.hair == "mane":
        return tuft((0, 1), 15.5, (0, 345), 26, h.hair_colour, h.name, 4.4)
    if h.hair == "beard":
        return tuft((0, 6), 13.5, (20, 160), 15, h.hair_colour, h.name, 3.6)
    return ()


def _monkey_top(h: Head) -> Marks:
    if h.hair == "mop":
        return tuft((0, -5.5), 8.4, (190, 350), 13, h.hair_colour, h.name, 3.2)
    if h.hair == "mohawk":
        return tuft((h.look * 0.3, -6), 9.6, (240, 300), 8, h.hair_colour, h.name, 2.8)
    return ()
