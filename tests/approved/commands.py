"""Approved words of commands: what each of a row of commands prints and returns, one after the other in one home.

They stand in one file that can be read. What is long is cut, and a digest of the whole stands for the rest.
"""

import json
import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np

from companion.games.zoon.family.deck import Army, facts
from companion.games.zoon.family.written import army_text
from tests.approved.records import FOLDER, digest
from ui.cli import run_command

FILE = FOLDER / "commands.txt"
FRAMES = Path(__file__).parents[1] / "frames" / "zoon"
PLAYS = Path(__file__).parents[1] / "plays"
MOST = 24
"""So many lines of an output stand in the file."""
LONGEST = 160
"""So many letters of a line."""
HEAD = "$ companion "

ROWS: Mapping[str, tuple[str, ...]] = {
    "books": (
        "games",
        "rules zombinion",
        "rules zombinion zb-03-kinds",
        "rules zong --json",
        "rules zoon_alternate zz-1",
        "decks boarix.none empty",
        "decks enrolled --json",
        "dance",
        "rules",
        "games --loud",
        "journal dance",
        "referee",
        "see picture.jpg",
        "see picture.jpg --seats 3",
        "see picture.jpg --no-mat",
        "see picture.jpg --game zoon_alternate --board board.toml",
        "selftest monday",
        "selftest --replay",
        "selftest --replay monday",
        "selftest --list",
        "selftest --list --json",
        "bench nothing",
        "bench vision --frames empty",
    ),
    "journal": (
        "journal list",
        "journal list --json",
        "journal verify",
        "journal verify --json",
        "journal show",
        "journal import ended.jsonl",
        "journal import running.jsonl --json",
        "journal import crooked.jsonl",
        "journal import unlawful.jsonl",
        "journal list",
        "journal list --json",
        "journal show",
        "journal show 1 --json",
        "journal show --file crooked.jsonl",
        "journal replay",
        "journal replay 1",
        "journal replay 2 --json",
        "journal replay 7",
        "journal verify",
        "journal verify 2",
        "journal verify --file ended.jsonl",
        "journal verify --file crooked.jsonl",
        "journal verify --file unlawful.jsonl --json",
        "journal export 1 -o out.jsonl",
        "journal export 2",
        "journal export -o none/out.jsonl",
    ),
    "tribes": (
        "tribes list",
        "tribes list --json",
        "tribes show monkus",
        "tribes show nobody",
        "tribes check lawful.toml",
        "tribes check heavy.toml",
        "tribes check heavy.toml --json",
        "tribes check none.toml",
        "tribes cards lawful.toml",
        "tribes correct",
        "tribes correct monko.value 9",
        "tribes correct gold-hure.corners.tl 1",
        "tribes correct",
        "tribes correct --json",
        "tribes correct gold-hure.corners.tl",
        "tribes correct",
        "tribes check lawful.toml --json",
        "tribes show mine",
        "tribes show broken",
        "tribes show broken --json",
        "tribes list",
        "tribes list --json",
    ),
    "sheets": (
        "print tags",
        "print tags --game zong --seats 6 -o tags.pdf",
        "print mat --paper letter -o mat.pdf",
        "print deck monkus --copies 1 --copies king=2 -o deck.pdf",
        "print deck boarix --copies many",
        "print deck boarix --copies ghost=1",
        "print deck boarix --paper whole",
        "print mat boarix",
        "print mat --copies 2",
        "print zones --paper whole",
        "print zones -o zones.pdf",
    ),
    "pictures": (
        "watch frames --game zoon_alternate --option tribes=boarix,rhinogoths",
        "watch frames --game zoon_alternate --answer all",
        "watch blank.png --game zong",
        "watch blank.png --game zong --seats 9",
        "watch blank.png --game zong --told told.jsonl",
        "see blank.png --game zong",
        "see blank.png --no-mat",
        "enrol mine blank.png --width-mm 60",
        "enrol mine blank.png --width-mm 60 --height-mm nan",
        "enrol mine empty",
        "check --image blank.png",
        "check --image none.png",
        "bundle --game chess --camera empty",
    ),
    "games": (
        "simulate zoon_alternate --games 3 --seed 2 --longest 40",
        "simulate zones --games 1 --seed 4",
        "simulate zones --games 2 --longest 5 --check-every 2 --json",
        "simulate zong --random-tribes",
        "simulate zong --random",
        "simulate zoondo --games 2 --random-tribes --longest 30",
        "demo zoon_alternate --headless --events 1",
    ),
}
"""The commands of each row; `of_row` tells which files they find."""

_TIMES = (
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d[.\d]*)?([+]00:00|Z)?"), "TIME"),
    (re.compile(r"\b\d\d:\d\d:\d\d\b"), "TIME"),
    (re.compile(r"in \d+\.\d s"), "in # s"),
    (re.compile(r"[\d.]+ ms\b"), "# ms"),
    (re.compile(r"\d+\.\d games and \d+ events a second"), "# games and # events a second"),
    (re.compile(r'("\w*(?:seconds|second)": )[\d.]+'), r"\1#"),
)
"""What differs from run to run."""


def said(row: str) -> list[list[str]]:
    """What each command of a row is told by: the command, its exit code, and the lines that it prints."""
    with tempfile.TemporaryDirectory() as name, chdir(name), patch.dict(os.environ, ZO_HOME=f"{name}/home"):
        _lay_out(Path(name))
        return [_one(command, name) for command in ROWS[row]]


def _one(command: str, folder: str) -> list[str]:
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run_command(shlex.split(command))
    lines = [
        f"{HEAD}{command}",
        f"exit {code}",
        *out.getvalue().splitlines(),
        *(f"! {line}" for line in err.getvalue().splitlines()),
    ]
    return [_steady(line.rstrip(), folder) for line in lines]


def _steady(line: str, folder: str) -> str:
    """A line that is the same on every machine and at every hour."""
    line = line.replace(folder, "HERE")
    for what, instead in _TIMES:
        line = what.sub(instead, line)
    return line


def _lay_out(folder: Path) -> None:
    """The files that commands are given."""
    (folder / "empty").mkdir()
    (folder / "frames").mkdir()
    for name in ("000.jpg", "001.jpg"):
        shutil.copy(FRAMES / name, folder / "frames")
    cv2.imwrite(str(folder / "blank.png"), np.full((480, 640, 3), 60, np.uint8))
    told = {"after": "009.jpg", "event": {"kind": "Voted"}}
    (folder / "told.jsonl").write_text(json.dumps(told) + "\n", encoding="utf-8")
    lines = (PLAYS / "zoon_alternate" / "random-monkus-boarix.jsonl").read_text(encoding="utf-8").splitlines()
    records = {
        "ended": lines,
        "running": lines[:20],
        "crooked": [*lines[:9], lines[10]],
        "unlawful": [*lines[:6], lines[6].replace('"to":"f3"', '"to":"f5"')],
    }
    for name, record in records.items():
        (folder / f"{name}.jsonl").write_text("\n".join(record) + "\n", encoding="utf-8")
    known = facts()
    twelve, trumps = known.own_twelve("warus"), known.own_trumps("warus")
    lawful = Army(twelve, trumps, "Walrus Club", "tribal")
    heavy = Army(tuple(sorted((*twelve, "berserkorse-a", "jorund"))), (*trumps, "furie"), "", "tribal")
    for name, army in (("lawful", lawful), ("heavy", heavy)):
        (folder / f"{name}.toml").write_text(army_text(army), encoding="utf-8")
    kept = folder / "home" / "tribes"
    kept.mkdir(parents=True)
    shutil.copy(folder / "lawful.toml", kept / "mine.toml")
    (kept / "broken.toml").write_text("name = 3\n", encoding="utf-8")


def kept_as(_kind: str, _name: str, blocks: Sequence[Sequence[str]]) -> None:
    """Writes what commands say."""
    FILE.write_text("\n\n".join(map(_cut, blocks)) + "\n", encoding="utf-8")


def _cut(lines: Sequence[str]) -> str:
    """Lines that are not too many or too long; a digest stands for what is not said."""
    short = [line if len(line) <= LONGEST else f"{line[:LONGEST]} … {digest(line)}" for line in lines[:MOST]]
    return "\n".join(short if len(lines) <= MOST else [*short, f"… {digest(chr(10).join(lines))}"])


def made() -> Iterator[tuple[str, list[list[str]]]]:
    """What all rows say, as one record."""
    yield "commands", [block for row in ROWS for block in said(row)]


def differences(row: str) -> list[str]:
    """Each command of a row that says something else than was approved, with all that it says now."""
    kept = FILE.read_text(encoding="utf-8").rstrip("\n").split(f"\n\n{HEAD}")
    first = sum(len(ROWS[name]) for name in list(ROWS)[: list(ROWS).index(row)])
    found = []
    for at, lines in enumerate(said(row), start=first):
        approved = HEAD + kept[at].removeprefix(HEAD)
        if _cut(lines) != approved:
            found.append(f"approved: {approved}\n\nnow: " + "\n".join(lines))
    return found
