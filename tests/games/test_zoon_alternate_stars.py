"""Each star on a draw: what it does, when it falls away, and what a move by it may lead to."""

import pytest

from companion.game import Chance, Seats
from companion.games.zoon.alternate import GAME
from companion.games.zoon.alternate.events import Fought, Moved, PlayedTrump, State, Swapped, TurnedUp
from companion.games.zoon.family.moves import Star, Stopped
from companion.games.zoon.family.state import Claim
from tests.games.zoon import BOARIX_WARUS, board, lawful, piece, played, rule, there

DRAW = Fought((2, 2))
SEAT = [Seats(frozenset({0})), Seats(frozenset({1}))]


def drawn(state: State, seat: int, start: str, to: str) -> State:
    return played(state, Moved(seat, start, to), DRAW)


def cloboulon(more: str = "", turn: int = 0) -> State:
    return board(f"{BOARIX_WARUS} c3=0.cloboulon.t d4=1.harold-de-jarl.t {more}", turn)


def test_cloboulon_sends_a_grognard() -> None:
    state = drawn(cloboulon("e2=0.grognard-a b1=0.kassin-a"), 0, "c3", "d4")
    assert state.todo == (Star(0, "cloboulon", "c3"),)
    assert there(state, "c3") == "cloboulon"
    assert {event.start for event in lawful(state, Moved)} == {"e2"}
    assert rule(state, Moved(0, "b1", "b2")) == "star-cloboulon"
    assert rule(state, Moved(0, "e2", "e1")) == "zo-07-not-on-its-grid"
    assert rule(state, Stopped(0)) == "zo-19-must-if-possible"
    assert GAME.turn(played(state, Moved(0, "e2", "e3"))) == SEAT[1]


def test_cloboulon_sends_nobody_when_it_was_attacked() -> None:
    assert drawn(cloboulon("e2=0.grognard-a", turn=1), 1, "d4", "c3").todo == ()


def test_cloboulon_sends_nobody_when_no_grognard_can_move() -> None:
    boxed = "a6=0.grognard-a b6=0.kassin-a"
    state = drawn(cloboulon(boxed), 0, "c3", "d4")
    assert state.todo == ()
    assert GAME.turn(state) == SEAT[1]


def test_cloboulons_grognard_may_lie_face_down() -> None:
    words = (
        "a2=0.kassin-a b2=0.kassin-b c3=0.cloboulon.t d2=0.gold-hure e2=0.kassin-b f2=0.kassin-a c1=0.? d1=0.?"
        " d4=1.harold-de-jarl.t f6=1.draknar e5=1.jorund"
    )
    state = drawn(board(words), 0, "c3", "d4")
    assert rule(state, Moved(0, "c1", "b1")) is None
    slid = played(state, Moved(0, "c1", "b1"))
    assert piece(slid, "b1").claims == (Claim("c1", "b1", "cloboulon"),)
    assert rule(state, Moved(0, "c1", "c2", "bouclefeuille")) == "star-cloboulon"
    out = played(state, Moved(0, "c1", "c2", "grognard-b"))
    assert there(out, "c2") == "grognard-b"
    assert GAME.turn(played(state, Stopped(0))) == SEAT[1]


def gold_hure(more: str = "", turn: int = 0) -> State:
    return board(f"{BOARIX_WARUS} b2=0.gold-hure.t d4=1.harold-de-jarl.t {more}", turn)


def test_gold_hure_moves_again_from_where_it_stepped_back_to() -> None:
    state = drawn(gold_hure("e2=0.grognard-a e5=1.jorund"), 0, "b2", "d4")
    assert state.todo == (Star(0, "gold-hure", "c3"),)
    assert rule(state, Moved(0, "e2", "e3")) == "star-gold-hure"
    assert {event.start for event in lawful(state, Moved)} == {"c3"}
    assert GAME.turn(played(state, Moved(0, "c3", "c5"))) == SEAT[1]


def test_gold_hure_may_attack_again_with_its_penny_turned() -> None:
    state = drawn(gold_hure("e5=1.jorund"), 0, "b2", "d4")
    state = played(state, Moved(0, "c3", "d4"))
    assert GAME.words(state, Fought((1, 1))) == "Gold-Hure 8 + 1 = 9 beats Harold de Jarl 7 + 1 = 8"
    assert GAME.turn(played(state, Fought((1, 1)))) == SEAT[1]


def test_gold_hure_stays_when_it_was_attacked() -> None:
    state = board(f"{BOARIX_WARUS} d4=0.gold-hure.t e5=1.harold-de-jarl.t", 1)
    assert drawn(state, 1, "e5", "d4").todo == ()


def test_bouclefeuille_goes_to_any_empty_square_in_the_others_turn() -> None:
    state = board(f"{BOARIX_WARUS} c3=0.bouclefeuille.t c4=1.korse-a.t", 1)
    state = drawn(state, 1, "c4", "c3")
    assert GAME.turn(state) == SEAT[0]
    assert len(lawful(state, Moved)) == 36 - 4
    assert rule(state, Moved(0, "c3", "f6")) == "star-bouclefeuille"
    assert rule(state, Moved(1, "c4", "b4")) == "zo-19-carry-out-first"
    state = played(state, Moved(0, "c3", "d5"))
    assert there(state, "d5") == "bouclefeuille"
    assert GAME.turn(state) == SEAT[0]


def test_bouclefeuille_goes_to_no_obstacle() -> None:
    words = f"{BOARIX_WARUS} c3=0.bouclefeuille.t c4=1.korse-a.t"
    state = drawn(board(words, 1, obstacles=["e5"]), 1, "c4", "c3")
    assert rule(state, Moved(0, "c3", "e5")) == "star-bouclefeuille"


@pytest.mark.parametrize(("turn", "start", "to"), [(1, "d4", "c3"), (0, "c3", "d4")])
def test_king_louis_trades_squares_with_its_opponent(turn: int, start: str, to: str) -> None:
    words = "a1=0.queen-mary f6=1.draknar c3=0.king-louis.t d4=1.harold-de-jarl.t"
    state = drawn(board(words, turn, "monkus,warus"), turn, start, to)
    assert (there(state, "c3"), there(state, "d4")) == ("harold-de-jarl", "king-louis")
    assert GAME.turn(state) == SEAT[1 - turn]


def kombo(more: str = "", **fields: object) -> State:
    words = f"a1=0.queen-mary f6=1.sacrechene c3=0.kombo-bongo.t d4=1.kassin-a.t {more}"
    return board(words, tribes="monkus,boarix", **fields)


def test_kombo_bongo_trades_squares_with_king_or_kong() -> None:
    state = drawn(kombo("a3=0.king f3=0.kong b1=0.bouga-a"), 0, "c3", "d4")
    assert {event.to for event in lawful(state, Swapped)} == {"a3", "f3"}
    assert rule(state, Swapped(0, "c3", "b1")) == "star-kombo-bongo"
    assert rule(state, Swapped(0, "a1", "a3")) == "star-kombo-bongo"
    assert rule(state, Swapped(0, "c3", "z9")) == "ours-squares"
    assert rule(state, Stopped(0)) == "zo-19-must-if-possible"
    state = played(state, Swapped(0, "c3", "a3"))
    assert (there(state, "c3"), there(state, "a3")) == ("king", "kombo-bongo")
    assert piece(state, "a3").penny == "heads"


def test_kombo_bongo_has_no_choice_with_one_partner() -> None:
    state = drawn(kombo("a3=0.king"), 0, "c3", "d4")
    assert (there(state, "c3"), there(state, "a3")) == ("king", "kombo-bongo")
    assert GAME.turn(state) == SEAT[1]


def test_kombo_bongo_stays_without_a_partner() -> None:
    state = drawn(kombo(), 0, "c3", "d4")
    assert there(state, "c3") == "kombo-bongo"
    assert GAME.turn(state) == SEAT[1]


KOMBO_DOWN = "a2=0.bouga-a b2=0.bouga-a c2=0.bouga-b d2=0.bouga-b e2=0.coco-bang-a b1=0.? f1=0.?"


def test_kombo_bongos_partner_may_lie_face_down_and_is_turned_up_when_it_leaves_the_back_row() -> None:
    state = drawn(kombo(KOMBO_DOWN), 0, "c3", "d4")
    assert rule(state, Swapped(0, "c3", "b1")) == "za-09-turned-up"
    assert rule(state, Swapped(0, "c3", "b1", "king-louis")) == "star-kombo-bongo"
    swapped = played(state, Swapped(0, "c3", "b1", "king"))
    assert (piece(swapped, "c3").card, piece(swapped, "c3").penny) == ("king", "heads")
    assert there(swapped, "b1") == "kombo-bongo"


def test_kombo_bongo_may_stay_where_nobody_knows_of_a_partner() -> None:
    state = drawn(kombo(KOMBO_DOWN), 0, "c3", "d4")
    assert GAME.turn(played(state, Stopped(0))) == SEAT[1]


def test_a_partner_that_stays_in_the_back_row_stays_face_down_but_has_to_be_one() -> None:
    words = (
        "a2=0.bouga-a b2=0.bouga-a c2=0.bouga-b d2=0.bouga-b e2=0.coco-bang-a c1=0.kombo-bongo.t b1=0.? f1=0.?"
        " f6=1.sacrechene d1=1.kassin-a.t"
    )
    state = drawn(board(words, 1, "monkus,boarix"), 1, "d1", "c1")
    state = played(state, Swapped(0, "c1", "b1"))
    assert not piece(state, "c1").up
    assert piece(state, "c1").claims == (Claim("b1", "c1", "kombo-bongo"),)
    state = played(state, Moved(0, "a2", "a3"), Moved(1, "d1", "c1"))
    assert rule(state, TurnedUp(0, "c1", "queen-mary")) == "za-09-as-it-slid"
    played(state, TurnedUp(0, "c1", "kong"))


def bigoth(more: str = "") -> State:
    options = {"zoons": "+bigoth;-goolgoth-1,", "limits": False}
    words = f"a1=0.ouistiti c3=0.bigoth.t c4=1.korse-a.t f6=1.draknar {more}"
    return board(words, 1, "rhinogoths,warus", options=options)


def test_bigoth_pulls_any_own_zoon_back() -> None:
    state = drawn(bigoth("e3=0.rhino-a"), 1, "c4", "c3")
    assert GAME.turn(state) == SEAT[0]
    assert {(event.start, event.to) for event in lawful(state, Moved)} == {
        ("c3", "b2"), ("c3", "c2"), ("c3", "d2"), ("e3", "d2"), ("e3", "e2"), ("e3", "f2"),
    }  # fmt: skip
    assert rule(state, Moved(0, "e3", "e4")) == "star-bigoth"
    assert GAME.turn(played(state, Moved(0, "e3", "f2"))) == SEAT[0]


@pytest.mark.parametrize(("seat", "behind"), [(0, {"c5", "d5", "e5"}), (1, {"c5", "d5", "e5"})])
def test_trice_has_its_opponent_pulled_back(seat: int, behind: set[str]) -> None:
    words = "a1=0.ouistiti f6=1.draknar c3=0.trice.t d4=1.korse-a.t a5=1.jorund"
    start, to = ("c3", "d4") if seat == 0 else ("d4", "d3")
    if seat == 1:
        words = words.replace("c3=0.trice", "d3=0.trice")
    state = drawn(board(words, seat, "rhinogoths,warus"), seat, start, to)
    assert GAME.turn(state) == SEAT[1]
    assert {event.to for event in lawful(state, Moved)} == behind
    assert rule(state, Moved(1, "a5", "a6")) == "star-trice"
    assert rule(state, Moved(0, "a1", "a2")) == "zo-19-carry-out-first"
    assert GAME.turn(played(state, Moved(1, "d4", "c5"))) == SEAT[1 - seat]


def test_trice_does_nothing_where_no_square_behind_is_free() -> None:
    words = "a1=0.ouistiti f6=1.draknar c5=0.ratops.t c6=1.korse-a.t a5=1.jorund"
    assert drawn(board(words, 1, "rhinogoths,warus"), 1, "c6", "c5").todo == ()
    full = "a1=0.ouistiti f6=1.draknar c5=0.trice.t d5=1.korse-a.t c6=1.jorund d6=1.mourse-a e6=1.mourse-b"
    assert drawn(board(full, 1, "rhinogoths,warus"), 1, "d5", "c5").todo == ()


def test_ouistiti_slips_away() -> None:
    words = "c3=0.ouistiti.t b2=0.rhino-a c4=1.korse-a.t f6=1.draknar"
    state = drawn(board(words, 1, "rhinogoths,warus"), 1, "c4", "c3")
    assert {event.to for event in lawful(state, Moved)} == {"b3", "b4", "d2", "d3", "d4", "c2"}
    assert rule(state, Moved(0, "c3", "c5")) == "star-ouistiti"
    assert GAME.turn(played(state, Moved(0, "c3", "d4"))) == SEAT[0]


@pytest.mark.parametrize(("turn", "start", "to"), [(1, "d4", "c3"), (0, "c3", "c4")])
def test_berserkorse_slays_instead_of_drawing(turn: int, start: str, to: str) -> None:
    own = "d4" if turn == 1 else "c4"
    state = board(f"{BOARIX_WARUS} c3=0.kassin-a {own}=1.berserkorse-a.t b1=0.kassin-b", turn)
    state = drawn(state, turn, start, to)
    assert there(state, to) == "berserkorse-a"
    assert piece(state, to).penny == "heads"
    assert there(state, start) is None
    assert "kassin-a" in state.stock.tomb[0]


def test_a_zoon_slain_by_berserkorse_is_lost_in_a_fight() -> None:
    words = (
        "a2=0.kassin-a b2=0.kassin-b c2=0.gold-hure d2=0.kassin-b e2=0.grognard-b f2=0.grognard-a a1=0.? b1=0.?"
        " e4=0.kassin-a f5=1.berserkorse-a.t f6=1.draknar"
    )
    state = drawn(board(words, 1), 1, "f5", "e4")
    assert rule(state, Moved(0, "a2", "a3")) == "za-04-flip-one-more"


def test_two_stars_are_a_plain_draw() -> None:
    words = "a1=0.sacrechene c3=0.gold-hure.t c4=1.king-louis.t f6=1.queen-mary"
    state = drawn(board(words, tribes="boarix,monkus"), 0, "c3", "c4")
    assert (there(state, "c3"), there(state, "c4")) == ("gold-hure", "king-louis")
    assert state.todo == ()


def test_an_effect_move_may_begin_a_fight_and_that_another_effect() -> None:
    words = f"{BOARIX_WARUS} c3=0.cloboulon.t e2=0.grognard-a.t d4=1.harold-de-jarl.t e3=1.berserkorse-a.t"
    state = drawn(board(words), 0, "c3", "d4")
    state = played(state, Moved(0, "e2", "e3"))
    assert isinstance(GAME.turn(state), Chance)
    state = played(state, Fought((1, 1)))
    assert (there(state, "e3"), there(state, "e2")) == ("berserkorse-a", None)
    assert GAME.turn(state) == SEAT[1]


def test_stars_work_in_the_middle_of_a_charge() -> None:
    words = "a1=0.sacrechene c3=0.bouclefeuille.t c4=1.korse-a.t e5=1.jorund d5=1.mourse-a f6=1.draknar b1=0.kassin-a"
    state = played(board(words, 1), PlayedTrump(1, "conque-de-charge"), Moved(1, "c4", "c3"), DRAW)
    assert GAME.turn(state) == SEAT[0]
    state = played(state, Moved(0, "c3", "a4"))
    assert GAME.turn(state) == SEAT[1]
    state = played(state, Moved(1, "e5", "e4"))
    assert rule(state, Moved(1, "c4", "b4")) == "s2-different-zoons"
