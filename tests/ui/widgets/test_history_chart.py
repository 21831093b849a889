"""The chart of what was thrown: a face's bar is as high as its count, and one thrown never has none."""

from typing import Any

from vision.printed.marks import Block, Label, Placed


def test_bars_are_as_high_as_the_counts(window: Any) -> None:
    from ui.widgets.charts import fallen_bars

    counts = tuple(zip("123456", (2, 0, 0, 1, 0, 1), strict=True))
    drawn = list(fallen_bars(counts, 6 * 34, 66))
    bars = [mark for mark in drawn if isinstance(mark, Block)]
    assert bars[0].h > 8 and [round(bar.h / bars[0].h, 2) for bar in bars] == [1.0, 0.5, 0.5]
    assert [bar.x // 34 for bar in bars] == [0, 3, 5], "each over its face"
    assert len({round(bar.y + bar.h, 6) for bar in bars}) == 1
    assert [mark.words for mark in drawn if isinstance(mark, Label)] == ["2", "0", "0", "1", "0", "1"]
    assert sum(isinstance(mark, Placed) for mark in drawn) == 6


def test_nothing_thrown_has_no_bar(window: Any) -> None:
    from ui.widgets.charts import fallen_bars

    drawn = list(fallen_bars((("1", 0), ("2", 0)), 68, 66))
    assert not any(isinstance(mark, Block) for mark in drawn)
