"""Pages in a terminal: what is printed of them, what a typed line means, and how they are left."""

import io
import os
import pty
import sys
import time
from pathlib import Path

import pytest

from tests.ui.cli.test_hostile_input import STEERING
from ui.cli import run_command
from ui.cli.pages import Printed, printed, walk
from ui.faces.step_page import StepPage
from ui.places import data_home
from ui.present.models import Banner, Button, OptionRow, Tile
from ui.present.steps import CheckLine, Said, StepModel, Tiles, back_button, home_button
from ui.present.touches import LeaveSteps, Touch, Typed, do


class Asking(StepPage):
    """A page that counts, is named, works a while, and asks before the first screen is shown."""

    def __init__(self) -> None:
        self.count, self.name, self.closed = 0, "", False
        self._typing, self._working, self._asked = False, 0, False

    def tick(self) -> bool:
        self._working = max(0, self._working - 1)
        return not self._working

    def model(self) -> StepModel:
        if self._typing:
            return StepModel("Count", editing=("Name", self.name))
        if self._working:
            return StepModel("Count", banner=Banner("wait", "Working"), tools=(back_button(),))
        keys = (
            Button("Add one", do(self.add, 1), "main"),
            Button("Add ten", do(self.add, 10), detail="at once"),
            Button("Never", do(self.add, 1000), enabled=False),
            Button("Rename", do(self.rename)),
            Button("Work", do(self.work)),
        )
        said = (f"{self.name} {self.count}", *(("Not saved.",) if self._asked else ()))
        tools = (Button("Leave", LeaveSteps()), home_button())
        return StepModel("Count", body=said, keys=keys, tools=tools)

    def take(self, touch: Touch) -> bool:
        if isinstance(touch, Typed):
            self._typing, self.name = False, self.name if touch.text is None else touch.text
            return True
        return super().take(touch)

    def asks_before_home(self) -> bool:
        before, self._asked = self._asked, True
        return not before

    def add(self, more: int) -> None:
        self.count += more

    def rename(self) -> None:
        self._typing = True

    def work(self) -> None:
        self._working = 3

    def close(self) -> None:
        self.closed = True


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_numbers_beginnings_and_enter_alone_are_keys(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = Asking()
    typed(monkeypatch, "2", "", "add t", "ADD ONE", "leave", "2")
    assert walk(page) == LeaveSteps() and page.count == 22 and page.closed
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines()[:8] == [
        "", "Count", " 0", "  [1 or Enter] Add one", "  [2] Add ten · at once", "  ([3] Never)", "  [4] Rename",
        "  [5] Work",
    ]  # fmt: skip
    # what stands there already is not printed again
    assert err.splitlines()[8:] == ["  [6] Leave   [7] Home", " 10", " 11", " 21", " 22"]


@pytest.mark.parametrize("line", ["3", "0", "8", "-1", "9" * 5000, "add", "never", "x", STEERING])
def test_what_is_no_key_or_cannot_be_touched_is_said(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = Asking()
    typed(monkeypatch, line)
    assert walk(page) is None and page.count == 0 and page.closed
    err = capsys.readouterr().err
    assert "is not known here, or cannot be done now" in err and not {"\033", "\a", "\x9b"} & set(err)


def test_a_text_is_typed_kept_or_given_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = Asking()
    typed(monkeypatch, "rename", "q", "rename", "", "rename")
    assert walk(page) is None  # the input ends while a text is typed
    assert page.name == "q" and "Name [q]:" in capsys.readouterr().err


def test_a_line_that_is_piped_in_waits_until_the_page_has_done_its_work(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("ui.cli.pages._TICK_SECONDS", 0.0)
    page = Asking()
    typed(monkeypatch, "work", "add t", "q", "q", "2")
    assert walk(page) == home_button().action and page.count == 10
    err = capsys.readouterr().err
    assert "– Working" in err and err.count("Not saved.") == 1


def test_rows_of_all_kinds_are_printed_and_no_name_steers_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    key = Button(STEERING, LeaveSteps(), "chosen")
    rows = (
        "words", Said("small", "small"), key, (key, key), OptionRow("Which", (key,)),
        Tiles((Tile("tile", LeaveSteps()),)), CheckLine("camera", "dark", "a lamp", passed=False),
    )  # fmt: skip
    page = printed(StepModel("T", banner=Banner("trouble", "bad"), tabs=(key, key), rows=rows, tools=(key,)))
    page.say(Printed())
    name = STEERING.translate(dict.fromkeys(map(ord, "\033\a\x9b\u202e"), "\ufffd"))
    assert capsys.readouterr().err.splitlines() == [
        "", "T", "! bad", f"  [1] {name} *   [2] {name} *", "  words", "  small", f"  [3] {name} *",
        f"  [4] {name} *   [5] {name} *", f"  Which: [6] {name} *", "  [7] tile", "  camera · dark · a lamp",
        f"  [8] {name} *",
    ]  # fmt: skip
    assert len(page.keys) == 8


def test_sheets_are_chosen_on_their_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path / "home"))
    assert run_command(["print"]) == 2
    assert (
        capsys.readouterr().err == "companion: print: Missing argument 'WHAT'; see companion print --help\n"
    )
    monkeypatch.setattr("ui.cli.pages.person_is_there", lambda: True)
    typed(monkeypatch, "ZONG", "The mat", "save as", "back", "back", "back")
    assert run_command(["print"]) == 0
    assert str(data_home() / "print" / "zong.pdf") in capsys.readouterr().err
    assert (data_home() / "print" / "zong.pdf").stat().st_size > 10_000


def test_on_a_terminal_ctrl_c_leaves_at_once(tmp_path: Path) -> None:
    child, terminal = pty.fork()
    if not child:
        os.environ["ZO_HOME"] = str(tmp_path)
        os.execv(sys.executable, [sys.executable, "-m", "ui.cli", "print"])
    said, until = b"", time.monotonic() + 60
    while b"Home\r\n" not in said and time.monotonic() < until:
        said += os.read(terminal, 1000)
    os.write(terminal, b"1\n")
    while b"Save as a file" not in said and time.monotonic() < until:
        said += os.read(terminal, 1000)
    os.write(terminal, b"\x03")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 130
    os.close(terminal)
    assert b"Traceback" not in said
