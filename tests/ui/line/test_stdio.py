"""The line protocol: every verb, every code, and no line that ends the process or changes a game by mistake."""

from typing import Any

import pytest

from tests.ui.program import GAME, Program


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
