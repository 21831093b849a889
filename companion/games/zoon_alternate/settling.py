"""When a step is done, when the turn passes, and when somebody cannot play any more."""

from dataclasses import replace
from typing import Any

import msgspec

from companion.game import Over, Seat
from companion.games.zoon_alternate import effects, reinforcing, trumps
from companion.games.zoon_alternate.changes import on_board, seat_name
from companion.games.zoon_alternate.routes import grid_moves
from companion.games.zoon_alternate.state import Piece, Show, State, TurnUp, Untidy
from companion.games.zoon_alternate.unseen import possible
from companion.kits.zoon_board import March, Star

_PLACES = ("come", "other", "off")


def settled(state: State) -> State:
    """Steps that cannot be carried out, or are done, fall off; when none is left the turn passes."""
    if state.phase != "play":
        return state
    while state.over is None and state.todo and _is_done(state, state.todo[-1]):
        state = replace(state, todo=state.todo[:-1])
    if state.over is not None:
        return replace(state, todo=())
    return state if state.todo else _passed(state)


def _is_done(state: State, step: Any) -> bool:
    if isinstance(step, TurnUp):
        return step.left <= 0
    if isinstance(step, Show):
        piece = state.at(step.at)
        return piece is None or piece.up
    if isinstance(step, March):
        return step.left <= 0 or next(trumps.march_moves(state, step), None) is None
    if isinstance(step, Star):
        return next(effects.star_moves(state, step), None) is None
    return False


def _passed(state: State) -> State:
    board = state.board
    if any(piece is not None and piece.moved for piece in board):
        board = tuple(_rested(piece) for piece in board)
    passed = replace(state, turn=1 - state.turn, board=board, untidy=_aged(state.untidy))
    over = stuck(passed)
    return passed if over is None else replace(passed, over=over)


def _aged(untidy: tuple[Untidy, ...]) -> tuple[Untidy, ...]:
    """What may still be tidied in the next turn. Where a Zoon stands must be right by the end of that turn.

    Otherwise a Zoon that steps back and comes again would look as if it had never stepped back.
    """
    if not any(thing.what in _PLACES for thing in untidy):
        return untidy
    kept = (thing for thing in untidy if not thing.old)
    return tuple(msgspec.structs.replace(t, old=True) if t.what in _PLACES else t for t in kept)


def _rested(piece: Piece | None) -> Piece | None:
    if piece is None or not piece.moved:
        return piece
    return Piece(piece.seat, piece.card, piece.up, piece.penny, piece.on, piece.claims)


def stuck(state: State) -> Over | None:
    """The end of the game when the seat to move can do nothing at all."""
    seat = state.turn
    if any_act(state, seat):
        return None
    return Over((1 - seat,), f"{seat_name(state, seat)} cannot play", "zo-05-cannot-play")


def any_act(state: State, seat: Seat) -> bool:
    """Whether a seat can move, play a trump or lay a reinforcement."""
    for number, piece in on_board(state, seat):
        if next(grid_moves(state, number, piece, possible(state, number)), None) is not None:
            return True
    return (
        next(trumps.plays(state, seat), None) is not None
        or next(reinforcing.all_of(state, seat), None) is not None
    )
