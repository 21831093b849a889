"""Where tokens may lie: everywhere the mean colours of rings are held against those of the enrolled faces.

Rings look the same in any turn, so one look at a coarse picture of the table does for all turns and faces at once.
"""

from functools import lru_cache
from itertools import pairwise
from typing import Final

import cv2
import numpy as np

from vision.arrays import Picture, Points, Values
from vision.decks.deck import Deck

PX_PER_MM: Final = 0.8
EDGES: Final = (0.0, 0.3, 0.5, 0.65, 0.78, 0.88, 1.0)
"""Where the rings end, over the token's radius."""
ALIKE: Final = 0.62
"""A place whose rings agree less is none."""
PLAIN: Final = 0.12
"""Where light differs by no more than this share of how it differs over the table, rings tell little."""
SOFT: Final = 0.6
"""Blur (px) of the coarse picture."""
MOST: Final = 160
_FINER: Final = 4
_LARGER: Final = 8


def candidates(coarse: Values, deck: Deck, contrast: float) -> Points:
    """Where discs of a deck may lie in a picture of the table from above (BGR, PX_PER_MM): px, likeliest first.

    `contrast`: how the light of the whole table differs, so that a part of it is read as the whole is.
    """
    seen = _evened(coarse, PX_PER_MM * deck.width_mm / 2)
    strength = np.sqrt(np.einsum("vp,vp->p", seen, seen)) + np.float32(PLAIN * contrast)
    alike = ((_profiles(deck) @ seen).max(axis=0) / strength).reshape(coarse.shape[:2])
    apart = np.ones((2 * round(PX_PER_MM * deck.width_mm / 6) + 1,) * 2, np.uint8)
    rows, columns = np.nonzero((alike >= cv2.dilate(alike, apart)) & (alike >= ALIKE))
    order = np.argsort(-alike[rows, columns], kind="stable")[:MOST]
    return np.column_stack([columns[order], rows[order]]).astype(np.float64)


def light(levels: Picture | Values) -> Values:
    """The linear light of grey levels, about as sRGB has it."""
    return np.asarray((levels / np.float32(255)) ** 2.2, np.float32)


def _evened(picture: Values, radius: float) -> Values:
    """The mean light of each ring about each place, without the mean of all: rings and colours down, places across.

    A reflection adds evenly to linear light, so that nothing is left of it. Every area counts alike.
    """
    kernels, areas = _annuli(radius)
    lit = light(picture)
    means = [cv2.filter2D(lit, -1, kernel, borderType=cv2.BORDER_REPLICATE) for kernel in kernels]
    evening = np.sqrt(areas)[:, None] * (np.eye(len(areas)) - areas)
    even = evening.astype(np.float32) @ np.stack(means).reshape(len(kernels), -1)
    # Sums and maxima over long rows are quick.
    across = even.reshape(len(kernels), -1, 3).transpose(0, 2, 1)
    return np.ascontiguousarray(across.reshape(3 * len(kernels), -1))


@lru_cache(maxsize=16)
def _annuli(radius: float) -> tuple[tuple[Values, ...], Values]:
    """A kernel for the mean of each ring about a place, and each ring's part of the disc."""
    reach = int(np.ceil(radius))
    fine = (np.arange((2 * reach + 1) * _FINER) + 0.5) / _FINER - reach - 0.5
    far = np.hypot(fine[None], fine[:, None]) / radius
    size = 2 * reach + 1
    shares = [
        ((far >= low) & (far < high)).reshape(size, _FINER, size, _FINER).mean(axis=(1, 3))
        for low, high in pairwise(EDGES)
    ]
    areas = np.array([share.sum() for share in shares], np.float32)
    kernels = tuple(np.asarray(share / share.sum(), np.float32) for share in shares)
    return kernels, np.asarray(areas / areas.sum(), np.float32)


@lru_cache(maxsize=16)
def _profiles(deck: Deck) -> Values:
    """The rings of each face (faces x rings and colours), evened and of length 1."""
    radius = PX_PER_MM * deck.width_mm / 2 * _LARGER
    side = 2 * int(radius) + 1
    found = []
    for face in deck.faces:
        sharp = cv2.resize(face.image, (side, side), interpolation=cv2.INTER_AREA)
        even = _evened(cv2.GaussianBlur(sharp, (0, 0), SOFT * _LARGER).astype(np.float32), radius)
        middle = even[:, side * side // 2]
        found.append(middle / max(1e-6, float(np.linalg.norm(middle))))
    return np.asarray(np.stack(found), np.float32)
