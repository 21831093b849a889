"""The pictures of the trumps that shoot: stones, coconuts, a cannon, an axe, an arrow."""

from math import cos, pi, sin
from random import Random

from vision.faces.zoon.ink import WHITE, Marks, flat, stroke
from vision.printed.marks import Mark
from vision.printed.shapes import box, circle, oval, polygon, smooth
from vision.workshop.zoon.apes import monkey
from vision.workshop.zoon.bursts import burst
from vision.workshop.zoon.head import Head
from vision.workshop.zoon.ink import GOLD, blade, body, put, tapered
from vision.workshop.zoon.weapons import bomb, twin_axe


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
            found.append(flat(tapered([(x + d + 1, y - 4), (x + d + 4.5, y - 13), (x + d + 6, y - 20)], 0.9,
                0.1), WHITE, opacity=0.75))  # fmt: skip
        found += _stone(x, y, s, t, f"menhir {n}")
    return tuple(found)


def coco() -> Marks:
    bits = tuple(m for n in range(8) for m in put(body(smooth([(-1.8, -1), (0, -2), (1.8, -1), (1, 1.4),
        (-1, 1.4)]), ((112, 72, 42), (246, 238, 222))[n % 2], edge=0.45, depth=0.5),
        15 * cos(n * 0.8 + 0.3), 8.4 * sin(n * 0.8 + 0.3), 1.1, n * 57))  # fmt: skip
    return (*burst(0, 0, 14), *bits, *put(bomb((150, 100, 56)), 0, 6.4, 0.86, 14))


def bertha() -> Marks:
    barrel = body(polygon([(-12, 4.4), (-9, -1.6), (12, -9.4), (14.4, -4.6), (-6.4, 6.6)]), (92, 100, 112),
        edge=0.7, depth=1.4)  # fmt: skip
    rings = tuple(
        m
        for x, y in ((-3, -1.3), (4.6, -4), (11.6, -6.7))
        for m in put(body(box(-1.1, -3.8, 2.2, 7.8, 0.5), GOLD, edge=0.45, depth=0.4), x, y + 0.6, 1.0, -21)
    )
    mouth = flat(oval(13.5, -7.1, 1.0, 2.4), (30, 24, 30), 0.4)
    wheel = (*body(circle(-3, 6, 6.2), (128, 82, 46), edge=0.65, depth=1.0), flat(circle(-3, 6, 4.2), (60,
        44, 50), 0.4), *(stroke([(-3, 6), (-3 + 5 * cos(n * pi / 4), 6 + 5 * sin(n * pi / 4))], 1.1, (150,
        100, 58)) for n in range(8)), *body(circle(-3, 6, 1.7), GOLD, edge=0.45, depth=0.4))  # fmt: skip
    boom = burst(19, -9.6, 6.4, tips=9)
    gunner = put(monkey(Head(name="gunner", skin=(150, 100, 60), mood="merry", mouth="grin", look=1.6)),
        -15, -2.4, 0.5)  # fmt: skip
    return (*boom, *gunner, *barrel, *rings, mouth, *wheel)


def whirling_axe() -> Marks:
    rings = tuple(stroke([(r * cos(a * pi / 180), 0.78 * r * sin(a * pi / 180)) for a in range(start,
        start + 110, 12)], w, WHITE, 0.85) for r, start, w in ((15, 200, 1.3), (13, 20, 1.1), (17.4, 40,
        0.8), (11, 110, 0.8)))  # fmt: skip
    return (*rings, *put(twin_axe((206, 60, 46)), 5.6, 6.6, 0.86, -38))


def firecracker() -> Marks:
    shaft = body(polygon([(-19, 5.4), (-18.6, 4.2), (8, -3.4), (8.4, -2.2)]), (126, 82, 46), edge=0.45)
    flights = tuple(flat(blade((x, y), (x - 5, y + d), 2.6, 0.1), c, 0.4) for x, y, d, c in ((-15, 3.4,
        -3.4, (206, 60, 46)), (-13, 3, -3.0, WHITE), (-15.5, 4.6, 4.2, (206, 60, 46)), (-13, 3.8, 4.2,
        WHITE)))  # fmt: skip
    tip = body(polygon([(7, -5), (13.6, -4.4), (8, 0)]), (186, 194, 206), edge=0.5)
    cracker = put((*body(box(-5.4, -2.6, 10.8, 5.2, 1.0), (216, 40, 44), edge=0.6, depth=0.9), *(flat(box(x,
        -2.6, 1.4, 5.2), GOLD, 0.25) for x in (-3.6, 2.4))), -1, -0.6, 1.0, -16)  # fmt: skip
    fuse = stroke([(-6, 1), (-8.4, -3), (-6, -5.4)], 0.7, (60, 40, 30))
    return (*burst(15.5, -4.6, 8.6, tips=10), *shaft, *flights, *tip, *cracker, fuse, *burst(-5.8, -6.4,
        3.0, tips=7))  # fmt: skip
