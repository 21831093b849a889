"""Small changes to a state that several events share; each gives a new state."""

import msgspec
from msgspec.structs import replace

from companion.game import Over
from companion.games.zoondo.options import is_shown
from companion.games.zoondo.state import Board, Fight, Piece, State, Untidy
from companion.kits.zoon_agreed import Agreed
from companion.kits.zoon_board import board_with
from companion.kits.zoon_piles import added, joined, parted
from companion.kits.zoon_ways import zoons_of
from companion.kits.zoon_words import card_called, seat_called
from companion.language import _, marked


def put(state: State, changes: dict[int, Piece | None]) -> State:
    """The state with other Zoons on some squares."""
    return replace(state, board=board_with(state.board, changes))


def learnt(state: State, seat: int, card: str | None) -> State:
    """One of the faces that the referee did not know is known now."""
    return (
        state
        if card is None
        else replace(state, stock=replace(state.stock, unseen=parted(state.stock.unseen, seat, card)))
    )


def forgotten(state: State, seat: int, card: str) -> State:
    """A face goes back among those that the referee does not know."""
    return replace(state, stock=replace(state.stock, unseen=joined(state.stock.unseen, seat, card)))


def tidied(untidy: tuple[Untidy, ...], *squares: str) -> tuple[Untidy, ...]:
    """What is left to tidy once these squares have been touched anew."""
    return tuple(thing for thing in untidy if thing.at not in squares) if untidy else untidy


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
    """A Zoon, with what lay on it, goes to its owner's tomb; the game is over when it was the Emblem."""
    tomb = added(state.stock.tomb, piece.seat, piece.card)
    if piece.gear:
        tomb = added(tomb, piece.seat, piece.gear)
    state = replace(state, stock=replace(state.stock, tomb=tomb))
    if piece.card is not None and piece.card == state.agreed.emblems[piece.seat]:
        parts = (("name", state.agreed.facts.name(piece.card)),)
        over = Over((1 - piece.seat,), marked("{name} is beaten"), "s2-emblem-falls", parts)
        return replace(state, over=over)
    return state


def out_of_hand(state: State, seat: int, trump: str) -> State:
    return replace(state, stock=replace(state.stock, hand=parted(state.stock.hand, seat, trump)))


def taken_off(state: State, piece: Piece) -> State:
    """A Zoon taken off by the people; what it carried comes back to the hand."""
    stock = state.stock
    if piece.gear:
        stock = replace(stock, hand=joined(stock.hand, piece.seat, piece.gear))
    return replace(state, stock=replace(stock, off=added(stock.off, piece.seat, piece.card)))


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


def seat_name(state: State, seat: int) -> str:
    """A seat in words: its player's name, or its tribe's."""
    return seat_called(state.agreed.setup, state.agreed.facts, state.agreed.tribes, seat)


def laid(state: State) -> list[Piece]:
    """Every Zoon on the board, an attacker that stands over its defender included."""
    found = [piece for piece in state.board if piece is not None]
    found.extend(step.piece for step in state.todo if isinstance(step, Fight))
    return found


def rested(board: Board) -> Board:
    """The board at the end of a turn: no Zoon has moved in the next one yet."""
    for moved in board:
        if moved is not None and moved.moved:
            return tuple(
                piece if piece is None or not piece.moved else msgspec.structs.replace(piece, moved="")
                for piece in board
            )
    return board
