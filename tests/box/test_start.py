"""What the service of a box starts: the version that is used, and the one before where that does not stay up."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.setup_box import PROJECT
from ui.touch.starts import went_well


@pytest.fixture
def house(tmp_path: Path) -> Path:
    for version in ("", "versions/0.2.0"):
        app = tmp_path / version / ".venv" / "bin" / "companion"
        app.parent.mkdir(parents=True)
        app.write_text(f"#!/bin/sh\necho {version or 'first'}\n")
        app.chmod(0o755)
    (tmp_path / "hardware" / "box").mkdir(parents=True)
    shutil.copy(PROJECT / "hardware" / "box" / "start.sh", tmp_path / "hardware" / "box")
    return tmp_path


def started(house: Path, boot: str = "first") -> str:
    (house / "boot").write_text(boot)
    ran = subprocess.run(
        [house / "hardware" / "box" / "start.sh"],
        env={"PATH": "/usr/bin:/bin", "ZO_HOME": str(house), "BOOT_ID": str(house / "boot")},
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout.strip()


def update(house: Path) -> None:
    (house / "versions" / "before").symlink_to("..")
    (house / "versions" / "current").symlink_to("0.2.0")


def test_without_another_version_the_first_one_is_started_however_often_it_ends(house: Path) -> None:
    assert [started(house) for _time in range(5)] == ["first"] * 5


def test_a_version_that_ends_three_times_at_once_is_left_alone(house: Path) -> None:
    update(house)
    assert [started(house) for _time in range(5)] == ["versions/0.2.0"] * 3 + ["first"] * 2


def test_it_is_left_alone_also_when_the_machine_was_switched_off(house: Path) -> None:
    update(house)
    for _time in range(4):
        started(house)
    assert started(house, boot="second") == "first"


def test_a_plug_that_is_pulled_early_is_no_fault_of_a_version(house: Path) -> None:
    update(house)
    assert [started(house, boot=str(number)) for number in range(5)] == ["versions/0.2.0"] * 5


def test_one_that_has_run_for_a_while_may_end_as_often_as_it_likes(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    update(house)
    monkeypatch.setenv("ZO_STARTS", str(house / "starts"))
    for _time in range(5):
        assert started(house) == "versions/0.2.0"
        went_well()
