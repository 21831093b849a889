"""A camera's noise, drawn once and cut anew for each picture: to draw all of it takes longer than to read a picture."""

from functools import cache

import cv2
import numpy as np

from vision.arrays import Floats, Picture, Values

SPARE = 64


def noisy(light: Picture | Values | Floats, seed: int, strength: float, *, grey: bool = False) -> Picture:
    """Light (0..255) as a sensor counts it; `strength`: standard deviation; `grey`: that of all colours is one."""
    (high, wide), grain = light.shape[:2], _grain(light.shape, grey=grey)
    down, right = np.random.default_rng(seed).integers(0, SPARE, 2)
    cut = grain[down : down + high, right : right + wide] * np.float32(strength) - np.float32(0.5)
    return np.asarray(cv2.add(light, cut, dtype=cv2.CV_8U), np.uint8)


@cache
def _grain(shape: tuple[int, ...], *, grey: bool) -> Values:
    drawn = (shape[0] + SPARE, shape[1] + SPARE, *(() if grey else shape[2:]))
    grain = np.random.default_rng(7).standard_normal(drawn, dtype=np.float32)
    return np.asarray(cv2.merge([grain] * shape[2]) if grey and len(shape) > 2 else grain, np.float32)
