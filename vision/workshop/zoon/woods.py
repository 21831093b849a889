"""The lands of Boarix and Monkus: forest and jungle."""

from random import Random

from vision.faces.zoon.ink import Marks, darker, flat, lighter, stroke
from vision.printed.marks import Gradient, Mark, mixed
from vision.printed.shapes import box, polygon, smooth
from vision.workshop.zoon.hours import Hour, hills, ridge
from vision.workshop.zoon.ink import blade, body


def forest(at: Hour, chance: Random, horizon: float) -> Marks:
    marks: list[Mark] = [hills(ridge(chance, horizon - 6, 2.5), mixed(at.far, at.horizon, 0.5), at.far)]
    for tone, y, size, count in ((0.35, horizon - 3, 8.0, 9), (0.0, horizon, 11.0, 7)):
        for n in range(count):
            x, high = n * 64 / count + chance.uniform(-2, 5), size * chance.uniform(0.8, 1.4)
            colour = mixed(mixed(at.far, at.near, 0.4), at.horizon, tone)
            for k in range(3):
                w = high * (0.2 + 0.11 * k)
                top = y - high * (1.05 - 0.28 * k)
                marks.append(flat(polygon([(x, top), (x + w, top + high * 0.42), (x - w,
                    top + high * 0.42)]), (darker, lighter)[k == 0](colour, 0.08)))  # fmt: skip
    marks.append(hills(ridge(chance, horizon + 2, 1.2), mixed(at.near, at.far, 0.35), at.near))
    for x, w in ((chance.uniform(1, 5), 5.0), (chance.uniform(49, 56), 6.0)):
        trunk = polygon([(x - w * 0.4, -2), (x + w * 0.4, -2), (x + w * 0.5, 42), (x + w, 47), (x - w, 47),
            (x - w * 0.5, 42)])  # fmt: skip
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


def jungle(at: Hour, chance: Random, horizon: float) -> Marks:
    x = chance.uniform(20, 44)
    peak = polygon(
        [(x - 16, horizon + 3), (x - 4, horizon - 17), (x + 3, horizon - 17), (x + 17, horizon + 3)]
    )
    marks: list[Mark] = [flat(peak, Gradient((0, horizon - 17), (0, horizon), mixed(at.far, at.horizon,
        0.35), mixed(at.far, at.horizon, 0.65)))]  # fmt: skip
    marks.append(flat(polygon([(x - 4, horizon - 17), (x + 3, horizon - 17), (x + 1, horizon - 12), (x - 1,
        horizon - 14), (x - 3, horizon - 11)]), (250, 120, 50)))  # fmt: skip
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
        marks.append(stroke([(vx, 0), (vx + 1.5, 9), (vx - 1, 17), (vx + 0.6, chance.uniform(20, 28))], 0.6,
            darker(at.near, 0.2)))  # fmt: skip
    return tuple(marks)
