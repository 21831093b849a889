"""What the game says: whose turn, what is awaited, each event in a sentence, and what a broken state lacks."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.game import Setup, checked
from companion.games.zoon.alternate import GAME
from companion.games.zoon.alternate.events import (
    Deployed,
    Flipped,
    Fought,
    FrontsUp,
    Moved,
    Piece,
    PlayedTrump,
    Ruled,
    State,
    Swapped,
    TurnedUp,
    TurnUp,
)
from companion.games.zoon.family.events import DrawAgreed, Reinforced, Resigned, Starts
from companion.games.zoon.family.moves import Stopped
from tests.games.zoon import BOARIX_WARUS, board, piece, played, rule, setup, there

FRONT_0 = ("kassin-a", "kassin-b", "gold-hure", "grognard-b", "kassin-b", "kassin-a")
FRONT_1 = ("korse-b", "mourse-b", "berserkorse-b", "jorund", "harold-de-jarl", "korse-a")
DOWN = (
    "a2=0.kassin-a b2=0.kassin-b c2=0.gold-hure e2=0.grognard-b f2=0.kassin-b f3=0.kassin-a b1=0.? c1=0.?"
    " e5=1.jorund f6=1.draknar"
)
MONKUS = "a1=0.queen-mary f6=1.sacrechene c3=0.kombo-bongo.t d4=1.kassin-a.t a3=0.king f3=0.kong"


def said(state: State) -> tuple[str, str]:
    view = GAME.view(state, None)
    return view.headline, view.awaited


def test_laying_out_is_told_step_by_step() -> None:
    state = GAME.start(setup())
    assert said(state) == (
        "Lay out both armies face down",
        "Lay twelve cards in the two rows nearest to you, as you like.",
    )
    small = GAME.start(setup(zoons="-kassin-a;-kassin-b,"))
    assert (
        said(small)[1]
        == "Lay your cards in the two rows nearest to you, as you like (Team Boarix: 10, Team Warus: 12)."
    )
    state = played(state, Deployed(0), Deployed(1))
    assert said(state)[0] == "Turn up both front rows"
    state = played(state, FrontsUp(0, FRONT_0), FrontsUp(1, FRONT_1))
    assert said(state) == ("Who begins?", "Press to draw lots.")
    state = played(state, Starts(1))
    assert said(state) == ("Team Warus to move", "Move a Zoon or play a trump.")


@pytest.mark.parametrize(
    ("words", "tribes", "turn", "events", "awaited"),
    [
        (
            DOWN.replace("e5=1.jorund", "a3=1.jorund"),
            "boarix,warus",
            1,
            [Moved(1, "a3", "a2"), Fought((6, 1))],
            "Team Boarix: turn up one more card and put a penny on it, heads up.",
        ),
        (
            DOWN.replace("e5=1.jorund", "d1=1.jorund"),
            "boarix,warus",
            1,
            [Moved(1, "d1", "c1")],
            "Team Boarix: turn up the card on c1 and put a penny on it, heads up.",
        ),
        (
            f"{BOARIX_WARUS} b1=0.kassin-a e5=1.jorund d5=1.mourse-a",
            "boarix,warus",
            1,
            [PlayedTrump(1, "conque-de-charge")],
            "Conque de charge: move up to 3.",
        ),
        (
            f"{BOARIX_WARUS} b1=0.kassin-a e5=1.jorund d5=1.mourse-a",
            "boarix,warus",
            1,
            [PlayedTrump(1, "conque-de-charge"), Moved(1, "e5", "e4")],
            "Conque de charge: move up to 2 more.",
        ),
        (
            "a1=0.ouistiti f6=1.draknar c3=0.rhino-a d3=0.rhino-b",
            "rhinogoths,warus",
            0,
            [PlayedTrump(0, "poudre-descampette")],
            "Poudre d'escampette: pull back up to 3.",
        ),
        (
            MONKUS,
            "monkus,boarix",
            0,
            [Moved(0, "c3", "d4"), Fought((2, 2))],
            "The star of Kombo Bongo: it trades squares with one of its partners.",
        ),
    ],
)
def test_what_is_awaited(words: str, tribes: str, turn: int, events: list[Any], awaited: str) -> None:
    assert said(played(board(words, turn, tribes), *events))[1] == awaited


def test_squares_tell_where_a_trump_or_star_lets_a_zoon_go() -> None:
    state = board(f"{BOARIX_WARUS} b1=0.kassin-a e5=1.jorund d5=1.mourse-a", 1)
    state = played(state, PlayedTrump(1, "conque-de-charge"))
    assert GAME.view(state, None).about["e5"].endswith("may go to e4, e6, f5")
    state = board(f"{BOARIX_WARUS} c3=0.bouclefeuille.t c4=1.korse-a.t", 1)
    state = played(state, Moved(1, "c4", "c3"), Fought((2, 2)))
    assert "may go to a2, a3" in GAME.view(state, None).about["c3"]
    assert GAME.view(state, None).about["c4"] == "Korse · penny on heads: 2 + 1 = 3"


def test_trumps_beside_the_board_and_reinforcements_are_told() -> None:
    words = "a1=0.queen-mary b2=0.bouga-a c2=0.bouga-b d2=0.king e2=0.kong f2=0.king-louis e5=1.jorund f6=1.draknar"
    state = board(
        words,
        tribes="monkus,warus",
        options={"zoons": "+titus,", "limits": False},
        reinforcements=[["titus"], []],
        aside=[["grosse-bertha"], []],
    )
    aside = GAME.view(state, None).aside[0]
    assert "Beside the board: Grosse Bertha (penny on tails)" in aside
    assert "Reinforcements: 1" in aside
    assert GAME.view(state, None).awaited == "Move a Zoon, play a trump or lay a reinforcement."
    assert GAME.words(state, Reinforced(0, "b1")) == "Team Monkus: a reinforcement on b1"
    assert rule(state, Reinforced(0, "z1")) == "ours-squares"
    assert rule(state, Reinforced(0, "b1", "king")) == "ours-cards-of-the-army"


def test_how_it_ended_is_told() -> None:
    state = board(f"{BOARIX_WARUS} e5=0.grognard-a a6=1.jorund")
    assert said(played(state, Moved(0, "e5", "f6"), Fought((6, 1)))) == (
        "Victory for Team Boarix: Draknar is beaten",
        "",
    )
    assert said(played(state, DrawAgreed()))[0] == "Both agree to a draw"
    assert said(played(state, Resigned(0)))[0] == "Victory for Team Warus: Team Boarix surrenders"


def test_players_are_called_by_their_names() -> None:
    agreed = checked(GAME, Setup(2, players=("Ada", "")))
    state = played(GAME.start(agreed), Deployed(0), Deployed(1))
    assert GAME.words(state, Deployed(0)) == "Ada: army laid out"
    assert GAME.words(state, Deployed(1)) == "Team Warus: army laid out"
    same = GAME.start(setup(tribes="monkus,monkus"))
    assert GAME.words(same, Deployed(1)) == "Team Monkus 2: army laid out"


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Moved(0, "c2", "c4", "gold-hure"), "Team Boarix: Gold-Hure c2 → c4"),
        (Moved(0, "c1", "d1"), "Team Boarix: a face-down card c1 → d1"),
        (Moved(0, "c1", "d2", "grognard-a"), "Team Boarix: Grognard c1 → d2"),
        (Moved(1, "e5", "c1", met="cloboulon"), "Team Warus: Jorund e5 → c1, attacks Cloboulon"),
        (Moved(1, "e5", "c1"), "Team Warus: Jorund e5 → c1, attacks a face-down card"),
        (TurnedUp(0, "c1", "cloboulon"), "Team Boarix: Cloboulon turned up on c1"),
        (PlayedTrump(0, "mur-darbres", "d4"), "Team Boarix plays Mur d'Arbres on d4"),
        (PlayedTrump(0, "pluie-de-menhirs", "e5"), "Team Boarix plays Pluie de Menhirs at Jorund on e5"),
        (
            PlayedTrump(1, "hache-virevoltante", "e2", "e5"),
            "Team Warus plays Hache virevoltante from e5 at Grognard on e2",
        ),
        (PlayedTrump(1, "conque-de-charge"), "Team Warus plays Conque de charge"),
        (Swapped(0, "c2", "e2"), "Team Boarix: Gold-Hure c2 and Grognard e2 trade squares"),
        (Stopped(1), "Team Warus moves no further Zoon"),
        (Flipped("c2"), "The penny on c2 is turned over"),
        (Resigned(0), "Team Boarix surrenders"),
        (DrawAgreed(), "Both agree to a draw"),
        (Starts(1), "Team Warus begins"),
        (Fought((1, 2)), "Dice: 1 and 2"),
        (Ruled("c2"), "By agreement nothing lies on c2"),
        (Ruled("b1", 0), "By agreement a face-down card of Team Boarix lies on b1"),
        (
            Ruled("d4", 0, "gold-hure", "tails", "c2"),
            "By agreement Gold-Hure (Team Boarix) lies on d4, penny on tails, from c2",
        ),
    ],
)
def test_every_event_in_a_sentence(event: Any, words: str) -> None:
    assert GAME.words(board(DOWN), event) == words


def test_a_drawn_shot_is_a_miss() -> None:
    state = board("a1=0.sacrechene d4=0.gold-hure.t c5=1.coco-bang-a f6=1.queen-mary", 1, "boarix,monkus")
    state = played(state, PlayedTrump(1, "coco-boum", "d4", "c5"))
    assert GAME.words(state, Fought((2, 2))) == "Coco Boum 5 + 2 = 7 ties with Gold-Hure 5 + 2 = 7: a miss"


def with_piece(state: State, square: str, new: Piece | None) -> State:
    squares = list(state.board)
    squares[
        GAME.table(setup()).regions.index(next(r for r in GAME.table(setup()).regions if r.name == square))
    ] = new
    return replace(state, board=tuple(squares))


@pytest.mark.parametrize(
    ("square", "new", "said"),
    [
        ("c2", Piece(seat=0, card="gold-hure", up=True, penny=None), "cards.c2.penny"),
        ("c1", Piece(seat=0, card=None, up=False, penny="heads"), "cards.c1.penny"),
        ("c1", Piece(seat=0, card=None, up=True, penny="heads"), "cards.c1.card"),
        ("c2", None, "cards: 0 of gold-hure, but seat 0 has 1"),
        (
            "d3",
            Piece(seat=0, card="gold-hure", up=True, penny="heads"),
            "cards: 2 of gold-hure, but seat 0 has 1",
        ),
        ("d1", Piece(seat=0), "cards: seat 0 has 7 cards without a name, but 6 Zoons"),
        ("c2", Piece(seat=0, card="gold-hure"), "cards: seat 0 has too few cards face up"),
    ],
)
def test_a_broken_state_says_what_is_wrong(square: str, new: Piece | None, said: str) -> None:
    found = GAME.faults(with_piece(board(DOWN), square, new))
    assert any(fault.startswith(said) for fault in found), found


def test_trumps_and_emblems_are_counted_too() -> None:
    state = board(DOWN)
    assert GAME.faults(replace(state, stock=replace(state.stock, hand=((), state.stock.hand[1]))))[
        0
    ].startswith("hand: 0 of cage-de-racines")
    held = replace(state, todo=(TurnUp(0, 1),))
    assert GAME.faults(held) == ()


def test_a_draw_onto_a_square_that_the_people_filled_asks_where_the_attacker_is() -> None:
    state = board(f"{BOARIX_WARUS} b1=0.kassin-a c3=0.grognard-a c4=1.mourse-a e5=1.jorund")
    state = played(state, Moved(0, "c3", "c4"), Ruled("c3", 0, "kassin-a", "heads"), Fought((2, 2)))
    assert there(state, "c3") == "kassin-a"
    assert piece(state, "c4").card == "mourse-a"
    assert state.stock.off[0] == ("grognard-a",)


def test_when_people_let_an_impossible_card_pass_others_are_no_longer_held_to_their_claims() -> None:
    tomb = [["bouclefeuille", "cloboulon", "grognard-a", "grognard-b"], []]
    tomb[1] = ["berserkorse-a", "berserkorse-b", "berserkorse-b", "harold-de-jarl", "korse-a", "korse-a"]
    tomb[1] += ["korse-b", "korse-b", "mourse-a", "mourse-b"]
    state = played(board(DOWN, tomb=tomb), Moved(0, "c1", "d1"))
    state = GAME.after(state, TurnedUp(0, "b1", "grognard-a"))
    assert piece(state, "d1").claims == ()
    assert GAME.faults(state) == ()


def test_small_armies_may_be_laid_out_in_many_ways() -> None:
    state = GAME.start(setup(zoons="-kassin-a;-kassin-b,"))
    ways = [
        event for event in GAME.candidates(state, None) if isinstance(event, Deployed) and event.seat == 0
    ]
    assert len(ways) == len({event.cells for event in ways}) == 12
    assert all(rule(state, event) is None for event in ways)


def test_the_square_of_a_fight_tells_both_sides() -> None:
    state = played(board(f"{BOARIX_WARUS} c3=0.grognard-a c4=1.korse-a.t"), Moved(0, "c3", "c4"))
    assert GAME.view(state, None).about["c4"] == "Grognard 7 against Korse 1"
