"""What was played held against the best instead: a blunder is found, and what is good is left alone."""

import random
from typing import Any

import pytest

from companion.game import Event, Game, Over, Seats
from companion.games import all_games
from companion.search import EACH, Search, options, outcome, weighed
from tests.companion.search.playing import agreed, played_by_lot

ZONES = all_games()["zones"]
FEW = 5
"""So many events of a game are weighed: each takes as many plays to the end as in the app."""


def won_at_once(game: Game[Any], seeds: range) -> tuple[Any, int, Event, Event]:
    """A state in which a seat may win at once: the state, the seat, how it wins, and something else that it may do."""
    for seed in seeds:
        for state in played_by_lot(game, agreed(game, game.seats[0]), seed, 400):
            turn = game.turn(state)
            if not isinstance(turn, Seats) or game.layout(state) is not None:
                continue
            seat = min(turn.seats)
            own = [one for one in game.candidates(state, None) if one.seat == seat]
            lawful = [one for one in own if game.violation(state, one) is None]
            winning = [one for one in lawful if _wins(game, game.after(state, one), seat)]
            idle = [one for one in lawful if not isinstance(game.turn(game.after(state, one)), Over)]
            if winning and idle:
                return state, seat, winning[0], idle[0]
    raise AssertionError("nobody could win at once")


def _wins(game: Game[Any], state: Any, seat: int) -> bool:
    turn = game.turn(state)
    return isinstance(turn, Over) and turn.winners == (seat,)


@pytest.fixture(scope="module")
def missed() -> tuple[Any, int, Event, Event]:
    return won_at_once(ZONES, range(3, 30))


def test_a_win_that_was_passed_over_is_the_better_line(missed: tuple[Any, int, Event, Event]) -> None:
    state, seat, _win, idle = missed
    found = weighed(ZONES, state, seat, idle, random.Random(1).randrange, lambda: False)
    best, played = found.lines
    assert _wins(ZONES, ZONES.after(state, best.events[0]), seat)
    assert played.events[0] == idle and best.worth - played.worth > 0.15
    assert best.plays == played.plays == EACH


def test_a_win_that_was_taken_is_left_alone(missed: tuple[Any, int, Event, Event]) -> None:
    state, seat, win, _idle = missed
    found = weighed(ZONES, state, seat, win, random.Random(1).randrange, lambda: False)
    assert not found.lines or found.event == win or found.lines[0].worth - found.lines[1].worth < 0.05


def test_both_are_tried_as_often(missed: tuple[Any, int, Event, Event]) -> None:
    state, seat, win, idle = missed
    search = Search(ZONES, state, seat, random.Random(2).randrange, lambda: False, frozenset({win, idle}))
    lines = search.compared(40)
    assert {line.events[0] for line in lines} == {win, idle} and [line.plays for line in lines] == [20, 20]
    assert lines[0].events[0] == win


def test_what_nobody_could_decide_is_a_fault(missed: tuple[Any, int, Event, Event]) -> None:
    state, seat, win, _idle = missed
    with pytest.raises(ValueError):
        weighed(ZONES, state, 1 - seat, win, random.Random(1).randrange, lambda: False)


def test_what_no_search_would_try_is_weighed_all_the_same() -> None:
    game = all_games()["zombinion"]
    for state in played_by_lot(game, agreed(game, game.seats[0]), 3, 200):
        turn = game.turn(state)
        if not isinstance(turn, Seats):
            continue
        seat = min(turn.seats)
        for event in game.candidates(state, None):
            if (
                event.seat == seat
                and not game.is_sensible(state, event)
                and game.violation(state, event) is None
            ):
                rng = random.Random(1).randrange
                found = weighed(game, state, seat, event, rng, lambda: False)
                assert found.event != event and len(found.lines) == 2
                return
    pytest.fail("everything was sensible")


def test_without_time_nothing_is_said(missed: tuple[Any, int, Event, Event]) -> None:
    state, seat, _win, idle = missed
    found = weighed(ZONES, state, seat, idle, random.Random(1).randrange, lambda: True)
    assert found.lines == ()


@pytest.mark.parametrize("id", ["zoon_alternate", "zoondo", "zones", "zong", "zombinion"])
def test_what_is_played_in_every_game_can_be_weighed(id: str) -> None:
    game, rng = all_games()[id], random.Random(4)
    weighings = 0
    for state in played_by_lot(game, agreed(game, game.seats[0]), 4, 120):
        turn = game.turn(state)
        if not isinstance(turn, Seats) or game.layout(state) is not None or rng.random() > 0.1:
            continue
        seat = min(turn.seats)
        found = options(game, state, seat)
        played = next((ways[0] for ways in found.values() if ways[0].seat == seat), None)
        if played is None:
            continue
        ways = list(found[game.decided(state, played)])
        event = outcome(game, state, game.decided(state, played), ways, rng.randrange)
        if event is None:
            continue
        found = weighed(game, state, seat, event, rng.randrange, lambda: False)
        assert len(found.lines) in (0, 1, 2)
        weighings += 1
        if weighings == FEW:
            break
    assert weighings
