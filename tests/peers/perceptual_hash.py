"""A perceptual-hash matcher: 256 bits of a card's low frequencies, compared by counting the bits that differ.

The method is the usual one (discrete cosine transform of a small grey picture, low frequencies against their median).
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Bits = NDArray[np.uint8]

SIDE = 16
SMALL = 4 * SIDE
FARTHEST = 0.36
"""Bits that may differ, as a part of all; half of them do between pictures that have nothing in common."""
LEAD = 0.03
"""How much nearer than the next label's reference the nearest must be."""


def hash_of(picture: Picture, side: int = SIDE) -> Bits:
    """The side * side bits of a picture (BGR), packed."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, (4 * side, 4 * side), interpolation=cv2.INTER_AREA).astype(np.float32)
    low = cv2.dct(small)[:side, :side]
    return np.packbits(low > np.median(low))


def differing(hashes: Bits, bits: Bits) -> NDArray[np.int64]:
    """How many bits of each hash (rows) differ from these."""
    return np.asarray(_ONES[hashes ^ bits].sum(axis=1), dtype=np.int64)


_ONES = np.array([number.bit_count() for number in range(256)], dtype=np.uint16)


class HashMatcher:
    """Tells which reference is nearest in any quarter turn, and says nothing where none is near."""

    name = "perceptual hash, 256 bits"

    def __init__(self, references: Sequence[tuple[str, Picture]]) -> None:
        self.labels = [label for label, _ in references]
        self._hashes = np.stack([hash_of(picture) for _, picture in references])

    def identify(self, crop: Picture) -> str | None:
        """The label of a straightened card, or None."""
        nearest: dict[str, float] = {}
        for turns in range(4):
            bits = hash_of(np.ascontiguousarray(np.rot90(crop, turns)))
            apart = differing(self._hashes, bits) / (SIDE * SIDE)
            for index in np.argsort(apart)[:4]:
                label = self.labels[int(index)]
                nearest[label] = min(nearest.get(label, 1.0), float(apart[index]))
        ranked = sorted(nearest.items(), key=lambda item: item[1])
        if ranked[0][1] > FARTHEST or (len(ranked) > 1 and ranked[1][1] - ranked[0][1] < LEAD):
            return None
        return ranked[0][0]
