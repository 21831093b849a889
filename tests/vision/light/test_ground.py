"""Without paper the light's colour is guessed from all that a picture shows, and but half of it believed."""

import numpy as np
import pytest

from vision.light.colours import ground_gains
from vision.mat.plane import NO_GAINS, Gains

Picture = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]


def cloth(light: tuple[float, float, float], seed: int = 1) -> Picture:
    grain = np.random.default_rng(seed).normal(150, 20, size=(120, 160, 1))
    return np.asarray(np.clip(grain * np.array(light), 0, 255), np.uint8)


def cast(gains: Gains) -> float:
    return max(gains) / min(gains)


def test_a_grey_ground_under_white_light_changes_nothing() -> None:
    assert ground_gains(cloth((1.0, 1.0, 1.0))) == pytest.approx(NO_GAINS, abs=0.01)


@pytest.mark.parametrize("light", [(0.6, 0.8, 1.0), (1.0, 0.8, 0.7), (0.8, 1.0, 0.8)])
def test_half_of_a_cast_is_taken_out(light: tuple[float, float, float]) -> None:
    gains = ground_gains(cloth(light))
    assert max(gains) == 1.0
    assert np.array(gains) == pytest.approx(np.sqrt(min(light) / np.array(light)), abs=0.03)


def test_bright_things_say_more_than_dark_ones() -> None:
    picture = cloth((0.7, 0.85, 1.0))
    picture[:, :110] = (40, 20, 20)
    assert cast(ground_gains(picture)) > 1.1
    assert ground_gains(picture)[0] == 1.0


@pytest.mark.parametrize("value", [2, 254])
def test_what_is_burnt_or_dark_tells_nothing(value: int) -> None:
    assert ground_gains(np.full((60, 60, 3), value, np.uint8)) == NO_GAINS
