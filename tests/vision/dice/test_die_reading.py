"""A face is read alike whichever way the crop is turned or mirrored, and by hue where grey tells nothing."""

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.dice.test_dice import scenes
from vision.dice.reader import LYING_FREE, DiePlace, DieReading, crop_at, differs_in_hue, read
from vision.workshop.training.painted_dice import Painted, Scene

Picture = NDArray[np.uint8]


@cache
def clear_dice() -> list[tuple[Scene, Painted]]:
    """Dice in full view that are read at first sight."""
    told = []
    for scene in (*scenes(71, 12), *scenes(72, 12)):
        for die in scene.dice:
            if die.value and die.visible > 0.95:
                seen = read(scene.picture, [place_of(die)])[0]
                if seen.kinds[die.value] > 0.9:
                    told.append((scene, die))
    return told


def place_of(die: Painted) -> DiePlace:
    return DiePlace(*die.middle, die.side_px)


def face(reading: DieReading) -> int:
    return int(reading.kinds.argmax())


@pytest.mark.parametrize(("mirrored", "turn"), [(True, 0.0), (False, np.pi / 2), (True, -np.pi / 4)])
def test_turned_and_mirrored_crops_tell_the_same(*, mirrored: bool, turn: float) -> None:
    told = clear_dice()
    assert len(told) > 20
    same, far, apart = 0, [], []
    for scene, die in told:
        plain = read(scene.picture, [place_of(die)])[0]
        other = read(scene.picture, [place_of(die)], mirrored=mirrored, turn=turn)[0]
        same += face(plain) == face(other)
        far.append(np.hypot(plain.place.x - other.place.x, plain.place.y - other.place.y) / die.side_px)
        apart.append(np.hypot(*np.subtract(plain.slant, other.slant)))
    assert same >= 0.93 * len(told)
    assert np.median(far) < 0.08
    assert np.median(apart) < 0.2


def test_a_crop_is_turned_clockwise() -> None:
    picture = np.zeros((100, 100, 3), np.uint8)
    cv2.circle(picture, (60, 50), 2, (255, 255, 255), -1)
    bright = crop_at(picture, DiePlace(50.0, 50.0, 22.0), np.pi / 2).mean(axis=2)
    y, x = np.unravel_index(int(bright.argmax()), bright.shape)
    assert abs(x - 23.5) < 3
    assert abs(y - 13.5) < 3


def in_hue_alone(picture: Picture) -> Picture:
    """The same picture in colours of one grey: what was dark is green, what was bright violet."""
    grey = picture.mean(axis=2, keepdims=True) - 128
    return np.asarray(np.clip(128 + 0.6 * grey * np.array([1.0, -1.0, 0.0]), 0, 255), np.uint8)


def test_pips_that_differ_in_hue_alone_are_read() -> None:
    by_hue = plain = total = 0
    for scene, die in clear_dice():
        tinted = in_hue_alone(scene.picture)
        if differs_in_hue(tinted, place_of(die), LYING_FREE.hue_over_grey):
            total += 1
            by_hue += face(read(tinted, [place_of(die)], by_hue=True)[0]) == die.value
            plain += face(read(tinted, [place_of(die)])[0]) == die.value
    assert total > 12
    assert by_hue >= 0.5 * total
    assert by_hue > plain


def test_grey_things_do_not_differ_in_hue() -> None:
    grey = np.repeat(np.random.default_rng(3).integers(0, 255, (90, 90, 1)), 3, axis=2).astype(np.uint8)
    assert not differs_in_hue(grey, DiePlace(45.0, 45.0, 22.0), LYING_FREE.hue_over_grey)
    assert not differs_in_hue(
        np.full((90, 90, 3), 77, np.uint8), DiePlace(45.0, 45.0, 22.0), LYING_FREE.hue_over_grey
    )


def test_no_places_are_no_readings() -> None:
    assert read(np.zeros((20, 20, 3), np.uint8), [], by_hue=True) == []
