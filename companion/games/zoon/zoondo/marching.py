"""Moves that a trump gives: several Zoons one after the other, pulled back, or enemy ones under control."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon.family.board import NAMES, March
from companion.games.zoon.family.deck import Trump
from companion.games.zoon.family.ways import follows_grid, let_move, mover_of, pulled_back
from companion.games.zoon.zoondo.changes import on_board
from companion.games.zoon.zoondo.events import Moved
from companion.games.zoon.zoondo.knowing import all_faces
from companion.games.zoon.zoondo.routes import moves_by_grid
from companion.games.zoon.zoondo.state import State
from companion.kits.events import Stopped


def march_moves(state: State, step: March, *, sure: bool = False) -> Iterator[Moved]:
    """Every lawful move by the trump that was played; `sure`: only Zoons whose identity is known."""
    seat, owner = step.seat, mover_of(state.agreed.facts, step)
    faces = all_faces(state, owner)
    for number, piece in on_board(state, owner):
        if piece.moved == step.trump or (sure and piece.card is None):
            continue
        can = let_move(state, faces[number])
        if not can:
            continue
        if follows_grid(state):
            yield from moves_by_grid(state, number, piece, can, seat)
        else:
            behind = pulled_back(state, step, number)
            yield from (Moved(seat, NAMES[number], NAMES[to]) for to in behind)


def begins(state: State, seat: int, trump: Trump) -> State:
    """The state with the moves of a trump under way."""
    return replace(state, todo=(*state.todo, March(seat, trump.id, trump.moves)))


def may_begin(state: State, seat: int, trump: Trump) -> bool:
    """Whether there is a Zoon that this trump could move now."""
    step = March(seat, trump.id, trump.moves)
    return next(march_moves(begins(state, seat, trump), step), None) is not None


def stop_breaches(state: State, _event: Stopped) -> Iterator[Breach]:
    """Whether the moves of a trump may end here."""
    step = state.step
    if isinstance(step, March):
        free = step.made > 0 or next(march_moves(state, step, sure=True), None) is None
        if not free:
            yield Breach("zo-29-at-least-one", state.agreed.facts.name(step.trump))
    else:
        yield Breach("ours-nothing-to-stop")
