"""What two outlines share, and what shows of a card beneath another."""

import numpy as np

from vision.loose.outlines import shared, showing


def card(left: float) -> np.ndarray:
    return np.array([[left, 0], [left + 60, 0], [left + 60, 84], [left, 84]], dtype=float)


def test_cards_apart_share_nothing() -> None:
    assert shared(card(0), card(200)) == 0.0


def test_what_another_card_covers_does_not_show() -> None:
    mask = showing([card(30)], np.eye(3), (60, 84))
    assert mask is not None
    assert mask[:, :29].all()
    assert not mask[:, 31:].any()
    assert showing([], np.eye(3), (60, 84)) is None
