"""How well a seat of ZoneS stands: what was captured, and how near its pieces are to the rival's home tiles."""

from math import exp

from companion.game import Seat
from companion.games.zones.settling import occupied
from companion.games.zones.state import State

FOR_COST, FOR_HOME = 0.08, 0.9
NEAREST = (0.3, 0.2, 0.1)
"""What the pieces nearest to the rival's base count, for every square that they are nearer than the far edge."""


def worth(state: State, seat: Seat) -> float:
    """By the cost of all captures, the home tiles held, and the three pieces that are nearest to the rival's base."""
    if state.phase == "set-up" or min(state.bases) < 0:
        return 0.5
    return 1 / (1 + exp(_strength(state, 1 - seat) - _strength(state, seat)))


def _strength(state: State, seat: Seat) -> float:
    apart = state.agreed.board.apart[state.bases[1 - seat]]
    away = sorted(
        [
            apart[number]
            for number, piece in enumerate(state.board)
            if piece is not None and piece.seat == seat and not piece.kind.is_fortification
        ]
    )
    near = sum([weight * max(0, 6 - far) for weight, far in zip(NEAREST, away, strict=False)])
    return FOR_COST * state.cost(seat) + FOR_HOME * occupied(state, seat) + near
