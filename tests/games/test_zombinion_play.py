"""Games of Zombinion at random, whole: nothing is lost, everything drawn is lawful, any moment can be kept."""

import json
from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from companion.game import Event, Over, legal
from companion.games.zombinion import rules
from companion.games.zombinion.events import Chose, Ended, Played, Revealed, Ruled, Shot, Shuffled, Took
from companion.games.zombinion.state import State
from tests.games.zombinion import GAME, setup, ten, untidily_left

MOST = 5000
"""No game of random play is longer than this."""


def walk(seed: int, seats: int, knowing: str) -> Iterator[tuple[State, Event, State]]:
    """A whole game of ten kinds drawn by lot."""
    rng = Random(f"{seed}.{seats}.{knowing}")
    state = GAME.start(setup(seats, kinds=ten(rng), knowing=knowing))
    for _ in range(MOST):
        if isinstance(GAME.turn(state), Over):
            return
        event = GAME.sample(state, rng.randrange)
        after = rules.after(state, event)
        yield state, event, after
        state = after
    raise AssertionError("the game has no end")


each_way = pytest.mark.parametrize("knowing", ["known", "table"])
each_number = pytest.mark.parametrize("seats", [2, 3, 4])


@each_way
@each_number
def test_a_game_keeps_every_card_and_comes_to_an_end(seats: int, knowing: str) -> None:
    for seed in range(3):
        for before, event, after in walk(seed, seats, knowing):
            assert GAME.violation(before, event) is None, event
            assert (*GAME.faults(after), *untidily_left(after)) == (), event
            assert after.total == before.total
        assert isinstance(GAME.turn(after), Over)
        assert legal(GAME, after) == []


@each_way
def test_any_moment_can_be_kept_as_json(knowing: str) -> None:
    for number, (before, _, after) in enumerate(walk(1, 3, knowing)):
        if number % 7 == 0 or after.todo or after.over:
            given = json.loads(json.dumps(GAME.dump_position(after)))
            assert GAME.load_position(before.agreed.setup, given) == after


def test_random_play_meets_every_kind_of_choice() -> None:
    met: Counter[str] = Counter()
    for seed in range(12):
        for _, event, _ in walk(seed, 3, "table" if seed % 3 else "known"):
            met[event.what if isinstance(event, Chose) else type(event).__name__] += 1
    wanted = {kind.__name__ for kind in (Played, Shot, Took, Shuffled, Revealed, Ended)}
    wanted |= {
        *("react", "discard", "trash", "gain", "topdeck", "twice", "deck-to-discard", "set-aside"),
        *("spy-discard", "thief-trash", "thief-gain", "envoy-discard"),
    }
    assert wanted <= set(met)


def plainly(event: Event) -> Event:
    """An event with its cards in no order: what is listed once for all orders."""
    if isinstance(event, Chose | Shot):
        cards = sorted(event.cards, key=str)
        return msgspec.structs.replace(event, cards=tuple(cards))
    return event


@each_way
def test_what_is_drawn_is_listed_too(knowing: str) -> None:
    """Only of orders not all are listed, nor of unseen cards every mixture of shown and not shown."""
    for number, (before, event, _) in enumerate(walk(3, 2, knowing)):
        if number % 5 == 0 and not isinstance(event, Shuffled):
            assert plainly(event) in {plainly(each) for each in legal(GAME, before)}, event


@each_way
def test_whatever_the_law_forbids_can_be_laid_and_loses_no_card(knowing: str) -> None:
    moments = list(walk(5, 3, knowing))
    events = [event for _, event, _ in moments[::17]]
    odd = [
        Played(0, "no-card"),
        Took(1, "no-card"),
        Shot(0, ("no-card",)),
        Ended(9),
        Chose(0, "trash", ("zombi",)),
    ]
    forbidden = 0
    for state, _, _ in moments[::23]:
        for event in (*events, *odd):
            if GAME.violation(state, event) is not None:
                after = GAME.after(state, event)
                assert GAME.faults(after) == (), event
                assert GAME.words(state, event)
                forbidden += 1
    assert forbidden > 100


def test_what_was_done_by_itself_may_be_told_again_and_changes_nothing() -> None:
    told = 0
    for seed in range(4):
        for _, event, after in walk(seed, 3, "known"):
            for done in after.passed:
                assert isinstance(done, Chose | Ended | Revealed | Shuffled)
                step = after.step
                if step is None or (step.do, step.seat) != (done.what or "reveal", done.seat):
                    assert GAME.violation(after, done) is None, (event, done)
                    assert GAME.after(after, done) is after, (event, done)
                    told += 1
    assert told > 100


def test_a_override_puts_right_what_was_laid_against_the_law() -> None:
    state = GAME.start(setup(2, knowing="known", start="0"))
    for seat in (0, 1):
        state = GAME.after(state, Shuffled(seat, ("pallottola",) * 7 + ("zombi",) * 3))
    wrong = GAME.after(state, Played(0, "furbizia"))
    assert wrong.players[0].in_play == ("furbizia",)
    assert sum(wrong.total) == sum(state.total) + 1
    right = GAME.after(wrong, Ruled(card="furbizia", out_of="play.0"))
    assert right.total == state.total
    assert GAME.faults(right) == ()
