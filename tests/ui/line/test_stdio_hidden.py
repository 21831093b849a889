"""Hidden armies over the line protocol: shown and trusted, touches, reveals, and what each pair of eyes is told."""

import json
from random import Random
from typing import Any

import pytest

from tests.ui.program import Program


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


def drawn_in_turn(program: Program, chance: Random) -> None:
    """Both bases and all tiles, each seat telling what only it may know."""
    while True:
        options = [option["event"] for option in program.ask("legal")["legal"]]
        if not options or options[0]["kind"] not in ("Based", "Drew"):
            return
        bag = program.ask("state")["state"]["halves"]
        drawn = [kind for half in bag for kind, _at in half["tiles"]]
        program.ask(
            "tell", event=chance.choice([e for e in options if drawn.count(e.get("terrain", "")) < 9])
        )


def test_zones_is_set_up_behind_the_screen_and_a_wrong_half_is_told_to_its_own_eyes() -> None:
    program = Program()
    program.ask("new", game="zones", seats=2, players=["Ann", "Ben"])
    assert program.ask("look")["look"]["regions"] == {}
    assert program.fails("tell", event={"kind": "Lifted"})["rule"] == "zn-40-both-ready"
    assert program.fails("tell", event={"kind": "Moved", "seat": 0, "from": "a1", "to": "a2"})["rule"]
    drawn_in_turn(program, Random(7))
    assert program.ask("state")["state"]["drawn"] == [17, 17]
    ready = [option["event"] for option in program.ask("legal")["legal"]]
    mine, theirs = (next(e for e in ready if e["seat"] == seat) for seat in (0, 1))
    twice = {**mine, "pieces": [mine["pieces"][0]] * 3}
    told = program.ask("tell", event=twice)
    assert "Not as it should be: 3 on d1" not in json.dumps(told["view"])
    assert "Not as it should be: 3 on d1" not in json.dumps(program.ask("view", eyes=1))
    assert "Not as it should be: 3 on d1" in json.dumps(program.ask("view", eyes=0))
    for half in (mine, theirs):
        program.ask("tell", event=half)
        public = program.ask("view", eyes=None)["view"]
        assert public["board"] == {} and not any(piece in json.dumps(public) for piece, _at in half["pieces"])
    assert program.ask("tell", event={"kind": "Lifted"})["turn"]["chance"]["what"] == "penny"
    program.ask("tell", event={"kind": "Starts", "seat": 1})
    state = program.ask("state")["state"]
    assert sorted(state["pieces"]) == sorted(at for half in (mine, theirs) for _piece, at in half["pieces"])
    assert len(state["terrain"]) == 36 and state["turn"] == 1
    assert {option["event"]["seat"] for option in program.ask("legal")["legal"]} == {1}
