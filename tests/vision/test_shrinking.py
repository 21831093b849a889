"""Pictures brought down are the means of what their px stand for, however far they are brought down."""

import cv2
import numpy as np
import pytest

from vision.shrinking import brought_down

CHANCE = np.random.default_rng(2)


@pytest.mark.parametrize(("wide", "high"), [(160, 90), (80, 45), (77, 41), (30, 20), (21, 11)])
def test_the_mean_is_kept(wide: int, high: int) -> None:
    picture = np.asarray(cv2.blur(CHANCE.integers(0, 256, (90, 160, 3)).astype(np.uint8), (9, 9)), np.uint8)
    small = brought_down(picture, wide, high)
    at_once = cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA)
    assert small.shape == (high, wide, 3)
    assert np.abs(small.astype(int) - at_once).max() <= 10
    assert np.abs(small.astype(int) - at_once).mean() < 1.5


def test_a_picture_of_that_size_is_itself() -> None:
    picture = np.zeros((40, 60), np.uint8)
    assert brought_down(picture, 60, 40) is picture
