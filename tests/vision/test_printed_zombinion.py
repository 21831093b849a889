"""Printed cards of Zombinion are read from a painted table, in whatever language they are printed."""

import pytest

from tests.vision.printed_zombinion import LAMPS, deck_in, laid, printed_deck, read
from vision.decks.deck import look_alikes


@pytest.mark.parametrize(("code", "lamp", "tilt"), [("en", 2, 15.0), ("de", 4, 8.0)])
def test_every_face_is_read_from_a_table(code: str, lamp: int, tilt: float) -> None:
    for top in laid(7):
        counts, words = read(top, 7, LAMPS[lamp], (1.0, tilt), deck_in(code))
        assert counts["right"] == counts["cards"], words
        assert counts["wrong and sure"] == counts["invented"] == 0


def test_no_printed_face_looks_like_another() -> None:
    assert look_alikes(printed_deck()) == ()
