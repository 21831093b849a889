"""A game of ZONG and one of ZoneS on the painted table, refereed from pictures and held against what was played.

More of them, with figures, by `python -m tests.ui.seen_zong` and `python -m tests.ui.seen_zones`.
"""

from tests.ui import seen_zones, seen_zong

TURNS = 3


def test_zong_is_refereed_from_pictures_clean_ups_and_all() -> None:
    figures = seen_zong.Figures()
    seen_zong.play(seen_zong.new_game(29, 3, figures), figures, TURNS)
    assert figures.faults == []
    assert (figures.turns, figures.flicks, figures.cleaned) >= (TURNS, 2, 2)
    assert figures.misplaced == []
    assert figures.asked <= 2
    assert figures.told == []


def test_zones_is_refereed_from_pictures_after_both_halves_were_read() -> None:
    figures = seen_zones.Figures()
    seen_zones.play(seen_zones.new_game(7), figures, 4)
    assert figures.faults == []
    assert (figures.halves, figures.turns, figures.seen) == (2, 4, 4)
    assert figures.asked == figures.told == 0
