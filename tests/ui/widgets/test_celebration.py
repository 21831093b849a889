"""A game that was won just now is celebrated once: paper falls and is gone; where motion is reduced none does."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.ui.audit import walk
from ui.widgets import theme

Drive, Make = Callable[..., Any], Callable[[str], Any]


@pytest.fixture
def moving() -> Iterator[None]:
    yield
    theme.choose("dark")


def confetti(driver: Any) -> list[Any]:
    from ui.widgets.celebration import Confetti

    return [widget for widget in walk(driver.app.root) if isinstance(widget, Confetti) and widget.falling]


def test_paper_falls_once_and_is_gone(drive: Drive, made: Make, moving: None) -> None:
    driver = drive(made("after-over"))
    assert len(confetti(driver)) == 1
    driver.run(4.0)
    assert confetti(driver) == []
    driver.app._page.redraw()
    assert confetti(driver) == []


def test_a_game_of_long_ago_is_told_without(drive: Drive, made: Make, moving: None) -> None:
    assert confetti(drive(made("after-zong"))) == []


def test_where_motion_is_reduced_nothing_falls(window: Any, moving: None) -> None:
    from ui.widgets.celebration import Confetti

    theme.choose("dark", still=True)
    assert not Confetti().falling


def test_what_lies_below_is_touched_through_it(drive: Drive, made: Make, moving: None) -> None:
    from ui.present.desk_touches import Goto, PageBack
    from ui.widgets.keys import Touched

    driver = drive(made("after-over"))
    key = next(w for w in walk(driver.app.root) if isinstance(w, Touched) and w.action == Goto("timeline"))
    driver.touch(*key.to_window(key.center_x, key.center_y))
    assert driver.app.desk.page == "timeline"
    driver.app.send(PageBack())
