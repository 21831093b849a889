"""Where exactly a round top lies: by its outline and all that is round about its middle.

Rule kept: only what runs about the middle counts, whatever its colour; a ring printed on the piece helps, a letter on
it does not hurt, and edges of the board that cross it have no say.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.towers.sheet import BoardSheet

Floats = NDArray[np.float32]
Grid = tuple[NDArray[np.float64], int]
"""Places in a square (N x 2 mm), row by row, and how many there are in a row."""

SCALE: Final = 2.5
"""Samples a mm for exact looks."""
STEEPEST: Final = 25.0
"""Steeper edges (grey levels a mm) count no more."""
INNERMOST: Final = 0.55
"""Circles about the middle are looked at from this part of the radius on …"""
STEP_MM: Final = 0.5
"""… this far apart, and middles are tried this far apart as well."""
_DIRECTIONS: Final = 40


class Slopes:
    """How brightness changes from sample to sample about a place: made once, asked for many circles.

    `gain`: by how much the picture should be brighter. Of the three channels that counts which changes most.
    """

    def __init__(self, sheet: BoardSheet, gain: float = 1.0) -> None:
        self.sheet = sheet
        soft = cv2.GaussianBlur(sheet.picture, (0, 0), 0.4 * sheet.scale)
        right, down = (cv2.Sobel(soft, cv2.CV_32F, *way, ksize=3) for way in ((1, 0), (0, 1)))
        steep = right * right + down * down
        best_right, best_down, most = right[..., 0], down[..., 0], steep[..., 0]
        for channel in (1, 2):
            steeper = steep[..., channel] > most
            best_right = np.where(steeper, right[..., channel], best_right)
            best_down = np.where(steeper, down[..., channel], best_down)
            most = np.maximum(most, steep[..., channel])
        self._right = np.asarray(best_right * (gain * sheet.scale / 8), np.float32)
        self._down = np.asarray(best_down * (gain * sheet.scale / 8), np.float32)

    def roundness(
        self,
        middles: NDArray[np.float64],
        radius: float,
        foot: tuple[float, float, float],
        coarser: int = 1,
    ) -> tuple[Floats, Floats]:
        """For each middle (N x 2 mm): how round all is about it up to this radius (mm), 0 and up, and how much of an
        edge (0..1) the outline of the whole body is, down to its foot.

        `foot`: where the foot shows, from the middle (mm), and its radius. `coarser`: looks at fewer circles and fewer
        points of them.
        """
        angles = np.arange(0, _DIRECTIONS, coarser) / _DIRECTIONS * 2 * np.pi
        ways = np.column_stack([np.cos(angles), np.sin(angles)])
        radii = np.arange(radius, INNERMOST * radius, -STEP_MM * coarser)
        circles = radii[:, None, None] * ways
        lower = ways @ np.array(foot[:2]) + foot[2] > radius
        outline = np.where(lower[:, None], np.array(foot[:2]) + foot[2] * ways, radius * ways)
        across, down = _samples_about(
            self.sheet, middles, np.concatenate([outline[None], circles]).reshape(-1, 2)
        )
        right, below = (
            cv2.remap(slope, across, down, cv2.INTER_LINEAR).reshape(len(middles), 1 + len(radii), -1)
            for slope in (self._right, self._down)
        )
        outward = np.abs(right * ways[:, 0].astype(np.float32) - below * ways[:, 1].astype(np.float32))
        along = np.minimum(outward, STEEPEST).mean(axis=2) / STEEPEST
        rounds = (along[:, 1:] ** 2).sum(axis=1) * coarser
        return np.asarray(rounds, np.float32), np.asarray(along[:, 0], np.float32)


def _samples_about(
    sheet: BoardSheet, middles: NDArray[np.float64], offsets: NDArray[np.float64]
) -> tuple[Floats, Floats]:
    """Columns and rows (N x M) of the points at M offsets (mm) from N middles (mm)."""
    at = sheet.samples(middles).astype(np.float32)
    off = (offsets * (sheet.scale, -sheet.scale)).astype(np.float32)
    return at[:, :1] + off[:, 0], at[:, 1:] + off[:, 1]


def disc_means_at(values: Floats, sheet: BoardSheet, middles: NDArray[np.float64], radius: float) -> Floats:
    """The mean of values over discs of a radius (mm) about some middles (N x 2 mm), by some points of each."""
    steps = np.arange(-radius, radius + 0.1, radius / 8)
    within = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    within = within[np.hypot(within[:, 0], within[:, 1]) <= radius]
    across, down = _samples_about(sheet, middles, within)
    found = cv2.remap(values, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found.mean(axis=1), np.float32)


def grid(x: float, y: float, reach: float, step: float = STEP_MM) -> Grid:
    """Middles (N x 2 mm) in a square about a place, row by row, and how many there are in a row."""
    steps = round(reach / step)
    along = np.arange(-steps, steps + 1) * step
    return np.stack(np.meshgrid(x + along, y + along), axis=-1).reshape(-1, 2), 2 * steps + 1


def summit(middles: NDArray[np.float64], scores: Floats, side: int) -> tuple[float, float, float]:
    """The best middle of a grid, between its places as the scores about it bend, and its score."""
    best = int(scores.argmax())
    row, column = divmod(best, side)
    square = scores.reshape(side, side)
    step = float(middles[1, 0] - middles[0, 0])
    x, y = middles[best].tolist()
    if 0 < column < side - 1:
        x += step * _bend(*square[row, column - 1 : column + 2].tolist())
    if 0 < row < side - 1:
        y += step * _bend(*square[row - 1 : row + 2, column].tolist())
    return x, y, float(scores[best])


def _bend(before: float, here: float, after: float) -> float:
    bent = before - 2 * here + after
    return 0.0 if bent >= 0 else float(np.clip(0.5 * (before - after) / bent, -0.5, 0.5))
