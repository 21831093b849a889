"""Table tops of many kinds with a board and its tags on them, for lit pictures."""

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Table
from tests.vision.flicked import PaintedSquare
from tests.vision.lit_boards import PIECES, board_print, planks
from vision.mat.plane import tag_corners_mm
from vision.mat.tags import tag_cells
from vision.workshop.training.painted_faces import clouds, text

Floats = NDArray[np.float32]
Chance = np.random.Generator

TABLES = ("planks", "felt", "plaid", "stone", "news", "clutter")
SCALE = 4.0
"""Boards are printed so many samples a mm; rendered from half as many."""
ROOM_MM = 420.0
"""The table is made so far about the board."""
PRINT_MM = 70.0
"""So far about the board it is as fine as that: tags lie there."""


def surface_of(
    chance: Chance, board: str, top: str, table: Table, squares: tuple[PaintedSquare, ...]
) -> tuple[Floats, tuple[float, float]]:
    """Table, board and tags in linear light, SCALE / 2 samples a mm, and the far-left corner."""
    wide, high = table.width_mm, table.height_mm
    tabletop = table_print(chance, top, (round(wide + 2 * ROOM_MM), round(high + 2 * ROOM_MM)))
    if chance.random() < 0.5:
        tabletop = np.ascontiguousarray(np.flip(tabletop, axis=int(chance.integers(2))))
    # The board and its tags as fine as they are printed, the table about them as it is rendered.
    rim = int(ROOM_MM - PRINT_MM)
    whole = cv2.resize(tabletop[rim:-rim, rim:-rim], None, fx=SCALE, fy=SCALE, interpolation=cv2.INTER_CUBIC)
    face = board_print(chance, board, wide, high, squares, SCALE)
    edge = round(PRINT_MM * SCALE)
    whole[edge : edge + len(face), edge : edge + face.shape[1]] = face
    tags = table.tags
    assert tags is not None
    paper = 0.93
    for number, corners in zip(tags.ids, tag_corners_mm(table, tags), strict=True):
        (x, y), side = corners.min(axis=0).tolist(), tags.side_mm
        margin = side / 8
        left, far = (x - margin + PRINT_MM) * SCALE, (high + PRINT_MM - y - side - margin) * SCALE
        length = round((side + 2 * margin) * SCALE)
        whole[round(far) : round(far) + length, round(left) : round(left) + length] = paper
        cells = ~tag_cells(tags.dictionary, number)
        left, far = round((x + PRINT_MM) * SCALE), round((high + PRINT_MM - y - side) * SCALE)
        length = round(side * SCALE)
        pattern = cv2.resize(np.where(cells, 0.12, paper), (length, length), interpolation=cv2.INTER_NEAREST)
        whole[far : far + length, left : left + length] = pattern[..., None]
    half = straight(np.clip(cv2.resize(tabletop, None, fx=SCALE / 2, fy=SCALE / 2), 0, 1))
    inner = cv2.resize(straight(np.clip(whole, 0, 1)), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    edge = round(rim * SCALE / 2)
    half[edge : edge + len(inner), edge : edge + inner.shape[1]] = inner
    soft = np.asarray(cv2.GaussianBlur(half, (0, 0), 0.5), np.float32)
    return soft, (-ROOM_MM, high + ROOM_MM)


def straight(share: NDArray[np.floating]) -> Floats:
    """Linear light of sRGB colours, both between 0 and 1."""
    made = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return np.asarray(made, np.float32)


def table_print(chance: Chance, kind: str, size: tuple[int, int]) -> Floats:
    """A table top of a kind, one sample a mm."""
    if kind == "planks":
        return planks(chance, size, 1.0)
    if kind == "plaid":
        cloth = chance.uniform(0.2, 0.85, 3)
        lines = _lines(chance, size[0])[None, :] + _lines(chance, size[1])[:, None]
        weave = 0.08 * np.sin(np.arange(size[0]) * 1.3)[None, :] * np.sin(np.arange(size[1]) * 1.3)[:, None]
        return np.asarray(np.clip(cloth * (1 + (lines + weave)[..., None]), 0.02, 0.97), np.float32)
    if kind == "stone":
        stone = chance.uniform(0.15, 0.9) * chance.uniform(0.9, 1, 3)
        spots = clouds(chance, size, 90, 2) * 0.06 + clouds(chance, size, 6, 4) * 0.1
        return np.asarray(np.clip(stone * (1 + spots[..., None]), 0.02, 0.97), np.float32)
    tint = chance.choice(np.array([[0.25, 0.4, 0.05], [0.1, 0.1, 0.5], [0.12, 0.12, 0.12], [0.85, 0.88, 0.9],
                                   [0.5, 0.25, 0.1], [0.35, 0.05, 0.3]]))  # fmt: skip
    fuzz = cv2.GaussianBlur(chance.normal(size=size[::-1]).astype(np.float32), (0, 0), 1.0) * 0.15
    made = np.asarray(np.clip(tint * (1 + fuzz[..., None]), 0.02, 0.97), np.float32)
    if kind == "news":
        made[:] = 0.87
        for _ in range(90):
            x, y = int(chance.uniform(0, size[0] - 90)), int(chance.uniform(0, size[1] - 60))
            text(made, chance, (x, y, x + 85, y + 55), float(chance.uniform(0.1, 0.4)))
    if kind == "clutter":
        _litter(made, chance, size)
    return made


def _litter(made: Floats, chance: Chance, size: tuple[int, int]) -> None:
    """Coins, counters in the colours of the pieces, cards and cups that lie about."""
    paints = list(PIECES.values())
    for _ in range(40):
        at = (int(chance.uniform(0, size[0])), int(chance.uniform(0, size[1])))
        kind = chance.random()
        tint = (
            paints[int(chance.integers(len(paints)))]
            if kind < 0.6
            else tuple(chance.uniform(0, 1, 3).tolist())
        )
        if kind < 0.7:
            cv2.circle(made, at, int(chance.uniform(8, 17)), tint, -1, cv2.LINE_AA)
        else:
            turned = cv2.boxPoints((at, (63.0, 88.0), float(chance.uniform(0, 90))))
            cv2.fillConvexPoly(made, np.rint(turned).astype(np.int32), tint, cv2.LINE_AA)


def _lines(chance: Chance, count: int) -> Floats:
    rough = np.repeat(chance.normal(0, 0.12, count // 22 + 1), 22)[:count]
    return np.asarray(rough + chance.normal(0, 0.05, count), np.float32)
