"""The ground of ZoneS's tiles from straight above: each fills its square to the edge."""

from math import pi, sin

import numpy as np

from tests.art.masks import box, joined, line, moved, oval, shape, smooth
from tests.art.sheet import Sheet, darker, lighter, mixed

SIDE = 128


def _ground(colour: str, low: str, seed: int, grain: float = 0.09) -> tuple[Sheet, np.random.Generator]:
    sheet = Sheet(SIDE, SIDE, seed)
    sheet.fill(shape(box(-2, -2, SIDE + 4, SIDE + 4)), colour, low, towards=(0.6, 1), grain=grain)
    return sheet, np.random.default_rng(seed)


def field() -> Sheet:
    """Ripe corn in rows, with a few sheaves' shadows."""
    sheet, chance = _ground("E2BC55", "C9963A", 101)
    for n in range(-3, 15):
        x = n * 11 + 4
        row = [(x + y * 0.22 + 2.4 * sin(y / 21 + n), y) for y in range(-6, 140, 9)]
        sheet.fill(line(smooth(row, closed=False), 4.2), "B07A2C", strength=0.55)
        sheet.fill(line(smooth([(a - 2, b) for a, b in row], closed=False), 2.0), "FBE08F", strength=0.6)
    for _n in range(70):
        x, y = 128 * chance.random(), 128 * chance.random()
        sheet.fill(oval(x, y, 1.2, 2.6, 18), "FFF0B4", strength=0.55, grain=0)
    return sheet


def forest() -> Sheet:
    """Crowns of trees, lit from above left."""
    sheet, chance = _ground("1E4A34", "12321F", 102)
    spots = sorted(
        (
            (
                10 + 26 * column + (13 if row % 2 else 0) + 5 * chance.standard_normal(),
                8 + 22 * row + 4 * chance.standard_normal(),
            )
            for row in range(6)
            for column in range(5)
        ),
        key=lambda spot: spot[1],
    )
    for x, y in spots:
        reach = 14 + 4 * chance.random()
        tone = mixed("2F7A48", "6FA046", 0.75 * chance.random())
        sheet.shade(oval(x, y, reach), 7, 8, blur=3, strength=0.5)
        leaves = [
            oval(x + reach * 0.62 * np.cos(t), y + reach * 0.62 * np.sin(t), reach * 0.5)
            for t in np.linspace(0, 2 * pi, 8)[:-1]
        ]
        crown = joined(oval(x, y, reach * 0.8), *leaves)
        sheet.fill(crown, lighter(tone, 0.1), darker(tone, 0.42), towards=(0.7, 1))
        sheet.fill(
            oval(x - reach * 0.28, y - reach * 0.3, reach * 0.42).blurred(4), lighter(tone, 0.5), strength=0.6
        )
    return sheet


def water() -> Sheet:
    """Calm water with short waves."""
    sheet, chance = _ground("4C9CCB", "275F9C", 103, 0.06)
    for _n in range(9):
        x, y = 128 * chance.random(), 128 * chance.random()
        sheet.fill(oval(x, y, 34, 13, -6).blurred(10), "7CC4DE", strength=0.35)
    for row in range(6):
        for column in range(3):
            x, y = (
                column * 44 + (22 if row % 2 else 0) - 8 + 5 * chance.random(),
                row * 22 + 10 + 4 * chance.random(),
            )
            wave = [(x + k * 3, y + 2.6 * sin(k * 0.9)) for k in range(10)]
            sheet.fill(
                line(smooth([(a + 1, b + 3) for a, b in wave], closed=False), 2.6),
                "1F4E86",
                strength=0.5,
                grain=0,
            )
            sheet.fill(line(smooth(wave, closed=False), 2.6), "D8F1F4", strength=0.85, grain=0)
    return sheet


def hills() -> Sheet:
    """Rocky heights with a little snow."""
    sheet, chance = _ground("B98A5E", "8A5E40", 104)
    for x, y, half, high in (
        (36, 58, 34, 48),
        (94, 50, 36, 42),
        (62, 112, 44, 62),
        (118, 116, 28, 40),
        (8, 120, 26, 40),
    ):
        foot = [
            (x - half, y),
            (x - half * 0.4, y - high * 0.62),
            (x, y - high),
            (x + half * 0.46, y - high * 0.5),
            (x + half, y),
        ]
        whole = shape(foot)
        sheet.shade(whole, 9, 7, blur=4, strength=0.45)
        tone = mixed("C79A6C", "A8744E", float(chance.random()))
        sheet.fill(whole, lighter(tone, 0.3), tone, towards=(0.5, 1), grain=0.08)
        dark = shape(
            [
                (x, y - high),
                (x + half * 0.46, y - high * 0.5),
                (x + half, y),
                (x + half * 0.1, y),
                (x + 4, y - high * 0.4),
                (x - 3, y - high * 0.66),
            ]
        )
        sheet.fill(dark, darker(tone, 0.35), darker(tone, 0.5), strength=0.9)
        cap = shape(
            [
                (x, y - high - 1),
                (x + half * 0.3, y - high * 0.68),
                (x + half * 0.1, y - high * 0.6),
                (x, y - high * 0.7),
                (x - half * 0.12, y - high * 0.58),
                (x - half * 0.3, y - high * 0.7),
            ]
        )
        sheet.fill(cap, "FFFFFF", "D6D9E2", towards=(1, 0.4), grain=0.02)
    return sheet


def base() -> Sheet:
    """Flagstones, and the ring of a castle's wall."""
    sheet, chance = _ground("7C7784", "575260", 105)
    for row in range(7):
        for column in range(-1, 6):
            x, y = column * 26 + (13 if row % 2 else 0), row * 20 - 5
            tone = mixed("8E8896", "6B6674", float(chance.random()))
            sheet.fill(
                shape(box(x + 1, y + 1, 24, 18, 4)),
                lighter(tone, 0.1),
                darker(tone, 0.15),
                towards=(0.5, 1),
                grain=0.08,
            )
    wall = shape(box(22, 22, 84, 84, 6)).without(shape(box(35, 35, 58, 58, 3)))
    towers = [oval(x, y, 17) for x in (26, 102) for y in (26, 102)]
    sheet.shade(joined(wall, *towers), 8, 9, blur=4, strength=0.5)
    sheet.solid(wall, "B3A99E", rim=1.4, depth=0.35)
    for k in range(9):
        for x, y in ((30 + k * 8, 28.5), (30 + k * 8, 99.5), (28.5, 30 + k * 8), (99.5, 30 + k * 8)):
            sheet.fill(shape(moved(box(-1.6, -1.6, 3.2, 3.2), x, y)), "6E655E", strength=0.7)
    for tower in towers:
        sheet.solid(tower, "C9503A", rim=1.4, depth=0.4)
    for x in (26, 102):
        for y in (26, 102):
            sheet.fill(
                shape([(x, y), (x + 16, y + 3), (x + 11, y + 12), (x + 3, y + 16)]),
                "7E2A20",
                strength=0.55,
                grain=0,
            )
            sheet.fill(oval(x, y, 2.4), "F6E2B4")
    return sheet
