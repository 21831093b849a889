"""Pictures of a printed ChArUco board held before a camera with a bent lens, painted point by point."""

from collections.abc import Iterator

import cv2
import numpy as np

from vision.arrays import Picture
from vision.mat.lens import SQUARE_MM, board_picture

FOCAL = 0.74
BEND = (-0.09, 0.01)
SIZE = (960, 540)
SQUARE_PX = 60
STANDS = ((0.5, -0.15, 0.2), (-0.45, 0.3, -0.4), (0.1, 0.55, 1.2), (0.0, -0.5, 2.6), (0.35, 0.35, -1.5))


def board_pictures(count: int) -> Iterator[Picture]:
    """Pictures of one board from several standpoints, through a lens of FOCAL and BEND."""
    flat = board_picture(11, 8, "DICT_5X5_100", SQUARE_PX)
    focal = FOCAL * SIZE[0]
    matrix = np.array([[focal, 0, (SIZE[0] - 1) / 2], [0, focal, (SIZE[1] - 1) / 2], [0, 0, 1]])
    columns, rows = np.meshgrid(np.arange(SIZE[0], dtype=np.float64), np.arange(SIZE[1], dtype=np.float64))
    seen = np.column_stack([columns.ravel(), rows.ravel()])
    rays = cv2.undistortPoints(seen[:, None], matrix, np.array([*BEND, 0.0, 0.0])).reshape(-1, 2)
    for lean, turn, roll in STANDS[:count]:
        rotation = (
            cv2.Rodrigues(np.array([lean, turn, 0.0]))[0] @ cv2.Rodrigues(np.array([0.0, 0.0, roll]))[0]
        )
        middle = np.array([11 * SQUARE_MM / 2, 8 * SQUARE_MM / 2, 0.0])
        shift = np.array([0.0, 0.0, 260.0]) - rotation @ middle
        # The homography from the board (mm) to straight rays, and back from every pixel's ray to the board.
        onto = np.column_stack([rotation[:, 0], rotation[:, 1], shift])
        board = np.column_stack([rays, np.ones(len(rays))]) @ np.linalg.inv(onto).T
        at = (board[:, :2] / board[:, 2:] / SQUARE_MM + 1) * SQUARE_PX - 0.5
        where = at.astype(np.float32).reshape(SIZE[1], SIZE[0], 2)
        grey = cv2.remap(flat, where, None, cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT, borderValue=120)
        soft = cv2.GaussianBlur(grey, (0, 0), 0.9)
        yield np.asarray(cv2.cvtColor(soft, cv2.COLOR_GRAY2BGR), np.uint8)
