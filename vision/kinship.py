"""Pieces come in sets: what is as large and coloured as a piece that is sure is likelier to be one, too.

Rule kept: a set only speaks for a place that looks somewhat like a piece already.
"""

from math import exp, log
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SIZES_APART: Final = 0.18
"""Log of the factor by which pieces of a set differ in size at most, seen from near and far."""
COLOURS_APART: Final = 22.0
"""How much (CIE Lab) they differ in colour: print and light included."""
KINSHIP_ODDS: Final = 3.5
"""What is added to the log odds of a place that is quite like a sure piece."""


def kinship(size: float, other: float, colour: Floats, others: Floats) -> float:
    """How much two places are of one set (0..1), by their sizes (px) and colours (CIE Lab)."""
    apart = log(size / other) / SIZES_APART
    tint = float(np.linalg.norm(colour - others)) / COLOURS_APART
    return exp(-(apart**2) - tint**2)


def likelier(chance: float, kin: float) -> float:
    """The probability of a piece at a place that is so much (0..1) of a sure one's set."""
    held = min(1 - 1e-9, max(1e-9, chance))
    return 1 / (1 + (1 - held) / held * exp(-KINSHIP_ODDS * kin))
