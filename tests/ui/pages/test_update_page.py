"""The program's version is changed from the settings, by a setup.sh that only says what it would do."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hardware.updates import ANSWERED_WITHIN_S, AskedUpdates, OwnUpdates, Progress, Updates
from tests.own_touches import own, send
from ui.places import config_home, update_pin_file
from ui.present.touches import Goto, PageBack, Typed
from ui.records.beginning import app_version

Make = Callable[[str], Any]


def house_with(tmp_path: Path, script: str) -> Path:
    before = tmp_path / "house" / "versions" / "before"
    before.mkdir(parents=True)
    (before / "pyproject.toml").write_text('[project]\nversion = "0.0.9"\n')
    setup = tmp_path / "house" / "setup.sh"
    setup.write_text(f"#!/bin/sh\n{script}\n")
    setup.chmod(0o755)
    return tmp_path / "house"


def page_of(desk: Any, updates: Updates) -> Any:
    desk.may_change_version(updates)
    desk.send(Goto("settings"))
    desk.send(Goto("update"))
    return desk


def after_its_end(desk: Any) -> Any:
    until = time.monotonic() + 20
    while desk.model().headline.endswith("…") and time.monotonic() < until:
        desk.tick()
        time.sleep(0.02)
    return desk.model()


def words(keys: Any) -> list[str]:
    return [key.words for key in keys]


def test_back_to_the_version_before(fresh: Make, tmp_path: Path) -> None:
    house = house_with(tmp_path, f'echo "$1" >{tmp_path}/asked; echo "Trying it" >&2')
    desk = page_of(fresh("home"), OwnUpdates(house))
    assert words(desk.model().keys) == ["Back to version 0.0.9", "Ask for a PIN before a change"]
    send(desk, own("return_to_before"))
    assert desk.model().keys == ()
    assert after_its_end(desk).headline == "The other version is ready."
    assert (tmp_path / "asked").read_text() == "back\n"


def test_what_went_wrong_is_said_and_it_may_be_tried_again(fresh: Make, tmp_path: Path) -> None:
    house = house_with(
        tmp_path, 'echo "Unpacking the new version"; echo "setup.sh: the disk is full" >&2; exit 1'
    )
    desk = page_of(fresh("home"), OwnUpdates(house))
    send(desk, own("install_update"))
    model = after_its_end(desk)
    assert model.banner is not None and model.banner.words == "The version is as it was: the disk is full"
    assert "Back to version 0.0.9" in words(model.keys)


def test_the_settings_lead_there_only_where_there_is_another_version(fresh: Make, tmp_path: Path) -> None:
    house = house_with(tmp_path, "")
    desk = fresh("home")

    def offers() -> bool:
        desk.send(Goto("settings"))
        offered = "Update" in words(desk.model().answers)
        desk.send(PageBack())
        return offered

    assert not offers()
    desk.may_change_version(OwnUpdates(house))
    assert offers()
    (house / "versions" / "before" / "pyproject.toml").unlink()
    assert not offers()


class Service:
    """What stands for the service of the system: it says what it is told to."""

    def __init__(self, folder: Path) -> None:
        self.wanted, self.said, self.now = folder / "update-wanted", folder / "said", 0.0
        self.updates = AskedUpdates(folder / "house", self.wanted, self.said, lambda: self.now)

    def answers(self, *lines: str) -> None:
        """Takes up what is wanted, and has said no more than these lines so far."""
        self.wanted.unlink(missing_ok=True)
        self.now += 1
        self.said.write_text("".join(f"{line}\n" for line in lines))
        os.utime(self.said, (self.now, self.now))


@pytest.fixture
def service(tmp_path: Path) -> Service:
    return Service(tmp_path)


@pytest.mark.parametrize(("end", "well"), [("ended: 0", True), ("ended: 1", False), ("ended: KILL", False)])
def test_a_box_asks_the_service_of_the_system(service: Service, end: str, *, well: bool) -> None:
    updates = service.updates
    service.answers("what was said the last time", "ended: 0")
    updates.begin("update")
    assert service.wanted.read_text() == "update"
    assert updates.progress() == Progress()
    service.wanted.unlink()
    assert updates.progress() == Progress()
    service.answers("Installing version 0.2.0")
    assert updates.progress() == Progress("Installing version 0.2.0")
    service.answers("Installing version 0.2.0", "setup.sh: a sentence", end)
    assert updates.progress() == Progress("setup.sh: a sentence", ended=True, well=well)


def test_what_is_said_twice_is_heard_twice(service: Service) -> None:
    for _time in ("once", "again"):
        service.updates.begin("update")
        service.answers("setup.sh: found none", "ended: 1")
        assert service.updates.progress() == Progress("setup.sh: found none", ended=True)


def test_a_service_that_does_not_answer_is_not_waited_for(fresh: Make, service: Service) -> None:
    desk = page_of(fresh("home"), service.updates)
    send(desk, own("install_update"))
    service.now = ANSWERED_WITHIN_S - 1
    desk.tick()
    assert desk.model().banner is None
    service.now = ANSWERED_WITHIN_S
    desk.tick()
    assert desk.model().banner.words == "The version is as it was: the system does not answer"
    assert not service.wanted.exists()


def test_a_change_that_goes_on_is_shown_when_the_page_is_opened_again(fresh: Make, service: Service) -> None:
    desk = page_of(fresh("home"), service.updates)
    send(desk, own("install_update"))
    service.answers("Trying it")
    desk.send(Goto("home"))
    desk.send(Goto("settings"))
    desk.send(Goto("update"))
    desk.tick()
    assert desk.model().headline == "Trying the new version …"
    service.answers(
        "Trying it", "setup.sh: the new version was not kept, as it does not start: no", "ended: 1"
    )
    desk.tick()
    assert desk.model().banner.words == "The version is as it was: the newer one does not start"


def test_an_app_that_was_begun_anew_for_it_says_so(fresh: Make, service: Service) -> None:
    service.answers("Version 0.2.0 is used from the next start on", "ended: 0")
    desk = fresh("home")
    desk.may_change_version(AskedUpdates(service.wanted.parent, service.wanted, service.said))
    assert desk.page == "update"
    assert desk.model().headline == f"Version {app_version()} is used now."
    service.answers()
    later = fresh("home")
    later.may_change_version(AskedUpdates(service.wanted.parent, service.wanted, service.said))
    assert later.page == "home"


def test_a_version_that_was_left_alone_is_said_on_the_first_page(
    fresh: Make, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZO_LEFT_ALONE", "0.2.0-1a2b3c4d")
    desk = fresh("home")
    desk.may_change_version(AskedUpdates(service.wanted.parent, service.wanted, service.said))
    assert desk.model().banner.words == "Version 0.2.0 did not stay up. The one before it runs."


@pytest.fixture
def asked(fresh: Make, tmp_path: Path) -> tuple[Any, Path]:
    """The page with a stick plugged in, and where it is written down what setup.sh was asked."""
    house = house_with(tmp_path, f'echo "$@" >>{tmp_path}/asked')
    updates = OwnUpdates(house)
    updates.has_stick = lambda: True  # type: ignore[method-assign]
    return page_of(fresh("home"), updates), tmp_path / "asked"


def locked(desk: Any, pin: str = "2580") -> None:
    send(desk, own("type_update_pin"))
    assert desk.model().editing == ("A new PIN, at least 4 signs", "")
    desk.send(Typed(pin))


def test_a_pin_is_asked_for_before_any_change(asked: tuple[Any, Path]) -> None:
    desk, said = asked
    locked(desk)
    for touch in (own("install_update"), own("install_older"), own("return_to_before")):
        send(desk, touch)
        assert desk.model().editing == ("PIN", "")
        desk.send(Typed("1111"))
        assert desk.model().banner.words == "That is not the PIN."
    send(desk, own("install_update"))
    desk.send(Typed(None))
    assert desk.model().editing is None and not said.exists()
    send(desk, own("install_update"))
    desk.send(Typed("2580"))
    assert after_its_end(desk).headline == "The other version is ready."
    assert said.read_text() == "update\n"
    assert "2580" not in "".join(file.read_text() for file in config_home().rglob("*.json"))
    assert update_pin_file().stat().st_mode & 0o077 == 0


def test_it_is_asked_for_after_another_start_too_and_only_who_knows_it_takes_it_away(
    asked: tuple[Any, Path], fresh: Make
) -> None:
    desk, said = asked
    locked(desk)
    later = page_of(fresh("home"), desk.updates)
    send(later, own("type_update_pin"))
    assert later.model().editing == ("PIN", "")
    later.send(Typed("0000"))
    send(later, own("return_to_before"))
    assert later.model().editing is not None and not said.exists()
    later.send(Typed(None))
    send(later, own("type_update_pin"))
    later.send(Typed("2580"))
    assert "Ask for a PIN before a change" in words(later.model().keys)
    send(later, own("return_to_before"))
    assert after_its_end(later).headline == "The other version is ready."


def test_guessing_is_slow_also_by_leaving_the_page(asked: tuple[Any, Path]) -> None:
    desk, said = asked
    locked(desk)
    for n in range(20):
        send(desk, own("install_update"))
        desk.send(Typed("2580" if n > 5 else f"000{n}"))
        if n >= 4:
            assert desk.model().banner.words.startswith("Wrong too often. Wait ")
        desk.send(Goto("home"))
        desk.send(Goto("settings"))
        desk.send(Goto("update"))
    assert not said.exists()


def test_a_short_pin_is_none(asked: tuple[Any, Path]) -> None:
    desk, _said = asked
    locked(desk, "123")
    assert desk.model().banner.words == "That is too short." and not update_pin_file().exists()


def test_an_older_version_is_offered_once_it_was_said_that_it_is_older(
    fresh: Make, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AskedUpdates, "has_stick", lambda _self: True)
    desk = page_of(fresh("home"), service.updates)
    assert "Install the older version" not in words(desk.model().keys)
    send(desk, own("install_update"))
    line = "setup.sh: version 0.0.1 is older than 0.1.0, which is used; ./setup.sh update --older installs it"
    service.answers(line, "ended: 1")
    desk.tick()
    assert desk.model().banner.words == "The version is as it was: the one on the stick is older"
    desk.send(next(key.action for key in desk.model().keys if key.words == "Install the older version"))
    assert service.wanted.read_text() == "older"
