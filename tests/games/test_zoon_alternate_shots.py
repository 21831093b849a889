"""Shots and reinforcements: who may shoot where, what a trump may lose, and how help comes."""

import pytest

from companion.game import Chance, Seats, Setup, checked
from companion.games.zoon.alternate import GAME
from companion.games.zoon.alternate.events import Aside, Fought, Moved, PlayedTrump, Ruled, TurnedUp
from companion.games.zoon.family.events import Reinforced
from tests.games.zoon import BOARIX_WARUS, MONKUS, board, lawful, piece, played, rule, trumps


@pytest.mark.parametrize(
    ("trump", "tribes", "words", "turn", "hits"),
    [
        (
            "coco-boum",
            "monkus,warus",
            f"{MONKUS} c3=0.coco-bang-a b4=1.jorund d4=1.korse-a c4=1.mourse-a b2=1.korse-b",
            0,
            {"b4", "d4"},
        ),
        (
            "coco-boum",
            "warus,monkus",
            "a1=0.draknar f6=1.queen-mary c4=1.coco-bang-a b3=0.jorund d3=0.korse-a c3=0.korse-b",
            1,
            {"b3", "d3"},
        ),
        (
            "hache-virevoltante",
            "warus,boarix",
            "a1=0.draknar f6=1.sacrechene c3=0.korse-a c4=1.kassin-a c2=1.kassin-b",
            0,
            {"c4"},
        ),
        (
            "fleche-petard",
            "boarix,warus",
            f"{BOARIX_WARUS} c5=1.korse-a c4=0.kassin-a c3=0.kassin-b",
            1,
            {"c3"},
        ),
    ],
)
def test_shots_with_a_grid(trump: str, tribes: str, words: str, turn: int, hits: set[str]) -> None:
    state = board(words, turn, tribes)
    assert {event.at for event in trumps(state) if event.trump == trump} == hits


def test_a_shooter_neither_moves_nor_is_hurt_nor_turned_up() -> None:
    words = f"{MONKUS} c3=0.coco-bang-a d4=1.jorund"
    state = board(words, tribes="monkus,warus")
    state = played(state, PlayedTrump(0, "coco-boum", "d4", "c3"), Fought((1, 6)))
    assert piece(state, "c3").penny == "heads"
    assert piece(state, "d4").penny == "tails"


def test_a_face_down_shooter_stays_face_down_and_must_prove_to_be_one() -> None:
    words = (
        "a2=0.bouga-a b2=0.bouga-b c2=0.king d2=0.kong e2=0.king-louis f3=0.bouga-a a1=0.? b1=0.? e1=0.?"
        " f2=1.jorund d1=1.korse-a f6=1.draknar"
    )
    state = board(words, tribes="monkus,warus")
    state = played(state, PlayedTrump(0, "coco-boum", "f2", "e1"), Fought((1, 6)))
    assert not piece(state, "e1").up
    state = played(state, Moved(1, "d1", "e1"))
    assert rule(state, TurnedUp(0, "e1", "kombo-bongo")) == "za-09-as-it-slid"
    played(state, TurnedUp(0, "e1", "coco-bang-b"))


def test_a_face_down_target_is_turned_up_before_the_dice() -> None:
    words = (
        "a2=0.bouga-a b2=0.bouga-b c2=0.king d2=0.kong e2=0.king-louis f3=0.bouga-a a1=0.? b1=0.? e1=0.?"
        " f3=0.bouga-a f2=1.coco-bang-a f6=1.queen-mary"
    )
    state = board(words, 1, "monkus,monkus")
    state = played(state, PlayedTrump(1, "coco-boum", "e1", "f2"))
    assert rule(state, Fought((1, 1))) == "za-09-turned-up"
    assert {event.at for event in lawful(state, TurnedUp)} == {"e1"}
    state = played(state, TurnedUp(0, "e1", "coco-bang-b"))
    assert isinstance(GAME.turn(state), Chance)
    told = board(words, 1, "monkus,monkus")
    played(told, PlayedTrump(1, "coco-boum", "e1", "f2", "coco-bang-b"), Fought((1, 1)))


def test_a_reused_shot_alternates_its_penny() -> None:
    words = f"{MONKUS} c3=0.coco-bang-a d4=1.jorund e6=1.mourse-a"
    state = board(words, tribes="monkus,warus")
    shot = PlayedTrump(0, "coco-boum", "d4", "c3")
    state = played(state, shot)
    assert GAME.words(state, Fought((1, 6))).endswith("beats Coco Boum 5 + 1 = 6")
    state = played(state, Fought((1, 6)))
    assert state.aside[0] == (Aside("coco-boum", "tails"),)
    state = played(state, Moved(1, "e6", "d6"), shot)
    assert GAME.words(state, Fought((1, 6))).endswith("beats Coco Boum 1 + 1 = 2")
    state = played(state, Fought((1, 6)))
    assert state.aside[0] == (Aside("coco-boum", "heads"),)


@pytest.mark.parametrize(
    ("dice", "kept"),
    [((1, 6), False), ((6, 1), True), ((3, 3), True)],
)
def test_a_trump_lost_on_its_x_is_lost_only_when_it_loses(dice: tuple[int, int], *, kept: bool) -> None:
    words = f"{MONKUS} c3=0.coco-bang-a d4=1.berserkorse-a.t e6=1.mourse-a"
    aside = [[{"trump": "coco-boum", "penny": "tails"}], []]
    state = board(words, tribes="monkus,warus", options={"za-27": "lost"}, aside=aside)
    state = played(state, PlayedTrump(0, "coco-boum", "d4", "c3"), Fought(dice))
    assert bool(state.aside[0]) is kept
    assert ("coco-boum" in state.stock.tomb[0]) is not kept


def test_by_default_no_reused_trump_is_ever_lost() -> None:
    words = f"{MONKUS} c3=0.coco-bang-a d4=1.berserkorse-a.t e6=1.mourse-a"
    aside = [[{"trump": "coco-boum", "penny": "tails"}], []]
    state = board(words, tribes="monkus,warus", aside=aside)
    state = played(state, PlayedTrump(0, "coco-boum", "d4", "c3"), Fought((1, 6)))
    assert state.aside[0] == (Aside("coco-boum", "heads"),)


def test_a_drawn_shot_wakes_no_star() -> None:
    words = "a1=0.sacrechene d4=0.gold-hure.t c5=1.coco-bang-a f6=1.queen-mary"
    state = board(words, 1, "boarix,monkus")
    state = played(state, PlayedTrump(1, "coco-boum", "d4", "c5"), Fought((2, 2)))
    assert state.todo == ()
    assert piece(state, "d4").penny == "heads"


def test_a_zoon_lost_to_a_shot_is_lost_in_a_fight() -> None:
    words = (
        "a2=0.kassin-a b2=0.kassin-b c2=0.gold-hure d2=0.kassin-b e2=0.grognard-b f2=0.kassin-a e4=0.bouclefeuille"
        " a1=0.? b1=0.? f5=1.coco-bang-a f6=1.queen-mary"
    )
    state = board(words, 1, "boarix,monkus")
    state = played(state, PlayedTrump(1, "coco-boum", "e4", "f5"), Fought((6, 1)))
    assert rule(state, Moved(0, "a2", "a3")) == "za-04-flip-one-more"


def test_playing_a_trump_is_the_whole_turn() -> None:
    state = played(board(f"{BOARIX_WARUS} b1=0.kassin-a c3=1.jorund"), PlayedTrump(0, "mur-darbres", "a4"))
    assert rule(state, Moved(0, "b1", "b2")) == "s2-in-turn"
    assert rule(state, PlayedTrump(0, "pluie-de-menhirs", "c3")) == "s2-in-turn"


def test_an_owners_correction_makes_a_shot_serve_once() -> None:
    given = {
        "turn": 0,
        "cards": {
            "a1": {"seat": 0, "card": "queen-mary"},
            "c3": {"seat": 1, "card": "jorund"},
            "d5": {"seat": 1, "card": "mourse-a"},
            "f6": {"seat": 1, "card": "draknar"},
        },
    }
    setup = checked(GAME, Setup(2, (("tribes", "monkus,warus"),), facts=(("grosse-bertha.uses", "once"),)))
    state = GAME.load_position(setup, given)
    state = played(state, PlayedTrump(0, "grosse-bertha", "c3"), Fought((1, 6)))
    assert state.aside == ((), ())
    assert "grosse-bertha" in state.stock.tomb[0]


def test_a_wall_taken_away_by_the_people_goes_back_to_its_hand() -> None:
    state = played(board(f"{BOARIX_WARUS} b1=0.kassin-a e5=1.jorund"), PlayedTrump(0, "mur-darbres", "e4"))
    state = played(state, Ruled("e4"))
    assert state.walls == ()
    assert "mur-darbres" in state.stock.hand[0]


def test_reinforcements_come_face_down_into_free_squares_of_the_back_row() -> None:
    options = {"zoons": "+titus,", "limits": False}
    words = f"{MONKUS} b2=0.bouga-a c2=0.bouga-b d2=0.king e2=0.kong f2=0.king-louis e5=1.jorund"
    state = board(words, tribes="monkus,warus", options=options, reinforcements=[["titus"], []])
    assert {event.at for event in lawful(state, Reinforced)} == {"b1", "c1", "d1", "e1", "f1"}
    state = played(state, Reinforced(0, "c1"))
    assert not piece(state, "c1").up
    assert GAME.turn(state) == Seats(frozenset({1}))
    state = played(state, Moved(1, "e5", "e4"))
    assert rule(state, Moved(0, "c1", "e1")) == "zo-07-not-on-its-grid"
    assert rule(state, Moved(0, "c1", "b1")) is None


def test_nobody_can_tell_which_of_several_known_reinforcements_came() -> None:
    options = {"zoons": "+titus;+virzil,", "limits": False}
    words = f"{MONKUS} b2=0.bouga-a c2=0.bouga-b d2=0.king e2=0.kong f2=0.king-louis e5=1.jorund"
    state = board(words, tribes="monkus,warus", options=options, reinforcements=[["titus", "virzil"], []])
    told = played(state, Reinforced(0, "c1", "virzil"))
    assert (piece(told, "c1").card, told.stock.reinforcements[0]) == ("virzil", ("titus",))
    untold = played(state, Reinforced(0, "c1"))
    assert (piece(untold, "c1").card, untold.stock.reinforcements[0]) == (None, (None,))
    assert untold.stock.unseen[0] == ("titus", "virzil")
