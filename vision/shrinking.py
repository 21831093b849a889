"""Pictures brought down to fewer px."""

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


def brought_down(picture: Picture, wide: int, high: int) -> Picture:
    """A picture (BGR or grey) at a size (px) no larger than its own, each px the mean of those it stands for."""
    # Halving is quick where shrinking by other factors is not; means of means are the same picture.
    while picture.shape[1] >= 2 * wide and picture.shape[0] >= 2 * high:
        half = (picture.shape[1] // 2, picture.shape[0] // 2)
        picture = np.asarray(cv2.resize(picture, half, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    if picture.shape[:2] == (high, wide):
        return picture
    return np.asarray(cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA), dtype=np.uint8)
