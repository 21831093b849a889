"""How well a seat of Zoondo stands."""

from companion.game import Seat
from companion.games.zoondo.state import Fight, State
from companion.kits.zoon_board import NUMBERS
from companion.kits.zoon_worth import standing


def worth(state: State, seat: Seat) -> float:
    """By what its Zoons count and how near they are to the rival's Emblem; a caged one is none."""
    pieces = [
        (number, piece.seat, piece.card)
        for number, piece in enumerate(state.board)
        if piece is not None and not piece.cage
    ]
    pieces += [(NUMBERS[s.at], s.piece.seat, s.piece.card) for s in state.todo if isinstance(s, Fight)]
    kept = state.stock.reinforcements
    return standing(state.agreed, pieces, (len(kept[0]), len(kept[1])), seat)
