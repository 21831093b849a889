"""The screen that goes through a game: its bar is dragged, its keys are pressed, and the board stays one widget."""

from collections.abc import Callable
from typing import Any

from tests.ui.audit import walk
from ui.screens.steps import STEP_KEYS, PlaceBar

Drive, Fresh = Callable[..., Any], Callable[[str], Any]
FIRST, LEFT, SPACE, RIGHT, END = STEP_KEYS


def test_the_bar_is_dragged_to_any_place(drive: Drive, made: Fresh) -> None:
    driver = drive(made("replay-zong"))
    bar = next(widget for widget in walk(driver.app.root) if isinstance(widget, PlaceBar))
    model, board = driver.app.desk.model, driver.app._page._board
    for place in (0, 31, 7, model().bar.last):
        driver.drag((bar.x_of(model().bar.at), bar.center_y), (bar.x_of(place), bar.center_y), steps=2)
        assert model().bar.at == place
    assert driver.app._page._board is board


def test_arrows_lead_a_step_and_the_ends_are_keys_too(drive: Drive, made: Fresh) -> None:
    driver = drive(made("replay-zong"))
    page, model = driver.app._page, driver.app.desk.model
    for key, place in ((FIRST, 0), (RIGHT, 1), (RIGHT, 2), (LEFT, 1), (END, model().bar.last)):
        driver.app.send(page.pressed(key))
        assert model().bar.at == place
    assert page.pressed(SPACE) is not None and page.pressed(97) is None
