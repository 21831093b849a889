"""What a position of ZONG counts: who is likely to be first on the goal, and with which discs."""

from typing import Any

import pytest

from companion.game import Setup, checked
from companion.games.zong import GAME
from companion.games.zong.state import State

EVEN = {
    "0": {"blue": 3, "risk": 1, "lightning": 1},
    "1": {"risk": 1, "lightning": 1},
    "2": {"risk": 1, "lightning": 1},
}


def at(*places: str, turn: int = 0, **more: Any) -> State:
    pieces = dict(zip(("red", "blue", "green"), places, strict=True))
    return GAME.load_position(checked(GAME, Setup(3)), {"turn": turn, "pieces": pieces} | more)


def worths(state: State) -> list[float]:
    return [GAME.worth(state, seat) for seat in range(3)]


def test_one_of_all_seats_is_first() -> None:
    for places in (("start", "start", "start"), ("9", "4", "20"), ("32", "1", "30")):
        assert sum(worths(at(*places))) == pytest.approx(1, abs=0.01)


def test_further_on_and_sooner_to_move_is_better() -> None:
    mine, others, last = worths(at("20", "10", "10"))
    assert mine > others > last
    assert worths(at("20", "20", "20"))[0] > worths(at("20", "20", "20", turn=1))[0]


def test_points_that_are_thrown_count_as_gone() -> None:
    thrown = [{"disc": "blue", "face": 6}, {"disc": "blue", "face": 5}, {"disc": "risk", "face": 7}]
    few = [{"disc": "blue", "face": 1}, {"disc": "blue", "face": 2}, {"disc": "risk", "face": 0}]
    assert worths(at("9", "9", "9", thrown=thrown))[0] > worths(at("9", "9", "9", thrown=few))[0]


def test_yellow_discs_hold_back_who_has_them() -> None:
    with_two = {
        "0": {"blue": 1, "risk": 3, "lightning": 1},
        "1": {"blue": 0, "risk": 0, "lightning": 2},
        "2": {"blue": 2, "risk": 0, "lightning": 0},
    }
    even, heavy = worths(at("9", "9", "9", discs=EVEN)), worths(at("9", "9", "9", discs=with_two))
    assert heavy[1] < even[1]
    assert heavy[2] > even[2]
