"""What Zoondo does otherwise than the rest of the family."""

from companion.game import Seat
from companion.games.zoon.family.board import NAMES
from companion.games.zoon.family.state import Kind
from companion.games.zoon.zoondo import effects, trumps
from companion.games.zoon.zoondo.events import Deployed, Moved, PlayedTrump
from companion.games.zoon.zoondo.knowing import claimed, public_state
from companion.games.zoon.zoondo.options import OPTIONS
from companion.games.zoon.zoondo.routes import moves_by_grid
from companion.games.zoon.zoondo.state import Piece, State, Untidy


def _moved(seat: Seat, start: int, to: int, _piece: Piece) -> Moved:
    return Moved(seat, NAMES[start], NAMES[to])


def _called(_state: State, square: str) -> str:
    return square


KIND = Kind(
    options=OPTIONS,
    hidden=True,
    public=public_state,
    phases=("deploy", "lot"),
    piece=Piece,
    untidy=Untidy,
    deployed=Deployed,
    played=PlayedTrump,
    called=_called,
    claimed=claimed,
    born=trumps.born,
    caged=trumps.caged,
    shot=trumps.shot,
    moved=_moved,
    grid_moves=moves_by_grid,
    trades=effects.trades,
    swapped=effects.swapped,
)
