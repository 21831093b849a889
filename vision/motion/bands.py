"""Bands of a lamp that flickers: rows of a picture that are lighter and darker in turn, and wander.

A camera reads its rows one after the other, and a lamp on the mains lights each at another moment. Rule kept: bands run
alike from side to side of the picture, margins and all; what lies on a table or moves over it does not.
"""

from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats, Picture

STRIPS: Final = 8
"""Bands are told in upright strips of the picture, in each by itself …"""
COLUMNS: Final = 5
"""… as the median of so many columns."""
ROWS: Final = 90
PERIODS: Final = tuple(float(n) for n in np.arange(1.5, 16, 0.05))
"""How many bands the picture may show."""
LEAST: Final = 0.015
"""Bands lighter than the mean by less than this share are noise, and disturb nothing."""
ALIKE: Final = 0.4
"""A strip shows the same bands where its own differ by no more than this share of them."""
OTHERS: Final = 2
"""So many strips at most may show others: a hand is there, or something was laid down."""
UNLIKE: Final = 0.05
"""A row whose logarithm differs by so much from the bands speaks half as loudly for them."""
ROUNDS: Final = 3
MOST: Final = 0.4
DARK_LEVEL: Final = 12.0
"""Added to brightness (0..255) before logarithms are taken, so that noise in the dark is no pattern."""


def bands_between(before: Picture, after: Picture) -> Floats | None:
    """How many times as bright a flickering lamp made each row of a grey picture as of an earlier one of its size.

    None where there are no bands.
    """
    shares = _logarithms(after) - _logarithms(before)
    strips = np.median(shares.reshape(ROWS, STRIPS, COLUMNS), axis=2)
    strips = np.clip(strips - np.median(strips), -MOST, MOST)
    fits, ways = _fits()
    waves = np.median(fits[:, :2] @ strips, axis=2)
    best = int(np.hypot(*waves.T).argmax())
    basis = ways[best]
    weights = np.ones_like(strips.T)
    for _ in range(ROUNDS):
        weighted = basis.T * weights[:, None]
        found = np.linalg.solve(
            weighted @ basis + 1e-6 * np.eye(basis.shape[1]), weighted @ strips.T[..., None]
        )
        weights = 1 / (1 + ((strips.T - (basis @ found)[..., 0]) / UNLIKE) ** 2)
    each = found[..., 0]
    bands = np.median(each, axis=0)
    strong = float(np.hypot(*bands[:2]))
    alike = np.hypot(*(each[:, :2] - bands[:2]).T) <= ALIKE * strong
    if strong < LEAST or int(alike.sum()) < STRIPS - OTHERS:
        return None
    return np.asarray(np.exp(_waves(PERIODS[best], before.shape[0]) @ bands[:4]))


def _waves(periods: float, rows: int) -> Floats:
    """So many waves over the rows, and twice as many: rows x 4."""
    turn = 2 * np.pi * periods * (np.arange(rows) + 0.5) / rows
    return np.stack([np.sin(turn), np.cos(turn), np.sin(2 * turn), np.cos(2 * turn)], axis=1)


@lru_cache(maxsize=1)
def _fits() -> tuple[Floats, Floats]:
    """For each of PERIODS what fits its waves, and slow light, to ROWS rows; and those waves and that light."""
    at = np.linspace(-1, 1, ROWS)
    slow = np.stack([np.ones(ROWS), at, at * at], axis=1)
    ways = np.stack([np.concatenate([_waves(periods, ROWS), slow], axis=1) for periods in PERIODS])
    return np.linalg.pinv(ways), ways


def _logarithms(grey: Picture) -> Floats:
    small = cv2.resize(grey, (STRIPS * COLUMNS, ROWS), interpolation=cv2.INTER_AREA)
    return np.asarray(np.log(np.maximum(small, DARK_LEVEL)))
