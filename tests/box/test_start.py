"""What the service of a box starts: the version that is used, and the one before where that does not stay up."""

import shutil
import subprocess
import time
from pathlib import Path

import pytest

from tests.setup_box import PROJECT
from ui.touch.main import went_well


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


def environment(house: Path, boot: str) -> dict[str, str]:
    (house / "boot").write_text(boot)
    told = {"ZO_HOME": house, "BOOT_ID": house / "boot", "SCREENS": house / "drm"}
    return {"PATH": "/usr/bin:/bin"} | {name: str(path) for name, path in told.items()}


def started(house: Path, boot: str = "first", ends_with: int = 0) -> str:
    ran = subprocess.run(
        [house / "hardware" / "box" / "start.sh"],
        env=environment(house, boot),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == ends_with
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


def screens(house: Path, **statuses: str) -> None:
    for name, status in statuses.items():
        (house / "drm" / f"card1-{name}").mkdir(parents=True, exist_ok=True)
        (house / "drm" / f"card1-{name}" / "status").write_text(f"{status}\n")


def app(house: Path, does: str) -> None:
    (house / "versions" / "0.2.0" / ".venv" / "bin" / "companion").write_text(f"#!/bin/sh\n{does}\n")


def test_an_end_without_a_screen_is_no_fault_of_a_version(house: Path) -> None:
    """Debian 12's cage ends as the television is switched off, and the app with it."""
    update(house)
    app(house, "echo versions/0.2.0; exit 1")
    screens(house, HDMI="disconnected", Writeback="unknown")
    assert [started(house, ends_with=1) for _time in range(5)] == ["versions/0.2.0"] * 5
    screens(house, HDMI="connected")
    assert [started(house, ends_with=1) for _time in range(3)] == ["versions/0.2.0"] * 3
    assert started(house) == "first", "with a screen it is the version that does not stay up"


def test_a_screen_that_is_back_before_the_app_has_ended_was_off_all_the_same(house: Path) -> None:
    """systemd ends the app as soon as cage has ended; a television may come and go several times."""
    update(house)
    off, on = (f"echo {status} >'{house}/drm/card1-HDMI/status'" for status in ("disconnected", "connected"))
    app(
        house,
        f"trap '{on.replace(chr(39), '')}; exit 1' TERM; touch '{house}/up'; while :; do sleep 0.02; done",
    )
    for _time in range(5):
        screens(house, HDMI="connected")
        ran = subprocess.Popen([house / "hardware" / "box" / "start.sh"], env=environment(house, "first"))
        try:
            wait_for(house / "up")
            subprocess.run(["/bin/sh", "-c", off], check=True)
            ran.terminate()
            assert ran.wait(10) == 1
        finally:
            ran.kill()
        assert (house / "drm" / "card1-HDMI" / "status").read_text() == "connected\n"
        (house / "up").unlink()
    app(house, "echo versions/0.2.0")
    assert started(house) == "versions/0.2.0"


def wait_for(file: Path) -> None:
    until = time.monotonic() + 10.0
    while not file.exists():
        assert time.monotonic() < until
        time.sleep(0.01)
