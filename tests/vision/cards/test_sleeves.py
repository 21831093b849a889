"""Cards in sleeves under a lamp: what shows beside its reflection is read, and nothing is told wrongly."""

import numpy as np

from tests.vision.sleeved import read
from vision.cards.fitting import GLINT, Pose, Sheet

SIZE = (46.0, 46.0)


def test_cards_are_read_beside_the_highlights_of_their_sleeves() -> None:
    words: list[str] = []
    counts, _, _ = read("zones", 1, "clear", "panel", words)
    assert {name: n for name, n in counts.items() if name.startswith("card")} == {"card right": 34}, words
    assert not counts["burnt card wrong"], words


def test_scratches_that_glint_hide_nothing() -> None:
    words: list[str] = []
    counts, _, _ = read("zones", 0, "worn", "panel", words)
    assert counts["card right"] >= 34 and not counts["card wrong"] + counts["burnt card wrong"], words


def test_it_glares_where_a_lamp_burns_out_or_scratches_glint() -> None:
    grey, all_shows = np.zeros((120, 120, 3), np.uint8), np.full((120, 120), 255, np.uint8)
    assert not Sheet(0.0, 0.0, grey, grey).glares(Pose(60.0, 60.0, 0.0), SIZE)
    for level in (0, GLINT):
        unburnt = all_shows.copy()
        unburnt[50:60, 50:60] = level
        assert Sheet(0.0, 0.0, grey, grey, None, unburnt).glares(Pose(60.0, 60.0, 0.0), SIZE)
        assert not Sheet(0.0, 0.0, grey, grey, None, unburnt).glares(Pose(92.0, 92.0, 0.0), (20.0, 20.0))
