"""`companion watch` on recorded tables with truth: what is booked by itself is true, whatever is answered."""

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ui.box.eyes import own_decks
from ui.cli import run_command
from ui.records.beginning import game_and_setup
from ui.watching import watched
from vision.eye import Eye, Reading
from vision.sources import open_source
from vision.sources.frames import Frame

SHARED = Path(os.environ.get("ZO_SHARED", Path(__file__).parents[4] / "shared"))
TABLES = {
    "zoon-dev": 0,
    "zoon-dev-2": 0,
    "zoon-dev-3": 0,
    "lit-dev/zoondo-watch-2": 0,
    "lit-dev/zombinion-own-watch": 0,
    "lit-dev-2/zombinion-watch-messy": 4,
    "lit-dev-2/zones-watch-2": 0,
}
"""By table how many events may be missed at most: those that no picture shows, and what follows from them."""


def truth_of(folder: Path) -> dict[str, Any]:
    """What happened by each picture, and what was told after it."""
    truth: dict[str, Any] = json.loads((folder / "truth.json").read_text())
    for frame in truth["frames"]:
        frame.setdefault("expect", {"events": frame.get("events", [])})
    if (folder / "told.jsonl").is_file():
        truth["told"] = [json.loads(line) for line in (folder / "told.jsonl").read_text().splitlines()]
    return truth


def arguments(folder: Path, truth: dict[str, Any], answer: str) -> list[str]:
    """The command, with the cards that lie in the pictures: the old ones of the box, where the folder has no others."""
    options = {**truth.get("options", {})}
    if "tribes" in truth:
        options["tribes"] = ",".join(truth["tribes"])
    said = [f"{name}={str(value).lower()}" for name, value in options.items()]
    decks = [folder.parent / truth["deck"]] if "deck" in truth else sorted((folder / "decks").glob("*"))
    if "tribes" in truth and not decks:
        decks = [SHARED / "decks" / tribe for tribe in truth["tribes"]]
    decks = decks or own_decks(*game_and_setup(truth["game"], None, said))
    given = ["watch", str(folder), "--game", truth["game"], "--told", str(folder / "told.jsonl")]
    for deck in decks:
        given += ["--deck", str(deck)]
    for each in said:
        given += ["--option", each]
    return [*given, "--answer", answer, "--json"]


def told_apart(
    lines: list[dict[str, Any]], truth: dict[str, Any]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What was booked by itself and had not happened by then, and what happened and was not booked.

    What happened in one picture has no order, and what happened without a seat is every seat's.
    """
    happened: list[dict[str, Any]] = []
    wrong, right = list[dict[str, Any]](), set[int]()
    for line, frame in zip(lines, truth["frames"], strict=True):
        happened += frame["expect"].get("events", [])
        for event in line["events"]:
            fits = [
                n
                for n, each in enumerate(happened)
                if _is(event, each) and ("seat" not in each or n not in right)
            ]
            right |= {*fits[:1]}
            if not fits and event["by"] == "camera":
                wrong.append(event)
    return wrong, [event for n, event in enumerate(happened) if n not in right]


def _is(event: dict[str, Any], happened: dict[str, Any]) -> bool:
    return all(event.get(name) in (None, value) for name, value in happened.items())


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_a_recorded_table_is_followed_with_nothing_wrong_booked_and_no_silence(
    table: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With no answers and with each first one; the pictures, which the eye reads alike both times, are read once."""
    folder = SHARED / "frames" / table
    if not (folder / "truth.json").is_file():
        pytest.skip(f"no recording {table} in {SHARED / 'frames'}; name the folder above by ZO_SHARED")
    truth, read = truth_of(folder), dict[str | None, Reading]()
    look = watched.looked_again

    def once(eye: Eye, frame: Frame) -> Reading:
        if frame.name not in read:
            read[frame.name] = look(eye, frame)
        return read[frame.name]

    monkeypatch.setattr("ui.cli.table.looked_again", once)
    monkeypatch.setattr(open_source, "read_picture", cache(open_source.read_picture))
    for answer in ("none", "best"):
        assert run_command(arguments(folder, truth, answer)) == 0
        *lines, last = (json.loads(line) for line in capsys.readouterr().out.splitlines())
        wrong, missed = told_apart(lines, truth)
        assert (wrong, last["summary"]["silent"]) == ([], 0), answer
        assert len(missed) <= TABLES[table], (answer, missed)
    assert len(read) == len(truth["frames"])
