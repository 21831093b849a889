"""Pages worked with keys alone: places are kept. That all of each page is reached is seen by `screens/test_screens`."""

from collections.abc import Callable
from typing import Any

import pytest

from hardware.panel import NoPanel
from hardware.said import Said
from tests.ui.audit import walk
from tests.ui.by_keys import MOST_STOPS
from tests.ui.touch.test_app import BACKSPACE, ENTER, ESCAPE, key
from ui.box.session import Press
from ui.games.zones.side import FieldSide
from ui.present.touches import Goto, SwitchSound, calls
from ui.touch.app import PagesPanel

Drive, Made = Callable[..., Any], Callable[[str], Any]
TAB, UP, DOWN, RIGHT, LEFT = 9, 273, 274, 275, 276
SEEN = 3.0
"""The least contrast of what shows where the keys are (WCAG 2.2, 2.4.13)."""


def at(driver: Any) -> Any:
    """What the keys are at: the touch that it asks for, or the name of a square."""
    spot = driver.app.focus.at
    return None if spot is None else spot.name


def lead(driver: Any, code: int, there: object) -> None:
    """Presses a key until the ring is somewhere."""
    for _step in range(MOST_STOPS):
        if at(driver) == there:
            return
        key(driver, code)
    raise AssertionError(f"the keys never come to {there}")


@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
def test_the_ring_stands_out_against_every_ground(theme: Any, drive: Drive, fresh: Made) -> None:
    from kivy.graphics import Color

    from tests.ui.wcag import contrast
    from ui.widgets.theme import colour_of

    desk = fresh("home")
    desk.settings.change(theme=theme)
    driver = drive(desk)
    key(driver, TAB)
    edge, line = (
        tuple(each.rgba) for each in driver.app.focus.ring.layer.children if isinstance(each, Color)
    )
    assert contrast(line, edge) >= SEEN
    grounds = ("night", "surface", "raised", "primary", "chosen-ground", "table", "square")
    for ground in map(colour_of, grounds):
        assert max(contrast(line, ground), contrast(edge, ground)) >= SEEN


def test_keys_choose_and_remember_where_they_were(drive: Drive, fresh: Made) -> None:
    driver = drive(fresh("home"))
    assert at(driver) is None
    key(driver, DOWN)
    assert at(driver) == Goto("seats")
    lead(driver, TAB, Goto("eye"))
    key(driver, ENTER)
    assert driver.app.desk.page == "eye" and at(driver) == Goto("check")
    key(driver, ESCAPE)
    assert driver.app.desk.page == "home" and at(driver) == Goto("eye")
    key(driver, TAB)
    assert at(driver) != Goto("eye")
    key(driver, TAB, "shift")
    assert at(driver) == Goto("eye")


def test_a_page_built_anew_keeps_the_place(drive: Drive, fresh: Made) -> None:
    driver = drive(fresh("home"))
    key(driver, TAB)
    lead(driver, TAB, SwitchSound())
    driver.app._page.redraw()
    driver.run(0.1)
    assert at(driver) == SwitchSound() and driver.app.focus.ring.box is not None


def test_a_touch_takes_the_ring_away(drive: Drive, fresh: Made) -> None:
    driver = drive(fresh("home"))
    key(driver, DOWN)
    assert driver.app.focus.ring.box is not None
    driver.touch(3, 3)
    assert driver.app.focus.ring.box is None and driver.app.focus.ring.layer.children == []


def test_arrows_move_over_the_squares_of_the_board(drive: Drive, fresh: Made) -> None:
    desk = fresh("play")
    driver = drive(desk)
    key(driver, RIGHT)
    for _step in range(9):
        key(driver, LEFT)
    square = at(driver)
    assert square[0] == "a"
    key(driver, RIGHT)
    assert at(driver) == "b" + square[1]
    key(driver, ENTER)
    assert desk.model().kind == "square" and desk.side.focus.square == "b" + square[1]


@pytest.fixture
def at_a_square(drive: Drive, made: Made) -> tuple[Any, list[object]]:
    """The keys are at a square of a board, with the strip of the guide taken away; what is sent from now on."""
    from ui.widgets.panel import GuideStrip

    driver = drive(made("guide-zones-turn"), (720, 1280))
    driver.run(0.2)
    driver.strip = next(each for each in walk(driver.app.root) if isinstance(each, GuideStrip))
    driver.holder = driver.strip.parent
    driver.holder.remove_widget(driver.strip)
    key(driver, DOWN)
    lead(driver, TAB, "a6")
    sent: list[object] = []
    driver.app.desk.send = sent.append
    return driver, sent


def test_a_strip_that_comes_above_the_board_covers_no_square_and_the_ring_s_is_pressed(
    at_a_square: tuple[Any, list[object]],
) -> None:
    from ui.touch.focus import box_of

    driver, sent = at_a_square
    before = driver.app.focus.ring.box
    driver.holder.add_widget(driver.strip, index=len(driver.holder.children))
    driver.run(0.1)
    assert at(driver) == "a6"
    assert driver.app.focus.ring.box == driver.app.focus.at.seen != before
    assert driver.app.focus.ring.box.within(box_of(driver.strip)).high <= 0
    key(driver, ENTER)
    assert [touch.given[0] for touch in sent if calls(touch, FieldSide.touch_field)] == ["a6"] and len(
        sent
    ) == 1


def test_what_the_ring_was_about_lets_nothing_be_pressed_once_it_has_gone(
    at_a_square: tuple[Any, list[object]],
) -> None:
    driver, sent = at_a_square
    driver.app.focus.at.board.opacity = 0
    driver.app.focus.press()
    assert sent == [] and at(driver) != "a6"
    assert driver.app.focus.ring.box == driver.app.focus.at.seen


def test_without_a_ring_keys_mean_at_the_table_what_they_did(drive: Drive, fresh: Made) -> None:
    desk = fresh("play")
    driver = drive(desk)
    pressed: list[str] = []
    desk.session.press = pressed.append
    key(driver, ENTER)
    assert pressed == ["done"]
    entries = len(desk.session.referee.standing)
    key(driver, BACKSPACE)
    assert len(desk.session.referee.standing) < entries or desk.model().kind == "agree"


def test_a_text_scrolls_before_it_is_left(drive: Drive, fresh: Made) -> None:
    from kivy.uix.scrollview import ScrollView

    driver = drive(fresh("history"))
    scroll = next(each for each in walk(driver.app.root) if isinstance(each, ScrollView))
    for way in (DOWN, UP, DOWN, DOWN):
        key(driver, way)
    before = scroll.scroll_y
    assert before < 1
    key(driver, DOWN)
    assert scroll.scroll_y < before
    key(driver, UP)
    assert scroll.scroll_y == pytest.approx(before)


def test_a_text_is_typed_with_arrows_alone(drive: Drive, fresh: Made) -> None:
    from ui.widgets.typing_pad import PadKey, TypeSign

    desk = fresh("typing")
    driver = drive(desk)
    key(driver, DOWN)
    lead(driver, TAB, TypeSign("a"))
    key(driver, ENTER)
    key(driver, RIGHT)
    key(driver, ENTER)
    lead(driver, TAB, PadKey("done"))
    key(driver, ENTER)
    assert desk.agreement.draft.names[0] == "Annas"


def test_accents_are_typed_by_keys_alone(drive: Drive, fresh: Made) -> None:
    from ui.widgets.typing_pad import PadKey, TypeSign

    desk = fresh("typing")
    driver = drive(desk)
    for touch in (PadKey("accent"), TypeSign("e"), TypeSign("é"), TypeSign("e"), PadKey("done")):
        lead(driver, TAB, touch)
        key(driver, ENTER)
    assert desk.agreement.draft.names[0] == "Année"


def test_letters_of_a_keyboard_take_the_ring_away_and_enter_is_done(drive: Drive, fresh: Made) -> None:
    desk = fresh("typing")
    driver = drive(desk)
    key(driver, DOWN)
    key(driver, ord("e"))
    assert driver.app.focus.ring.box is None
    driver.app._page.children[0]._on_textinput(None, "e")
    key(driver, ENTER)
    assert desk.agreement.draft.names[0] == "Anne"


# the panel's buttons


class Pins:
    """A panel between games, pressed by hand."""

    def __init__(self) -> None:
        self.opened = self.closed = 0

    def open(self, post: Callable[[str], None]) -> Any:
        self.opened += 1
        self.press = post
        panel = NoPanel(Said(""))
        panel.close = self.close  # type: ignore[method-assign]
        return panel

    def close(self) -> None:
        self.closed += 1


def test_buttons_alone_lead_through_pages(drive: Drive, fresh: Made) -> None:
    pins = Pins()
    driver = drive(fresh("home"))
    driver.app._panel = PagesPanel(pins.open)
    driver.run(0.1)

    def press(*buttons: str) -> None:
        for button in buttons:
            pins.press(button)
            driver.run(0.3)

    press("done")
    assert at(driver) == Goto("seats")
    press("seat1")
    second = at(driver)
    press("dispute", "seat0")
    assert at(driver) == second != Goto("seats")
    lead(driver, TAB, Goto("eye"))
    press("done")
    assert driver.app.desk.page == "eye"
    press("back")
    assert driver.app.desk.page == "home" and pins.opened == 1
    driver.app._panel.let_go()
    assert pins.closed == 1
    driver.run(0.1)
    assert pins.opened == 2


def test_pins_are_left_alone_while_a_game_is_on_the_table(drive: Drive, fresh: Made) -> None:
    pins = Pins()
    driver = drive(fresh("play"))
    driver.app._panel = PagesPanel(pins.open)
    driver.run(0.2)
    assert pins.opened == 0


def test_during_play_buttons_mean_what_they_always_do(drive: Drive, fresh: Made) -> None:
    desk = fresh("play")
    driver = drive(desk)
    for button in ("seat0", "seat1", "dispute"):
        desk.session.inbox.post_press(Press(button, "panel"))
        driver.run(0.1)
    assert at(driver) is None and desk.session.disputed


def test_buttons_choose_where_the_screen_asks(drive: Drive, fresh: Made) -> None:
    desk = fresh("ask")
    options = desk.session.reply.verdict.options
    entries = len(desk.session.referee.entries)
    driver = drive(desk)
    for button in ("seat1", "seat1", "done"):
        desk.session.inbox.post_press(Press(button, "panel"))
        driver.run(0.3)
    assert [entry.event for entry in desk.session.referee.entries[entries:]] == list(options[1])
