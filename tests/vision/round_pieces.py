"""Painted scenes of discs and pawns that no network was taught on, and how many of them are found."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice

import cv2
import numpy as np

from companion.sight import Sighting
from vision.workshop.training.painted_discs import Piece, Scene, scene
from vision.workshop.training.painted_prints import Printer

UNSEEN_SEED = 20_000_003
"""No training is run with this seed."""
SHOWN = 0.7
"""Pieces of which so much shows count."""


_painted: list[Scene] = []


@cache
def _painting() -> Iterator[Scene]:
    printer, chance = Printer(), np.random.default_rng(UNSEEN_SEED)
    return iter(lambda: scene(printer, chance), None)


def scenes(number: int) -> tuple[Scene, ...]:
    """The first so many scenes; each is painted once."""
    _painted.extend(islice(_painting(), max(0, number - len(_painted))))
    return tuple(_painted[:number])


def whole(piece: Piece, side: int) -> bool:
    """Whether a piece is large enough to be seen, not covered and within the picture."""
    x, y = piece.middle
    inside = min(x, y, side - x, side - y) > 1.2 * piece.reach
    return piece.visible >= SHOWN and piece.reach >= 9 and inside


def of(piece: Piece, seen: Sequence[Sighting]) -> Sighting | None:
    """The sighting that means this piece."""
    for sighting in seen:
        x, y = middle(sighting)
        if np.hypot(piece.middle[0] - x, piece.middle[1] - y) <= 0.5 * piece.reach:
            return sighting
    return None


def middle(sighting: Sighting) -> tuple[float, float]:
    outline = np.array(sighting.corners_px)
    low, high = outline.min(axis=0), outline.max(axis=0)
    return float((low[0] + high[0]) / 2), float((low[1] + high[1]) / 2)


def area(sighting: Sighting) -> float:
    return float(cv2.contourArea(np.array(sighting.corners_px, np.float32)))
