"""ZoneS over the line protocol, case by case from the source text: told or refused, listed, and what it led to."""

import json
import re
from typing import Any

import pytest

from tests.games.zones import BARE, SIDES, terrain
from tests.games.zones_cases import Case, cases
from tests.ui.program import Program

CASES = cases()
ALL = [
    pytest.param(case, id=f"{about}-{n}") for about, some in CASES.items() for n, case in enumerate(some, 1)
]
ACT = re.compile(
    r"(?P<start>[a-f]\d)(?P<sign>[-*])(?P<to>[a-f]\d)|(?P<piece>[a-z-]+)@(?P<at>[a-f]\d)|<(?P<back>.+)"
)


def pieces(text: str) -> dict[str, Any]:
    standing = (entry.split() for entry in text.split(", "))
    return {at: {"seat": SIDES[piece], "piece": piece} for piece, at in standing}


def facts(text: str) -> dict[str, Any]:
    given = dict(entry.split("=") for entry in text.split("; ") if entry)
    return dict(BARE) | {name: int(value) if value.isdecimal() else value for name, value in given.items()}


def event(act: str, seat: int) -> dict[str, Any]:
    found = ACT.fullmatch(act)
    assert found is not None, act
    part = found.groupdict()
    if part["back"]:
        return {"kind": "Returned", "seat": seat, "piece": part["back"]}
    if part["piece"]:
        return {"kind": "Summoned", "seat": seat, "piece": part["piece"], "at": part["at"]}
    if part["sign"] == "*":
        return {"kind": "Shot", "seat": seat, "from": part["start"], "at": part["to"]}
    return {"kind": "Moved", "seat": seat, "from": part["start"], "to": part["to"]}


def set_up(case: Case) -> Program:
    """A program that stands at the case's position; what it says of it is what it was told."""
    state: dict[str, Any] = {
        "turn": case.turn,
        "terrain": terrain(tuple(case.rows.split())),
        "bases": [at for at, kind in sorted(terrain(tuple(case.rows.split())).items()) if kind == "base"],
        "pieces": pieces(case.pieces),
        "captured": [pile.split() for pile in case.captured.split("|")],
    }
    state["bases"].sort(key=lambda at: at[1])
    if case.reserve is not None:
        state["reserve"] = [sorted(pile.split()) for pile in case.reserve.split("|")]
    program = Program()
    options = {"armies": "vala*2+archer+spearman,set"} if case.pieces.count("vala") > 1 else {}
    program.ask("position", game="zones", seats=2, options=options, facts=facts(case.facts), state=state)
    held = program.ask("state")["state"]
    assert {name: held[name] for name in state} == state
    program.ask("position", game="zones", seats=2, options=options, facts=facts(case.facts), state=held)
    assert program.ask("state")["state"] == held
    return program


@pytest.mark.parametrize("case", ALL)
def test_a_case_of_the_source_is_played_as_it_is_written(case: Case) -> None:
    program = set_up(case)
    for said in case.acts.split("; "):
        act, _, rule = said.partition(" ! ")
        turn = program.ask("turn")["turn"]
        seat = turn["seats"][0] if turn.get("seats") else 1
        told = event(act, seat)
        listed = [option["event"] for option in program.ask("legal")["legal"]]
        assert (told in listed) == (not rule), listed
        if rule:
            error = program.fails("tell", event=told)
            assert error["rule"] == rule, error
            assert error["code"] == ("over" if rule == "ours-over" else "refused")
            assert [option["event"] for option in error["legal"]] == listed
        else:
            assert program.ask("tell", event=told)["verdict"] == "accept"
    state = program.ask("state")["state"]
    for wanted in filter(None, case.then.split("; ")):
        path, _, text = wanted.partition("=")
        value: Any = state
        for key in path.split("."):
            value = value[int(key)] if isinstance(value, list) else value.get(key)
        assert value == (json.loads(text) if text[:1] in '[{"0123456789n' else text), (wanted, value)


def test_every_special_of_the_source_has_four_cases_and_more() -> None:
    specials = ("spearman", "archer", "swordsman", "vala", "warrior", "lobber", "trollwife", "hill troll")
    assert all(len(CASES[special]) >= 4 for special in specials)
    assert len(ALL) >= 80


def test_facts_may_be_told_by_group_as_a_file_has_them() -> None:
    listed = []
    for given in ({"archer.movement": "none"}, {"archer": {"movement": "none"}}, {}):
        program = set_up(CASES[next(iter(CASES))][0])
        position = program.ask("state")["state"] | {
            "pieces": pieces("archer b3, lobber e6"),
            "reserve": [[], []],
        }
        program.ask("position", game="zones", seats=2, state=position, facts=dict(BARE) | given)
        listed.append(program.ask("legal")["legal"])
    assert listed[0] == listed[1] != listed[2]


def test_what_is_missing_is_named() -> None:
    program = Program()
    program.ask("new", game="zones", seats=2)
    fault = program.fails("tell", event={"kind": "Moved", "seat": 0, "from": "a1"})
    assert (fault["code"], fault["at"]) == ("bad-request", "event.to")
    fault = program.fails("new", game="zones", seats=2, facts={"dragon": {"name": "D"}})
    assert fault["message"].endswith("expected text, found nothing")
