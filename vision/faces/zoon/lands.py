"""The lands behind the creatures: forest, jungle, castle and ice, each at several hours of the day.

Every land fills a card of 60 mm; things stand where the name that is given says.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import sin
from random import Random
from typing import Final

from vision.faces.zoon.ink import (
    INK,
    SIDE_MM,
    Marks,
    blade,
    body,
    darker,
    flat,
    lighter,
    mixed,
    stroke,
    tapered,
)
from vision.printed.marks import Colour, Glow, Gradient, Mark, Shape
from vision.printed.shapes import box, circle, oval, polygon, smooth, star


@dataclass(frozen=True, slots=True)
class Hour:
    """The sky above and at the horizon, what is far and near, and the sun or moon (None: hidden)."""

    sky: Colour
    horizon: Colour
    far: Colour
    near: Colour
    sun: Colour | None


HOURS: Final[dict[str, tuple[Hour, ...]]] = {
    "forest": (
        Hour((250, 224, 130), (255, 246, 206), (170, 190, 90), (74, 104, 44), (255, 255, 236)),
        Hour((206, 84, 40), (255, 190, 92), (150, 70, 44), (70, 34, 32), (255, 236, 160)),
        Hour((28, 44, 84), (90, 130, 150), (40, 70, 84), (16, 30, 44), (236, 240, 214)),
        Hour((132, 190, 170), (226, 240, 206), (90, 150, 110), (30, 84, 60), None),
        Hour((120, 70, 120), (246, 170, 150), (110, 62, 96), (52, 28, 58), (255, 226, 190)),
        Hour((150, 200, 236), (240, 248, 230), (130, 170, 80), (60, 110, 40), (255, 250, 200)),
        Hour((96, 100, 96), (206, 204, 186), (120, 120, 104), (56, 58, 52), None),
    ),
    "jungle": (
        Hour((40, 170, 190), (206, 244, 214), (50, 150, 100), (14, 84, 60), (255, 250, 206)),
        Hour((250, 146, 50), (255, 226, 120), (180, 90, 40), (96, 44, 30), (255, 246, 180)),
        Hour((40, 24, 84), (150, 70, 140), (60, 40, 100), (24, 20, 56), (250, 220, 240)),
        Hour((120, 200, 80), (240, 250, 170), (70, 150, 50), (26, 90, 36), None),
        Hour((220, 70, 90), (255, 190, 140), (140, 44, 70), (70, 22, 50), (255, 230, 150)),
        Hour((90, 150, 230), (230, 240, 255), (60, 140, 150), (20, 80, 100), (255, 255, 230)),
        Hour((20, 60, 60), (90, 170, 130), (24, 90, 80), (8, 44, 46), (206, 250, 200)),
        Hour((246, 210, 80), (255, 248, 200), (190, 170, 50), (104, 110, 30), None),
        Hour((190, 130, 200), (250, 220, 230), (140, 100, 160), (80, 54, 104), (255, 255, 255)),
    ),
    "castle": (
        Hour((92, 40, 110), (236, 150, 140), (90, 50, 96), (44, 24, 56), (255, 220, 180)),
        Hour((24, 26, 52), (80, 96, 140), (40, 44, 76), (16, 16, 34), (232, 236, 250)),
        Hour((190, 40, 44), (255, 176, 90), (110, 30, 44), (54, 14, 30), (255, 240, 190)),
        Hour((150, 160, 176), (236, 236, 230), (120, 124, 140), (62, 62, 78), None),
        Hour((40, 100, 90), (190, 220, 150), (50, 96, 84), (22, 52, 52), (244, 255, 206)),
        Hour((236, 190, 120), (255, 240, 206), (170, 130, 96), (96, 66, 60), (255, 255, 240)),
        Hour((120, 150, 220), (230, 226, 246), (110, 110, 170), (56, 50, 104), None),
        Hour((60, 30, 40), (190, 110, 60), (80, 40, 44), (34, 16, 24), (255, 200, 120)),
    ),
    "ice": (
        Hour((120, 200, 240), (240, 252, 255), (170, 214, 236), (230, 244, 250), (255, 255, 240)),
        Hour((16, 26, 74), (60, 120, 150), (50, 90, 140), (140, 180, 210), (240, 246, 255)),
        Hour((240, 130, 110), (255, 222, 180), (210, 150, 170), (250, 226, 224), (255, 250, 214)),
        Hour((170, 182, 192), (232, 238, 240), (180, 196, 206), (240, 244, 246), None),
        Hour((60, 30, 90), (170, 90, 150), (100, 70, 140), (190, 170, 216), (255, 226, 240)),
        Hour((30, 120, 130), (180, 236, 210), (70, 150, 160), (200, 236, 230), None),
        Hour((250, 214, 130), (255, 248, 220), (206, 200, 200), (248, 246, 240), (255, 255, 255)),
    ),
}


def land(kind: str, hour: int, name: str, horizon: float = 38.0) -> Marks:
    """A land of a kind at one of its hours, over the whole card; `name` chooses where everything stands."""
    hours = HOURS[kind]
    at = hours[hour % len(hours)]
    chance = Random(f"land {kind} {name}")
    return (*_sky(at, chance, horizon), *_LANDS[kind](at, chance, horizon))


def _sky(at: Hour, chance: Random, horizon: float) -> Marks:
    marks: list[Mark] = [
        Shape(box(0, 0, SIDE_MM, SIDE_MM), fill=Gradient((0, 4), (0, horizon + 4), at.sky, at.horizon))
    ]
    if at.sun is not None:
        x, y, r = chance.uniform(8, 30), chance.uniform(17, 24), chance.uniform(5.5, 9)
        marks.append(flat(circle(x, y, r * 1.9), lighter(at.horizon, 0.4), opacity=0.28))
        marks.append(flat(circle(x, y, r * 1.4), lighter(at.horizon, 0.6), opacity=0.35))
        marks.append(flat(circle(x, y, r), Glow((x - 1, y - 1), r * 1.2, at.sun, mixed(at.sun, at.sky, 0.3))))
    if sum(at.sky) < 220:
        for _n in range(26):
            x, y = chance.uniform(2, 58), chance.uniform(2, 34)
            marks.append(flat(star(x, y, 4, chance.uniform(0.3, 0.8), 0.16), (255, 250, 230)))
    for _n in range(3):
        x, y, w = chance.uniform(2, 50), chance.uniform(13, 28), chance.uniform(6, 12)
        cloud = smooth(
            [
                (x, y),
                (x + w * 0.2, y - w * 0.14),
                (x + w * 0.45, y - w * 0.24),
                (x + w * 0.75, y - w * 0.12),
                (x + w, y),
                (x + w / 2, y + w * 0.05),
            ]
        )
        marks.append(flat(cloud, lighter(at.horizon, 0.5), opacity=0.55))
    return tuple(marks)


def ridge(chance: Random, y: float, rough: float, count: int = 7) -> list[tuple[float, float]]:
    """Points of a line of hills across the card."""
    return [(-4 + n * 68 / (count - 1), y + chance.uniform(-rough, rough)) for n in range(count)]


def hills(points: list[tuple[float, float]], first: Colour, last: Colour, pointed: bool = False) -> Shape:
    """What lies below a line of hills."""
    path = polygon(points) if pointed else smooth(points, closed=False)
    top = min(y for _, y in points)
    return Shape(
        (*path, ("line", (64, 64)), ("line", (-4, 64))), fill=Gradient((0, top), (0, 56), first, last)
    )


def _forest(at: Hour, chance: Random, horizon: float) -> Marks:
    marks: list[Mark] = [hills(ridge(chance, horizon - 6, 2.5), mixed(at.far, at.horizon, 0.5), at.far)]
    for tone, y, size, count in ((0.35, horizon - 3, 8.0, 9), (0.0, horizon, 11.0, 7)):
        for n in range(count):
            x, high = n * 64 / count + chance.uniform(-2, 5), size * chance.uniform(0.8, 1.4)
            colour = mixed(mixed(at.far, at.near, 0.4), at.horizon, tone)
            for k in range(3):
                w = high * (0.2 + 0.11 * k)
                top = y - high * (1.05 - 0.28 * k)
                marks.append(
                    flat(
                        polygon([(x, top), (x + w, top + high * 0.42), (x - w, top + high * 0.42)]),
                        (darker, lighter)[k == 0](colour, 0.08),
                    )
                )
    marks.append(hills(ridge(chance, horizon + 2, 1.2), mixed(at.near, at.far, 0.35), at.near))
    for x, w in ((chance.uniform(1, 5), 5.0), (chance.uniform(49, 56), 6.0)):
        trunk = polygon(
            [
                (x - w * 0.4, -2),
                (x + w * 0.4, -2),
                (x + w * 0.5, 42),
                (x + w, 47),
                (x - w, 47),
                (x - w * 0.5, 42),
            ]
        )
        marks += body(trunk, darker(mixed(at.near, (90, 60, 40), 0.5), 0.1), edge=0.45, depth=1.2)
        marks += [
            stroke([(x + d, 6), (x + d * 1.2, 20), (x + d, 38)], 0.4, darker(at.near, 0.5))
            for d in (-1.0, 0.6)
        ]
    for _n in range(14):
        x, y = chance.uniform(0, 60), chance.uniform(horizon + 3, 56)
        marks += [flat(blade((x, y), (x + d, y - 3.4), 1.1), lighter(at.near, 0.18)) for d in (-1.4, 0, 1.5)]
    for _n in range(3):
        x, y = chance.uniform(4, 56), chance.uniform(horizon + 4, 52)
        marks.append(flat(box(x - 0.6, y, 1.2, 2.2, 0.4), (246, 236, 214), 0.25))
        marks.append(flat(smooth([(x - 2, y + 0.4), (x, y - 2), (x + 2, y + 0.4)]), (206, 60, 44), 0.3))
    return tuple(marks)


def _jungle(at: Hour, chance: Random, horizon: float) -> Marks:
    x = chance.uniform(20, 44)
    peak = polygon(
        [(x - 16, horizon + 3), (x - 4, horizon - 17), (x + 3, horizon - 17), (x + 17, horizon + 3)]
    )
    marks: list[Mark] = [
        flat(
            peak,
            Gradient(
                (0, horizon - 17),
                (0, horizon),
                mixed(at.far, at.horizon, 0.35),
                mixed(at.far, at.horizon, 0.65),
            ),
        )
    ]
    marks.append(
        flat(
            polygon(
                [
                    (x - 4, horizon - 17),
                    (x + 3, horizon - 17),
                    (x + 1, horizon - 12),
                    (x - 1, horizon - 14),
                    (x - 3, horizon - 11),
                ]
            ),
            (250, 120, 50),
        )
    )
    marks.append(hills(ridge(chance, horizon - 3, 2.2), mixed(at.far, at.horizon, 0.25), at.far))
    for n in range(6):
        px, py, high = n * 11 + chance.uniform(-3, 5), horizon + chance.uniform(0, 3), chance.uniform(9, 17)
        trunk = [(px, py), (px + 1.2, py - high * 0.5), (px + chance.uniform(0, 3), py - high)]
        colour = mixed(at.far, at.near, 0.55)
        marks.append(stroke(trunk, 1.1, darker(colour, 0.2)))
        tx, ty = trunk[-1]
        marks += [
            flat(blade((tx, ty), (tx + dx, ty + dy), 2.0, 0.2 if dx > 0 else -0.2), colour)
            for dx, dy in ((-6, 1.6), (6, 1.6), (-4.6, -2.4), (4.6, -2.4), (-3, 4.4), (3, 4.4))
        ]
    marks.append(hills(ridge(chance, horizon + 3, 1.5), mixed(at.near, at.far, 0.3), at.near))
    for side in (0.0, 60.0):
        for n in range(5):
            y = 8 + n * 9 + chance.uniform(-2, 2)
            d = 1 if side == 0 else -1
            tone = lighter(at.near, 0.1 + 0.05 * (n % 3))
            end = (side + d * chance.uniform(9, 15), y + chance.uniform(-4, 7))
            marks += [
                flat(blade((side, y), end, 6.0, 0.1 * d), tone, 0.35),
                stroke([(side, y), ((side + end[0]) / 2, (y + end[1]) / 2), end], 0.3, darker(tone, 0.5)),
            ]
    for _n in range(3):
        vx = chance.uniform(6, 54)
        marks.append(
            stroke(
                [(vx, 0), (vx + 1.5, 9), (vx - 1, 17), (vx + 0.6, chance.uniform(20, 28))],
                0.6,
                darker(at.near, 0.2),
            )
        )
    return tuple(marks)


def _castle(at: Hour, chance: Random, horizon: float) -> Marks:
    marks: list[Mark] = [
        hills(
            ridge(chance, horizon - 6, 5, 11),
            mixed(at.far, at.horizon, 0.6),
            mixed(at.far, at.horizon, 0.3),
            pointed=True,
        )
    ]
    base, wall = chance.uniform(14, 34), mixed(at.far, at.near, 0.35)
    for dx, wide, high in ((-9, 4.4, 17), (-4, 7, 12), (2, 5, 22), (7, 8, 10), (13, 4, 18)):
        x = base + dx
        top = horizon - high
        marks.append(
            flat(
                box(x, top, wide, high + 6),
                Gradient((x, 0), (x + wide, 0), lighter(wall, 0.1), darker(wall, 0.25)),
            )
        )
        marks.append(
            flat(
                polygon([(x - 0.8, top), (x + wide / 2, top - wide * 1.5), (x + wide + 0.8, top)]),
                darker(wall, 0.3),
            )
        )
        marks.append(
            flat(
                smooth(
                    [
                        (x + wide / 2 - 0.7, top + 4.6),
                        (x + wide / 2, top + 2.2),
                        (x + wide / 2 + 0.7, top + 4.6),
                    ]
                ),
                (255, 214, 110),
            )
        )
        marks.append(
            stroke(
                [(x + wide / 2, top - wide * 1.5), (x + wide / 2, top - wide * 1.5 - 2.4)],
                0.3,
                darker(wall, 0.4),
            )
        )
    marks.append(
        hills(ridge(chance, horizon + 1, 2.2, 9), mixed(at.near, at.far, 0.4), at.near, pointed=True)
    )
    for _n in range(5):
        x, y, high = chance.uniform(-2, 60), horizon + chance.uniform(3, 10), chance.uniform(6, 12)
        rock = polygon(
            [
                (x - 3, y + 8),
                (x - 2, y - high * 0.4),
                (x + 0.6, y - high),
                (x + 2.4, y - high * 0.3),
                (x + 4, y + 8),
            ]
        )
        marks += body(rock, lighter(at.near, 0.1), edge=0.35, depth=0.9)
    for _n in range(4):
        x, y = chance.uniform(4, 54), chance.uniform(13, 24)
        marks.append(
            stroke(
                [(x - 1.8, y - 0.8), (x - 0.8, y - 1.1), (x, y), (x + 0.8, y - 1.1), (x + 1.8, y - 0.8)],
                0.45,
                darker(at.near, 0.2),
            )
        )
    return tuple(marks)


def _ice(at: Hour, chance: Random, horizon: float) -> Marks:
    marks: list[Mark] = []
    if sum(at.sky) < 300:
        for n, tone in enumerate(((90, 240, 170), (150, 130, 240), (80, 220, 220))):
            y = 14 + n * 4
            top = [(x, y + 2.5 * sin(x / 6 + n * 2)) for x in range(-4, 66, 5)]
            marks.append(
                Shape(
                    (*smooth(top, closed=False), ("line", (64, y + 13)), ("line", (-4, y + 11))),
                    fill=tone,
                    opacity=0.22,
                )
            )
    for _n in range(5):
        x, high, wide = chance.uniform(-4, 56), chance.uniform(8, 19), chance.uniform(8, 15)
        berg = [
            (x, horizon + 1),
            (x + wide * 0.16, horizon - high * 0.6),
            (x + wide * 0.36, horizon - high),
            (x + wide * 0.58, horizon - high * 0.66),
            (x + wide * 0.76, horizon - high * 0.8),
            (x + wide, horizon + 1),
        ]
        marks.append(
            flat(
                polygon(berg),
                Gradient((x, horizon - high), (x, horizon), mixed(at.near, (255, 255, 255), 0.5), at.far),
                0.25,
                darker(at.far, 0.3),
            )
        )
        marks.append(
            flat(
                polygon([berg[2], berg[3], (x + wide * 0.5, horizon + 1), (x + wide * 0.3, horizon + 1)]),
                darker(at.far, 0.16),
                opacity=0.8,
            )
        )
    sea = mixed(at.sky, (20, 70, 110), 0.55)
    marks.append(
        Shape(
            box(0, horizon, SIDE_MM, 26),
            fill=Gradient((0, horizon), (0, 52), lighter(sea, 0.25), darker(sea, 0.2)),
        )
    )
    for _n in range(12):
        x, y, w = chance.uniform(0, 56), chance.uniform(horizon + 1, 50), chance.uniform(3, 8)
        marks.append(stroke([(x, y), (x + w * 0.5, y - 0.5), (x + w, y)], 0.35, lighter(sea, 0.5)))
    marks.append(hills(ridge(chance, horizon + 8.5, 1.2, 6), mixed(at.near, (255, 255, 255), 0.5), at.near))
    for _n in range(18):
        x, y = chance.uniform(0, 60), chance.uniform(8, 56)
        marks.append(flat(circle(x, y, chance.uniform(0.25, 0.6)), (255, 255, 255), opacity=0.9))
    return tuple(marks)


_LANDS: Final[dict[str, Callable[[Hour, Random, float], Marks]]] = {
    "forest": _forest, "jungle": _jungle, "castle": _castle, "ice": _ice,
}  # fmt: skip
