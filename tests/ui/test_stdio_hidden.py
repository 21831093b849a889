"""Hidden armies over the line protocol: shown and trusted, touches, reveals, and what each pair of eyes is told."""

import json
from random import Random
from typing import Any

import pytest

from tests.ui.test_stdio import Program


def begun(knowing: str) -> Program:
    program = Program()
    program.ask("new", game="zoondo", seats=2, options={"knowing": knowing}, players=["Ann", "Ben"])
    return program


def laid_out(program: Program, seat: int) -> dict[str, str]:
    """Tells the army of a seat, as one of the lawful samples has it; what was told."""
    events = [option["event"] for option in program.ask("legal")["legal"]]
    army = next(e for e in events if e["kind"] == "Deployed" and e.get("seat") == seat)
    program.ask("tell", event=army)
    cards: dict[str, str] = army.get("cards", {})
    return cards


def test_a_shown_army_is_told_with_its_cards_and_seen_by_its_owner_alone() -> None:
    program = begun("shown")
    armies = [laid_out(program, seat) for seat in (0, 1)]
    assert all(len(cards) == 12 for cards in armies)
    program.ask("tell", event={"kind": "Starts", "seat": 0})
    public = json.dumps(program.ask("view", eyes=None))
    own = program.ask("view", eyes=0)["view"]["board"]
    assert {cell: own[cell][0]["label"] for cell in armies[0]} == armies[0]
    theirs = json.dumps(program.ask("view", eyes=1))
    for cards in armies:
        assert not any(card in public or card in theirs for card in cards.values())
    assert not any("label" in own[cell][0] for cell in armies[1])


@pytest.mark.parametrize(("knowing", "rule"), [("shown", "zo-06-shown"), ("trusted", "zo-06-trusted")])
def test_armies_told_the_wrong_way_are_refused_by_the_rule(knowing: str, rule: str) -> None:
    program, other = begun(knowing), begun("shown" if knowing == "trusted" else "trusted")
    army = next(o["event"] for o in other.ask("legal")["legal"] if o["event"]["kind"] == "Deployed")
    assert program.fails("tell", event=army)["rule"] == rule


def to_a_fight(program: Program, seed: int = 2) -> dict[str, Any]:
    """Plays on until somebody has to touch a corner: the first lawful touch of a back."""
    chance = Random(seed)
    for _ in range(200):
        events = [option["event"] for option in program.ask("legal")["legal"]]
        touches = [e for e in events if e["kind"] == "Touched" and e.get("back")]
        if touches:
            return dict(touches[0])
        program.ask("tell", event=chance.choice(events))
    raise AssertionError("no fight in 200 events")


@pytest.mark.parametrize("knowing", ["shown", "trusted"])
def test_a_fight_is_told_touch_by_touch_and_card_by_card(knowing: str) -> None:
    program = begun(knowing)
    for seat in (0, 1):
        laid_out(program, seat)
    program.ask("tell", event={"kind": "Starts", "seat": 1})
    touch = to_a_fight(program)
    other = program.fails("tell", event={**touch, "seat": 1 - touch["seat"]})
    assert other["rule"] == "zo-12-attacker-first"
    program.ask("tell", event=touch)
    assert touch["corner"] not in json.dumps(program.ask("view", eyes=None)["view"]["awaited"])
    for _ in range(4):
        events = [option["event"] for option in program.ask("legal")["legal"]]
        kinds = {event["kind"] for event in events}
        if not kinds & {"Touched", "TurnedUp"}:
            break
        program.ask("tell", event=next(e for e in events if e["kind"] in ("Touched", "TurnedUp")))
    said = [entry["kind"] for entry in program.ask("journal")["journal"]]
    assert said.count("Touched") >= 2 and "TurnedUp" in said
