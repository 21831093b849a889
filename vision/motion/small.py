"""The small picture that every frame is first looked at in."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.shrinking import brought_down

Picture = NDArray[np.uint8]

SMALL_WIDE: Final = 480
"""Width in px of the small picture that every frame is first looked at in."""


def small_picture(image: Picture) -> tuple[Picture, float]:
    """The picture (BGR or grey) brought down to SMALL_WIDE, and how many of its px one px of that stands for."""
    scale = max(1.0, image.shape[1] / SMALL_WIDE)
    wide, high = round(image.shape[1] / scale), round(image.shape[0] / scale)
    return brought_down(image, wide, high), scale
