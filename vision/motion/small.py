"""The small picture that every frame is first looked at in."""

from typing import Final

import cv2
import numpy as np

from vision.arrays import Picture

SMALL_WIDE: Final = 480
"""Width in px of the small picture that every frame is first looked at in."""

BLANK: Final = 4
"""A picture whose pixels differ by no more (0..255) is of one colour: no camera's noise is so weak."""


def is_blank(image: Picture) -> bool:
    """Whether a picture (BGR) is of one colour all over, as one is that was not sent whole."""
    pixels = image[::32, ::32].reshape(-1, image.shape[-1])
    return int(np.ptp(pixels, axis=0).max()) <= BLANK


def small_picture(image: Picture) -> Picture:
    """The picture (BGR or grey) brought down to SMALL_WIDE; one that is no wider as it is."""
    scale = max(1.0, image.shape[1] / SMALL_WIDE)
    wide, high = round(image.shape[1] / scale), round(image.shape[0] / scale)
    # Halving is quick where shrinking by other factors is not; means of means are the same picture.
    while image.shape[1] >= 2 * wide and image.shape[0] >= 2 * high:
        half = (image.shape[1] // 2, image.shape[0] // 2)
        image = np.asarray(cv2.resize(image, half, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    if image.shape[:2] == (high, wide):
        return image
    return np.asarray(cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA), dtype=np.uint8)
