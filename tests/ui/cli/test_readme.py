"""Every command in README, manual and helps runs as it stands there, and leaves nothing in the folder."""

import io
import re
import shlex
from pathlib import Path
from signal import SIGINT, default_int_handler, pthread_kill, signal
from threading import Timer, main_thread
from types import SimpleNamespace
from typing import Any

import pypdfium2
import pytest

from ui.cli import _STOPPED as STOPPED
from ui.cli import games, run_command, whole_command
from ui.demo.random_play import play_games
from ui.lab.bench import command as bench
from ui.lab.bench.command import judge_ms

ROOT = Path(__file__).parents[3]
TEXT = "\n".join((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/manual.md"))
LISTED = [
    line for block in re.findall(r"^```\n(.*?)^```$", TEXT, re.S | re.M) for line in block.splitlines()
    if line.startswith("companion ")
]  # fmt: skip
NAMED = [
    command
    for command in re.findall(r"`(companion [^`]*)`", TEXT.replace("\n  ", " "))
    if command not in LISTED
]
"""Commands that the text mentions."""
AT_A_TABLE = re.compile(r"picamera|^companion selftest$")
"""They need a camera, or somebody who lays things under it."""
SHORTER = {
    "companion demo zoon_alternate --headless --events 12": "--events 1",
    "companion selftest --source simulated": "--count 2",
    "companion print zombinion --language it --paper letter --save-ink": "--part cards --only radio",
}
"""What is run besides by a test of its own, with as much as it does by itself: all of it is not done again here."""
LARGEST_PDF_BYTES = 20_000_000
UNTIL_CTRL_C = {"companion club": "companion club --port 0"}
"""What goes on until somebody stops it, at a port that nobody else has."""
STOPPED_AFTER_S = 2.0


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


def run(command: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Runs a command in the repository, its own folder elsewhere; nothing new may lie here afterwards."""
    monkeypatch.setenv("ZO_HOME", str(home))
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(
        "sys.stdin", SimpleNamespace(buffer=io.BytesIO(b'{"do": "games"}\n'), isatty=lambda: False)
    )
    # What is played to look at or to measure by is played in full by whoever does so.
    for player in (bench, games):
        monkeypatch.setattr(
            player,
            "play_games",
            lambda game, setup, _games, seed, *more: play_games(game, setup, 2, seed, *more),
        )
    monkeypatch.setattr(bench, "judge_ms", lambda *about: judge_ms(*about, most=10))
    words = re.sub(r"--(events|games) \d+", r"--\1 2", command) + " " + SHORTER.get(command, "")
    before = set(ROOT.iterdir())
    code = run_command(shlex.split(words)[1:])
    assert set(ROOT.iterdir()) == before
    return code


def sheets_printed(home: Path, said: str) -> None:
    """What a command printed is a small file that opens, of as many sheets as it said."""
    for path in re.findall(r"\S+\.pdf", said):
        content = Path(path).read_bytes()
        assert Path(path).is_relative_to(home) and len(content) <= LARGEST_PDF_BYTES
        document = pypdfium2.PdfDocument(content)
        assert f": {len(document)} sheet" in said
        document.close()


def only_devices_fail(command: str, said: str) -> bool:
    """Whether a check found that something fails, and that is a device which this machine has in part."""
    failed = {line.split("  ")[0] for line in said.splitlines() if re.match(r".{11,}? fail\b", line)}
    return (
        command == "companion check" and bool(failed) and failed <= {"camera", "buttons", "LEDs", "display"}
    )


def test_readme_and_manual_list_commands() -> None:
    assert len(LISTED) >= 17 and len(NAMED) >= 8


def listed(command: str) -> Any:
    """A command as a case; demos, measurements and self-tests take some seconds."""
    takes_long = re.match(r"companion (demo|bench|selftest|watch)", command)
    return pytest.param(command, marks=pytest.mark.slow if takes_long else ())


@pytest.mark.parametrize("command", [listed(one) for one in LISTED])
def test_a_listed_command_runs(
    command: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    code = run(command, home, monkeypatch)
    out, err = capsysbinary.readouterr()
    assert code == 0 or only_devices_fail(command, out.decode()), err.decode()
    assert out
    sheets_printed(home, out.decode())


@pytest.mark.parametrize(
    "command", [listed(one) for one in dict.fromkeys(NAMED) if not AT_A_TABLE.search(one)]
)
def test_a_command_that_the_text_mentions_runs(
    command: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    if command in UNTIL_CTRL_C:
        # Begun in the background of a shell, a test run would hear nothing of Ctrl-C.
        before = signal(SIGINT, default_int_handler)
        Timer(STOPPED_AFTER_S, pthread_kill, (main_thread().ident, SIGINT)).start()
        assert run(UNTIL_CTRL_C[command], home, monkeypatch) == STOPPED
        signal(SIGINT, before)
        assert b"Ctrl-C ends it" in capsysbinary.readouterr().out
        return
    code = run(command, home, monkeypatch)
    out, err = capsysbinary.readouterr()
    assert code == 0 or only_devices_fail(command, out.decode()), err.decode()
    sheets_printed(home, out.decode())


def commands_of(command: Any, path: str) -> list[tuple[str, Any]]:
    inner = getattr(command, "commands", {})
    return [
        (path, command),
        *(one for name, sub in inner.items() for one in commands_of(sub, f"{path} {name}")),
    ]


HELPS = [path for path, _ in commands_of(whole_command(), "companion")]


@pytest.mark.parametrize("path", HELPS)
def test_help_is_in_words_without_the_types_of_python_and_names_commands_that_are_there(
    path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command([*path.split()[1:], "--help"]) == 0
    said = capsys.readouterr().out
    assert not re.search(r"<[a-z]|list\[|\b(str|int|float|Path|TEXT|INTEGER|bool)\b", said), said
    for named in re.findall(r"companion ([a-z]+(?: [a-z]+)?)", said.split("\n", 1)[1]):
        assert any(known.split()[1:2] == named.split()[:1] for known in HELPS), named
