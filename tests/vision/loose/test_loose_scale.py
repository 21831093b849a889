"""The scale of a picture is told from the cards that were read."""

import numpy as np
import pytest

from vision.loose.reader import scale_of


def square(x: float, y: float) -> np.ndarray:
    return np.array([[x - 5, y - 5], [x + 5, y - 5], [x + 5, y + 5], [x - 5, y + 5]], dtype=float)


def test_one_card_tells_the_scale_about_it() -> None:
    scale = scale_of([(square(600, 300), 1.5)], (1280, 720))
    assert scale is not None
    assert scale.px_per_mm(600, 300) == pytest.approx(1.5, rel=0.01)


def test_cards_far_and_near_tell_how_it_changes() -> None:
    places = [(200.0, 100.0), (1000.0, 120.0), (300.0, 650.0), (900.0, 600.0)]
    cards = [(square(x, y), 1.0 + y / 1000) for x, y in places]
    scale = scale_of(cards, (1280, 720))
    assert scale is not None
    assert scale.px_per_mm(640, 100) == pytest.approx(1.1, rel=0.05)
    assert scale.px_per_mm(640, 640) == pytest.approx(1.64, rel=0.05)


def test_one_card_misread_does_not_change_the_scale() -> None:
    cards = [(square(200.0 * k, 300), 1.4) for k in range(1, 6)]
    scale = scale_of([*cards, (square(640, 360), 4.0)], (1280, 720))
    assert scale is not None
    assert scale.px_per_mm(640, 360) == pytest.approx(1.4, rel=0.05)


def test_without_cards_there_is_no_scale() -> None:
    assert scale_of([], (1280, 720)) is None
