"""Small changes to a state that several events share; each gives a new state."""

import msgspec
from msgspec.structs import replace

from companion.games.zoon.family.board import board_with
from companion.games.zoon.family.state import beaten
from companion.games.zoon.family.ways import zoons_of
from companion.games.zoon.zoondo.options import is_shown
from companion.games.zoon.zoondo.state import Piece, State


def put(state: State, changes: dict[int, Piece | None]) -> State:
    """The state with other Zoons on some squares."""
    return replace(state, board=board_with(state.board, changes))


def on_board(state: State, seat: int) -> list[tuple[int, Piece]]:
    """A seat's Zoons by square; a caged card is none. One that stands over a defender is not listed."""
    return zoons_of(state.board, seat)


def known_as(state: State, piece: Piece, card: str) -> tuple[State, Piece]:
    """A Zoon whose face everybody has seen: nothing that it did can be doubted any more."""
    seen = is_shown(state.agreed)
    return state, msgspec.structs.replace(piece, card=card, claims=(), seen=seen)


def turned_down(piece: Piece) -> Piece:
    return msgspec.structs.replace(piece, up=False, lies="") if piece.up else piece


def lost(state: State, piece: Piece) -> State:
    """A Zoon goes to its owner's tomb; the game is over when it was the Emblem."""
    return beaten(state, piece, "s2-emblem-falls")
