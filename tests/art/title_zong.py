"""The title picture of ZONG: a track of squares that curls through space, towers of pieces, a disc that flies."""

from itertools import pairwise
from math import cos, pi, sin

import numpy as np

from tests.art.masks import Mask, joined, line, moved, oval, ring, shape, smooth, star
from tests.art.props import lay_disc, turning
from tests.art.sheet import Sheet, darker, lighter, mixed
from tests.art.view import View

VIEW = View((0, -27, 20), (0, 0.0, 0), 870, (480, 264))
COLOURS = {
    "red": "D8442F",
    "blue": "3E86E0",
    "green": "3FAE5A",
    "yellow": "F2C53D",
    "white": "EFEBDD",
    "black": "2A2D38",
}


def zong() -> Sheet:
    sheet = Sheet(960, 540, 21)
    _space(sheet)
    _planet(sheet, 838, 104, 74, "C9713F", ring=True)
    _planet(sheet, 104, 98, 46, "5A8FB0")
    _planet(sheet, 232, 44, 16, "B7A2D8")
    places = _track(sheet)
    order = sorted(TOWERS, key=lambda at: -places[at][1])
    for at in order:
        x, y = places[at]
        for level, colour in enumerate(TOWERS[at]):
            lay_disc(
                sheet,
                VIEW,
                piece_face(COLOURS[colour]),
                x,
                y,
                0.3 + level * 0.62,
                radius=0.98,
                high=0.58,
                turned=level * 50,
                falls=0.65,
            )
    _flick(sheet, places)
    sheet.glow(300, 120, 620, 480, "5A6BE0", 0.22)
    return sheet


STRUCK = 6
"""On this square of the track stands the tower that is struck."""
TOWERS = {
    STRUCK: ("black", "white"),
    3: ("yellow",),
    12: ("green",),
    17: ("blue", "red", "yellow"),
    24: ("white",),
}


def _space(sheet: Sheet) -> None:
    whole = shape([(0, 0), (960, 0), (960, 540), (0, 540)])
    sheet.fill(whole, "1B1A44", "0C1120", towards=(0.25, 1), grain=0.05)
    for x, y, reach, colour, strength in (
        (220, 150, 330, "3B2E86", 0.7),
        (700, 330, 340, "4A2A6E", 0.6),
        (480, 300, 250, "27519A", 0.5),
        (860, 60, 220, "6B3450", 0.5),
    ):
        sheet.fill(
            oval(x, y, reach, reach * 0.5, -18).blurred(reach * 0.5), colour, strength=strength, grain=0.08
        )
    chance = np.random.default_rng(5)
    for _n in range(230):
        x, y, size = 960 * chance.random(), 540 * chance.random(), 0.5 + 1.3 * chance.random() ** 3
        sheet.fill(oval(x, y, size), "FFF6DC", strength=0.35 + 0.6 * chance.random(), grain=0)
    sheet.lit(480, 250, 760, 470, dark=0.25, warm="E8E4FF")


def _planet(sheet: Sheet, x: float, y: float, reach: float, colour: str, *, ring: bool = False) -> None:
    ball = oval(x, y, reach)
    sheet.fill(ball.blurred(reach * 0.35), lighter(colour, 0.2), strength=0.35, grain=0)
    loop = oval(x, y, reach * 1.75, reach * 0.42, -16).without(oval(x, y, reach * 1.38, reach * 0.27, -16))
    if ring:
        sheet.fill(loop, "E9C99A", "8C5A44", towards=(1, 0.2))
    sheet.fill(ball, lighter(colour, 0.25), darker(colour, 0.3), towards=(0.6, 1), grain=0.06)
    for n, part in enumerate((-0.55, -0.2, 0.12, 0.48)):
        band = oval(x, y + part * reach, reach * 1.1, reach * (0.1 + 0.05 * (n % 2)), -16).within(ball)
        sheet.fill(band, darker(colour, 0.25) if n % 2 else lighter(colour, 0.3), strength=0.6)
    dark = ball.without(oval(x - reach * 0.42, y - reach * 0.42, reach * 1.18).blurred(reach * 0.3))
    sheet.fill(dark, "0A0B1A", strength=0.72, grain=0)
    if ring:
        front = loop.within(shape(moved([(-200, 0), (200, 0), (200, 200), (-200, 200)], x, y, turned=-16)))
        sheet.fill(front, "F3DDB2", "A8704F", towards=(1, 0.2))


def _spiral(part: float) -> tuple[float, float, float]:
    """A place on the track, 0 at its start, 1 at the goal, and where it leads there (degrees)."""
    turn, reach = -0.80 * pi + part * 3.5 * pi, 12.0 - 8.6 * part
    wide = 1.3
    x, y = reach * cos(turn) * wide, reach * sin(turn) * 0.98
    ahead = turn + 0.03
    nearer = reach - 8.6 * 0.03 / (3.5 * pi)
    dx, dy = nearer * cos(ahead) * wide - x, nearer * sin(ahead) * 0.98 - y
    return x, y, float(np.degrees(np.arctan2(dy, dx)))


def _places(count: int = 30) -> list[tuple[float, float, float]]:
    """Places at even distances along the track."""
    fine = [_spiral(n / 600) for n in range(601)]
    run = np.cumsum([0.0, *(np.hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(fine))])
    return [fine[int(np.searchsorted(run, run[-1] * n / count))] for n in range(count)]


GOAL = (0.2, 0.5)


def _track(sheet: Sheet) -> list[tuple[float, float]]:
    """Slabs that float, the farthest painted first; gives their middles, from the start to the goal."""
    places = [place for place in _places() if np.hypot(place[0] - GOAL[0], place[1] - GOAL[1]) > 3.6]
    middle = VIEW.at(*GOAL)
    way = smooth(VIEW.outline([(x, y) for x, y, _turned in places] + [GOAL], -0.3), closed=False, steps=6)
    sheet.fill(line(way, 26).blurred(14), "7FA8FF", strength=0.5, grain=0)
    sheet.fill(line(way, 5).blurred(3), "DCE8FF", strength=0.55, grain=0)
    sheet.glow(*middle, 330, 170, "8FE0B0", 0.5)
    for n in sorted(range(len(places)), key=lambda n: -places[n][1]):
        x, y, turned = places[n]
        cream = mixed("F6E9CB", "B9A6D9", 0.4 * (1 - n / len(places)) + 0.25 * (n % 2))
        _slab(sheet, x, y, turned, 1.12, "D9503C" if n % 5 == 3 else cream)
        _sign(sheet, (x, y, turned), 3 + n if n < 3 else 0, "8A2A20" if n % 5 == 3 else "7C6BA8")
    _slab(sheet, *GOAL, 8, 2.2, "4FBF8B")
    sheet.fill(shape(VIEW.outline(moved(star(1.55), *GOAL), 0.3)), "FFF2C2", "F2C53D")
    sheet.glow(*middle, 150, 90, "D8FFE6", 0.45)
    return [(x, y) for x, y, _turned in places]


def _sign(sheet: Sheet, place: tuple[float, float, float], planets: int, ink: str) -> None:
    """What stands on a square: so many planets where a game begins, else a ring."""
    x, y, turned = place
    spots = PLANETS.get(planets)
    if spots is None:
        outer, inner = (shape(VIEW.outline(ring(x, y, far, far), 0.3)) for far in (0.62, 0.52))
        sheet.fill(outer.without(inner), ink, strength=0.5, grain=0)
        return
    for px, py in moved(spots, x, y, turned=turned):
        sheet.fill(
            shape(VIEW.outline(ring(px, py, 0.25, 0.25), 0.3)), "D9713F", "8A3A2C", towards=(1, 1), grain=0
        )


PLANETS = {
    3: [(0, 0.5), (-0.5, -0.36), (0.5, -0.36)],
    4: [(-0.45, 0.45), (0.45, 0.45), (-0.45, -0.45), (0.45, -0.45)],
    5: [(-0.55, 0.55), (0.55, 0.55), (-0.55, -0.55), (0.55, -0.55), (0, 0)],
}


def _slab(sheet: Sheet, x: float, y: float, turned: float, half: float, colour: str) -> None:
    corners = moved([(-half, -half), (half, -half), (half, half), (-half, half)], x, y, turned=turned)
    top, low = shape(VIEW.outline(corners, 0.3)), VIEW.outline(corners, -0.25)
    sheet.fill(joined(top, shape(low), *_sides(corners)), darker(colour, 0.62), darker(colour, 0.75))
    sheet.fill(top, lighter(colour, 0.1), darker(colour, 0.14), towards=(0.5, 1), grain=0.025)
    sheet.fill(top.without(top.moved(1.0, 1.2)), lighter(colour, 0.7), grain=0)


def _sides(corners: list[tuple[float, float]]) -> list[Mask]:
    found = []
    for k in range(4):
        a, b = corners[k], corners[(k + 1) % 4]
        found.append(shape([VIEW.at(*a, 0.3), VIEW.at(*b, 0.3), VIEW.at(*b, -0.25), VIEW.at(*a, -0.25)]))
    return found


def piece_face(colour: str) -> Sheet:
    """A wooden piece from above: a turned ring about a hollow."""
    sheet = Sheet(120, 120, 3)
    sheet.fill(oval(60, 60, 61), colour, grain=0.04)
    sheet.fill(oval(60, 60, 44), darker(colour, 0.28), lighter(colour, 0.12), towards=(1, 1))
    sheet.fill(oval(60, 60, 38), colour, darker(colour, 0.12), towards=(1, 1))
    return sheet


def flash_face(ground: str, sign: str) -> Sheet:
    sheet = Sheet(200, 200, 6)
    sheet.fill(oval(100, 100, 101), ground, darker(ground, 0.15))
    sheet.fill(oval(100, 100, 88).without(oval(100, 100, 82)), sign)
    sheet.fill(shape([(118, 26), (58, 112), (96, 112), (78, 176), (144, 84), (105, 84), (134, 26)]), sign)
    return sheet


def _flick(sheet: Sheet, places: list[tuple[float, float]]) -> None:
    """The disc flies from the goal into a tower, streaks behind it; pieces leap out of its way."""
    x, y = places[STRUCK]
    start, end = VIEW.at(*GOAL, 0.6), VIEW.at(x - 2.9, y + 0.9, 1.6)
    way = np.subtract(end, start)
    across = np.array([-way[1], way[0]]) / np.hypot(*way)
    for side in range(-4, 5):
        near, far = np.add(start, across * side * 5) + way * 0.05 * abs(side), np.add(end, across * side * 11)
        streak = line([tuple(near), tuple(far)], 4.4 - 0.5 * abs(side))
        sheet.fill(streak.blurred(2.4), "FFC93C", "FFF3C0", towards=(-1, -1), strength=0.6, grain=0)
    for n, (dx, dy, z, turn) in enumerate(
        ((2.0, 0.2, 2.3, (30, 34, 0)), (1.9, 3.2, 5.0, (44, -24, 0)), (4.6, 1.6, 4.2, (28, 40, 0)))
    ):
        colour = COLOURS[("yellow", "red", "blue")[n]]
        lay_disc(
            sheet,
            VIEW,
            piece_face(colour),
            x + dx,
            y + dy,
            z,
            radius=0.98,
            high=0.58,
            tilt=turning(*turn),
            falls=0.3,
        )
    sheet.glow(end[0] + 26, end[1] + 4, 120, 90, "FFE68A", 0.8)
    lay_disc(sheet, VIEW, flash_face("FFCF2E", "2A1B44"), x - 2.7, y + 0.9, 1.5, radius=2.0, high=0.45, turned=20,
             tilt=turning(10, 14, 0), falls=0.5)  # fmt: skip
