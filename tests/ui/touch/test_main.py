"""How the app is started: its own folder, one touch provider, sizes as asked for."""

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ui.touch.main import LOG_BYTES, TOUCH_PROVIDERS, asked_fullscreen, asked_size, keep_log, local_time

ASK = """
import sys
from pathlib import Path
from ui.touch.main import configure
configure(Path(sys.argv[1]), (800, 480))
from kivy.config import Config
print(Config.items('input'), Config.get('graphics', 'multisamples'), Config.get('graphics', 'width'))
"""


def configured(home: Path, touch: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", ASK, str(home)],
        capture_output=True,
        text=True,
        check=False,
        env={
            **os.environ,
            "ZO_TOUCH": touch,
            "KIVY_HOME": str(home / "kivy"),
            "SDL_VIDEODRIVER": "offscreen",
        },
    )


@pytest.mark.parametrize("touch", sorted(TOUCH_PROVIDERS))
def test_there_is_exactly_one_touch_provider(touch: str, tmp_path: Path) -> None:
    name, provider = TOUCH_PROVIDERS[touch]
    answer = configured(tmp_path, touch)
    assert answer.stdout.strip().endswith(f"[('{name}', '{provider}')] 0 800")
    assert (tmp_path / "kivy").is_dir()


def test_an_unknown_touch_provider_is_named(tmp_path: Path) -> None:
    answer = configured(tmp_path, "telepathy")
    assert answer.returncode != 0 and "ZO_TOUCH: expected one of" in answer.stderr


@pytest.mark.parametrize("text", ["800", "axb", "800x", "x480"])
def test_a_size_that_is_none_is_named(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZO_SIZE", text)
    with pytest.raises(ValueError, match="ZO_SIZE: expected WIDTHxHEIGHT"):
        asked_size()


def test_sizes_as_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZO_SIZE", "720x1280")
    assert asked_size() == (720, 1280)
    monkeypatch.delenv("ZO_SIZE")
    assert asked_size() is None


@pytest.mark.parametrize("pi", [True, False])
def test_the_whole_screen_is_filled_on_a_raspberry_pi_or_as_asked_for(
    pi: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.machine.is_pi", lambda: pi)
    monkeypatch.delenv("ZO_FULLSCREEN", raising=False)
    assert asked_fullscreen() is pi
    for text, wanted in (("1", True), ("0", False)):
        monkeypatch.setenv("ZO_FULLSCREEN", text)
        assert asked_fullscreen() is wanted
    monkeypatch.setenv("ZO_FULLSCREEN", "yes")
    with pytest.raises(ValueError, match="ZO_FULLSCREEN: expected 0 or 1, found 'yes'"):
        asked_fullscreen()


def test_times_are_local_and_short() -> None:
    assert len(local_time("2001-02-03T04:05:06.000+00:00")) == len("03.02.2001 04:05")
    assert local_time("yesterday") == "yesterday"


def test_warnings_are_kept_in_a_file_that_does_not_grow(tmp_path: Path) -> None:
    before = logging.getLogger().handlers[:]
    file = tmp_path / "companion.log"
    keep_log(file)
    (handler,) = [one for one in logging.getLogger().handlers if one not in before]
    try:
        logging.getLogger("ui.box.camera").warning("the camera gives no picture")
        assert "WARNING ui.box.camera the camera gives no picture" in file.read_text()
        for _line in range(6):
            logging.getLogger("ui.box.camera").warning("x" * (LOG_BYTES // 4))
        assert file.stat().st_size <= LOG_BYTES and (tmp_path / "companion.log.1").exists()
        assert len(list(tmp_path.iterdir())) == 2
    finally:
        logging.getLogger().removeHandler(handler)
        handler.close()
