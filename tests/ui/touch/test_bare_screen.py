"""A screen that no window manager fills is filled by the window's own size."""

import os
import shutil
import subprocess
from collections.abc import Iterator

import pytest

from ui.touch import main
from ui.touch.main import bare_screen


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An X server of 640 × 400 without a window manager."""
    program = shutil.which("Xvfb")
    if program is None:
        pytest.skip("Xvfb is not installed")
    reading, writing = os.pipe()
    arguments = [
        program,
        "-displayfd",
        str(writing),
        "-screen",
        "0",
        "640x400x24",
        "-nolisten",
        "tcp",
        "-noreset",
    ]
    with subprocess.Popen(arguments, pass_fds=(writing,), stderr=subprocess.DEVNULL) as running:
        os.close(writing)
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        if not number:
            pytest.skip("Xvfb does not start here")
        monkeypatch.setenv("DISPLAY", f":{number}")
        monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
        yield
        running.terminate()


def test_the_size_of_a_bare_screen_is_told(server: None) -> None:
    assert bare_screen() == (640, 400)
    assert main.window_size(None, fullscreen=True) == (640, 400)
    assert main.window_size((800, 480), fullscreen=True) == (800, 480)
    assert main.window_size(None, fullscreen=False) is None


def test_a_window_manager_fills_the_screen_itself(server: None) -> None:
    xprop = shutil.which("xprop")
    if xprop is None:
        pytest.skip("xprop is not installed")
    name = "_NET_SUPPORTING_WM_CHECK"
    subprocess.run([xprop, "-root", "-f", name, "32x", "-set", name, "0x200001"], check=True)
    assert bare_screen() is None


def test_without_an_x_server_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.setenv("DISPLAY", ":54321")
    assert bare_screen() is None
    monkeypatch.delenv("DISPLAY")
    assert bare_screen() is None
