"""The pictures of the trumps: each a scene about its middle, some 36 mm wide and 18 mm high."""

from collections.abc import Callable
from math import cos, pi, sin
from random import Random
from typing import Final

from vision.faces.zoon import heads
from vision.faces.zoon.emblems import crest
from vision.faces.zoon.features import leaf
from vision.faces.zoon.headgear import gothic_helm
from vision.faces.zoon.heads import Head
from vision.faces.zoon.ink import (
    INK,
    WHITE,
    Marks,
    blade,
    body,
    both_sides,
    flat,
    lighter,
    put,
    stroke,
    tapered,
)
from vision.faces.zoon.lands import HOURS, land
from vision.faces.zoon.tribes import style_of
from vision.faces.zoon.weapons import bomb, twin_axe
from vision.printed.marks import Colour, Glow, Mark
from vision.printed.shapes import box, circle, oval, polygon, smooth, star

GOLD: Final[Colour] = (236, 182, 54)
FIRE: Final[tuple[Colour, ...]] = ((226, 60, 30), (250, 140, 36), (255, 220, 90))


def burst(x: float, y: float, radius: float, colours: tuple[Colour, ...] = FIRE, tips: int = 12) -> Marks:
    """An explosion of pointed flames, one within the other."""
    return tuple(
        flat(
            star(x, y, tips, radius * (1 - 0.27 * n), radius * (0.66 - 0.2 * n), n * 9),
            colour,
            0.5 if n == 0 else 0.2,
        )
        for n, colour in enumerate(colours)
    )


def rays(x: float, y: float, colour: Colour, opacity: float = 0.4) -> Marks:
    """Beams from a point over all the card."""
    found = []
    for n in range(14):
        a, b = (n * 360 / 14) * pi / 180, (n * 360 / 14 + 12) * pi / 180
        found.append(
            flat(
                polygon([(x, y), (x + 60 * cos(a), y + 60 * sin(a)), (x + 60 * cos(b), y + 60 * sin(b))]),
                colour,
                opacity=opacity,
            )
        )
    return tuple(found)


def _stone(x: float, y: float, size: float, turn: float, name: str) -> Marks:
    chance = Random(f"stone {name}")
    path = smooth([(-2.6, 5), (-3.0, -1), (-1.6, -6), (1.0, -6.6), (2.8, -2), (2.6, 5)], tension=0.7)
    grain = tuple(
        flat(oval(chance.uniform(-2, 2), chance.uniform(-4, 4), 0.7, 0.4), (90, 92, 100), opacity=0.7)
        for _ in range(5)
    )
    spiral = stroke(
        [(0.2, 0), (0.9, -0.6), (0.4, -1.6), (-0.9, -1.2), (-1.0, 0.5), (0.6, 1.2)], 0.4, (84, 84, 96)
    )
    return put(body(path, (168, 170, 176), edge=0.6, depth=1.0, over=(*grain, spiral)), x, y, size, turn)


def menhirs() -> Marks:
    found: list[Mark] = []
    for n, (x, y, s, t) in enumerate(
        ((-12, -4, 0.85, 24), (-4, 2, 1.25, 16), (6, -5, 1.0, 28), (13, 3, 0.95, 12))
    ):
        for d in (-1.6, 0.2, 1.8):
            found.append(
                flat(
                    tapered([(x + d + 1, y - 4), (x + d + 4.5, y - 13), (x + d + 6, y - 20)], 0.9, 0.1),
                    WHITE,
                    opacity=0.75,
                )
            )
        found += _stone(x, y, s, t, f"menhir {n}")
    return tuple(found)


def trees() -> Marks:
    found: list[Mark] = []
    for n in range(7):
        x = -18 + n * 6
        found += body(
            polygon([(x - 2.6, 11), (x - 2.2, -6), (x, -10.5), (x + 2.2, -6), (x + 2.6, 11)]),
            ((132, 84, 48), (112, 70, 42))[n % 2],
            edge=0.55,
            depth=0.9,
        )
        found += [
            stroke([(x - 0.8, -3), (x - 0.5, 3), (x - 0.9, 9)], 0.35, (60, 36, 22)),
            stroke([(x + 0.9, -4), (x + 0.6, 4), (x + 1, 9)], 0.35, (60, 36, 22)),
        ]
        for a in (200, 250, 300, 345):
            found += leaf(x, -8, 5.2, a, ((86, 146, 52), (120, 160, 50))[(n + a) % 2])
    for y in (0.0, 6.0):
        found += body(
            tapered([(-21, y), (-7, y + 1.4), (7, y - 0.8), (21, y + 0.6)], 1.8, 1.8),
            (92, 130, 60),
            edge=0.45,
            depth=0.4,
        )
    face = both_sides(
        (
            flat(smooth([(1.2, -1.4), (4, -2.6), (3.8, -0.6), (1.8, 0)]), (255, 226, 110), 0.4),
            flat(circle(2.7, -1.3, 0.6), INK),
        )
    )
    return (*found, *put((*face, stroke([(-2.4, 3.4), (0, 2.6), (2.4, 3.4)], 0.7)), 0, 0, 1.1))


def cage() -> Marks:
    eyes = put((*heads.walrus(Head(name="caged", skin=(120, 110, 130), mood="sad", tusk=0.7)),), 0, 1.5, 0.56)
    roots: list[Mark] = []
    for n, x in enumerate((-9.5, -5.6, -1.8, 2.2, 6.0, 9.6)):
        bend = (n - 2.5) * 0.9
        roots += body(
            tapered([(x * 1.25, 11), (x + bend, 2), (x * 0.86, -5), (x * 0.3, -10.6)], 2.4, 1.3),
            (126, 84, 50),
            edge=0.5,
            depth=0.6,
        )
        roots.append(flat(blade((x + bend, 2), (x + bend + 2.6, -0.4), 1.2), (126, 84, 50), 0.35))
    ring = body(
        tapered([(-11.4, 3.6), (-4, 5.2), (4, 4.6), (11.4, 3.4)], 1.8, 1.8),
        (104, 68, 40),
        edge=0.45,
        depth=0.5,
    )
    top = [m for a in (190, 225, 270, 315, 350) for m in leaf(0, -9.6, 6.0, a, (96, 150, 54))]
    return (flat(oval(0, 3, 12, 10), (30, 20, 34), opacity=0.5), *eyes, *roots, *ring, *top)


def tortoise() -> Marks:
    """Shields side by side and overhead, eyes between them."""
    found: list[Mark] = [*body(box(-17, -2, 34, 14, 1), (44, 36, 40), edge=0.6)]
    for x in (-12, -4, 4, 12):
        found += put(
            heads.monkey(Head(name=f"tortue {x}", skin=(130, 86, 54), mood="fierce", look=0.8)), x, -1.4, 0.36
        )
    for n, x in enumerate((-15, -9, -3, 3, 9, 15)):
        found += put(
            body(
                smooth([(-4, -2.2), (0, -3.6), (4, -2.2), (4, 1.6), (0, 2.8), (-4, 1.6)]),
                ((40, 130, 90), (236, 160, 50))[n % 2],
                edge=0.55,
                depth=0.7,
            ),
            x,
            -7.6 + abs(x) * 0.14,
            1.0,
            x * 1.2,
        )
    for n, x in enumerate((-14, -4.7, 4.7, 14)):
        found += body(
            box(x - 4.5, 1.4, 9, 12, 1.6), ((236, 160, 50), (40, 130, 90))[n % 2], edge=0.6, depth=1.0
        )
        found += [
            *body(circle(x, 7, 2.4), GOLD, edge=0.45, depth=0.5),
            *(
                flat(circle(x + dx, 7 + dy, 0.55), (90, 60, 20))
                for dx, dy in ((-3.4, -4.4), (3.4, -4.4), (-3.4, 4.4), (3.4, 4.4))
            ),
        ]
    spears = tuple(
        m
        for x in (-18.6, 18.6)
        for m in body(
            polygon([(x - 0.5, 12), (x - 0.5, -8), (x, -13), (x + 0.5, -8), (x + 0.5, 12)]),
            (190, 196, 206),
            edge=0.4,
        )
    )
    return (*spears, *found)


def coco() -> Marks:
    bits = tuple(
        m
        for n in range(8)
        for m in put(
            body(
                smooth([(-1.8, -1), (0, -2), (1.8, -1), (1, 1.4), (-1, 1.4)]),
                ((112, 72, 42), (246, 238, 222))[n % 2],
                edge=0.45,
                depth=0.5,
            ),
            15 * cos(n * 0.8 + 0.3),
            8.4 * sin(n * 0.8 + 0.3),
            1.1,
            n * 57,
        )
    )
    return (*burst(0, 0, 14), *bits, *put(bomb((0, 0, 0)), 0, 6.4, 0.86, 14))


def bertha() -> Marks:
    barrel = body(
        polygon([(-12, 4.4), (-9, -1.6), (12, -9.4), (14.4, -4.6), (-6.4, 6.6)]),
        (92, 100, 112),
        edge=0.7,
        depth=1.4,
    )
    rings = tuple(
        m
        for x, y in ((-3, -1.3), (4.6, -4), (11.6, -6.7))
        for m in put(body(box(-1.1, -3.8, 2.2, 7.8, 0.5), GOLD, edge=0.45, depth=0.4), x, y + 0.6, 1.0, -21)
    )
    mouth = flat(oval(13.5, -7.1, 1.0, 2.4), (30, 24, 30), 0.4)
    wheel = (
        *body(circle(-3, 6, 6.2), (128, 82, 46), edge=0.65, depth=1.0),
        flat(circle(-3, 6, 4.2), (60, 44, 50), 0.4),
        *(
            stroke([(-3, 6), (-3 + 5 * cos(n * pi / 4), 6 + 5 * sin(n * pi / 4))], 1.1, (150, 100, 58))
            for n in range(8)
        ),
        *body(circle(-3, 6, 1.7), GOLD, edge=0.45, depth=0.4),
    )
    boom = burst(19, -9.6, 6.4, tips=9)
    gunner = put(
        heads.monkey(Head(name="gunner", skin=(150, 100, 60), mood="merry", mouth="grin", look=1.6)),
        -15,
        -2.4,
        0.5,
    )
    return (*boom, *gunner, *barrel, *rings, mouth, *wheel)


def fury() -> Marks:
    rage = heads.rhino(
        Head(
            name="furie",
            skin=(196, 46, 44),
            mood="fierce",
            mouth="roar",
            iris=(255, 236, 90),
            tusk=1.2,
            look=0,
        )
    )
    steam = tuple(
        m
        for s in (-1, 1)
        for n in range(3)
        for m in body(
            circle(s * (8.5 + n * 3.6), 6.4 - n * 1.5, 2.6 - n * 0.25), (250, 244, 236), edge=0.4, depth=0.6
        )
    )
    return (
        *burst(0, 0, 19, ((250, 170, 40), (255, 222, 100), (255, 244, 190)), 16),
        *steam,
        *put(rage, 0, -0.6, 0.72),
    )


def pair() -> Marks:
    one = (
        *heads.rhino(Head(name="one", skin=(112, 124, 142), mood="fierce", look=2.0, mouth="roar")),
        *gothic_helm((190, 40, 50)),
    )
    two = heads.rhino(Head(name="two", skin=(140, 84, 84), mood="fierce", look=2.0, tusk=1.3))
    sparks = burst(0, 2.4, 6.4, ((255, 170, 50), (255, 226, 110), WHITE), 9)
    return (*put(one, -9.6, 1.5, 0.62, -8), *put(two, 9.6, 1.5, 0.62, 8, mirrored=True), *sparks)


def powder() -> Marks:
    puffs = (
        (-16, 5, 4.4),
        (-3, -4, 4.6),
        (-12, -4.4, 4.2),
        (4, 6.4, 4.4),
        (-9, 1, 5.6),
        (-1.5, 3.4, 5.4),
        (-13, 7.4, 4.0),
    )
    clouds = tuple(
        m
        for n, (x, y, r) in enumerate(puffs)
        for m in body(circle(x, y, r), ((206, 190, 222), (236, 226, 240))[n % 2], edge=0.5, depth=1.2)
    )
    runner = put(
        heads.rhino(Head(name="runner", skin=(128, 142, 158), mood="wild", look=2.2, tusk=0.8)),
        11,
        -2.4,
        0.56,
        10,
    )
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
    keg = (
        *body(
            smooth([(-4, -4.6), (4, -4.6), (5, 0), (4, 4.6), (-4, 4.6), (-5, 0)]),
            (120, 76, 44),
            edge=0.6,
            depth=1.0,
        ),
        *(stroke([(-4.4, y), (0, y + 0.7), (4.4, y)], 0.9, (70, 70, 84)) for y in (-2.4, 2.4)),
    )
    return (*clouds, *trail, *feet, *runner, *put(keg, -8.5, 5.4, 0.95, -16), *burst(-8.5, -1.2, 3.4, tips=8))


def whirling_axe() -> Marks:
    rings = tuple(
        stroke(
            [(r * cos(a * pi / 180), 0.78 * r * sin(a * pi / 180)) for a in range(start, start + 110, 12)],
            w,
            WHITE,
            0.85,
        )
        for r, start, w in ((15, 200, 1.3), (13, 20, 1.1), (17.4, 40, 0.8), (11, 110, 0.8))
    )
    return (*rings, *put(twin_axe((206, 60, 46)), 5.6, 6.6, 0.86, -38))


def firecracker() -> Marks:
    shaft = body(polygon([(-19, 5.4), (-18.6, 4.2), (8, -3.4), (8.4, -2.2)]), (126, 82, 46), edge=0.45)
    flights = tuple(
        flat(blade((x, y), (x - 5, y + d), 2.6, 0.1), c, 0.4)
        for x, y, d, c in (
            (-15, 3.4, -3.4, (206, 60, 46)),
            (-13, 3, -3.0, WHITE),
            (-15.5, 4.6, 4.2, (206, 60, 46)),
            (-13, 3.8, 4.2, WHITE),
        )
    )
    tip = body(polygon([(7, -5), (13.6, -4.4), (8, 0)]), (186, 194, 206), edge=0.5)
    cracker = put(
        (
            *body(box(-5.4, -2.6, 10.8, 5.2, 1.0), (216, 40, 44), edge=0.6, depth=0.9),
            *(flat(box(x, -2.6, 1.4, 5.2), GOLD, 0.25) for x in (-3.6, 2.4)),
        ),
        -1,
        -0.6,
        1.0,
        -16,
    )
    fuse = stroke([(-6, 1), (-8.4, -3), (-6, -5.4)], 0.7, (60, 40, 30))
    return (
        *burst(15.5, -4.6, 8.6, tips=10),
        *shaft,
        *flights,
        *tip,
        *cracker,
        fuse,
        *burst(-5.8, -6.4, 3.0, tips=7),
    )


def conch() -> Marks:
    shell = body(
        smooth(
            [
                (14, -6),
                (10, 3),
                (3, 8),
                (-5, 7.4),
                (-11, 3),
                (-16, -1),
                (-10, -3.6),
                (-3, -6.6),
                (4, -8.6),
                (10, -9.4),
            ]
        ),
        (244, 186, 150),
        edge=0.7,
        depth=1.6,
    )
    mouth = flat(
        smooth([(13.6, -5.8), (9.4, 2.4), (3, 6.6), (2.4, 0.6), (7, -5.6), (10.6, -8)]),
        Glow((8, 0), 9, (160, 50, 80), (255, 190, 180)),
        0.55,
    )
    whorls = tuple(
        stroke([(x, -4 - x * 0.25), (x + 1.8, 1), (x, 6 + x * 0.1)], 0.5, (150, 84, 70))
        for x in (-9.6, -6, -2.2)
    )
    spikes = tuple(
        m
        for x, y in ((-9, -3.8), (-4.4, -6), (0.4, -7.6), (5.2, -8.8))
        for m in body(
            polygon([(x - 1.6, y + 0.6), (x - 0.8, y - 3.8), (x + 1.6, y)]), (250, 214, 180), edge=0.45
        )
    )
    blast = tuple(
        stroke(
            [(12 + r * cos(a * pi / 180), -2 + r * sin(a * pi / 180)) for a in range(-48, 40, 11)],
            0.9,
            WHITE,
            0.9,
        )
        for r in (4.5, 7.5, 10.5)
    )
    banding = body(tapered([(-12.4, -2.4), (-11.4, 1), (-12, 3)], 2.6, 2.6), GOLD, edge=0.45, depth=0.4)
    return (*blast, *spikes, *shell, *whorls, mouth, *banding)


SCENES: Final[dict[str, tuple[Callable[[], Marks], int, Colour]]] = {
    "pluie-de-menhirs": (menhirs, 6, (255, 246, 220)), "mur-darbres": (trees, 0, (255, 250, 190)), "cage-de-racines": (cage, 2, (190, 230, 210)),
    "tortue": (tortoise, 1, (255, 240, 170)), "coco-boum": (coco, 2, (250, 190, 240)), "grosse-bertha": (bertha, 5, (255, 255, 255)),
    "furie": (fury, 7, (255, 190, 90)), "binome-de-choc": (pair, 3, (255, 255, 255)), "poudre-descampette": (powder, 4, (240, 255, 206)),
    "hache-virevoltante": (whirling_axe, 4, (230, 206, 255)), "fleche-petard": (firecracker, 1, (150, 220, 255)), "conque-de-charge": (conch, 2, (255, 240, 214)),
}  # fmt: skip


def scene(tribe: str, label: str, middle: float, high: float = 17.0) -> Marks:
    """A trump's picture on a card of 60 mm, about (30, middle) and so high; its tribe's crest where none is known."""
    style = style_of(tribe)
    known = SCENES.get(label)
    hour = known[1] if known else Random(f"scene {label}").randint(0, len(HOURS[style.land]) - 1)
    ground = land(style.land, hour, label, middle + 5)
    scale = high / 21.0
    beams = rays(30, middle, known[2] if known else lighter(style.trim), 0.34)
    figure = known[0]() if known else put(crest(label, style.colour, style.trim), 0, -1, 0.6)
    return (*ground, *beams, *put(figure, 30, middle, scale))
