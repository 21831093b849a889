"""The program's version is changed from the settings, by a setup.sh that only says what it would do."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hardware.updates import ANSWERED_WITHIN_S, AskedUpdates, OwnUpdates, Progress, Updates
from ui.present.desk_touches import Goto, InstallUpdate, PageBack, ReturnToBefore
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
    assert words(desk.model().keys) == ["Back to version 0.0.9"]
    desk.send(ReturnToBefore())
    assert desk.model().keys == ()
    assert after_its_end(desk).headline == "The other version is ready."
    assert (tmp_path / "asked").read_text() == "back\n"


def test_what_went_wrong_is_said_and_it_may_be_tried_again(fresh: Make, tmp_path: Path) -> None:
    house = house_with(
        tmp_path, 'echo "Unpacking the new version"; echo "setup.sh: the disk is full" >&2; exit 1'
    )
    desk = page_of(fresh("home"), OwnUpdates(house))
    desk.send(InstallUpdate())
    model = after_its_end(desk)
    assert model.banner is not None and model.banner.words == "The version is as it was: the disk is full"
    assert "Back to version 0.0.9" in words(model.keys)


def test_the_settings_lead_there_only_where_there_is_another_version(fresh: Make, tmp_path: Path) -> None:
    house = house_with(tmp_path, "")
    desk = fresh("home")

    def offers() -> bool:
        desk.send(Goto("settings"))
        offered = "Update" in words(desk.model().keys)
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
    desk.send(InstallUpdate())
    service.now = ANSWERED_WITHIN_S - 1
    desk.tick()
    assert desk.model().banner is None
    service.now = ANSWERED_WITHIN_S
    desk.tick()
    assert desk.model().banner.words == "The version is as it was: the system does not answer"
    assert not service.wanted.exists()


def test_a_change_that_goes_on_is_shown_when_the_page_is_opened_again(fresh: Make, service: Service) -> None:
    desk = page_of(fresh("home"), service.updates)
    desk.send(InstallUpdate())
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
    assert desk.model().notice.words == "Version 0.2.0 did not stay up. The one before it runs."
