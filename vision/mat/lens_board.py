"""Learning a lens from pictures of a printed board: a ChArUco board, or the table's own mat.

Rule kept: a board's size does not matter to a lens, so none is asked for; its number of squares is found by itself.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from companion.sight import Table
from vision.arrays import Picture
from vision.mat.lens_learning import LensView, learn_lens, look_at_mat, with_look
from vision.mat.lens_memory import LensMemory
from vision.mat.plane import Plane, find_plane

BOARDS = (
    (11, 8, "DICT_5X5_100"),
    (8, 11, "DICT_5X5_100"),
    (8, 6, "DICT_5X5_100"),
    (7, 5, "DICT_5X5_100"),
    (5, 7, "DICT_5X5_100"),
    (12, 9, "DICT_5X5_100"),
)
"""Squares across and down, and the tags on the white ones, of the boards that are looked for."""
SQUARE_MM = 20.0
MARKER_SHARE = 0.75
LEAST_CORNERS = 12
MOST_OFF_PX = 2.0


def look_at_picture(picture: Picture, table: Table | None) -> LensView | None:
    """What one picture (BGR) of the mat or of a board tells of the lens; None where neither is seen."""
    if table is not None and table.tags is not None:
        plane = find_plane(picture, table)
        if isinstance(plane, Plane) and len(plane.tags_px) == len(table.tags.ids):
            return look_at_mat(plane, table)
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    found = [look for board in BOARDS if (look := _look_at_board(grey, *board)) is not None]
    return max(found, key=lambda look: len(look.mm), default=None)


def lens_from(pictures: Sequence[Picture], table: Table | None = None) -> tuple[LensMemory, tuple[bool, ...]]:
    """The lens that explains all pictures, and which of them served; pictures of another size than the first do not."""
    size = (pictures[0].shape[1], pictures[0].shape[0])
    looks = [
        look_at_picture(one, table) if (one.shape[1], one.shape[0]) == size else None for one in pictures
    ]
    served = tuple(look is not None for look in looks)
    told: tuple[LensView, ...] = ()
    for look in looks:
        told = told if look is None else (with_look(told, look, max(size)) or told)
    lens = learn_lens(told, size) if told else None
    return LensMemory(size, lens, told if lens is not None else ()), served


def board_picture(across: int, down: int, dictionary: str, square_px: int) -> Picture:
    """A board to print, grey, with a white rim of one square."""
    board = _board(across, down, dictionary)
    size = ((across + 2) * square_px, (down + 2) * square_px)
    return np.asarray(board.generateImage(size, marginSize=square_px), dtype=np.uint8)


def _board(across: int, down: int, dictionary: str) -> cv2.aruco.CharucoBoard:
    tags = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    return cv2.aruco.CharucoBoard((across, down), SQUARE_MM, SQUARE_MM * MARKER_SHARE, tags)


def _look_at_board(grey: Picture, across: int, down: int, dictionary: str) -> LensView | None:
    """A board's inner corners, if most of what is seen fits a flat board of these squares."""
    board = _board(across, down, dictionary)
    corners, ids, _tags, _tag_ids = cv2.aruco.CharucoDetector(board).detectBoard(grey)
    if ids is None or len(ids) < LEAST_CORNERS:
        return None
    mm = np.asarray(board.getChessboardCorners(), dtype=np.float64)[ids.ravel(), :2]
    px = np.asarray(corners, dtype=np.float64).reshape(-1, 2)
    onto, fits = cv2.findHomography(mm, px, cv2.RANSAC, MOST_OFF_PX * max(grey.shape) / 480)
    if onto is None or fits.mean() < 0.9 or fits.sum() < LEAST_CORNERS:
        return None
    good = fits.ravel() > 0
    return LensView(mm[good][:, None], px[good][:, None])
