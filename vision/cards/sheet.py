"""The table as a flat sheet of paper: one millimetre a sample, seen from straight above, three colours.

Cards are searched for on the sheet alone, so camera pose and lens are forgotten from here on.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import cos, hypot, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture, Values
from vision.decks.references import COARSE_MM, MIDDLE_MM, SOFT, offsets
from vision.mat.plane import Plane
from vision.mat.white import NO_GAINS, Gains, whitened

Indices = NDArray[np.int64]

BEYOND_STEP_MM = 8
"""What lies outside the picture is told at places so far apart."""


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Where a card lies: centre (mm) and angle (degrees counter-clockwise from upright for seat 0)."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A rectangle of the table from (x, y), near-left, in mm; row 0 is its far edge.

    `middle` is blurred for samples of MIDDLE_MM, `coarse` for samples of COARSE_MM. `beyond`: 255 where the camera does
    not see the table; None where it sees all of it.
    """

    x: float
    y: float
    middle: Picture
    coarse: Picture
    beyond: Picture | None = None

    @property
    def far(self) -> float:
        return self.y + float(self.middle.shape[0])

    @property
    def box(self) -> tuple[float, float, float, float]:
        """x, y, width and height in mm."""
        return (self.x, self.y, float(self.middle.shape[1]), float(self.middle.shape[0]))

    def patch(
        self, pose: Pose, size: tuple[float, float], shape: tuple[int, int], layer: Picture | None = None
    ) -> Values:
        """The card-sized window (size in mm) at a pose, as rows x columns (x 3), upright for its own angle.

        `layer`: a mask or picture that lies over the whole sheet; the middle layer where none is given.
        """
        matrix = self._onto(pose, size, shape)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        source = self.middle if layer is None else layer
        taken = cv2.warpAffine(
            source, matrix, (shape[1], shape[0]), flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(taken, dtype=np.float32)

    def put_back(self, mask: Picture, pose: Pose, size: tuple[float, float]) -> Picture:
        """A mask of a card-sized window (size in mm) at a pose, laid over the whole sheet."""
        matrix = self._onto(pose, size, (mask.shape[0], mask.shape[1]))
        high, wide = self.middle.shape[:2]
        return np.asarray(cv2.warpAffine(mask, matrix, (wide, high), flags=cv2.INTER_NEAREST), dtype=np.uint8)

    def _onto(self, pose: Pose, size: tuple[float, float], shape: tuple[int, int]) -> Floats:
        """The 2 x 3 matrix from samples (column, row) of a card-sized window to those of the sheet."""
        rows, columns = shape
        right, down = size[0] / columns, size[1] / rows
        cosine, sine = cos(radians(pose.angle)), sin(radians(pose.angle))
        # Sheet column grows with x, row against y; patch column grows along the card's right, row down it.
        xx, xy, yx, yy = cosine * right, sine * down, -sine * right, cosine * down
        column, row = (columns - 1) / 2, (rows - 1) / 2
        x = pose.x - self.x - 0.5 - xx * column - xy * row
        y = self.far - pose.y - 0.5 - yx * column - yy * row
        return np.array([(xx, xy, x), (yx, yy, y)])

    def windows(
        self,
        centres: Floats,
        angle: float,
        size: tuple[float, float],
        shape: tuple[int, int],
        layer: Picture | None = None,
    ) -> NDArray[np.uint8]:
        """Windows about many centres (N x 2 mm) at one angle: N x rows x columns x channels, of the coarse layer.

        Nearest samples only: the layer is blurred, half a millimetre does not matter. Centres must lie so far
        within the sheet that no window sticks out.
        """
        source = self.coarse if layer is None else layer
        wide = source.shape[1]
        steps = _steps(size, shape, angle, wide)
        column = np.rint(centres[:, 0] - self.x - 0.5).astype(np.int64)
        row = np.rint(self.far - centres[:, 1] - 0.5).astype(np.int64)
        flat = source.reshape(-1, source.shape[2] if source.ndim == 3 else 1)
        taken = flat.take((row * wide + column)[:, None] + steps[None, :], axis=0)
        return np.asarray(taken.reshape(len(centres), *shape, -1))


def reach_mm(width_mm: float, height_mm: float) -> float:
    """How far a card reaches from its centre at any angle, and a little more (mm)."""
    return hypot(width_mm, height_mm) / 2 + 2


def lay_sheet(
    image: Picture, plane: Plane, x: float, y: float, w: float, h: float, gains: Gains = NO_GAINS
) -> Sheet:
    """The sheet of a rectangle of the table under white light; what lies outside the picture is black."""
    flat = whitened(plane.rectify(image, x, y, round(w), round(h), 1.0), gains)
    middle = cv2.GaussianBlur(flat, (0, 0), SOFT * MIDDLE_MM * 0.8)
    coarse = cv2.GaussianBlur(middle, (0, 0), SOFT * COARSE_MM * 0.8)
    # Where the sheet lies outside the picture.
    rows, columns = middle.shape[:2]
    across = np.linspace(x + 0.5, x + columns - 0.5, max(2, columns // BEYOND_STEP_MM))
    down = np.linspace(y + rows - 0.5, y + 0.5, max(2, rows // BEYOND_STEP_MM))
    grid = np.stack(np.meshgrid(across, down), axis=-1)
    beyond = None
    if _within(plane, np.concatenate([grid[0], grid[-1], grid[:, 0], grid[:, -1]])).min() < 0:
        depth = _within(plane, grid.reshape(-1, 2)).astype(np.float32).reshape(len(down), len(across))
        outside = cv2.threshold(cv2.resize(depth, (columns, rows)), 0, 255, cv2.THRESH_BINARY_INV)[1]
        beyond = np.asarray(outside, dtype=np.uint8)
    return Sheet(x, y, np.asarray(middle, dtype=np.uint8), np.asarray(coarse, dtype=np.uint8), beyond)


def _within(plane: Plane, places: Floats) -> Floats:
    """How far (px) within the picture places (N x 2 mm) are seen; less than 0 outside."""
    px = plane.to_px(places)
    return np.asarray(np.minimum(px, np.array(plane.picture_size) - 1 - px).min(axis=1), dtype=np.float64)


@lru_cache(maxsize=256)
def _steps(size: tuple[float, float], shape: tuple[int, int], angle: float, wide: int) -> Indices:
    u, v = offsets(*size, *shape)
    cosine, sine = np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))
    x = cosine * u[None, :] - sine * v[:, None]
    y = sine * u[None, :] + cosine * v[:, None]
    return np.asarray(np.rint(-y) * wide + np.rint(x), dtype=np.int64).ravel()
