"""Painted pennies: heads and tails differ, the light comes from one side, and no two coins are the same."""

import numpy as np
import pytest

from vision.painted.flat_things import (
    PENNY_MM,
    RELIEF_PX,
    Shine,
    Strike,
    coin_relief,
    light_relief,
    paint_coin,
)
from vision.workshop.training.plain_reverses import STRIKES, plain_relief


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_a_coin_is_a_disc_in_the_middle_of_its_picture() -> None:
    for across in (12.0, 35.5, 90.0):
        coin = paint_coin(coin_relief("heads", rng()), across, rng())
        assert coin.shape[2] == 4
        assert coin.shape[0] == coin.shape[1] == int(np.ceil(across)) + 2
        alpha = coin[..., 3] / 255.0
        assert alpha.sum() == pytest.approx(np.pi * across**2 / 4, rel=0.03)
        rows, columns = np.indices(alpha.shape)
        middle = (coin.shape[0] - 1) / 2
        assert (alpha * rows).sum() / alpha.sum() == pytest.approx(middle, abs=0.3)
        assert (alpha * columns).sum() / alpha.sum() == pytest.approx(middle, abs=0.3)


def test_it_is_copper() -> None:
    coin = paint_coin(coin_relief("tails", rng()), 60.0, rng())
    blue, green, red = coin[20:40, 20:40, :3].reshape(-1, 3).mean(axis=0)
    assert red > green > blue


def test_the_same_numbers_strike_the_same_coin_and_others_another() -> None:
    for side in ("heads", "tails"):
        assert np.array_equal(plain_relief(side, rng(3)), plain_relief(side, rng(3)))
        assert not np.array_equal(plain_relief(side, rng(3)), plain_relief(side, rng(4)))


@pytest.mark.parametrize("strike", STRIKES)
def test_reliefs_rise_from_the_field_to_the_rim(strike: Strike) -> None:
    relief = coin_relief("tails", rng(2), strike)
    assert relief.shape == (RELIEF_PX, RELIEF_PX)
    assert relief.min() >= 0.0
    assert relief.max() <= 1.1
    across = (np.arange(RELIEF_PX) + 0.5) / RELIEF_PX * 2 - 1
    radius = np.hypot(*np.meshgrid(across, across))
    assert relief[(radius > 0.955) & (radius < 0.975)].min() > 0.8
    assert relief[(radius > 0.90) & (radius < 0.92)].max() < 0.7
    assert relief[radius < 0.6].max() > 0.4


def test_light_falls_on_the_side_towards_the_lamp() -> None:
    across = (np.arange(RELIEF_PX) + 0.5) / RELIEF_PX * 2 - 1
    dome = np.sqrt(np.clip(1.0 - across[:, None] ** 2 - across[None] ** 2, 0.0, 1.0)).astype(np.float32)
    half = RELIEF_PX // 2
    for light_deg, bright, dark in (
        (0.0, np.s_[40:-40, half + 20 : -30], np.s_[40:-40, 30 : half - 20]),
        (90.0, np.s_[30 : half - 20, 40:-40], np.s_[half + 20 : -30, 40:-40]),
    ):
        lit = light_relief(dome, Shine(light_deg=light_deg, light_height_deg=30.0), rng()).astype(float)
        assert lit[bright][..., :3].mean() > lit[dark][..., :3].mean() + 4


def test_turning_a_coin_turns_its_relief_and_not_the_light() -> None:
    relief = coin_relief("heads", rng(5))
    shine = Shine(light_deg=120.0)
    straight = paint_coin(relief, 80.0, rng(1), shine)[..., :3].mean(axis=2)
    turned = paint_coin(relief, 80.0, rng(1), shine, 180.0)[..., :3].mean(axis=2)
    assert np.corrcoef(straight.ravel(), turned[::-1, ::-1].ravel())[0, 1] < 0.99
    assert np.corrcoef(straight[20:60, 20:60].ravel(), turned[20:60, 20:60].ravel())[0, 1] < 0.8


def test_wear_flattens_and_tarnish_darkens() -> None:
    relief = plain_relief("tails", rng(6))

    def look(shine: Shine) -> tuple[float, float]:
        inner = paint_coin(relief, 80.0, rng(1), shine)[25:57, 25:57, :3].mean(axis=2)
        return float(inner.mean()), float(inner.std())

    assert look(Shine(tarnish=0.1))[0] > look(Shine(tarnish=0.9))[0] + 15
    assert look(Shine(wear=0.0))[1] > 1.5 * look(Shine(wear=0.95))[1]


def test_a_penny_has_the_size_of_a_cent() -> None:
    assert pytest.approx(19.05) == PENNY_MM
