"""Bands of a flickering lamp are told from all else that changes, and taken out of what is compared."""

from collections.abc import Callable
from functools import cache

import cv2
import numpy as np
import pytest

from tests.disturbed_sequences import banded, exposed
from tests.hidden.recorded import recording
from tests.vision.grain import noisy
from tests.vision.shown import picture
from vision.arrays import Floats, Picture, meets_any
from vision.motion.glimpse import Glimpses, bands_between, small_picture
from vision.sources.frames import Frame

NAMES = tuple(f"{number:03d}.jpg" for number in range(12))
"""A game with hands over it, rows of cards laid and turned up, and a knock of the camera."""


def grey(image: Picture) -> Picture:
    return np.asarray(cv2.cvtColor(small_picture(image), cv2.COLOR_BGR2GRAY), np.uint8)


@cache
def half(name: str) -> Picture:
    """A picture at half its size, which looks the same in small."""
    return np.asarray(cv2.resize(picture(name), (960, 540), interpolation=cv2.INTER_AREA), np.uint8)


def test_nothing_that_people_do_is_taken_for_bands() -> None:
    greys = [grey(picture(name)) for name in NAMES]
    pairs = [(one, other) for at, one in enumerate(greys) for other in greys[at + 1 : at + 4]]
    assert [bands_between(one, other) for one, other in pairs] == [None] * len(pairs)


def test_rows_of_cards_laid_at_once_where_the_table_fills_the_picture_are_no_bands() -> None:
    """Each strip shows the same rows. The clips are of the table alone, and as wide as high."""
    greys = [grey(picture(name)[90:990, 500:1400]) for name in NAMES]
    assert not [1 for one in greys for other in greys if bands_between(one, other) is not None]


@pytest.mark.parametrize("share", [0.7, 0.75, 0.8, 0.85, 0.9])
@pytest.mark.parametrize("high", [60, 130, 200])
def test_a_row_of_cards_that_goes_at_once_is_no_band(share: float, high: int) -> None:
    """As when a turn ends: beside it, in the same rows, the table is as bright as before."""
    bare = picture("000.jpg")
    laid = bare.copy()
    laid[800 : 800 + high, : round(share * bare.shape[1])] = (190, 205, 215)
    assert bands_between(grey(laid), grey(bare)) is None
    assert bands_between(grey(bare), grey(laid)) is None


def test_neither_another_exposure_nor_noise_is_bands() -> None:
    image = picture("004.jpg")
    for other in (
        exposed(0.5)(image),
        exposed(1.45)(image),
        noisy(image, 1, 6.0),
        image[::-1],
        np.zeros_like(image),
    ):
        assert bands_between(grey(image), grey(np.ascontiguousarray(other))) is None


@pytest.mark.parametrize("bands", [3, 5.3, 11.6])
@pytest.mark.parametrize("share", [0.04, 0.15])
@pytest.mark.parametrize("name", ["005.jpg", "007.jpg"])
def test_bands_are_told_while_a_hand_moves_over_the_table_too(name: str, share: float, bands: float) -> None:
    lit = banded(share, bands)
    found = bands_between(grey(lit(picture("004.jpg"), 0)), grey(lit(picture(name), 1)))
    assert found is not None
    rows = 2 * np.pi * bands * (np.arange(len(found)) + 0.5) / len(found)
    true = (1 + share * np.sin(rows + 2)) / (1 + share * np.sin(rows))
    assert float(np.abs(found[:, 0] / true - 1).max()) < 0.02 + 0.1 * share


def seen(*pictures: Picture) -> tuple[list[bool], list[tuple[float, ...]]]:
    """Of each picture after the first, which is read: whether the lamp flickers, and where something changed."""
    glimpses = Glimpses()
    glimpses.see(pictures[0], 0.0)
    glimpses.accept()
    later = [glimpses.see(one, at + 1.0) for at, one in enumerate(pictures[1:])]
    return [one.flickers for one in later], [box for one in later for box in one.changed.boxes]


def test_what_comes_is_seen_under_a_lamp_that_flickers_and_where_nothing_comes_nothing_changed() -> None:
    lit = banded(0.12, 7)
    flickers, boxes = seen(*(lit(picture("004.jpg"), number) for number in range(6)))
    assert flickers[-1] and boxes == []
    _flickers, turned = seen(lit(picture("002.jpg"), 0), lit(picture("003.jpg"), 1))
    _steady, usual = seen(picture("002.jpg"), picture("003.jpg"))
    cell = 24.0
    assert len(usual) > 20
    for left, top, right, low in usual:
        grown = (left - cell, top - cell, right + cell, low + cell)
        assert meets_any(grown, turned), (left, top, right, low)


@pytest.mark.parametrize(
    ("before", "after"), [("006.jpg", "007.jpg"), ("007.jpg", "008.jpg"), ("009.jpg", "010.jpg")]
)
def test_what_was_laid_lies_still_under_a_lamp_that_flickers(before: str, after: str) -> None:
    """White paper burns out in bright bands, and not in dark ones."""
    lit, glimpses = banded(0.12, 7), Glimpses()
    glimpses.see(lit(picture(before), 0), 0.0)
    glimpses.accept()
    later = [glimpses.see(lit(picture(after), number), float(number)) for number in (1, 2, 3)]
    assert [one.still_for for one in later] == [0.0, 1.0, 2.0]


def test_weak_bands_and_a_steady_lamp_do_not_flicker() -> None:
    weak = banded(0.03, 7)
    assert not any(seen(*(weak(half("004.jpg"), number) for number in range(6)))[0])
    assert not any(seen(*(half(name) for name in NAMES))[0])


@pytest.mark.parametrize("share", [0.1, 0.15])
def test_a_lamp_that_is_steady_by_now_flickers_no_more_though_the_table_was_read_under_bands(
    share: float,
) -> None:
    lit = banded(share, 7)
    flickered = [lit(half("004.jpg"), number) for number in range(4)]
    flickers, boxes = seen(*flickered, *[half("004.jpg")] * 12)
    assert flickers[2] and not flickers[-1] and boxes == []


def test_bands_that_wander_slowly_flicker_for_as_long_as_they_do() -> None:
    """Ten frames a second on mains 0.08 Hz off: each frame sees the lamp a twentieth of a radian later."""
    lit, glimpses = banded(0.12, 7), Glimpses()
    flickers = []
    for number in range(60):
        flickers.append(glimpses.see(lit(half("004.jpg"), number * 0.025), number * 0.1).flickers)
        if number == 0:
            glimpses.accept()
    assert all(flickers[flickers.index(True) :])


def test_a_penny_under_a_band_is_read_and_said_to_lie_under_a_lamp_that_flickers() -> None:
    lit, eye = banded(0.15, 7), recording("zoon").eye()

    def read(name: str, number: int, *, steady: bool = False) -> tuple[bool, bool]:
        """Whether a penny is seen on d6, and whether what is seen was read under a lamp that flickers."""
        image = picture(name) if steady else lit(picture(name), number)
        scene = eye.read(Frame(image, float(number), number, name)).scene
        lying = scene.by_region().get("d6", ())
        return any(one.kind == "penny" for one in lying), scene.flickered

    for number in (5, 6, 7):
        assert read("007.jpg", number)[0] is False
    assert read("008.jpg", 8) == (True, True)
    later = [read("008.jpg", number, steady=True) for number in range(9, 20)]
    assert later[0] == (True, True)
    assert later[-1] == (True, False)


def hard(rows: Floats, number: int) -> Floats:
    return np.where(np.abs(np.sin(4 * np.pi * rows + number)) < 0.5, 0.85, 1.0)


def pulses(rows: Floats, number: int) -> Floats:
    return np.where((3 * rows + number / 3) % 1 < 0.5, 1.07, 0.93)


def rectified(rows: Floats, number: int) -> Floats:
    return 0.8 + 0.3 * np.abs(np.sin(np.pi * (3.3 * rows + number / 3)))


def many(rows: Floats, number: int) -> Floats:
    return 1 + 0.1 * np.sin(40 * np.pi * rows + 2 * number)


@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize("shape", [hard, pulses, rectified, many])
def test_bands_of_any_shape_and_number_flicker_and_change_nothing(
    shape: Callable[[Floats, int], Floats], *, upright: bool
) -> None:
    def lit(number: int) -> Picture:
        image = half("004.jpg")
        long = image.shape[1 if upright else 0]
        gain = shape((np.arange(long) + 0.5) / long, number)
        return np.minimum(image * (gain[:, None] if upright else gain[:, None, None]), 255).astype(np.uint8)

    flickers, boxes = seen(*(lit(number) for number in range(6)))
    assert flickers[-1] and boxes == []
