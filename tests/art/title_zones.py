"""The title picture of ZoneS: tiles of forest, water, hills and fields, a castle, and tokens that rise from them."""

from math import pi

import numpy as np

from tests.art.masks import joined, line, moved, oval, shape, smooth
from tests.art.props import lay_disc, turning
from tests.art.sheet import Sheet, darker, lighter, mixed, tint
from tests.art.view import Points, View, shadow, solid

VIEW = View((-34, -46, 44), (0.4, 0.2, 0), 2050, (478, 316))
SIDE = 5.2
FIELD, FOREST, WATER, HILLS = "D9B44A", "3F7A4C", "3E86B8", "A9764E"
GROUNDS = {"field": FIELD, "forest": FOREST, "water": WATER, "hills": HILLS, "base": "6E6A78"}
BOARD = (
    ("hills", "forest", "water", "field"),
    ("forest", "base", "water", "forest"),
    ("field", "field", "water", "hills"),
    ("forest", "water", "field", "base"),
)
"""From the near row to the far one."""


def zones() -> Sheet:
    sheet = Sheet(960, 540, 17)
    sheet.fill(shape([(0, 0), (960, 0), (960, 540), (0, 540)]), "2B2A4A", "0E1420", towards=(0.2, 1))
    for x, y, reach, colour in (
        (250, 90, 330, "8A4A5A"),
        (560, 60, 300, "C9774A"),
        (800, 160, 260, "5A3A62"),
    ):
        sheet.fill(oval(x, y, reach, reach * 0.36).blurred(reach * 0.45), colour, strength=0.5, grain=0.06)
    for row in reversed(range(-1, 5)):
        for column in reversed(range(-1, 5)):
            inside = 0 <= row < 4 and 0 <= column < 4
            kind = (
                BOARD[row][column]
                if inside
                else ("forest", "field", "hills", "water")[(row * 5 + column * 3) % 4]
            )
            if inside or (row + column) % 2 == 0:
                drop = 0.0 if inside else -1.6 - 0.5 * ((row * 3 + column) % 3)
                _tile(sheet, kind, (column - 1.5) * SIDE, (row - 1.5) * SIDE, drop, seed=row * 7 + column + 9)
    sheet.lit(470, 290, 680, 470, dark=0.2, warm="FFE0B0")
    for x, y, z, colour, sign in (
        (-1.5, -0.5, 3.6, "C8402E", "sword"),
        (0.5, -1.5, 2.4, "C8402E", "bow"),
        (-0.5, 1.5, 2.6, "EDE6D2", "axe"),
        (1.5, -0.5, 4.0, "EDE6D2", "troll"),
    ):
        _token(sheet, x * SIDE, y * SIDE, z, colour, sign)
    sheet.glow(300, 30, 520, 300, "FFB873", 0.3)
    return sheet


def _tile(sheet: Sheet, kind: str, x: float, y: float, z: float, seed: int) -> None:
    half, deep = SIDE / 2 - 0.12, 0.9
    corners = [(x - half, y + half), (x + half, y + half), (x + half, y - half), (x - half, y - half)]
    colour = GROUNDS[kind]
    front = shape(
        [
            VIEW.at(*corners[3], z),
            VIEW.at(*corners[2], z),
            VIEW.at(*corners[2], z - deep),
            VIEW.at(*corners[3], z - deep),
        ]
    )
    left = shape(
        [
            VIEW.at(*corners[3], z),
            VIEW.at(*corners[0], z),
            VIEW.at(*corners[0], z - deep),
            VIEW.at(*corners[3], z - deep),
        ]
    )
    earth = mixed(colour, "5A3B2E", 0.6)
    sheet.fill(joined(front, left).moved(6, 10).blurred(6), "05070B", strength=0.5, grain=0)
    sheet.fill(left, lighter(earth, 0.1), earth)
    sheet.fill(front, darker(earth, 0.35), darker(earth, 0.5))
    top = shape([VIEW.at(*corner, z) for corner in corners])
    sheet.fill(top, lighter(colour, 0.14), darker(colour, 0.12), towards=(0.6, 1), grain=0.07)
    sheet.fill(top.without(top.moved(1.2, 0.6)), lighter(colour, 0.6), strength=0.8, grain=0)
    _GROWS[kind](sheet, x, y, z, np.random.default_rng(seed))


def _forest(sheet: Sheet, x: float, y: float, z: float, chance: np.random.Generator) -> None:
    spots = [
        (x + SIDE * (a + 0.16 * chance.standard_normal()), y + SIDE * (b + 0.08 * chance.standard_normal()))
        for b in (0.28, 0.0, -0.28)
        for a in (-0.27, 0.02, 0.28)
    ]
    for sx, sy in sorted(spots, key=sum, reverse=True):
        sx, sy = float(np.clip(sx, x - 1.9, x + 1.9)), float(np.clip(sy, y - 1.9, y + 1.9))
        tone = mixed("3E8A55", "7FA34E", float(chance.random()) * 0.7)
        high = 1.9 + 0.9 * float(chance.random())
        parts = [
            _cone(
                sx, sy, z + 0.35 + high * 0.28 * n, 0.88 - 0.22 * n, high * 0.5, tint(tone) * (1 + 0.08 * n)
            )
            for n in range(3)
        ]
        points, colours, normals = (np.vstack([part[k] for part in parts]) for k in range(3))
        sheet.fill(shadow(VIEW, points[::5], blur=2.5, z=z), "05070B", strength=0.4, grain=0)
        solid(sheet, VIEW, points, colours, normals)


def _hills(sheet: Sheet, x: float, y: float, z: float, chance: np.random.Generator) -> None:
    for dx, dy, reach, high in ((-0.7, 0.9, 1.75, 3.1), (1.0, 0.4, 1.6, 2.4), (-0.6, -1.0, 1.4, 1.7)):
        points, colours, normals = _cone(
            x + dx,
            y + dy,
            z,
            reach,
            high + 0.4 * float(chance.random()),
            tint("B58A66"),
            rough=0.12,
            seed=int(chance.integers(99)),
        )
        snow = points[:, 2] > z + high * 0.55 + 0.16 * np.sin(points[:, 0] * 9 + points[:, 1] * 7)
        colours[snow] = tint("F6F0E4")
        sheet.fill(shadow(VIEW, points[::5], blur=3, z=z), "05070B", strength=0.4, grain=0)
        solid(sheet, VIEW, points, colours, normals)


def _field(sheet: Sheet, x: float, y: float, z: float, chance: np.random.Generator) -> None:
    for n in range(9):
        across = x - 2.2 + n * 0.55
        run = [(across + 0.06 * float(chance.standard_normal()), y - 2.3 + k * 1.15) for k in range(5)]
        sheet.fill(
            line(smooth(VIEW.outline(run, z), closed=False), 3.4),
            "B5893A" if n % 2 else "F0D27A",
            strength=0.75,
        )
    for _n in range(3):
        sx, sy = x + 1.5 * float(chance.uniform(-1, 1)), y + 1.5 * float(chance.uniform(-1, 1))
        points, colours, normals = _cone(sx, sy, z, 0.42, 0.9, tint("E2B84F"))
        sheet.fill(shadow(VIEW, points[::5], blur=2, z=z), "05070B", strength=0.35, grain=0)
        solid(sheet, VIEW, points, colours, normals)


def _water(sheet: Sheet, x: float, y: float, z: float, chance: np.random.Generator) -> None:
    top = shape(
        VIEW.outline([(x - 2.2, y - 2.2), (x + 2.2, y - 2.2), (x + 2.2, y + 2.2), (x - 2.2, y + 2.2)], z)
    )
    sheet.fill(top.blurred(5), "2B6AA0", "57A3C8", towards=(-1, -1), strength=0.7)
    for n in range(5):
        sy = y - 1.7 + n * 0.85
        start = x - 1.7 + 0.9 * float(chance.random())
        run = [(start + k * 0.12, sy + 0.15 * float(np.sin(k * 0.9))) for k in range(12 + 4 * (n % 3))]
        sheet.fill(line(smooth(VIEW.outline(run, z), closed=False), 2.6), "BFE3EC", strength=0.8, grain=0)


def _castle(sheet: Sheet, x: float, y: float, z: float, _chance: np.random.Generator) -> None:
    stone = tint("B9AFA6")
    solids = [_block(x - 1.35, y - 1.35, z, 2.7, 2.7, 1.25, stone)]
    for dx, dy in ((1.35, 1.35), (-1.35, 1.35), (1.35, -1.35), (-1.35, -1.35)):
        solids.append(_round(x + dx, y + dy, z, 0.62, 2.2, stone))
        solids.append(_cone(x + dx, y + dy, z + 2.2, 0.78, 1.1, tint("B8452F")))
    solids.append(_round(x, y, z + 1.2, 0.8, 2.3, stone * 1.04))
    solids.append(_cone(x, y, z + 3.5, 0.98, 1.5, tint("C8502F")))
    points, colours, normals = (np.vstack([part[k] for part in solids]) for k in range(3))
    sheet.fill(shadow(VIEW, points[::7], blur=4, z=z), "05070B", strength=0.45, grain=0)
    solid(sheet, VIEW, points, colours, normals)
    mast, flag = VIEW.at(x, y, z + 5.0), VIEW.at(x, y, z + 6.3)
    sheet.fill(line([mast, flag], 1.6), "3A2A22", grain=0)
    waving = smooth(
        [
            flag,
            (flag[0] + 10, flag[1] + 1),
            (flag[0] + 22, flag[1] + 5),
            (flag[0] + 11, flag[1] + 9),
            (flag[0], flag[1] + 12),
        ]
    )
    sheet.fill(shape(waving), "FF8A4F", "D8442F")


_GROWS = {"forest": _forest, "hills": _hills, "field": _field, "water": _water, "base": _castle}
Surface = tuple[Points, Points, Points]


def _cone(
    x: float, y: float, z: float, reach: float, high: float, colour: Points, rough: float = 0.0, seed: int = 0
) -> Surface:
    fine = 1 if reach < 1 else 2
    turn, level = (
        p.ravel() for p in np.meshgrid(np.linspace(0, 2 * pi, 420 * fine), np.linspace(0, 1, 200 * fine))
    )
    wide = reach * (1 - level)
    if rough:
        phase = np.random.default_rng(seed).random(3) * 6
        wide = wide * (
            1 + rough * (np.sin(5 * turn + phase[0]) + 0.5 * np.sin(9 * turn + phase[1] + 3 * level))
        )
    points = np.column_stack([x + wide * np.cos(turn), y + wide * np.sin(turn), z + level * high])
    lean = reach / np.hypot(reach, high)
    bump = 0.3 * rough * 5 * np.cos(5 * turn + (phase[0] if rough else 0))
    normals = np.column_stack(
        [
            np.cos(turn) + bump * np.sin(turn),
            np.sin(turn) - bump * np.cos(turn),
            np.full(turn.shape, lean * 1.4),
        ]
    )
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    return points, np.broadcast_to(np.asarray(colour, float), points.shape).copy(), normals


def _round(x: float, y: float, z: float, reach: float, high: float, colour: Points) -> Surface:
    """A tower with battlements."""
    turn, level = (part.ravel() for part in np.meshgrid(np.linspace(0, 2 * pi, 500), np.linspace(0, 1, 180)))
    points = np.column_stack([x + reach * np.cos(turn), y + reach * np.sin(turn), z + level * high])
    normals = np.column_stack([np.cos(turn), np.sin(turn), np.full(turn.shape, 0.15)])
    paint = np.broadcast_to(np.asarray(colour, float), points.shape).copy()
    paint[(np.abs(level - 0.62) < 0.13) & (np.abs((turn * 4 / pi) % 2 - 1) < 0.24)] = tint("3A3038")
    return points, paint, normals / np.linalg.norm(normals, axis=1)[:, None]


def _block(x: float, y: float, z: float, wide: float, deep: float, high: float, colour: Points) -> Surface:
    a, b = (part.ravel() for part in np.meshgrid(np.linspace(0, 1, 260), np.linspace(0, 1, 260)))
    zero, one = np.zeros_like(a), np.ones_like(a)
    teeth = 0.22 * ((a * 9).astype(int) % 2)
    front = np.column_stack([x + a * wide, np.full_like(a, y), z + b * (high + teeth)])
    left = np.column_stack([np.full_like(a, x), y + a * deep, z + b * (high + teeth)])
    top = np.column_stack([x + a * wide, y + b * deep, np.full_like(a, z + high - 0.05)])
    gate = (np.hypot((a - 0.5) * 3.2, np.clip(b - 0.4, 0, None) * 2) < 0.42) & (b < 0.8)
    paint = np.broadcast_to(np.asarray(colour, float), front.shape).copy()
    dark = paint.copy()
    dark[gate] = tint("3A2A22")
    return (
        np.vstack([front, left, top]),
        np.vstack([dark, paint, paint * 0.85]),
        np.vstack(
            [
                np.column_stack([zero, -one, zero]),
                np.column_stack([-one, zero, zero]),
                np.column_stack([zero, zero, one]),
            ]
        ),
    )


def _token(sheet: Sheet, x: float, y: float, z: float, colour: str, sign: str) -> None:
    low = VIEW.at(x, y, z - 0.9)
    sheet.glow(low[0], low[1], 92, 56, "FFE2A0", 0.55)
    lay_disc(
        sheet,
        VIEW,
        token_face(colour, sign),
        x,
        y,
        z,
        radius=1.75,
        high=0.5,
        turned=-36,
        tilt=turning(-4, 7, 0),
        falls=0.45,
    )


def token_face(colour: str, sign: str) -> Sheet:
    sheet = Sheet(160, 160, 9)
    ink = "2A1B18" if tint(colour).mean() > 0.5 else "FBEFD2"
    sheet.fill(oval(80, 80, 81), colour, darker(colour, 0.1))
    sheet.fill(oval(80, 80, 70).without(oval(80, 80, 65)), ink, strength=0.85)
    mask = _SIGNS[sign]
    sheet.fill(shape(moved(mask, 80, 80, size=46)), ink)
    return sheet


_SIGNS = {
    "sword": [
        (-0.14, 0.35), (-0.14, -0.75), (0, -1), (0.14, -0.75), (0.14, 0.35), (0.5, 0.35), (0.5, 0.52),
        (0.1, 0.52), (0.1, 0.95), (-0.1, 0.95), (-0.1, 0.52), (-0.5, 0.52), (-0.5, 0.35),
    ],
    "bow": [
        (-0.9, 0.3), (-0.5, -0.35), (-0.08, -0.6), (-0.08, -0.8), (-0.24, -0.8), (0, -1.05), (0.24, -0.8),
        (0.08, -0.8), (0.08, -0.6), (0.5, -0.35), (0.9, 0.3), (0.78, 0.34), (0.4, -0.18), (0.08, -0.4),
        (0.08, 0.95), (-0.08, 0.95), (-0.08, -0.4), (-0.4, -0.18), (-0.78, 0.34),
    ],
    "axe": [
        (-0.1, 1), (-0.1, 0.1), (-0.5, 0.35), (-0.85, 0.0), (-0.85, -0.6), (-0.5, -0.95), (-0.1, -0.65),
        (-0.1, -0.9), (0.1, -0.9), (0.1, -0.65), (0.5, -0.95), (0.85, -0.6), (0.85, 0.0), (0.5, 0.35),
        (0.1, 0.1), (0.1, 1),
    ],
    "troll": [
        (-0.8, 0.1), (-0.62, -0.5), (-0.85, -0.95), (-0.3, -0.8), (0, -0.9), (0.3, -0.8), (0.85, -0.95),
        (0.62, -0.5), (0.8, 0.1), (0.55, 0.75), (0.3, 0.85), (0.3, 0.4), (0.12, 0.85), (-0.12, 0.85),
        (-0.3, 0.4), (-0.3, 0.85), (-0.55, 0.75),
    ],
}  # fmt: skip
