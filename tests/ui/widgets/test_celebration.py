"""A game that was won just now is celebrated once: paper falls and is gone; where motion is reduced none does."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.ui.audit import walk
from tests.ui.conftest import SIZES
from ui.widgets import theme

Drive, Make = Callable[..., Any], Callable[[str], Any]


@pytest.fixture
def moving() -> Iterator[None]:
    yield
    theme.choose("dark")


def confetti(driver: Any) -> list[Any]:
    from ui.screens.steps import Confetti

    return [widget for widget in walk(driver.app.root) if isinstance(widget, Confetti) and widget._clock]


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
    from ui.screens.steps import Confetti

    theme.choose("dark", still=True)
    assert Confetti()._clock is None


def test_what_lies_below_is_touched_through_it(drive: Drive, made: Make, moving: None) -> None:
    from ui.present.touches import Goto, PageBack
    from ui.widgets.keys import Touched

    driver = drive(made("after-over"))
    key = next(w for w in walk(driver.app.root) if isinstance(w, Touched) and w.action == Goto("timeline"))
    driver.touch(*key.to_window(key.center_x, key.center_y))
    assert driver.app.desk.page == "timeline"
    driver.app.send(PageBack())


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", ["zoon_alternate", "zoondo", "zombinion", "zong", "zones"])
def test_who_has_won_fits_in_one_photograph(
    game: str, size: tuple[int, int], drive: Drive, made: Make, moving: None
) -> None:
    from kivy.uix.scrollview import ScrollView

    from ui.screens.steps import WinnerPoster, WinnerSign

    driver = drive(made(f"after-{game}"), size)
    driver.run(0.2)
    shown = list(walk(driver.app.root))
    (poster,) = [widget for widget in shown if isinstance(widget, WinnerPoster)]
    (sign,) = [widget for widget in shown if isinstance(widget, WinnerSign)]
    place = next(widget for widget in poster.walk_reverse() if isinstance(widget, ScrollView))
    assert poster.height <= place.height + 1, "nothing of it has to be scrolled to"
    art = sign.parent
    assert art.x <= sign.x and sign.right <= art.right and art.y <= sign.y and sign.top <= art.top
    for part in sign.children:
        assert (part.center_x, part.center_y) == pytest.approx((sign.center_x, sign.center_y))
