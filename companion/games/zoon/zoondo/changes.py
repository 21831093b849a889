"""Small changes to a state that several events share; each gives a new state."""

import msgspec

from companion.games.zoon.family.state import is_shown
from companion.games.zoon.zoondo.state import Piece, State


def known_as(state: State, piece: Piece, card: str) -> tuple[State, Piece]:
    """A Zoon whose face everybody has seen: nothing that it did can be doubted any more."""
    seen = is_shown(state.agreed)
    return state, msgspec.structs.replace(piece, card=card, claims=(), seen=seen)


def turned_down(piece: Piece) -> Piece:
    return msgspec.structs.replace(piece, up=False, lies="") if piece.up else piece
