"""The line protocol: every verb, every code, and no line that ends the process or changes a game by mistake."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ui.stdio import Desk

GAME = {"game": "zoon_alternate", "seats": 2}


class Program:
    """Another program that speaks the protocol."""

    def __init__(self) -> None:
        self.desk = Desk()

    def raw(self, line: bytes) -> Any:
        answer = self.desk.answer(line)
        assert b"\n" not in answer
        return json.loads(answer)

    def ask(self, do: str, **fields: Any) -> Any:
        answer = self.raw(json.dumps({"do": do, **fields}).encode())
        assert answer["ok"], answer
        return answer

    def fails(self, do: str, **fields: Any) -> Any:
        before = self.desk._referee and (self.desk._referee.state, self.desk._referee.entries)
        answer = self.raw(json.dumps({"do": do, **fields}).encode())
        assert not answer["ok"], answer
        assert set(answer["error"]) >= {"code", "rule", "message", "at"}
        after = self.desk._referee and (self.desk._referee.state, self.desk._referee.entries)
        assert before == after
        return answer["error"]

    def plays(self, events: int, seed: int = 1) -> None:
        chance = Random(seed)
        for _ in range(events):
            legal = self.ask("legal")["legal"]
            if not legal:
                return
            self.ask("tell", event=chance.choice(legal)["event"])

    def plays_until(self, kind: str, seed: int = 1) -> None:
        chance = Random(seed)
        for _ in range(400):
            legal = self.ask("legal")["legal"]
            if any(option["event"]["kind"] == kind for option in legal):
                return
            self.ask("tell", event=chance.choice(legal)["event"])
        raise AssertionError(f"no {kind} in 400 events")


@pytest.fixture
def program() -> Program:
    program = Program()
    program.ask("new", **GAME)
    return program


def test_games_are_listed_with_their_options() -> None:
    (game,) = [g for g in Program().ask("games")["games"] if g["id"] == "zoon_alternate"]
    assert game["seats"] == [2]
    option = next(option for option in game["options"] if option["name"] == "za-04")
    assert option["default"] == "literal"
    assert option["ledger"] == "ZA-04"
    assert {choice["value"] for choice in option["choices"]} == {"literal", "lax"}


def test_a_new_game_tells_whose_turn_it_is_and_echoes_the_id() -> None:
    answer = Program().ask(
        "new", id={"n": 7}, options={"tribes": "rhinogoths,monkus"}, players=["Ann", "Bo"], **GAME
    )
    assert answer["id"] == {"n": 7}
    assert answer["turn"] == {"seats": [0, 1]}
    assert answer["view"]["headline"]


def test_a_whole_game_is_played_through_legal_and_tell_and_journalled(program: Program) -> None:
    program.plays(400)
    turn = program.ask("turn")["turn"]
    assert set(turn) == {"over"}
    assert turn["over"]["why"]
    journal = program.ask("journal")["journal"]
    assert [entry["seq"] for entry in journal] == list(range(len(journal)))
    assert all(entry["by"] == "stdio" for entry in journal)
    error = program.fails("tell", event={"kind": "Moved", "seat": 0, "from": "a1", "to": "a2"})
    assert error["code"] == "over"
    assert program.ask("legal")["legal"] == []


@pytest.mark.parametrize("seed", range(4))
def test_position_of_state_is_the_identity_all_through_a_game(program: Program, seed: int) -> None:
    for events in (0, 1, 4, 7, 12, 20, 31):
        program.plays(events, seed)
        state = program.ask("state")["state"]
        other = Program()
        other.ask("position", state=state, **GAME)
        assert other.ask("state")["state"] == state
        assert other.ask("legal")["legal"] == program.ask("legal")["legal"]
        assert other.ask("turn") == program.ask("turn")


def test_dice_are_awaited_as_a_chance_with_all_their_outcomes(program: Program) -> None:
    program.plays_until("Fought")
    turn = program.ask("turn")["turn"]
    assert turn["chance"]["what"] == "dice"
    assert sorted(turn["chance"]["seats"]) == [0, 1]
    assert len(program.ask("legal")["legal"]) == 36


def test_a_refused_event_names_the_rule_its_words_and_what_is_legal(program: Program) -> None:
    program.plays_until("Moved")
    turn = program.ask("turn")["turn"]["seats"][0]
    wrong = next(
        option["event"] | {"seat": 1 - turn}
        for option in program.ask("legal")["legal"]
        if option["event"]["kind"] == "Moved"
    )
    error = program.fails("tell", event=wrong)
    assert error["code"] == "refused"
    assert error["rule"] == "s2-in-turn"
    assert error["words"] in error["message"]
    assert error["legal"] == program.ask("legal")["legal"]
    assert program.fails("tell", event=wrong, waive=error["rule"])["rule"] == "s2-own-zoons"
    answer = program.ask("tell", event=wrong, waive=["s2-in-turn", "s2-own-zoons"])
    assert answer["entries"][0]["waived"] == ["s2-in-turn", "s2-own-zoons"]


def test_one_rule_is_waived_as_a_word(program: Program) -> None:
    program.plays_until("Moved")
    given_away = {"kind": "Starts", "seat": 1 - program.ask("turn")["turn"]["seats"][0]}
    answer = program.ask("tell", event=given_away, waive="s2-lot")
    assert answer["entries"][0]["waived"] == "s2-lot"


def test_an_answer_to_an_old_question_is_stale(program: Program) -> None:
    event = program.ask("legal")["legal"][0]["event"]
    seq = program.ask("tell", event=event)["seq"]
    error = program.fails("tell", event=event, asked_at=seq - 1)
    assert error["code"] == "stale"


def test_taking_back_and_its_refusals(program: Program) -> None:
    assert program.fails("back")["rule"] == "undo-nothing"
    before = program.ask("state")
    program.plays(1)
    program.ask("back")
    assert program.ask("state") == before
    program.plays_until("Fought")
    program.plays(1)
    error = program.fails("back")
    assert (error["code"], error["rule"]) == ("refused", "undo-agreed")
    assert program.ask("back", agreed=[0, 1])["entries"][0]["kind"] == "TookBack"


def scene_of(look: Any) -> Any:
    """What a perfect eye sees of a look."""
    sightings = [
        {
            "kind": thing["kind"],
            "label": None if thing.get("face") == "down" else thing.get("label"),
            "face": thing.get("face"),
            "region": name,
            "sure": 0.98,
            "deck": thing.get("deck"),
            "angle": 180.0 * thing["seat"] if "seat" in thing else None,
        }
        for name, lying in look["regions"].items()
        for thing in lying
    ]
    return {"sightings": sightings, "still_for": 1.0}


def test_what_is_seen_is_judged_and_booked(program: Program) -> None:
    program.plays_until("Moved")
    state, look = program.ask("state")["state"], program.ask("look")["look"]
    assert program.ask("see", scene=scene_of(look))["verdict"] == "same"
    moves = [option for option in program.ask("legal")["legal"] if option["event"]["kind"] == "Moved"]
    other = Program()
    other.ask("position", state=state, **GAME)
    known = next(o for o in moves if o["event"]["to"] not in look["regions"])
    other.ask("tell", event=known["event"])
    scene = scene_of(other.ask("look")["look"])
    assert program.ask("see", scene=scene | {"hand": True})["verdict"] == "wait"
    answer = program.ask("see", scene=scene)
    assert answer["verdict"] == "accept"
    (entry,) = answer["entries"]
    assert entry == {"v": 1, "seq": entry["seq"], "by": "camera", **known["event"]}
    assert program.ask("state") == other.ask("state")


def test_a_refused_scene_is_an_answer_in_full(program: Program) -> None:
    program.plays_until("Moved")
    turn = program.ask("turn")["turn"]["seats"][0]
    look = program.ask("look")["look"]
    mine, free = "a1" if turn == 1 else "a6", "a3"
    assert free not in look["regions"]
    scene = scene_of({"regions": {**look["regions"], free: look["regions"][mine], mine: []}})
    answer = program.ask("see", scene=scene)
    assert answer["verdict"] == "refuse"
    assert answer["rule"] and answer["words"] and answer["text"]
    assert answer["entries"] == []


def test_views_and_looks_are_given(program: Program) -> None:
    program.plays(6)
    public, private = program.ask("view")["view"], program.ask("view", eyes=0)["view"]
    assert set(public) == set(private) == {"headline", "awaited", "notes", "board", "about", "aside"}
    assert set(program.ask("look")) >= {"look", "layout"}


@pytest.mark.parametrize(
    ("line", "code", "at"),
    [
        (b"", "bad-json", None),
        (b"{", "bad-json", None),
        (b"\xff\xfe", "bad-json", None),
        (b"[" * 100_000, "bad-json", None),
        (b"[1]", "bad-request", None),
        (b"7", "bad-request", None),
        (b"{}", "bad-request", "do"),
        (b'{"do": 7}', "bad-request", "do"),
        (b'{"do": "dance"}', "unknown-verb", "do"),
        (b'{"do": "turn", "colour": 1}', "bad-request", "colour"),
        (b'{"do": "new"}', "bad-request", "game"),
        (b'{"do": "new", "game": "zoon_alternate"}', "bad-request", "seats"),
        (b'{"do": "new", "game": "chess", "seats": 2}', "unknown-game", "game"),
        (b'{"do": "new", "game": "zoon_alternate", "seats": "two"}', "bad-request", "seats"),
        (b'{"do": "new", "game": "zoon_alternate", "seats": 5}', "bad-request", "seats"),
        (
            b'{"do": "new", "game": "zoon_alternate", "seats": 2, "options": {"x": 1}}',
            "bad-request",
            "options",
        ),
        (
            b'{"do": "new", "game": "zoon_alternate", "seats": 2, "options": {"za-04": "maybe"}}',
            "bad-request",
            "options.za-04",
        ),
        (
            b'{"do": "new", "game": "zoon_alternate", "seats": 2, "players": ["a", "b", "c"]}',
            "bad-request",
            "players",
        ),
        (b'{"do": "position", "game": "zoon_alternate", "seats": 2, "state": {}}', "bad-position", None),
        (b'{"do": "position", "game": "zoon_alternate", "seats": 2, "state": 3}', "bad-request", "state"),
        (b'{"do": "tell"}', "bad-request", "event"),
        (b'{"do": "tell", "event": {"kind": "Danced"}}', "bad-request", "event"),
        (b'{"do": "tell", "event": {"kind": "Starts"}}', "bad-request", "event.seat"),
        (b'{"do": "tell", "event": {"kind": "Starts", "seat": "near"}}', "bad-request", "event.seat"),
        (b'{"do": "tell", "event": {"kind": "Starts", "seat": 4}}', "bad-request", "event.seat"),
        (b'{"do": "tell", "event": {"kind": "Starts", "seat": 0}, "seat": 1}', "bad-request", "seat"),
        (
            b'{"do": "tell", "event": {"kind": "Moved", "seat": 0, "from": "z9", "to": "a2"}}',
            "bad-request",
            "event.from",
        ),
        (
            b'{"do": "tell", "event": {"kind": "Moved", "seat": 0, "from": "a1", "to": "a2", "path": ["a7"]}}',
            "bad-request",
            "event.path[0]",
        ),
        (b'{"do": "tell", "event": {"kind": "Starts", "seat": 0, "who": 1}}', "bad-request", "event.who"),
        (b'{"do": "view", "eyes": 2}', "bad-request", "eyes"),
        (b'{"do": "see", "scene": {"sight": []}}', "bad-request", "scene.sight"),
        (
            b'{"do": "see", "scene": {"sightings": [{"kind": "cat", "label": null}]}}',
            "bad-request",
            "scene.sightings[0].kind",
        ),
        (
            b'{"do": "see", "scene": {"sightings": [{"kind": "card"}]}}',
            "bad-request",
            "scene.sightings[0].label",
        ),
        (
            b'{"do": "see", "scene": {"sightings": [{"kind": "card", "label": null, "region": "z1"}]}}',
            "bad-request",
            "scene.sightings[0].region",
        ),
        (
            b'{"do": "see", "scene": {"sightings": [{"kind": "card", "label": null, "sure": 2}]}}',
            "bad-request",
            "scene.sightings[0].sure",
        ),
    ],
)
def test_a_bad_line_is_one_error_and_changes_nothing(
    program: Program, line: bytes, code: str, at: str | None
) -> None:
    referee = program.desk._referee
    before = program.ask("state")
    answer = program.raw(line)
    assert not answer["ok"]
    assert answer["error"]["code"] == code, answer
    if at is not None:
        assert answer["error"]["at"] == at, answer
    assert program.desk._referee is referee
    assert program.ask("state") == before


@pytest.mark.parametrize("do", ["state", "turn", "legal", "look", "view", "back", "journal"])
def test_without_a_game_there_is_no_answer_but_that(do: str) -> None:
    assert Program().fails(do)["code"] == "no-game"


def test_a_bad_position_names_what_is_wrong(program: Program) -> None:
    program.plays(12)
    state = program.ask("state")["state"]
    cell, card = next(iter(state["cards"].items()))
    error = program.fails("position", state=state | {"cards": state["cards"] | {"z9": card}}, **GAME)
    assert error["code"] == "bad-position"
    assert "z9" in error["at"] + error["message"]
    error = program.fails("position", state=state | {"turn": 7}, **GAME)
    assert error["code"] == "bad-position"
    error = program.fails(
        "position", state=state | {"cards": state["cards"] | {cell: card | {"seat": "x"}}}, **GAME
    )
    assert error["code"] == "bad-position"


@pytest.mark.parametrize("asked", ["legal_for", "Referee"])
def test_a_position_that_cannot_be_answered_is_refused_and_the_game_goes_on(
    asked: str, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A state in which some question would only raise: as the program finds no such one, one is made."""
    program.plays(6)
    state = program.ask("state")["state"]
    before = program.ask("journal"), program.ask("legal")

    def jammed(*_given: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr(f"ui.stdio.{asked}", jammed)
    error = program.fails("position", state=state, **GAME)
    assert (error["code"], error["at"]) == ("bad-position", "state") and "AssertionError" not in error[
        "message"
    ]
    monkeypatch.undo()
    assert (program.ask("journal"), program.ask("legal")) == before
    program.ask("position", state=state, **GAME)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
FIELDS = (
    "game",
    "seats",
    "state",
    "event",
    "scene",
    "eyes",
    "options",
    "waive",
    "agreed",
    "id",
    "asked_at",
    "players",
)
EVENTS = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(
            ["Moved", "Fought", "TurnedUp", "PlayedTrump", "Reinforced", "Ruled", "Swapped", "FrontsUp"]
        )
    },
    optional={
        name: JSON | st.sampled_from(["a1", "b2", "c6", 0, 1])
        for name in ("seat", "from", "to", "at", "card", "dice", "cards", "trump", "by", "path")
    },
)


@settings(max_examples=300, deadline=None)
@given(
    verb=st.sampled_from(
        ["games", "position", "turn", "legal", "tell", "see", "look", "view", "back", "journal", "zip"]
    ),
    fields=st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=4),
    event=st.none() | EVENTS,
    events=st.integers(0, 9),
)
def test_whatever_is_said_gets_one_answer(verb: str, fields: Any, event: Any, events: int) -> None:
    program = Program()
    program.ask("new", **GAME)
    program.plays(events)
    said = {"do": verb} | fields | ({} if event is None else {"do": "tell", "event": event})
    answer = program.raw(json.dumps(said).encode())
    assert answer["ok"] in (True, False)
    if not answer["ok"]:
        assert "could not be taken" not in answer["error"]["message"], answer
    assert program.ask("state")["ok"]


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_get_one_answer(line: bytes) -> None:
    assert "ok" in Program().raw(line.replace(b"\n", b" "))


def test_the_process_answers_every_line_and_ends_with_its_input() -> None:
    lines = [
        b'{"do": "new", "game": "zoon_alternate", "seats": 2, "id": 1}',
        b"rubbish",
        b"",
        b'{"do": "turn", "id": 2}',
    ]
    run = subprocess.run(
        [sys.executable, "-m", "ui.cli", "referee", "--stdio"],
        input=b"\n".join(lines) + b"\n",
        capture_output=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert run.returncode == 0
    assert run.stderr == b""
    assert [answer["ok"] for answer in answers] == [True, False, False, True]
    assert [answer.get("id") for answer in answers] == [1, None, None, 2]
