"""Pages in a terminal: what is printed of them, what a typed line means, and how they are left."""

import io
import os
import pty
import signal
import sys
import time
from pathlib import Path

import pytest

from companion.games.zoon.family.tribes import limits
from tests.ui.cli.test_hostile_input import STEERING
from ui.box.eyes import lying_decks, own_decks
from ui.cli import run_command
from ui.cli.pages import Printed, printed, walk
from ui.owned.tribes import owned
from ui.pages.enrol_page import DealtTable, drafts_folder
from ui.places import data_home, decks_folder
from ui.present.models import (
    Banner,
    Button,
    OptionRow,
    Said,
    StepModel,
    StepPage,
    Tile,
    Tiles,
    back_button,
    home_button,
)
from ui.present.touches import LeaveSteps, Touch, Typed, do
from ui.records.beginning import game_and_setup
from vision.calibration.verdict import failed
from vision.decks.deck import load_deck
from vision.sources.frames import Frame


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

    def left(self) -> None:
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
        Tiles((Tile("tile", LeaveSteps()),)), failed("camera", "dark", "a lamp"),
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
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # who runs the tests in the background has it ignored
        os.environ["ZO_HOME"] = str(tmp_path)
        os.execv(sys.executable, [sys.executable, "-m", "ui.cli", "print"])
    said, until = b"", time.monotonic() + 60
    while b"Home\r\n" not in said and time.monotonic() < until:
        said += os.read(terminal, 1000)
    os.write(terminal, b"\xff\n1\n")
    while b"Save as a file" not in said and time.monotonic() < until:
        said += os.read(terminal, 1000)
    os.write(terminal, b"\x03")
    ended, status = 0, 0
    while not ended and time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        time.sleep(0.05)
    if not ended:
        os.kill(child, signal.SIGKILL)
    assert os.waitstatus_to_exitcode(status) == 130 and ended
    os.close(terminal)
    assert b"Traceback" not in said and b"is not known here" in said


def at_a_terminal(monkeypatch: pytest.MonkeyPatch, home: Path, *lines: str) -> None:
    monkeypatch.setenv("ZO_HOME", str(home))
    monkeypatch.setattr("ui.cli.pages.person_is_there", lambda: True)
    typed(monkeypatch, *lines)


def test_a_tribe_is_built_renamed_and_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    at_a_terminal(
        monkeypatch, tmp_path, "new", "tribal", "warus", "soldiers", "11", "more", "name", "Walrus", "q", "1",
    )  # fmt: skip
    assert run_command(["tribes"]) == 0
    err = capsys.readouterr().err
    assert "[10] Korse × 2 · 2 1 / 1 0 · 8 points   [11] −   [12] +" in err
    assert "Points 142/150   Force 6/6   Stars 3/9" in err and "Not saved yet" in err
    (army,) = owned().armies.values()
    assert army.name == "Walrus" and len(army.zoons) == 11


def test_broken_limits_are_mended_by_a_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    at_a_terminal(monkeypatch, tmp_path, "new", "mondial", "warus", "12", "leave out", "10", "save", "q")
    assert run_command(["tribes"]) == 0
    err = capsys.readouterr().err
    said, _line, mend = err.partition("170 of 150 points: 20 too many\n")
    assert said and mend.lstrip().startswith("[11] Leave out Harold de Jarl")
    assert "'leave out' is not known here" in err  # several keys begin so
    (army,) = owned().armies.values()
    assert limits(army, owned().facts) == ()


def test_a_card_is_corrected_on_its_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    at_a_terminal(monkeypatch, tmp_path, "cards", "boarix", "gold", "1", "37", "15", "99", "", "q", "q")
    assert run_command(["tribes"]) == 0
    err = capsys.readouterr().err
    assert "  [14] In the tribe 1   [15] ·   [16] +   ●   [17] +   [18] ·" in err
    assert "– 2 facts are not as shipped." in err and "'99' is not known here" in err
    assert dict(owned().corrections)["gold-hure.corners.tl"] == 7
    assert "gold-hure.moves" in dict(owned().corrections)


@pytest.mark.parametrize(
    ("command", "what"),
    [
        ("tribes", "Missing command"),
        ("print", "Missing argument 'WHAT'"),
        ("enrol", "Missing argument 'DECK'"),
    ],
)
def test_where_nobody_sits_nothing_is_asked(
    command: str, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command([command]) == 2
    assert capsys.readouterr().err == f"companion: {command}: {what}; see companion {command} --help\n"


def test_the_look_of_a_deck_is_changed_after_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    at_a_terminal(monkeypatch, tmp_path, "warus")
    assert run_command(["decks"]) == 0
    out, err = capsys.readouterr()
    assert "boarix" in out and "Warus · Those of the old box are read." in err
    assert "Warus * · The printed ones are read." in err
    typed(monkeypatch, "warus")
    assert run_command(["decks", "--json"]) == 0 and sys.stdin.readline() == "warus\n"


def test_a_deck_is_learnt_and_named_on_its_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    at_a_terminal(monkeypatch, tmp_path)
    game, setup = game_and_setup("zoon_alternate", None, [])
    (deck,) = lying_decks(own_decks(game, setup)[:1], painted=True)
    wanted = ["bouclefeuille", "back"]

    def due() -> str | None:
        taken = len(list((drafts_folder() / "mine").glob("*.png")))
        return None if taken == len(wanted) else wanted[taken]

    lines = [(1, "bouclefeuille", "leaf"), (2, "back", ""), (2, "leaf", "finish")]

    class Patient(DealtTable):
        """Lays nothing while a card's name is asked for."""

        def newest(self) -> Frame | None:
            taken = len(list((drafts_folder() / "mine").glob("*.png")))
            return None if taken > 3 - len(lines) else super().newest()

    monkeypatch.setattr("ui.owned.cameras.open_camera", lambda _source: Patient(game.table(setup), deck, due))

    class Typist(io.StringIO):
        """Somebody at a terminal who types a line once so many cards were taken, one of them of that name."""

        def isatty(self) -> bool:
            return True

        def is_due(self) -> bool:
            time.sleep(0.1)  # the page is told of what was taken
            files = [file.stem for file in (drafts_folder() / "mine").glob("*.png")]
            return not lines or (len(files) >= lines[0][0] and any(lines[0][1] in file for file in files))

        def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override]
            return f"{lines.pop(0)[2]}\n" if lines else next(ends)

    ends, typist, was_due = iter(("\n", "", "")), Typist(), [False]

    def select(*_about: object) -> tuple[list[object], list[object], list[object]]:
        before, was_due[0] = was_due[0], typist.is_due()
        return ([typist] if before and was_due[0] else [], [], [])

    monkeypatch.setattr(sys, "stdin", typist)
    monkeypatch.setattr("ui.cli.pages.select.select", select)
    monkeypatch.setattr("ui.pages.enrol_page.MOST_TIMES", 1000)
    labels = [part for label in wanted for part in ("--label", label)]
    code = run_command(["enrol", "mine", "0", "--mat", "zoon_alternate", *labels, "--ask"])
    out, err = capsys.readouterr()
    assert code == 0, err
    assert "Name of this card [bouclefeuille]:" in err and "Enrolled" in err
    assert "1 face, 1 back," in out
    assert load_deck(decks_folder() / "mine").labels == ("leaf",)
