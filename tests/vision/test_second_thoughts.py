"""Second thoughts about pieces: print on a card that was read is none unless it is sure, and a penny lies on cards."""

import pytest

from companion.sight import Kind, Sighting
from vision.eye import sensible

CARD = ((100.0, 100.0), (300.0, 100.0), (300.0, 400.0), (100.0, 400.0))


def piece(kind: Kind, sure: float, x: float = 200.0, y: float = 250.0, half: float = 25.0) -> Sighting:
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    return Sighting(kind, None, sure=sure, corners_px=corners)


@pytest.mark.parametrize("kind", ["die", "disc", "pawn"])
def test_a_doubtful_piece_on_a_card_that_was_read_is_its_print(kind: Kind) -> None:
    read = Sighting("card", "joker", deck="poker", corners_px=CARD)
    stranger = Sighting("card", None, corners_px=CARD)
    doubtful, sure, beside = piece(kind, 0.6), piece(kind, 0.9), piece(kind, 0.6, x=500.0)
    assert sensible((doubtful,), (read,), None) == ()
    assert sensible((sure,), (read,), None) == (sure,)
    assert sensible((beside,), (read,), None) == (beside,)
    assert sensible((doubtful,), (stranger,), None) == (doubtful,)


def test_a_penny_may_lie_on_any_card() -> None:
    penny = piece("penny", 0.6)
    assert sensible((penny,), (Sighting("card", "joker", deck="poker", corners_px=CARD),), None) == (penny,)


def test_of_two_at_one_place_the_surer_one_is_there() -> None:
    less, more = piece("disc", 0.6), piece("pawn", 0.8, x=205.0)
    assert sensible((less, more), (), None) == (more,)


def test_what_no_table_of_this_scale_holds_is_none() -> None:

    def scale(_x: float, _y: float) -> float:
        return 2.0

    die, slab, speck = piece("die", 0.9, half=20.0), piece("die", 0.9, half=45.0), piece("die", 0.9, half=5.0)
    assert [sensible((one,), (), scale) for one in (die, slab, speck)] == [(die,), (), ()]
    assert [sensible((one,), (), None) for one in (slab, speck)] == [(slab,), (speck,)]
