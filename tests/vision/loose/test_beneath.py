"""Where a card lies of which only a part shows beneath others."""

import cv2
import numpy as np
import pytest

from vision.arrays import Floats
from vision.loose.outlines import CELL, CardOutline, Finder, same
from vision.loose.reader import places_beneath

SIZE = (63.0, 88.0)


def rectangle(x: float, y: float, turn: float) -> Floats:
    half = np.array(SIZE) / 2
    cosine, sine = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
    return np.asarray(square @ np.array([[cosine, sine], [-sine, cosine]]) + (x, y))


def finder(*cards: Floats) -> Finder:
    """One that sees cards within these outlines and nowhere else, in a picture of 400 x 300."""
    fine = np.zeros((300, 400), np.uint8)
    for corners in cards:
        cv2.fillConvexPoly(fine, np.rint(corners).astype(np.int32), 255)
    cover = (
        cv2.resize(fine, (400 // CELL, 300 // CELL), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    )
    seeing = Finder.__new__(Finder)
    seeing._size = (400, 300)
    seeing._seen, seeing._maps = [(1.0, np.zeros((10, 75, 100), np.float32))], [(cover, np.zeros_like(cover))]
    return seeing


def outline(corners: Floats) -> CardOutline:
    return CardOutline(corners, 1.0)


@pytest.mark.parametrize(("x", "y", "turn"), [(165, 150, 0), (170, 150, -12), (185, 110, 40), (230, 170, 90)])
def test_the_hidden_part_follows_from_what_shows_and_the_size(x: float, y: float, turn: float) -> None:
    over, under = rectangle(200, 150, 0), rectangle(x, y, turn)
    places = places_beneath(finder(over, under), [outline(over)], [SIZE])
    assert places and max(same(place.corners, under) for place in places) > 0.85


def test_where_all_that_shows_is_known_nothing_lies_beneath() -> None:
    over = rectangle(200, 150, 10)
    assert places_beneath(finder(over), [outline(over)], [SIZE]) == []


def test_what_is_larger_than_a_card_is_none() -> None:
    over, large = rectangle(200, 150, 0), rectangle(200, 150, 0) * 1.8 - (160, 120)
    assert places_beneath(finder(over, large), [outline(over)], [SIZE]) == []
