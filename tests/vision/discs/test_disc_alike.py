"""A place that looks like a sure round piece of its table is likelier to be one; others stay as they were."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.discs.reader import LEAST_POINTED, SURE, Body, as_sets

Picture = NDArray[np.uint8]
GREEN, RED = (60, 150, 40), (40, 40, 200)


def table() -> Picture:
    """Two green discs and a red one, and a large green one, on grey."""
    picture = np.full((200, 420, 3), 128, np.uint8)
    for middle, colour, radius in ((50, GREEN, 15), (120, GREEN, 15), (190, RED, 15), (310, GREEN, 40)):
        cv2.circle(picture, (middle, 100), radius, colour, -1)
    return picture


def body(x: float, radius: float) -> Body:
    middle = np.array([x, 100.0])
    return Body((0.5, 0.5, 0.0, 0.0), middle, middle, np.diag([radius, radius]), 1.0)


POINTED = [0.7, 0.7, 0.7, 0.7]
BODIES = [body(50, 15), body(120, 15.5), body(190, 15), body(310, 40)]


def test_a_set_speaks_for_its_own_size_and_colour_only() -> None:
    sure, same, other_colour, other_size = as_sets(table(), BODIES, [0.95, 0.2, 0.2, 0.2], POINTED)
    assert sure == 0.95
    assert same > 0.75
    assert other_colour == pytest.approx(0.2, abs=0.05)
    assert other_size == pytest.approx(0.2, abs=0.05)


def test_what_is_surely_none_stays_none() -> None:
    assert as_sets(table(), BODIES, [0.95, 0.01, 0.0, 0.0], POINTED)[1] < 0.3


def test_without_a_sure_piece_nothing_changes() -> None:
    told = [SURE - 0.05, 0.5, 0.1, 0.3]
    assert as_sets(table(), BODIES, told, POINTED) == told
    assert as_sets(table(), [], [], []) == []


def test_what_the_finder_hardly_points_at_no_set_speaks_for() -> None:
    told = [0.95, 0.2, 0.2, 0.2]
    assert as_sets(table(), BODIES, told, [0.7, LEAST_POINTED - 0.05, 0.7, 0.7])[1] == 0.2
