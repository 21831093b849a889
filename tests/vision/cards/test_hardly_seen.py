"""HARDLY_SEEN: what turns out to lie under others, all but a sliver, is not told; a strip that can be read is."""

import pytest

from tests.vision.cards.test_cards import face
from tests.vision.test_dark_attacks import after_a_move
from vision.cards.reader import HARDLY_SEEN

BELOW = face("kassin-a", 165.0, 165.0)


def told(off_mm: float) -> list[tuple[str | None, float]]:
    """What is told, bottom first, once another card was laid over one, so many mm beside it."""
    above = face("mourse-b", 165.0 + off_mm, 165.0, name="warus")
    seen = after_a_move([BELOW], [BELOW, above], ("boarix", "warus"))
    return [(card.label, card.visible) for card in seen]


@pytest.mark.parametrize("off_mm", [6.2, 6.8, 7.4])
def test_a_card_of_which_a_sliver_shows_is_not_told(off_mm: float) -> None:
    assert told(off_mm) == [("mourse-b", 1.0)]


@pytest.mark.parametrize("off_mm", [8.0, 9.0])
def test_a_card_of_which_a_strip_shows_is_told(off_mm: float) -> None:
    (label, visible), above = told(off_mm)
    assert above == ("mourse-b", 1.0)
    assert label == "kassin-a" and visible >= HARDLY_SEEN
