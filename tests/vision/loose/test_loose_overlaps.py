"""Of two cards that overlap, the one whose middle is not pushed away lies on top."""

import numpy as np

from vision.loose.outlines import CardOutline
from vision.loose.overlaps import above, on_top, shared, showing


def card(left: float, top: float, shown: tuple[float, float]) -> CardOutline:
    corners = np.array([[left, top], [left + 60, top], [left + 60, top + 84], [left, top + 84]], dtype=float)
    return CardOutline(corners, 0.9, np.array(shown))


def test_the_card_that_shows_its_middle_lies_on_the_other() -> None:
    on, under = card(30, 0, (60, 42)), card(0, 0, (15, 42))
    assert on_top(on, under)
    assert not on_top(under, on)
    assert above([under, on]) == [[1], []]


def test_a_fan_lies_in_order() -> None:
    cards = [card(30 * k, 0, (30 * k + 15, 42)) for k in range(3)]
    cards.append(card(90, 0, (120, 42)))
    lying = above(cards)
    assert [1 in lying[0], 2 in lying[1], 3 in lying[2], lying[3]] == [True, True, True, []]


def test_cards_apart_hide_nothing() -> None:
    assert above([card(0, 0, (30, 42)), card(59.5, 0, (90, 42))]) == [[], []]
    assert shared(card(0, 0, (0, 0)).corners, card(200, 0, (0, 0)).corners) == 0.0


def test_what_another_card_covers_does_not_show() -> None:
    under, on = card(0, 0, (15, 42)), card(30, 0, (60, 42))
    mask = showing([on.corners], np.eye(3), (60, 84))
    assert mask is not None
    assert mask[:, :29].all()
    assert not mask[:, 31:].any()
    assert showing([], np.eye(3), (60, 84)) is None
    assert under.area == 60 * 84
