"""How far each seat has come in Zoondo, for who looks back on a game."""

from companion.abilities import Measure
from companion.game import Seat
from companion.games.zoondo.state import State
from companion.language import _


def whose_turn(state: State) -> Seat | None:
    """Whose turn it is; None before the first and after the last."""
    return state.turn if state.phase == "play" and state.over is None else None


def measures(state: State) -> tuple[Measure, ...]:
    """The Zoons of each seat that are not in the tomb: on the board, and those still to come."""
    standing = [piece.seat for piece in state.board if piece is not None]
    zoons = tuple(standing.count(seat) + len(state.stock.reinforcements[seat]) for seat in (0, 1))
    return (Measure(_("Zoons"), zoons),)
