"""Small pictures that show two cards side by side: why they are held for the same, or hard to tell apart."""

from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.arrays import Picture

HIGH_PX: Final = 240
GAP_PX: Final = 8
FAR: Final = 24.0
"""Grey levels by which the two differ where the third picture marks them."""
JPEG_QUALITY: Final = 85


def side_by_side(one: Picture, other: Picture) -> Picture:
    """Two cards beside each other and, in the third place, the second with what differs marked in red."""
    wide = max(1, round(one.shape[1] * HIGH_PX / one.shape[0]))
    left, right = (
        np.asarray(cv2.resize(each, (wide, HIGH_PX), interpolation=cv2.INTER_AREA), np.uint8)
        for each in (one, other)
    )
    step = cv2.GaussianBlur(cv2.absdiff(left, right), (0, 0), 2.0).max(axis=2)
    marked = right.copy()
    differs = step > FAR
    marked[differs] = (0.4 * marked[differs] + 0.6 * np.array([60, 60, 255])).astype(np.uint8)
    gap = np.full((HIGH_PX, GAP_PX, 3), 255, np.uint8)
    return np.hstack([left, gap, right, gap, marked])


def write_jpeg(file: Path, picture: Picture) -> None:
    """Writes a small JPEG. Raises OSError."""
    data = cv2.imencode(".jpg", np.ascontiguousarray(picture), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data.tobytes())
