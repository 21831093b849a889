"""Which of two cards lies on the other, and what shows of each, told from their outlines.

Method: the outline finder says where the middle of what shows of a card is; of two cards that overlap, the one on top
shows its whole middle, and the other's is pushed away. Rule kept: cards that hardly overlap hide nothing of each other.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.loose.outlines import CardOutline, Floats

Values = NDArray[np.float32]
Mask = NDArray[np.bool_]

LEAST_SHARED: Final = 0.02
"""Part of the smaller card that two cards share at least, where one hides something of the other."""
RIVALS: Final = 0.7
"""Outlines that share more than this are not two cards, but two guesses at one."""
ACROSS: Final = 48.0
"""Samples across the smaller card in the masks in which overlaps are worked out."""


def above(outlines: Sequence[CardOutline]) -> list[list[int]]:
    """For each card the numbers of those that lie on it, as far as can be told two by two."""
    lying: list[list[int]] = [[] for _ in outlines]
    for one in range(len(outlines)):
        for other in range(one + 1, len(outlines)):
            if LEAST_SHARED <= shared(outlines[one].corners, outlines[other].corners) < RIVALS:
                if on_top(outlines[one], outlines[other]):
                    lying[other].append(one)
                else:
                    lying[one].append(other)
    return lying


def shared(one: Floats, other: Floats) -> float:
    """The part of the smaller outline that two convex outlines share (0..1)."""
    if (one.max(axis=0) < other.min(axis=0)).any() or (other.max(axis=0) < one.min(axis=0)).any():
        return 0.0
    a, b = one.astype(np.float32), other.astype(np.float32)
    area, _ = cv2.intersectConvexConvex(a, b)
    return float(area) / max(1.0, min(abs(float(cv2.contourArea(a))), abs(float(cv2.contourArea(b)))))


def on_top(one: CardOutline, other: CardOutline) -> bool:
    """Whether the first of two overlapping cards seems to lie on the second."""
    scale = ACROSS / np.sqrt(max(1.0, min(one.area, other.area)))
    low = np.minimum(one.corners.min(axis=0), other.corners.min(axis=0))
    high = np.maximum(one.corners.max(axis=0), other.corners.max(axis=0))
    size = np.ceil((high - low) * scale).astype(int) + 1
    first, second = (_filled((card.corners - low) * scale, size) for card in (one, other))
    off = 0.0
    for card, mine, theirs in ((one, first, second), (other, second, first)):
        seen = (card.shown - low) * scale
        length = np.sqrt(card.area) * scale
        whole, part = _middle(mine), _middle(mine & ~theirs)
        # how much better the picture fits this card lying on the other than under it
        better = (np.hypot(*(seen - part)) - np.hypot(*(seen - whole))) / length
        off += float(better) if card is one else -float(better)
    return off > 0


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


def _filled(corners: Floats, size: NDArray[np.int64]) -> Mask:
    mask = np.zeros((int(size[1]), int(size[0])), dtype=np.uint8)
    cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), 1)
    return mask > 0


def _middle(mask: Mask) -> Floats:
    down, across = np.nonzero(mask)
    if not len(down):
        return np.full(2, 1e3)
    return np.array([across.mean(), down.mean()])
