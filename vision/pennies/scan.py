"""Looks a whole picture over for places where a penny may lie, at every size it may have.

Rule kept: this is only the first look. It is to miss nothing; what is no penny after all is told by
`vision.pennies.check`. The network was taught by `vision.workshop.training.teach_coin_finding`.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture
from vision.mat.white import NO_GAINS, Gains, whitened
from vision.networks import network

Floats = NDArray[np.float32]

LEVEL_PX: Final = (8.5, 18.5)
"""Diameters (px) that the network knows; larger coins are looked for in smaller copies of the picture."""
USUAL_PX: Final = 14.0
"""Diameter (px) that the network's answers are counted from."""
STEP_PX: Final = 4
"""The network answers once for so many pixels, each way."""
EDGE_PX: Final = 8
"""So much is added all round, as the border looks, so that coins cut off by it are seen as well."""
LEAST_CHANCE: Final = 0.15
"""Places less likely than this at first sight are not looked at closely."""
SAME: Final = 0.33
"""Places nearer than this, in diameters of the larger, and of like size are one."""


@dataclass(frozen=True, slots=True)
class PennyPlace:
    """Where a penny may lie: middle and radius in px, and how likely (0..1) at first sight."""

    x: float
    y: float
    radius: float
    chance: float


def likely_places(
    image: Picture, smallest_px: float, largest_px: float, most: int, light: Gains = NO_GAINS
) -> list[PennyPlace]:
    """The likeliest places of pennies of these diameters (px) in a picture (BGR), likeliest first, at most `most`.

    `light`: the factors under which the picture is seen as in white light.
    """
    places: list[PennyPlace] = []
    scale = min(1.0, LEVEL_PX[0] / smallest_px)
    level = whitened(_shrunk(image, scale), light)
    while True:
        across, down = image.shape[1] / level.shape[1], image.shape[0] / level.shape[0]
        for x, y, radius, chance in peaks(answers(level), LEAST_CHANCE):
            at_x, at_y = (x + 0.5) * across - 0.5, (y + 0.5) * down - 0.5
            places.append(PennyPlace(at_x, at_y, radius * (across + down) / 2, chance))
        scale /= 2
        if largest_px * scale < LEVEL_PX[0] or min(level.shape[:2]) < LEVEL_PX[0]:
            return _apart(places, most)
        level = _shrunk(level, 0.5)


def answers(level: Picture) -> Floats:
    """What the network says of a picture: rows x columns x (log odds, shift right, shift down, log of size).

    One answer for STEP_PX each way, EDGE_PX beyond the picture all round; shifts in steps.
    """
    high, wide = level.shape[:2]
    more_down, more_right = -high % (2 * STEP_PX), -wide % (2 * STEP_PX)
    padded = cv2.copyMakeBorder(
        level, EDGE_PX, EDGE_PX + more_down, EDGE_PX, EDGE_PX + more_right, cv2.BORDER_REPLICATE
    )
    batch = cv2.dnn.blobFromImage(padded, 1 / 64.0, mean=(128.0, 128.0, 128.0))
    reader = network("coin_scan.onnx")
    reader.setInput(batch)
    told = np.asarray(reader.forward(), dtype=np.float32)[0].transpose(1, 2, 0)
    return np.asarray(told, dtype=np.float32)


def peaks(told: Floats, least: float) -> list[tuple[float, float, float, float]]:
    """Middle, radius (px of the level) and chance of every place that stands out from those about it."""
    odds = np.ascontiguousarray(told[..., 0])
    around = cv2.dilate(odds, np.ones((3, 3), np.uint8))
    floor = float(np.log(least / (1 - least)))
    rows, columns = np.nonzero((odds >= around) & (odds > floor))
    found = []
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        log_odds, right, down, size = (float(value) for value in told[row, column])
        x = (column + 0.5 + right) * STEP_PX - 0.5 - EDGE_PX
        y = (row + 0.5 + down) * STEP_PX - 0.5 - EDGE_PX
        radius = USUAL_PX / 2 * float(np.exp(np.clip(size, -1.2, 1.2)))
        found.append((x, y, radius, float(1 / (1 + np.exp(-log_odds)))))
    return found


def _shrunk(image: Picture, scale: float) -> Picture:
    if scale >= 1:
        return image
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _apart(places: list[PennyPlace], most: int) -> list[PennyPlace]:
    """The likeliest places, without those that mean a coin already named."""
    kept: list[PennyPlace] = []
    for place in sorted(places, key=lambda p: -p.chance):
        if len(kept) == most:
            break
        if not any(same(place, other) for other in kept):
            kept.append(place)
    return kept


def same(one: PennyPlace, other: PennyPlace) -> bool:
    """Whether two places mean one coin."""
    larger, smaller = max(one.radius, other.radius), min(one.radius, other.radius)
    near = (one.x - other.x) ** 2 + (one.y - other.y) ** 2 < (2 * SAME * larger) ** 2
    return near and larger < 1.6 * smaller
