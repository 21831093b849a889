"""Rulings, other readings, positions: what the people may put right, and what cannot be."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.game import Over, PositionFault, legal
from companion.games.zoon.family.events import DrawAgreed, Resigned, Starts
from companion.games.zoon.family.state import NUMBERS
from companion.games.zoon.zoondo.events import (
    Deployed,
    Moved,
    Piece,
    PlayedTrump,
    Ruled,
    State,
    Touched,
    TurnedUp,
)
from tests.games.zoondo import (
    ARMY_0,
    BOARIX_WARUS,
    GAME,
    TRIBES,
    ZONE_0,
    board,
    fight,
    lawful,
    piece,
    played,
    rule,
    setup,
    shown,
    there,
    trusted,
)

PLACE = f"{BOARIX_WARUS} b1=0.kassin-a c3=0.grognard-a e5=1.jorund"


def test_a_override_names_a_card_and_forgets_another() -> None:
    state = played(trusted(), Ruled("c2", 0, "gold-hure"))
    assert there(state, "c2") == "gold-hure"
    assert "gold-hure" not in state.stock.unseen[0]
    state = played(state, Ruled("c2", 0, "cloboulon"))
    assert (there(state, "c2"), "gold-hure" in state.stock.unseen[0]) == ("cloboulon", True)


def test_a_override_moves_a_card_from_where_it_was() -> None:
    state = played(board(PLACE), Ruled("d4", 0, "grognard-a"))
    assert (there(state, "c3"), there(state, "d4")) == (None, "grognard-a")


def test_a_override_brings_a_fallen_emblem_back() -> None:
    state = played(
        board("a1=0.sacrechene f6=1.draknar e5=0.grognard-a a6=1.jorund"), *fight(0, "e5", "f6", "br", "tl")
    )
    assert isinstance(GAME.turn(state), Over)
    state = played(state, Ruled("f6", 1, "draknar"))
    assert not isinstance(GAME.turn(state), Over)
    assert state.stock.off[0] == ("grognard-a",)


def test_a_override_cannot_make_a_card() -> None:
    state = board(PLACE)
    assert rule(state, Ruled("d4", 0, "king")) == "ours-cards-of-the-army"
    assert rule(state, Ruled("z9")) == "ours-squares"
    assert rule(GAME.start(setup()), Ruled("c3")) == "zo-03-armies-first"
    assert rule(state, Ruled("d4", 0, None, "hand")) == "ours-cards-of-the-army"


def test_a_override_takes_an_obstacle_and_a_cage_back_into_the_hand() -> None:
    state = board(f"{BOARIX_WARUS} b1=0.bouclefeuille c2=1.jorund e5=1.korse-a")
    state = played(state, PlayedTrump(0, "mur-darbres", "d4"), Moved(1, "e5", "e4"))
    state = played(state, PlayedTrump(0, "cage-de-racines", "c2"), Ruled("d4"), Ruled("c2", 1))
    assert state.stock.hand[0] == ("cage-de-racines", "mur-darbres", "pluie-de-menhirs")
    assert (there(state, "c2"), piece(state, "c2").on) == ("jorund", ())


def test_settings_begin_with_what_is_likeliest() -> None:
    found = list(GAME.overrides(board(PLACE), "c3"))
    assert found[0] == Ruled("c3", 0)
    assert Ruled("c3") in found and Ruled("c3", 0, "grognard-a") in found
    assert len(found) == len(set(found))
    assert list(GAME.overrides(GAME.start(setup()), "c3")) == []
    assert list(GAME.overrides(board(PLACE), "nowhere")) == []


@given(st.integers(0, 10_000))
@settings(max_examples=25)
def test_no_override_loses_or_makes_a_card(seed: int) -> None:
    rng = random.Random(seed)
    tribes = f"{rng.choice(TRIBES)},{rng.choice(TRIBES)}"
    agreed = setup(tribes=tribes, knowing=rng.choice(["shown", "trusted"]))
    state = GAME.start(agreed)
    for number in range(70):
        events: list[Any] = legal(GAME, state)
        if number > 4 and (not events or rng.random() < 0.25):
            events = list(GAME.overrides(state, rng.choice(sorted(NUMBERS)))) or events
        if not events:
            break
        event = rng.choice(events)
        assert GAME.words(state, event)
        state = GAME.after(state, event)
        assert GAME.faults(state) == (), event
        assert GAME.load_position(agreed, GAME.dump_position(state)) == state, event


@given(st.integers(0, 10_000))
@settings(max_examples=20)
def test_whatever_people_let_pass_the_cards_are_counted(seed: int) -> None:
    """Events of one game booked on another, against every rule: no card is lost or made."""
    rng = random.Random(seed)
    agreed = setup(knowing=rng.choice(["shown", "trusted"]))
    states = [GAME.start(agreed), GAME.start(agreed)]
    for _ in range(60):
        events = [rng.choice(legal(GAME, state) or [DrawAgreed()]) for state in states]
        if any(isinstance(GAME.turn(state), Over) for state in states):
            break
        states = [GAME.after(state, event) for state, event in zip(states, events, strict=True)]
        odd = rng.choice(events)
        if isinstance(odd, Moved | Touched | TurnedUp | PlayedTrump):
            strange = GAME.after(states[1], odd)
            faults = (
                fault
                for fault in GAME.faults(strange)
                if not fault.startswith(("obstacles: a card and", "todo"))
            )
            assert [fault for fault in faults if "only while it fights" not in fault] == []


# other readings


def test_a_move_may_have_been_another_move() -> None:
    state = board(PLACE)
    booked = Moved(0, "c3", "c4")
    others = list(GAME.alternatives(state, booked, "c4"))
    assert booked not in others
    assert PlayedTrump(0, "mur-darbres", "c4") in others
    assert list(GAME.alternatives(state, booked, "f5")) == []
    moves = list(GAME.alternatives(state, booked, "c3"))
    assert Moved(0, "c3", "b3") in moves


def test_a_shown_army_may_have_lain_with_two_cards_the_other_way_about() -> None:
    event = Deployed(0, (), dict(zip(ZONE_0, ARMY_0, strict=True)))
    others = list(GAME.alternatives(GAME.start(setup(knowing="shown")), event, "c2"))
    assert all(other.cards != event.cards for other in others)  # type: ignore[attr-defined]
    assert {sorted(other.cards.values())[0] for other in others} == {"bouclefeuille"}  # type: ignore[attr-defined]
    assert len(others) == 11
    assert list(GAME.alternatives(GAME.start(setup()), Deployed(0), "c2")) == []


def test_what_cannot_be_made_unseen() -> None:
    state = played(board(f"{PLACE} c4=1.korse-a"), Moved(0, "c3", "c4"))
    assert not GAME.reveals(state, Touched(0, "tl"))
    assert GAME.reveals(played(state, Touched(0, "tl")), Touched(1, "tl"))
    assert GAME.reveals(state, TurnedUp(0, "c4"))
    assert GAME.reveals(state, Starts(0))
    assert not GAME.reveals(state, Moved(0, "c3", "c4"))


# positions


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"cards": {}}, "turn: missing"),
        ({"turn": 2, "cards": {}}, "turn: expected 0, 1, deploy, lot"),
        ({"turn": 0, "cards": [], "x": 1}, "x: no such field"),
        ({"turn": 0, "cards": {"z1": {"seat": 0}}}, "cards.z1: expected a square"),
        ({"turn": 0, "cards": {"a1": 3}}, "cards.a1: expected a card"),
        ({"turn": 0, "cards": {"a1": {"seat": 3}}}, "cards.a1.seat: expected 0 or 1"),
        ({"turn": 0, "cards": {"a1": {"seat": 0, "card": "fox"}}}, "cards.a1.card: no Zoon is called 'fox'"),
        ({"turn": 0, "cards": {"a1": {"seat": 0, "card": "king"}}}, "king is not in the army of seat 0"),
        ({"turn": 0, "cards": {"a1": {"seat": 0, "penny": "heads"}}}, "cards.a1.penny"),
        ({"turn": 0, "cards": {"a1": {"seat": 0, "on": ["furie"]}}}, "expected a trump that lies on a Zoon"),
        (
            {"turn": 0, "cards": {"a1": {"seat": 0, "up": True}}},
            "face up only while it fights",
        ),
        (
            {
                "turn": 0,
                "cards": {"a1": {"seat": 0, "card": "cloboulon"}, "b1": {"seat": 0, "card": "cloboulon"}},
            },
            "2 of cloboulon, but seat 0 has 1",
        ),
        ({"turn": 0, "cards": {}, "obstacles": ["q1"]}, "obstacles: expected squares"),
        ({"turn": 0, "cards": {}, "hand": [["furie"], []]}, "hand: 1 of furie, but seat 0 has 0"),
        ({"turn": 0, "cards": {}, "todo": [{"step": "fight"}]}, "piece: missing"),
        ({"turn": 0, "cards": {}, "todo": [{"step": "dance"}]}, "todo"),
        ({"turn": 0, "cards": {}, "walls": {"c4": {"seat": 0, "trump": "nix"}}}, "no trump is called 'nix'"),
    ],
)
def test_a_position_that_cannot_be_names_the_field(position: dict[str, Any], said: str) -> None:
    with pytest.raises(PositionFault, match=said.replace("(", "\\(")):
        GAME.load_position(setup(), position)


def test_trumps_given_as_lying_beside_the_board_are_in_hand() -> None:
    state = board(PLACE, hand=[["mur-darbres"], []], aside=[["pluie-de-menhirs"], []])
    assert state.stock.hand[0] == ("mur-darbres", "pluie-de-menhirs")
    assert state.stock.off[0] == ("cage-de-racines",)


def test_a_card_given_face_up_was_seen_by_everybody_and_lies_face_down() -> None:
    agreed = setup(knowing="shown")
    cards = {"a1": {"seat": 0, "card": "sacrechene"}, "c3": {"seat": 0, "card": "grognard-a", "up": True}}
    state = GAME.load_position(agreed, {"turn": 0, "cards": {**cards, "f6": {"seat": 1, "card": "draknar"}}})
    assert (piece(state, "c3").up, piece(state, "c3").seen, piece(state, "a1").seen) == (False, True, False)
    assert GAME.load_position(agreed, GAME.dump_position(state)) == state


def test_a_position_may_hold_a_fight_and_unknown_cards() -> None:
    state = played(
        trusted(), Moved(0, "c2", "c4"), Moved(1, "a5", "a4"), Moved(0, "c4", "c5"), Touched(0, "tl")
    )
    given_ = GAME.dump_position(state)
    assert given_["todo"][0]["piece"]["claims"] == [{"from": "c2", "to": "c4"}], "the next step says no more"
    assert GAME.load_position(state.agreed.setup, given_) == state


# invariants


def with_piece(state: State, square: str, new: Piece | None) -> State:
    return state.put({NUMBERS[square]: new})


@pytest.mark.parametrize(
    ("square", "new", "said"),
    [
        ("c2", None, "cards: 0 of gold-hure, but seat 0 has 1"),
        ("d3", Piece(seat=0, card="gold-hure"), "cards: 2 of gold-hure, but seat 0 has 1"),
        ("d1", Piece(seat=0), "cards: 1 of grognard-a, but seat 0 has 2"),
        ("c2", Piece(seat=0, card="gold-hure", up=True), "cards.c2.up"),
    ],
)
def test_a_broken_state_says_what_is_wrong(square: str, new: Piece | None, said: str) -> None:
    found = GAME.faults(with_piece(shown(), square, new))
    assert any(fault.startswith(said) for fault in found), found


def test_trumps_and_emblems_are_counted_too() -> None:
    state = shown()
    bare = replace(state, stock=replace(state.stock, hand=((), state.stock.hand[1])))
    assert GAME.faults(bare)[0].startswith("hand: 0 of cage-de-racines")
    empty = with_piece(state, "a1", None)
    fallen = replace(empty, stock=replace(empty.stock, tomb=(("sacrechene",), ())))
    assert "tomb: the Emblem of seat 0" in GAME.faults(fallen)[0]


# words


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Deployed(0), "Team Boarix: army laid out"),
        (Starts(1), "Team Warus begins"),
        (Moved(0, "c3", "c4"), "Team Boarix: a face-down card c3 → c4"),
        (Moved(1, "e5", "c3"), "Team Warus: a face-down card e5 → c3, attacks a face-down card"),
        (PlayedTrump(0, "mur-darbres", "d4"), "Team Boarix plays Mur d'Arbres on d4"),
        (
            PlayedTrump(0, "pluie-de-menhirs", "e5"),
            "Team Boarix plays Pluie de Menhirs at a face-down card on e5",
        ),
        (
            PlayedTrump(1, "hache-virevoltante", "c3", "e5"),
            "Team Warus plays Hache virevoltante from e5 at a face-down card on c3",
        ),
        (PlayedTrump(1, "conque-de-charge"), "Team Warus plays Conque de charge"),
        (Touched(0, "tl"), "Team Boarix touches a card"),
        (TurnedUp(0, "c3", "kassin-a"), "Team Boarix: Kassin turned up on c3"),
        (Resigned(0), "Team Boarix surrenders"),
        (DrawAgreed(), "Both agree to a draw"),
        (Ruled("c3"), "By agreement nothing lies on c3"),
        (Ruled("c3", 0), "By agreement a face-down card of Team Boarix lies on c3"),
        (Ruled("d4", 0, "gold-hure", "c3"), "By agreement Gold-Hure (Team Boarix) lies on d4, from c3"),
        (
            Ruled("d4", 0, None, "off"),
            "By agreement a face-down card of Team Boarix lies on d4, from the cards taken off",
        ),
    ],
)
def test_every_event_in_a_sentence(event: Any, words: str) -> None:
    assert GAME.words(board(PLACE), event) == words


def test_laying_out_is_told_step_by_step() -> None:
    view = GAME.view(GAME.start(setup()), None)
    assert view.headline == "Lay out both armies face down"
    assert view.awaited.endswith("as you like (Team Boarix: 12, Team Warus: 12).")
    assert "shown to the referee alone" in GAME.view(GAME.start(setup(knowing="shown")), None).awaited
    state = played(GAME.start(setup()), Deployed(0), Deployed(1))
    assert (GAME.view(state, 1).headline, GAME.view(state, 1).awaited) == (
        "Who begins?",
        "Press to draw lots.",
    )
    assert GAME.view(trusted(1), None).headline == "Team Warus to move"
    assert GAME.view(trusted(1), None).awaited == "Move a Zoon or play a trump."
    assert len(lawful(trusted(), Moved)) == 30
