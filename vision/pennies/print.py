"""What was taken for a penny and is only what its card has printed there.

Rule kept: a coin is opaque, so that nothing of the print beneath it shows; where the print does show, no coin lies.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.sight import Sighting
from vision.cards.lying import Lying
from vision.cards.reader import CARD_TOP_MM
from vision.cards.reading import fine_patch
from vision.mat.plane import Plane

Picture = NDArray[np.uint8]

REACH_MM: Final = 9.0
"""The print is compared so far about the penny's middle."""
SHOWS: Final = 0.6
"""Correlation with the print from which it shows: of print 0.9 and more, under pennies up to 0.25 (painted)."""
LEAST_PRINT: Final = 4.0
"""Where print differs by fewer grey levels there is nothing to compare."""
LEAST_PART: Final = 0.5


def is_print(image: Picture, plane: Plane, penny: Sighting, card: Lying) -> bool:
    """Whether a penny (with its place in mm) that was seen on a card is the print of it."""
    if card.index is None or penny.x is None or penny.y is None:
        return False
    group = card.group
    known = group.fine_pictures[card.index]
    rows, columns = known.shape[:2]
    turn = np.deg2rad(card.pose.angle)
    off_x, off_y = penny.x - card.pose.x, penny.y - card.pose.y
    right = ((np.arange(columns) + 0.5) / columns - 0.5) * group.width_mm
    up = (0.5 - (np.arange(rows) + 0.5) / rows) * group.height_mm
    across = right[None] - (np.cos(turn) * off_x + np.sin(turn) * off_y)
    along = up[:, None] - (np.cos(turn) * off_y - np.sin(turn) * off_x)
    within = np.hypot(across, along) < REACH_MM
    cell = group.width_mm * group.height_mm / (rows * columns)
    if within.sum() * cell < LEAST_PART * np.pi * REACH_MM**2:
        return False
    printed = known[within].astype(np.float64)
    printed -= printed.mean(axis=0)
    if float(printed.std()) < LEAST_PRINT:
        return False
    seen = fine_patch(image, plane, card.pose, group, CARD_TOP_MM)[0][within].astype(np.float64)
    seen -= seen.mean(axis=0)
    alike = float((seen * printed).sum() / np.sqrt((seen**2).sum() * (printed**2).sum() + 1e-6))
    return alike >= SHOWS
