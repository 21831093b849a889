"""The pictures of the trumps that move and hinder: a wall, a cage, shields, rage, smoke, a horn's call."""

from math import cos, pi, sin

from vision.faces.zoon.ink import INK, WHITE, Marks, flat, stroke
from vision.printed.marks import Glow, Mark
from vision.printed.shapes import box, circle, oval, polygon, smooth
from vision.workshop.zoon.apes import monkey
from vision.workshop.zoon.bursts import burst
from vision.workshop.zoon.features import leaf
from vision.workshop.zoon.head import Head
from vision.workshop.zoon.helmets import gothic_helm
from vision.workshop.zoon.ink import GOLD, blade, body, both_sides, put, tapered
from vision.workshop.zoon.rhinos import rhino
from vision.workshop.zoon.sea_beasts import walrus


def trees() -> Marks:
    found: list[Mark] = []
    for n in range(7):
        x = -18 + n * 6
        found += body(polygon([(x - 2.6, 11), (x - 2.2, -6), (x, -10.5), (x + 2.2, -6), (x + 2.6, 11)]),
            ((132, 84, 48), (112, 70, 42))[n % 2], edge=0.55, depth=0.9)  # fmt: skip
        found += [
            stroke([(x - 0.8, -3), (x - 0.5, 3), (x - 0.9, 9)], 0.35, (60, 36, 22)),
            stroke([(x + 0.9, -4), (x + 0.6, 4), (x + 1, 9)], 0.35, (60, 36, 22)),
        ]
        for a in (200, 250, 300, 345):
            found += leaf(x, -8, 5.2, a, ((86, 146, 52), (120, 160, 50))[(n + a) % 2])
    for y in (0.0, 6.0):
        found += body(tapered([(-21, y), (-7, y + 1.4), (7, y - 0.8), (21, y + 0.6)], 1.8, 1.8), (92, 130,
            60), edge=0.45, depth=0.4)  # fmt: skip
    face = both_sides((flat(smooth([(1.2, -1.4), (4, -2.6), (3.8, -0.6), (1.8, 0)]), (255, 226, 110), 0.4),
        flat(circle(2.7, -1.3, 0.6), INK)))  # fmt: skip
    return (*found, *put((*face, stroke([(-2.4, 3.4), (0, 2.6), (2.4, 3.4)], 0.7)), 0, 0, 1.1))


def cage() -> Marks:
    eyes = put((*walrus(Head(name="caged", skin=(206, 176, 160), mood="sad", tusk=0.7)),), 0, 1.0, 0.66)
    roots: list[Mark] = []
    for n, x in enumerate((-9.5, -5.6, -1.8, 2.2, 6.0, 9.6)):
        bend = (n - 2.5) * 0.9
        roots += body(tapered([(x * 1.25, 11), (x + bend, 2), (x * 0.86, -5), (x * 0.3, -10.6)], 1.7, 1.0),
            (126, 84, 50), edge=0.5, depth=0.6)  # fmt: skip
        roots.append(flat(blade((x + bend, 2), (x + bend + 2.6, -0.4), 1.2), (126, 84, 50), 0.35))
    ring = body(tapered([(-11.4, 3.6), (-4, 5.2), (4, 4.6), (11.4, 3.4)], 1.8, 1.8), (104, 68, 40),
        edge=0.45, depth=0.5)  # fmt: skip
    top = [m for a in (190, 225, 270, 315, 350) for m in leaf(0, -9.6, 6.0, a, (96, 150, 54))]
    return (flat(oval(0, 2, 12.5, 10.5), (255, 240, 190), opacity=0.75), *eyes, *roots, *ring, *top)


def tortoise() -> Marks:
    """Shields side by side and overhead, eyes between them."""
    found: list[Mark] = [*body(box(-17, -2, 34, 14, 1), (44, 36, 40), edge=0.6)]
    for x in (-12.0, -4.0, 4.0, 12.0):
        found += put(
            monkey(Head(name=f"tortue {x}", skin=(130, 86, 54), mood="fierce", look=0.8)), x, -1.4, 0.36
        )
    for n, x in enumerate((-15.0, -9.0, -3.0, 3.0, 9.0, 15.0)):
        found += put(body(smooth([(-4, -2.2), (0, -3.6), (4, -2.2), (4, 1.6), (0, 2.8), (-4, 1.6)]), ((30,
            104, 84), (176, 64, 36))[n % 2], edge=0.55, depth=0.7), x, -7.6 + abs(x) * 0.14, 1.0,
            x * 1.2)  # fmt: skip
    for n, x in enumerate((-14.0, -4.7, 4.7, 14.0)):
        found += body(
            box(x - 4.5, 1.4, 9, 12, 1.6), ((176, 64, 36), (30, 104, 84))[n % 2], edge=0.6, depth=1.0
        )
        found += [*body(circle(x, 7, 2.4), GOLD, edge=0.45, depth=0.5), *(flat(circle(x + dx, 7 + dy, 0.55),
            (90, 60, 20)) for dx, dy in ((-3.4, -4.4), (3.4, -4.4), (-3.4, 4.4), (3.4, 4.4)))]  # fmt: skip
    spears = tuple(m for x in (-18.6, 18.6) for m in body(polygon([(x - 0.5, 12), (x - 0.5, -8), (x, -13),
        (x + 0.5, -8), (x + 0.5, 12)]), (190, 196, 206), edge=0.4))  # fmt: skip
    return (*spears, *found)


def fury() -> Marks:
    rage = rhino(Head(name="furie", skin=(196, 46, 44), mood="fierce", mouth="roar", iris=(255, 236, 90),
        tusk=1.2, look=0))  # fmt: skip
    steam = tuple(m for s in (-1, 1) for n in range(3) for m in body(circle(s * (8.5 + n * 3.6),
        6.4 - n * 1.5, 2.6 - n * 0.25), (250, 244, 236), edge=0.4, depth=0.6))  # fmt: skip
    return (
        *burst(0, 0, 19, ((250, 170, 40), (255, 222, 100), (255, 244, 190)), 16),
        *steam,
        *put(rage, 0, -0.6, 0.72),
    )


def pair() -> Marks:
    one = (
        *rhino(Head(name="one", skin=(112, 124, 142), mood="fierce", look=2.0, mouth="roar")),
        *gothic_helm((190, 40, 50)),
    )
    two = rhino(Head(name="two", skin=(140, 84, 84), mood="fierce", look=2.0, tusk=1.3))
    sparks = burst(0, 2.4, 6.4, ((255, 170, 50), (255, 226, 110), WHITE), 9)
    return (*put(one, -9.6, 1.5, 0.62, -8), *put(two, 9.6, 1.5, 0.62, 8, mirrored=True), *sparks)


def powder() -> Marks:
    puffs = ((-16, 5, 4.4), (-3, -4, 4.6), (-12, -4.4, 4.2), (4, 6.4, 4.4), (-9, 1, 5.6), (-1.5, 3.4, 5.4),
        (-13, 7.4, 4.0))  # fmt: skip
    clouds = tuple(
        m
        for n, (x, y, r) in enumerate(puffs)
        for m in body(circle(x, y, r), ((206, 190, 222), (236, 226, 240))[n % 2], edge=0.5, depth=1.2)
    )
    runner = put(rhino(Head(name="runner", skin=(128, 142, 158), mood="wild", look=2.2, tusk=0.8)), 11,
        -2.4, 0.56, 10)  # fmt: skip
    feet = tuple(
        m
        for x, y, a in ((6, 9.4, -20), (14, 9.6, 26))
        for m in put(
            (
                *body(
                    smooth([(-1.6, -3), (1.4, -3), (1.8, 0), (4.6, 1), (4.4, 3), (-1.8, 3)]),
                    (96, 62, 40),
                    edge=0.5,
                    depth=0.5,
                ),
            ),
            x,
            y,
            0.9,
            a,
        )
    )
    trail = tuple(
        stroke([(18 + d, y), (21 + d, y), (24 + d, y)], 0.6, INK) for d, y in ((0, -6), (1, -1), (0, 4))
    )
    keg = (*body(smooth([(-4, -4.6), (4, -4.6), (5, 0), (4, 4.6), (-4, 4.6), (-5, 0)]), (120, 76, 44),
        edge=0.6, depth=1.0), *(stroke([(-4.4, y), (0, y + 0.7), (4.4, y)], 0.9, (70, 70,
        84)) for y in (-2.4, 2.4)))  # fmt: skip
    return (*clouds, *trail, *feet, *runner, *put(keg, -8.5, 5.4, 0.95, -16), *burst(-8.5, -1.2, 3.4, tips=8))


def conch() -> Marks:
    shell = body(smooth([(14, -6), (10, 3), (3, 8), (-5, 7.4), (-11, 3), (-16, -1), (-10, -3.6), (-3, -6.6),
        (4, -8.6), (10, -9.4)]), (244, 186, 150), edge=0.7, depth=1.6)  # fmt: skip
    mouth = flat(
        smooth([(13.6, -5.8), (9.4, 2.4), (3, 6.6), (2.4, 0.6), (7, -5.6), (10.6, -8)]),
        Glow((8, 0), 9, (160, 50, 80), (255, 190, 180)),
        0.55,
    )
    whorls = tuple(
        stroke([(x, -4 - x * 0.25), (x + 1.8, 1), (x, 6 + x * 0.1)], 0.5, (150, 84, 70))
        for x in (-9.6, -6, -2.2)
    )
    spikes = tuple(m for x, y in ((-9, -3.8), (-4.4, -6), (0.4, -7.6), (5.2,
        -8.8)) for m in body(polygon([(x - 1.6, y + 0.6), (x - 0.8, y - 3.8), (x + 1.6, y)]), (250, 214,
        180), edge=0.45))  # fmt: skip
    blast = tuple(stroke([(12 + r * cos(a * pi / 180), -2 + r * sin(a * pi / 180)) for a in range(-48, 40,
        11)], 0.9, WHITE, 0.9) for r in (4.5, 7.5, 10.5))  # fmt: skip
    banding = body(tapered([(-12.4, -2.4), (-11.4, 1), (-12, 3)], 2.6, 2.6), GOLD, edge=0.45, depth=0.4)
    return (*blast, *spikes, *shell, *whorls, mouth, *banding)
