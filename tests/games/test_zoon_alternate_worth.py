"""What a position of Zoon counts: strikes at the Emblems by their odds, and the same for both seats."""

from itertools import chain
from typing import Any

import pytest
from msgspec.structs import replace

from companion.game import Event, Setup, checked
from companion.games.zoon.alternate import GAME
from companion.games.zoon.alternate.events import Piece, State
from companion.games.zoon.family.state import NAMES, NUMBERS, Wall
from companion.search import options
from tests.companion.search.playing import played_by_lot
from tests.games.zoon import board


def worth(words: str, turn: int, seat: int = 0) -> float:
    return GAME.worth(board(words, turn), seat)


def test_who_is_to_move_and_can_strike_the_emblem_stands_better_than_who_cannot() -> None:
    far = "a1=0.sacrechene c4=0.gold-hure f6=1.draknar a6=1.jorund"
    near = "a1=0.sacrechene f5=0.gold-hure f6=1.draknar a6=1.jorund"
    assert worth(near, 0) > worth(far, 0)
    assert worth(near, 0) > worth(near, 1), "the rival moves first, and may mend it"


def test_a_strike_counts_only_where_the_way_is_open_and_by_the_odds_of_its_dice() -> None:
    strong = "a1=0.sacrechene f5=0.gold-hure f6=1.draknar a6=1.jorund"
    weak = strong.replace("gold-hure", "gold-hure.t")
    assert worth(strong, 0) > worth(weak, 0), "eight against five, or under tails four against five"
    caged = board(strong, 0)
    emblem = caged.at("f6")
    assert emblem is not None
    safe = replace(
        caged,
        board=tuple(replace(one, cage="cage-de-racines") if one is emblem else one for one in caged.board),
    )
    assert GAME.worth(safe, 0) < GAME.worth(caged, 0)


@pytest.mark.parametrize("tribes", ["boarix,warus", "monkus,rhinogoths"])
def test_both_seats_have_the_same_of_a_position_that_is_turned_about(tribes: str) -> None:
    turned = ",".join(reversed(tribes.split(",")))
    setups = [checked(GAME, Setup(2, (("tribes", given),))) for given in (tribes, turned)]
    looked_at = 0
    for state in chain.from_iterable(played_by_lot(GAME, setups[0], seed, 150) for seed in range(5, 9)):
        if state.phase != "play" or state.todo or state.over is not None:
            continue
        here = replace(state, board=tuple(one and replace(one, claims=()) for one in state.board))
        there = _turned(here, GAME.start(setups[1]))
        for seat in (0, 1):
            assert GAME.worth(there, 1 - seat) == pytest.approx(GAME.worth(here, seat), abs=1e-12)
        mine = {_turned_event(event) for event in options(GAME, here, here.turn)}
        assert mine == set(options(GAME, there, there.turn))
        looked_at += 1
    assert looked_at > 30


def _turned(state: State, start: State) -> State:
    """The position as the other seat has it: every square across, every pile with the other owner."""
    squares: list[Piece | None] = [one and replace(one, seat=1 - one.seat) for one in reversed(state.board)]
    stock = state.stock
    piles = {name: getattr(stock, name)[::-1] for name in ("hand", "reinforcements", "tomb", "off", "unseen")}
    walls = tuple(
        Wall(_across(wall.at), None if wall.seat is None else 1 - wall.seat, wall.trump, wall.blocks)
        for wall in state.walls
    )
    return replace(
        start,
        phase="play",
        turn=1 - state.turn,
        board=tuple(squares),
        walls=walls,
        stock=replace(stock, **piles),
        aside=state.aside[::-1],
        ready=state.ready,
    )


def _across(square: str) -> str:
    return NAMES[len(NAMES) - 1 - NUMBERS[square]]


def _turned_event(event: Any) -> Event:
    turned: dict[str, Any] = {}
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if isinstance(value, tuple):
            turned[name] = tuple(_across(each) if each in NUMBERS else each for each in value)
        elif name == "seat":
            turned[name] = 1 - value
        else:
            turned[name] = _across(value) if value in NUMBERS else value
    found: Event = type(event)(**turned)
    return found
