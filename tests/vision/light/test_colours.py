"""Colours have plain names, and a lamp changes them little."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.sight import Table
from vision.light.colours import White, body_colour, colour_name, white_of
from vision.painted.standpoint import CameraPose

NAMED = {
    "red": (200, 30, 40),
    "orange": (235, 120, 30),
    "yellow": (240, 205, 50),
    "green": (35, 130, 60),
    "blue": (40, 75, 180),
    "violet": (110, 50, 150),
    "pink": (245, 130, 185),
    "brown": (105, 65, 35),
    "black": (25, 25, 28),
    "grey": (130, 130, 132),
    "white": (238, 236, 232),
}
LAMPS = {"2700 K": (1.0, 0.66, 0.34), "4000 K": (1.0, 0.83, 0.64), "6500 K": (0.95, 0.97, 1.0)}
"""Linear red, green and blue of lamps, as a camera set for daylight sees them."""
SQUARE = np.array([(60.0, 60.0), (100.0, 60.0), (100.0, 100.0), (60.0, 100.0)])


def picture(rgb: tuple[int, int, int]) -> NDArray[np.uint8]:
    """A grey table with white cards and a square of some colour with white print on it."""
    image = np.full((160, 240, 3), 120, np.uint8)
    cv2.rectangle(image, (130, 20), (220, 140), (236, 236, 236), -1)
    cv2.rectangle(image, (55, 55), (105, 105), rgb[::-1], -1)
    cv2.rectangle(image, (70, 70), (85, 90), (240, 240, 240), -1)
    return image


def lit(image: NDArray[np.uint8], lamp: tuple[float, float, float]) -> NDArray[np.uint8]:
    linear = (image / 255.0) ** 2.2 * np.array(lamp[::-1])
    return np.asarray(np.rint(linear ** (1 / 2.2) * 255), np.uint8)


@pytest.mark.parametrize("name", NAMED)
def test_a_colour_has_a_plain_name(name: str) -> None:
    image = picture(NAMED[name])
    assert body_colour(image, SQUARE, white_of(image, None)) == name


@pytest.mark.parametrize("lamp", LAMPS)
@pytest.mark.parametrize("name", NAMED)
def test_with_white_known_any_lamp_will_do(name: str, lamp: str) -> None:
    image = lit(picture(NAMED[name]), LAMPS[lamp])
    paper = image[100, 175].astype(np.float64) / 255
    gains = 0.85 / np.maximum(
        np.where(paper > 0.04045, ((paper + 0.055) / 1.055) ** 2.4, paper / 12.92), 1e-3
    )
    assert body_colour(image, SQUARE, White(tuple(gains.tolist()))) == name


def test_a_colour_without_hue_is_told_by_its_lightness() -> None:
    names = [colour_name(np.array([light, 0.0, 0.0])) for light in np.linspace(0, 1, 50)]
    assert names[0] == "black" and names[-1] == "white"
    assert [name for name, before in zip(names[1:], names, strict=False) if name != before] == [
        "grey",
        "white",
    ]


def test_a_dark_picture_is_taken_as_dark_not_as_black() -> None:
    image = np.asarray(picture(NAMED["grey"]) * 0.6, np.uint8)
    assert body_colour(image, SQUARE, white_of(image, None)) == "grey"


def test_an_outline_outside_the_picture_is_no_fault() -> None:
    image = picture(NAMED["red"])
    assert body_colour(image, SQUARE + 1000, white_of(image, None)) == "grey"


@pytest.mark.parametrize("lamp", LAMPS)
@pytest.mark.parametrize("name", NAMED)
def test_the_paper_of_the_tags_tells_what_is_white(name: str, lamp: str) -> None:
    image = picture(NAMED[name])
    cv2.rectangle(image, (6, 110), (46, 150), (236, 236, 236), -1)
    cv2.rectangle(image, (14, 118), (38, 142), (20, 20, 20), -1)
    tag = np.array([(14.0, 118.0), (38.0, 118.0), (38.0, 142.0), (14.0, 142.0)])
    table = Table(300.0, 200.0)
    plane = replace(CameraPose.over(table, (240, 160)).plane(table), tags_px={0: tag})
    seen = lit(image, LAMPS[lamp])
    assert body_colour(seen, SQUARE, white_of(seen, plane)) == name


@pytest.mark.parametrize("name", ["red", "green", "blue", "black", "white", "yellow", "brown"])
def test_without_a_mat_bright_things_of_a_bulbs_hue_are_taken_for_white(name: str) -> None:
    warm = lit(picture(NAMED[name]), (1.0, 0.62, 0.26))
    assert body_colour(warm, SQUARE, white_of(warm, None)) == name


def test_without_anything_that_may_be_white_the_cameras_own_is_believed() -> None:
    red = np.full((160, 240, 3), (40, 40, 210), np.uint8)
    blue, green, other = white_of(red, None).gains
    assert blue == green == other
    dark = np.full((160, 240, 3), 20, np.uint8)
    assert len(set(white_of(dark, None).gains)) == 1
