"""Reads crops of would-be pennies: is it one, how much of it shows, and which side is up.

Rule kept: the networks see a crop evened out, so that neither the lamp's strength nor its colour decides. They are
small, were taught by `vision.training.teach_pennies`, and run on any OpenCV from 4.10 on.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]

PENNY_MM: Final = 19.05
"""Diameter of a US cent."""
CROP_PX: Final = 48
CROP_PX_PER_MM: Final = 2.0
"""Size and scale of the square that is cut out round a would-be penny."""
FIND_PX: Final = 32
"""Size of the same square as the finder reads it."""
WEIGHTS: Final = Path(__file__).parent / "weights"


def penny_chances(crops: Sequence[Picture]) -> tuple[Floats, Floats]:
    """For each crop the probability that a penny lies in its middle, and the part of it that is visible."""
    if not crops:
        return np.zeros(0), np.zeros(0)
    small = np.stack([cv2.resize(crop, (FIND_PX, FIND_PX), interpolation=cv2.INTER_AREA) for crop in crops])
    scaled = small.astype(np.float32).transpose(0, 3, 1, 2)
    brightness = scaled.mean(axis=1, keepdims=True)
    middle = brightness.mean(axis=(2, 3), keepdims=True)
    spread = brightness.std(axis=(2, 3), keepdims=True, ddof=1)
    answers = _answers("penny_found.onnx", (scaled - middle) / (spread + 12))
    chances = 1 / (1 + np.exp(-answers))
    return chances[:, 0], chances[:, 1]


def heads_chances(crops: Sequence[Picture]) -> Floats:
    """For each crop of a penny the probability that heads is up; the mean over four quarter turns."""
    if not crops:
        return np.zeros(0)
    grey = np.stack([cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY) for crop in crops]).astype(np.float32)
    disc = penny_disc()
    weight = disc / disc.sum()
    middle = (grey * weight).sum(axis=(1, 2), keepdims=True)
    spread = np.sqrt(((grey - middle) ** 2 * weight).sum(axis=(1, 2), keepdims=True))
    even = (grey - middle) / (spread + 4) * disc
    turned = np.concatenate([np.rot90(even, quarter, axes=(1, 2)) for quarter in range(4)])[:, None]
    answers = _answers("penny_side.onnx", turned)
    odds = (answers[:, 0] - answers[:, 1]).reshape(4, len(crops)).mean(axis=0)
    return np.asarray(1 / (1 + np.exp(-odds)), dtype=np.float64)


def relief(crop: Picture) -> float:
    """How uneven the middle of a crop is: standard deviation in grey levels, an even slope taken out."""
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float64)
    y, x = np.mgrid[0:CROP_PX, 0:CROP_PX] - (CROP_PX - 1) / 2
    inside = np.hypot(x, y) < 0.76 * PENNY_MM / 2 * CROP_PX_PER_MM
    plain = np.column_stack([x[inside], y[inside], np.ones(int(inside.sum()))])
    slope, *_ = np.linalg.lstsq(plain, grey[inside], rcond=None)
    return float((grey[inside] - plain @ slope).std())


@cache
def penny_disc() -> NDArray[np.float32]:
    """1 on the penny, 0 beside it."""
    y, x = np.mgrid[0:CROP_PX, 0:CROP_PX] - (CROP_PX - 1) / 2
    inside = np.clip(PENNY_MM / 2 * CROP_PX_PER_MM + 1.45 - np.hypot(x, y), 0, 1)
    return np.asarray(inside, dtype=np.float32)


@cache
def _network(name: str) -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(WEIGHTS / name))


def _answers(name: str, batch: NDArray[np.float32]) -> Floats:
    network = _network(name)
    network.setInput(np.ascontiguousarray(batch, dtype=np.float32))
    return np.asarray(network.forward(), dtype=np.float64)
