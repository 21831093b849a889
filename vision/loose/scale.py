"""How many px a millimetre has all over a picture, told from the cards that were read: they lie on one table.

Rule kept: with no card read nothing is known about scale, and nothing is refused for its size.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.arrays import Floats

SLOPE: Final = 0.45
"""How much the logarithm of the scale changes across a picture as a rule (standard deviation): a camera aslant."""
NOISE: Final = 0.04
"""How well a card's outline tells the scale (of its logarithm)."""
STRAY: Final = 0.15
"""Cards whose scale is off by more than this were not read rightly, or lie on something high."""
ROUNDS: Final = 4


@dataclass(frozen=True, slots=True)
class Scale:
    """The logarithm of px per mm: at the picture's middle, and how it changes over a picture's longer side."""

    middle: float
    across: float
    down: float
    size: tuple[int, int]

    def px_per_mm(self, x: float, y: float) -> float:
        """At a point of the picture (px)."""
        right, below = _offset((x, y), self.size)
        return float(np.exp(self.middle + self.across * right + self.down * below))


def scale_of(cards: Sequence[tuple[Floats, float]], size: tuple[int, int]) -> Scale | None:
    """The scale of a picture of that size (wide, high) from cards: corners (4 x 2 px) and px per mm of each."""
    if not cards:
        return None
    told = np.array([np.log(scale) for _, scale in cards])
    places = np.array([(1.0, *_offset(tuple(corners.mean(axis=0)), size)) for corners, _ in cards])
    prior = np.diag([1e-4, (NOISE / SLOPE) ** 2, (NOISE / SLOPE) ** 2])
    weights = np.ones(len(told))
    start = np.median(told)
    fit = np.zeros(3)
    for _ in range(ROUNDS):
        pull = places * weights[:, None]
        fit = np.linalg.solve(pull.T @ places + prior, pull.T @ (told - start))
        weights = 1 / (1 + ((told - start - places @ fit) / STRAY) ** 2) ** 2
    return Scale(float(start + fit[0]), float(fit[1]), float(fit[2]), size)


def _offset(point: tuple[float, ...], size: tuple[int, int]) -> tuple[float, float]:
    """From the picture's middle, in its longer sides."""
    longest = max(size)
    return (point[0] - size[0] / 2) / longest, (point[1] - size[1] / 2) / longest
