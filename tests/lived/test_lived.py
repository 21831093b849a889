"""Games played in a real window are no part of the test run; that a machine without one is told so, is."""

from pathlib import Path

import pytest

from tests.lived.__main__ import main


def test_what_is_missing_is_said_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["zong", "--out", str(tmp_path / "pictures")]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "A real window needs Xvfb, openbox, xdotool: apt install xvfb openbox xdotool.\n"
    assert not (tmp_path / "pictures").exists()
