"""Small changes to a state that several events share; each gives a new state."""

import msgspec
from msgspec.structs import replace

from companion.games.zoondo.options import is_shown
from companion.games.zoondo.state import Piece, State
from companion.kits.zoon_agreed import Agreed
from companion.kits.zoon_board import board_with
from companion.kits.zoon_state import beaten
from companion.kits.zoon_ways import zoons_of
from companion.kits.zoon_words import card_called
from companion.language import _


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


def name_of(state: State, square: str) -> str:
    """What stands on a square, in words that tell nothing hidden."""
    piece = state.at(square)
    return _("an empty square") if piece is None else card_name(state.agreed, piece)


def card_name(agreed: Agreed, piece: Piece) -> str:
    """A Zoon by its name while it lies face up."""
    return card_called(agreed.facts, piece.card if piece.up else None)


def card_on(agreed: Agreed, piece: Piece, square: str) -> str:
    """A Zoon as far as it lies open, and where it lies."""
    return _("{card} on {square}").format(card=card_name(agreed, piece), square=square)


def lost(state: State, piece: Piece) -> State:
    """A Zoon goes to its owner's tomb; the game is over when it was the Emblem."""
    return beaten(state, piece, "s2-emblem-falls")
