"""Corners of ZoneS: what a move does even when forbidden, turns missed, positions that cannot be, words."""

from typing import Any

import pytest

from companion.game import Over, PositionFault, Seats, Setup, checked
from companion.games.zones.events import Moved, Ruled, Shot, Summoned
from companion.kits.events import DrawAgreed, Resigned, Starts
from companion.sight import Thing
from tests.games.zones import BARE, GAME, PLAIN, agreed, led, position, terrain

WALLED = ("....~.", "...B.~", "......", "......", "FFB...", ".F....")
"""A swordsman on a1 and a warrior on f6 are shut in by forest and water."""


def test_a_forbidden_event_still_does_what_it_would_show() -> None:
    state = position({"b3": "archer", "b4": "spearman", "c4": "warrior", "f6": "lobber"}, facts=BARE)
    onto_friend = GAME.after(state, Moved(0, "b3", "b4"))
    assert onto_friend.at("b4") == state.at("b3")
    assert "spearman" in onto_friend.pool.reserve[0]
    onto_base = GAME.after(state, Moved(0, "b3", "c2"))
    assert GAME.look(onto_base).of("c2")[1] == Thing("disc", "archer")
    onto_enemy = GAME.after(state, Summoned(0, "vala", "c4"))
    assert "warrior" in onto_enemy.pool.reserve[1]
    for event in (
        Moved(0, "b3", "z9"),
        Moved(0, "a1", "a2"),
        Shot(0, "z1", "a1"),
        Summoned(0, "dragon", "a1"),
    ):
        assert GAME.after(state, event).board == state.board


def test_an_event_out_of_turn_that_is_let_pass_gives_the_turn_to_the_other_seat() -> None:
    state = position({"b3": "archer", "f6": "lobber"}, facts=BARE)
    assert GAME.turn(GAME.after(state, Moved(1, "f6", "f5"))) == Seats(frozenset({0}))
    assert GAME.turn(GAME.after(state, Summoned(1, "lobber", "d4"))) == Seats(frozenset({0}))


def test_a_missed_turn_is_said() -> None:
    pieces = {"a1": "swordsman", "f5": "warrior"}
    state = position(pieces, ("....~.", "...B..", *WALLED[2:]), turn=1, more={"reserve": [[], []]})
    state = led(state, Moved(1, "f5", "f4"))
    assert GAME.turn(state) == Seats(frozenset({1}))
    assert "Team Midgard can neither move nor summon and misses the turn." in GAME.view(state, None).notes


def test_when_neither_can_act_it_is_a_draw_told_with_the_captures() -> None:
    more = {"reserve": [[], []], "captured": [["lobber"], []]}
    state = position({"a1": "swordsman", "f6": "warrior"}, WALLED, more=more)
    state = GAME.load_position(agreed(), GAME.dump_position(state) | {"turn": "coin"})
    over = GAME.turn(GAME.after(state, Starts(0)))
    assert over == Over(
        (),
        "neither side can move or summon; points captured: {own} to {other}",
        "zn-27-both-stuck",
        (("own", "4"), ("other", "0")),
    )


def test_the_end_is_told_with_its_degree() -> None:
    state = position({"c4": "archer", "a6": "swordsman", "f1": "warrior"}, more={"reserve": [[], ["lobber"]]})
    state = led(state, Moved(0, "a6", "c6"))
    assert (
        GAME.view(state, None).headline
        == "Victory for Team Midgard: the base of Team Trolls is destroyed; points captured: 4 to 0"
    )
    assert GAME.view(state, None).aside[0] == ("Captured: Trollspawn Lobber, the base · 4 points",)


def test_players_names_are_used_in_words() -> None:
    setup = checked(GAME, Setup(2, players=("Ada", "Ben")))
    state = GAME.start(setup)
    assert GAME.words(state, Resigned(1)) == "Ben surrenders"
    assert GAME.words(state, DrawAgreed()) == "Both agree to a draw"
    assert GAME.words(state, Starts(0)) == "Ada begins"


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Moved(0, "b3", "c4"), "Team Midgard: Archer b3 → c4, captures Trollspawn Warrior"),
        (Moved(0, "b3", "a4"), "Team Midgard: Archer b3 → a4"),
        (Shot(0, "b3", "c4"), "Team Midgard: Archer on b3 shoots Trollspawn Warrior on c4"),
        (Summoned(0, "vala", "b1"), "Team Midgard: Vala summoned on b1"),
        (Ruled("b3", place="captured"), "By agreement nothing stands on b3; Archer belongs to the captures"),
        (Ruled("b4", "vala", "reserve"), "By agreement Vala stands on b4, from the reserve"),
        (Ruled("b4", terrain="water"), "By agreement the tile on b4 is water"),
    ],
)
def test_events_in_a_sentence(event: Any, said: str) -> None:
    state = position({"b3": "archer", "c4": "warrior", "f6": "lobber"}, facts=BARE)
    assert GAME.words(state, event) == said


@pytest.mark.parametrize(
    ("more", "at"),
    [
        ({"turn": 2}, "turn"),
        ({"turn": True}, "turn"),
        ({"terrain": {"a1": "swamp"}}, "terrain.a1"),
        ({"terrain": {"z1": "field"}}, "terrain.z1"),
        ({"terrain": {at: kind for at, kind in terrain(PLAIN).items() if at != "e4"}}, "terrain.e4"),
        ({"bases": ["c2", "c3"]}, "terrain.c3"),
        ({"bases": ["z9", "d5"]}, "bases.0"),
        ({"terrain": {**terrain(PLAIN), "c2": "field"}}, "bases"),
        (
            {"pieces": {"b4": {"seat": 0, "piece": "archer"}, "b3": {"seat": 1, "piece": "archer"}}},
            "pieces.b3.seat",
        ),
        ({"pieces": {"b3": {"seat": 0, "piece": "dragon"}}}, "pieces.b3.piece"),
        ({"pieces": {"c2": {"seat": 0, "piece": "archer"}}}, "pieces.c2"),
        ({"pieces": {f"{c}1": {"seat": 0, "piece": "archer"} for c in "abcd"}}, "pieces"),
        ({"reserve": [["warrior"], []]}, "reserve"),
        ({"captured": [["archer"], []]}, "captured"),
        ({"reserve": [["vala", "vala"], []]}, "pieces"),
        ({"wind": 3}, "wind"),
        ({"pieces": {}, "reserve": [[], []]}, "pieces"),
    ],
)
def test_a_position_that_cannot_be_says_where(more: dict[str, Any], at: str) -> None:
    given = {"turn": 0, "terrain": terrain(PLAIN), "pieces": {"b3": {"seat": 0, "piece": "archer"}}} | more
    with pytest.raises(PositionFault) as fault:
        GAME.load_position(agreed(), given)
    assert fault.value.at.startswith(at)


def test_a_sparse_position_fills_the_reserve_unless_it_is_given() -> None:
    given = {"terrain": terrain(PLAIN), "pieces": {"b3": {"seat": 0, "piece": "archer"}}}
    assert len(GAME.load_position(agreed(), given).pool.reserve[0]) == 9
    state = GAME.load_position(agreed(), given | {"reserve": [[], ["vala", "warrior"][1:]]})
    assert state.pool.reserve == ((), ("warrior",))
    assert GAME.load_position(agreed(), GAME.dump_position(state)) == state
