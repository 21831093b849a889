"""What docs/ names is there: every command runs as it stands, or takes the options shown; every file exists."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.ui.cli.test_readme import ROOT, run, sheets_printed
from ui.cli import whole_command

PAGES = sorted(page for page in [*(ROOT / "docs").rglob("*.md"), ROOT / "CONTRIBUTING.md"])
TEXTS = {
    page.name if page.parent == ROOT else str(page.relative_to(ROOT)): page.read_text("utf-8")
    for page in PAGES
}
RUN_ELSEWHERE = "docs/manual.md"
"""Its commands are run with those of README.md."""
COMMANDS = sorted(
    {
        (page, re.sub(r"\s*#.*", "", line).removeprefix(".venv/bin/").strip())
        for page, text in TEXTS.items()
        if page != RUN_ELSEWHERE
        for block in re.findall(r"^```\n(.*?)^```$", text, re.S | re.M)
        for line in block.splitlines()
        if line.removeprefix(".venv/bin/").startswith("companion ")
    }
)
OF_THE_READER = re.compile(r"\b[A-Z]{3,}\b|companion selftest$")
"""A word in capitals stands for something of the reader's own; a self-test wants somebody who lays things."""
TAKES_MINUTES = re.compile(r"companion bench|--games 1000")
COUNTED = "docs/balance.md"
"""The commands by which its figures were counted take from a minute to an hour each."""
FOLDERS = ("companion/", "vision/", "ui/", "hardware/", "tests/", "docs/")
NAMED = sorted(
    {
        (page, name)
        for page, text in TEXTS.items()
        if page != "docs/decisions.md"  # what was decided once may speak of what is gone
        for name in re.findall(r"[`(\s]([\w./*-]+\.(?:py|toml|json|jsonl|jpg|png|md))\b", text)
        if name.startswith(FOLDERS) and not re.search("[A-Z]{3}", name)  # in capitals: of the reader's own
    }
)


def wants_more(page: str, command: str) -> bool:
    """Whether a command does not run by itself in a moment."""
    return page == COUNTED or bool(OF_THE_READER.search(command) or TAKES_MINUTES.search(command))


def test_docs_name_commands_and_files() -> None:
    assert len(COMMANDS) >= 8 and len(NAMED) >= 8


@pytest.mark.parametrize(
    ("page", "command"),
    [each for each in COMMANDS if not wants_more(*each)],
)
def test_a_command_of_the_docs_runs(
    page: str,
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(command, tmp_path / "home", monkeypatch) == 0, (page, capsys.readouterr().err)
    said = capsys.readouterr().out
    assert said
    sheets_printed(tmp_path, said)


@pytest.mark.parametrize(
    ("page", "command"),
    [each for each in COMMANDS if wants_more(*each)],
)
def test_a_command_that_wants_more_than_the_docs_takes_those_options(page: str, command: str) -> None:
    words = shlex.split(command)[1:]
    known: Any = whole_command()
    while words and words[0] in getattr(known, "commands", {}):
        known = known.commands[words.pop(0)]
    options = {name for parameter in known.params for name in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= options, page


@pytest.mark.parametrize(("page", "name"), NAMED)
def test_a_file_that_the_docs_name_exists(page: str, name: str) -> None:
    assert list(ROOT.glob(name)), f"{page} names {name}"
