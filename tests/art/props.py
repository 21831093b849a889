"""What lies on the tables of the pictures: cards, pennies, dice, discs, pieces."""

from math import pi

import numpy as np

from tests.art.beasts import emblem
from tests.art.masks import Mask, Point, box, joined, line, moved, oval, ring, shape, smooth, star
from tests.art.sheet import Sheet, darker, lighter, mixed, tint
from tests.art.view import Points, View, shadow, solid

PAPER, INK = "EAD9B5", "2A1B14"
COPPER = "C9703A"
CARD_WIDE, CARD_HIGH = 6.0, 8.4
"""Of a card, in cm."""


def card_sheet(seed: int) -> Sheet:
    return Sheet(240, 336, seed)


def worn_face(
    tribe: str, ground: str, body: str, seed: int, corners: tuple[int, ...] = (4, 3, 1, 2)
) -> Sheet:
    """A worn card with a tribe's head, pips in its corners instead of numbers, its edges rubbed white."""
    sheet = card_sheet(seed)
    whole = shape(box(2, 2, 236, 332, 20))
    sheet.fill(whole, PAPER, darker(PAPER, 0.22), towards=(0.4, 1))
    picture = shape(box(16, 16, 208, 304, 12))
    sheet.fill(picture, lighter(ground, 0.16), darker(ground, 0.35), towards=(0.3, 1.0), grain=0.07)
    hills = shape(
        smooth([(16, 226), (70, 196), (130, 218), (190, 190), (224, 206), (224, 320), (16, 320)])
    ).within(picture)
    sheet.fill(hills, darker(ground, 0.35), darker(ground, 0.6))
    sheet.fill(oval(120, 150, 88).within(picture), lighter(ground, 0.3), strength=0.5)
    emblem(sheet, tribe, 120, 158, 76, body, "F4E6C8", "1C120D")
    for (x, y), pips in zip(((38, 40), (202, 40), (202, 296), (38, 296)), corners, strict=True):
        sheet.fill(oval(x, y, 27), INK)
        sheet.fill(oval(x, y, 24), PAPER, darker(PAPER, 0.15))
        for px, py in PIPS[pips]:
            sheet.fill(oval(x + px * 11, y + py * 11, 4.6), INK)
    _rubbed(sheet, seed)
    return sheet


PIPS: dict[int, tuple[Point, ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-0.8, 0.8), (0.8, -0.8)),
    3: ((-0.95, 0.95), (0, 0), (0.95, -0.95)),
    4: ((-0.85, -0.85), (0.85, -0.85), (-0.85, 0.85), (0.85, 0.85)),
    5: ((-0.95, -0.95), (0.95, -0.95), (-0.95, 0.95), (0.95, 0.95), (0, 0)),
    6: ((-0.85, -1.05), (0.85, -1.05), (-0.85, 0), (0.85, 0), (-0.85, 1.05), (0.85, 1.05)),
}
"""Where the pips of a die's face lie, from -1 to 1."""


def back_face(seed: int, ground: str = "4A2F5E", ink: str = "D9A34A") -> Sheet:
    """The back of a card: a border, a lattice of lozenges and a sun in the middle. It looks the same turned by half."""
    sheet = card_sheet(seed)
    sheet.fill(shape(box(2, 2, 236, 332, 20)), PAPER, darker(PAPER, 0.22))
    field = shape(box(13, 13, 214, 310, 13))
    sheet.fill(field, lighter(ground, 0.1), darker(ground, 0.25), grain=0.07)
    for n in range(-14, 15):
        for way in (-1, 1):
            ruled = line([(120 + n * 26 - way * 170, -2), (120 + n * 26 + way * 170, 338)], 1.6)
            sheet.fill(ruled.within(field), ink, strength=0.34)
    frame = shape(box(20, 20, 200, 296, 10)).without(shape(box(23.5, 23.5, 193, 289, 8)))
    sheet.fill(frame, ink)
    sheet.fill(oval(120, 168, 63), darker(ground, 0.35))
    sheet.fill(oval(120, 168, 58).without(oval(120, 168, 55)), ink)
    for turn in range(0, 360, 30):
        sheet.fill(shape(moved([(0, -52), (7, -30), (-7, -30)], 120, 168, turned=turn)), ink)
    sheet.fill(oval(120, 168, 27), ink, darker(ink, 0.2))
    eye = shape(smooth([(-20, 0), (-20, 0), (0, -11), (20, 0), (20, 0), (0, 11)]))
    sheet.fill(eye.moved(120, 168), darker(ground, 0.45))
    sheet.fill(oval(120, 168, 7.5), ink)
    _rubbed(sheet, seed)
    return sheet


def _rubbed(sheet: Sheet, seed: int) -> None:
    """Wear: scuffs along the edges, and a few scratches."""
    chance = np.random.default_rng(seed)
    for _n in range(46):
        side, along = chance.integers(4), chance.random()
        x, y = ((along * 240, 4), (along * 240, 332), (4, along * 336), (236, along * 336))[side]
        spot = oval(x, y, 2 + 6 * chance.random(), 1 + 3 * chance.random(), 90 * (side > 1)).blurred(1.2)
        sheet.fill(spot.within(shape(box(2, 2, 236, 332, 20))), "FFF4DA", strength=0.5)
    for _n in range(7):
        x, y = 30 + 180 * chance.random(), 30 + 270 * chance.random()
        turn = chance.random() * pi
        end = (x + 26 * np.cos(turn), y + 26 * np.sin(turn))
        sheet.fill(line([(x, y), end], 0.7), "FFF4DA", strength=0.28)


def lay_card(
    sheet: Sheet,
    view: View,
    face: Sheet,
    x: float,
    y: float,
    turned: float = 0.0,
    *,
    lift: float = 0.06,
    light: float = 1.0,
) -> list[Point]:
    """A card on the table with its shadow; gives its corners on the picture."""
    w, h = CARD_WIDE / 2, CARD_HIGH / 2
    corners = moved([(-w, h), (w, h), (w, -h), (-w, -h)], x, y, turned=-turned)
    seen = view.outline(corners, lift)
    foot = view.outline(corners, 0.0)
    sheet.shade(shape(foot), 10, 9, blur=6, strength=0.6)
    sheet.add(face, seen, light=light)
    return seen


def penny_points(
    x: float, y: float, z: float, radius: float, high: float, face: Sheet, turned: float = 0.0
) -> tuple[Points, Points, Points]:
    """A coin or a disc that lies: its upper face with a picture, its edge and where they face."""
    side = 620
    grid = np.linspace(-1, 1, side)
    across, along = np.meshgrid(grid, grid)
    inside = across**2 + along**2 <= 1
    across, along = across[inside], along[inside]
    angle = turned * pi / 180
    u = across * np.cos(angle) - along * np.sin(angle)
    v = across * np.sin(angle) + along * np.cos(angle)
    image = face.paint
    rows = ((1 - v) / 2 * (image.shape[0] - 1)).astype(int)
    columns = ((u + 1) / 2 * (image.shape[1] - 1)).astype(int)
    top = np.column_stack([x + across * radius, y + along * radius, np.full(across.shape, z + high)])
    colours = image[rows, columns].astype(float)
    edge = np.hypot(across, along)
    slope = np.clip((edge - 0.93) / 0.07, 0, 1)
    normals = np.column_stack([across * slope, along * slope, 1.15 - 0.75 * slope])
    around, level = np.meshgrid(np.linspace(0, 2 * pi, 1500), np.linspace(0, 1, 60))
    around, level = around.ravel(), level.ravel()
    rim = np.column_stack([x + np.cos(around) * radius, y + np.sin(around) * radius, z + level * high])
    rim_colours = np.broadcast_to(image[image.shape[0] // 2, 6].astype(float), rim.shape) * 0.8
    rim_normals = np.column_stack([np.cos(around), np.sin(around), np.zeros_like(around)])
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    under = top - (0, 0, high)
    return (
        np.vstack([top, rim, under]),
        np.vstack([colours, rim_colours, colours]),
        np.vstack([normals, rim_normals, normals * (1, 1, -1)]),
    )


def lay_disc(
    sheet: Sheet,
    view: View,
    face: Sheet,
    x: float,
    y: float,
    z: float = 0.0,
    *,
    radius: float = 1.0,
    high: float = 0.22,
    turned: float = 0.0,
    falls: float = 0.5,
    tilt: Points | None = None,
    blur: float = 4.0,
) -> None:
    """A coin, disc or piece with its shadow on whatever lies at `falls` below it; `tilt` turns it about its middle."""
    points, colours, normals = penny_points(0, 0, -high / 2, radius, high, face, turned)
    if tilt is not None:
        points, normals = points @ tilt.T, normals @ tilt.T
    points += np.array([x, y, z + high / 2])
    sheet.fill(
        shadow(view, points[::7], blur=blur, z=z - falls if tilt is not None else z),
        "05070B",
        strength=falls,
        grain=0,
    )
    solid(sheet, view, points, colours, normals)


def penny_face(*, heads: bool) -> Sheet:
    """A copper penny: on one side the letters zo in a ring of beads, on the other a wreath about a star."""
    sheet = Sheet(160, 160, 5)
    sheet.fill(oval(80, 80, 80), lighter(COPPER, 0.1), darker(COPPER, 0.25))
    sheet.fill(oval(80, 80, 73), darker(COPPER, 0.45), COPPER, towards=(1, 1))
    sheet.fill(oval(80, 80, 70), COPPER, darker(COPPER, 0.18), towards=(0.6, 1), grain=0.08)
    marks = penny_marks(80, 80, 1.0, heads=heads)
    sheet.fill(marks.moved(1.6, 1.6), darker(COPPER, 0.62))
    sheet.fill(marks, lighter(COPPER, 0.42), lighter(COPPER, 0.12), towards=(0.5, 1))
    return sheet


def penny_marks(x: float, y: float, size: float, *, heads: bool) -> Mask:
    """What stands out on a penny, of which the beads or the wreath reach 60 px from the middle at size 1."""
    parts = _letters() if heads else _wreath()
    return joined(*(shape(moved(part, x, y, size=size)) for part in parts))


def _letters() -> list[list[Point]]:
    turns = np.linspace(0, 2 * pi, 33)[:-1]
    beads = [ring(60 * np.cos(t), 60 * np.sin(t), 2.6, 2.6, count=16) for t in turns]
    zed = [
        (-47, -30),
        (-3, -30),
        (-3, -20),
        (-30, 19),
        (-3, 19),
        (-3, 30),
        (-48, 30),
        (-48, 20),
        (-21, -19),
        (-47, -19),
    ]
    outer, inner = ring(25, 3, 26, 28), ring(25, 3, 14, 16)
    return [zed, [*outer, outer[0], inner[0], *reversed(inner)], *beads]


def _wreath() -> list[list[Point]]:
    leaf = smooth([(0, 3), (0, 3), (4.6, -7), (0, -19), (0, -19), (-4.6, -7)])
    parts: list[list[Point]] = []
    for side in (-1, 1):
        for n in range(9):
            turn = 0.16 + n * 0.29
            lean = np.degrees(np.arctan2(side * np.cos(turn), np.sin(turn)))
            place = (side * 54 * np.sin(turn), 54 * np.cos(turn))
            parts += [moved(leaf, *place, turned=lean + way) for way in (-34, 34)]
    return [moved(star(30), 0, 2), *parts]


def die_points(
    size: float, faces: tuple[int, int, int], body: str, pip: str, turn: Points
) -> tuple[Points, Points, Points]:
    """A die with round edges about the origin: `faces` on its x, y and z sides, turned by a matrix."""
    grid = np.linspace(-1, 1, 640)
    a, b = (part.ravel() for part in np.meshgrid(grid, grid))
    points, colours = [], []
    for axis, value in enumerate((*faces, *(7 - face for face in faces))):
        sign = 1 if axis < 3 else -1
        cube = np.empty((a.size, 3))
        cube[:, axis % 3], cube[:, (axis + 1) % 3], cube[:, (axis + 2) % 3] = sign, a, b
        paint = np.broadcast_to(tint(body).astype(float), cube.shape).copy()
        for px, py in PIPS[value]:
            near = np.hypot(a - px * 0.52, b - py * 0.52)
            paint[near < 0.185] = tint(pip)
        points.append(cube)
        colours.append(paint)
    cube, paint = np.vstack(points), np.vstack(colours)
    core = np.clip(cube, -0.76, 0.76)
    normals = cube - core
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    return (core + normals * 0.24) * size / 2 @ turn.T, paint, normals @ turn.T


def turning(*degrees: float) -> Points:
    """A matrix that turns about x, then y, then z."""
    x, y, z = (value * pi / 180 for value in degrees)
    about_x = np.array([[1, 0, 0], [0, np.cos(x), -np.sin(x)], [0, np.sin(x), np.cos(x)]])
    about_y = np.array([[np.cos(y), 0, np.sin(y)], [0, 1, 0], [-np.sin(y), 0, np.cos(y)]])
    about_z = np.array([[np.cos(z), -np.sin(z), 0], [np.sin(z), np.cos(z), 0], [0, 0, 1]])
    return np.asarray(about_z @ about_y @ about_x)


def throw_die(
    sheet: Sheet,
    view: View,
    x: float,
    y: float,
    z: float,
    *,
    size: float = 2.2,
    faces: tuple[int, int, int] = (2, 3, 6),
    turn: tuple[float, float, float] = (0, 0, 0),
    body: str = "F1E3C6",
    pip: str = "2A1B14",
    blur: float = 6.0,
    dark: float = 0.6,
) -> None:
    """A die at a height, with its shadow on the table."""
    points, colours, normals = die_points(size, faces, body, pip, turning(*turn))
    points += np.array([x, y, z])
    sheet.fill(shadow(view, points[::5], blur=blur), "05070B", strength=dark, grain=0)
    solid(sheet, view, points, colours, normals)


def planks(
    sheet: Sheet, view: View, colour: str, *, reach: float = 60, wide: float = 7.0, seed: int = 3
) -> None:
    """A table of boards that run away from the viewer."""
    chance = np.random.default_rng(seed)
    sheet.fill(
        shape([(0, 0), (sheet.wide, 0), (sheet.wide, sheet.high), (0, sheet.high)]), darker(colour, 0.55)
    )
    for n in range(int(-reach / wide), int(reach / wide) + 1):
        left, right = n * wide, (n + 1) * wide - 0.12
        tone = mixed(colour, darker(colour, 0.4), chance.random())
        sheet.fill(
            shape(view.outline([(left, -25), (right, -25), (right, 70), (left, 70)])),
            tone,
            darker(tone, 0.2),
            grain=0.09,
        )
        for _grain in range(9):
            x = left + wide * chance.random()
            start, wave = -20 + 60 * chance.random(), 0.25 * chance.standard_normal(5)
            run = [(min(max(x + wave[k], left), right), start + k * 4) for k in range(5)]
            sheet.fill(
                line(smooth(view.outline(run), closed=False), 0.8), darker(tone, 0.5), strength=0.4, grain=0
            )
