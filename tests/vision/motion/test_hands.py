"""A hand over the table is seen in one picture, and what it covers is known."""

import cv2
import numpy as np
import pytest

from tests.vision.shown import picture, plane, small, table, truth
from vision.motion.hands import find_hand
from vision.workshop.training.painted_hands import scene

NAMES = [f"{number:03d}.jpg" for number in range(12)]


@pytest.mark.parametrize("name", NAMES)
def test_the_hand_is_seen_and_nothing_else_is_one(name: str) -> None:
    assert (find_hand(small(picture(name))) is not None) == truth(name)["hand"]


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_it_may_come_from_any_side(turns: int) -> None:
    turned = np.ascontiguousarray(np.rot90(picture("005.jpg"), turns))
    if turns % 2:  # a camera's picture is wide: keep the part with the hand
        middle = turned.shape[0] // 2
        turned = turned[middle - 304 : middle + 304]
    assert find_hand(small(turned)) is not None


def test_what_it_covers_is_known() -> None:
    hand = find_hand(small(picture("005.jpg")), scale=4.0)
    assert hand is not None
    flat = plane("005.jpg")

    def corners(region: str) -> list[tuple[float, float]]:
        r = next(r for r in table().regions if r.name == region)
        square = [(r.x, r.y), (r.x + r.w, r.y), (r.x + r.w, r.y + r.h), (r.x, r.y + r.h)]
        return [(float(x), float(y)) for x, y in flat.to_px(square)]

    assert hand.covers(corners("d1"))
    assert hand.covers(corners("d2"))
    assert not hand.covers(corners("a5"))
    assert not hand.covers(corners("f6"))


def test_what_was_there_before_is_no_hand() -> None:
    with_hand = small(picture("005.jpg"))
    assert find_hand(with_hand, background=with_hand) is None
    brighter = np.clip(with_hand * 1.1, 0, 255).astype(np.uint8)
    assert find_hand(brighter, background=with_hand) is None
    assert find_hand(with_hand, background=small(picture("004.jpg"))) is not None


def test_a_hand_that_was_there_before_is_none_when_something_else_changes() -> None:
    """What looks like a hand in the picture of the table without one is a part of the table."""
    before = small(picture("005.jpg"))
    after = before.copy()
    after[20:90, 190:280] = after[20:90, 190:280][::-1, ::-1]
    assert find_hand(after, background=before) is None


def test_a_grown_or_darkened_picture_shows_it_too() -> None:
    whole = picture("005.jpg")
    assert find_hand(whole) is not None
    assert find_hand(np.asarray(cv2.resize(whole, (320, 180), interpolation=cv2.INTER_AREA))) is not None
    assert find_hand((small(whole) * 0.6).astype(np.uint8)) is not None
    assert find_hand((small(picture("006.jpg")) * 0.6).astype(np.uint8)) is None


def test_most_painted_scenes_are_told_apart() -> None:
    """Painted scenes are harder than tables are: mugs and boxes on the border, hands of the table's own colour."""
    chance = np.random.default_rng(77)
    right = total = 0
    for _ in range(60):
        shown = scene(chance)
        there = int((shown.hand > 0).sum())
        if 0 < there < 150:  # a finger's tip: either answer will do
            continue
        total += 1
        right += (find_hand(shown.picture) is not None) == (there > 0)
    assert total > 45
    assert right / total > 0.7
