"""Tags that look just as they did lie where they lay; moved by half a pixel, or covered, they do not look so."""

import cv2
import numpy as np
import pytest

from tests.vision.shown import picture, plane, table
from vision.arrays import Picture
from vision.mat.following import CHECK_EVERY_S, MatFinder, TagPictures
from vision.motion.glimpse import Changed

NAME = "000.jpg"
NOTHING = Changed(everything=False, boxes=())


def shifted(right: float, down: float) -> Picture:
    size = picture(NAME).shape[1::-1]
    onto = np.array([[1, 0, right], [0, 1, down]], np.float64)
    return np.asarray(cv2.warpAffine(picture(NAME), onto, size, flags=cv2.INTER_CUBIC), np.uint8)


@pytest.fixture
def tags() -> TagPictures:
    return TagPictures(picture(NAME), plane(NAME).tags_px)


def test_brightness_and_noise_are_no_movement(tags: TagPictures) -> None:
    noise = np.random.default_rng(1).normal(0, 4, picture(NAME).shape)
    assert tags.show_in(np.asarray(np.clip(picture(NAME) * 0.7 + 12 + noise, 0, 255), np.uint8))


@pytest.mark.parametrize(("right", "down"), [(0.5, 0.0), (0.0, -0.5), (0.4, 0.4), (3.0, 0.0)])
def test_half_a_pixel_is_movement(tags: TagPictures, right: float, down: float) -> None:
    assert not tags.show_in(shifted(right, down))


def test_a_covered_tag_another_size_and_no_tags_prove_nothing(tags: TagPictures) -> None:
    covered = picture(NAME).copy()
    low, high = plane(NAME).tags_px[1].min(axis=0).astype(int), plane(NAME).tags_px[1].max(axis=0).astype(int)
    covered[low[1] : high[1], low[0] : (low[0] + high[0]) // 2] = 90
    assert not tags.show_in(covered)
    covered[low[1] - 9 : high[1] + 9, low[0] - 9 : high[0] + 9] = 90
    assert not tags.show_in(covered)
    assert not tags.show_in(picture(NAME)[:-2])
    assert not TagPictures(picture(NAME), {}).show_in(picture(NAME))


def test_tags_that_look_as_they_did_are_not_measured_again(monkeypatch: pytest.MonkeyPatch) -> None:
    finder = MatFinder(table())
    found, _mat = finder.find(picture(NAME), None, None, Changed(everything=True, boxes=()), 0.0)
    assert found is not None
    assert not finder.has_moved(picture(NAME).copy(), found, NOTHING, CHECK_EVERY_S)
    with monkeypatch.context() as patch:
        patch.setattr(finder, "_there", lambda *_asked: pytest.fail("nothing there has changed"))
        assert not finder.has_moved(picture(NAME).copy(), found, NOTHING, 2 * CHECK_EVERY_S)
    assert finder.has_moved(shifted(4.0, 0.0), found, NOTHING, 3 * CHECK_EVERY_S)
