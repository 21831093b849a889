"""How far each seat has come in ZoneS, for who looks back on a game."""

from companion.abilities import Measure
from companion.game import Seat
from companion.games.zones.state import State
from companion.language import _


def whose_turn(state: State) -> Seat | None:
    """Whose turn it is; None before the first and after the last."""
    return state.turn if state.phase == "play" and state.over is None else None


def measures(state: State) -> tuple[Measure, ...]:
    """What the captures of each seat cost, and its pieces on the board and in reserve."""
    standing = [piece.seat for piece in state.board if piece is not None]
    pieces = tuple(standing.count(seat) + len(state.pool.reserve[seat]) for seat in (0, 1))
    return (
        Measure(_("Points captured"), tuple(state.cost(seat) for seat in (0, 1)), decides=True),
        Measure(_("Pieces"), pieces),
    )
