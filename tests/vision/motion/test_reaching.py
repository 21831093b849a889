"""An arm that reaches in is found by where it comes from, whatever its colour."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.arrays import Mask
from vision.motion.hands import change_between, reaching_in

CELLS = (80, 48)
Picture = NDArray[np.uint8]


def table(colour: tuple[int, int, int] = (60, 90, 40)) -> Picture:
    picture = np.full((270, 480, 3), colour, np.uint8)
    noise = np.random.default_rng(5).normal(0, 3, picture.shape)
    for x in range(100, 400, 60):
        cv2.rectangle(picture, (x, 80), (x + 40, 120), (30, 60, 160), -1)
    return np.asarray(np.clip(picture + noise, 0, 255), dtype=np.uint8)


def arm(before: Picture, after: Picture) -> Mask | None:
    return reaching_in(change_between(before, after, CELLS))


def with_arm(picture: Picture, colour: tuple[int, int, int], low: int = 270) -> Picture:
    changed = picture.copy()
    cv2.rectangle(changed, (200, 130), (260, low), colour, -1)
    return changed


@pytest.mark.parametrize(
    "colour", [(170, 190, 230), (90, 120, 170), (40, 55, 85), (20, 25, 35), (200, 40, 40), (15, 15, 15)]
)
def test_an_arm_of_any_colour_is_found(colour: tuple[int, int, int]) -> None:
    before = table()
    found = arm(before, with_arm(before, colour))
    assert found is not None
    assert found[40, 38]
    assert not found[10, 10]


def test_nothing_new_is_no_arm() -> None:
    assert arm(table(), table()) is None


def test_a_card_laid_down_is_no_arm() -> None:
    before = table()
    assert arm(before, with_arm(before, (200, 200, 200), low=190)) is None


def test_a_shadow_is_no_arm() -> None:
    before = table()
    shaded = before.astype(np.float32)
    shaded[100:, 150:300] *= 0.75
    assert arm(before, shaded.astype(np.uint8)) is None


def test_a_lamp_switched_on_is_no_arm() -> None:
    before = table()
    brighter = np.clip(before.astype(np.float32) * (1.6, 1.5, 1.3), 0, 255).astype(np.uint8)
    assert arm(before, brighter) is None


def test_a_bumped_camera_is_no_arm() -> None:
    before = table()
    assert arm(before, np.roll(before, (4, 6), (0, 1))) is None


def smooth(level: float, seed: int) -> Picture:
    """A plain table with noise of its own, so that no pattern tells what it is."""
    noise = np.random.default_rng(seed).normal(0, 2, (270, 480, 3))
    return np.asarray(np.clip(np.array([60.0, 90.0, 40.0]) * level + noise, 0, 255), np.uint8)


def test_a_shadow_on_a_plain_table_is_no_arm_for_it_changes_no_colour() -> None:
    shaded, coloured = smooth(1.0, 2), smooth(1.0, 2)
    shaded[130:, 200:280] = smooth(0.8, 3)[130:, 200:280]
    coloured[130:, 200:280] = smooth(0.8, 3)[130:, 200:280][..., ::-1]
    assert arm(smooth(1.0, 1), shaded) is None
    assert arm(smooth(1.0, 1), coloured) is not None


def test_what_comes_in_while_more_changes_elsewhere_is_a_bump_and_no_arm() -> None:
    before, after = table(), table()
    cv2.rectangle(after, (20, 210), (70, 270), (170, 190, 230), -1)
    assert arm(before, after) is not None
    for x in range(100, 420, 60):
        for y in (20, 70, 160):
            cv2.rectangle(after, (x, y), (x + 40, y + 30), (230, 40, 200), -1)
    assert arm(before, after) is None


def test_an_arm_is_found_among_the_noise_of_a_dim_picture() -> None:
    before, after = table((14, 18, 12)), with_arm(table((14, 18, 12)), (30, 44, 70))
    noisy = [
        np.asarray(np.clip(one + np.random.default_rng(seed).normal(0, 14, one.shape), 0, 255), np.uint8)
        for seed, one in ((1, before), (2, after))
    ]
    found = arm(*noisy)
    assert found is not None and found[40, 38] and not found[10, 10]


def test_an_arm_whose_sleeve_ends_in_the_tables_colour_is_one_arm() -> None:
    before = table()
    after = with_arm(before, (40, 55, 85))
    after[215:228, 195:265] = before[215:228, 195:265]
    found = arm(before, after)
    assert found is not None and found[30, 38] and found[45, 38]


def test_an_arm_is_found_where_more_was_moved_than_it_covers() -> None:
    before = table()
    after = with_arm(before, (90, 120, 170), 269)
    cv2.rectangle(after, (60, 30), (420, 100), (150, 60, 30), -1)
    found = arm(before, after)
    assert found is not None and found[46, 38]
    assert not found[5:19].any()
