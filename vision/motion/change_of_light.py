"""What of the change from one picture to the next is the light's alone: another lamp, a blind, the sun on one side.

Rule kept: light changes softly over the whole picture, or leaves the pattern of what it falls on; what comes between
camera and table does neither.
"""

from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Floats = NDArray[np.float32]

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
LEAST_PATTERN: Final = 0.01
"""Less contrast than this (of the logarithm) is noise: nothing can be told by it."""
SAME: Final = 0.7
"""Patterns that agree so well (correlation) are of one surface."""


def light_between(shares: Floats) -> Floats:
    """The softly varying field that most of the cells follow; `shares`: logarithm of after to before in each colour.

    A surface of the second degree: it leans and bends as lamps' light does, and cannot follow the edge of an arm. What
    does not follow it, over a good quarter of the picture, does not draw it along.
    """
    rows, columns, colours = shares.shape
    surfaces = _surfaces(rows, columns)
    asked = surfaces[::EVERY, ::EVERY].reshape(-1, 6)
    values = shares[::EVERY, ::EVERY].reshape(-1, colours).astype(np.float64)
    best: tuple[float, NDArray[np.float64]] | None = None
    # From all cells alike, and from those near the middle value: either start may be led astray, hardly both.
    for start in (np.ones(len(values)), _weights(values - np.median(values, axis=0))):
        weights = start
        for _ in range(ROUNDS):
            weighted = asked * weights[:, None]
            sums = asked.T @ weighted + 1e-6 * np.eye(6)
            leanings = np.asarray(np.linalg.solve(sums, weighted.T @ values), dtype=np.float64)
            weights = _weights(values - asked @ leanings)
        misfit = -float(np.log(weights).mean())
        if best is None or misfit < best[0]:
            best = (misfit, leanings)
    assert best is not None
    return np.asarray(surfaces @ best[1], dtype=np.float32)


def same_surface(before: Picture, after: Picture, cells: tuple[int, int]) -> Mask:
    """In which cells (wide, high) two BGR pictures of one size show one pattern, however it is lit now."""
    was, now = _pattern(before), _pattern(after)
    mean_was, mean_now = _mean(was), _mean(now)
    spread_was = _mean(was * was) - mean_was * mean_was
    spread_now = _mean(now * now) - mean_now * mean_now
    both = _mean(was * now) - mean_was * mean_now
    plain = np.minimum(spread_was, spread_now) <= LEAST_PATTERN**2
    alike = (both > SAME * np.sqrt(np.maximum(spread_was * spread_now, 0))) & ~plain
    return np.asarray(cv2.resize(alike.astype(np.float32), cells, interpolation=cv2.INTER_AREA) > 0.5)


def _weights(off: NDArray[np.float64]) -> NDArray[np.float64]:
    """How loudly each cell speaks, by the colour in which it is farthest off."""
    farthest = np.abs(off).max(axis=1)
    return np.asarray(1 / (1 + (farthest / LIKE_THE_LIGHT) ** 2))


@lru_cache(maxsize=4)
def _surfaces(rows: int, columns: int) -> NDArray[np.float64]:
    """A constant, slopes and bends over the cells: rows x columns x 6."""
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    one = np.ones_like(x)
    return np.stack([one, x, y, x * x, x * y, y * y], axis=-1)


def _pattern(picture: Picture) -> Floats:
    """The fine detail of a picture in shares of its brightness: what a lamp changes least."""
    grey = np.log(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32) + np.float32(DARK_LEVEL))
    return np.asarray(grey - cv2.GaussianBlur(grey, (0, 0), SOFT_PX), dtype=np.float32)


def _mean(values: Floats) -> Floats:
    return np.asarray(cv2.boxFilter(values, cv2.CV_32F, (PATTERN_PX, PATTERN_PX)), dtype=np.float32)
