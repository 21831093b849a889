"""Where on its card a penny is held against the print: just about its middle, however the card is turned."""

from math import cos, radians, sin
from typing import Any

import numpy as np
import pytest

from companion.sight import Sighting
from vision.cards.fitting import Lying, Pose
from vision.decks.references import Reference, References
from vision.pennies import reader as penny_print
from vision.pennies.reader import is_print

CHANCE = np.random.default_rng(3)
BLOTS = np.kron(CHANCE.integers(0, 255, (30, 20, 3)), np.ones((6, 6, 1))).astype(np.uint8)
GROUP = References(
    60.0, 90.0, (Reference("deck", "fox", BLOTS), Reference("deck", "owl", np.full_like(BLOTS, 90)))
)
PRINT = GROUP.fine_pictures[0]
ROWS, COLUMNS = PRINT.shape[:2]
PLANE: Any = None


def holds(
    monkeypatch: pytest.MonkeyPatch,
    right: float,
    up: float,
    angle: float,
    *,
    within_mm: float = 9.0,
    index: int = 0,
) -> bool:
    """Whether print is found at a place of the card, where the print shows there and nowhere else."""
    x = (np.arange(COLUMNS) + 0.5) / COLUMNS * 60 - 30
    y = 45 - (np.arange(ROWS) + 0.5) / ROWS * 90
    there = np.hypot(x[None, :] - right, y[:, None] - up) < within_mm
    seen = np.where(there[..., None], PRINT * 0.5 + 40, CHANCE.uniform(0, 255, PRINT.shape))
    monkeypatch.setattr(penny_print, "fine_patch", lambda *_told: (seen, None))
    turn = radians(angle)
    at = 200 + right * cos(turn) - up * sin(turn), 300 + right * sin(turn) + up * cos(turn)
    penny = Sighting("penny", "heads", x=at[0], y=at[1])
    card = Lying(GROUP, index, Pose(200.0, 300.0, angle), 1.0)
    return is_print(np.zeros((4, 4, 3), np.uint8), PLANE, penny, card)


@pytest.mark.parametrize("angle", [0.0, 30.0, 90.0, 200.0])
@pytest.mark.parametrize(("right", "up"), [(0.0, 0.0), (12.0, 20.0), (-15.0, 8.0), (5.0, -30.0)])
def test_print_is_compared_about_the_penny(
    monkeypatch: pytest.MonkeyPatch, right: float, up: float, angle: float
) -> None:
    assert holds(monkeypatch, right, up, angle)
    assert not holds(monkeypatch, right, up, angle, within_mm=4.0), "a fifth of it is too little"


def test_at_the_cards_edge_half_of_the_place_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    assert holds(monkeypatch, 29.0, 0.0, 0.0)
    assert not holds(monkeypatch, 31.0, 0.0, 0.0)
    assert holds(monkeypatch, 0.0, 44.0, 0.0)
    assert not holds(monkeypatch, 0.0, 46.0, 0.0)


def test_without_print_or_place_nothing_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not holds(monkeypatch, 0.0, 0.0, 0.0, index=1), "plain paper"
    picture = np.zeros((4, 4, 3), np.uint8)
    known = Lying(GROUP, 0, Pose(0.0, 0.0, 0.0), 1.0)
    assert not is_print(picture, PLANE, Sighting("penny", None, x=0.0), known)
    assert not is_print(picture, PLANE, Sighting("penny", None, y=0.0), known)
    unknown = Lying(GROUP, None, Pose(0.0, 0.0, 0.0), 1.0)
    assert not is_print(picture, PLANE, Sighting("penny", None, x=0.0, y=0.0), unknown)
