"""How well a pixel fits a piece of a named colour: judged under the light that white paper shows.

Rule kept: colours are told relative to the paper of the corner tags; no picture's own numbers are known beforehand.
Light and shade move a colour along its ray from black; its hue stays.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture, Values
from vision.light.colours import linear, oklab_of
from vision.mat.plane import Plane
from vision.mat.white import rim_of_paper
from vision.towers.sheet import BoardSheet

PAPER: Final = 0.8
"""How much of the light white paper throws back."""
BEST: Final = 3.0
"""What a pixel says at most for or against a colour."""
SIDE_DIMMED: Final = 0.5
"""How light (Oklab) a side in the shade is at least, to a top in the light, …"""
SIDE_LIGHTEST: Final = 0.85
"""… and at most, …"""
SIDE_WASHED: Final = 0.35
"""… and how much of its colour is left: it is narrow, and pictures keep colour at half their fineness."""
SIDE_LOOSE: Final = 0.02
WELL_EXPOSED: Final = 205.0
"""How bright (0..255) paper is in a picture that is exposed as it should be."""
MOST_GAIN: Final = 2.5
MOST_UNEVEN: Final = 2.0
"""No place of the table is taken to be lit so many times better, or worse, than its middle."""
_STEPS: Final = 32
"""Colours are told apart in so many steps a channel."""


@dataclass(frozen=True, slots=True)
class Paint:
    """A piece's colour in Oklab under white light: `hue` (deg; None: without colour), least and most chroma, and
    lightness of the lit top (0..1, paper 0.93)."""

    hue: float | None
    least: float
    most: float
    dark: float
    light: float


PAINTS: Final = {
    "red": Paint(24, 0.09, 0.30, 0.36, 0.68),
    "orange": Paint(52, 0.10, 0.30, 0.50, 0.85),
    "yellow": Paint(90, 0.09, 0.30, 0.66, 0.97),
    "green": Paint(148, 0.055, 0.30, 0.32, 0.78),
    "blue": Paint(268, 0.07, 0.32, 0.26, 0.68),
    "violet": Paint(312, 0.07, 0.32, 0.26, 0.68),
    "pink": Paint(0, 0.07, 0.30, 0.62, 0.90),
    "brown": Paint(58, 0.03, 0.09, 0.25, 0.55),
    "white": Paint(None, 0.0, 0.035, 0.88, 1.3),
    "grey": Paint(None, 0.0, 0.03, 0.55, 0.80),
    "black": Paint(None, 0.0, 0.035, 0.0, 0.53),
}
"""The colours that wooden pieces have."""


class Colours:
    """Tells of each pixel how well it fits the top, and how well the side, of pieces of these colours."""

    def __init__(self, names: tuple[str, ...], white: Floats) -> None:
        """`white`: linear blue, green and red of paper in the picture. Raises KeyError for an unknown colour."""
        self._paints = {name: PAINTS[name] for name in names}
        level = (np.arange(_STEPS) + 0.5) / _STEPS * 255
        steps = linear(level / 255)
        blue, green, red = np.meshgrid(steps, steps, steps, indexing="ij")
        seen = np.stack([red / white[2], green / white[1], blue / white[0]], axis=-1).reshape(-1, 3) * PAPER
        self._lab = oklab_of(seen)
        self._known: dict[tuple[str, bool], Values] = {}

    @staticmethod
    def steps(picture: Picture) -> NDArray[np.int32]:
        """The number of each pixel's colour, for `top` and `side`."""
        coarse = (picture >> 3).astype(np.int32)
        return np.asarray((coarse[..., 0] << 10) | (coarse[..., 1] << 5) | coarse[..., 2])

    def top(self, name: str, steps: NDArray[np.int32]) -> Values:
        """How well pixels fit the lit top of a piece (-BEST..BEST)."""
        return self._of(name, shaded=False)[steps]

    def side(self, name: str, steps: NDArray[np.int32]) -> Values:
        """How well pixels fit a piece's side, which may lie in the shade (-BEST..BEST)."""
        return self._of(name, shaded=True)[steps]

    def _of(self, name: str, *, shaded: bool) -> Values:
        if (name, shaded) not in self._known:
            self._known[name, shaded] = _fit(self._lab, self._paints[name], shaded=shaded)
        return self._known[name, shaded]


class PaperLight:
    """What white paper looks like under the lamp, anywhere on the table: told from the paper about the tags.

    `white`: linear light (blue, green, red) of paper in the middle of what was seen. Burnt-out paper is taken to be as
    bright as it shows.
    """

    def __init__(self, image: Picture, plane: Plane) -> None:
        papers, places = [], []
        for corners in plane.tags_px.values():
            paper = rim_of_paper(image, corners)
            if len(paper) >= 8:
                papers.append(np.median(paper, axis=0))
                places.append(plane.to_mm(corners).mean(axis=0))
        self._size = np.array([plane.width_mm, plane.height_mm])
        self.white = np.full(3, 0.7)
        self._slope = np.zeros(3)
        self._level = WELL_EXPOSED
        if papers:
            self._level = float(np.median(np.array(papers).mean(axis=1)))
            self.white = np.maximum(linear(np.median(np.array(papers), axis=0) / 255), 0.01)
        if len(papers) >= 3:
            level = np.array(papers).mean(axis=1)
            apart = np.array(places) / self._size - 0.5
            terms = np.column_stack([np.ones(len(apart)), apart])
            found = np.linalg.lstsq(terms, level / np.median(level), rcond=None)[0]
            self._slope = np.asarray(found) - np.array([1.0, 0.0, 0.0])

    def gain(self, x: Floats, y: Floats) -> Floats:
        """By how much a picture must be brightened at places (mm) to be as if lit evenly."""
        across, along = x / self._size[0] - 0.5, y / self._size[1] - 0.5
        level = 1 + self._slope[0] + self._slope[1] * across + self._slope[2] * along
        return np.asarray(1 / np.clip(level, 1 / MOST_UNEVEN, MOST_UNEVEN))

    def exposure_gain(self, x: float, y: float) -> float:
        """By how much the picture must be brightened at a place (mm) for paper to be as bright as it should."""
        gain = float(self.gain(np.array(x), np.array(y))) * WELL_EXPOSED / max(self._level, 1.0)
        return float(np.clip(gain, 1 / MOST_GAIN, MOST_GAIN))

    def evened(self, sheet: BoardSheet) -> Picture:
        """The picture of a sheet as if lit evenly."""
        rows, columns = sheet.picture.shape[:2]
        x = sheet.x + (np.linspace(0, columns - 1, 16) + 0.5) / sheet.scale
        y = sheet.far - (np.linspace(0, rows - 1, 12) + 0.5) / sheet.scale
        gains = self.gain(x[None, :], y[:, None]).astype(np.float32)
        even = cv2.resize(gains, (columns, rows))[..., None]
        lit = np.clip(sheet.picture * even + np.float32(0.5), 0, 255)
        return np.asarray(lit, np.uint8)


def _fit(lab: Floats, paint: Paint, *, shaded: bool) -> Values:
    """How well colours (N x 3 Oklab) fit a paint in the light, or in the shade with some of its neighbours' in it."""
    light, one, two = lab.T
    dimmed, washed, loose = (SIDE_DIMMED, SIDE_WASHED, SIDE_LOOSE) if shaded else (1.0, 1.0, 0.012)
    if paint.hue is None:
        off = np.maximum(np.hypot(one, two) - paint.most, 0) / (1.3 * loose)
    else:
        towards = np.radians(paint.hue)
        chroma = one * np.cos(towards) + two * np.sin(towards)
        aside = one * np.sin(towards) - two * np.cos(towards)
        off = np.hypot(
            aside / (loose + 0.16 * np.abs(chroma)), np.maximum(paint.least * washed - chroma, 0) / 0.015
        )
        off = np.hypot(off, np.maximum(chroma - paint.most, 0) / 0.03)
    lightest = paint.light * (SIDE_LIGHTEST if shaded else 1.0)
    beyond = np.maximum(paint.dark * dimmed - light, light - lightest)
    off = np.hypot(off, np.maximum(beyond, 0) / 0.05)
    return np.asarray(np.clip(BEST - 0.75 * off**2, -BEST, BEST), np.float32)
