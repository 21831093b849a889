"""A card half beneath another is laid along what shows of its sides."""

from math import radians

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.loose.reader import along_free_edges
from vision.workshop.training.painted_grounds import rectangle

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]

SIZE = (63.0, 88.0)
PX_PER_MM = 2.0


def card(x: float, y: float, degrees: float) -> Floats:
    return rectangle(np.array([x, y]), SIZE[0], SIZE[1], radians(degrees))


def painted(lower: Floats, upper: Floats) -> Picture:
    picture = np.full((500, 600, 3), 60, np.uint8)
    for quad, colour in ((lower, (190, 210, 200)), (upper, (230, 240, 240))):
        cv2.fillConvexPoly(picture, np.rint(quad * 16).astype(np.int32), colour, cv2.LINE_AA, 4)
    grain = np.random.default_rng(1).normal(0, 14, picture.shape)
    soft = cv2.GaussianBlur(picture, (0, 0), 1.0) + cv2.GaussianBlur(grain, (0, 0), 1.0)
    return np.asarray(np.clip(soft, 0, 255), np.uint8)


@pytest.mark.parametrize(
    ("x", "y", "degrees"), [(350, 250, 0), (250, 250, 6), (300, 330, -5), (350, 300, 20)]
)
def test_an_outline_that_is_askew_is_laid_along_the_free_edges(x: float, y: float, degrees: float) -> None:
    lower, upper = card(x, y, degrees), card(300, 250, 0)
    askew = lower + np.array([[6, -14], [8, 12], [-4, 10], [5, -9]])
    found, strength = along_free_edges(painted(lower, upper), askew, SIZE, (upper, SIZE), [upper])
    assert np.abs(found - lower).max() < 3.5
    assert strength > 0.8


def test_a_card_that_is_not_there_has_no_edges() -> None:
    upper = card(300, 250, 0)
    _, strength = along_free_edges(painted(upper, upper), card(350, 250, 0), SIZE, (upper, SIZE), [upper])
    assert strength < 0.4


def test_an_outline_wholly_hidden_stays_as_it_is() -> None:
    upper = card(300, 250, 0)
    found, strength = along_free_edges(painted(upper, upper), upper, SIZE, (upper, SIZE), [upper])
    assert strength == 0
    assert np.array_equal(found, upper)
