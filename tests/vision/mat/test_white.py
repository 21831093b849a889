"""The tags' paper tells the light's colour; paper that is burnt out, dark or strongly coloured tells nothing."""

import numpy as np
import pytest

from tests.vision.shown import picture, plane
from vision.arrays import Picture
from vision.mat.plane import NO_GAINS, white_gains, white_paper, whitened

NAME = "000.jpg"


def lit(blue: float, green: float, red: float) -> Picture:
    return np.asarray(np.clip(picture(NAME) * np.array((blue, green, red)), 0, 255), np.uint8)


def unevenness(image: Picture) -> float:
    paper = white_paper(image, plane(NAME))
    assert paper is not None
    return float(paper.max() / paper.min())


@pytest.mark.parametrize("light", [(0.6, 0.8, 0.9), (0.9, 0.8, 0.65), (0.7, 0.9, 0.7)])
def test_under_any_lamp_paper_comes_out_grey(light: tuple[float, float, float]) -> None:
    image = lit(*light)
    gains = white_gains(image, plane(NAME))
    assert max(gains) == 1.0
    assert unevenness(whitened(image, gains)) < 1.04 < unevenness(image)


@pytest.mark.parametrize("light", [(0.03, 0.05, 0.06), (1.6, 1.0, 1.0), (0.2, 0.9, 0.9)])
def test_paper_that_tells_nothing_leaves_colours_as_they_are(light: tuple[float, float, float]) -> None:
    image = lit(*light)
    assert white_gains(image, plane(NAME)) == NO_GAINS
    assert whitened(image, NO_GAINS) is image


def test_one_burnt_tag_has_no_say() -> None:
    warm = lit(0.6, 0.8, 0.9)
    honest = white_gains(warm, plane(NAME))
    corners = plane(NAME).tags_px[0]
    low, high = corners.min(axis=0).astype(int) - 14, corners.max(axis=0).astype(int) + 14
    glaring = warm.copy()
    glaring[low[1] : high[1], low[0] : high[0]] = 255
    assert white_gains(glaring, plane(NAME)) == pytest.approx(honest, abs=0.04)
    assert len(plane(NAME).tags_px) == 4


def test_the_same_picture_is_looked_at_once_and_another_anew() -> None:
    one, other = lit(0.6, 0.8, 0.9), lit(0.9, 0.8, 0.65)
    first = white_gains(one, plane(NAME))
    assert white_gains(one, plane(NAME)) is first
    assert white_gains(other, plane(NAME)) != first
    assert white_gains(one, plane(NAME)) == first
