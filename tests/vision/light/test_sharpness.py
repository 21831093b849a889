"""A shaken picture is told as not sharp, and of its pennies no side is told; a sharp one loses nothing."""

import json
from collections.abc import Callable
from functools import cache

import cv2
import numpy as np
import pytest

from companion.sight import Sighting
from tests.readings import HERE, _agreed, _decks
from tests.vision.grain import noisy
from tests.vision.shown import plane, table
from vision.arrays import Picture
from vision.eye import Eye, Reading
from vision.light.fitness import NOT_SHARP, is_sharp
from vision.mat.following import TWO_ONLY
from vision.mat.plane import NoPlane, find_plane
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


def blurred(px: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(read_picture(FOLDER / "008.jpg"), (0, 0), px), dtype=np.uint8)


def shaken_aslant(px: int) -> Picture:
    way = np.eye(px, dtype=np.float32) / px
    return np.asarray(cv2.filter2D(read_picture(FOLDER / "008.jpg"), -1, way), dtype=np.uint8)


@pytest.mark.parametrize(
    "picture",
    [
        lambda: shaken("003.jpg", 17, across=True),
        lambda: shaken("008.jpg", 17, across=False),
        lambda: shaken("011.jpg", 31, across=True),
        lambda: shaken_aslant(19),
        lambda: blurred(6),
        lambda: blurred(9),
        lambda: blurred(15),
    ],
)
def test_a_picture_too_blurred_for_its_tags_is_told_as_not_sharp(picture: Callable[[], Picture]) -> None:
    blur = Eye(table()).read(Frame(picture(), 0.0, 0))
    assert not blur.mat.found and blur.mat.why == NOT_SHARP
    assert not blur.light.ok and blur.light.why == NOT_SHARP and not blur.light.sharp


def test_a_game_goes_on_once_its_picture_is_sharp_again() -> None:
    before = still("008.jpg")
    eye().forget()
    for at, picture in enumerate((read_picture(FOLDER / "008.jpg"), blurred(9))):
        blur = read(picture, float(at), afresh=False)
    assert blur.mat.why == NOT_SHARP and not blur.light.sharp
    after = read(read_picture(FOLDER / "008.jpg"), 2.0, afresh=False)
    assert after.mat.found and after.light.ok
    assert len(after.scene.sightings) == len(before.scene.sightings)


def plain(grey: float, noise: float, *, shade: float = 0.0) -> Picture:
    light = np.full((720, 1280, 3), grey, np.float32) + np.linspace(0, shade, 1280, dtype=np.float32)[:, None]
    return noisy(light, 3, noise)


def covered(*corners: int) -> Picture:
    """A table some of whose tags cannot be seen for grey discs."""
    picture = read_picture(FOLDER / "008.jpg").copy()
    for corner in corners:
        x, y = plane("008.jpg").tags_px[corner].mean(axis=0).tolist()
        cv2.circle(picture, (round(x), round(y)), 80, (90, 90, 90), -1)
    return picture


@pytest.mark.parametrize("name", ["covered", "cloth", "shade", "cap", "dark", "middle", "mirrored"])
def test_what_only_shows_no_tags_is_not_called_blurred(name: str) -> None:
    frame = read_picture(FOLDER / "008.jpg")
    shows = {
        "covered": covered(0, 1, 2, 3),
        "cloth": plain(120, 3),
        "shade": plain(60, 2, shade=150),
        "cap": plain(6, 2),
        "dark": np.asarray(frame * 0.03, np.uint8),
        "middle": frame[300:800, 500:1400],
        "mirrored": np.ascontiguousarray(frame[:, ::-1]),
    }
    found = find_plane(shows[name], table())
    assert isinstance(found, NoPlane)
    assert is_sharp(shows[name], None, table().tags)


def test_of_two_tags_in_a_blurred_picture_the_blur_is_told() -> None:
    seen = Eye(table())
    seen.read(Frame(read_picture(FOLDER / "008.jpg"), 0.0, 0))
    seen.forget()
    two = covered(0, 2)
    blur = seen.read(Frame(np.asarray(cv2.blur(two, (1, 13)), np.uint8), 1.0, 1))
    assert blur.mat.found and blur.mat.why == NOT_SHARP
    assert seen.read(Frame(two, 2.0, 2)).mat.why == TWO_ONLY
