"""Copper is told from silver and brass by its colour, as far as the light is known; glare tells no colour."""

import numpy as np
import pytest

from vision.pennies.reader import UNTOLD, copper_chance

Colour = tuple[int, int, int]
WARM = (1.0, 0.8, 0.66)
"""Blue, green and red under which white is white in a bulb's light."""


def plain(colour: Colour) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.full((48, 48, 3), colour, np.uint8)


@pytest.mark.parametrize("colour", [(58, 84, 128), (96, 146, 222), (20, 30, 60), (90, 60, 110)])
def test_copper_may_be_a_penny(colour: Colour) -> None:
    assert copper_chance(plain(colour)) > 0.98


@pytest.mark.parametrize(
    "colour", [(150, 150, 150), (90, 100, 98), (60, 70, 71), (180, 190, 190), (112, 182, 214)]
)
def test_silver_and_brass_are_none(colour: Colour) -> None:
    assert copper_chance(plain(colour)) < 0.1


def test_a_lamp_makes_no_copper_of_silver() -> None:
    silver, copper = (100, 130, 158), (58, 105, 192)
    assert copper_chance(plain(silver)) > 0.9
    assert copper_chance(plain(silver), WARM) < 0.1
    assert copper_chance(plain(copper), WARM) > 0.98


def test_no_light_makes_copper_of_what_is_none() -> None:
    assert copper_chance(plain((150, 150, 150)), (0.6, 0.8, 1.0)) < 0.1


@pytest.mark.parametrize("colour", [(255, 255, 255), (250, 252, 255), (4, 5, 6)])
def test_what_is_burnt_or_dark_has_no_side_that_is_sure(colour: Colour) -> None:
    assert copper_chance(plain(colour)) == UNTOLD < 0.9


def test_burnt_copper_is_yellow_which_tells_only_where_white_is_known() -> None:
    assert copper_chance(plain((179, 228, 243))) == 1.0
    assert copper_chance(plain((179, 228, 243)), WARM) == UNTOLD


def test_only_what_lies_within_the_circle_counts() -> None:
    crop = plain((150, 150, 150))
    y, x = np.mgrid[0:48, 0:48] - 23.5
    crop[np.hypot(x, y) < 16] = (58, 84, 128)
    assert copper_chance(crop) > 0.98
