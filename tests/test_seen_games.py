"""Two scripted games as a perfect eye saw them, picture by picture: every event is booked, in order, and no other."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.game import Setup, checked
from companion.games import all_games
from companion.journal import read_event
from companion.referee import Referee, Reply
from companion.sight import Scene, Sighting
from companion.weigh import Accept, Ask, Lost, Refuse, Same, Wait
from ui.watching.watched import score

SCENES = sorted((Path(__file__).parent / "scenes").glob("*.json"))
LEFT_BEHIND = 6
"""A game of which so many pictures in a row are not understood is not caught up with any more."""
VERDICTS = {Same: "same", Wait: "wait", Accept: "accept", Ask: "ask", Refuse: "refuse", Lost: "lost"}


def scene(frame: dict[str, Any]) -> Scene:
    if frame["hand"]:
        return Scene((), 0.0, hand=True)
    return Scene(tuple(_sighting(*seen) for seen in frame["sightings"]))


def _sighting(
    kind: Any, region: str, label: str | None, face: Any, seat: int | None, deck: str | None
) -> Sighting:
    angle = 180.0 * seat if face == "up" and seat is not None else None
    return Sighting(kind, label, region, 0.98, face=face, deck=deck, angle=angle)


def line(picture: str, reply: Reply, booked: list[Any]) -> dict[str, Any]:
    rule = reply.verdict.violation.rule if isinstance(reply.verdict, Refuse) else None
    events = [json.loads(entry.line()) for entry in booked]
    return {"picture": picture, "verdict": VERDICTS[type(reply.verdict)], "rule": rule, "events": events}


def followed(
    truth: dict[str, Any],
    hidden: str = "",
    first: int = 0,
    last: int = 0,
    *,
    answered: bool = False,
    patience: int = 99,
) -> Any:
    """The score of a scripted game in which a square is not seen from one picture to before another.

    `answered`: each question gets its first answer, whatever that is; else none. `patience`: after so many pictures of
    which nothing is booked and nothing said it is followed no further.
    """
    game = all_games()[truth["game"]]
    setup = checked(game, Setup(2, (("tribes", ",".join(truth["tribes"])),)))
    referee = Referee(game, setup, lambda _: None)
    lines, left = [], patience
    for number, frame in enumerate(truth["frames"]):
        seen = scene(frame)
        if first <= number < last:
            seen = replace(seen, sightings=tuple(s for s in seen.sightings if s.region != hidden))
        reply = referee.see(seen)
        booked = list(reply.booked)
        if answered and isinstance(reply.verdict, Ask):
            booked += referee.answer(reply.verdict.options[0], "touch").booked
        for told in truth["told"]:
            if told["after"] == frame["file"]:
                booked += referee.tell(read_event(game, told["event"]), "panel").booked
        lines.append(line(frame["file"], reply, booked))
        left = left - 1 if isinstance(reply.verdict, Wait | Same) and not reply.booked else patience
        if not left:
            break
    return score(lines, truth)


@pytest.mark.parametrize("path", SCENES, ids=[path.stem for path in SCENES])
def test_a_scripted_game_is_refereed_without_fault(path: Path) -> None:
    found = followed(json.loads(path.read_text()))
    assert (found["wrong"], found["missed"]) == ([], [])
    assert found["right"] == found["events"]
    assert found["asked"] == found["lost"] == found["booked_under_a_hand"] == 0
    assert found["refusals_right"] == found["refusals_due"] == len(found["refused"]) == 1
    assert found["verdicts_right"] == found["verdicts"]


@pytest.mark.parametrize("path", SCENES, ids=[path.stem for path in SCENES])
@pytest.mark.parametrize("square", ["a1", "e1", "c6", "e6", "f6"])
def test_a_back_that_is_not_seen_at_set_up_stops_no_game(path: Path, square: str) -> None:
    found = followed(json.loads(path.read_text()), square, 0, 5)
    assert (found["wrong"], found["missed"]) == ([], [])
    assert found["asked"] == found["lost"] == 0


@pytest.mark.parametrize("path", SCENES, ids=[path.stem for path in SCENES])
@pytest.mark.parametrize("answered", [False, True])
def test_a_back_that_is_never_seen_leads_to_no_wrong_entry(path: Path, *, answered: bool) -> None:
    """Where it is turned up or moves unseen, that is not booked as anything else, nor by the first answer.

    Each square once in each game, answered in one of them, until the game is plainly left behind; to the end they are
    followed in `tests/hidden/test_recorded.py`, and `python -m tests.hidden` tries whatever may be hidden.
    """
    squares = ("a1", "e1", "c6", "e6", "f6")
    for square in squares[answered ^ (path == SCENES[0]) :: 2]:
        truth = json.loads(path.read_text())
        assert followed(truth, square, 0, 99, answered=answered, patience=LEFT_BEHIND)["wrong"] == []


def test_two_moves_in_a_picture_after_a_puzzling_one_are_asked_about_while_a_back_is_not_seen() -> None:
    """Their order may have been the other one."""
    path = next(path for path in SCENES if path.stem == "rhinogoths-monkus")
    wrong = [json.loads(line) for line in followed(json.loads(path.read_text()), "e6", 0, 99)["wrong"]]
    assert [event for event in wrong if event["from"] in ("d2", "b2")] == []
