"""One picture of a board, made ready to look for pieces in: a coarse sheet for finding, exact looks for placing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Box, Picture, Values
from vision.mat.plane import Plane
from vision.towers.colour import BEST, Colours, PaperLight
from vision.towers.sheet import (
    BoardSheet,
    Circle,
    Size,
    Viewpoint,
    box_in_view,
    fill,
    in_view,
    sheet_of,
)

# Where exactly a round top lies: by its outline and all that is round about its middle. Only what runs about
# the middle counts, whatever its colour; a ring printed on the piece helps, a letter on it does not hurt, and
# edges of the board that cross it have no say.

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
    ) -> tuple[Values, Values]:
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
) -> tuple[Values, Values]:
    """Columns and rows (N x M) of the points at M offsets (mm) from N middles (mm)."""
    at = sheet.samples(middles).astype(np.float32)
    off = (offsets * (sheet.scale, -sheet.scale)).astype(np.float32)
    return at[:, :1] + off[:, 0], at[:, 1:] + off[:, 1]


def disc_means_at(values: Values, sheet: BoardSheet, middles: NDArray[np.float64], radius: float) -> Values:
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


def summit(middles: NDArray[np.float64], scores: Values, side: int) -> tuple[float, float, float]:
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


COARSE: Final = 0.5
"""Samples a mm of the coarse sheet."""
COLOUR_WEIGHT: Final = 1.0
OUTLINE_WEIGHT: Final = 3.0
"""What a top's colour, and the outline of the body beneath it, count beside its roundness when it is placed."""
WITHIN: Final = 0.95
"""The colour of a top is judged within so much of its radius."""
_FAR_STEP_MM: Final = 2.5
_FIRST_STEP_MM: Final = 1.0
"""A place is looked for in steps so far apart first, then so far, last of half a mm; near places skip the first."""
_TAKEN: Final = 100.0
"""What is taken from the score of a place that is not to be had."""


@dataclass(frozen=True, slots=True)
class Top:
    """A round top: where its middle shows on the table (mm), how round all is about it (0 and up), how much of an edge
    the whole body's outline is (0..1), and how well its colour fits (-BEST..BEST)."""

    x: float
    y: float
    round: float
    edge: float
    fits: float

    @property
    def score(self) -> float:
        return self.round + OUTLINE_WEIGHT * self.edge + COLOUR_WEIGHT * self.fits


class TowerLook:
    """One picture (BGR) with its plane. `box`: the part of the table to look at; all in view if left out.

    `others`: where (mm) things lie that are known to be no pieces; what shows there is not looked at.
    """

    def __init__(
        self,
        image: Picture,
        plane: Plane,
        names: tuple[str, ...],
        size: Size,
        box: Box | None = None,
        others: Sequence[Circle] = (),
    ) -> None:
        self.image = image
        self.plane = plane
        self.size = size
        self.names = names
        self.viewpoint = Viewpoint.of(plane)
        self.light = PaperLight(image, plane)
        self.colours = Colours(names, self.light.white)
        self.box = box or box_in_view(plane)
        self.sheet = _coarse_sheet(image, plane, self.box)
        hidden = np.zeros(self.sheet.picture.shape[:2], np.uint8)
        for circle in others:
            fill(hidden, self.sheet, (circle,), 1)
        self.others = tuple(others)
        self.in_picture = in_view(plane, self.sheet)
        self.view = np.asarray(self.in_picture & (hidden == 0))
        self.steps = self.steps_of(self.sheet)

    def steps_of(self, sheet: BoardSheet) -> NDArray[np.int32]:
        """The numbers of a sheet's colours as under even light."""
        return Colours.steps(self.light.evened(sheet))

    def radius(self, level: int) -> float:
        """How large (mm) the top of a piece at a level shows on the table."""
        high = self.size.high * (level + 1)
        return self.viewpoint.seen(0, 0, high, self.size.across / 2)[2]

    def top_near(
        self,
        x: float,
        y: float,
        colour: str,
        high: float,
        reach: float,
        across: float | None = None,
        taken: Sequence[Circle] = (),
    ) -> Top:
        """The best top of a colour, so high (mm) above the table, whose middle shows within `reach` mm of a place.

        `across`: its diameter, a piece's if left out. `taken`: its middle does not show within these circles; where
        they leave no room its score is far below 0.
        """
        foot_x, foot_y = self.viewpoint.stands(x, y, high)
        alone = (across or self.size.across) / 2
        radius = self.viewpoint.seen(x, y, high, alone)[2]
        foot = (foot_x - x, foot_y - y, alone)
        around = reach + radius + 3 + float(np.hypot(*foot[:2]))
        sheet = sheet_of(self.image, self.plane, (x - around, y - around, x + around, y + around), SCALE)
        slopes = Slopes(sheet, self.light.exposure_gain(x, y))
        colours = self.colours.top(colour, self.steps_of(sheet))
        for step in (_FAR_STEP_MM, _FIRST_STEP_MM):
            if reach > 2.5 * step:
                x, y = self._best(slopes, colours, grid(x, y, reach, step), (radius, foot), 2, taken)[:2]
                reach = 1.5 * step
        x, y, best = self._best(slopes, colours, grid(x, y, reach, 0.5), (radius, foot), 1, taken)
        return Top(x, y, *best)

    def _best(
        self,
        slopes: Slopes,
        colours: Values,
        places: Grid,
        body: tuple[float, tuple[float, float, float]],
        coarser: int,
        taken: Sequence[Circle],
    ) -> tuple[float, float, tuple[float, float, float]]:
        middles, side = places
        rounds, edges = slopes.roundness(middles, *body, coarser)
        for x, y, radius in taken:
            rounds[np.hypot(*(middles - (x, y)).T) < radius] = -_TAKEN
        fits = disc_means_at(colours, slopes.sheet, middles, WITHIN * body[0])
        scores = rounds + OUTLINE_WEIGHT * edges + COLOUR_WEIGHT * fits
        best = int(scores.argmax())
        x, y, _ = summit(middles, np.asarray(scores, np.float32), side)
        return x, y, (float(rounds[best]), float(edges[best]), float(fits[best]))


def disc_means(values: Values, radius: float) -> Values:
    """The mean over a disc (radius in samples) about each sample; what lies beyond the border counts as -BEST."""
    half = int(np.ceil(radius))
    steps = np.arange(-half, half + 1)
    disc = (np.hypot(*np.meshgrid(steps, steps)) <= radius).astype(np.float32)
    padded = cv2.copyMakeBorder(values, half, half, half, half, cv2.BORDER_CONSTANT, value=-BEST)
    means = cv2.filter2D(padded, cv2.CV_32F, disc / disc.sum(), borderType=cv2.BORDER_REPLICATE)
    return np.asarray(means[half:-half, half:-half])


def _coarse_sheet(image: Picture, plane: Plane, box: Box) -> BoardSheet:
    """The coarse sheet, each sample the mean of what it shows: by way of the picture at half its size."""
    left, near, right, far = box
    columns, rows = int((right - left) * COARSE), int((far - near) * COARSE)
    half = cv2.resize(image, (image.shape[1] // 2, image.shape[0] // 2), interpolation=cv2.INTER_AREA)
    soft = cv2.blur(half, (2, 2))
    high = rows / COARSE
    across, down = plane.patch_map(left, near, columns, rows, COARSE, high)
    # Where a mean of two by two pixels ends up, and the blur's own shift of half of one.
    shift = np.float32(0.5)
    at_x, at_y = (across - shift) / 2 + shift, (down - shift) / 2 + shift
    picture = cv2.remap(soft, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return BoardSheet(np.asarray(picture, np.uint8), left, near, COARSE)
