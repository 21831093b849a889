"""What of the change from one picture to the next is the light's alone: another lamp, a blind, the sun on one side.

Rule kept: light changes softly over the whole picture, or leaves the pattern of what it falls on; what comes between
camera and table does neither.
"""

from functools import lru_cache
from math import ceil
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Mask, Picture, Values

LIKE_THE_LIGHT: Final = 0.04
"""A cell whose logarithm differs by so much from a field of light speaks half as loudly for it."""
EVERY: Final = 2
"""Light is so soft that every other cell, both ways, tells it."""
ROUNDS: Final = 8
DARK_LEVEL: Final = 12.0
"""Added to brightness (0..255) before logarithms are taken, so that noise in the dark is no pattern."""
PATTERN_PX: Final = 13
"""A pattern is compared over squares of this side, finer than any slope of the light …"""
SOFT_PX: Final = 4.0
"""… after all that is softer than this was taken away."""
FARTHEST_PX: Final = 24.0
"""What lies farther from a place than this has no say in its pattern."""
LEAST_PATTERN: Final = 0.01
"""Less contrast than this (of the logarithm) is noise: nothing can be told by it."""
SAME: Final = 0.7
"""Patterns that agree so well (correlation) are of one surface."""
_LOGARITHMS: Final = np.log(np.arange(256, dtype=np.float32) + np.float32(DARK_LEVEL))


def light_between(shares: Values) -> Values:
    """The softly varying field that most of the cells follow; `shares`: logarithm of after to before in each colour.

    A surface of the second degree: it leans and bends as lamps' light does, and cannot follow the edge of an arm. What
    does not follow it, over a good quarter of the picture, does not draw it along.
    """
    rows, columns, colours = shares.shape
    surfaces = _surfaces(rows, columns)
    asked = np.ascontiguousarray(surfaces[::EVERY, ::EVERY].reshape(-1, 6).T)
    values = np.ascontiguousarray(shares[::EVERY, ::EVERY].reshape(-1, colours).T, dtype=np.float64)
    # From all cells alike, and from those near the middle value: either start may be led astray, hardly both.
    weights = np.stack([np.ones(values.shape[1]), _weights(values - np.median(values, axis=1)[:, None])])
    for _ in range(ROUNDS):
        weighted = asked * weights[:, None]
        sums = weighted @ asked.T + 1e-6 * np.eye(6)
        leanings = np.linalg.solve(sums, weighted @ values.T)
        weights = _weights(values - leanings.transpose(0, 2, 1) @ asked)
    best = int(np.log(weights).mean(axis=1).argmax())
    return np.asarray(surfaces @ leanings[best], dtype=np.float32)


def same_surface(before: Picture, after: Picture, cells: tuple[int, int], asked: Mask | None = None) -> Mask:
    """In which cells (wide, high) two BGR pictures of one size show one pattern, however it is lit now.

    `asked`: the cells that are asked about (high x wide); of others it tells nothing. None: all.
    """
    if asked is None:
        asked = np.ones((cells[1], cells[0]), np.bool_)
    high, wide = before.shape[:2]
    across, down = wide / cells[0], high / cells[1]
    reach = np.ones((2 * ceil(FARTHEST_PX / down) + 1, 2 * ceil(FARTHEST_PX / across) + 1), np.uint8)
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(cv2.dilate(asked.astype(np.uint8), reach))
    same = np.zeros(asked.shape, np.bool_)
    for number, (left, top, columns, rows, _) in enumerate(boxes[1:count].tolist(), 1):
        part = np.s_[
            int(top * down) : ceil((top + rows) * down), int(left * across) : ceil((left + columns) * across)
        ]
        alike = np.zeros((high, wide), np.float32)
        alike[part] = _alike(before[part], after[part])
        same |= (cv2.resize(alike, cells, interpolation=cv2.INTER_AREA) > 0.5) & (labels == number)
    return same & asked


def _alike(before: Picture, after: Picture) -> Values:
    """Where two BGR pictures show one pattern (1, else 0)."""
    was, now = _pattern(before), _pattern(after)
    mean_was, mean_now = _mean(was), _mean(now)
    spread_was = _mean(was * was) - mean_was * mean_was
    spread_now = _mean(now * now) - mean_now * mean_now
    both = _mean(was * now) - mean_was * mean_now
    plain = np.minimum(spread_was, spread_now) <= LEAST_PATTERN**2
    alike = (both > SAME * np.sqrt(np.maximum(spread_was * spread_now, 0))) & ~plain
    return np.asarray(alike, dtype=np.float32)


def _weights(off: NDArray[np.float64]) -> NDArray[np.float64]:
    """How loudly each cell (… x colours x cells) speaks, by the colour in which it is farthest off."""
    farthest = np.abs(off).max(axis=-2)
    return np.asarray(1 / (1 + (farthest / LIKE_THE_LIGHT) ** 2))


@lru_cache(maxsize=4)
def _surfaces(rows: int, columns: int) -> NDArray[np.float64]:
    """A constant, slopes and bends over the cells: rows x columns x 6."""
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    one = np.ones_like(x)
    return np.stack([one, x, y, x * x, x * y, y * y], axis=-1)


def _pattern(picture: Picture) -> Values:
    """The fine detail of a picture in shares of its brightness: what a lamp changes least."""
    grey = cv2.LUT(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), _LOGARITHMS)
    return np.asarray(grey - cv2.GaussianBlur(grey, (0, 0), SOFT_PX), dtype=np.float32)


def _mean(values: Values) -> Values:
    return np.asarray(cv2.boxFilter(values, cv2.CV_32F, (PATTERN_PX, PATTERN_PX)), dtype=np.float32)
