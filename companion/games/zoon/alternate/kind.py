"""What the alternate rules do otherwise than the rest of the family."""

from companion.game import Seat
from companion.games.zoon.alternate import effects, trumps
from companion.games.zoon.alternate.changes import called_on, claimed
from companion.games.zoon.alternate.events import Deployed, Moved, PlayedTrump
from companion.games.zoon.alternate.options import OPTIONS
from companion.games.zoon.alternate.routes import grid_moves
from companion.games.zoon.alternate.state import Piece, State, Untidy
from companion.games.zoon.family.board import NAMES
from companion.games.zoon.family.state import Kind


def public_state(state: State) -> State:
    """The referee knows no more than everybody: a face-down card is told only by agreement."""
    return state


def _moved(seat: Seat, start: int, to: int, piece: Piece) -> Moved:
    return Moved(seat, NAMES[start], NAMES[to], piece.card if piece.up else None)


KIND = Kind(
    options=OPTIONS,
    hidden=False,
    public=public_state,
    phases=("deploy", "fronts", "lot"),
    piece=Piece,
    untidy=Untidy,
    deployed=Deployed,
    played=PlayedTrump,
    called=called_on,
    claimed=claimed,
    born=trumps.born,
    caged=trumps.caged,
    shot=trumps.shot,
    moved=_moved,
    grid_moves=grid_moves,
    trades=effects.trades,
    swapped=effects.swapped,
)
