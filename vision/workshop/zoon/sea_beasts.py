"""Heads of walruses and killer whales, in mm around their middle, about 20 mm wide."""

from vision.faces.zoon.ink import INK, WHITE, Marks, darker, flat, lighter
from vision.printed.marks import Colour, Glow, Mark, Path, Shape, mixed
from vision.printed.shapes import circle, oval, smooth
from vision.workshop.zoon.features import brows, horn, pair_of_eyes, scar, tuft
from vision.workshop.zoon.head import Head
from vision.workshop.zoon.ink import body, clipped, tapered


def walrus(h: Head) -> Marks:
    """A walrus: heavy dome, whisker pads with a moustache, two long tusks hanging down."""
    k, hide = h.look, h.skin
    neck = body(
        smooth([(-9, 0), (9, 0), (13.4, 9), (14, 18), (-14, 18), (-13.4, 9)]), darker(hide, 0.1), edge=0.6
    )
    skull = smooth([(0, -11), (5.8, -9.8), (9.4, -4.4), (10.4, 2), (9.6, 8.4), (0, 11), (-9.6, 8.4), (-10.4,
        2), (-9.4, -4.4), (-5.8, -9.8)])  # fmt: skip
    spots = [
        flat(oval(x, y, 1.3, 0.9), darker(hide, 0.25), opacity=0.6)
        for x, y in ((-6, -6), (-7.6, -3.4), (5.4, -7), (7.4, -4.6), (1, -9))
    ]
    head = body(skull, hide, edge=0.7, depth=1.6, over=spots)
    t = h.tusk
    tusks: list[Mark] = []
    for s in (-1, 1):
        x = s * 3.3 + k
        tusks += horn([(x, 7.4), (x + s * 0.7, 12.0), (x + s * 0.8, 12 + 4.6 * t), (x - s * 0.5,
            12 + 8.6 * t)], 2.9, (252, 244, 220), 0, 0.55)  # fmt: skip
    chin = body(oval(k, 8.8, 3.4, 2.6), mixed(hide, (150, 70, 70), 0.35), edge=0.45)
    pads: list[Mark] = []
    for s in (-1, 1):
        pad = smooth([(k + s * 0.1, 2.2), (s * 4.4 + k, 0.6), (s * 8.3 + k, 3.4), (s * 7.7 + k, 7.8),
            (s * 3.6 + k, 9.4), (k + s * 0.1, 7.2)])  # fmt: skip
        pads += body(pad, lighter(hide, 0.28), edge=0.5, depth=1.0)
        pads += [
            flat(circle(s * a + k, b, 0.3), INK)
            for a, b in ((2.4, 4.2), (4.4, 3.4), (6.2, 4.4), (3.2, 6.2), (5.4, 6.4))
        ]
        pads += [flat(tapered([(s * a + k, b), (s * (a + 2.6) + k, b + 0.7), (s * (a + 4.6) + k, b + c)], 0.5,
            0.05), WHITE, 0.12) for a, b, c in ((5.6, 4.0, 0.2), (5.4, 5.4, 2.2), (4.6, 6.8, 3.8))]  # fmt: skip
    nose = flat(
        smooth([(-2.6 + k, 0.9), (0 + k, -0.4), (2.6 + k, 0.9), (1.5 + k, 3.0), (-1.5 + k, 3.0)]),
        Glow((k - 0.6, 0.6), 3, (120, 84, 92), (44, 28, 40)),
        0.4,
    )
    eyes = pair_of_eyes((4.6, -3.0), 1.85, h.iris, h.mood, hide, k * 0.8, patch=h.patch)
    over = brows(4.8, -5.6, 6.0, h.hair_colour, h.mood, k * 0.8, 2.1)
    hair: Marks = ()
    if h.hair == "beard":
        hair = tuft((k, 8), 13.5, (25, 155), 15, h.hair_colour, h.name, 3.8)
    elif h.hair == "braids":
        hair = tuple(m for s in (-1, 1) for m in braid(s * 9.2, 6, h.hair_colour))
    return (
        *neck, *hair, *head, *chin, *tusks, *pads, nose, *eyes, *over,
        *(scar(7.0, -0.4, 5.6, 70) + scar(-5.0, -7.6, 4.6, 25) if h.scars else ()),
    )  # fmt: skip


def braid(x: float, y: float, colour: Colour) -> Marks:
    """A plait hanging from (x, y), with a ring at its end."""
    found: list[Mark] = []
    for n in range(4):
        found += body(oval(x, y + n * 3.1, 1.9 - n * 0.15, 2.0), (lighter, darker)[n % 2](colour, 0.12),
            edge=0.35, depth=0.5)  # fmt: skip
    found += body(oval(x, y + 12.0, 1.5, 0.9), (230, 180, 60), edge=0.3, depth=0.3)
    return (*found, *tuft((x, y + 12.6), 3.2, (60, 120), 3, colour, f"braid {x}", 1.2))


def orca(h: Head) -> Marks:
    """A killer whale head on: sleek dome, pale eye patches, pale chin, a row of teeth."""
    k, hide = h.look, h.skin
    fin = body(smooth([(-2.4, -9), (-0.6, -16), (2.6, -19.5), (3.4, -14), (4.6, -9)]), hide, edge=0.6)
    skull = smooth([(0, -12.2), (6.4, -10.4), (10.4, -4), (11.8, 3.4), (10.4, 11), (5, 15), (-5, 15),
        (-10.4, 11), (-11.8, 3.4), (-10.4, -4), (-6.4, -10.4)])  # fmt: skip
    chin = smooth([(-9.5 + k, 6.4), (0 + k, 4.2), (9.5 + k, 6.4), (9.4, 13), (4, 17), (-4, 17), (-9.4, 13)])
    shine = flat(
        smooth([(-6.4, -8.8), (-1.6, -10.8), (-2.6, -7.6), (-6.8, -4)]), lighter(hide, 0.55), opacity=0.6
    )
    head = body(skull, hide, edge=0.7, depth=1.6, over=(flat(chin, (240, 244, 246)), shine))
    patches = [flat(smooth([(s * 3.2 + k * 0.7, -3.6), (s * 6.2 + k * 0.7, -7.2), (s * 9.2 + k * 0.6, -6.4),
        (s * 8.4 + k * 0.6, -3.2)]), (244, 246, 248), 0.35) for s in (-1, 1)]  # fmt: skip
    nose = [flat(oval(s * 1.5 + k * 1.3, 0.6, 0.55, 0.35), lighter(hide, 0.3)) for s in (-1, 1)]
    mouth = _whale_mouth(k, 7.0 if h.mouth == "roar" else 4.6)
    eyes = pair_of_eyes((5.8, -1.4), 1.75, h.iris, h.mood, hide, k * 0.7, patch=h.patch)
    return (*fin, *head, *patches, *nose, *mouth, *eyes, *(scar(6.8, 2.8, 6, 60) if h.scars else ()))


def _whale_mouth(k: float, high: float) -> Marks:
    path = smooth([(-9 + k, 3.4), (-4 + k, 5.4), (k, 5.8), (4 + k, 5.4), (9 + k, 3.4), (6.4 + k,
        6 + high * 0.7), (k, 6.2 + high), (-6.4 + k, 6 + high * 0.7)])  # fmt: skip
    teeth = [flat(blade_tooth(x + k, 4.2, 1.3, 2.4), WHITE, 0.15) for x in (-6, -4.2, -2.1, 0, 2.1, 4.2, 6)]
    low = [
        flat(blade_tooth(x + k, 7 + high * 0.9, 1.2, -2.0), WHITE, 0.15) for x in (-4.4, -2.4, -0.2, 2.2, 4.2)
    ]
    within = (flat(path, (110, 18, 34)), flat(oval(k, 6.5 + high, 3.6, high * 0.4), (226, 96, 104)), *teeth,
        *low)  # fmt: skip
    return (clipped(path, within), Shape(path, edge=INK, edge_mm=0.5))


def blade_tooth(x: float, y: float, wide: float, high: float) -> Path:
    """A pointed tooth from its root."""
    return smooth([(x - wide, y), (x + wide, y), (x + 0.15, y + high), (x - 0.15, y + high)], tension=0.3)
