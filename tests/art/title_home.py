"""The title picture of the box itself: a table under a lamp from above, a game, the camera, a little screen."""

import numpy as np

from tests.art.masks import box, line, moved, oval, shape, smooth
from tests.art.props import PIPS, back_face, penny_face, worn_face
from tests.art.sheet import Sheet, darker, lighter, mixed


def home() -> Sheet:
    sheet = Sheet(960, 540, 51)
    _boards(sheet)
    _mat(sheet)
    _cards(sheet)
    _small_things(sheet)
    sheet.lit(450, 268, 660, 470, dark=0.08, warm="FFDFA8")
    _box(sheet)
    _arm(sheet)
    sheet.glow(400, 200, 460, 360, "FFC36B", 0.36)
    return sheet


def _boards(sheet: Sheet) -> None:
    chance = np.random.default_rng(2)
    sheet.fill(shape([(0, 0), (960, 0), (960, 540), (0, 540)]), "3A2418")
    for n in range(7):
        tone = mixed("7A4B2C", "5E3822", float(chance.random()))
        plank = shape(box(-10, n * 80 - 6, 980, 77.5))
        sheet.fill(plank, lighter(tone, 0.06), darker(tone, 0.2), towards=(0.1, 1), grain=0.09)
        for _k in range(9):
            y, run = n * 80 + 68 * float(chance.random()), 960 * float(chance.random())
            points = [(run + k * 70 - 140, y + 3 * float(chance.standard_normal())) for k in range(6)]
            sheet.fill(
                line(smooth(points, closed=False), 1.0).within(plank),
                darker(tone, 0.5),
                strength=0.4,
                grain=0,
            )


def _mat(sheet: Sheet) -> None:
    mat = shape(moved(box(-250, -176, 500, 352, 16), 430, 268, turned=-2))
    sheet.shade(mat, 14, 14, blur=8, strength=0.6)
    sheet.fill(mat, "2F5A4A", "1F3F38", grain=0.07)
    sheet.fill(
        shape(moved(box(-238, -164, 476, 328, 10), 430, 268, turned=-2)).without(
            shape(moved(box(-235, -161, 470, 322, 8), 430, 268, turned=-2))
        ),
        "C9A75E",
        strength=0.8,
    )
    for column in range(6):
        for row in range(4):
            cell = shape(moved(box(-208 + column * 70, -142 + row * 72, 64, 66, 5), 430, 268, turned=-2))
            sheet.fill(cell, "3D6E5A", "2F5B4C", strength=0.8)
    for x, y in ((-224, -150), (224, -150), (-224, 150), (224, 150)):
        mark = shape(moved(box(x - 9, y - 9, 18, 18), 430, 268, turned=-2))
        sheet.fill(mark, "F0E2BE")
        sheet.fill(shape(moved(box(x - 5, y - 5, 10, 10), 430, 268, turned=-2)), "14201C")


def _card(
    sheet: Sheet, face: Sheet, column: float, row: float, turned: float = 0.0, long: float = 33.0
) -> tuple[float, float]:
    ((x, y),) = moved([(-176 + column * 70, -109 + row * 72)], 430, 268, turned=-2)
    corners = moved(
        [(-long * 0.7, -long), (long * 0.7, -long), (long * 0.7, long), (-long * 0.7, long)],
        x,
        y,
        turned=turned - 2,
    )
    sheet.shade(shape(corners), 6, 6, blur=4, strength=0.6)
    sheet.add(face, corners)
    return x, y


def _cards(sheet: Sheet) -> None:
    faces = {
        "boarix": worn_face("boarix", "2F6B5E", "C4633A", 11),
        "warus": worn_face("warus", "A8452F", "5C8CB8", 12),
        "monkus": worn_face("monkus", "B8842F", "6B4A30", 13),
        "rhinogoths": worn_face("rhinogoths", "5A4A7A", "98A2B4", 14),
    }
    ours, theirs = back_face(31), back_face(32, "2C4460", "C9A36A")
    coins = {True: penny_face(heads=True), False: penny_face(heads=False)}
    for column, row, tribe, heads in (
        (0, 3, "boarix", True),
        (2, 3, "monkus", True),
        (3, 2, "boarix", False),
        (4, 3, "monkus", True),
        (1, 0, "warus", True),
        (3, 1, "rhinogoths", True),
        (4, 0, "warus", False),
    ):
        x, y = _card(sheet, faces[tribe], column, row, 180 if row < 2 else 0)
        _coin(sheet, coins[heads], x, y + (14 if row > 1 else -14), 11)
    for column, row in ((1, 3), (5, 3)):
        _card(sheet, ours, column, row)
    for column, row in ((0, 0), (2, 0), (5, 0)):
        _card(sheet, theirs, column, row)
    for n in range(4):
        _card(sheet, ours, -1.55 + 0.03 * n, 2.6 - 0.03 * n, 12)
        _card(sheet, theirs, 6.7 - 0.03 * n, 0.1 - 0.03 * n, -14)


def _coin(sheet: Sheet, face: Sheet, x: float, y: float, reach: float) -> None:
    sheet.shade(oval(x, y, reach), 4, 4, blur=2.5, strength=0.6)
    sheet.add(
        face, [(x - reach, y - reach), (x + reach, y - reach), (x + reach, y + reach), (x - reach, y + reach)]
    )


def _small_things(sheet: Sheet) -> None:
    coin = penny_face(heads=False)
    for x, y in ((96, 190), (112, 182), (82, 172)):
        _coin(sheet, coin, x, y, 14)
    for x, y, turned, pips, body, ink in (
        (118, 262, 18, 5, "C8402E", "F6E6C8"),
        (700, 418, -24, 3, "F1E3C6", "2A1B14"),
    ):
        die = shape(moved(box(-19, -19, 38, 38, 8), x, y, turned=turned))
        sheet.shade(die, 12, 12, blur=5, strength=0.6)
        sheet.solid(die, body, rim=1.6, depth=0.35)
        for px, py in moved(PIPS[pips], x, y, size=11.5, turned=turned):
            sheet.fill(oval(px, py, 3.4), ink)


def _box(sheet: Sheet) -> None:
    """The little screen, with lamps beside it."""
    case = shape(moved(box(-104, -74, 208, 148, 16), 806, 300, turned=5))
    sheet.shade(case, 20, 18, blur=10, strength=0.7)
    for step in range(7, 0, -1):
        sheet.fill(case.moved(step, step), "1A1410", grain=0)
    sheet.solid(case, "4A3226", rim=1.8, depth=0.3)
    screen = shape(moved(box(-88, -60, 150, 104, 8), 806, 300, turned=5))
    sheet.glow(796, 296, 190, 150, "5FD6AE", 0.3)
    sheet.fill(screen, "123B33", "0C221F", grain=0.03)
    for k, (left, top, wide, tone) in enumerate(
        ((-78, -50, 84, "F4F6F8"), (-78, -30, 60, "5FD6AE"), (-78, 14, 58, "5FD6AE"), (-12, 14, 58, "2A5A4C"))
    ):
        bar = shape(moved(box(left, top, wide, 22 if k > 1 else 10, 5), 806, 300, turned=5))
        sheet.fill(bar, tone, grain=0)
    for n in range(3):
        ((x, y),) = moved([(82, -40 + n * 32)], 806, 300, turned=5)
        sheet.fill(oval(x, y, 9), "241811")
        sheet.fill(oval(x, y, 7), ("F2A33A", "5FD6AE", "6CB8F2")[n])
        sheet.fill(oval(x - 2, y - 2, 2.4), "FFFFFF", strength=0.8, grain=0)
        sheet.glow(x, y, 34, 34, ("F2A33A", "5FD6AE", "6CB8F2")[n], 0.5)


def _arm(sheet: Sheet) -> None:
    """The arm comes in from above; the camera looks straight down, its shadow lies on the mat."""
    run = smooth([(640, -30), (600, 60), (520, 128), (462, 162)], closed=False)
    sheet.shade(line(run, 20), 60, 66, blur=14, strength=0.42)
    sheet.shade(oval(450, 172, 42), 60, 66, blur=14, strength=0.45)
    sheet.solid(line(run, 22), "57433A", rim=2, depth=0.45)
    sheet.solid(oval(598, 62, 19), "7A5F50", rim=2, depth=0.45)
    head = oval(450, 172, 44)
    sheet.solid(head, "3A3034", rim=2.2, depth=0.5)
    sheet.fill(oval(450, 172, 31), "141216")
    sheet.fill(oval(450, 172, 26), "1D3440", "0B141A", towards=(1, 1))
    sheet.fill(oval(450, 172, 17), "2F6F76", "10262E", towards=(1, 1))
    sheet.fill(oval(450, 172, 8), "050709")
    sheet.fill(oval(441, 161, 7, 4.5, -40), "DFF6F2", strength=0.9, grain=0)
    sheet.fill(oval(480, 197, 4), "5FD6AE", grain=0)
    sheet.glow(480, 197, 26, 26, "5FD6AE", 0.7)
