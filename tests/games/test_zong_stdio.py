"""ZONG over the line protocol: another program can play it, take positions and be told what is wrong."""

from typing import Any

import msgspec
import pytest

from companion.games.zong import GAME
from companion.games.zong.board import board_json
from tests.games.zong import owners_board
from ui.line.stdio import Conversation


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Conversation:
    monkeypatch.setattr("ui.line.stdio.all_games", lambda: {"zong": GAME})
    return Conversation()


def ask(desk: Conversation, do: str, **fields: Any) -> dict[str, Any]:
    answer: dict[str, Any] = msgspec.json.decode(desk.answer(msgspec.json.encode({"do": do} | fields)))
    return answer


FLICK: dict[str, Any] = {
    "pieces": {"red": "9", "blue": "8", "green": "6"},
    "thrown": [
        {"disc": "lightning", "face": "lightning"},
        {"disc": "blue", "face": 6},
        {"disc": "blue", "face": 5},
    ],
}


def test_a_turn_is_told_from_throw_to_points(desk: Conversation) -> None:
    assert ask(desk, "position", game="zong", seats=3, state=FLICK)["ok"]
    answer = ask(desk, "legal")
    assert {line["event"]["kind"] for line in answer["legal"]} == {"Zonged", "Passed"}
    (shape,) = answer["shapes"]
    assert shape["event"] == {"kind": "Zonged", "seat": 0}
    rest = {"blue": {"x": 177.0, "y": 32.0}, "green": {"off-board": True}}
    told = ask(desk, "tell", event={"kind": "Zonged", "seat": 0, "rest": rest})
    assert told["verdict"] == "accept"
    state = ask(desk, "state")["state"]
    assert state["phase"] == "cleanup"
    assert state["rest"]["green"] == {"off-board": True}
    refused = ask(desk, "tell", event={"kind": "Cleaned", "moves": {"blue": "4"}})
    assert refused["error"]["rule"] == "zg-11-between-higher"
    assert ask(desk, "tell", event={"kind": "Cleaned", "moves": {"blue": "5", "green": "start"}})["ok"]
    assert ask(desk, "tell", event={"kind": "Advanced", "seat": 0})["turn"]["seats"] == [1]
    given = ask(desk, "state")["state"]
    assert ask(desk, "position", game="zong", seats=3, state=given)["ok"]
    assert ask(desk, "state")["state"] == given


def test_any_seat_may_vote_in_any_order(desk: Conversation) -> None:
    ask(desk, "position", game="zong", seats=3, state=FLICK)
    told = ask(desk, "tell", event={"kind": "Zonged", "seat": 0, "rest": {"blue": {"x": 324, "y": 116}}})
    assert told["turn"]["seats"] == [0, 1, 2]
    for seat, square in ((2, "goal"), (0, "32")):
        assert ask(desk, "tell", event={"kind": "Voted", "seat": seat, "square": square})["ok"]
    told = ask(desk, "tell", seat=1, event={"kind": "Voted", "seat": 1, "square": "goal"})
    assert told["turn"]["over"]["winners"] == [1]


def test_the_owners_board_comes_with_the_set_up(desk: Conversation) -> None:
    facts = {"board": board_json(owners_board()), "blue.1": "6/1"}
    assert ask(desk, "new", game="zong", seats=4, facts=facts)["ok"]
    wrong = ask(desk, "new", game="zong", seats=4, facts={"board": "{}"})
    assert wrong["error"]["at"] == "facts"
    assert "a board that can be played on" in wrong["error"]["message"]


def test_a_wrong_event_names_its_field(desk: Conversation) -> None:
    ask(desk, "position", game="zong", seats=3, state=FLICK)
    wrong = ask(desk, "tell", event={"kind": "Zonged", "seat": 0, "rest": {"blue": {"z": 3}}})
    assert wrong["error"]["code"] == "bad-request"
    position = ask(desk, "position", game="zong", seats=3, state={"pieces": {"red": "9"}})
    assert position["error"]["code"] == "bad-position"
    assert position["error"]["at"] == "state.pieces"


@pytest.mark.parametrize(
    ("wrong", "at"),
    [
        ({"thrown": [{"disc": "blue", "face": 9}, *FLICK["thrown"][:2]]}, "state.thrown[0]"),
        ({"thrown": [{"disc": "blue", "face": 1}, *FLICK["thrown"][:2]]}, "state.thrown"),
        ({"phase": "lightning", "lightnings": 2}, "state.lightnings"),
        ({"phase": "points", "points": 12}, "state.points"),
        ({"phase": "points", "spirals": 1}, "state.spirals"),
        ({"mates": ["red"]}, "state.mates"),
        ({"phase": "vote", "asked": "red", "rest": {"blue": {"x": 61.5, "y": 32}}}, "state.asked"),
        (
            {"phase": "vote", "asked": "blue", "rest": {"blue": {"x": 61.5, "y": 32}}, "votes": {"7": "4"}},
            "state.votes.7",
        ),
        (
            {"phase": "vote", "asked": "blue", "rest": {"blue": {"x": 61.5, "y": 32}}, "votes": {"1": "99"}},
            "state.votes.1",
        ),
    ],
)
def test_what_does_not_go_with_the_throw_or_the_vote_is_named(
    desk: Conversation, wrong: dict[str, Any], at: str
) -> None:
    error = ask(desk, "position", game="zong", seats=3, state=FLICK | wrong)["error"]
    assert (error["code"], error["at"]) == ("bad-position", at)


def test_squares_are_taken_as_numbers_and_as_text(desk: Conversation) -> None:
    thrown = [
        {"disc": "lightning", "face": "lightning"},
        {"disc": "blue", "face": 6},
        {"disc": "blue", "face": 5},
    ]
    state = {"pieces": {"red": 9, "blue": 12, "green": "6"}, "thrown": thrown}
    ask(desk, "position", game="zong", seats=3, state=state)
    told = ask(desk, "tell", event={"kind": "Zonged", "seat": 0, "rest": {"blue": {"between": [7, "8"]}}})
    assert told["entries"][0]["rest"]["blue"]["between"] == ["7", "8"]
    ask(desk, "tell", event={"kind": "Cleaned", "moves": {"blue": 8}})
    found = ask(desk, "state")["state"]
    assert found["pieces"] == {"red": "9", "blue": "8", "green": "6"}
    assert ask(desk, "tell", event={"kind": "Advanced", "seat": 0, "to": 20})["ok"]
