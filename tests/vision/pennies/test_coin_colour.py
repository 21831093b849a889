"""Copper is told from silver by how red it is; what is burnt or dark tells nothing."""

import numpy as np
import pytest

from vision.pennies.reader import MOST_DOUBT, colour_doubt


def plain(colour: tuple[int, int, int], side: int = 48) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.full((side, side, 3), colour, np.uint8)


@pytest.mark.parametrize("colour", [(58, 84, 128), (96, 146, 222), (20, 30, 60), (90, 60, 110)])
def test_copper_is_not_doubted(colour: tuple[int, int, int]) -> None:
    assert colour_doubt(plain(colour), 16.0) == 0.0


@pytest.mark.parametrize("colour", [(150, 150, 150), (90, 100, 98), (60, 70, 71), (180, 190, 190)])
def test_silver_is_doubted_much(colour: tuple[int, int, int]) -> None:
    assert -MOST_DOUBT <= colour_doubt(plain(colour), 16.0) < -3


@pytest.mark.parametrize("colour", [(255, 255, 255), (250, 252, 255), (4, 5, 6)])
def test_what_is_burnt_or_dark_tells_nothing(colour: tuple[int, int, int]) -> None:
    assert colour_doubt(plain(colour), 16.0) == 0.0


def test_only_what_lies_within_the_circle_counts() -> None:
    crop = plain((150, 150, 150))
    y, x = np.mgrid[0:48, 0:48] - 23.5
    crop[np.hypot(x, y) < 16] = (58, 84, 128)
    assert colour_doubt(crop, 16.0) == 0.0
