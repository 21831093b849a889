"""How the tags looked where they were found: where they look just so they lie there still, and need not be measured.

Rule kept: only likeness proves anything; tags that look otherwise are looked at by those who can read them.
"""

from collections.abc import Mapping
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture

ALIKE: Final = 0.09
"""Two pictures of a tag, brought to one brightness and contrast, differ by less (root mean square, in terms of the
contrast) where it did not move and no shadow came or went: a third of a pixel makes 0.1 of it, half a pixel 0.14."""
LEAST_CONTRAST: Final = 15.0
"""Standard deviation (grey levels) of a tag's picture below which it tells nothing."""
_AROUND: Final = 0.15
"""So much of a tag's side about it is held against what is seen."""


class TagPictures:
    """Some tags as one picture (BGR or grey) shows them at their corners (4 x 2 px each)."""

    def __init__(self, image: Picture, tags_px: Mapping[int, Floats]) -> None:
        self._size = image.shape[:2]
        self._known = [(window, _even(image[window])) for window in map(_window, tags_px.values())]

    def show_in(self, image: Picture) -> bool:
        """Whether each of the tags shows in another picture just where and as it did; False where there are none."""
        if not self._known or image.shape[:2] != self._size:
            return False
        for window, known in self._known:
            seen = _even(image[window])
            if known is None or seen is None or float(np.square(seen - known).mean()) > ALIKE * ALIKE:
                return False
        return True


def _window(corners: Floats) -> tuple[slice, slice]:
    low, high = corners.min(axis=0), corners.max(axis=0)
    more = _AROUND * (high - low)
    (left, top), (right, down) = np.maximum(low - more, 0).astype(int), np.ceil(high + more).astype(int)
    return slice(int(top), int(down)), slice(int(left), int(right))


def _even(picture: Picture) -> NDArray[np.float32] | None:
    """A part of a picture in shades of grey, its mean 0 and its contrast 1; None where it has next to none."""
    if picture.size == 0:
        return None
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    soft = cv2.blur(grey, (3, 3)).astype(np.float32)
    mean, deviation = cv2.meanStdDev(soft)
    if deviation[0, 0] < LEAST_CONTRAST:
        return None
    return np.asarray((soft - np.float32(mean[0, 0])) / np.float32(deviation[0, 0]), dtype=np.float32)
