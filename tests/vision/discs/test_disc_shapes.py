"""Shapes are told in numbers that a network can learn, and squares are cut where they are said to be."""

import numpy as np
import pytest

from vision.discs.reader import AROUND, CROP_PX, cut_at, spread_of
from vision.workshop.training.disc_lessons import numbers_of


@pytest.mark.parametrize("seed", range(6))
def test_an_ellipse_comes_back_from_its_numbers(seed: int) -> None:
    chance = np.random.default_rng(seed)
    turn = chance.uniform(0, np.pi)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    spread = spin @ np.diag(np.exp(chance.uniform(-1.5, 0.3, 2)))
    back = spread_of(numbers_of(spread))
    assert np.allclose(back @ back.T, spread @ spread.T, atol=1e-6)


def test_a_square_is_cut_about_its_place() -> None:
    image = np.zeros((200, 300, 3), np.uint8)
    image[95:106, 195:206] = 255
    cut = cut_at(image, 200.0, 100.0, 30.0)
    assert cut.picture.shape == (CROP_PX, CROP_PX, 3)
    assert (cut.x, cut.y) == pytest.approx((200.0, 100.0), abs=0.51)
    assert cut.half == pytest.approx(AROUND * 30, abs=0.6)
    rows, columns = np.nonzero(cut.picture[..., 0] > 128)
    found_x = cut.x + ((columns.mean() + 0.5) / CROP_PX * 2 - 1) * cut.half
    found_y = cut.y + ((rows.mean() + 0.5) / CROP_PX * 2 - 1) * cut.half
    assert (found_x, found_y) == pytest.approx((200.0, 100.0), abs=1.0)


@pytest.mark.parametrize("at", [(0.0, 0.0), (299.0, 199.0), (-40.0, 100.0), (900.0, 900.0)])
def test_a_square_may_hang_over_the_border(at: tuple[float, float]) -> None:
    cut = cut_at(np.full((200, 300, 3), 77, np.uint8), *at, 30.0)
    assert cut.picture.shape == (CROP_PX, CROP_PX, 3)
