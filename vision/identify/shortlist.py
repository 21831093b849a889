"""The few faces among a thousand that a card may show: small thumbnails, freed of light, in one matrix product.

Rule kept: burnt-out or hidden samples have no say, on either side of the comparison.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Picture, Values
from vision.decks.references import References, shrunk
from vision.light.contrast import flat_unit, stand_out

ACROSS = 16
"""Samples across a card's shorter side: each forgives a misplacement of some 3 % of the card."""
PX_A_SAMPLE = 8
"""Faces are blurred at so many px a sample: with half as many a nine of hearts in a photograph became a ten."""
NOISE = 6.0
"""Contrast (grey levels) below which a patch is taken for plain."""


@dataclass(frozen=True, slots=True, eq=False)
class Thumbnails:
    """All references of a group as rows of one matrix (K x values, each of length 1) and their squares by sample."""

    rows: int
    columns: int
    values: Values
    squares: Values

    def agreements(self, patches: Values, weights: Values | None) -> Values:
        """How well each upright patch (N x rows x columns x 3, grey levels) agrees with each reference (N x K, -1..1).

        `weights` (N x rows x columns, 0..1) says which samples count; None: all of them.
        """
        if weights is None:
            flat = flat_unit(stand_out(patches, noise=NOISE))
            return np.asarray((self.values @ flat.T).T, dtype=np.float32)
        flat = np.stack(
            [
                stand_out(patch[None], noise=NOISE, weights=weight)[0].ravel()
                for patch, weight in zip(patches, weights, strict=True)
            ]
        )
        weighted = flat * np.repeat(weights.reshape(len(weights), -1), 3, axis=1)
        theirs = weights.reshape(len(weights), -1) @ self.squares.T
        own = np.einsum("ij,ij->i", weighted, flat)
        return np.asarray(weighted @ self.values.T / np.sqrt(theirs * own[:, None] + 1e-9), dtype=np.float32)


def thumbnails(group: References, pictures: Sequence[Picture]) -> Thumbnails:
    """The thumbnails of all references of a group, given their pictures."""
    rows, columns = grid(group, ACROSS)
    small = np.stack([shrunk(picture, rows, columns, PX_A_SAMPLE) for picture in pictures])
    values = flat_unit(stand_out(small, noise=NOISE))
    squares = (values**2).reshape(len(values), -1, 3).sum(axis=2)
    return Thumbnails(rows, columns, values, np.ascontiguousarray(squares))


def grid(group: References, across: int) -> tuple[int, int]:
    """Rows and columns with which a card of the group has so many samples across its shorter side."""
    shorter = min(group.width_mm, group.height_mm)
    return round(across * group.height_mm / shorter), round(across * group.width_mm / shorter)


def best(scores: Values, most: int) -> list[tuple[float, int]]:
    """The highest scores (K) with their numbers, at most `most`, highest first; of equal ones the earlier."""
    some = min(most, len(scores))
    return [(float(scores[index]), int(index)) for index in np.argsort(-scores, kind="stable")[:some]]
