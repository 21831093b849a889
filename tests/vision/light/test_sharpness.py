"""A shaken picture is told as not sharp, and of its pennies no side is told; a sharp one loses nothing."""

import json
from functools import cache

import cv2
import numpy as np
import pytest

from companion.sight import Sighting
from tests.readings import HERE, _agreed, _decks
from vision.arrays import Picture
from vision.eye import Eye, Reading
from vision.light.fitness import NOT_SHARP
from vision.sources.frames import Frame
from vision.sources.pictures import read_picture

FOLDER = HERE / "zoon"


@cache
def eye() -> Eye:
    truth = json.loads((FOLDER / "truth.json").read_text())
    game, setup = _agreed(truth)
    return Eye(game.table(setup), _decks(FOLDER, truth, game, setup))


def read(picture: Picture, at: float = 0.0, *, afresh: bool = True) -> Reading:
    if afresh:
        eye().forget()
    return eye().read(Frame(picture, at, int(at)))


def shaken(name: str, px: int, *, across: bool) -> Picture:
    way = np.full((1, px) if across else (px, 1), 1 / px, np.float32)
    return np.asarray(cv2.filter2D(read_picture(FOLDER / name), -1, way), dtype=np.uint8)


def of(kind: str, reading: Reading) -> list[Sighting]:
    return [one for one in reading.scene.sightings if one.kind == kind]


@cache
def still(name: str) -> Reading:
    return read(read_picture(FOLDER / name))


@pytest.mark.parametrize(
    ("name", "px", "across"),
    [("003.jpg", 7, True), ("008.jpg", 7, False), ("011.jpg", 9, True), ("003.jpg", 13, False)],
)
def test_no_side_of_a_penny_is_told_in_a_shaken_picture(name: str, px: int, *, across: bool) -> None:
    before, shook = still(name), read(shaken(name, px, across=across))
    assert before.light.ok and before.light.sharp
    assert not shook.light.ok and shook.light.why == NOT_SHARP
    assert {penny.label for penny in of("penny", shook)} == {None}
    assert len(of("penny", shook)) >= len(of("penny", before)) - 3
    named = {(card.region, card.label) for card in of("card", before)}
    told = {(card.region, card.label) for card in of("card", shook) if card.label is not None}
    assert told and told <= named, "no card is named wrongly"


def test_what_was_not_told_is_told_as_soon_as_the_picture_is_sharp_again() -> None:
    sharp = read_picture(FOLDER / "008.jpg")
    before = still("008.jpg")
    read(shaken("008.jpg", 7, across=True))
    after = read(sharp, 1.0, afresh=False)
    assert after.light.ok
    sides = [(penny.region, penny.label) for penny in of("penny", before)]
    assert [(penny.region, penny.label) for penny in of("penny", after)] == sides
