"""The key that switches sound off and on: it is kept, it is heard, and every key shows it."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.ui.audit import walk
from tests.ui.sound.test_speaker import Programs
from ui.owned.settings import SettingsKept
from ui.present.touches import Goto, SwitchSound
from ui.sound.speaker import Speaker
from ui.touch.app import Hearing

Drive = Callable[..., Any]


@pytest.fixture
def heard(drive: Drive, tmp_path: Any) -> tuple[Any, Programs]:
    """The app on its first page, and the programs that its loudspeaker begins."""
    from tests.situations.screens import situations

    programs = Programs()
    driver = drive(situations(tmp_path)["home"]())
    driver.app.hearing = Hearing(Speaker(programs.begin))
    driver.app.refresh()
    return driver, programs


def icon(driver: Any) -> str:
    from ui.widgets.drawing import Icon
    from ui.widgets.keys import SoundKey

    (key,) = (widget for widget in walk(driver.app.root) if isinstance(widget, SoundKey))
    return next(widget._name for widget in walk(key) if isinstance(widget, Icon))


def test_it_is_kept_and_shown_on_every_page(heard: tuple[Any, Programs]) -> None:
    driver, programs = heard
    assert icon(driver) == "sound"
    driver.app.send(SwitchSound())
    assert (
        icon(driver) == "mute" and SettingsKept(driver.app.desk.settings._file).now.muted and programs == []
    )
    driver.app.send(Goto("seats"))
    assert icon(driver) == "mute"
    driver.run(0.3)
    driver.app.send(SwitchSound())
    assert icon(driver) == "sound" and not SettingsKept(driver.app.desk.settings._file).now.muted
    assert programs.run == ["aplay"]
    driver.app.send(Goto("home"))
    assert icon(driver) == "sound"


def test_switched_off_it_is_silent_at_once(heard: tuple[Any, Programs]) -> None:
    driver, programs = heard
    driver.app.hearing.speaker.play("win", 6)
    driver.app.send(SwitchSound())
    assert programs.run == []


def test_no_volume_is_turned_up_to_the_usual_one(heard: tuple[Any, Programs]) -> None:
    driver, _programs = heard
    driver.app.desk.settings.change(volume=0)
    driver.app.refresh()
    assert icon(driver) == "mute"
    driver.app.send(SwitchSound())
    now = driver.app.desk.settings.now
    assert (now.volume, now.muted) == (6, False)


def test_why_nothing_is_heard_is_told_for_a_while(heard: tuple[Any, Programs]) -> None:
    from ui.widgets.panel import Pill

    driver, programs = heard
    driver.app.hearing.speaker.play("win", 6)
    programs[0].status = 1
    driver.run(0.2)
    pills = [widget for widget in driver.app.root_box.children if isinstance(widget, Pill)]
    assert [pill.text for pill in pills] == ["No sound: the loudspeaker does not answer."]
    driver.run(7.0)
    assert not any(isinstance(widget, Pill) for widget in driver.app.root_box.children)


def test_what_is_being_typed_stays(drive: Drive, made: Callable[[str], Any]) -> None:
    driver = drive(made("typing"))
    pad = driver.app._page.children[0]
    pad._on_textinput(None, "e")
    driver.app.send(SwitchSound())
    assert driver.app._page.children[0] is pad and pad.text == "Anne"
