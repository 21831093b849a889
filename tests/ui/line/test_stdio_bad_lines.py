"""Whatever is said to the line protocol gets one answer, and what is bad changes nothing."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.ui.program import GAME, Program


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


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"seats": [{"hand": ["pallottola"] * 70}, {}]}, "70 of pallottola, but 60"),
        ({"seats": [{"deck": ["survivors"] * 9}, {"hand": ["survivors"] * 4}]}, "13 of survivors"),
        ({"seats": [{}, {}], "trash": ["molti-piu-zombi"] * 13}, "13 of molti-piu-zombi"),
        ({"seats": [{}, {}], "supply": {"pallottola": 61}}, "supply: 61 of pallottola"),
        ({"seats": [{"hand": ["pallottola"] * 61}, {}], "supply": {"pallottola": 0}}, "61 of pallottola"),
    ],
)
def test_nobody_tells_of_more_cards_than_exist(program: Program, given: dict[str, Any], words: str) -> None:
    error = program.fails("position", game="zombinion", seats=2, state={"turn": 0} | given)
    assert (error["code"], error["at"]) == ("bad-position", "state") and words in error["message"]


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

    monkeypatch.setattr(f"ui.line.stdio.{asked}", jammed)
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
        cwd=Path(__file__).parents[3],
        check=False,
    )
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert run.returncode == 0
    assert run.stderr == b""
    assert [answer["ok"] for answer in answers] == [True, False, False, True]
    assert [answer.get("id") for answer in answers] == [1, None, None, 2]
