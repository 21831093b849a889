"""A straightened card as it is worked on: at its sizes, what of it counts, and the maps from a card onto it.

Maps go from the unit square of the card, upright, to the unit square of the crop. Rule kept: what is burnt out is tried
both as white paper and as glare, which says nothing.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture, Values

Corners = tuple[tuple[float, float], ...]

LOOK_ACROSS = 80
"""Samples across the shorter side of the crop as it is worked on."""
SOFT_ACROSS = 20
"""The same for thumbnails,"""
REGISTER_ACROSS = 32
"""and for putting corners right."""
BURNT = 250
"""A sample whose darkest channel reaches this is burnt out."""
BURNT_FROM = 0.02
"""With more of the crop burnt out, it is tried both as glare and as white paper."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Crop:
    """A crop in colour, very small, grey (float), what of it counts (None: all), and its size as given (px)."""

    picture: Picture
    soft: Picture
    grey: Values
    whole: Values | None
    width: int
    height: int

    @property
    def share(self) -> float:
        """The part of it that counts (0..1)."""
        return 1.0 if self.whole is None else float(self.whole.mean())


TURNED: dict[int, Floats] = {
    0: np.eye(3),
    1: np.array([[0.0, -1, 1], [1, 0, 0], [0, 0, 1]]),
    2: np.array([[-1.0, 0, 1], [0, -1, 1], [0, 0, 1]]),
    3: np.array([[0.0, 1, 0], [-1, 0, 1], [0, 0, 1]]),
}
"""From the unit square of an upright card to that of a crop which so many quarter turns make upright."""


def _grown(by: float) -> Floats:
    """The unit square made larger about its middle."""
    return np.array([[1 + by, 0, -by / 2], [0, 1 + by, -by / 2], [0, 0, 1.0]])


GROWN = tuple(_grown(by) for by in (-0.08, 0.0, 0.08))
"""Sleeves, borders and shadows make outlines too large or too small: the crop is tried so."""


def look(crop: Picture, visible: Values | None) -> Crop:
    """The crop at the size it is worked on."""
    height, width = crop.shape[:2]
    scale = LOOK_ACROSS / min(width, height)
    picture = crop
    if scale < 1:
        size = (max(8, round(width * scale)), max(8, round(height * scale)))
        picture = np.asarray(cv2.resize(crop, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    size = (picture.shape[1], picture.shape[0])
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.float32)
    least = REGISTER_ACROSS / min(size)
    if least < 0.9:
        by = least * 1.2
        grey = np.asarray(
            cv2.resize(grey, None, fx=by, fy=by, interpolation=cv2.INTER_AREA), dtype=np.float32
        )
    soft_size = (max(4, size[0] * SOFT_ACROSS // min(size)), max(4, size[1] * SOFT_ACROSS // min(size)))
    soft = np.asarray(cv2.resize(picture, soft_size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    whole = None
    if visible is not None:
        whole = np.asarray(cv2.resize(visible, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
    return Crop(
        picture=picture,
        soft=soft,
        grey=np.asarray(grey, dtype=np.float32),
        whole=whole,
        width=width,
        height=height,
    )


def variants(crop: Crop) -> list[Crop]:
    """The crop with all that is burnt out taken for white paper and, where that is much, also for glare."""
    burnt = crop.picture.min(axis=2) >= BURNT
    if burnt.mean() < BURNT_FROM:
        return [crop]
    glare = cv2.dilate(burnt.astype(np.float32), np.ones((3, 3), np.uint8))
    whole = np.asarray(1 - glare, dtype=np.float32)
    if crop.whole is not None:
        whole *= crop.whole
    if whole.mean() < 0.1:
        return [crop]
    return [
        crop,
        Crop(
            picture=crop.picture,
            soft=crop.soft,
            grey=crop.grey,
            whole=whole,
            width=crop.width,
            height=crop.height,
        ),
    ]


def size_of(picture: NDArray[np.generic]) -> Floats:
    """From the unit square to the px of a picture."""
    rows, columns = picture.shape[:2]
    return np.array([[columns, 0, -0.5], [0, rows, -0.5], [0, 0, 1.0]])


def warped(picture: NDArray[np.generic], to_crop: Floats, shape: tuple[int, ...]) -> Values:
    """What a picture (of the crop) shows at the samples (rows, columns) of the card."""
    rows, columns = shape[:2]
    samples = np.array([[1 / columns, 0, 0.5 / columns], [0, 1 / rows, 0.5 / rows], [0, 0, 1.0]])
    seen = cv2.warpPerspective(
        np.asarray(picture),
        size_of(picture) @ to_crop @ samples,
        (columns, rows),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(seen, dtype=np.float32)


def corners_px(to_crop: Floats, crop: Crop) -> Corners:
    """Where a card's own top-left, top-right, bottom-right and bottom-left corners lie in the crop as given (px)."""
    square = np.array([[[0.0, 0], [1, 0], [1, 1], [0, 1]]])
    at = cv2.perspectiveTransform(square, to_crop)[0]
    return tuple(
        (round(float(x) * crop.width - 0.5, 2), round(float(y) * crop.height - 0.5, 2)) for x, y in at
    )
