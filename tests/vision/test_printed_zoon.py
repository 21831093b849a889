"""One table with every printed card of two tribes is read whole, and the tables that are counted show all of them."""

from collections import Counter

import pytest

from tests.vision.zoon_cards import HEIGHTS, LAMPS, TILTS, TRIBES, Setting, laid, printed, read, settings


@pytest.mark.parametrize("setting", [Setting(("monkus", "warus"), "side", 0.85, 14.0)])
def test_every_printed_card_of_two_tribes_is_told(setting: Setting) -> None:
    tally: Counter[str] = Counter()
    read(setting, 7, tally)
    faces = sum(len(printed(tribe).labels) for tribe in setting.tribes)
    assert tally == {"right": faces, "back right": 2}


def test_what_is_counted_shows_every_card_under_every_lamp() -> None:
    every = list(settings())
    assert len(every) == 6 * len(LAMPS) * len(HEIGHTS) * len(TILTS)
    for tribe in TRIBES:
        lying = {thing.label for thing in laid((tribe, TRIBES[0]), 3) if thing.deck == tribe}
        assert lying >= set(printed(tribe).labels)
