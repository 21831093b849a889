"""Lessons for the disc networks from painted scenes: parts with target maps, crops with shapes, faces.

Rule kept: a half covered piece is neither a positive nor a negative lesson.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture, Values
from vision.decks.alike import FACE_PX, face_at
from vision.discs.reader import (
    BLANK,
    CLASSES,
    CROP_PX,
    LEAST_REACH,
    MOST_REACH,
    SHAPES,
    STEP,
    USUAL_REACH,
    Cut,
    cut_at,
    find_places,
)
from vision.workshop.training.painted_discs import Piece, Scene

PART = 160
"""Side in px of the finder's training parts."""
VISIBLE = 0.6
"""Visible share from which a piece must be found …"""
HIDDEN = 0.3
"""… and up to which it need not be."""


@dataclass(frozen=True, slots=True, eq=False)
class FoundLesson:
    """A part of a picture, and per cell: chance, log size, offset right and down, two weights (chance, size)."""

    picture: Picture
    maps: Values


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ShapeLesson:
    """A crop with its shape's index in SHAPES, seven numbers, and visible share.

    `counted` 0: the numbers do not count (no piece); `told` 0: it may or may not be a piece. `any_colour`:
    recolouring keeps the answer, unlike for a coin.
    """

    picture: Picture
    shape: int
    numbers: Values
    visible: float
    counted: float
    told: float
    any_colour: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class FaceLesson:
    """An unwarped top face, and its index in CLASSES."""

    picture: Picture
    face: int


def found_lesson(scene: Scene, chance: np.random.Generator) -> FoundLesson:
    """A part of a scene at a random smaller scale, as the finder sees it."""
    side = scene.picture.shape[0]
    scale = float(np.exp(chance.uniform(np.log(PART / side), np.log(0.9))))
    small = cv2.resize(scene.picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    spare = small.shape[0] - PART
    left, top = (int(chance.integers(0, spare + 1)) if spare > 0 else 0 for _ in range(2))
    cells = PART // STEP
    maps = np.zeros((6, cells, cells), np.float32)
    maps[4] = 1.0
    rows, columns = np.mgrid[0:cells, 0:cells].astype(np.float32)
    for piece in scene.pieces:
        middle = (piece.middle + 0.5) * scale - np.array([left, top])
        reach = piece.reach * scale
        x, y = middle / STEP
        away = np.hypot(columns + 0.5 - x, rows + 0.5 - y)
        wide = max(0.65, 0.2 * reach / STEP)
        if (
            HIDDEN <= piece.visible < VISIBLE
            or reach < LEAST_REACH
            or MOST_REACH <= reach < 1.25 * MOST_REACH
        ):
            maps[4][(away < 2.5 * wide) & (maps[0] < 0.99)] = 0.0
        if piece.visible < VISIBLE or not LEAST_REACH <= reach < MOST_REACH:
            continue
        column, row = int(np.floor(x)), int(np.floor(y))
        if not (0 <= column < cells and 0 <= row < cells):
            continue
        peak = np.exp(-((columns - column) ** 2 + (rows - row) ** 2) / (2 * wide**2)).astype(np.float32)
        near = (peak > maps[0]) & (peak > 0.3)
        maps[0] = np.maximum(maps[0], peak)
        maps[4][row, column] = 1.0
        maps[1][near] = np.log(reach / USUAL_REACH)
        maps[2][near] = (x - (columns + 0.5))[near]
        maps[3][near] = (y - (rows + 0.5))[near]
        maps[5][near] = peak[near]
    picture = np.ascontiguousarray(small[top : top + PART, left : left + PART])
    return FoundLesson(np.asarray(picture, np.uint8), maps)


def shape_lessons(scene: Scene, chance: np.random.Generator) -> list[ShapeLesson]:
    """Crops of every piece, as found and slightly off, and of other places."""
    side = scene.picture.shape[0]
    lessons = []
    for piece in scene.pieces:
        for _ in range(2):
            off = chance.normal(0, 0.09, 2) * piece.reach
            x, y = piece.middle + off
            if not (0 <= x < side and 0 <= y < side):
                continue
            cut = cut_at(scene.picture, x, y, piece.reach * float(np.exp(chance.normal(0, 0.1))))
            lessons.append(_of_piece(piece, cut))
    seen = [piece for piece in scene.pieces if piece.visible >= HIDDEN]
    for _ in range(3 if seen else 8):
        x, y = chance.uniform(0, side, 2)
        reach = float(np.exp(chance.uniform(np.log(7), np.log(60))))
        gaps = [np.hypot(*(piece.middle - (x, y))) / max(reach, piece.reach) for piece in seen]
        if min(gaps, default=9.0) > 0.55:
            lessons.append(of_nothing(cut_at(scene.picture, x, y, reach)))
    for piece in seen[:2]:  # off its middle, or of a wrong size: not a piece as it stands
        factor = float(chance.choice([0.35, 0.45, 2.2, 2.6]))
        angle = chance.uniform(0, 6.3)
        x, y = piece.middle + chance.uniform(0.0, 0.9) * piece.reach * np.array(
            [np.cos(angle), np.sin(angle)]
        )
        if 0 <= x < side and 0 <= y < side:
            lessons.append(of_nothing(cut_at(scene.picture, x, y, piece.reach * factor)))
    return lessons


def mined_lessons(scene: Scene) -> list[ShapeLesson]:
    """Crops at the trained finder's finds: its false ones are the hardest negatives."""
    lessons = []
    for place in find_places(scene.picture):
        at = np.array([place.x, place.y])
        near = [p for p in scene.pieces if np.hypot(*(p.middle - at)) < p.reach and p.visible > 0.05]
        cut = cut_at(scene.picture, place.x, place.y, place.reach)
        meant = [p for p in near if p.visible >= VISIBLE and np.hypot(*(p.middle - at)) < 0.4 * p.reach]
        if meant and 0.6 < place.reach / meant[0].reach < 1.6:
            lessons.append(_of_piece(meant[0], cut))
        elif not near:
            lessons.append(of_nothing(cut))
    return lessons


def table_lessons(table: Picture, chance: np.random.Generator) -> list[ShapeLesson]:
    """Crops at the finder's false finds on an empty table, at any turn and several sizes."""
    lessons = []
    for scale in (0.5, 0.7, 0.85, 1.0, 1.2, 1.4, 1.8):
        size = cv2.resize(table, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        turned = np.asarray(np.rot90(size, int(chance.integers(4))), np.uint8)
        picture = np.ascontiguousarray(turned)
        lessons += [of_nothing(cut_at(picture, p.x, p.y, p.reach), 0.0) for p in find_places(picture)]
    return lessons


def _of_piece(piece: Piece, cut: Cut) -> ShapeLesson:
    anchor, other = (piece.foot, piece.top) if piece.kind == "pawn" else (piece.top, piece.foot)
    middle = np.array([cut.x, cut.y])
    told = np.concatenate([
        (np.array(anchor) - middle) / cut.half, (np.array(other) - np.array(anchor)) / cut.half,
        numbers_of(np.array(piece.spread) / cut.half),
    ])  # fmt: skip
    visible = piece.visible
    shape = SHAPES.index(piece.kind) if visible >= HIDDEN else 0
    open_ = HIDDEN <= visible < VISIBLE
    if visible < HIDDEN and piece.kind == "disc":
        open_ = True  # a hidden disc's middle is often that of the disc above it
    return ShapeLesson(
        picture=cut.picture,
        shape=shape,
        numbers=told.astype(np.float32),
        visible=visible,
        counted=float(visible >= HIDDEN),
        told=float(not open_),
    )


def of_nothing(cut: Cut, any_colour: float = 1.0) -> ShapeLesson:
    """A crop without a recognisable piece."""
    return ShapeLesson(
        picture=cut.picture,
        shape=0,
        numbers=np.zeros(7, np.float32),
        visible=0.0,
        counted=0.0,
        told=1.0,
        any_colour=any_colour,
    )


def face_lessons(scene: Scene, chance: np.random.Generator) -> list[FaceLesson]:
    """The visible faces of discs and cylinders, unwarped slightly off, as a reader gets them."""
    lessons = []
    side = scene.picture.shape[0]
    for piece in scene.pieces:
        if piece.kind == "pawn" or piece.visible < 0.8:
            continue
        spread = np.array(piece.spread)
        extent = np.hypot(*spread.T)
        if any(t - e < 0 or t + e > side for t, e in zip(piece.top, extent, strict=True)):
            continue
        for _ in range(2):
            scale = float(np.exp(chance.normal(0, 0.05)))
            bent = np.eye(2) + chance.normal(0, 0.025, (2, 2))
            anchor = np.array(piece.top) + chance.normal(0, 0.035, 2) * piece.reach
            picture = face_at(scene.picture, anchor, spread @ bent * scale)
            lessons.append(FaceLesson(picture, CLASSES.index(piece.label or BLANK)))
    return lessons


def shapes(lessons: Sequence[ShapeLesson]) -> tuple[Picture, Values]:
    """All crops (N x 3 x CROP_PX x CROP_PX) and their targets (N x 12).

    The targets: shape, 7 numbers, visible, counted, told, any colour.
    """
    crops = np.stack([lesson.picture for lesson in lessons]).transpose(0, 3, 1, 2)
    assert crops.shape[2] == CROP_PX
    told = [
        np.r_[lesson.shape, lesson.numbers, lesson.visible, lesson.counted, lesson.told, lesson.any_colour]
        for lesson in lessons
    ]
    return crops, np.array(told, np.float32)


def shares(told: Values) -> Values:
    """Sampling weight of each crop: negatives nearly as often as all pieces together."""
    wanted = np.array([0.47, 0.3, 0.09, 0.14])
    often = np.bincount(told[:, 0].astype(int), minlength=len(SHAPES))
    return np.asarray((wanted / np.maximum(often, 1))[told[:, 0].astype(int)], np.float32)


def faces(lessons: Sequence[FaceLesson]) -> tuple[Picture, NDArray[np.int64]]:
    """All faces (N x 3 x FACE_PX x FACE_PX) and their indices."""
    crops = np.stack([lesson.picture for lesson in lessons]).transpose(0, 3, 1, 2)
    assert crops.shape[2] == FACE_PX
    return crops, np.array([lesson.face for lesson in lessons], np.int64)


def numbers_of(spread: Floats) -> Floats:
    """The three numbers of `spread_of` for any matrix that maps the unit circle to the ellipse."""
    values, vectors = np.linalg.eigh(spread @ spread.T)
    logarithm = vectors @ np.diag(0.5 * np.log(np.maximum(values, 1e-9))) @ vectors.T
    size = (logarithm[0, 0] + logarithm[1, 1]) / 2
    return np.array([size, (logarithm[0, 0] - logarithm[1, 1]) / 2, logarithm[0, 1]])
