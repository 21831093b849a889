"""The chart of what was thrown: a face's bar is as high as its count, and one thrown never has none."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.ui.audit import walk


def test_bars_are_as_high_as_the_counts(drive: Callable[..., Any], made: Callable[[str], Any]) -> None:
    from kivy.uix.floatlayout import FloatLayout

    from ui.screens.steps import StepScreen
    from ui.widgets.boxes import Card

    driver = drive(made("history"))
    page = driver.app._page
    assert isinstance(page, StepScreen)
    counts = tuple(zip("123456", (2, 0, 0, 1, 0, 1), strict=True))
    model = made("history").model()
    fallen, *lines = model.rows
    page.show(replace(model, rows=(replace(fallen, counts=counts), *lines)))
    page.do_layout()
    driver.app._ticking.cancel()
    driver.run(0.2)
    boxes = [widget for widget in walk(page) if type(widget) is FloatLayout]
    boxes = sorted(boxes, key=lambda box: box.to_window(box.x, box.y)[0])
    heights = [max((bar.height for bar in box.children if isinstance(bar, Card)), default=0) for box in boxes]
    assert len(boxes) == 6 and boxes[0].height > 8
    assert [round(height / boxes[0].height, 2) for height in heights] == [1.0, 0, 0, 0.5, 0, 0.5]
