"""The chance that a card lies at an outline that was not read: what would be seen if one did.

A card ends: along its sides the colour changes, except where another card adjoins it that looks the same there. The
finder sees card within and edges all round. Rule kept: what only fills the room between cards, borrowing their edges,
is none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.loose.outlines import Finder
from vision.loose.sides import steps_along

LEAST_STEP: Final = 8.0
"""A card's colour differs by so much (Lab) from what lies about it, along all sides but one."""
MOST_STEP: Final = 40.0
"""Steps of colour beyond which larger ones tell no more."""
BEYOND: Final = 1.2
"""So far out from a card's middle (in half cards) it is looked whether another adjoins."""
POINTS: Final = 7
ADJOINS: Final = 0.55
"""The part of a side along which another card must lie."""
JOINED_STEP: Final = 20.0
"""What a side counts as, at which another card adjoins that looks the same there."""
CALIBRATION: Final = (1.07, 3.26, 2.88, 1.61, 0.99, 1.66, 0.65, -4.75)
"""The chance of a card: logistic in `Signs.values`, and an offset. Fitted on what nothing was read of in photographs of
seven sources, rendered scenes and painted tables, each source checked with the fit of the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """What speaks for a card: the finder's chance, what it sees within and along the sides (mean, weakest), and the
    steps of colour (Lab) beyond the sides, the weakest first. `own`: sides at which no other card ends."""

    finder: float
    cover: float
    edges: float
    weakest: float
    steps: tuple[float, float, float, float]
    own: int

    @property
    def values(self) -> Floats:
        """As numbers of about one size, for the calibration."""
        chance = min(max(self.finder, 0.02), 0.98)
        steps = [min(step, MOST_STEP) / MOST_STEP for step in self.steps]
        return np.array([np.log(chance / (1 - chance)), self.cover, self.edges, self.weakest, *steps[:3]])

    @property
    def sure(self) -> float:
        """The chance that a card lies there; none where its colour goes on beyond two sides, or no side is its own."""
        if self.steps[1] < LEAST_STEP or not self.own:
            return 0.0
        odds = float(self.values @ np.array(CALIBRATION[:-1])) + CALIBRATION[-1]
        return 1 / (1 + float(np.exp(-odds)))


def signs(image: Picture, finder: Finder, corners: Floats, chance: float, others: Sequence[Floats]) -> Signs:
    """What is seen at an outline (4 x 2 px), beside the outlines of other cards."""
    seen = finder.evidence(corners)
    steps = steps_along(image, corners).tolist()
    joined = _adjoining(corners, others)
    sides = list(zip(steps, joined, strict=True))
    ended = [JOINED_STEP if touched and step < LEAST_STEP else step for step, touched in sides]
    own = sum(touched == (step < LEAST_STEP) for step, touched in sides)
    weakest, second, third, strongest = sorted(float(step) for step in ended)
    return Signs(
        finder=chance,
        cover=seen.cover,
        edges=seen.edges,
        weakest=seen.weakest,
        steps=(weakest, second, third, strongest),
        own=own,
    )


def _adjoining(corners: Floats, others: Sequence[Floats]) -> list[bool]:
    """For each side (from the first corner on) whether another outline lies just beyond most of it."""
    centre = corners.mean(axis=0)
    parts = np.linspace(0.1, 0.9, POINTS)[None, :, None]
    sides = corners[:, None] * (1 - parts) + np.roll(corners, -1, axis=0)[:, None] * parts
    places = centre + (sides - centre) * BEYOND
    within = np.zeros(places.shape[:2], dtype=bool)
    for other in others:
        hull = cv2.convexHull(other.astype(np.float32))
        low, high = other.min(axis=0), other.max(axis=0)
        if (places.max(axis=(0, 1)) < low).any() or (places.min(axis=(0, 1)) > high).any():
            continue
        within |= np.array(
            [
                [cv2.pointPolygonTest(hull, (float(x), float(y)), measureDist=False) >= 0 for x, y in side]
                for side in places
            ]
        )
    return [bool(side.mean() >= ADJOINS) for side in within]
