"""Tags that lie where they lay have not moved, however lit or covered; moved by pixels they have."""

import cv2
import numpy as np
import pytest

from tests.vision.grain import noisy
from tests.vision.shown import picture, plane, table
from vision.arrays import Picture
from vision.mat.following import CHECK_EVERY_S, MatFinder
from vision.mat.plane import Plane
from vision.motion.glimpse import Changed

NAME = "000.jpg"
NOTHING = Changed(everything=False, boxes=())
Found = tuple[MatFinder, Plane]


def shifted(right: float, down: float) -> Picture:
    size = picture(NAME).shape[1::-1]
    onto = np.array([[1, 0, right], [0, 1, down]], np.float64)
    return np.asarray(cv2.warpAffine(picture(NAME), onto, size, flags=cv2.INTER_CUBIC), np.uint8)


@pytest.fixture
def found() -> Found:
    finder = MatFinder(table())
    seen, _mat = finder.find(picture(NAME), None, None, Changed(everything=True, boxes=()), 0.0)
    assert seen is not None
    return finder, seen


def moved(found: Found, image: Picture, looks: int = 1) -> bool:
    return found[0].has_moved(image, found[1], NOTHING, looks * CHECK_EVERY_S)


def test_brightness_and_noise_are_no_movement(found: Found) -> None:
    dimmer = cv2.convertScaleAbs(picture(NAME), alpha=0.7, beta=12)
    assert not moved(found, noisy(np.asarray(dimmer, np.uint8), 1, 4.0))


@pytest.mark.parametrize(("right", "down"), [(1.5, 0.0), (0.0, -1.5), (1.2, 1.2), (4.0, 0.0), (-9.0, 5.0)])
def test_a_pixel_or_two_are_movement_and_a_third_of_one_is_not(
    found: Found, right: float, down: float
) -> None:
    assert moved(found, shifted(right, down))
    assert not moved(found, shifted(np.sign(right) / 3, 0.0), 2)


def test_a_covered_tag_proves_nothing_and_another_size_does(found: Found) -> None:
    covered = picture(NAME).copy()
    low, high = plane(NAME).tags_px[1].min(axis=0).astype(int), plane(NAME).tags_px[1].max(axis=0).astype(int)
    covered[low[1] - 9 : high[1] + 9, low[0] - 9 : high[0] + 9] = 90
    assert not moved(found, covered)
    assert moved(found, picture(NAME)[:-2], 2)


def test_tags_are_not_measured_again_so_soon(found: Found, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not moved(found, picture(NAME).copy())
    monkeypatch.setattr(
        found[0], "_there", lambda *_asked: pytest.fail("nothing has changed, and they were seen")
    )
    assert not found[0].has_moved(picture(NAME).copy(), found[1], NOTHING, CHECK_EVERY_S * 1.5)
