"""What was not read is told as a card where the signs of one are there."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.arrays import Picture
from vision.loose.outlines import Evidence, Finder, Signs, sides_found, signs

CLEAR = Signs(finder=0.7, seen=Evidence(0.9, 0.6, 0.4), steps=(20.0, 25.0, 30.0, 35.0), own=4)


def two_cards(apart: int) -> tuple[Picture, np.ndarray, np.ndarray]:
    """Two white cards side by side on a dark table, so many px apart, and their outlines."""
    picture = np.full((360, 480, 3), (40, 70, 50), np.uint8)
    quads = []
    for left in (120, 120 + 63 + apart):
        quad = np.array([[left, 120], [left + 63, 120], [left + 63, 208], [left, 208]], dtype=np.float64)
        cv2.fillConvexPoly(picture, quad.astype(np.int32), (235, 235, 235))
        cv2.circle(picture, (left + 31, 164), 14, (30, 30, 190), -1)
        quads.append(quad)
    return picture, quads[0], quads[1]


def test_the_chance_grows_with_each_sign() -> None:
    assert CLEAR.sure > 0.8
    for worse in (
        replace(CLEAR, finder=0.2),
        replace(CLEAR, seen=replace(CLEAR.seen, cover=0.3)),
        replace(CLEAR, seen=replace(CLEAR.seen, edges=0.2)),
        replace(CLEAR, seen=replace(CLEAR.seen, weakest=0.0)),
        replace(CLEAR, steps=(1.0, 9.0, 10.0, 12.0)),
    ):
        assert worse.sure < CLEAR.sure


def test_a_colour_that_goes_on_beyond_two_sides_is_no_card() -> None:
    assert replace(CLEAR, steps=(2.0, 3.0, 30.0, 35.0)).sure == 0.0


def test_what_only_borrows_the_edges_of_others_is_no_card() -> None:
    assert replace(CLEAR, own=0).sure == 0.0


def test_a_card_beside_one_that_looks_the_same_ends_there_all_the_same() -> None:
    picture, left, right = two_cards(1)
    finder = Finder(picture)
    alone = signs(picture, finder, left, 0.7, ())
    beside = signs(picture, finder, left, 0.7, (right,))
    assert alone.steps[0] < 8.0 <= beside.steps[0]
    assert beside.own == 4


def test_the_room_between_two_cards_has_no_sides_of_its_own() -> None:
    picture, left, right = two_cards(50)
    between = np.array([left[1], right[0], right[3], left[2]])
    seen = signs(picture, Finder(picture), between, 0.5, (left, right))
    assert seen.own == 0
    assert seen.sure == 0.0


def test_sides_of_a_cards_true_size_are_preferred_to_a_frame_printed_within() -> None:
    picture = np.full((300, 300, 3), 90, np.uint8)
    cv2.rectangle(picture, (80, 60), (220, 240), (150, 150, 150), -1)
    cv2.rectangle(picture, (92, 72), (208, 228), (20, 20, 20), 2)
    guess = np.array([[84.0, 64.0], [216.0, 64.0], [216.0, 236.0], [84.0, 236.0]])
    for left, top in ((80, 60), (92, 72)):
        wide, high = 300 - 2 * left, 300 - 2 * top
        found = sides_found(picture, guess, [(wide, high)])
        assert np.ptp(found[:, 0]) == pytest.approx(wide, abs=8)
        assert np.ptp(found[:, 1]) == pytest.approx(high, abs=8)
