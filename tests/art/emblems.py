"""Square emblems of the games and of the box, bold enough for 40 px."""

from math import cos, pi, sin

from tests.art.beasts import Hand, emblem
from tests.art.masks import Mask, box, joined, line, moved, oval, shape, smooth
from tests.art.props import COPPER, penny_face
from tests.art.sheet import Sheet, darker, lighter
from tests.art.title_zombinion import head

WIDE = 256


def _ground(colour: str, low: str, seed: int) -> tuple[Sheet, Mask]:
    """A rounded square to draw on, lit from above left, with a thin bright edge."""
    sheet = Sheet(WIDE, WIDE, seed)
    whole = shape(box(4, 4, 248, 248, 58))
    sheet.fill(whole, lighter(colour, 0.12), low, towards=(0.5, 1), grain=0.06)
    sheet.fill(oval(96, 84, 96).blurred(60).within(whole), lighter(colour, 0.35), strength=0.5, grain=0)
    sheet.fill(
        whole.without(shape(box(9, 9, 238, 238, 53))),
        lighter(colour, 0.45),
        darker(colour, 0.2),
        towards=(0.6, 1),
    )
    return sheet, whole


def _cut(sheet: Sheet, whole: Mask) -> Sheet:
    """Nothing hangs over the edge."""
    cover = whole.on(0, 0, sheet.cover.shape)
    sheet.paint *= cover[..., None]
    sheet.cover *= cover
    return sheet


def _coin(sheet: Sheet, x: float, y: float, reach: float, *, heads: bool) -> None:
    sheet.shade(oval(x, y, reach), 7, 8, blur=5, strength=0.6)
    sheet.fill(oval(x + 1.5, y + 3, reach), darker(COPPER, 0.55))
    sheet.add(
        penny_face(heads=heads),
        [(x - reach, y - reach), (x + reach, y - reach), (x + reach, y + reach), (x - reach, y + reach)],
    )


def zoon_alternate() -> Sheet:
    """A boar and a penny."""
    sheet, whole = _ground("2F7263", "153A38", 2)
    sheet.shade(oval(124, 128, 66, 74), 16, 18, blur=12, strength=0.45)
    emblem(sheet, "boarix", 121, 128, 96, "D0683C", "F6E8C8", "1E110C")
    _coin(sheet, 196, 194, 42, heads=False)
    return _cut(sheet, whole)


def zoondo() -> Sheet:
    """A card face down; one corner is lifted, and it is bright below."""
    sheet, whole = _ground("6A4A8A", "2A1B42", 3)
    lean, x, y = -9, 118, 124
    corners = moved([(-70, -98), (70, -98), (70, 98), (-70, 98)], x, y, turned=lean)
    sheet.shade(shape(corners), 14, 16, blur=9, strength=0.6)
    sheet.add(_back(), corners)
    right, corner, low, tip = moved([(70.5, 26), (70.5, 98.5), (0, 98.5), (4, 24)], x, y, turned=lean)
    sheet.fill(
        shape([right, (corner[0] + 2, corner[1] + 3), low]), "4A2A3E", "7A4420", towards=(1, 1), grain=0
    )
    sheet.glow(*corner, 92, 84, "FF9E2C", 0.95)
    sheet.glow(corner[0] - 8, corner[1] - 8, 54, 50, "FFE9A0", 0.95)
    bend = smooth(
        [
            right,
            right,
            ((right[0] + tip[0]) / 2 - 2, tip[1] + 3),
            tip,
            tip,
            (tip[0] + 2, (low[1] + tip[1]) / 2),
            low,
            low,
        ]
    )
    sheet.shade(shape(bend), -4, -3, blur=5, strength=0.5)
    sheet.fill(shape(bend), "FFF3D2", "C9A56A", towards=(1, 1))
    sheet.fill(line([low, right], 2), "FFFBEA", grain=0)
    return _cut(sheet, whole)


def _back() -> Sheet:
    """The back of a card with nothing but an eye."""
    sheet = Sheet(200, 280, 8)
    sheet.fill(shape(box(2, 2, 196, 276, 22)), "F0E2BE", "CDBB92")
    sheet.fill(shape(box(16, 16, 168, 248, 12)), "4A2C66", "2C1A44")
    sheet.fill(shape(box(25, 25, 150, 230, 8)).without(shape(box(30, 30, 140, 220, 6))), "F0BE5A")
    for turn in range(-60, 61, 30):
        sheet.fill(shape(moved([(0, -82), (7, -56), (-7, -56)], 100, 134, turned=turn)), "F0BE5A")
    eye = shape(smooth([(38, 128), (38, 128), (100, 84), (162, 128), (162, 128), (100, 168)]))
    sheet.fill(eye, "F6E6C4", "E9C98A")
    sheet.fill(oval(100, 126, 27).within(eye), "B8572F")
    sheet.fill(oval(100, 126, 14), "1C1024")
    return sheet


def zong() -> Sheet:
    """A planet with a ring, and lightning."""
    sheet, whole = _ground("4A46B0", "17174A", 4)
    for x, y, size in ((46, 60, 3), (208, 40, 4), (224, 100, 2.4), (60, 214, 3), (112, 34, 2.4)):
        sheet.fill(oval(x, y, size), "FFF6DC", grain=0)
    x, y, reach = 112, 136, 66
    loop = oval(x, y, 112, 30, -18).without(oval(x, y, 88, 18, -18))
    sheet.fill(loop, "F6DDA6", "B4743F", towards=(1, 0.3))
    ball = oval(x, y, reach)
    sheet.fill(ball, "F2A04A", "B2492F", towards=(0.6, 1))
    for n, part in enumerate((-0.5, -0.05, 0.4)):
        sheet.fill(
            oval(x, y + part * reach, reach * 1.1, 8 + 3 * n, -18).within(ball),
            "FBD08A" if n % 2 else "8E3A2C",
            strength=0.55,
        )
    sheet.fill(ball.without(oval(x - 26, y - 26, reach * 1.2).blurred(22)), "180F2A", strength=0.7, grain=0)
    front = loop.within(shape(moved([(-150, 0), (150, 0), (150, 80), (-150, 80)], x, y, turned=-18)))
    sheet.fill(front, "FFF0C4", "D08A4A", towards=(1, 0.3))
    flash = shape([(206, 78), (136, 168), (176, 168), (146, 236), (232, 138), (188, 138), (222, 78)])
    sheet.shade(flash, 8, 9, blur=5, strength=0.55)
    sheet.solid(flash, "FFD23A", rim=1.8)
    return _cut(sheet, whole)


def zombinion() -> Sheet:
    """A zombie's head in the cross hairs."""
    sheet, whole = _ground("2F5E4A", "10262A", 5)
    sheet.fill(oval(128, 124, 92), "EEF0C4", "B9C98E", towards=(0.6, 1))
    head(sheet, Hand(128, 138, 88), whole)
    loop = oval(128, 128, 106).without(oval(128, 128, 95))
    hairs = [shape(moved(box(-5.5, -124, 11, 42), 128, 128, turned=turn)) for turn in (0, 90, 180, 270)]
    sheet.fill(joined(loop, *hairs), "E2472F", "B4301F", towards=(0.4, 1))
    return _cut(sheet, whole)


def zones() -> Sheet:
    """A castle on four tiles: field, forest, water and hills."""
    sheet, whole = _ground("7A5470", "2A2340", 6)
    x, y = 128, 168
    quarters = (
        ((0, -52), (52, -26), (0, 0), (-52, -26), "E2B84A"),
        ((52, -26), (104, 0), (52, 26), (0, 0), "4FA0D8"),
        ((-52, -26), (0, 0), (-52, 26), (-104, 0), "4C9A5C"),
        ((0, 0), (52, 26), (0, 52), (-52, 26), "C48454"),
    )
    base = moved([(-104, 0), (0, 52), (104, 0), (104, 20), (0, 72), (-104, 20)], x, y)
    sheet.shade(shape(base), 8, 12, blur=8, strength=0.5)
    sheet.fill(shape(base), "5A3B2E", "33211C")
    for a, b, c, d, colour in quarters:
        sheet.solid(shape(moved([a, b, c, d], x, y)), colour, rim=1.4)
    for left in (-52, 52):
        _tower(sheet, x + left * 0.72, y + 2, 19, 62, "C9BCAE")
    _tower(sheet, x, y + 14, 30, 96, "DCCFBE")
    sheet.fill(shape([*box(x - 12, y - 14, 24, 40, 12)]), "2E2024")
    return _cut(sheet, whole)


def _tower(sheet: Sheet, x: float, y: float, half: float, high: float, stone: str) -> None:
    sheet.shade(shape(box(x - half, y - high, 2 * half, high + 10)), 9, 6, blur=4, strength=0.35)
    wall = shape(
        [(x - half, y - high), (x + half, y - high), (x + half, y), (x, y + half * 0.5), (x - half, y)]
    )
    sheet.fill(wall, lighter(stone, 0.3), darker(stone, 0.45), towards=(1, 0.15))
    roof = shape(
        smooth(
            [
                (x - half - 7, y - high),
                (x - half - 7, y - high),
                (x, y - high - half * 2.1),
                (x, y - high - half * 2.1),
                (x + half + 7, y - high),
                (x + half + 7, y - high),
                (x, y - high + half * 0.42),
            ]
        )
    )
    sheet.fill(roof, "FF8A55", "A8331F", towards=(1, 0.3))


def app() -> Sheet:
    """The letters zo; the o is the eye of a camera."""
    sheet, whole = _ground("5A4030", "1C1512", 7)
    sheet.fill(oval(120, 100, 110).blurred(90).within(whole), "FFB45A", strength=0.4, grain=0)
    zed = line([(48, 72), (132, 72), (52, 184), (128, 184)], 32)
    sheet.shade(zed, 10, 12, blur=7, strength=0.55)
    sheet.solid(zed, "F6E6C4", rim=2.2)
    x, y = 176, 160
    sheet.shade(oval(x, y, 58), 8, 10, blur=7, strength=0.6)
    sheet.solid(oval(x, y, 58), "E08A3C", rim=2.2, depth=0.3)
    sheet.fill(oval(x, y, 44), "120E10")
    sheet.fill(oval(x, y, 39), "3FA88C", "123B3C", towards=(0.5, 1))
    for k in range(6):
        a, b = k * pi / 3, k * pi / 3 + 1.25
        blade = line([(x + 39 * cos(a), y + 39 * sin(a)), (x + 17 * cos(b), y + 17 * sin(b))], 2.6)
        sheet.fill(blade.within(oval(x, y, 39)), "0C2426", strength=0.8)
    sheet.fill(oval(x, y, 18), "07090B")
    sheet.fill(oval(x - 15, y - 17, 10, 7, -40), "F2FFFA", strength=0.95, grain=0)
    sheet.fill(oval(x + 15, y + 16, 4.5), "F2FFFA", strength=0.5, grain=0)
    return _cut(sheet, whole)
