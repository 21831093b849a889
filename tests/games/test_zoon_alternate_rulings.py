"""Rulings, other readings and eyes: what the people may put right, and who may see what."""

import random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.game import Over, legal
from companion.games.zoon.alternate import GAME
from companion.games.zoon.alternate.events import (
    Deployed,
    Fought,
    FrontsUp,
    Moved,
    PlayedTrump,
    Ruled,
    TurnedUp,
)
from companion.games.zoon.family.events import Resigned
from companion.games.zoon.family.state import NUMBERS
from tests.games.zoon import (
    BOARIX_WARUS,
    DOWN,
    FRONT_0,
    TRIBES,
    board,
    lawful,
    opened,
    piece,
    played,
    rule,
    setup,
    there,
)

# overrides


def test_a_override_puts_a_penny_right() -> None:
    state = played(
        board(f"{BOARIX_WARUS} c3=0.grognard-a e5=1.jorund"), Ruled("c3", 0, "grognard-a", "tails")
    )
    assert piece(state, "c3").penny == "tails"


def test_a_override_names_a_misread_card() -> None:
    start = board(DOWN + " d4=0.grognard-a")
    state = played(start, Ruled("d4", 0, "cloboulon", "heads"))
    assert there(state, "d4") == "cloboulon"
    assert "grognard-a" in state.stock.unseen[0]
    assert "cloboulon" not in state.stock.unseen[0]


def test_a_override_moves_a_card_from_where_it_was() -> None:
    state = played(
        board(f"{BOARIX_WARUS} c3=0.grognard-a e5=1.jorund"), Ruled("d4", 0, "grognard-a", "heads")
    )
    assert (there(state, "c3"), there(state, "d4")) == (None, "grognard-a")


def test_a_override_brings_a_fallen_emblem_back() -> None:
    state = board("a1=0.sacrechene f6=1.draknar e5=0.grognard-a a2=1.jorund")
    state = played(state, Moved(0, "e5", "f6"), Fought((6, 1)))
    assert isinstance(GAME.turn(state), Over)
    state = played(state, Ruled("f6", 1, "draknar", "heads"))
    assert not isinstance(GAME.turn(state), Over)
    assert state.stock.off[0] == ("grognard-a",)


def test_a_override_cannot_make_a_card() -> None:
    state = board(f"{BOARIX_WARUS} c3=0.grognard-a e5=1.jorund")
    assert rule(state, Ruled("d4", 0, "king", "heads")) == "ours-cards-of-the-army"
    assert rule(state, Ruled("d4", 0)) == "ours-cards-of-the-army"
    assert rule(state, Ruled("z9")) == "ours-squares"
    assert rule(GAME.start(setup()), Ruled("c3")) == "zo-03-armies-first"


def test_settings_begin_with_what_is_likeliest() -> None:
    state = board(f"{BOARIX_WARUS} c3=0.grognard-a e5=1.jorund")
    found = list(GAME.overrides(state, "c3"))
    assert found[:3] == [
        Ruled("c3", 0, "grognard-a", "tails"),
        Ruled("c3", 0, "grognard-b", "heads"),
        Ruled("c3"),
    ]
    assert len(found) == len(set(found))


@given(st.integers(0, 10_000))
@example(131)  # a override while a fight is due leaves a card to be turned up besides
@example(153)  # the same while a shot is thrown for
@settings(max_examples=25, deadline=None)
def test_no_override_loses_or_makes_a_card(seed: int) -> None:
    rng = random.Random(seed)
    state = GAME.start(setup(tribes=f"{rng.choice(TRIBES)},{rng.choice(TRIBES)}"))
    for number in range(70):
        events: list[Any] = legal(GAME, state)
        if number > 6 and (not events or rng.random() < 0.25):
            square = rng.choice(sorted(NUMBERS))
            events = list(GAME.overrides(state, square)) or events
        if not events:
            break
        event = rng.choice(events)
        assert GAME.words(state, event)
        state = GAME.after(state, event)
        assert GAME.faults(state) == (), event


# other readings


def test_a_move_may_have_been_another_move_or_card() -> None:
    state = board(DOWN)
    booked = Moved(0, "c1", "d2", "grognard-a")
    others = list(GAME.alternatives(state, booked, "d2"))
    assert others[0] in (Moved(0, "c1", "d2", "cloboulon"), Moved(0, "c1", "d2", "grognard-b"))
    assert booked not in others
    moves = [event for event in others if isinstance(event, Moved)]
    assert all("d2" in (event.start, event.to) for event in moves)
    assert {event.at for event in others if isinstance(event, PlayedTrump)} == {"d2"}
    assert list(GAME.alternatives(state, booked, "f5")) == []


def test_a_card_of_the_front_row_may_have_been_another() -> None:
    state = played(GAME.start(setup()), Deployed(0), Deployed(1))
    others = list(GAME.alternatives(state, FrontsUp(0, FRONT_0), "d2"))
    assert others[0].cards[3] == "grognard-a"
    swapped = ("kassin-a", "kassin-b", "grognard-b", "gold-hure", "kassin-b", "kassin-a")
    assert FrontsUp(0, swapped) in others
    assert all(rule(state, event) is None for event in others)


@pytest.mark.parametrize(
    ("event", "shows"),
    [
        (Moved(0, "c1", "d1"), False),
        (Moved(0, "c1", "d2", "grognard-a"), True),
        (Moved(0, "c2", "c3", "gold-hure"), False),
        (PlayedTrump(0, "mur-darbres", "a4"), False),
        (TurnedUp(0, "c1", "grognard-a"), True),
        (Fought((1, 2)), True),
    ],
)
def test_what_cannot_be_made_unseen(event: Any, *, shows: bool) -> None:
    assert GAME.reveals(board(DOWN), event) is shows


# eyes


def test_the_shared_screen_says_nothing_that_only_the_referee_knows() -> None:
    hidden = DOWN.replace("c1=0.?", "c1=0.?grognard-a").replace("b1=0.?", "b1=0.?sacrechene")
    other = DOWN.replace("c1=0.?", "c1=0.?sacrechene").replace("b1=0.?", "b1=0.?grognard-a")
    for eyes in (None, 1):
        one, two = GAME.view(board(hidden), eyes), GAME.view(board(other), eyes)
        assert one == two
        assert "Sacrech" not in str(one)
    assert GAME.words(board(hidden), Moved(0, "c1", "d1")) == GAME.words(board(other), Moved(0, "c1", "d1"))


def test_an_owner_sees_its_own_cards_in_its_turn_and_not_during_a_fight() -> None:
    hidden = DOWN.replace("c1=0.?", "c1=0.?cloboulon") + " f4=1.korse-a"
    state = board(hidden)
    assert GAME.view(state, 0).board["c1"][0].label == "cloboulon"
    assert GAME.view(state, 1).board["c1"][0].label is None
    fighting = played(state, Moved(0, "f3", "f4"))
    assert GAME.view(fighting, 0).board["c1"][0].label is None


def test_all_is_shown_when_the_game_is_over() -> None:
    hidden = DOWN.replace("c1=0.?", "c1=0.?cloboulon")
    over = played(board(hidden), Resigned(0))
    assert GAME.view(over, None).board["c1"][0].label == "cloboulon"


def test_a_square_tells_its_numbers_and_where_to() -> None:
    said = GAME.view(board(f"{BOARIX_WARUS} c3=0.gold-hure.t e5=1.jorund"), None).about
    assert said["c3"].startswith("Gold-Hure · penny on tails: ★ + 2 · may go to a5, b2, b3, b4, c1, c2")
    assert said["e5"] == "Jorund · penny on heads: 6 + 6 = 12"
    assert said["a1"] == "Sacrechêne · penny on heads: 4 + 2 = 6 · cannot move"


def test_piles_beside_the_board_are_told_by_number() -> None:
    state = board(f"{BOARIX_WARUS} c3=0.gold-hure e5=1.jorund")
    assert GAME.view(state, None).aside[0] == (
        "In hand: Cage de Racines, Mur d'Arbres, Pluie de Menhirs",
        "Tomb: 10",
    )


def test_legal_moves_at_the_beginning_are_few_enough_to_list() -> None:
    assert 10 < len(lawful(opened(), Moved)) < 80
