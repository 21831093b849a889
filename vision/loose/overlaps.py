"""How much two cards' outlines share, and what shows of a card that others hide."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats, Values

LEAST_SHARED: Final = 0.02
"""Part of the smaller card that two cards share at least, where one hides something of the other."""
RIVALS: Final = 0.7
"""Outlines that share more than this are not two cards, but two guesses at one."""


def shared(one: Floats, other: Floats) -> float:
    """The part of the smaller outline that two convex outlines share (0..1)."""
    if (one.max(axis=0) < other.min(axis=0)).any() or (other.max(axis=0) < one.min(axis=0)).any():
        return 0.0
    a, b = one.astype(np.float32), other.astype(np.float32)
    area, _ = cv2.intersectConvexConvex(a, b)
    return float(area) / max(1.0, min(abs(float(cv2.contourArea(a))), abs(float(cv2.contourArea(b)))))


def showing(hidden: Sequence[Floats], onto: Floats, size: tuple[int, int]) -> Values | None:
    """What shows of a card in its crop of size (wide, high): 1, or 0 where another outline hides it; None: all of it.

    `onto` is the homography from the picture to the crop.
    """
    if not hidden:
        return None
    mask = np.ones((size[1], size[0]), dtype=np.float32)
    for other in hidden:
        corners = cv2.perspectiveTransform(other.reshape(1, -1, 2), onto)[0]
        cv2.fillConvexPoly(mask, np.rint(corners * 16).astype(np.int32), 0.0, cv2.LINE_8, 4)
    return mask
