"""How well a seat of Zoon stands."""

from itertools import chain

from companion.game import Seat
from companion.games.zoon_alternate.state import Fight, State
from companion.kits.zoon_board import NUMBERS
from companion.kits.zoon_worth import standing


def worth(state: State, seat: Seat) -> float:
    """By what its Zoons count and how near they are to the rival's Emblem; a caged one is none."""
    free = ((number, one) for number, one in enumerate(state.board) if one is not None and not one.on)
    fighting = ((NUMBERS[step.at], step.piece) for step in state.todo if isinstance(step, Fight))
    return standing(state.agreed, chain(free, fighting), state.stock, seat, state.turn)
