"""One picture of a board, made ready to look for pieces in: a coarse sheet for finding, exact looks for placing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture
from vision.mat.plane import Plane
from vision.towers.colour import BEST, Colours, PaperLight
from vision.towers.fitting import SCALE, Grid, Slopes, disc_means_at, grid, summit
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

Floats = NDArray[np.float32]
Box = tuple[float, float, float, float]

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
        colours: Floats,
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


def disc_means(values: Floats, radius: float) -> Floats:
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
