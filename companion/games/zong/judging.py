"""How well a seat of ZONG stands: how far its piece is on the way to the goal beside all others."""

from math import exp

from companion.game import Seat
from companion.games.zong.state import State

FOR_SQUARE = 0.3


def worth(state: State, seat: Seat) -> float:
    """Its share of the hopes of all: each square further on counts more than the last one."""
    hopes = [exp(FOR_SQUARE * state.place(each)) for each in range(state.seats)]
    return hopes[seat] / sum(hopes)
