"""The lands of Rhinogoths and Warus: castles among rocks, and ice."""

from math import sin
from random import Random

from vision.faces.zoon.ink import SIDE_MM, Marks, darker, flat, lighter, stroke
from vision.printed.marks import Gradient, Mark, Shape, mixed
from vision.printed.shapes import box, circle, polygon, smooth
from vision.workshop.zoon.hours import Hour, hills, ridge
from vision.workshop.zoon.ink import body


def castle(at: Hour, chance: Random, horizon: float) -> Marks:
    marks: list[Mark] = [hills(ridge(chance, horizon - 6, 5, 11), mixed(at.far, at.horizon, 0.6),
        mixed(at.far, at.horizon, 0.3), pointed=True)]  # fmt: skip
    base, wall = chance.uniform(14, 34), mixed(at.far, at.near, 0.35)
    for dx, wide, high in ((-9, 4.4, 17.0), (-4, 7, 12), (2, 5, 22), (7, 8, 10), (13, 4, 18)):
        x = base + dx
        top = horizon - high
        marks.append(flat(box(x, top, wide, high + 6), Gradient((x, 0), (x + wide, 0), lighter(wall, 0.1),
            darker(wall, 0.25))))  # fmt: skip
        marks.append(flat(polygon([(x - 0.8, top), (x + wide / 2, top - wide * 1.5), (x + wide + 0.8,
            top)]), darker(wall, 0.3)))  # fmt: skip
        marks.append(flat(smooth([(x + wide / 2 - 0.7, top + 4.6), (x + wide / 2, top + 2.2),
            (x + wide / 2 + 0.7, top + 4.6)]), (255, 214, 110)))  # fmt: skip
        marks.append(stroke([(x + wide / 2, top - wide * 1.5), (x + wide / 2, top - wide * 1.5 - 2.4)], 0.3,
            darker(wall, 0.4)))  # fmt: skip
    marks.append(
        hills(ridge(chance, horizon + 1, 2.2, 9), mixed(at.near, at.far, 0.4), at.near, pointed=True)
    )
    for _n in range(5):
        x, y, high = chance.uniform(-2, 60), horizon + chance.uniform(3, 10), chance.uniform(6, 12)
        rock = polygon([(x - 3, y + 8), (x - 2, y - high * 0.4), (x + 0.6, y - high), (x + 2.4,
            y - high * 0.3), (x + 4, y + 8)])  # fmt: skip
        marks += body(rock, lighter(at.near, 0.1), edge=0.35, depth=0.9)
    for _n in range(4):
        x, y = chance.uniform(4, 54), chance.uniform(13, 24)
        marks.append(stroke([(x - 1.8, y - 0.8), (x - 0.8, y - 1.1), (x, y), (x + 0.8, y - 1.1), (x + 1.8,
            y - 0.8)], 0.45, darker(at.near, 0.2)))  # fmt: skip
    return tuple(marks)


def ice(at: Hour, chance: Random, horizon: float) -> Marks:
    marks: list[Mark] = []
    if sum(at.sky) < 300:
        for n, tone in enumerate(((90, 240, 170), (150, 130, 240), (80, 220, 220))):
            y = 14.0 + n * 4
            top = [(x, y + 2.5 * sin(x / 6 + n * 2)) for x in range(-4, 66, 5)]
            marks.append(Shape((*smooth(top, closed=False), ("line", (64, y + 13)), ("line", (-4, y + 11))),
                fill=tone, opacity=0.22))  # fmt: skip
    for _n in range(5):
        x, high, wide = chance.uniform(-4, 56), chance.uniform(8, 19), chance.uniform(8, 15)
        berg = [(x, horizon + 1), (x + wide * 0.16, horizon - high * 0.6), (x + wide * 0.36,
            horizon - high), (x + wide * 0.58, horizon - high * 0.66), (x + wide * 0.76,
            horizon - high * 0.8), (x + wide, horizon + 1)]  # fmt: skip
        marks.append(flat(polygon(berg), Gradient((x, horizon - high), (x, horizon), mixed(at.near, (255,
            255, 255), 0.5), at.far), 0.25, darker(at.far, 0.3)))  # fmt: skip
        marks.append(flat(polygon([berg[2], berg[3], (x + wide * 0.5, horizon + 1), (x + wide * 0.3,
            horizon + 1)]), darker(at.far, 0.16), opacity=0.8))  # fmt: skip
    sea = mixed(at.sky, (20, 70, 110), 0.55)
    marks.append(Shape(box(0, horizon, SIDE_MM, 26), fill=Gradient((0, horizon), (0, 52), lighter(sea,
        0.25), darker(sea, 0.2))))  # fmt: skip
    for _n in range(12):
        x, y, w = chance.uniform(0, 56), chance.uniform(horizon + 1, 50), chance.uniform(3, 8)
        marks.append(stroke([(x, y), (x + w * 0.5, y - 0.5), (x + w, y)], 0.35, lighter(sea, 0.5)))
    marks.append(hills(ridge(chance, horizon + 8.5, 1.2, 6), mixed(at.near, (255, 255, 255), 0.5), at.near))
    for _n in range(18):
        x, y = chance.uniform(0, 60), chance.uniform(8, 56)
        marks.append(flat(circle(x, y, chance.uniform(0.25, 0.6)), (255, 255, 255), opacity=0.9))
    return tuple(marks)
