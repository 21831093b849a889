"""A strip of a card that looks as it did is known again; a bare one, another lamp's or next to nothing is not."""

import numpy as np
import pytest

from vision.cards.fitting import Lying, Pose, Sheet, looks_as_before, remembered
from vision.decks.references import References

CARD = Lying(References(60.0, 60.0, ()), None, Pose(60.0, 60.0, 0.0), 0.0)


def sheet(seed: int = 1, light: float = 1.0) -> Sheet:
    """A table with a speckled card on it; `seed` makes the card's picture."""
    flat = np.full((120, 120, 3), 90.0)
    flat[30:90, 30:90] = np.random.default_rng(seed).uniform(20, 60, (60, 60, 3))
    middle = np.asarray(flat * light, np.uint8)
    return Sheet(0.0, 0.0, middle, middle)


def strip(wide: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    shows = np.zeros((120, 120), np.uint8)
    shows[:, 30 : 30 + wide] = 255
    return shows


@pytest.mark.parametrize("light", [1.0, 0.9, 1.1])
def test_a_strip_that_looks_as_it_did_is_known_again(light: float) -> None:
    assert looks_as_before(sheet(light=light), remembered(sheet(), CARD), strip(8))


def test_another_card_and_the_bare_table_are_not() -> None:
    known = remembered(sheet(), CARD)
    assert not looks_as_before(sheet(2), known, strip(8))
    bare = np.full((120, 120, 3), 90, np.uint8)
    assert not looks_as_before(Sheet(0.0, 0.0, bare, bare), known, strip(8))


def test_nothing_is_told_by_next_to_nothing_or_of_what_was_never_seen() -> None:
    assert not looks_as_before(sheet(), remembered(sheet(), CARD), strip(2))
    assert not looks_as_before(sheet(), CARD, strip(8))


def test_what_lies_half_beneath_keeps_the_look_it_had_in_view() -> None:
    known = remembered(sheet(), CARD)
    hidden = Lying(CARD.group, None, CARD.pose, 0.0, visible=0.4, looked=known.looked)
    assert remembered(sheet(2), hidden) is hidden
