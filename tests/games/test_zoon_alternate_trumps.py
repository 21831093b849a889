"""Each trump: what it does, when it cannot be played, and what follows from it."""

import pytest

from companion.game import Chance, Over, Seats, Setup, checked
from companion.games.zoon_alternate import GAME
from companion.games.zoon_alternate.events import (
    Fought,
    Moved,
    PlayedTrump,
    Reinforced,
    Ruled,
    Stopped,
    TurnedUp,
)
from companion.games.zoon_alternate.state import Aside, March, State
from tests.games.zoon import BOARIX_WARUS, board, lawful, piece, played, rule, there

MONKUS = "a1=0.queen-mary f6=1.draknar"
RHINO = "a1=0.ouistiti f6=1.draknar"


def trumps(state: State) -> list[PlayedTrump]:
    return lawful(state, PlayedTrump)


def test_an_unknown_trump_is_refused() -> None:
    state = board(f"{BOARIX_WARUS} c3=0.kassin-a")
    assert rule(state, PlayedTrump(0, "no-such-trump")) == "s2-trumps-in-hand"
    assert rule(state, PlayedTrump(0, "tortue")) == "s2-trumps-in-hand"


def test_pluie_de_menhirs_strikes_in_the_own_camp_once() -> None:
    state = board(f"{BOARIX_WARUS} b1=0.kassin-a c3=1.jorund c4=1.mourse-a")
    assert [(e.trump, e.at) for e in trumps(state) if e.trump == "pluie-de-menhirs"] == [
        ("pluie-de-menhirs", "c3")
    ]
    state = played(state, PlayedTrump(0, "pluie-de-menhirs", "c3"))
    assert GAME.turn(state) == Chance("dice", (0, 1), "Both roll a die for the fight.")
    assert "pluie-de-menhirs" in state.tomb[0]
    struck = played(state, Fought((4, 1)))
    assert there(struck, "c3") is None
    assert "jorund" in struck.tomb[1]
    missed = played(state, Fought((1, 4)))
    assert piece(missed, "c3").penny == "tails"
    assert "pluie-de-menhirs" not in missed.hand[0]
    assert missed.aside == ((), ())


def test_pluie_de_menhirs_may_strike_an_emblem() -> None:
    words = "a1=0.kassin-a b6=0.sacrechene b2=1.queen-mary f6=1.bouga-a"
    state = board(words, tribes="boarix,monkus")
    state = played(state, PlayedTrump(0, "pluie-de-menhirs", "b2"), Fought((6, 1)))
    over = GAME.turn(state)
    assert isinstance(over, Over)
    assert over.winners == (0,)


def test_the_camp_is_three_rows_seen_from_its_owner() -> None:
    state = board("a1=0.sacrechene c4=0.kassin-a c3=0.kassin-b f6=1.queen-mary", 1, tribes="boarix,monkus")
    assert rule(state, PlayedTrump(1, "grosse-bertha", "c3")) == "card-own-camp"
    assert rule(state, PlayedTrump(1, "grosse-bertha", "c4")) is None


def test_mur_darbres_blocks_for_good() -> None:
    state = board(f"{BOARIX_WARUS} b1=0.kassin-a c3=1.jorund e3=0.gold-hure")
    empty = 36 - 5
    assert len([e for e in trumps(state) if e.trump == "mur-darbres"]) == empty
    state = played(state, PlayedTrump(0, "mur-darbres", "e4"))
    assert [wall.at for wall in state.walls] == ["e4"]
    assert GAME.turn(state) == Seats(frozenset({1}))
    state = played(state, Moved(1, "c3", "c4"))
    assert rule(state, Moved(0, "e3", "e4")) == "zo-32-obstacle"
    assert rule(state, Moved(0, "e3", "e5")) == "zo-08-blocked-path"
    assert GAME.look(state).of("e4")[0].label == "mur-darbres"


def test_a_green_move_flies_over_an_obstacle_but_does_not_land_on_one() -> None:
    state = board(f"{MONKUS} c3=0.king d3=0.kong e5=1.jorund", tribes="monkus,warus", obstacles=["c4", "d5"])
    assert rule(state, Moved(0, "c3", "c5")) is None
    assert rule(state, Moved(0, "d3", "d5")) == "zo-32-obstacle"


def test_an_obstacle_cannot_be_shot_at() -> None:
    state = board(
        "a1=0.queen-mary f6=1.sacrechene c3=0.coco-bang-a a6=1.kassin-a",
        tribes="monkus,boarix",
        obstacles=["d4"],
    )
    assert rule(state, PlayedTrump(0, "coco-boum", "d4", "c3")) == "s2-shots-strike-enemies"


def test_cage_de_racines_makes_an_obstacle_of_a_zoon() -> None:
    state = board(f"{BOARIX_WARUS} b1=0.bouclefeuille c2=1.jorund c3=1.mourse-a e5=1.korse-a")
    assert [e.at for e in trumps(state) if e.trump == "cage-de-racines"] == ["c2"]
    state = played(state, PlayedTrump(0, "cage-de-racines", "c2"))
    caged = piece(state, "c2")
    assert (caged.on, caged.penny, caged.caged) == (("cage-de-racines",), None, True)
    assert rule(state, Moved(1, "c3", "c2")) == "zo-32-obstacle"
    assert rule(state, Moved(1, "c2", "c1")) == "zo-28-caged"
    after = played(state, Moved(1, "e5", "e4"))
    assert rule(after, PlayedTrump(0, "pluie-de-menhirs", "c2")) == "s2-shots-strike-enemies"
    assert [thing.label for thing in GAME.look(after).of("c2")] == ["jorund", "cage-de-racines"]


def test_cage_de_racines_needs_a_priest_that_may_be_on_the_board() -> None:
    gone = board(f"{BOARIX_WARUS} b1=0.kassin-a c2=1.jorund")
    assert rule(gone, PlayedTrump(0, "cage-de-racines", "c2")) == "s2-trumps-for-a-type"
    words = (
        "a3=0.kassin-a b3=0.kassin-b d3=0.gold-hure e3=0.grognard-b f3=0.kassin-b f2=0.kassin-a a1=0.? b1=0.?"
        " c2=1.jorund f6=1.draknar"
    )
    assert rule(board(words), PlayedTrump(0, "cage-de-racines", "c2")) is None


def test_a_cage_is_no_loss_in_a_fight() -> None:
    words = (
        "a1=0.? b1=0.? a2=0.korse-a b2=0.korse-b c2=0.jorund d2=0.mourse-a e2=0.mourse-b f5=0.berserkorse-a"
        " f6=1.sacrechene e6=1.bouclefeuille"
    )
    short = played(board(words, 1, "warus,boarix"), PlayedTrump(1, "cage-de-racines", "f5"))
    assert rule(short, Moved(0, "a2", "a3")) == "za-04-flip-one-more"
    enough = board(words + " f2=0.korse-a", 1, "warus,boarix")
    assert played(enough, PlayedTrump(1, "cage-de-racines", "f5")).todo == ()


def test_a_caged_emblem_is_told() -> None:
    words = "a1=0.bouclefeuille b1=0.sacrechene b2=1.queen-mary f6=1.bouga-a"
    state = played(board(words, tribes="boarix,monkus"), PlayedTrump(0, "cage-de-racines", "b2"))
    assert GAME.turn(state) == Seats(frozenset({1}))
    assert any("caged" in note for note in GAME.view(state, None).notes)


def test_tortue_moves_two_soldats_and_adds_to_their_attacks_only() -> None:
    words = f"{MONKUS} b2=0.bouga-a d2=0.bouga-b f2=0.coco-bang-a b3=1.berserkorse-a e5=1.jorund"
    state = played(board(words, tribes="monkus,warus"), PlayedTrump(0, "tortue"))
    assert state.todo == (March(0, "tortue", 2),)
    assert rule(state, Moved(0, "f2", "f3")) == "s2-trumps-for-a-type"
    assert rule(state, Moved(1, "e5", "e4")) == "zo-19-carry-out-first"
    assert rule(state, Stopped(0)) == "zo-29-at-least-one"
    state = played(state, Moved(0, "b2", "b3"))
    said = GAME.words(state, Fought((1, 1)))
    assert said == "Bouga 5 + 1 = 6 draws with Berserkorse 5 + 1 = 6; Bouga steps back to b2"
    state = played(state, Fought((2, 1)))
    assert rule(state, Moved(0, "b3", "b4")) == "s2-different-zoons"
    state = played(state, Moved(0, "d2", "d4"))
    assert GAME.turn(state) == Seats(frozenset({1}))
    assert piece(state, "b3").moved == ""
    assert "tortue" in state.tomb[0]


def test_the_boost_of_tortue_is_over_with_the_turn() -> None:
    words = f"{MONKUS} b2=0.bouga-a e5=1.jorund c3=1.berserkorse-a"
    state = played(board(words, tribes="monkus,warus"), PlayedTrump(0, "tortue"), Moved(0, "b2", "b3"))
    assert GAME.turn(state) == Seats(frozenset({1}))
    state = played(state, Moved(1, "c3", "b3"))
    assert "Bouga 3 + 1" in GAME.words(state, Fought((1, 1)))


def test_furie_doubles_the_attack_of_one_soldat() -> None:
    words = f"{RHINO} c3=0.rhino-a e3=0.trice c4=1.jorund"
    state = played(board(words, tribes="rhinogoths,warus"), PlayedTrump(0, "furie"))
    assert rule(state, Moved(0, "e3", "e4")) == "s2-trumps-for-a-type"
    state = played(state, Moved(0, "c3", "c4"))
    assert GAME.words(state, Fought((3, 1))) == "Rhino 10 + 3 = 13 as underdog beats Jorund 12 + 1 = 13"
    state = played(state, Fought((3, 1)))
    assert isinstance(GAME.turn(state), Over)


def test_binome_de_choc_moves_elites_and_monsters() -> None:
    words = f"{RHINO} b2=0.rhino-a d2=0.rhinogore-a f2=0.trice e5=1.jorund"
    state = played(board(words, tribes="rhinogoths,warus"), PlayedTrump(0, "binome-de-choc"))
    assert {event.start for event in lawful(state, Moved)} == {"d2", "f2"}
    state = played(state, Moved(0, "f2", "f3"), Stopped(0))
    assert GAME.turn(state) == Seats(frozenset({1}))


def test_poudre_descampette_pulls_back_up_to_three() -> None:
    words = f"{RHINO} b3=0.rhino-a d3=0.rhinogore-a f2=0.trice e5=1.jorund d2=0.rhino-b"
    state = played(board(words, tribes="rhinogoths,warus"), PlayedTrump(0, "poudre-descampette"))
    assert rule(state, Moved(0, "b3", "b4")) == "card-poudre-descampette"
    assert rule(state, Moved(0, "b3", "b1")) == "card-poudre-descampette"
    assert rule(state, Moved(0, "d3", "d2")) == "card-onto-an-empty-square"
    assert rule(state, Moved(0, "a1", "a2")) == "card-poudre-descampette"
    state = played(state, Moved(0, "b3", "a2"), Moved(0, "d3", "e2"), Moved(0, "f2", "f1"))
    assert GAME.turn(state) == Seats(frozenset({1}))


def test_poudre_descampette_may_pull_back_the_immobile_emblem() -> None:
    state = board("a2=0.ouistiti f6=1.draknar c3=0.rhino-a e5=1.jorund", tribes="rhinogoths,warus")
    played(state, PlayedTrump(0, "poudre-descampette"), Moved(0, "a2", "b1"))


def test_poudre_descampette_cannot_be_played_when_nothing_can_be_pulled_back() -> None:
    state = board(f"{RHINO} c1=0.rhino-a e5=1.jorund", tribes="rhinogoths,warus")
    assert rule(state, PlayedTrump(0, "poudre-descampette")) == "zo-29-at-least-one"
    assert "poudre-descampette" not in {event.trump for event in trumps(state)}


def test_conque_de_charge_moves_three_and_each_may_fight() -> None:
    words = f"{BOARIX_WARUS} b1=0.kassin-a c3=0.kassin-b c4=1.korse-a e5=1.jorund d5=1.mourse-a b4=1.korse-b"
    state = played(board(words, 1), PlayedTrump(1, "conque-de-charge"), Moved(1, "c4", "c3"))
    state = played(state, Fought((6, 1)))
    assert state.todo == (March(1, "conque-de-charge", 2, 1),)
    assert rule(state, Moved(1, "c3", "c2")) == "s2-different-zoons"
    state = played(state, Moved(1, "e5", "e4"))
    state = played(state, Moved(1, "d5", "d3"))
    assert GAME.turn(state) == Seats(frozenset({0}))


def test_a_drawn_attacker_of_a_charge_has_moved_all_the_same() -> None:
    words = f"{BOARIX_WARUS} b1=0.kassin-a c3=0.kassin-b c4=1.korse-a e5=1.jorund"
    state = played(board(words, 1), PlayedTrump(1, "conque-de-charge"), Moved(1, "c4", "c3"), Fought((3, 3)))
    assert there(state, "c4") == "korse-a"
    assert rule(state, Moved(1, "c4", "b4")) == "s2-different-zoons"


def test_whoever_goes_on_ends_a_charge() -> None:
    words = f"{BOARIX_WARUS} b1=0.kassin-a e5=1.jorund d5=1.mourse-a"
    state = played(board(words, 1), PlayedTrump(1, "conque-de-charge"), Moved(1, "e5", "e4"))
    assert GAME.turn(state) == Seats(frozenset({1}))
    state = played(state, Moved(0, "b1", "b2"))
    assert GAME.turn(state) == Seats(frozenset({1}))
    assert state.todo == ()


def test_nobody_may_go_on_before_the_first_move_of_a_charge() -> None:
    words = f"{BOARIX_WARUS} b1=0.kassin-a e5=1.jorund d5=1.mourse-a"
    state = played(board(words, 1), PlayedTrump(1, "conque-de-charge"))
    assert rule(state, Moved(0, "b1", "b2")) == "zo-19-carry-out-first"


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
def test_a_trump_lost_on_its_x_is_lost_only_when_it_loses(dice: tuple[int, int], kept: bool) -> None:
    words = f"{MONKUS} c3=0.coco-bang-a d4=1.berserkorse-a.t e6=1.mourse-a"
    aside = [[{"trump": "coco-boum", "penny": "tails"}], []]
    state = board(words, tribes="monkus,warus", options={"za-27": "lost"}, aside=aside)
    state = played(state, PlayedTrump(0, "coco-boum", "d4", "c3"), Fought(dice))
    assert bool(state.aside[0]) is kept
    assert ("coco-boum" in state.tomb[0]) is not kept


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
    state = GAME.position(setup, given)
    state = played(state, PlayedTrump(0, "grosse-bertha", "c3"), Fought((1, 6)))
    assert state.aside == ((), ())
    assert "grosse-bertha" in state.tomb[0]


def test_a_wall_taken_away_by_the_people_goes_back_to_its_hand() -> None:
    state = played(board(f"{BOARIX_WARUS} b1=0.kassin-a e5=1.jorund"), PlayedTrump(0, "mur-darbres", "e4"))
    state = played(state, Ruled("e4"))
    assert state.walls == ()
    assert "mur-darbres" in state.hand[0]


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
    assert (piece(told, "c1").card, told.reinforcements[0]) == ("virzil", ("titus",))
    untold = played(state, Reinforced(0, "c1"))
    assert (piece(untold, "c1").card, untold.reinforcements[0]) == (None, (None,))
    assert untold.unseen[0] == ("titus", "virzil")
