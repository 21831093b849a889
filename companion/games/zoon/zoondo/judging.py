"""How well a seat of Zoondo stands."""

from itertools import chain

from companion.game import Seat
from companion.games.zoon.family.board import NUMBERS
from companion.games.zoon.family.worth import standing
from companion.games.zoon.zoondo.state import Fight, State


def worth(state: State, seat: Seat) -> float:
    """By what its Zoons count and how near they are to the rival's Emblem; a caged one is none."""
    free = ((number, one) for number, one in enumerate(state.board) if one is not None and not one.cage)
    fighting = ((NUMBERS[step.at], step.piece) for step in state.todo if isinstance(step, Fight))
    return standing(state.agreed, chain(free, fighting), state.stock, seat)
