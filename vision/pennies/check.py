"""Looks closely at a place where a penny may lie: is it one, where is its outline, and how much of it shows.

Rule kept: the network sees a crop evened out, the would-be coin in its middle at one size, so that neither distance
nor the lamp's strength decides. It was taught by `vision.workshop.training.teach_coin_finding`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture
from vision.mat.white import NO_GAINS, Gains, whitened
from vision.networks import network
from vision.pennies.copper import colour_doubt
from vision.pennies.scan import PennyPlace

CLOSE_PX: Final = 48
"""Side of the crop that is looked at."""
RADIUS_PX: Final = 16.0
"""Radius of the would-be coin within it."""
FIRST_LOOK: Final = 0.7
"""How much of the log odds of the first look counts beside those of the close ones."""
LONGEST: Final = 1.6
"""Longer axis over shorter of the flattest outline that is believed: a table seen from 50 deg off straight down."""


@dataclass(frozen=True, slots=True, eq=False)
class Ellipse:
    """An ellipse in a picture: its middle (px) and the 2 x 2 matrix (px) that makes it of the unit circle.

    `odds`: log odds that it is a penny's, `visible` the part of it that shows.
    """

    middle: Floats
    shape: Floats
    odds: float = 0.0
    visible: float = 1.0

    @property
    def chance(self) -> float:
        """The probability (0..1) that it is a penny's outline."""
        return 1 / (1 + float(np.exp(-self.odds)))

    @property
    def radius(self) -> float:
        """Of the circle of the same area, px."""
        return float(np.sqrt(abs(self.shape[0, 0] * self.shape[1, 1] - self.shape[0, 1] * self.shape[1, 0])))

    def points(self, number: int, size: float = 1.0) -> Floats:
        """So many points (N x 2, px) of the outline, in turn; of one `size` times as large."""
        turn = np.arange(number) / number * 2 * np.pi
        round_points = np.column_stack([np.cos(turn), np.sin(turn)]) * size
        return np.asarray(self.middle + round_points @ self.shape.T, dtype=np.float64)


def outline_of(place: PennyPlace) -> Ellipse:
    """A place as a circle."""
    chance = min(max(place.chance, 1e-6), 1 - 1e-6)
    return Ellipse(
        np.array([place.x, place.y]), np.eye(2) * place.radius, float(np.log(chance / (1 - chance)))
    )


class Shrinking:
    """A picture (BGR) and smaller copies of it, made when first asked for: large coins are cut out of those.

    What is cut out is seen as in white light, if `light` are the factors for that.
    """

    def __init__(self, image: Picture, light: Gains = NO_GAINS) -> None:
        self._copies = [image]
        self._light = light

    def crop(self, outline: Ellipse, side: int, radius_px: float) -> Picture:
        """The square (`side` px) about an outline, bent so that this is a circle of a radius (px) in its middle."""
        step = 0
        while outline.radius / 2**step > 1.5 * radius_px:
            step += 1
        while len(self._copies) <= step:
            last = self._copies[-1]
            size = (max(1, last.shape[1] // 2), max(1, last.shape[0] // 2))
            self._copies.append(np.asarray(cv2.resize(last, size, interpolation=cv2.INTER_AREA), np.uint8))
        copy, whole = self._copies[step], self._copies[0]
        scale = np.array([copy.shape[1] / whole.shape[1], copy.shape[0] / whole.shape[0]])
        bent = outline.shape * scale[:, None] / radius_px
        middle = (outline.middle + 0.5) * scale - 0.5
        matrix = np.column_stack([bent, middle - bent @ np.full(2, (side - 1) / 2)])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        cut = cv2.warpAffine(copy, matrix, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return whitened(np.asarray(cut, dtype=np.uint8), self._light)


def looked_at(picture: Shrinking, outlines: Sequence[Ellipse]) -> list[Ellipse]:
    """The outlines as they are after a closer look, each with its chance and visible part, in the same order."""
    if not outlines:
        return []
    crops = np.stack([picture.crop(outline, CLOSE_PX, RADIUS_PX) for outline in outlines])
    reader = network("coin_check.onnx")
    reader.setInput(evened(crops))
    told = np.asarray(reader.forward(), dtype=np.float64)
    return [_told(outline, answer) for outline, answer in zip(outlines, told, strict=True)]


def weighed(picture: Shrinking, first: Ellipse, once: Ellipse, again: Ellipse) -> Ellipse:
    """The outline after two close looks, its odds weighed from all three looks and from its colour."""
    crop = picture.crop(again, CLOSE_PX, RADIUS_PX)
    odds = (once.odds + again.odds) / 2 + FIRST_LOOK * first.odds + colour_doubt(crop, RADIUS_PX)
    return replace(again, odds=odds)


def evened(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Crops (N x CLOSE_PX x CLOSE_PX x 3) as the network takes them: N x 3 x CLOSE_PX x CLOSE_PX."""
    planes = crops.astype(np.float32).transpose(0, 3, 1, 2)
    grey = planes.mean(axis=1, keepdims=True)
    middle = grey.mean(axis=(2, 3), keepdims=True)
    spread = grey.std(axis=(2, 3), keepdims=True)
    return np.ascontiguousarray((planes - middle) / (spread + 12), dtype=np.float32)


def _told(outline: Ellipse, answer: Floats) -> Ellipse:
    log_odds, visible, right, down, size, along, aslant = answer.tolist()
    middle = outline.middle + outline.shape @ [right, down]
    change = np.exp(size) * stretch(along, aslant)
    left, axes, _ = np.linalg.svd(outline.shape @ change)
    axes = np.clip(axes, np.sqrt(axes.prod() / LONGEST), np.sqrt(axes.prod() * LONGEST))
    return Ellipse(
        np.asarray(middle, dtype=np.float64),
        np.asarray(left @ np.diag(axes) @ left.T, dtype=np.float64),
        float(log_odds),
        1 / (1 + float(np.exp(-visible))),
    )


def stretch(along: float, aslant: float) -> Floats:
    """The symmetric matrix of determinant 1 whose logarithm is ((along, aslant), (aslant, -along))."""
    size = float(np.hypot(along, aslant))
    ratio = float(np.sinh(size)) / size if size > 1e-9 else 1.0
    flat = np.array([[along, aslant], [aslant, -along]], dtype=np.float64)
    return np.asarray(np.cosh(size) * np.eye(2) + ratio * flat, dtype=np.float64)
