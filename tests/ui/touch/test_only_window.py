"""One window at a time plays the games of a folder; one that was killed is in nobody's way."""

import subprocess
import sys
from pathlib import Path

import pytest

from ui.touch.main import AnotherWindow, only_window

OPEN = """
import sys, time
from pathlib import Path
from ui.touch.main import only_window
with only_window(Path(sys.argv[1])):
    print("open", flush=True)
    time.sleep(60)
"""


def test_a_second_window_says_so_and_a_killed_one_lets_go(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with subprocess.Popen(
        [sys.executable, "-c", OPEN, str(home)], stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdout is not None and first.stdout.readline() == "open\n"
        with (
            pytest.raises(AnotherWindow, match=f"is open already: .* the games in {home}"),
            only_window(home),
        ):
            pass
        first.kill()
    with only_window(home):
        pass


def test_the_command_ends_with_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ui.cli.common import open_window
    from ui.records.beginning import UsageFault

    monkeypatch.setenv("ZO_HOME", str(tmp_path))
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    with only_window(tmp_path), pytest.raises(UsageFault, match="open already"):
        open_window()


def test_where_nothing_can_be_written_there_is_no_lock(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with only_window(tmp_path / "file"), only_window(tmp_path / "file"):
        pass
