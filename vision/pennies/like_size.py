"""Without a mat: the pennies of one picture are of like size, so that a worn one is known by those about it.

Rule kept: where no size has most of the weight, nothing is said against any.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from vision.pennies.check import Ellipse

LEAST_SURE: Final = 0.75
"""Chance from which a find is sure enough to tell the size of others."""
USUAL_SIZES: Final = 0.45
ODD_SIZE_WEIGHT: Final = 6.0
MOST: Final = 0.6
LEAST_TO_COMPARE: Final = 4
"""The pennies of one picture are of like size. If MOST (by weight) of at least LEAST_TO_COMPARE finds
are, one that is off by more than USUAL_SIZES (log) loses ODD_SIZE_WEIGHT log odds for each unit more."""
SAME_SIZE: Final = 0.1
SAME_SIZE_WEIGHT: Final = 1.0
"""… and if MOST of at least LEAST_TO_COMPARE sure ones are within SAME_SIZE (log) of each other's middle size, what has
that size gains so many log odds: a worn penny is known by those that lie about it."""


def of_like_size(finds: list[Ellipse]) -> list[Ellipse]:
    """The finds with chances that heed how far each one's size lies from that of most.

    Where no size has most of the weight, nothing is said against any.
    """
    if len(finds) < LEAST_TO_COMPARE:
        return finds
    weights = np.array([find.chance**2 * np.sqrt(find.radius) for find in finds])
    logs = np.log([find.radius for find in finds])
    order = np.argsort(logs, kind="stable")
    middle = logs[order][int(np.searchsorted(np.cumsum(weights[order]), weights.sum() / 2))]
    beyond = np.maximum(0.0, np.abs(logs - middle) - USUAL_SIZES)
    if float(weights[beyond == 0].sum()) < MOST * float(weights.sum()):
        return finds
    same = _of_one_size(finds)
    return [
        replace(find, odds=find.odds - ODD_SIZE_WEIGHT * float(far) + SAME_SIZE_WEIGHT * (one in same))
        for one, (find, far) in enumerate(zip(finds, beyond, strict=True))
    ]


def _of_one_size(finds: list[Ellipse]) -> set[int]:
    """The numbers of the finds that have the size of most sure ones; none where these are few or of many sizes."""
    logs = np.log([find.radius for find in finds])
    sure = logs[[find.chance >= LEAST_SURE for find in finds]]
    if len(sure) < LEAST_TO_COMPARE:
        return set()
    near = np.abs(logs - np.median(sure)) < SAME_SIZE
    agreeing = int((np.abs(sure - np.median(sure)) < SAME_SIZE).sum())
    return set(np.flatnonzero(near).tolist()) if agreeing >= MOST * len(sure) else set()
