"""How well a game was refereed from its pictures: the lines of `companion watch --json` against the truth.

The truth is a folder's `truth.json`: per picture what a perfect referee concludes, and what the panel told between
pictures. Figures: events right, wrong and missed, questions, refusals, and whatever was booked under a hand.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

Line = dict[str, Any]


class Score(msgspec.Struct, frozen=True):
    """The figures of one refereed game. `wrong` and `missed` name the events; the rest are counts."""

    pictures: int
    events: int
    right: int
    wrong: tuple[str, ...]
    missed: tuple[str, ...]
    asked: int
    refused: tuple[str, ...]
    refusals_due: int
    refusals_right: int
    lost: int
    booked_under_a_hand: int
    verdicts_right: int
    verdicts: int


def read_truth(folder: Path) -> Line:
    """The truth of a folder of pictures. Raises ValueError in one line."""
    path = folder / "truth.json"
    try:
        truth = json.loads(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise ValueError(f"{path}: expected the truth of these pictures, found {fault.strerror}") from None
    except ValueError as fault:
        raise ValueError(f"{path}: expected JSON, found {fault}") from None
    if not isinstance(truth, dict) or not isinstance(truth.get("frames"), list):
        raise ValueError(f"{path}: frames: expected a list of pictures, found none")
    return truth


def score(lines: Sequence[Line], truth: Line) -> Score:
    """Compare line by line; `lines` is one a picture, without the summary."""
    due: list[Line] = []
    for frame in truth["frames"]:
        due += frame["expect"].get("events", [])
        due += [said["event"] for said in truth.get("told", ()) if said["after"] == frame["file"]]
    booked = [event for line in lines for event in line["events"]]
    right, wrong, missed = _aligned(booked, due)
    frames = {frame["file"]: frame for frame in truth["frames"]}
    pairs = [(line, frames[line["picture"]]) for line in lines if line["picture"] in frames]
    refusals = [(line, f["expect"]) for line, f in pairs if f["expect"].get("verdict") == "refuse"]
    silent = [(line, f["expect"]["verdict"]) for line, f in pairs if "verdict" in f["expect"]]
    return Score(
        pictures=len(lines),
        events=len(due),
        right=right,
        wrong=tuple(wrong),
        missed=tuple(missed),
        asked=sum(line["verdict"] == "ask" for line in lines),
        refused=tuple(f"{line['picture']}: {line['rule']}" for line in lines if line["verdict"] == "refuse"),
        refusals_due=len(refusals),
        refusals_right=sum(line["verdict"] == "refuse" for line, _ in refusals),
        lost=sum(line["verdict"] == "lost" for line in lines),
        booked_under_a_hand=sum(len(line["events"]) for line, f in pairs if f["hand"]),
        verdicts_right=sum(line["verdict"] == wanted for line, wanted in silent),
        verdicts=len(silent),
    )


def _aligned(booked: list[Line], due: list[Line]) -> tuple[int, list[str], list[str]]:
    """Match booked events to those due, in order; one due without a seat stands for every seat's."""
    right, wrong, at = set[int](), list[str](), 0
    for event in booked:
        fits = (all(event.get(name) == value for name, value in wanted.items()) for wanted in due[at:])
        found = next((n for n, is_it in enumerate(fits, at) if is_it), None)
        if found is None:
            wrong.append(_short(event))
            continue
        right.add(found)
        at = found if "seat" in event and "seat" not in due[found] else found + 1
    missed = [_short(event) for n, event in enumerate(due) if n not in right]
    return len(right), wrong, missed


def _short(event: Line) -> str:
    return json.dumps({name: value for name, value in event.items() if name not in ("v", "seq", "by")})
