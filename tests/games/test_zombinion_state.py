"""How a game begins, what was agreed, positions from outside, and how it ends."""

import json
from random import Random
from typing import Any

import pytest

from companion.game import Chance, Over, PositionFault, Seats, Setup, SetupFault, checked
from companion.games.zombinion.cards import cards, fact_names
from companion.games.zombinion.events import Ended, Played, Ruled, Shuffled, Starts, Took
from companion.games.zombinion.state import scores
from tests.games.zombinion import EVERY, GAME, at, played, rule, setup

OTHER = "zombi / pallottola*5 /"
SEAT = {"hand": ["zombi"], "deck": [], "discard": [], "in_play": []}


@pytest.mark.parametrize(
    ("seats", "pallottola", "zombi", "infezione"), [(2, 46, 8, 10), (3, 39, 12, 20), (4, 32, 12, 30)]
)
def test_the_supply_before_the_first_turn(seats: int, pallottola: int, zombi: int, infezione: int) -> None:
    state = GAME.start(setup(seats, set="vita-o-morte"))
    assert state.piles["pallottola"] == pallottola
    assert state.piles["proiettili"] == 40 and state.piles["caricatore"] == 30
    piles = ("zombi", "molti-zombi", "molti-piu-zombi", "survivors")
    assert {state.piles[pile] for pile in piles} == {zombi}
    assert state.piles["infezione"] == infezione and state.piles["esca"] == 10
    assert state.piles.get("radio") is None
    assert GAME.faults(state) == ()


def test_known_orders_are_told_seat_by_seat() -> None:
    state = GAME.start(setup(2, knowing="known", start="1"))
    own = ("zombi",) * 3 + ("pallottola",) * 7
    assert GAME.turn(state) == Seats(frozenset({0}))
    assert rule(state, Ended(1)) == "zb-whole-card"
    state = played(state, Shuffled(0, own), Shuffled(1, own[::-1]))
    assert state.players[0].hand == ("zombi",) * 3 + ("pallottola",) * 2
    assert state.players[1].deck == ("pallottola",) * 2 + ("zombi",) * 3
    assert GAME.turn(state) == Seats(frozenset({1}))


@pytest.mark.parametrize(
    ("seats", "before", "begins"),
    [
        (3, "", (0, 1, 2)),
        (3, "2", (0,)),
        (4, "1", (2,)),
        (3, "0 2", (1,)),
        (4, "0 2", (1, 3)),
        (2, "0 1", (0, 1)),
    ],
)
def test_who_begins_after_an_earlier_game(seats: int, before: str, begins: tuple[int, ...]) -> None:
    state = GAME.start(setup(seats, winners_before=before))
    if len(begins) == 1:
        assert GAME.turn(state) == Seats(frozenset(begins))
        return
    turn = GAME.turn(state)
    assert isinstance(turn, Chance) and turn.what == "lot" and turn.seats == begins
    for seat in range(seats):
        assert rule(state, Starts(seat)) == (None if seat in begins else "zb-28-who-begins")
    assert GAME.chance_event(state, (begins[-1],)) == Starts(begins[-1])
    assert played(state, Starts(begins[-1])).turn == begins[-1]


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"kinds": ",".join(EVERY[:9])}, "kinds"),
        ({"kinds": ",".join([EVERY[0], *EVERY[:9]])}, "kinds"),
        ({"kinds": ",".join(["zombi", *EVERY[:9]])}, "kinds"),
        ({"set": "nothing"}, "set"),
        ({"winners-before": "5"}, "winners-before"),
        ({"winners-before": "1 1"}, "winners-before"),
        ({"winners-before": "nobody"}, "winners-before"),
    ],
)
def test_what_cannot_be_agreed_says_why(options: dict[str, Any], field: str) -> None:
    with pytest.raises(SetupFault, match=field):
        GAME.start(checked(GAME, Setup(2, tuple(options.items()))))
    with pytest.raises(SetupFault, match=field):
        GAME.start(Setup(2, tuple(options.items())))


def test_an_owner_corrects_what_is_printed() -> None:
    agreed = setup(2, facts=(("esca.cost", 5), ("furbizia.cards", 1), ("molti-zombi.points", 4)))
    state = at("furbizia molti-zombi / zombi*2 /", OTHER, agreed=agreed, shots=4)
    assert scores(state) == (4 + 2, 1)
    state = played(state, Played(0, "furbizia"))
    assert state.players[0].hand == ("molti-zombi", "zombi")
    assert rule(played(state, Ended(0)), Took(0, "esca")) == "zb-10-shots"
    assert "esca.cost" in fact_names() and cards()["esca"].cost == 2


@pytest.mark.parametrize(
    ("name", "value"), [("esca.price", 1), ("nobody.cost", 1), ("esca.cost", "dear"), ("esca.cost", -1)]
)
def test_a_correction_of_nothing_is_refused(name: str, value: Any) -> None:
    with pytest.raises(SetupFault, match="facts"):
        GAME.start(setup(2, facts=((name, value),)))


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"seats": [SEAT, SEAT]}, "turn"),
        ({"turn": 0}, "seats"),
        ({"turn": 0, "seats": [SEAT]}, "seats"),
        ({"turn": 2, "seats": [SEAT, SEAT]}, "turn"),
        ({"turn": "0", "seats": [SEAT, SEAT]}, "turn"),
        ({"turn": 0, "seats": [SEAT, SEAT], "hands": []}, "hands"),
        ({"turn": 0, "seats": [SEAT, {**SEAT, "hand": ["nobody"]}]}, r"seats\[1\].hand\[0\]"),
        ({"turn": 0, "seats": [SEAT, {**SEAT, "hand": [None]}]}, r"seats\[1\].unseen"),
        ({"turn": 0, "seats": [SEAT, {**SEAT, "unseen": {"esca": 1}}]}, r"seats\[1\].unseen"),
        ({"turn": 0, "seats": [SEAT, {**SEAT, "unseen": {"esca": 10**15}}]}, r"seats\[1\].unseen"),
        ({"turn": 0, "seats": [SEAT, {**SEAT, "unseen": {"nobody": 1}}]}, r"seats\[1\].unseen"),
        ({"turn": 0, "seats": [SEAT, {**SEAT, "lap": []}]}, r"seats\[1\].lap: "),
        ({"turn": 0, "seats": [SEAT, {**SEAT, "in_play": [None]}]}, r"seats\[1\].in_play\[0\]"),
        ({"turn": 0, "seats": [SEAT, {**SEAT, "unseen": {"esca": "two"}}]}, r"seats\[1\].unseen.esca: "),
        ({"turn": 0, "seats": [SEAT, SEAT], "phase": "supper"}, "phase"),
        ({"turn": 0, "seats": [SEAT, SEAT], "phase": "over"}, "over"),
        ({"turn": 0, "seats": [SEAT, SEAT], "shots": -1}, "shots"),
        ({"turn": 0, "seats": [SEAT, SEAT], "turns_taken": [1]}, "turns_taken"),
        ({"turn": 0, "seats": [SEAT, SEAT], "supply": {"esca": -1}}, "supply.esca"),
        ({"turn": 0, "seats": [SEAT, SEAT], "supply": {"nobody": 1}}, "supply.nobody"),
        ({"turn": 0, "seats": [SEAT, SEAT], "trash": ["nobody"]}, r"trash\[0\]"),
        ({"turn": 0, "seats": [SEAT, SEAT], "todo": [{"do": "dance", "seat": 0}]}, r"todo\[0\]"),
        ({"turn": 0, "seats": [SEAT, SEAT], "todo": [{"do": "gain", "seat": 5}]}, r"todo\[0\]"),
        ({"turn": 0, "seats": [SEAT, SEAT], "todo": [{"do": "gain", "seat": 0}]}, r"todo\[0\].card"),
        (
            {"turn": 0, "seats": [SEAT, SEAT], "todo": [{"do": "gain", "seat": 0, "card": "esca", "n": -1}]},
            r"todo\[0\].n",
        ),
        ({"turn": 0, "seats": [SEAT, SEAT], "untidy": [{"what": "clean", "region": "lap"}]}, "untidy"),
        ({"turn": 0, "seats": [SEAT, SEAT], "untidy": [{"what": "dust", "region": "play.0"}]}, "untidy"),
        (
            {
                "turn": 0,
                "seats": [SEAT, SEAT],
                "phase": "over",
                "over": {"winners": [2], "why": "", "rule": ""},
            },
            "over",
        ),
        ({"turn": 0, "seats": [SEAT, SEAT], "passed": [{"kind": "Nothing"}]}, r"passed\[0\]"),
        ({"turn": 0, "seats": [SEAT, SEAT], "passed": [{"kind": []}]}, r"passed\[0\]"),
        ({"turn": 0, "seats": [SEAT, SEAT], "passed": None}, "passed"),
        ({"turn": 0, "seats": [SEAT, SEAT], "supply": {"esca": None}}, "supply.esca: "),
    ],
)
def test_a_position_that_cannot_be_names_its_field(given: dict[str, Any], field: str) -> None:
    with pytest.raises(PositionFault, match=field):
        GAME.load_position(setup(), given)


def test_a_sparse_position_is_the_beginning_of_a_turn() -> None:
    state = GAME.load_position(setup(), {"turn": 1, "seats": [SEAT, SEAT]})
    assert (state.turn, state.phase, state.actions, state.targets, state.shots) == (1, "action", 1, 1, 0)
    assert state.supply == state.agreed.full and state.turns_taken == (0, 0)


def test_a_supply_that_is_given_names_the_piles() -> None:
    state = GAME.load_position(
        setup(), {"turn": 0, "seats": [SEAT, SEAT], "supply": {"radio": 3, "zombi": 0}}
    )
    assert state.agreed.piles == ("zombi", "radio") and state.supply == (0, 3)
    assert rule(played(state, Ended(0)), Took(0, "esca")) == "zb-no-such-pile"
    assert GAME.load_position(setup(), json.loads(json.dumps(GAME.dump_position(state)))) == state


def test_a_cleanup_that_is_given_is_done_by_its_end() -> None:
    state = at("zombi / pallottola*5 /", OTHER, phase="cleanup")
    assert played(state, Ended(0)).players[0].hand == ("pallottola",) * 5


ALMOST = dict.fromkeys(("molti-piu-zombi", "pallottola", "zombi", "infezione", "esca"), 1)


@pytest.mark.parametrize(
    ("empty", "rule_id"),
    [
        (("molti-piu-zombi",), "zb-end-molti-piu-zombi"),
        (("pallottola", "infezione", "esca"), "zb-end-three-piles"),
        (("pallottola", "infezione"), None),
    ],
)
def test_the_two_ends_come_when_a_turn_does(empty: tuple[str, ...], rule_id: str | None) -> None:
    supply = {**ALMOST, **dict.fromkeys(empty, 0)}
    state = played(at("zombi / zombi*5 /", OTHER, supply=supply), Ended(0))
    assert state.over is None
    state = played(state, Ended(0))
    assert (state.over.rule if state.over else None) == rule_id
    if state.over is not None:
        assert "6, 1" in state.over.words
        assert GAME.turn(state) == Over((0,), state.over.template, str(rule_id), state.over.parts)
        assert rule(state, Ended(1)) == "zb-over" and played(state, Ended(0)) is state
        given = json.loads(json.dumps(GAME.dump_position(state)))
        assert GAME.load_position(state.agreed.setup, given) == state


@pytest.mark.parametrize(
    ("first", "second", "stands"),
    [
        ("furbizia molotov zombi", "coraggio zombi", True),
        ("sacrificio", "zombi", True),
        ("sacrificio infezione", "zombi", False),
        ("rifornimento", "zombi", True),
        ("zombi", "rifornimento zombi", False),
        ("munizioni", "zombi", False),
        ("copertura", "copertura", True),
        ("copertura copertura", "zombi", False),
        ("copertura tattica", "zombi", False),
        ("pallottola", "zombi", True),
        ("pallottola pallottola", "zombi", False),
        ("pallottola", "ricarica", False),
        ("proiettili-esplosivi", "ricarica", True),
    ],
)
def test_the_game_ends_where_nobody_can_get_a_card_any_more(first: str, second: str, *, stands: bool) -> None:
    """Whatever costs nothing is used up: what is left costs two and more."""
    supply = {**ALMOST, "pallottola": 0, "infezione": 0}
    end = Ended(0)
    state = played(at(f"{first} / /", f"{second} / /", supply=supply, phase="hunt"), end)
    assert (state.over is not None and state.over.rule == "zb-end-standstill") == stands
    supply["infezione"] = 1
    assert played(at(f"{first} / /", f"{second} / /", supply=supply, phase="hunt"), end).over is None


def test_random_play_ends_though_everything_is_trashed() -> None:
    """People trash their last Mirare by lot when nothing is free any more."""
    ten = "aiutarsi,copertura,coraggio,fuga-rapida,maverick,molotov,proiettili-esplosivi,sacrificio,"
    ten += "sciame-di-zombi,tattica"
    state, rng = GAME.start(setup(kinds=ten, knowing="known")), Random(1051).randrange
    for _ in range(3000):
        if state.over is not None:
            break
        state = GAME.after(state, GAME.sample(state, rng))
    assert state.over is not None and state.over.rule == "zb-end-standstill"


@pytest.mark.parametrize(
    ("turns", "winners"), [([4, 5, 5], (1, 2)), ([4, 5, 4], (2,)), ([4, 5, 6], (1,)), ([4, 7, 6], (2,))]
)
def test_of_equals_who_took_fewer_turns_wins(turns: list[int], winners: tuple[int, ...]) -> None:
    """Seat 0, behind, ends its turn: that one counts."""
    supply = {**ALMOST, "molti-piu-zombi": 0}
    state = at("infezione / /", "zombi / /", "zombi / /", supply=supply, turns_taken=turns, phase="hunt")
    state = played(state, Ended(0))
    assert state.over is not None and state.over.winners == winners
    assert GAME.after(state, Shuffled(0, ("infezione",))) is state


def test_survivors_count_every_ten_cards_also_unseen_ones() -> None:
    state = at("survivors*2 zombi*7 / ?*10 /", "survivors / zombi*8 /", unseen=("survivors pallottola*9",))
    assert scores(state) == (3 * 1 + 7, 8)
    assert scores(GAME.after(state, Ruled(card="pallottola", into="trash"))) == (10, 8)


def test_infezione_takes_points_away() -> None:
    assert scores(at("infezione*3 zombi", "molti-piu-zombi molti-zombi")) == (-2, 9)
