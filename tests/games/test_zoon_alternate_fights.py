"""Fights by numbers: values, stars, X, underdog; and what their end leaves on the board."""

import pytest
from msgspec.structs import replace

from companion.game import Chance, Over
from companion.games.zoon.alternate import GAME
from companion.games.zoon.alternate.events import (
    Fought,
    Moved,
    Outcome,
    Side,
    TurnedUp,
    TurnUp,
    outcome,
    values,
)
from companion.games.zoon.family.deck import Corner
from tests.games.zoon import BOARIX_WARUS, board, lawful, piece, played, rule, there

Pair = tuple[Corner, Corner]


def fought(attacker: Side, defender: Side, dice: tuple[int, int]) -> Outcome:
    return outcome(attacker, defender, dice, values(attacker, defender))


@pytest.mark.parametrize(
    ("attacker", "defender", "worth"),
    [
        ((3, 4), (1, 2), (7, 3)),
        (("star", 2), (1, 2), (4, 3)),
        ((1, 2), ("star", 2), (3, 4)),
        ((0, "x"), (3, 4), (3, 7)),
        (("star", 0), (0, 0), (0, 0)),
        (("star", "star"), (3, 4), (8, 7)),
        (("star", 2), ("star", 1), (2, 1)),
        (("star", "star"), ("star", 1), (0, 1)),
        ((1, "star"), (0, "x"), (1, 1)),
        ((0, "x"), ("star", "star"), (0, 0)),
        ((2, "star"), (0, 0), (2, 0)),
    ],
)
def test_values(attacker: Pair, defender: Pair, worth: tuple[int, int]) -> None:
    assert values(Side(attacker), Side(defender)) == worth
    assert values(Side(defender), Side(attacker)) == worth[::-1]


@pytest.mark.rule("za-19-both-x")
def test_two_x_count_nothing() -> None:
    assert values(Side((3, "x")), Side(("x", 5))) == (3, 5)
    assert values(Side(("x", "x")), Side((0, "x"))) == (0, 0)


def test_two_stars_may_count_once() -> None:
    assert values(Side(("star", "star")), Side((3, 4)), each_star=False) == (4, 7)


@pytest.mark.parametrize(
    ("pair", "boost", "each", "worth"),
    [
        ((3, 2), "double", True, 10),
        ((3, 2), "plus-one", True, 7),
        ((3, 2), "plus-one", False, 6),
        (("star", 2), "plus-one", True, 8),
        (("star", 2), "double", True, 14),
    ],
)
def test_what_trumps_add(pair: Pair, boost: str, *, each: bool, worth: int) -> None:
    side = Side(pair, (boost,))  # type: ignore[arg-type]
    assert values(side, Side((5, 1)), one_for_each_number=each)[0] == worth


def test_a_star_copies_what_is_printed_and_not_what_a_trump_adds() -> None:
    assert values(Side((2, 1), ("double",)), Side((2, "star"))) == (6, 4)


def test_equal_totals_go_to_the_lower_value_and_equal_values_to_nobody() -> None:
    one, other = Side((3, 2)), Side((2, 1))
    assert fought(one, other, (1, 3)) == Outcome((5, 3), (6, 6), "defender", underdog=True)
    assert fought(other, one, (3, 1)) == Outcome((3, 5), (6, 6), "attacker", underdog=True)
    assert fought(one, one, (4, 4)) == Outcome((5, 5), (9, 9), "draw")
    assert fought(one, other, (1, 1)).won == "attacker"
    assert fought(one, other, (1, 4)).won == "defender"


@pytest.mark.parametrize(
    ("attacker", "defender", "star"),
    [
        (("star", 2), (2, 2), "attacker"),
        ((2, 2), ("star", 2), "defender"),
        (("star", 2), (2, "star"), None),
        ((2, 2), (1, 3), None),
    ],
)
def test_only_one_star_does_its_work_on_a_draw(attacker: Pair, defender: Pair, star: str | None) -> None:
    found = fought(Side(attacker), Side(defender), (3, 3))
    assert (found.won, found.star) == ("draw", star)


def test_no_star_works_without_a_draw() -> None:
    assert fought(Side(("star", 2)), Side((2, 2)), (3, 2)).star is None


def test_an_attack_waits_for_both_dice() -> None:
    state = played(board(f"{BOARIX_WARUS} c3=0.grognard-a c4=1.korse-a"), Moved(0, "c3", "c4"))
    assert GAME.turn(state) == Chance("dice", (0, 1), "Both roll a die for the fight.")
    assert len(lawful(state, Fought)) == 36
    assert GAME.chance_event(state, (3, 5)) == Fought((3, 5))


def test_whoever_is_attacked_throws_second_also_in_the_others_turn() -> None:
    state = played(board(f"{BOARIX_WARUS} c3=0.grognard-a c4=1.korse-a", turn=1), Moved(1, "c4", "c3"))
    turn = GAME.turn(state)
    assert isinstance(turn, Chance)
    assert turn.seats == (1, 0)


def test_a_beaten_zoon_is_gone_and_the_winners_penny_turns() -> None:
    start = board(f"{BOARIX_WARUS} c3=0.grognard-a c4=1.korse-a e5=1.jorund")
    state = played(start, Moved(0, "c3", "c4"), Fought((1, 1)))
    assert (there(state, "c3"), there(state, "c4")) == (None, "grognard-a")
    assert piece(state, "c4").penny == "tails"
    assert state.stock.tomb[1].count("korse-a") == 1 + start.stock.tomb[1].count("korse-a")


def test_a_beaten_attacker_leaves_the_defender_where_it_stood() -> None:
    state = board(f"{BOARIX_WARUS} b1=0.kassin-b c3=0.kassin-a c4=1.jorund")
    state = played(state, Moved(0, "c3", "c4"), Fought((1, 1)))
    assert (there(state, "c3"), there(state, "c4")) == (None, "jorund")
    assert piece(state, "c4").penny == "tails"


@pytest.mark.parametrize(("turn", "winner"), [(0, 0), (1, 1)])
def test_an_emblem_beaten_ends_the_game(turn: int, winner: int) -> None:
    words = "a1=0.sacrechene f6=1.draknar e5=0.grognard-a a2=1.jorund"
    move = Moved(0, "e5", "f6") if turn == 0 else Moved(1, "a2", "a1")
    state = played(board(words, turn), move, Fought((6, 1)))
    over = GAME.turn(state)
    assert isinstance(over, Over)
    assert (over.winners, over.rule) == ((winner,), "za-24-emblem-falls")


def test_an_emblem_that_attacks_and_is_beaten_ends_the_game_too() -> None:
    state = board("a1=0.queen-mary c1=1.jorund e5=1.korse-a f6=1.draknar b3=0.bouga-a", tribes="monkus,warus")
    state = played(state, Moved(0, "a1", "c1"), Fought((1, 6)))
    over = GAME.turn(state)
    assert isinstance(over, Over)
    assert over.winners == (1,)


def test_nobody_turns_a_card_up_once_the_emblem_has_fallen() -> None:
    state = board(
        "a1=0.? b1=0.? a2=0.kassin-a b2=0.kassin-b c2=0.gold-hure d2=0.kassin-b e2=0.sacrechene f2=0.kassin-a"
        " e3=1.jorund f6=1.draknar",
        turn=1,
    )
    state = played(state, Moved(1, "e3", "e2"), Fought((6, 1)))
    assert isinstance(GAME.turn(state), Over)
    assert state.todo == ()


def test_a_draw_after_two_squares_goes_back_one() -> None:
    state = board(f"{BOARIX_WARUS} c2=0.grognard-a e4=1.mourse-a")
    state = played(state, Moved(0, "c2", "e4"), Fought((2, 2)))
    assert (there(state, "c2"), there(state, "d3"), there(state, "e4")) == (None, "grognard-a", "mourse-a")
    assert piece(state, "d3").penny == piece(state, "e4").penny == "tails"


def test_a_draw_after_a_green_move_goes_back_to_the_start() -> None:
    words = "a1=0.queen-mary c3=0.king c4=1.korse-a c5=1.goolgoth-1 f6=1.ouistiti"
    state = board(words.replace("korse", "rhino"), tribes="monkus,rhinogoths")
    state = played(state, Moved(0, "c3", "c5"), Fought((2, 2)))
    assert (there(state, "c3"), there(state, "c5")) == ("king", "goolgoth-1")


def test_a_card_that_came_face_down_goes_back_face_up() -> None:
    words = (
        "a2=0.kassin-a b2=0.kassin-b c2=0.gold-hure e2=0.grognard-b f2=0.kassin-b f3=0.kassin-a"
        " c1=0.? b1=0.? d2=1.mourse-a f6=1.draknar"
    )
    state = played(board(words), Moved(0, "c1", "d2", "grognard-a"), Fought((2, 2)))
    assert piece(state, "c1").up
    assert (piece(state, "c1").card, piece(state, "c1").penny) == ("grognard-a", "tails")


def test_both_face_down_cards_of_a_fight_are_turned_up() -> None:
    words = (
        "a2=0.kassin-a b2=0.kassin-b c2=0.gold-hure e2=0.grognard-b f2=0.kassin-b f3=0.kassin-a c1=0.? b1=0.?"
        " a5=1.korse-a b5=1.korse-b c5=1.jorund d5=1.mourse-a e5=1.mourse-b f5=1.korse-a d2=1.harold-de-jarl"
        " e6=1.? f6=1.?"
    )
    state = played(board(words, turn=1), Moved(1, "d2", "c1"))
    assert rule(state, Fought((1, 1))) == "za-09-turned-up"
    state = played(state, TurnedUp(0, "c1", "cloboulon"))
    assert piece(state, "c1").penny == "heads"
    assert isinstance(GAME.turn(state), Chance)


@pytest.mark.parametrize("dice", [(0, 1), (1, 7), (-1, 3)])
def test_dice_show_one_to_six(dice: tuple[int, int]) -> None:
    state = played(board(f"{BOARIX_WARUS} c3=0.grognard-a c4=1.korse-a"), Moved(0, "c3", "c4"))
    assert rule(state, Fought(dice)) == "za-32-one-die-each"


def test_the_words_of_a_fight_tell_its_numbers() -> None:
    state = played(board(f"{BOARIX_WARUS} d4=1.berserkorse-b e3=0.grognard-b", turn=1), Moved(1, "d4", "e3"))
    said = GAME.words(state, Fought((3, 5)))
    assert said == "Grognard 7 + 5 = 12 beats Berserkorse 5 + 3 = 8"
    assert GAME.words(state, Fought((4, 2))) == "Berserkorse 5 + 4 = 9 as underdog beats Grognard 7 + 2 = 9"
    decided = GAME.contest(state, Fought((4, 2)))
    assert decided is not None and decided.words == "Berserkorse beats Grognard"
    assert decided.more == "Equal totals: the lower value wins."
    assert GAME.view(state, None).awaited == "Both press to roll: Berserkorse 5 against Grognard 7"


def test_the_words_of_a_draw_tell_who_steps_back() -> None:
    state = played(board(f"{BOARIX_WARUS} c2=0.grognard-a e4=1.mourse-a"), Moved(0, "c2", "e4"))
    assert GAME.words(state, Fought((2, 2))) == (
        "Grognard 7 + 2 = 9 ties with Mourse 7 + 2 = 9; Grognard steps back to d3"
    )


def test_nobody_turns_up_a_caged_card_for_a_loss() -> None:
    """After a loss the only face-down card lies in a cage: nothing is due, though the reading asks for one card."""
    own = "c4=1.korse-a d4=1.korse-b e5=1.jorund d5=1.mourse-a b5=1.mourse-b a5=1.berserkorse-a a6=1.?"
    start = board(f"{BOARIX_WARUS} c3=0.grognard-a {own}", options={"za-04": "literal"})
    given = GAME.dump_position(start)
    given["cards"]["a6"]["on"] = ["cage-de-racines"]
    given["hand"][0].remove("cage-de-racines")
    caged = GAME.load_position(start.agreed.setup, given)
    fought = Moved(0, "c3", "c4"), Fought((6, 1))
    assert played(start, *fought).todo == (TurnUp(1, 1),)
    after = played(caged, *fought)
    assert after.todo == () and after.turn == 1
    assert rule(replace(after, todo=(TurnUp(1, 1),)), TurnedUp(1, "a6", "korse-b")) == "za-05-own-face-down"


def test_a_card_turned_up_for_one_seat_leaves_what_the_other_owes() -> None:
    down = "b1=0.? a2=0.kassin-a b2=0.kassin-b c2=0.gold-hure d2=0.kassin-b e2=0.grognard-a"
    other = "e6=1.? a5=1.korse-a b5=1.korse-b c5=1.mourse-a d5=1.mourse-b e5=1.jorund"
    state = replace(board(f"{BOARIX_WARUS} {down} {other}"), todo=(TurnUp(0), TurnUp(1)))
    assert GAME.after(state, TurnedUp(1, "e6", "berserkorse-a")).todo == (TurnUp(0),)
