"""The program's version is changed from the settings, by a setup.sh that only says what it would do."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hardware.updates import AskedUpdates, OwnUpdates, Progress, Updates
from ui.present.desk_touches import Goto, InstallUpdate, PageBack, ReturnToBefore

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


@pytest.mark.parametrize(("end", "well"), [("ended: 0", True), ("ended: 1", False)])
def test_a_box_asks_the_service_of_the_system(tmp_path: Path, end: str, *, well: bool) -> None:
    wanted, said = tmp_path / "update-wanted", tmp_path / "said"
    said.write_text("what was said the last time\nended: 0\n")
    updates = AskedUpdates(tmp_path, wanted, said)
    updates.begin("update")
    assert wanted.read_text() == "update"
    assert updates.progress() == Progress()
    wanted.unlink()
    assert updates.progress() == Progress()
    said.write_text("Installing version 0.2.0\n")
    assert updates.progress() == Progress("Installing version 0.2.0")
    said.write_text(f"Installing version 0.2.0\nsetup.sh: a sentence\n{end}\n")
    assert updates.progress() == Progress("setup.sh: a sentence", ended=True, well=well)
