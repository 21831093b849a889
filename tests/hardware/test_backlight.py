"""The brightness of a display is set through the kernel's files, where there are such files."""

from pathlib import Path

import pytest

from hardware.machine import find_backlight


def display(folder: Path, most: str = "31") -> Path:
    folder.mkdir(parents=True)
    (folder / "max_brightness").write_text(most)
    (folder / "brightness").write_text("31")
    return folder


@pytest.mark.parametrize(("percent", "written"), [(100, "31"), (50, "16"), (0, "0"), (-5, "0"), (400, "31")])
def test_a_display_is_set_within_what_it_can(tmp_path: Path, percent: float, written: str) -> None:
    folder = display(tmp_path / "panel0")
    light = find_backlight(tmp_path)
    assert light is not None
    light.set(percent)
    assert (folder / "brightness").read_text() == written


def test_without_a_display_that_can_be_dimmed_there_is_no_light(tmp_path: Path) -> None:
    assert find_backlight(tmp_path) is None
    display(tmp_path / "broken", "many")
    assert find_backlight(tmp_path) is None


def test_a_driver_that_refuses_ends_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = display(tmp_path / "panel0")
    light = find_backlight(tmp_path)
    assert light is not None
    (folder / "brightness").unlink()
    (folder / "brightness").mkdir()
    light.set(50)
    assert "brightness" in caplog.text
