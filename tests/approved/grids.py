"""A picture in few numbers, for approved records."""

from typing import Any

import cv2
import numpy as np

from vision.arrays import Picture

Told = list[dict[str, Any]]
"""What was told of each picture, as plain values."""

GRID = (8, 6)


def grid(picture: Picture) -> list[float]:
    """A picture as the mean grey levels of a few fields."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if picture.ndim == 3 else picture
    fields = cv2.resize(grey.astype(np.float32), GRID, interpolation=cv2.INTER_AREA)
    return [round(float(value), 1) for value in fields.ravel()]
