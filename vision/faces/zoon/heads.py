"""Heads of boars, monkeys, rhinos, walruses and whales, in millimetres about their middle, some 20 mm wide.

Each looks to its right side by `look` mm: what lies farther forward is drawn farther aside.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from vision.faces.zoon.features import brows, grin, horn, leaf, pair_of_eyes, scar, tuft
from vision.faces.zoon.ink import (
    INK,
    WHITE,
    Marks,
    arc,
    body,
    clipped,
    darker,
    flat,
    lighter,
    mixed,
    stroke,
    tapered,
)
from vision.printed.marks import Colour, Glow, Mark, Path, Shape
from vision.printed.shapes import circle, oval, smooth


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """How a head looks: fur or hide, the iris, its mood, how long its tusks or horns are, and what it has besides."""

    name: str
    skin: Colour
    iris: Colour = (214, 150, 30)
    mood: str = "fierce"
    look: float = 1.2
    tusk: float = 1.0
    hair: str = ""
    hair_colour: Colour = (60, 36, 24)
    mouth: str = ""
    scars: bool = False
    patch: bool = False
    leaves: bool = False


def boar(h: Head) -> Marks:
    """A wild boar: wedge of a head, bristles, ears, disc of a snout, tusks that curl up."""
    k, skin = h.look, h.skin
    back = tuft(0, 2, 14.5, 195, 345, 17, h.hair_colour, h.name, 3.0)
    ears = []
    for side in (-1, 1):
        ear = smooth(
            [
                (side * 5, -6.5),
                (side * 8.5, -13.5),
                (side * 13.2, -13.8),
                (side * 11.2, -6.5),
                (side * 8, -2.5),
            ]
        )
        inner = smooth([(side * 7, -6.5), (side * 9.3, -11.3), (side * 12, -12), (side * 10, -6.5)])
        ears += [*body(ear, skin), flat(inner, mixed(skin, (226, 128, 118), 0.55), 0.25)]
    skull = smooth([(-6.5, -9), (0, -10.6), (6.5, -9), (10.5, -2.5), (10.8, 4), (8.2, 10), (4, 13.2), (-4, 13.2), (-8.2, 10), (-10.8, 4), (-10.5, -2.5)])  # fmt: skip
    blaze = smooth([(-1.8 + k * 0.4, -10), (1.8 + k * 0.4, -10), (2.6 + k, 0), (0 + k, 3), (-2.6 + k, 0)])
    jowls = [flat(oval(side * 8.2, 6.5, 3.6, 5.4), darker(skin, 0.3), opacity=0.5) for side in (-1, 1)]
    head = body(skull, skin, edge=0.7, depth=1.6, over=(flat(blaze, lighter(skin, 0.3), opacity=0.6), *jowls))
    fringe = tuft(k * 0.3, -6.2, 6.2, 215, 325, 9, h.hair_colour, h.name + "f", 2.0)
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
        tusks += horn([(x, 12.5), (x + side * 3.2 * t, 11.4), (x + side * 4.6 * t, 8.0 - 1.5 * t), (x + side * 3.6 * t, 5.2 - 3.2 * t)], 2.7, (250, 238, 204))  # fmt: skip
    bridge = body(
        smooth([(-4.2 + k * 0.8, -1.5), (4.2 + k * 0.8, -1.5), (5.6 + k, 7), (-5.6 + k, 7)]),
        lighter(skin, 0.06),
        edge=0.3,
    )
    wrinkles = [
        stroke([(-3.4 + k, y), (k, y - 0.7), (3.4 + k, y)], 0.35, darker(skin, 0.45)) for y in (1.6, 3.2)
    ]
    snout = smooth([(-5.4 + k, 4.6), (0 + k, 3.4), (5.4 + k, 4.6), (6.2 + k, 7.8), (4.4 + k, 10.6), (0 + k, 11.3), (-4.4 + k, 10.6), (-6.2 + k, 7.8)])  # fmt: skip
    pink = mixed(skin, (240, 146, 130), 0.72)
    nostrils = [flat(oval(s * 2.3 + k * 1.05, 7.5, 1.15, 1.75), (74, 22, 26), 0.2) for s in (-1, 1)]
    nose = [*body(snout, pink, edge=0.65, depth=1.1), *nostrils]
    eyes = pair_of_eyes(4.7, -2.2, 2.1, h.iris, h.mood, skin, k * 0.6, h.patch)
    over = brows(4.9, -5.0, 6.2, h.hair_colour, h.mood, k * 0.6, 2.0)
    green = []
    if h.leaves:
        for n, (x, y, a) in enumerate(
            ((-7, -8, 215), (-3, -10, 250), (2, -10.5, 285), (6.5, -8.4, 325), (0, -9, 268))
        ):
            green += leaf(x, y, 6.2, a, ((92, 146, 52), (150, 160, 40), (190, 120, 36))[n % 3])
    found = (
        *back,
        *ears,
        *head,
        *fringe,
        *bridge,
        *wrinkles,
        *jaw,
        *mouth_marks,
        *tusks,
        *nose,
        *eyes,
        *over,
        *green,
    )
    return (*found, *(scar(-7.4, 3.4, 6.5, 62) + scar(6.4, -7.4, 4.6, -30) if h.scars else ()))


def monkey(h: Head) -> Marks:
    """An ape: round ears, a heart-shaped pale face within fur, heavy brow, wide muzzle."""
    k, fur = h.look, h.skin
    face = mixed(lighter(fur, 0.5), (238, 186, 138), 0.6)
    ears = []
    for side in (-1, 1):
        ears += [*body(circle(side * 10.6 - k * 0.5, 0.5, 4.0), fur), flat(circle(side * 10.6 - k * 0.5, 0.7, 2.4), mixed(face, (220, 120, 110), 0.4), 0.25)]  # fmt: skip
    skull = smooth(
        [
            (0, -11.4),
            (6.4, -9.6),
            (9.8, -3.8),
            (9.6, 3.4),
            (7, 10),
            (0, 13),
            (-7, 10),
            (-9.6, 3.4),
            (-9.8, -3.8),
            (-6.4, -9.6),
        ]
    )
    head = body(skull, fur, edge=0.7, depth=1.5)
    mask = smooth([(k, -4.0), (3.6 + k, -6.6), (7.6 + k * 0.7, -4.0), (7.4 + k * 0.7, 1.0), (8.0 + k, 6), (5.4 + k, 10.6), (k, 12.2), (-5.4 + k, 10.6), (-7.6 + k, 6), (-7.4 + k * 0.7, 1.0), (-7.6 + k * 0.7, -4.0), (-3.6 + k, -6.6)])  # fmt: skip
    skin = body(mask, face, edge=0.4, depth=0.9)
    muzzle = body(smooth([(-3.2 + k, 2.2), (3.2 + k, 2.2), (7.0 + k, 6.4), (5.4 + k, 10.8), (k, 12.4), (-5.4 + k, 10.8), (-7.0 + k, 6.4)]), lighter(face, 0.18), edge=0.35, depth=0.9)  # fmt: skip
    nose = [
        flat(
            smooth([(-2.1 + k, 3.6), (0 + k, 2.6), (2.1 + k, 3.6), (1.2 + k, 4.9), (-1.2 + k, 4.9)]),
            darker(face, 0.55),
            0.25,
        )
    ]
    nose += [flat(oval(s * 0.9 + k, 4.1, 0.5, 0.4), INK) for s in (-1, 1)]
    mouth: Marks = (stroke([(-5 + k, 7.4), (-2 + k, 8.6), (2 + k, 8.6), (5 + k, 7.4)], 0.65),)
    if h.mouth in ("grin", "roar"):
        mouth = grin(
            k,
            7.6,
            10.4 if h.mouth == "roar" else 8.6,
            4.6 if h.mouth == "roar" else 2.8,
            fangs=h.mouth == "roar",
        )
    eyes = pair_of_eyes(3.7, -1.6, 2.15, h.iris, h.mood, face, k, h.patch)
    ridge = brows(3.9, -4.4, 6.4, darker(fur, 0.15), h.mood, k, 2.2)
    cheeks: Marks = ()
    if h.hair == "pads":
        cheeks = tuple(m for s in (-1, 1) for m in body(smooth([(s * 7, -5), (s * 13.4, -2), (s * 14.2, 5), (s * 9.5, 10), (s * 6.5, 4)]), darker(face, 0.25), edge=0.55))  # fmt: skip
    return (
        *_monkey_back(h), *cheeks, *ears, *head, *_monkey_top(h), *skin, *muzzle, *nose, *mouth, *eyes, *ridge,
        *(scar(5.8 + k, 3.0, 5.5, 65) + scar(-5.6 + k, -6.2, 4.4, 20) if h.scars else ()),
    )  # fmt: skip


def _monkey_back(h: Head) -> Marks:
    if h.hair == "mane":
        return tuft(0, 1, 15.5, 0, 345, 26, h.hair_colour, h.name, 4.4)
    if h.hair == "beard":
        return tuft(0, 6, 13.5, 20, 160, 15, h.hair_colour, h.name, 3.6)
    return ()


def _monkey_top(h: Head) -> Marks:
    if h.hair == "mop":
        return tuft(0, -5.5, 8.4, 190, 350, 13, h.hair_colour, h.name, 3.2)
    if h.hair == "mohawk":
        return tuft(h.look * 0.3, -6, 9.6, 240, 300, 8, h.hair_colour, h.name, 2.8)
    if h.hair == "crest":
        dome = smooth([(-5.4, -8.8), (-3.4, -13.4), (0, -15.4), (3.4, -13.4), (5.4, -8.8), (0, -7.4)])
        return body(dome, h.skin, edge=0.6, depth=1.2)
    return ()


def rhino(h: Head) -> Marks:
    """A rhino head on: long hide-plated face, tube ears, a great horn before a small one, broad lip."""
    k, hide = h.look, h.skin
    ears = []
    for side in (-1, 1):
        ear = smooth(
            [(side * 5.4, -8), (side * 6.4, -13.6), (side * 9.6, -16), (side * 11.4, -12), (side * 9.6, -6.4)]
        )
        ears += [*body(ear, hide), flat(smooth([(side * 7.2, -9), (side * 8, -12.8), (side * 9.6, -14), (side * 10, -10.8), (side * 8.8, -8)]), mixed(hide, (210, 110, 130), 0.5), 0.25)]  # fmt: skip
    skull = smooth([(-7.2, -9.6), (0, -10.8), (7.2, -9.6), (10.2, -4), (9.8, 2.6), (7.4 + k, 7.2), (8.2 + k, 11.8), (5 + k, 16), (-5 + k, 16), (-8.2 + k, 11.8), (-7.4 + k, 7.2), (-9.8, 2.6), (-10.2, -4)])  # fmt: skip
    plates = (
        flat(smooth([(-10.5, -2), (-6.2, 1.5), (-6.4, 8), (-11, 8)]), darker(hide, 0.26), opacity=0.7),
        flat(smooth([(10.5, -2), (7.4, 1.5), (7.8, 8), (12, 8)]), darker(hide, 0.26), opacity=0.7),
        flat(
            smooth([(-4 + k * 0.6, -11), (4 + k * 0.6, -11), (3.4 + k, 4), (-3.4 + k, 4)]),
            lighter(hide, 0.22),
            opacity=0.7,
        ),
    )
    head = body(skull, hide, edge=0.7, depth=1.6, over=plates)
    folds = [
        stroke([(s * 9 + k * 0.3, 1.6), (s * 6.4 + k * 0.6, 3.4), (s * 6 + k, 7)], 0.4, darker(hide, 0.5))
        for s in (-1, 1)
    ]
    folds += [stroke([(-3 + k, y), (k, y + 0.6), (3 + k, y)], 0.35, darker(hide, 0.45)) for y in (-7.4, -6)]
    lip = body(smooth([(-6.6 + k, 9), (0 + k, 8.2), (6.6 + k, 9), (8 + k, 12.6), (4.6 + k, 15.6), (0 + k, 16.4), (-4.6 + k, 15.6), (-8 + k, 12.6)]), lighter(hide, 0.1), edge=0.5, depth=1.2)  # fmt: skip
    nostrils = [flat(oval(s * 4.2 + k, 10.6, 1.3, 0.95), (40, 26, 40), 0.2) for s in (-1, 1)]
    mouth: Marks = (
        stroke([(-6 + k, 13.4), (-2.4 + k, 14.6), (0 + k, 13.9), (2.4 + k, 14.6), (6 + k, 13.4)], 0.65),
    )
    if h.mouth == "roar":
        mouth = grin(k, 13.6, 9.6, 3.2, teeth=6)
    t = h.tusk
    ivory = mixed((232, 220, 196), darker(hide, 0.3), 0.12)
    great = horn([(k, 9.2), (k * 1.3 + 0.3, 3.6), (k * 1.6 + 1.3 * t, -1.6 * t), (k * 1.6 + 0.9 * t, -6.4 * t), (k * 1.4 - 0.4 * t, -10.0 * t)], 5.4, ivory, 3, 0.65)  # fmt: skip
    eyes = pair_of_eyes(6.1, -2.4, 1.75, h.iris, h.mood, hide, k * 0.5, h.patch)
    over = brows(6.1, -4.9, 5.4, darker(hide, 0.35), h.mood, k * 0.5, 1.7)
    return (
        *ears, *head, *folds, *eyes, *over, *lip, *nostrils, *mouth, *great,
        *(scar(-6.8, 4.4, 6.2, 70) + scar(6.6, -7.6, 5, -25) if h.scars else ()),
    )  # fmt: skip


def walrus(h: Head) -> Marks:
    """A walrus: heavy dome, whisker pads with a moustache, two long tusks hanging down."""
    k, hide = h.look, h.skin
    neck = body(
        smooth([(-9, 0), (9, 0), (13.4, 9), (14, 18), (-14, 18), (-13.4, 9)]), darker(hide, 0.1), edge=0.6
    )
    skull = smooth(
        [
            (0, -11),
            (5.8, -9.8),
            (9.4, -4.4),
            (10.4, 2),
            (9.6, 8.4),
            (0, 11),
            (-9.6, 8.4),
            (-10.4, 2),
            (-9.4, -4.4),
            (-5.8, -9.8),
        ]
    )
    spots = [
        flat(oval(x, y, 1.3, 0.9), darker(hide, 0.25), opacity=0.6)
        for x, y in ((-6, -6), (-7.6, -3.4), (5.4, -7), (7.4, -4.6), (1, -9))
    ]
    head = body(skull, hide, edge=0.7, depth=1.6, over=spots)
    t = h.tusk
    tusks = []
    for s in (-1, 1):
        x = s * 3.3 + k
        tusks += horn(
            [(x, 7.4), (x + s * 0.7, 12.0), (x + s * 0.8, 12 + 4.6 * t), (x - s * 0.5, 12 + 8.6 * t)],
            2.9,
            (252, 244, 220),
            0,
            0.55,
        )
    chin = body(oval(k, 8.8, 3.4, 2.6), mixed(hide, (150, 70, 70), 0.35), edge=0.45)
    pads = []
    for s in (-1, 1):
        pad = smooth(
            [
                (k + s * 0.1, 2.2),
                (s * 4.4 + k, 0.6),
                (s * 8.3 + k, 3.4),
                (s * 7.7 + k, 7.8),
                (s * 3.6 + k, 9.4),
                (k + s * 0.1, 7.2),
            ]
        )
        pads += body(pad, lighter(hide, 0.28), edge=0.5, depth=1.0)
        pads += [
            flat(circle(s * a + k, b, 0.3), INK)
            for a, b in ((2.4, 4.2), (4.4, 3.4), (6.2, 4.4), (3.2, 6.2), (5.4, 6.4))
        ]
        pads += [flat(tapered([(s * a + k, b), (s * (a + 2.6) + k, b + 0.7), (s * (a + 4.6) + k, b + c)], 0.5, 0.05), WHITE, 0.12) for a, b, c in ((5.6, 4.0, 0.2), (5.4, 5.4, 2.2), (4.6, 6.8, 3.8))]  # fmt: skip
    nose = flat(
        smooth([(-2.6 + k, 0.9), (0 + k, -0.4), (2.6 + k, 0.9), (1.5 + k, 3.0), (-1.5 + k, 3.0)]),
        Glow((k - 0.6, 0.6), 3, (120, 84, 92), (44, 28, 40)),
        0.4,
    )
    eyes = pair_of_eyes(4.6, -3.0, 1.85, h.iris, h.mood, hide, k * 0.8, h.patch)
    over = brows(4.8, -5.6, 6.0, h.hair_colour, h.mood, k * 0.8, 2.1)
    hair: Marks = ()
    if h.hair == "beard":
        hair = tuft(k, 8, 13.5, 25, 155, 15, h.hair_colour, h.name, 3.8)
    elif h.hair == "braids":
        hair = tuple(m for s in (-1, 1) for m in braid(s * 9.2, 6, h.hair_colour))
    return (
        *neck, *hair, *head, *chin, *tusks, *pads, nose, *eyes, *over,
        *(scar(7.0, -0.4, 5.6, 70) + scar(-5.0, -7.6, 4.6, 25) if h.scars else ()),
    )  # fmt: skip


def braid(x: float, y: float, colour: Colour) -> Marks:
    """A plait that hangs from (x, y), with a ring at its end."""
    found: list[Mark] = []
    for n in range(4):
        found += body(
            oval(x, y + n * 3.1, 1.9 - n * 0.15, 2.0),
            (lighter, darker)[n % 2](colour, 0.12),
            edge=0.35,
            depth=0.5,
        )
    found += body(oval(x, y + 12.0, 1.5, 0.9), (230, 180, 60), edge=0.3, depth=0.3)
    return (*found, *tuft(x, y + 12.6, 3.2, 60, 120, 3, colour, f"braid {x}", 1.2))


def orca(h: Head) -> Marks:
    """A killer whale head on: sleek dome, pale eye patches, pale chin, a row of teeth."""
    k, hide = h.look, h.skin
    fin = body(smooth([(-2.4, -9), (-0.6, -16), (2.6, -19.5), (3.4, -14), (4.6, -9)]), hide, edge=0.6)
    skull = smooth(
        [
            (0, -12.2),
            (6.4, -10.4),
            (10.4, -4),
            (11.8, 3.4),
            (10.4, 11),
            (5, 15),
            (-5, 15),
            (-10.4, 11),
            (-11.8, 3.4),
            (-10.4, -4),
            (-6.4, -10.4),
        ]
    )
    chin = smooth([(-9.5 + k, 6.4), (0 + k, 4.2), (9.5 + k, 6.4), (9.4, 13), (4, 17), (-4, 17), (-9.4, 13)])
    shine = flat(
        smooth([(-6.4, -8.8), (-1.6, -10.8), (-2.6, -7.6), (-6.8, -4)]), lighter(hide, 0.55), opacity=0.6
    )
    head = body(skull, hide, edge=0.7, depth=1.6, over=(flat(chin, (240, 244, 246)), shine))
    patches = [
        flat(
            smooth(
                [
                    (s * 3.2 + k * 0.7, -3.6),
                    (s * 6.2 + k * 0.7, -7.2),
                    (s * 9.2 + k * 0.6, -6.4),
                    (s * 8.4 + k * 0.6, -3.2),
                ]
            ),
            (244, 246, 248),
            0.35,
        )
        for s in (-1, 1)
    ]
    nose = [flat(oval(s * 1.5 + k * 1.3, 0.6, 0.55, 0.35), lighter(hide, 0.3)) for s in (-1, 1)]
    mouth = _whale_mouth(k, 7.0 if h.mouth == "roar" else 4.6)
    eyes = pair_of_eyes(5.8, -1.4, 1.75, h.iris, h.mood, hide, k * 0.7, h.patch)
    return (*fin, *head, *patches, *nose, *mouth, *eyes, *(scar(6.8, 2.8, 6, 60) if h.scars else ()))


def _whale_mouth(k: float, high: float) -> Marks:
    path = smooth(
        [
            (-9 + k, 3.4),
            (-4 + k, 5.4),
            (k, 5.8),
            (4 + k, 5.4),
            (9 + k, 3.4),
            (6.4 + k, 6 + high * 0.7),
            (k, 6.2 + high),
            (-6.4 + k, 6 + high * 0.7),
        ]
    )
    teeth = [flat(blade_tooth(x + k, 4.2, 1.3, 2.4), WHITE, 0.15) for x in (-6, -4.2, -2.1, 0, 2.1, 4.2, 6)]
    low = [
        flat(blade_tooth(x + k, 7 + high * 0.9, 1.2, -2.0), WHITE, 0.15) for x in (-4.4, -2.4, -0.2, 2.2, 4.2)
    ]
    within = (
        flat(path, (110, 18, 34)),
        flat(oval(k, 6.5 + high, 3.6, high * 0.4), (226, 96, 104)),
        *teeth,
        *low,
    )
    return (clipped(path, within), Shape(path, edge=INK, edge_mm=0.5))


def blade_tooth(x: float, y: float, wide: float, high: float) -> Path:
    """A pointed tooth from its root."""
    return smooth([(x - wide, y), (x + wide, y), (x + 0.15, y + high), (x - 0.15, y + high)], tension=0.3)
