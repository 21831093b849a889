"""Tells copper from silver: how much redder than green what lies within an outline is.

Rule kept: colour only speaks against. Burnt and dark places have none to tell, and a coin that shines all over is
left to what else is known of it.
"""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture

BURNT: Final = 245
DARK: Final = 12
LEAST_SEEN: Final = 0.25
"""The part of a coin that must be neither burnt nor dark for its colour to be told."""
COPPER_FROM: Final = 0.2
"""Copper's logarithm of red over green is at least about so much, under usual lamps and a camera's white balance."""
DOUBT: Final = 22.0
"""Log odds lost for each unit less."""
MOST_DOUBT: Final = 4.5


def colour_doubt(crop: Picture, radius_px: float) -> float:
    """Log odds (0 or less) by which the colour of a crop (BGR) speaks against copper within a circle in its middle."""
    inside = crop[_disc(crop.shape[0], 0.88 * radius_px)].astype(np.float64)
    told = (inside.max(axis=1) < BURNT) & (inside.max(axis=1) > DARK)
    if float(told.mean()) < LEAST_SEEN:
        return 0.0
    _, green, red = inside[told].mean(axis=0)
    redness = float(np.log((red + 1) / (green + 1)))
    return max(-MOST_DOUBT, min(0.0, DOUBT * (redness - COPPER_FROM)))


@cache
def _disc(side: int, radius: float) -> NDArray[np.bool_]:
    y, x = np.mgrid[0:side, 0:side] - (side - 1) / 2
    return np.asarray(np.hypot(x, y) < radius, dtype=np.bool_)
