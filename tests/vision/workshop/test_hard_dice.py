"""Painted dice that are hard to read: lamps mirrored in their tops, pips hardly apart from the body, views from low."""

import numpy as np
import pytest

from vision.workshop.training.dice_bodies import REFLEXES, Make, Reflex
from vision.workshop.training.painted_dice import Scene, Wanted, painted

GROUND = [np.full((256, 256, 3), 0.1, np.float32)]


def scenes(number: int, wanted: Wanted) -> list[Scene]:
    chance = np.random.default_rng(6)
    return [painted(chance, GROUND, wanted) for _ in range(number)]


@pytest.mark.parametrize("kind", REFLEXES)
def test_a_reflex_is_seen_about_its_way_and_nowhere_else(kind: str) -> None:
    above = np.array([0.0, 0.0, 1.0], np.float32)
    reflex = Reflex.some(np.random.default_rng(2), above, [kind])
    way, across, along = reflex.axes
    assert reflex.square == (kind != "bulb") and (reflex.halves[1] > 2 * reflex.halves[0]) == (kind == "tube")
    ways = np.stack([way, -way, way + 2 * reflex.halves[0] * across, way + 2 * reflex.halves[1] * along])
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    assert reflex.mirrored(ways).tolist() == [1.0, 0.0, 0.0, 0.0]


def test_dim_pips_hardly_differ_from_the_body_and_polished_dice_are_crowned() -> None:
    chance = np.random.default_rng(3)
    makes = [Make.some(chance).dim(chance) for _ in range(20)]
    apart = [float(np.linalg.norm(np.sqrt(make.body) - np.sqrt(make.ink))) for make in makes]
    assert min(apart) > 0.14 and max(apart) < 0.4
    polished = makes[0].polished(chance)
    assert polished.crown > 0 and polished.polish > 0 and (makes[0].crown, makes[0].polish) == (0, 0)


def test_seen_from_low_down_no_die_lies_behind_the_camera() -> None:
    low = scenes(12, Wanted(size=96, side_px=24, least_deg=50, most_deg=66, reflexes=0.5, see_through=0.5))
    assert all(-scene.camera.axes[2, 2] < np.cos(np.radians(49.9)) for scene in low)
    assert sum(len(scene.dice) for scene in low) > 12
    assert all(np.isfinite(die.quad).all() for scene in low for die in scene.dice)
