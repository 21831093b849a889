"""Scoring a refereed game against the truth of its pictures."""

from pathlib import Path
from typing import Any

import pytest

from ui.watching.watched import read_truth, score

MOVED = {"kind": "Moved", "seat": 0, "from": "c2", "to": "c3"}
TRUTH: dict[str, Any] = {
    "frames": [
        {"file": "0", "hand": False, "expect": {"events": [{"kind": "Deployed"}]}},
        {"file": "1", "hand": True, "expect": {"verdict": "wait"}},
        {"file": "2", "hand": False, "expect": {"events": [MOVED]}},
        {"file": "3", "hand": False, "expect": {"verdict": "refuse"}},
    ],
    "told": [{"after": "2", "event": {"kind": "Fought", "dice": [1, 2]}}],
}


def line(picture: str, verdict: str, *events: dict[str, Any], rule: str | None = None) -> dict[str, Any]:
    return {"picture": picture, "verdict": verdict, "events": list(events), "rule": rule}


def deployed(seat: int) -> dict[str, Any]:
    return {"kind": "Deployed", "seat": seat, "by": "camera"}


PERFECT = [
    line("0", "accept", deployed(0), deployed(1)),
    line("1", "wait"),
    line("2", "accept", {**MOVED, "card": "kassin-a"}, {"kind": "Fought", "dice": [1, 2]}),
    line("3", "refuse", rule="a-rule"),
]


def test_a_perfect_game_has_nothing_wrong() -> None:
    found = score(PERFECT, TRUTH)
    assert (found["right"], found["events"], found["wrong"], found["missed"]) == (3, 3, [], [])
    assert (found["refusals_right"], found["verdicts_right"], found["booked_under_a_hand"]) == (1, 2, 0)


def test_a_wrong_and_a_missed_event_are_named() -> None:
    other = {**MOVED, "to": "c4"}
    found = score([PERFECT[0], line("1", "accept", other), PERFECT[3]], TRUTH)
    assert len(found["wrong"]) == 1
    assert "c4" in found["wrong"][0]
    assert len(found["missed"]) == 2
    assert found["booked_under_a_hand"] == 1


def test_what_no_seat_does_is_due_as_often_as_it_is_told() -> None:
    tide: dict[str, Any] = {"kind": "Turned", "to": "ebb"}
    truth = {"frames": [{"file": "0", "hand": False, "expect": {"events": [tide]}}]}
    assert score([line("0", "accept", tide)], truth)["wrong"] == []
    assert len(score([line("0", "accept", tide, tide)], truth)["wrong"]) == 1


def test_a_folder_without_truth_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"truth\.json: expected the truth"):
        read_truth(tmp_path)
    (tmp_path / "truth.json").write_text("{}")
    with pytest.raises(ValueError, match="frames: expected a list"):
        read_truth(tmp_path)
