"""Where tokens may lie: everywhere the mean colours of rings are held against those of the enrolled faces.

Rings look the same in any turn, so one look at a coarse picture of the table does for all turns and faces at once.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

import cv2
import numpy as np

from vision.arrays import Values
from vision.decks.deck import Deck

PX_PER_MM: Final = 0.8
EDGES: Final = (0.0, 0.3, 0.5, 0.65, 0.78, 0.88, 1.0)
"""Where the rings end, over the token's radius."""
ALIKE: Final = 0.62
"""A place whose rings agree less is none."""
PLAIN: Final = 6.0
"""Where colours differ by no more than so many grey levels, rings tell little."""
MOST: Final = 160
_FINER: Final = 4
_LARGER: Final = 8


@dataclass(frozen=True, slots=True, eq=False)
class TokenCandidate:
    """A place where a token may lie, in px of the coarse picture, and how well its rings agree (0..1)."""

    column: float
    row: float
    alike: float


def candidates(coarse: Values, deck: Deck) -> list[TokenCandidate]:
    """Where discs of a deck may lie in a picture of the table from above (BGR, PX_PER_MM), likeliest first."""
    kernels, areas = _annuli(PX_PER_MM * deck.width_mm / 2)
    means = [cv2.filter2D(coarse, -1, kernel, borderType=cv2.BORDER_REPLICATE) for kernel in kernels]
    seen = _evening(areas) @ np.stack(means).reshape(len(kernels), -1)
    # Rings and colours down, places across: sums and maxima over long rows are quick.
    seen = np.ascontiguousarray(seen.reshape(len(kernels), -1, 3).transpose(0, 2, 1)).reshape(
        3 * len(kernels), -1
    )
    strength = np.sqrt(np.einsum("vp,vp->p", seen, seen)) + np.float32(PLAIN)
    known = _profiles(deck)
    alike = ((known.reshape(len(known), -1) @ seen).max(axis=0) / strength).reshape(coarse.shape[:2])
    apart = np.ones((2 * round(PX_PER_MM * deck.width_mm / 6) + 1,) * 2, np.uint8)
    rows, columns = np.nonzero((alike >= cv2.dilate(alike, apart)) & (alike >= ALIKE))
    found = [
        TokenCandidate(float(column), float(row), float(alike[row, column]))
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
    ]
    return sorted(found, key=lambda one: -one.alike)[:MOST]


def _evening(areas: Values) -> Values:
    """The matrix that takes from ring means their mean colour, and weighs them so that every area counts alike."""
    size = len(areas)
    return np.asarray(np.sqrt(areas)[:, None] * (np.eye(size) - np.outer(np.ones(size), areas)), np.float32)


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
    """The ring means of each face (faces x rings x 3), evened and of length 1."""
    radius = PX_PER_MM * deck.width_mm / 2 * _LARGER
    kernels, areas = _annuli(radius)
    size = kernels[0].shape[0]
    inner = round(2 * radius)
    before = (size - inner) // 2
    found = []
    for face in deck.faces:
        image = cv2.resize(face.image, (inner, inner), interpolation=cv2.INTER_AREA).astype(np.float32)
        after = size - inner - before
        padded = cv2.copyMakeBorder(image, before, after, before, after, cv2.BORDER_REPLICATE)
        means = [[float((padded[..., c] * kernel).sum()) for c in range(3)] for kernel in kernels]
        even = _evening(areas) @ np.array(means, np.float32)
        found.append(even / max(1e-6, float(np.sqrt((even**2).sum()))))
    return np.asarray(np.stack(found), np.float32)
