"""A picture that is turned is touched where it is seen: the window turns both."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.ui.touch.test_app import keys_of, middle
from ui.present.touches import Goto

Drive, Made = Callable[..., Any], Callable[[str], Any]


@pytest.fixture
def upright_again(window: Any) -> Iterator[Any]:
    yield window
    window.rotation = 0


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_a_key_is_touched_where_it_is_drawn(
    drive: Drive, fresh: Made, upright_again: Any, degrees: int
) -> None:
    desk = fresh("home")
    desk.settings.change(turned=degrees)
    driver = drive(desk, (800, 480))
    window = upright_again
    width, height = window.size
    assert (width, height) == ((480, 800) if degrees % 180 else (800, 480))
    settings = next(each for each in keys_of(driver) if each.action == Goto("settings"))
    x, y = middle(settings)
    assert 0 < x < width and 0 < y < height
    # Where OpenGL draws this place, in pixels of the screen itself.
    drawn = window.render_context["modelview_mat"].transform_point(x, y, 0.0)
    driver.touch(*drawn[:2])
    assert desk.page == "settings"


def test_it_is_turned_at_once_and_back_again(drive: Drive, fresh: Made, upright_again: Any) -> None:
    desk = fresh("settings")
    driver = drive(desk, (1280, 720))
    for degrees in (270, 180, 0):
        desk.settings.change(turned=degrees)
        driver.app._stale = True
        driver.run(0.2)
        assert upright_again.rotation == degrees
        assert driver.app.root_box.size == list(upright_again.size)
