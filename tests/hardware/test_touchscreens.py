"""Exactly one reads the touchscreen: the display server where there is one, else a provider of the app."""

from pathlib import Path

import pytest

from hardware.machine import touch_provider

SCREEN = ("2", "265800000000003")
"""Properties and capabilities of a touchscreen, as the kernel writes them."""
TOUCHPAD = ("5", "2e0800000000003")
MOUSE = ("0", "0")


def machine(folder: Path, *devices: tuple[str, str]) -> tuple[Path, Path]:
    known, files = folder / "known", folder / "files"
    for made in (known, files):
        made.mkdir(parents=True)
    for number, (properties, capabilities) in enumerate(devices):
        about = known / f"event{number}" / "device"
        (about / "capabilities").mkdir(parents=True)
        (about / "properties").write_text(f"{properties}\n")
        (about / "capabilities" / "abs").write_text(f"{capabilities}\n")
        (files / f"event{number}").touch()
    return known, files


@pytest.mark.parametrize(
    "environment", [{"DISPLAY": ":0"}, {"WAYLAND_DISPLAY": "wayland-0"}, {"SDL_VIDEODRIVER": "offscreen"}]
)
def test_what_draws_the_window_reads_the_screen(tmp_path: Path, environment: dict[str, str]) -> None:
    assert touch_provider(environment, *machine(tmp_path, SCREEN)) == "mouse"


@pytest.mark.parametrize(("mtdev", "provider"), [("libmtdev.so.1", "mtdev"), (None, "hidinput")])
def test_without_a_server_the_touchscreen_is_read_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mtdev: str | None, provider: str
) -> None:
    monkeypatch.setattr("ctypes.util.find_library", lambda _name: mtdev)
    assert touch_provider({}, *machine(tmp_path, MOUSE, SCREEN)) == provider
    assert touch_provider({"SDL_VIDEODRIVER": "KMSDRM"}, *machine(tmp_path / "b", SCREEN)) == provider


@pytest.mark.parametrize("devices", [(), (MOUSE, TOUCHPAD), (("", ""),), (("rubbish", "x"),)])
def test_without_a_touchscreen_a_mouse_serves(tmp_path: Path, devices: tuple[tuple[str, str], ...]) -> None:
    assert touch_provider({}, *machine(tmp_path, *devices)) == "mouse"


def test_a_touchscreen_that_may_not_be_read_is_none(tmp_path: Path) -> None:
    known, files = machine(tmp_path, SCREEN)
    (files / "event0").unlink()
    assert touch_provider({}, known, files) == "mouse"
