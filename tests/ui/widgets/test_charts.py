"""Charts are true: bars as high as their counts, the line across where it is to be expected, points where turns are."""

from typing import Any

import pytest

from ui.present.steps import Chart, FaceBar, Plot


def test_bars_are_as_high_as_their_counts_and_what_is_expected(window: Any) -> None:
    from ui.widgets.charts import FaceBars

    bars = tuple(FaceBar(face, count, 2.0) for face, count in zip("123456", (8, 0, 1, 1, 0, 2), strict=True))
    drawn = FaceBars(Chart("Ann", "Dice", bars, (), 0, dice=True), size=(300, 200))
    heights = [drawn.high(bar.count) for bar in bars]
    assert heights[0] > 50 and heights[1] == 0
    assert [round(high / heights[0], 3) for high in heights] == [1.0, 0.0, 0.125, 0.125, 0.0, 0.25]
    assert drawn.high(2.0) == pytest.approx(heights[0] / 4)


def test_what_is_expected_is_never_above_the_chart(window: Any) -> None:
    from ui.widgets.charts import FaceBars

    drawn = FaceBars(
        Chart("Ann", "Coin", (FaceBar("heads", 1, 4.0), FaceBar("tails", 0, 4.0)), ()), size=(300, 200)
    )
    assert drawn.high(4.0) < 200 and drawn.high(1) == pytest.approx(drawn.high(4.0) / 4)


def test_points_of_a_line_stand_at_their_turns_and_numbers(window: Any) -> None:
    from ui.widgets.charts import LinePlot

    drawn = LinePlot(Plot("Points", "Turns", ("Ann", "Ben"), ((0, 5, 10), (0, -2, 4))), size=(400, 300))
    (x0, y0), (x1, y1), (x2, y2) = (drawn.point(turn, value) for turn, value in ((0, 0), (1, 5), (2, 10)))
    assert x1 - x0 == pytest.approx(x2 - x1) and y1 - y0 == pytest.approx(y2 - y1)
    low = drawn.point(1, -2)[1]
    assert 0 < low < y0 and x2 < 400 and y2 < 300
    assert (y0 - low) / (y2 - y0) == pytest.approx(0.2)
