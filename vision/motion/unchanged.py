"""Whether one thing on the table looks as it did: told from small pictures, each thing by its own light."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Picture
from vision.motion.still import soft

CHANGED = 0.09
"""A pixel has changed where a colour of it moved by this share, beyond what the thing's light did: a dark card that is
laid over another may be no darker."""
MOST_PIXELS = 2
"""More changed pixels than this make the thing changed."""


class Unchanged:
    """Two small pictures (BGR, same size) of one table; `scale` full-frame pixels are one of theirs."""

    def __init__(self, before: Picture, after: Picture, scale: float) -> None:
        self._before, self._after = soft(before), soft(after)
        self._scale = scale

    def looks_the_same(self, corners_px: Sequence[tuple[float, float]]) -> bool:
        """Whether nothing has changed within an outline (px of the full frame), its very edge apart."""
        if len(corners_px) < 3:
            return False
        corners = (np.asarray(corners_px, dtype=np.float64) + 0.5) / self._scale - 0.5
        low = np.maximum(np.floor(corners.min(axis=0)).astype(int), 0)
        high = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 1, np.array(self._after.shape[1::-1]))
        if (high - low < 3).any():
            return False
        inside = np.zeros((int(high[1] - low[1]), int(high[0] - low[0])), dtype=np.uint8)
        cv2.fillConvexPoly(inside, np.rint((corners - low) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        border = cv2.BORDER_CONSTANT
        within = cv2.erode(inside, np.ones((3, 3), np.uint8), borderType=border, borderValue=0) > 0
        if not within.any():
            return False
        window = np.s_[low[1] : high[1], low[0] : high[0]]
        before, after = (picture[window][within] for picture in (self._before, self._after))
        half = len(before) // 2
        # The upper median of each colour: NumPy's own takes three times as long.
        expected = before * np.partition((after / before).T, half, axis=1)[:, half]
        moved = np.abs(after - expected) > CHANGED * np.minimum(after, expected)
        return int(moved.any(axis=1).sum()) <= MOST_PIXELS
