"""Stillness: what moves is told, what the light does is not."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.disturbed_sequences import exposed
from tests.vision.grain import noisy
from tests.vision.shown import picture
from vision.arrays import meets_any
from vision.motion.glimpse import Stillness, Unchanged, small_picture

Picture = NDArray[np.uint8]
HIGH, WIDE = 270, 480


def table(seed: int = 1) -> Picture:
    """A grey cloth with a few cards on it."""
    chance = np.random.default_rng(seed)
    cloth = cv2.resize(chance.normal(90, 12, (135, 240)).astype(np.float32), (WIDE, HIGH))
    picture = np.clip(cloth, 0, 255).astype(np.uint8)
    for left, top in ((100, 60), (160, 60), (300, 180)):
        put_card(picture, left, top)
    return picture


def put_card(picture: Picture, left: int, top: int) -> None:
    cv2.rectangle(picture, (left, top), (left + 28, top + 28), 215, -1)
    cv2.circle(picture, (left + 14, top + 14), 7, 60, -1)


def seen(picture: Picture, seed: int, gain: float = 1.0, noise: float = 1.5) -> Picture:
    return noisy(picture * np.float32(gain), seed, noise)


def test_the_first_picture_is_not_still_and_all_of_it_is_new() -> None:
    stillness = Stillness()
    assert stillness.see(table(), 10.0) == 0.0
    assert stillness.changed().everything


def test_stillness_is_counted_by_the_frames_own_time() -> None:
    stillness = Stillness()
    for number, at in enumerate((5.0, 5.5, 7.25)):
        still_for = stillness.see(seen(table(), number), at)
    assert still_for == pytest.approx(2.25)


def test_a_card_that_comes_ends_stillness_and_is_located() -> None:
    stillness = Stillness(scale=4.0)
    stillness.see(seen(table(), 0), 0.0)
    stillness.accept()
    stillness.see(seen(table(), 1), 1.0)
    later = table()
    put_card(later, 220, 120)
    still_for = stillness.see(seen(later, 2), 2.0)
    assert still_for == 0.0
    changed = stillness.changed()
    assert not changed.everything
    assert meets_any((220 * 4, 120 * 4, 248 * 4, 148 * 4), changed.boxes)
    assert not meets_any((300 * 4, 180 * 4, 328 * 4, 208 * 4), changed.boxes)
    assert not meets_any((100 * 4, 60 * 4, 128 * 4, 88 * 4), changed.boxes)
    for left, top, right, bottom in changed.boxes:
        assert 200 * 4 <= left < right <= 270 * 4
        assert 100 * 4 <= top < bottom <= 170 * 4


def test_what_was_accepted_is_no_change_any_more() -> None:
    stillness = Stillness()
    stillness.see(table(), 0.0)
    stillness.accept()
    later = table()
    put_card(later, 220, 120)
    stillness.see(later, 1.0)
    assert stillness.changed().boxes
    stillness.accept()
    stillness.see(seen(later, 3), 2.0)
    assert stillness.changed() == type(stillness.changed())(everything=False, boxes=())


def test_a_slow_slide_is_not_still() -> None:
    """Each step is too small to see from one picture to the next: the start of the stillness is held against it."""
    stillness = Stillness()
    longest = 0.0
    for step in range(40):
        picture = np.full((HIGH, WIDE), 90, np.uint8)
        shift = np.array([[1, 0, 0.35 * step], [0, 1, 0]], dtype=np.float64)
        card = np.zeros_like(picture)
        put_card(card, 100, 100)
        moved = cv2.warpAffine(card, shift, (WIDE, HIGH))
        picture = np.where(moved > 0, moved, picture).astype(np.uint8)
        longest = max(longest, stillness.see(picture, step * 0.1))
    assert longest <= 0.5


@settings(max_examples=25, deadline=None)
@given(
    gain=st.floats(0.88, 1.13),
    slope=st.floats(-0.08, 0.08),
    noise=st.floats(0, 2.5),
    seed=st.integers(0, 9999),
)
def test_noise_flicker_and_a_change_of_light_are_no_motion(
    gain: float, slope: float, noise: float, seed: int
) -> None:
    stillness = Stillness()
    stillness.see(seen(table(), seed, noise=noise), 0.0)
    stillness.accept()
    lit = table() * (gain * (1 + slope * np.linspace(-1, 1, WIDE)))
    still_for = stillness.see(seen(lit.astype(np.uint8), seed + 1, noise=noise), 1.0)
    assert still_for == 1.0
    assert stillness.changed().boxes == ()
    assert not stillness.changed().everything


def test_light_that_drifts_a_long_way_in_small_steps_is_no_motion() -> None:
    stillness = Stillness()
    for number in range(120):
        still_for = stillness.see(seen(table(), number, gain=1 - 0.004 * number), number * 0.5)
    assert still_for == pytest.approx(59.5)


@pytest.mark.parametrize("gain", [0.5, 1.45])
def test_a_lamp_switched_is_no_motion_and_means_that_everything_is_read_again(gain: float) -> None:
    stillness = Stillness()
    stillness.see(seen(table(), 1), 0.0)
    stillness.accept()
    still_for = stillness.see(seen(table(), 2, gain=gain), 1.0)
    assert stillness.changed().everything
    assert still_for == 1.0
    assert stillness.see(seen(table(), 3, gain=gain), 2.0) == 2.0


@pytest.mark.parametrize(
    ("before", "after"), [(1.0, 1.2), (1.0, 1.8), (0.65, 1.45), (1.45, 0.65), (0.5, 1.0)]
)
def test_another_exposure_is_no_motion_and_what_comes_meanwhile_is(before: float, after: float) -> None:
    """Where it burns out as well: yellow in red and green, and white in part of each pixel."""
    first, came = picture("002.jpg"), picture("004.jpg")
    for later, moves in ((first, False), (came, True)):
        stillness = Stillness()
        stillness.see(small_grey(exposed(before)(first)), 0.0)
        still_for = stillness.see(small_grey(exposed(after)(later)), 1.0)
        assert (still_for == 0) == moves, later is came


def small_grey(image: Picture) -> Picture:
    return np.asarray(cv2.cvtColor(small_picture(image), cv2.COLOR_BGR2GRAY), np.uint8)


def test_time_that_runs_back_or_another_size_starts_afresh() -> None:
    stillness = Stillness()
    stillness.see(table(), 100.0)
    stillness.accept()
    assert stillness.see(table(), 3.0) == 0.0
    assert stillness.changed().everything
    stillness.accept()
    assert stillness.see(table()[::2, ::2].copy(), 4.0) == 0.0
    assert stillness.changed().everything


def test_a_colour_picture_is_refused() -> None:
    with pytest.raises(ValueError, match="grey"):
        Stillness().see(np.zeros((10, 10, 3), np.uint8), 0.0)
    with pytest.raises(ValueError, match="scale"):
        Stillness(0)


def test_a_shadow_at_the_edge_of_a_card_changes_nothing_but_what_lies_on_it_does() -> None:
    before = np.full((HIGH, WIDE, 3), 120, np.uint8)
    edge, penny = before.copy(), before.copy()
    edge[104, 106] = 0  # of the mean about it nine pixels have changed
    penny[118, 118] = 0
    card = tuple((4.0 * x, 4.0 * y) for x, y in ((100, 100), (140, 100), (140, 140), (100, 140)))
    coin = tuple((4.0 * x, 4.0 * y) for x, y in ((113, 113), (122, 113), (122, 122), (113, 122)))
    assert Unchanged(before, edge, 4.0).looks_the_same(card, [coin])
    assert not Unchanged(before, penny, 4.0).looks_the_same(card, [coin]), "it was turned over"
    laid = edge.copy()
    laid[113:122, 113:122] = 60
    assert not Unchanged(before, laid, 4.0).looks_the_same(card), "a penny that came"


def dim(seed: int, at: int = 40) -> NDArray[np.uint8]:
    """A dark table with a darker card on it, as a camera sees it in a dim room."""
    flat = np.full((270, 480), 26.0)
    flat[100:140, at : at + 30] = 8.0
    noise = cv2.GaussianBlur(np.random.default_rng(seed).normal(0, 6.5, flat.shape), (0, 0), 0.6)
    return np.asarray(np.clip(flat + noise, 0, 255), np.uint8)


def test_noise_in_a_dim_room_is_no_motion_and_a_card_that_moves_there_is() -> None:
    still = Stillness()
    told = [still.see(dim(number), 0.25 * number) for number in range(12)]
    assert told[-1] == pytest.approx(0.25 * 11)
    assert still.see(dim(20, at=200), 3.0) == 0
