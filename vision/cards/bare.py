"""A picture of the table without the small things that lie on its cards, as cards are read in it."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture
from vision.mat.plane import Plane

Points = NDArray[np.float64]

HALF_HIGH_MM: Final = 0.75
"""Half as high over the table as the upper face of a token."""
AROUND: Final = 0.35
"""What is painted over a thing is taken from a strip about it, so much of the thing's own size wide."""


def bare(image: Picture, plane: Plane, covers: Sequence[Points]) -> Picture:
    """The picture as it would be without what has these outlines (mm), as far as what is about them tells."""
    if not covers:
        return image
    found = image.copy()
    for points in covers:
        edge = plane.to_px(points, HALF_HIGH_MM)
        low, high = edge.min(axis=0), edge.max(axis=0)
        more = AROUND * float((high - low).max())
        left, top = (max(0, int(value)) for value in low - more)
        right, down = (int(value) + 1 for value in high + more)
        part = found[top:down, left:right]
        if part.size == 0:
            continue
        mask = np.zeros(part.shape[:2], np.uint8)
        shifted = np.rint((edge - (left, top)) * 16).astype(np.int32)
        cv2.fillConvexPoly(mask, shifted, 1, cv2.LINE_8, 4)
        shows = (1 - mask).astype(np.float32)
        sigma = max(1.0, more / 2)
        weight = cv2.GaussianBlur(shows, (0, 0), sigma)
        filled = cv2.GaussianBlur(part.astype(np.float32) * shows[..., None], (0, 0), sigma)
        filled = filled / np.maximum(weight, 1e-4)[..., None]
        part[mask > 0] = np.clip(filled + 0.5, 0, 255).astype(np.uint8)[mask > 0]
    return found
