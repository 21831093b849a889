"""Pieces come in sets: what is as large and coloured as a piece that is sure is likelier to be one, too.

Rule kept: a set only speaks for a place that looks somewhat like a piece already.
"""

from collections.abc import Sequence
from math import exp, log
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats

SIZES_APART: Final = 0.18
"""Log of the factor by which pieces of a set differ in size at most, seen from near and far."""
COLOURS_APART: Final = 22.0
"""How much (CIE Lab) they differ in colour: print and light included."""
KINSHIP_ODDS: Final = 3.5
"""What is added to the log odds of a place that is quite like a sure piece."""


def kin_of_sure(sizes: Sequence[float], colours: Sequence[Floats], sure: Sequence[int]) -> list[float]:
    """How much each place is of one set with the sure one that is most like it (0..1).

    `sizes` (px) and `colours` (CIE Lab) of all places; `sure`: which of them are pieces for sure, at least one.
    """
    return [
        max(_kinship(size, sizes[s], colour, colours[s]) for s in sure)
        for size, colour in zip(sizes, colours, strict=True)
    ]


def _kinship(size: float, other: float, colour: Floats, others: Floats) -> float:
    apart = log(size / other) / SIZES_APART
    tint = float(np.linalg.norm(colour - others)) / COLOURS_APART
    return exp(-(apart**2) - tint**2)


def middle_colour(face: NDArray[np.uint8] | NDArray[np.float32]) -> Floats:
    """The middle colour (CIE Lab) of a picture of a face (rows x columns x BGR, 0..255)."""
    lab = cv2.cvtColor(np.asarray(face / 255.0, np.float32), cv2.COLOR_BGR2Lab)
    return np.asarray(np.median(lab.reshape(-1, 3), axis=0), dtype=np.float64)


def likelier(chance: float, kin: float) -> float:
    """The probability of a piece at a place that is so much (0..1) of a sure one's set."""
    held = min(1 - 1e-9, max(1e-9, chance))
    return 1 / (1 + (1 - held) / held * exp(-KINSHIP_ODDS * kin))
