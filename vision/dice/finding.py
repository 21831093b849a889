"""Where dice may lie in a picture: peaks of a small network's map, at one to three sizes of the picture.

A place is only a hint: what lies there is for `vision.dice.reading` to say.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

import cv2
import numpy as np

from vision.arrays import Picture, Values
from vision.networks import network

STRIDE: Final = 4
"""Pixels of the picture for one cell of the map, each way."""
COARSE: Final = 8
"""The network answers for blocks of COARSE x COARSE pixels, with (COARSE / STRIDE)² cells in each."""
SMALLEST_PX: Final = 9.0
LARGEST_PX: Final = 38.0
"""Sides of dice that the network knows, in pixels of what it is shown."""
USUAL_PX: Final = 19.0
"""Geometric middle of the two: the sizes it answers are powers about it."""
APART: Final = 0.42
ALIKE: Final = 1.6
"""Two places nearer than APART, in sides of the larger, are one if the sides differ by less than this factor."""


@dataclass(frozen=True, slots=True)
class DiePlace:
    """Where the top of a die may lie: its middle and side in px, and how likely at first sight (0..1)."""

    x: float
    y: float
    side: float
    heat: float


def places(image: Picture, shrinks: Sequence[float], least: float) -> list[DiePlace]:
    """Where dice may lie in a picture (BGR), hottest first; it is looked at `shrinks` times smaller each time."""
    found: list[DiePlace] = []
    small = image
    for shrink in sorted(shrinks):
        high, wide = (max(COARSE, round(length / shrink / COARSE) * COARSE) for length in image.shape[:2])
        if (high, wide) != small.shape[:2]:
            # Each size is made of the one before: it is much quicker, and looks the same.
            small = np.asarray(cv2.resize(small, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
        across, down = image.shape[1] / wide, image.shape[0] / high
        for place in peaks(*heat_map(small), least=least):
            x, y = (place.x + 0.5) * across - 0.5, (place.y + 0.5) * down - 0.5
            found.append(DiePlace(x, y, place.side * (across + down) / 2, place.heat))
    return apart(found)


def heat_map(picture: Picture) -> tuple[Values, Values]:
    """How likely (0..1) the middle of a die's top lies at each cell, and how long (px) a side would be."""
    reader = network("die_found.onnx")
    blob = cv2.dnn.blobFromImage(picture, 1 / 128.0, mean=(128.0, 128.0, 128.0))
    reader.setInput(blob)
    answer = np.asarray(reader.forward(), dtype=np.float32)[0]
    parts = COARSE // STRIDE
    two, rows, columns = 2, answer.shape[1], answer.shape[2]
    cells = answer.reshape(two, parts, parts, rows, columns).transpose(0, 3, 1, 4, 2)
    cells = cells.reshape(two, rows * parts, columns * parts)
    heat = 1 / (1 + np.exp(-cells[0]))
    return np.asarray(heat, np.float32), np.asarray(USUAL_PX * np.exp(np.clip(cells[1], -2, 2)), np.float32)


def peaks(heat: Values, sides: Values, least: float) -> list[DiePlace]:
    """The places where the map is highest of all about, in px of the picture it was made of."""
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat >= least))
    found = []
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        top, left = max(0, row - 1), max(0, column - 1)
        around = heat[top : row + 2, left : column + 2].astype(np.float64)
        share = around / around.sum()
        y = float((share.sum(axis=1) * np.arange(top, top + share.shape[0])).sum())
        x = float((share.sum(axis=0) * np.arange(left, left + share.shape[1])).sum())
        middle = (STRIDE - 1) / 2
        side = float(sides[row, column])
        found.append(DiePlace(x * STRIDE + middle, y * STRIDE + middle, side, float(heat[row, column])))
    return found


def apart(found: Sequence[DiePlace]) -> list[DiePlace]:
    """The places, hottest first, without those of much the same size too near a hotter one."""
    kept: list[DiePlace] = []
    for place in sorted(found, key=lambda p: -p.heat):
        if not any(_same(place, other) for other in kept):
            kept.append(place)
    return kept


def _same(one: DiePlace, other: DiePlace) -> bool:
    small, large = sorted((one.side, other.side))
    return large < ALIKE * small and hypot(one.x - other.x, one.y - other.y) < APART * large
