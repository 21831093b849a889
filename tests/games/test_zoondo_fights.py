"""Touched corners: numbers, stars and X compared; what both seats do in a fight, and what its end leaves."""

from typing import Any

import pytest

from companion.game import Over, Seats
from companion.games.zoon.family.moves import Stopped
from companion.games.zoon.zoondo.events import (
    OPPOSITE,
    Moved,
    Outcome,
    PlayedTrump,
    Ruled,
    Side,
    Touched,
    TurnedUp,
    fought,
    shot,
)
from tests.games.zoondo import BOARIX_WARUS, GAME, board, fight, lawful, piece, played, rule, there, trusted


@pytest.mark.parametrize(
    ("attacker", "defender", "won", "star"),
    [
        (4, 3, "attacker", None),
        (0, 1, "defender", None),
        (2, 2, "nobody", None),
        (0, 0, "nobody", None),
        ("star", 6, "nobody", "attacker"),
        (6, "star", "nobody", "defender"),
        ("star", "star", "nobody", None),
    ],
)
def test_two_zoons(attacker: Any, defender: Any, won: Any, star: Any) -> None:
    found = fought(Side(attacker), Side(defender))
    assert (found.won, found.star, found.broken) == (won, star, False)


@pytest.mark.parametrize(
    ("trump", "target", "won", "broken"),
    [
        (3, 2, "attacker", False),
        (2, 2, "nobody", False),
        (1, 2, "nobody", False),
        ("x", 0, "nobody", True),
        (3, "star", "nobody", False),
        ("x", "star", "nobody", True),
    ],
)
def test_the_table_of_results_of_a_shot(trump: Any, target: Any, won: Any, *, broken: bool) -> None:
    assert shot(Side(trump), Side(target)) == Outcome((Side(trump), Side(target)), won, None, broken)


@pytest.mark.parametrize(
    ("corner", "boosts", "score"),
    [(3, ("double",), 6), (3, ("plus-one",), 4), (0, ("double",), 0), (2, ("double", "plus-one"), 5)],
)
def test_what_trumps_add(corner: Any, boosts: tuple[str, ...], score: int) -> None:
    assert Side(corner, boosts).score == score


@pytest.mark.parametrize("boost", ["double", "plus-one"])
def test_no_trump_adds_to_a_star(boost: str) -> None:
    assert fought(Side("star", (boost,)), Side(0)).star == "attacker"
    assert fought(Side("star", (boost,)), Side("star")).won == "nobody"


def test_a_turned_card_shows_the_opposite_corner() -> None:
    assert all(OPPOSITE[OPPOSITE[corner]] == corner != OPPOSITE[corner] for corner in OPPOSITE)


def test_who_acts_in_a_fight() -> None:
    state = played(trusted(), Moved(0, "c2", "c4"), Moved(1, "a5", "a4"), Moved(0, "c4", "c5"))
    assert GAME.turn(state) == Seats(frozenset({0}))
    assert GAME.view(state, None).headline == "Team Boarix to touch"
    assert len(lawful(state, Touched)) == 8
    state = played(state, Touched(0, "tl", back=True))
    assert GAME.turn(state) == Seats(frozenset({1}))
    state = played(state, Touched(1, "tr", back=True))
    assert GAME.turn(state) == Seats(frozenset({0, 1}))
    assert GAME.view(state, None).awaited == "Team Boarix and Team Warus: turn up the card that fights on c5."
    assert {event.seat for event in lawful(state, TurnedUp)} == {0, 1}
    state = played(state, TurnedUp(1, "c5", "korse-a", turned=True))
    assert GAME.turn(state) == Seats(frozenset({0}))
    assert piece(state, "c5").up
    assert {event.card for event in lawful(state, TurnedUp)} == {"gold-hure"}, "it went two squares ahead"


def test_the_words_of_a_fight_tell_its_numbers_once_it_is_settled() -> None:
    state = played(board(f"{BOARIX_WARUS} b1=0.kassin-a c3=0.grognard-a c4=1.korse-a"), Moved(0, "c3", "c4"))
    assert GAME.words(state, Touched(0, "tl")) == "Team Boarix touches the card on c4"
    state = played(state, Touched(0, "tl"))
    said = GAME.words(state, Touched(1, "tr"))
    assert said == "Team Warus touches the card that attacks c4. Grognard 4 beats Korse 2"
    assert (
        GAME.words(state, Touched(1, "bl"))
        == "Team Warus touches the card that attacks c4. Korse 2 beats Grognard 1"
    )
    assert GAME.words(state, Touched(1, "br")).endswith(
        "Grognard 2 against Korse 2: a tie; Grognard steps back to c3"
    )
    hidden = played(state, Touched(1, "tr", back=True))
    assert GAME.words(state, Touched(1, "tr", back=True)) == "Team Warus touches the card that attacks c4"
    assert GAME.words(hidden, TurnedUp(0, "c4", turned=True)) == (
        "Team Boarix: Grognard turned up on c4 (it lay turned round). Korse 2 beats Grognard 1"
    )


def test_a_card_that_lay_turned_is_told_in_other_words_than_one_that_did_not() -> None:
    state = played(trusted(), Moved(0, "c2", "c4"), Moved(1, "a5", "a4"), Moved(0, "c4", "c5"))
    state = played(state, Touched(0, "tl", back=True), Touched(1, "tr", back=True))
    words = {GAME.words(state, TurnedUp(0, "c5", "gold-hure", turned)) for turned in (False, True)}
    assert len(words) == 2


def test_the_words_of_stars_boosts_and_shots() -> None:
    state = played(
        board("a1=0.ouistiti c3=0.rhino-a c4=1.harold-de-jarl f6=1.draknar", tribes="rhinogoths,warus"),
        PlayedTrump(0, "furie"), Moved(0, "c3", "c4"), Touched(0, "tr"),
    )  # fmt: skip
    assert GAME.words(state, Touched(1, "tr")).endswith("Rhino 2 → 4 beats Harold de Jarl 3")
    state = played(
        board(f"{BOARIX_WARUS} b2=0.gold-hure d4=1.jorund"), Moved(0, "b2", "d4"), Touched(0, "tl")
    )
    assert GAME.words(state, Touched(1, "bl")).endswith("Gold-Hure ★ against Jorund 6: the star of Gold-Hure")
    state = board(f"{BOARIX_WARUS} c3=0.kassin-a c4=1.korse-a", 1)
    state = played(state, PlayedTrump(1, "hache-virevoltante", "c3", "c4"))
    assert GAME.view(state, None).about["c3"] == "Hache virevoltante shoots at the card of Team Boarix"
    state = played(state, Touched(1, "tl"))
    assert GAME.view(state, None).awaited == "Team Boarix: touch a corner of Hache virevoltante."
    assert GAME.words(state, Touched(0, "br")).endswith("× against Kassin 1: Hache virevoltante is lost")
    assert GAME.words(state, Touched(0, "tl")).endswith(
        "Hache virevoltante 3 against Kassin 1: Kassin is struck"
    )
    assert GAME.words(state, Touched(0, "bl")).endswith("Hache virevoltante 0 against Kassin 1: a miss")


def test_a_green_tie_and_a_tie_whose_way_was_told() -> None:
    state = board("a1=0.queen-mary c3=0.titus e4=1.mourse-a f6=1.draknar", tribes="monkus,warus",
                  options={"zoons": "+titus,", "limits": False})  # fmt: skip
    state = played(state, *fight(0, "c3", "e4", "tr", "tl"))
    assert there(state, "c3") == "titus"
    state = board(f"{BOARIX_WARUS} c2=0.grognard-a e4=1.mourse-a")
    walked = Moved(0, "c2", "e4", ("d3", "e4"))
    state = played(state, walked, Touched(0, "tl"), Touched(1, "tl"))
    assert there(state, "d3") == "grognard-a"


def test_a_tie_onto_a_square_that_the_people_filled_asks_where_the_attacker_is() -> None:
    state = played(
        board(f"{BOARIX_WARUS} b1=0.kassin-a c3=0.grognard-a c4=1.mourse-a e5=1.jorund"), Moved(0, "c3", "c4")
    )
    state = played(state, Ruled("c3", 0, "kassin-a"), Touched(0, "tl"), Touched(1, "tl"))
    assert (there(state, "c3"), there(state, "c4")) == ("kassin-a", "mourse-a")
    assert state.stock.off[0] == ("grognard-a",)


def test_an_emblem_struck_by_a_shot_or_slain_ends_the_game() -> None:
    state = board("a1=0.sacrechene c3=1.draknar e5=1.jorund b1=0.kassin-a")
    state = played(state, PlayedTrump(0, "pluie-de-menhirs", "c3"), Touched(0, "br"), Touched(1, "tl"))
    over = GAME.turn(state)
    assert isinstance(over, Over) and (over.winners, over.rule) == ((0,), "s2-emblem-falls")
    assert GAME.view(state, None).headline == "Victory for Team Boarix: Draknar is beaten"
    assert "Tomb: Berserkorse" in " ".join(GAME.view(state, None).aside[1])
    assert GAME.view(state, None).about["a1"] == "Face down: Sacrechêne"


def test_a_fight_in_the_middle_of_a_march_goes_on_with_the_march() -> None:
    state = board(f"{BOARIX_WARUS} b1=0.kassin-a c3=0.kassin-b c4=1.korse-a e5=1.jorund d5=1.mourse-a", 1)
    state = played(state, PlayedTrump(1, "conque-de-charge"), *fight(1, "c4", "c3", "br", "tl"))
    assert GAME.turn(state) == Seats(frozenset({1}))
    assert GAME.view(state, None).awaited == "Conque de charge: move up to 2 more."
    assert rule(state, Moved(1, "c3", "c2")) == "s2-different-zoons"
    assert GAME.words(state, Stopped(1)) == "Team Warus moves no further Zoon"
    assert played(state, Stopped(1)).turn == 0


def test_a_boost_is_only_for_the_fight_that_the_moved_zoon_begins() -> None:
    state = board("a1=0.ouistiti c3=0.rhino-a c5=1.korse-b f6=1.draknar", tribes="rhinogoths,warus")
    state = played(state, PlayedTrump(0, "furie"), Moved(0, "c3", "c4"), *fight(1, "c5", "c4", "tr", "tr"))
    assert (there(state, "c4"), there(state, "c5")) == ("rhino-a", "korse-b"), "2 against 2, nothing doubled"


def test_touches_of_a_trump_are_read_directly() -> None:
    state = board(f"{BOARIX_WARUS} c3=0.kassin-a c4=1.korse-a", 1)
    state = played(state, PlayedTrump(1, "hache-virevoltante", "c3", "c4"), Touched(1, "tl"))
    assert len(lawful(state, Touched)) == 4
    state = played(state, Touched(0, "tl", back=True))
    assert there(state, "c3") is None, "it lies face up: what was touched counts"
