"""The app in its window: keys, fingers, sizes; nothing is pressed twice, nothing vanishes under a finger."""

from collections.abc import Callable
from typing import Any

import pytest

from ui.pages.played_table import Asking, PlayedTable
from ui.present.touches import Goto, at
from ui.widgets.typing_pad import TypeSign

Drive, Made = Callable[..., Any], Callable[[str], Any]
ENTER, ESCAPE, BACKSPACE, ONE = 13, 27, 8, 49


def key(driver: Any, code: int, *modifiers: str) -> None:
    driver.app._on_key(None, code, 0, None, list(modifiers))
    driver.run(0.1)


def keys_of(driver: Any) -> list[Any]:
    from tests.ui.audit import walk
    from ui.widgets.keys import Touched

    return [widget for widget in walk(driver.app.root) if isinstance(widget, Touched)]


def middle(widget: Any) -> tuple[float, float]:
    return tuple(widget.to_window(widget.x + widget.width / 2, widget.y + widget.height / 2))


def test_a_touch_does_what_its_button_says(drive: Drive, fresh: Made) -> None:
    driver = drive(fresh("home"))
    start = next(each for each in keys_of(driver) if each.action == Goto("seats"))
    driver.touch(*middle(start))
    assert driver.app._page.shown == driver.app.desk.model()


def test_a_touch_that_slides_off_does_nothing(drive: Drive, fresh: Made) -> None:
    driver = drive(fresh("home"))
    start = next(each for each in keys_of(driver) if each.action == Goto("seats"))
    driver.drag(middle(start), (20, 20))
    assert driver.app.desk.page == "home"


def test_a_bounce_is_no_second_press(drive: Drive, fresh: Made) -> None:
    desk = fresh("play")
    entries = len(desk.session.referee.standing)
    driver = drive(desk)
    driver.app.send(at(PlayedTable.press_button, "dispute"))
    driver.app.send(at(PlayedTable.press_button, "dispute"))
    assert desk.session.disputed
    driver.run(0.3)
    driver.app.send(at(PlayedTable.press_button, "dispute"))
    assert not desk.session.disputed and len(desk.session.referee.standing) == entries


def test_an_app_that_was_left_has_no_memory_swept_any_more(
    drive: Drive, fresh: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    swept: list[float] = []
    monkeypatch.setattr("ui.touch.app.sweep", swept.append)
    monkeypatch.setattr("ui.touch.app.SWEEP_SECONDS", 1.0)
    driver = drive(fresh("home"))
    driver.run(2.0)
    assert len(swept) == 1
    driver.app.send(Goto("seats"))
    driver.close()
    driver.run(2.0)
    assert len(swept) == 1


def test_nothing_is_built_anew_under_a_finger(drive: Drive, fresh: Made) -> None:
    from kivy.base import EventLoop

    from tests.situations.driver import Finger

    desk = fresh("play")
    driver = drive(desk)
    done = next(each for each in keys_of(driver) if each.action == at(PlayedTable.press_button, "done"))
    finger = Finger(*middle(done))
    EventLoop.post_dispatch_input("begin", finger)
    desk.session.dispute()
    driver.app._stale = True
    driver.run(0.3)
    assert done in keys_of(driver)
    EventLoop.post_dispatch_input("end", finger)
    driver.run(0.3)
    assert done not in keys_of(driver)


def test_a_key_that_another_finger_took_away_asks_for_nothing(drive: Drive, fresh: Made) -> None:
    from kivy.base import EventLoop

    from tests.situations.driver import Finger

    desk = fresh("menu")
    driver = drive(desk)
    keys = {each.action: each for each in keys_of(driver)}
    fingers = [Finger(*middle(keys[action])) for action in (Goto("home"), at(PlayedTable.close))]
    for finger in fingers:
        EventLoop.post_dispatch_input("begin", finger)
    for finger in fingers:
        EventLoop.post_dispatch_input("end", finger)
        driver.run(0.2)
    assert desk.page == "home"


def test_a_mouse_that_hovers_is_no_finger(drive: Drive, fresh: Made) -> None:
    from kivy.base import EventLoop

    from tests.situations.driver import Finger

    desk = fresh("home")
    driver = drive(desk)
    hover = Finger(100, 100)
    hover.is_touch, hover.type_id = False, "hover"
    EventLoop.post_dispatch_input("begin", hover)
    desk.send(Goto("seats"))
    driver.app._stale = True
    driver.run(0.2)
    EventLoop.post_dispatch_input("end", hover)
    assert driver.app._page.shown == driver.app.desk.model()


def test_keys_answer_questions(drive: Drive, fresh: Made) -> None:
    desk = fresh("ask")
    options = desk.session.reply.verdict.options
    entries = len(desk.session.referee.entries)
    driver = drive(desk)
    key(driver, ONE + 1)
    assert [entry.event for entry in desk.session.referee.entries[entries:]] == list(options[1])


def test_keys_take_back_and_say_done(drive: Drive, fresh: Made) -> None:
    desk = fresh("agree")
    desk.send(at(Asking.put_back))
    driver = drive(desk)
    key(driver, BACKSPACE)
    assert desk.model().kind == "agree"
    key(driver, ESCAPE)
    driver.run(0.3)
    assert desk.model().kind != "agree"
    key(driver, ord("z"), "ctrl")
    assert desk.model().kind == "agree"


def test_escape_leads_back_step_by_step(drive: Drive, fresh: Made) -> None:
    desk = fresh("play")
    driver = drive(desk)
    key(driver, ESCAPE)
    assert desk.model().kind == "menu"
    key(driver, ESCAPE)
    assert desk.model().kind == "play"
    driver.run(0.3)
    driver.app.send(Goto("history"))
    key(driver, ESCAPE)
    assert desk.page == "table"


def test_a_touched_square_is_told_of(drive: Drive, fresh: Made) -> None:
    desk = fresh("play")
    driver = drive(desk)
    board = driver.app._page._board
    square = next(name for name, lying in desk.session.reply.look.regions.items() if lying)
    region = next(each for each in board.model.regions if each.name == square)
    driver.touch(*board.to_px(*region.centre))
    assert desk.side.focus.square == square


def test_a_window_of_another_size_shows_the_same(drive: Drive, made: Made) -> None:
    from kivy.core.window import Window

    from tests.ui.audit import complaints

    driver = drive(made("refuse"))
    for size in ((1280, 720), (720, 1280), (1024, 600), (800, 480)):
        Window.size = size
        driver.run(0.3)
        assert complaints(driver.app.root) == []


def test_names_are_typed_by_touch_and_by_keyboard(drive: Drive, fresh: Made) -> None:
    from kivy.core.window import Window

    desk = fresh("typing")
    driver = drive(desk)
    pad = driver.app._page.children[0]
    for _n in range(3):
        pad.key(BACKSPACE)
    letter = next(each for each in keys_of(driver) if each.action == TypeSign("k"))
    driver.touch(*middle(letter))
    Window.dispatch("on_textinput", "im")
    driver.run(0.1)
    assert pad.key(ENTER)
    driver.run(0.1)
    assert desk.agreement.draft.names[0] == "Kim"


@pytest.mark.parametrize("name", ["simulated", "check", "picture"])
def test_what_the_eye_reads_in_a_painted_picture_is_shown(name: str, drive: Drive, made: Made) -> None:
    from tests.ui.audit import complaints

    driver = drive(made(name))
    driver.run(0.2)
    assert complaints(driver.app.root) == []
    assert driver.app.desk.session.reading.mat.found
