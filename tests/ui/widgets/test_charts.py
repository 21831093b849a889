"""Charts are true: bars as high as their counts, the line across where it is to be expected, points where turns are."""

from itertools import pairwise
from typing import Any

import pytest

from companion.luck import Fell
from ui.present.drawn import seat_shape
from ui.present.models import Chart, Plot
from vision.printed.marks import Block, Line, Mark

SIXES = (8, 0, 1, 1, 0, 2)


def bars_of(marks: list[Mark]) -> list[Block]:
    return [mark for mark in marks if isinstance(mark, Block)]


def test_bars_are_as_high_as_their_counts_and_what_is_expected(window: Any) -> None:
    from ui.screens.steps import face_bars

    faces = tuple(Fell(face, count, 2.0) for face, count in zip("123456", SIXES, strict=True))
    drawn = list(face_bars(Chart("Ann", "Dice", faces, (), 0, dice=True), 300, 200))
    bars, across = bars_of(drawn), [mark for mark in drawn if isinstance(mark, Line)]
    assert bars[0].h > 50 and len({bar.y + bar.h for bar in bars}) == 1
    assert [round(bar.h / bars[0].h, 3) for bar in bars] == [1.0, 0.125, 0.125, 0.25], "those that fell"
    assert [bar.x // 50 for bar in bars] == [0, 2, 3, 5], "each over its face"
    assert len(across) == 6 and {line.y0 for line in across} == {line.y1 for line in across}
    assert bars[0].y + bars[0].h - across[0].y0 == pytest.approx(bars[0].h / 4)


def test_what_is_expected_is_never_above_the_chart(window: Any) -> None:
    from ui.screens.steps import face_bars

    faces = (Fell("heads", 1, 4.0), Fell("tails", 0, 4.0))
    drawn = list(face_bars(Chart("Ann", "Coin", faces, ()), 300, 200))
    (bar,) = bars_of(drawn)
    low = bar.y + bar.h
    levels = [low - mark.y0 for mark in drawn if isinstance(mark, Line)]
    assert levels == [pytest.approx(4 * bar.h)] * 2 and 0 < low - levels[0] < 200


def test_points_of_a_line_stand_at_their_turns_and_numbers(window: Any) -> None:
    from ui.screens.steps import line_plot

    plot = Plot("Points", "Turns", ("Ann", "Ben"), ((0, 5, 10), (0, -2, 4)))
    drawn = list(line_plot(plot, 400, 300))
    ann = [
        (mark.x, mark.y)
        for mark in drawn
        if isinstance(mark, type(seat_shape(0, 0, 0, 13, "s0"))) and mark.ink == "s0"
    ]
    (x0, y0), (x1, y1), (x2, y2) = ann
    assert x1 - x0 == pytest.approx(x2 - x1) and y1 - y0 == pytest.approx(y2 - y1)
    strokes = [mark for mark in drawn if isinstance(mark, Line) and mark.ink == "s1"]
    low = max(mark.y1 for mark in strokes)
    assert y2 < y0 < low < 300 and x2 < 400 and y2 > 0
    assert (low - y0) / (y0 - y2) == pytest.approx(0.2, abs=0.02), "Ben's lowest, at -2"
    assert all(one.x1 < other.x0 for one, other in pairwise(strokes)), "strokes with gaps between them"


def test_more_than_the_whole_fills_a_bar_and_is_hatched(window: Any) -> None:
    from ui.screens.steps import bar

    for part, wide, hatches in ((0.5, 50.0, 0), (0.0, None, 0), (1.4, 100.0, 7), (0.01, 14.0, 0)):
        drawn = bar(part, "wrong", "raised", hatches)._drawing
        assert callable(drawn)
        marks = list(drawn(100, 14))
        assert [mark.w for mark in bars_of(marks)[1:]] == ([] if wide is None else [wide])
        assert sum(isinstance(mark, Line) for mark in marks) == hatches
