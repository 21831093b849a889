"""Where the towers of the book stand in a picture, each in a place of its own.

Rule kept: two towers never stand in one place; the one that shows better has it, the other is looked for beside it.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.towers.look import TowerLook
from vision.towers.towers import BookedTower, StandingTower, stand

LEAST_STANDING: Final = 2.5
"""A tower of the book whose top has a smaller score is not where the book has it."""
SIDE_BY_SIDE: Final = 0.85
"""Pieces whose middles are nearer than so much of their width do not stand side by side."""


def standing(look: TowerLook, book: Sequence[BookedTower]) -> list[StandingTower]:
    """The towers of the book that are where it has them, in its order."""
    waiting = [(number, stand(look, booked)) for number, booked in enumerate(book) if booked.colours]
    placed: dict[int, StandingTower] = {}
    while waiting:
        waiting.sort(key=lambda one: one[1].top.score)
        number, tower = waiting.pop()
        if tower.top.score < LEAST_STANDING:
            continue
        booked = tower.booked
        taken = [(other.x, other.y) for other in placed.values()]
        # The book has towers that can only stand here nearer together than that where one lies across the other.
        if booked.reach_mm > look.size.across and _is_taken(look, tower, taken):
            waiting.append((number, stand(look, booked, taken, SIDE_BY_SIDE * look.size.across)))
        else:
            placed[number] = tower
    return [placed[number] for number in sorted(placed)]


def _is_taken(look: TowerLook, tower: StandingTower, taken: Sequence[tuple[float, float]]) -> bool:
    apart = SIDE_BY_SIDE * look.size.across
    return any(float(np.hypot(tower.x - x, tower.y - y)) < apart for x, y in taken)
