"""Dice that lean are said to, dice that lie flat are not; what level is the mat tells, or the other dice."""

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.sight import Sighting
from tests.vision.dice.test_dice import paired
from tests.vision.looked import find_dice
from vision.dice.reader import (
    CROP_PX,
    NEIGHBOUR_ODDS,
    PLANE_ODDS,
    DiePlace,
    DieReading,
    chance,
    leaning,
    levels,
    square_on,
    table_slant,
)
from vision.workshop.training.dice_grounds import ground
from vision.workshop.training.painted_dice import LEVEL_DEG, Painted, Scene, Wanted, painted

Slope = tuple[float, float]


@cache
def tables() -> list[Scene]:
    """Painted tables of dice, of which a third lean, that nothing has learnt from."""
    told = np.random.default_rng(417)
    grounds = [ground(told, []) for _ in range(10)]
    return [
        painted(told, grounds, Wanted(size=256, side_px=30, most=8, most_deg=32, leaning=0.5, symbols=0.0))
        for _ in range(28)
    ]


@cache
def seen_dice() -> list[tuple[Painted, Sighting]]:
    """The dice that were found on those tables, all of them in view, each with its sighting."""
    pairs = []
    for scene in tables():
        told, _ = paired(scene, find_dice(scene.picture, scene.camera.plane(), None))
        pairs += [(die, seen) for die, seen in told if seen is not None]
    return pairs


def share_cocked(least: float, most: float) -> tuple[float, int]:
    told = [seen.cocked for die, seen in seen_dice() if least <= die.lean <= most]
    return float(np.mean(told)), len(told)


def test_dice_that_lie_flat_are_not_called_cocked() -> None:
    share, number = share_cocked(0, LEVEL_DEG)
    assert number > 30
    assert share <= 0.05


def test_dice_that_lean_far_are_called_cocked() -> None:
    share, number = share_cocked(20, 60)
    assert number > 12
    assert share >= 0.6


def test_a_die_that_leans_is_hardly_ever_read_surely() -> None:
    told = [seen for die, seen in seen_dice() if die.lean > 15]
    booked = [seen for seen in told if seen.label is not None and seen.sure >= 0.9]
    assert len(told) > 12
    assert len(booked) <= 0.06 * len(told)


def test_the_mat_tells_what_is_level() -> None:
    plane = tables()[0].camera.plane()
    spot = DiePlace(128.0, 128.0, 26.0)
    x, y = table_slant(plane, spot)
    flat, tipped = reading(spot, (x, y), 0.5), reading(spot, (x - np.sign(x) * 0.7, y), 0.5)
    assert levels([flat, tipped], plane, (256, 256)) == [(x, y), (x, y)]
    assert chance(flat, -2.0, PLANE_ODDS) < 0.2
    assert chance(flat, 3.0, PLANE_ODDS) > chance(flat, -2.0, PLANE_ODDS)


def test_without_a_mat_the_neighbours_tell_what_is_level() -> None:
    spots = [DiePlace(600.0 + 20 * k, 350.0, 26.0) for k in range(5)]
    dice = [reading(spot, (0.1, 0.2), 0.1) for spot in spots[:4]] + [reading(spots[4], (-0.6, -0.4), 0.9)]
    told = levels(dice, None, (1280, 720))
    assert told is not None
    assert np.allclose(told[:4], [(0.1, 0.2)] * 4, atol=0.06)
    *others, odd = [chance(die, 0.0, NEIGHBOUR_ODDS) for die in dice]
    assert max(others) < odd
    assert levels(dice[:2], None, (1280, 720)) is None


def test_alone_without_a_mat_only_looks_count() -> None:
    picture = np.full((100, 100, 3), 90, np.uint8)
    sober, odd = (reading(DiePlace(50.0, 50.0, 20.0), (0.5, 0.1), leans) for leans in (0.1, 0.999))
    assert leaning(picture, [sober], None)[0] < 0.05
    assert leaning(picture, [odd], None)[0] > 0.5


@pytest.mark.parametrize("way", [(0.0, -0.5), (0.4, 0.0), (-0.2, 0.3)])
def test_the_crop_is_turned_so_that_the_tables_far_side_lies_above(way: Slope) -> None:
    picture = np.zeros((120, 120, 3), np.uint8)
    steep = float(np.hypot(*way))
    x, y = 60 + 15 * way[0] / steep, 60 + 15 * way[1] / steep
    picture[round(y) - 2 : round(y) + 3, round(x) - 2 : round(x) + 3] = 255
    crop, told = square_on(picture, DiePlace(60.0, 60.0, 22.0), way)
    assert told == pytest.approx(steep)
    middle = brightest(crop)
    assert np.allclose(middle, ((CROP_PX - 1) / 2, (CROP_PX - 1) / 2 - 15), atol=1.0)


def brightest(crop: NDArray[np.uint8]) -> tuple[float, float]:
    weight = crop.mean(axis=2)
    y, x = np.mgrid[0 : crop.shape[0], 0 : crop.shape[1]]
    return float((x * weight).sum() / weight.sum()), float((y * weight).sum() / weight.sum())


def test_no_dice_are_no_question() -> None:
    picture = tables()[0].picture
    assert leaning(picture, [], tables()[0].camera.plane()) == []


def test_level_is_what_the_table_is() -> None:
    scene = next(s for s in tables() if len(s.dice) > 2)
    plane = scene.camera.plane()
    for die in scene.dice:
        level = table_slant(plane, DiePlace(*die.middle, die.side_px))
        one, other = (np.array([*way, np.sqrt(1 - np.square(way).sum())]) for way in (die.normal, level))
        assert np.degrees(np.arccos(min(1.0, one @ other))) < die.lean + 2.5


def reading(spot: DiePlace, slant: Slope, leans: float) -> DieReading:
    return DieReading(np.eye(8)[3], spot, slant, 0.0, leans)
