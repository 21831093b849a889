"""In a box nothing is quit: the machine is switched off or started anew, asked once, and the game is kept."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.own_touches import own, send
from tests.situations.in_a_box import Machine
from tests.ui.journal.journals import unfinished
from ui.present.touches import Goto, PageBack, Quit, Resume

Make = Callable[[str], Any]


@pytest.fixture
def machine() -> Machine:
    return Machine()


def words(keys: Any) -> list[str]:
    return [key.words for key in keys]


def test_a_box_is_switched_off_from_its_first_page_and_from_the_settings(
    fresh: Make, machine: Machine
) -> None:
    desk = fresh("home")
    assert desk.model().tools[0].words == "Quit"
    desk.be_box(machine)
    assert (desk.model().tools[0].words, desk.model().tools[0].action) == ("Switch off", Goto("power"))
    desk.send(Goto("settings"))
    assert "Switch off" in words(desk.model().answers)
    desk.send(Goto("power"))
    assert machine.asked == []
    desk.send(PageBack())
    assert desk.page == "settings"


def test_outside_of_a_box_there_is_nothing_of_it(fresh: Make) -> None:
    desk = fresh("settings")
    model = desk.model()
    assert "Switch off" not in words(model.answers) and "Picture turned" not in words(model.rows[:-1])
    with pytest.raises(ValueError, match="there is no page 'power'"):
        desk.send(Goto("power"))


@pytest.mark.parametrize(("touch", "asked"), [(own("switch_off"), "off"), (own("start_anew"), "restart")])
def test_the_game_is_kept_and_let_go_of_before_the_machine_ends(
    fresh: Make, machine: Machine, touch: Any, asked: str
) -> None:
    desk = fresh("play")
    desk.be_box(machine)
    entries = len(desk.session.referee.entries)
    desk.send(Goto("power"))
    assert desk.side is not None
    send(desk, touch)
    assert machine.asked == [asked] and desk.side is None and desk.page == "power"
    assert desk.model().keys == () and "shutting down" in desk.model().headline
    desk.send(Goto("home"))
    assert desk.page == "power", "what is touched meanwhile begins nothing"
    assert unfinished(desk.kept.store).entries == entries


def test_a_machine_that_does_not_switch_off_says_why_and_play_can_go_on(
    fresh: Make, machine: Machine
) -> None:
    desk = fresh("play")
    desk.be_box(machine)
    machine.refuses = True
    desk.send(Goto("power"))
    send(desk, own("switch_off"))
    assert desk.model().banner.words == "The box cannot be switched off: the machine refuses: not now"
    desk.send(Goto("home"))
    assert desk.page == "home" and isinstance(desk.model().keys[0].action, Resume)


def test_quit_leads_to_switching_off_and_ends_no_box(fresh: Make, machine: Machine) -> None:
    desk = fresh("home-resume")
    desk.be_box(machine)
    desk.send(Quit())
    assert desk.page == "power" and not desk.quitting
    assert "has not ended. It is kept" in desk.model().headline


def test_the_picture_of_a_box_is_turned_by_a_setting(fresh: Make, machine: Machine) -> None:
    desk = fresh("home")
    desk.be_box(machine)
    desk.send(Goto("settings"))
    (row,) = [row for row in desk.model().rows[:-1] if row.words == "Picture turned"]
    assert [key.action.given for key in row.choices] == [("turned", by) for by in (0, 90, 180, 270)]
    desk.send(row.choices[1].action)
    assert desk.settings.now.turned == 90
