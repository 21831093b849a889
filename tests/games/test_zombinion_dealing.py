"""Games played with the cards as they really lie: what the table hears is lawful, and what it knows is so."""

from random import Random

import pytest

from companion.game import Over
from companion.games.zombinion.events import Chose, Ended, Shot, Shuffled, Took
from companion.games.zombinion.worlds import belief_error, determinize, step_truth
from tests.games.zombinion import GAME, setup, ten


@pytest.mark.parametrize("knowing", ("table", "known"))
@pytest.mark.parametrize("seed", range(6))
def test_what_is_heard_of_a_game_is_lawful_and_true(seed: int, knowing: str) -> None:
    chance = Random(seed)
    agreed = setup(2 + seed % 3, kinds=ten(Random(seed)), start="0", knowing=knowing)
    belief = GAME.start(agreed)
    truth = determinize(belief, chance.randrange)
    going = settled = 0
    for _ in range(1500):
        if isinstance(GAME.turn(truth), Over):
            break
        truth, heard = step_truth(truth, belief, chance.randrange)
        for event in heard:
            assert GAME.violation(belief, event) is None, event
            assert isinstance(event, Shuffled) or GAME.after(belief, event) != belief
            belief = GAME.after(belief, event)
        if truth.over is None:
            assert bool(truth.todo) == bool(belief.todo)
            going += 1
        if not truth.todo:
            assert belief_error(truth, belief) == ""
            settled += 1
    assert going >= 20 and settled >= 20
    assert GAME.turn(belief) == GAME.turn(truth)
    assert isinstance(GAME.turn(truth), Over)


def test_hidden_cards_are_not_told() -> None:
    chance = Random(3)
    belief = GAME.start(setup(3, start="0", kinds=ten(Random(3))))
    truth = determinize(belief, chance.randrange)
    counted = 0
    for _ in range(400):
        truth, heard = step_truth(truth, belief, chance.randrange)
        for event in heard:
            if isinstance(event, Chose) and event.what == "discard" and len(event.cards) > 1:
                assert set(event.cards[:-1]) == {None} and event.cards[-1] is not None
                counted += 1
            assert not isinstance(event, Shuffled) or event.order is None
            belief = GAME.after(belief, event)
    assert counted


def test_people_lay_all_their_mirare_and_take_what_is_worth_it() -> None:
    chance = Random(5)
    belief = GAME.start(setup(2, start="0"))
    truth = determinize(belief, chance.randrange)
    free = taken = ended = rich = 0
    for _ in range(300):
        before = truth
        truth, heard = step_truth(truth, belief, chance.randrange)
        for event in heard:
            belief = GAME.after(belief, event)
            if isinstance(event, Took):
                taken += 1
                free += not before.agreed.cards[event.card].cost
            if isinstance(event, Ended) and before.phase == "hunt":
                ended += 1
                rich += before.targets > 0 and before.shots > 1
            assert not isinstance(event, Shot) or event.cards
    assert free < taken / 20 and rich < ended / 20


def test_what_is_not_so_is_named() -> None:
    chance = Random(1)
    belief = GAME.start(setup(2, start="0"))
    truth = determinize(belief, chance.randrange)
    assert belief_error(truth, belief) == ""
    assert belief_error(truth, GAME.after(belief, Ended(0))).startswith("phase")
    covered = GAME.after(GAME.after(truth, Ended(0)), Took(0, "pallottola"))
    assert belief_error(covered, GAME.after(belief, Ended(0))).startswith("targets")
    assert belief_error(belief, truth).startswith("hand.0")
