"""What reaches in over the border of the picture since it was last seen without a hand.

Rule kept: no colour of skin or sleeve is looked for. An arm is one large thing that comes in from outside; cards
that were moved do not touch the border, a shadow changes no colour, a bumped camera changes things all over, another
light leaves every pattern where it was.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Mask, Picture
from vision.motion.change_of_light import light_between, same_surface

Change = NDArray[np.float32]
"""Natural logarithm of each cell's colours after to before: rows x columns x 3."""

CHANGED: Final = 0.08
"""Where the logarithm of a colour's share differs by more, something else is seen."""
NOISES: Final = 4.0
"""… or by more than so many times what most cells do: of noise in the dark, and of the light, much may be left."""
COLOURED: Final = 0.04
"""A change that is not in all colours alike is no shadow …"""
BRIGHTER: Final = 0.08
DARKER: Final = 0.4
"""… nor is one to brighter, or to much darker than a shadow is."""
LEAST_CELLS: Final = 30
"""A forearm's part of the picture, in cells."""
GAP_CELLS: Final = 3
"""Pieces with less than so many cells between them belong together."""
BORDER_CELLS: Final = 2
"""An arm crosses the border on so many cells at least."""
LEAST_SHARE: Final = 0.5
"""An arm is most of what has changed: after a bump of the camera nothing is."""
ALL_OVER: Final = 0.6
"""When more of the picture than this changed, the camera did, or the lens was covered."""


def change_between(before: Picture, after: Picture, cells: tuple[int, int]) -> Change:
    """What differs between two BGR pictures of one size, less what the light did; `cells`: wide, high.

    0 in cells whose pattern shows the same surface; those that differ by no more than CHANGED are not looked at.
    """
    shares = _log(after, cells) - _log(before, cells)
    shares -= light_between(shares)
    shares[same_surface(before, after, cells, np.abs(shares).max(axis=2) > CHANGED)] = 0
    return shares


def reaching_in(change: Change) -> Mask | None:
    """Which cells something reaches into, or None."""
    tone = change.mean(axis=2)
    coloured = change.max(axis=2) - change.min(axis=2) > COLOURED
    no_shadow = coloured | (tone > BRIGHTER) | (tone < -DARKER)
    farthest = np.abs(change).max(axis=2)
    level = max(CHANGED, NOISES * float(np.median(farthest)))
    changed = ((farthest > level) & no_shadow).astype(np.uint8)
    thick = cv2.morphologyEx(changed, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    total = int(thick.sum())
    if total > ALL_OVER * thick.size:
        return None
    # Where a sleeve or its shadow looks like the table an arm is in pieces.
    joined = cv2.morphologyEx(thick, cv2.MORPH_CLOSE, np.ones((GAP_CELLS, GAP_CELLS), np.uint8))
    count, labels = cv2.connectedComponents(joined, connectivity=4)
    for label in range(1, count):
        patch = (labels == label) & (thick > 0)
        area = int(patch.sum())
        on_border = max(int(side.sum()) for side in (patch[0], patch[-1], patch[:, 0], patch[:, -1]))
        if area >= LEAST_CELLS and on_border >= BORDER_CELLS and area >= LEAST_SHARE * total:
            return np.asarray(patch)
    return None


def _log(picture: Picture, cells: tuple[int, int]) -> NDArray[np.float32]:
    small = cv2.resize(picture, cells, interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(np.log(small + 12), dtype=np.float32)
