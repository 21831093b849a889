"""Painted flicks: a board with towers on it, before and after a disc was flicked at one of them, and the truth.

Boards, tables, lamps, cameras and the pieces' very colours differ from scene to scene; what is measured on them is
measured on nothing that was looked at before.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Table, Tags
from tests.vision.flicked import PaintedSquare, Stood, after, column, free_spot, towers
from vision.mat.plane import Plane, tag_corners_mm
from vision.mat.tags import tag_cells
from vision.painted.painter import PAINTS, BodyBrush, RoundBody
from vision.painted.standpoint import CameraPose, Lamp, LitTable
from vision.workshop.training.painted_faces import art, clouds
from vision.workshop.training.painted_grounds import ground
from vision.workshop.training.painted_textures import texture

Floats = NDArray[np.float32]
Picture = NDArray[np.uint8]
ToPixel = Callable[[float, float], tuple[int, int]]
"""A point of the table (mm) as a pixel of its board."""

PX_PER_MM = 3.0
EDGE_MM = 60.0
"""The printed sheet, tags and all, reaches so far about the board."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PaintedFlick:
    """One scene: both pictures, the table, the board, the book before and where all pieces were and are."""

    table: Table
    squares: tuple[PaintedSquare, ...]
    book: dict[str, tuple[str, ...]]
    before: Picture
    after: Picture
    stood: tuple[Stood, ...]
    stands: tuple[Stood, ...]
    disc: tuple[float, float] | None
    plane: Plane

    def column(self, colour: str) -> tuple[str, ...]:
        """The colours of the tower that a piece is part of after the flick, bottom first."""
        return column(self.stands, colour, 12.0)


def painted_flick(seed: int) -> PaintedFlick:
    """The scene of a number: always the same one."""
    chance = np.random.default_rng((seed, 4711))
    wide, high, squares = _squares(chance)
    table = Table(wide, high, Tags(side_mm=float(chance.choice([30.0, 40.0]))), kinds=("disc",))
    camera = CameraPose.over(
        table,
        tilt_deg=abs(float(chance.normal(0, 9))) % 24,
        turned_deg=float(chance.normal(0, 14)),
        roll_deg=float(chance.normal(0, 5)),
        nearness=float(chance.uniform(0.72, 0.95)),
    )
    lamp = Lamp(
        at=(float(chance.uniform(-400, wide + 400)), float(chance.uniform(-300, high + 500)),
            float(chance.uniform(500, 1300))),
        strength=float(chance.uniform(0.55, 1.0)),
        evenness=float(chance.uniform(0.2, 0.9)),
        warmth=float(chance.uniform(-0.2, 0.25)),
        noise=float(chance.uniform(1.0, 4.0)),
    )  # fmt: skip
    names = tuple(chance.permutation(list(PAINTS))[: int(chance.integers(3, 7))].tolist())
    book, stood, hit = towers(chance, names, squares)
    stands = after(chance, stood, hit, table, squares)
    disc = free_spot(chance, [(p.x, p.y) for p in stands], table, 27.0) if chance.random() < 0.9 else None
    knocked = camera
    if chance.random() < 0.15:
        knocked = camera.bumped((float(chance.normal(0, 2)), float(chance.normal(0, 2)), 0.0))
    sheet = _printed(chance, table, squares)
    top = _table_top(chance)
    ambient, dark, soft = (float(chance.uniform(*span)) for span in ((0.3, 0.6), (0.25, 0.6), (0.1, 0.5)))
    look = _Looks(chance)
    pictures = []
    for number, (pose, pieces, spot) in enumerate(((camera, stood, None), (knocked, stands, disc))):
        lamp_now = replace(
            lamp, strength=lamp.strength * (1.0 if number == 0 else float(chance.normal(1, 0.02)))
        )
        lit = LitTable(pose.plane(table), lamp_now)
        canvas = _bare(lit, sheet, top)
        bodies = [look.piece(piece) for piece in pieces]
        if spot is not None:
            bodies.append(look.disc(*spot))
        brush = BodyBrush(pose.plane(table), lit)
        brush.ambient, brush.dark, brush.soft = ambient, dark, soft
        brush.paint(canvas, bodies)
        pictures.append(look.seen(canvas, lamp.noise, number))
    return PaintedFlick(
        table=table,
        squares=squares,
        book=book,
        before=pictures[0],
        after=pictures[1],
        stood=tuple(stood),
        stands=tuple(stands),
        disc=disc,
        plane=knocked.plane(table),
    )


class _Looks:
    """How the pieces, and the camera's picture, look in one scene."""

    def __init__(self, chance: np.random.Generator) -> None:
        self.paints = {
            name: tuple(np.clip(np.array(paint) * np.exp(chance.normal(0, 0.07, 3)), 12, 245).tolist())
            for name, paint in PAINTS.items()
        }
        self.ring = float(chance.uniform(0.75, 0.9)) if chance.random() < 0.6 else 0.0
        self.dark_ink = bool(chance.random() < 0.3)
        self.grain = float(chance.uniform(0, 1)) if chance.random() < 0.5 else 0.0
        self.letter = "Z" if chance.random() < 0.7 else ""
        self.blur = float(chance.uniform(0.45, 0.9))
        self.sharper = float(chance.uniform(0.0, 0.8))
        self.quality = int(chance.integers(82, 96))
        self.veil = float(chance.uniform(0, 14)) if chance.random() < 0.4 else 0.0
        self.seed = int(chance.integers(2**31))

    def piece(self, piece: Stood) -> RoundBody:
        ink = (235.0, 235.0, 235.0)
        if piece.colour == "white" or (self.dark_ink and piece.colour != "black"):
            ink = (60.0, 60.0, 60.0) if self.dark_ink else (205.0, 205.0, 205.0)
        paint = self.paints[piece.colour]
        return RoundBody(
            x=piece.x,
            y=piece.y,
            z=8.0 * piece.level,
            radius=11.0,
            high=8.0,
            colour=paint,
            ring=self.ring,
            ink=ink,
            grain=self.grain,
        )

    def disc(self, x: float, y: float) -> RoundBody:
        return RoundBody(
            x=x, y=y, z=0.0, radius=15.0, high=6.0, colour=(38.0, 36.0, 36.0), ring=0.85, letter=self.letter
        )

    def seen(self, canvas: Floats, noise: float, number: int) -> Picture:
        """What the camera makes of a canvas."""
        picture = np.asarray(cv2.GaussianBlur(canvas + np.float32(self.veil), (0, 0), self.blur), np.float32)
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        picture = picture + (picture - soft) * np.float32(self.sharper)
        chance = np.random.default_rng((self.seed, number))
        grain = cv2.GaussianBlur(chance.standard_normal(picture.shape, dtype=np.float32), (0, 0), 0.6)
        picture += grain * np.float32(noise / float(grain.std()))
        whole = np.clip(picture + 0.5, 0, 255).astype(np.uint8)
        coded = cv2.imencode(".jpg", whole, [cv2.IMWRITE_JPEG_QUALITY, self.quality])[1]
        return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def _squares(chance: np.random.Generator) -> tuple[float, float, tuple[PaintedSquare, ...]]:
    """A zigzag track of four rows, four starts and a goal."""
    side = float(chance.uniform(26, 44))
    columns = int(chance.integers(6, 10))
    step = side + float(chance.uniform(2, 16))
    row = side + float(chance.uniform(8, 34))
    left, near = side * 1.1 + 42.0, side / 2 + float(chance.uniform(8, 22))
    goal = float(chance.uniform(44, 66))
    wide = left + step * (columns - 1) + side / 2 + goal + 26.0
    high = near * 2 + row * 3
    reds = set(chance.choice(np.arange(3, 4 * columns), int(chance.integers(4, 8)), replace=False).tolist())
    squares = [
        PaintedSquare(f"start{planets}", 22.0 + side * 0.4, near + row * (6 - planets), side * 0.9, red=False)
        for planets in (3, 4, 5, 6)
    ]
    for number in range(1, 4 * columns + 1):
        line, place = divmod(number - 1, columns)
        column = place if line % 2 == 0 else columns - 1 - place
        squares.append(
            PaintedSquare(str(number), left + step * column, near + row * line, side, number in reds)
        )
    squares.append(PaintedSquare("goal", wide - goal / 2 - 8.0, high / 2, goal, red=False))
    return wide, high, tuple(squares)


def _tint(chance: np.random.Generator, low: float, high: float) -> Floats:
    return chance.uniform(low, high, 3).astype(np.float32)


def _printed(
    chance: np.random.Generator, table: Table, squares: tuple[PaintedSquare, ...]
) -> tuple[Picture, Floats]:
    """The board with its tags (BGR 0..255) and how far (0..1) it covers the table; PX_PER_MM, EDGE_MM about."""
    columns = round((table.width_mm + 2 * EDGE_MM) * PX_PER_MM)
    rows = round((table.height_mm + 2 * EDGE_MM) * PX_PER_MM)
    board = np.zeros((rows, columns, 3), np.uint8)
    cover = np.zeros((rows, columns), np.float32)

    def at(x: float, y: float) -> tuple[int, int]:
        return round((x + EDGE_MM) * PX_PER_MM), round((table.height_mm + EDGE_MM - y) * PX_PER_MM)

    low, high = at(0, table.height_mm), at(table.width_mm, 0)
    size = (high[0] - low[0], high[1] - low[1])
    paper = _tint(chance, 20, 235) if chance.random() < 0.7 else np.full(3, chance.uniform(150, 240))
    face = np.zeros((size[1], size[0], 3), np.float32) + paper
    if chance.random() < 0.75:
        small = (size[0] // 3, size[1] // 3)
        shade = clouds(chance, small, float(chance.uniform(2, 9)), 3)
        face *= 1 + chance.uniform(0.03, 0.2) * cv2.resize(shade, size)[..., None]
    elif chance.random() < 0.6:
        small = (size[0] // 3, size[1] // 3)
        face = 0.5 * face + 0.5 * 255 * cv2.resize(art(chance, small), size)
    board[low[1] : high[1], low[0] : high[0]] = np.clip(face, 0, 255).astype(np.uint8)
    cover[low[1] : high[1], low[0] : high[0]] = 1
    line = _tint(chance, 100, 240).tolist()
    running = [square for square in squares if square.name.isdecimal()]
    for one, other in pairwise(running):
        cv2.line(board, at(one.x, one.y), at(other.x, other.y), line, round(4 * PX_PER_MM), cv2.LINE_AA)
    plain = np.array([chance.uniform(150, 235)] * 3) * chance.uniform(0.85, 1.0, 3)
    if chance.random() < 0.3:
        plain = _tint(chance, 60, 230).astype(np.float64)
    red = np.array([chance.uniform(25, 70), chance.uniform(25, 70), chance.uniform(150, 220)])
    start, goal = _tint(chance, 50, 220), np.array([60, 190, 230]) * chance.uniform(0.8, 1.05, 3)
    for square in squares:
        tint = (
            red
            if square.red
            else plain
            if square.name.isdecimal()
            else goal
            if square.name == "goal"
            else start
        )
        _draw_square(board, square, np.asarray(tint).tolist(), at)
    _draw_tags(board, cover, table, at)
    return board, cover


def _draw_square(board: Picture, square: PaintedSquare, tint: list[float], at: ToPixel) -> None:
    """One square of a track with its number, or the letter of its colour."""
    half = square.side / 2
    box = (*at(square.x - half, square.y + half), *at(square.x + half, square.y - half))
    cv2.rectangle(board, box[:2], box[2:], tint, -1, cv2.LINE_AA)
    cv2.rectangle(board, box[:2], box[2:], (30, 30, 35), round(PX_PER_MM * 0.9), cv2.LINE_AA)
    words = square.name if square.name.isdecimal() else "Z" if square.name == "goal" else square.name[-1]
    scale = square.side / 32
    (wide, tall), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_COMPLEX, scale, 2)
    middle = at(square.x, square.y)
    cv2.putText(board, words, (middle[0] - wide // 2, middle[1] + tall // 2), cv2.FONT_HERSHEY_COMPLEX,
                scale, (30, 30, 35), 2, cv2.LINE_AA)  # fmt: skip


def _draw_tags(board: Picture, cover: Floats, table: Table, at: ToPixel) -> None:
    """The tags at the corners, on paper of their own."""
    tags = table.tags
    assert tags is not None
    for number, corners in zip(tags.ids, tag_corners_mm(table, tags), strict=True):
        (x, y), side = corners.min(axis=0).tolist(), tags.side_mm
        rim = side / 8
        cv2.rectangle(board, at(x - rim, y + side + rim), at(x + side + rim, y - rim), (222, 222, 222), -1)
        cv2.rectangle(cover, at(x - rim, y + side + rim), at(x + side + rim, y - rim), 1.0, -1)
        cells = ~tag_cells(tags.dictionary, number)
        left, top = at(x, y + side)
        length = round(side * PX_PER_MM)
        pattern = cv2.resize(np.where(cells, 24.0, 222.0), (length, length), interpolation=cv2.INTER_NEAREST)
        board[top : top + length, left : left + length] = pattern.astype(np.uint8)[..., None]


def _table_top(chance: np.random.Generator) -> Floats:
    """A table top, 1200 x 900 samples, one a mm."""
    size = (1200, 900)
    made = texture(chance, size, 60.0) if chance.random() < 0.5 else ground(chance, size)
    return np.asarray(made * 255, np.float32)


def _bare(lit: LitTable, printed: tuple[Picture, Floats], top: Floats) -> Floats:
    """The table with the board on it, under the lamp, nothing standing there."""
    board, cover = printed
    rows = board.shape[0]
    at_x = (lit.x[:] + np.float32(EDGE_MM)) * np.float32(PX_PER_MM) - np.float32(0.5)
    at_y = rows - (lit.y[:] + np.float32(EDGE_MM)) * np.float32(PX_PER_MM) - np.float32(0.5)
    under = cv2.remap(top, lit.x[:] + 300, 700 - lit.y[:], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    soft = cv2.GaussianBlur(board, (0, 0), 0.45 * PX_PER_MM / 2)
    over = cv2.remap(soft, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    share = cv2.remap(cover, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)[..., None]
    seen = under * (1 - share) + over * share
    return np.ascontiguousarray(seen * (lit.gain[:][..., None] * lit.tint), dtype=np.float32)
