"""Moves that a trump gives: several Zoons one after the other, pulled back, or enemy ones under control."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoondo.changes import on_board
from companion.games.zoondo.events import Moved
from companion.games.zoondo.knowing import all_faces
from companion.games.zoondo.routes import follows_grid, let_move, moves_by_grid
from companion.games.zoondo.state import Piece, State
from companion.kits.zoon_board import NAMES, NUMBERS, March
from companion.kits.zoon_events import Stopped
from companion.kits.zoons import BEHIND, BOARD, Trump


def march_breaches(
    state: State, step: March, event: Moved, piece: Piece, faces: tuple[str, ...]
) -> Iterator[Breach]:
    """Whether a Zoon may be moved by the trump that was played; grid and path are judged elsewhere."""
    trump = state.agreed.facts.trumps[step.trump]
    if piece.seat != mover_of(state, step):
        rule = "s2-own-zoons" if piece.seat != step.seat else "zo-11-control"
        yield Breach(rule, f"{trump.name}: {event.start}")
    if piece.moved == step.trump:
        yield Breach("s2-different-zoons", event.start)
    if not let_move(state, faces):
        yield Breach("s2-trumps-for-a-type", f"{trump.name}: {event.start}")
    if follows_grid(state):
        return
    if NUMBERS[event.to] not in BOARD.steps(piece.seat, NUMBERS[event.start], BEHIND):
        yield Breach("card-poudre-descampette", f"{event.start} → {event.to}")
    if not state.is_free(NUMBERS[event.to]):
        yield Breach("card-onto-an-empty-square", event.to)


def mover_of(state: State, step: March) -> int:
    """Whose Zoons the trump moves: the other seat's where it takes control of them."""
    control = state.agreed.facts.trumps[step.trump].does == "control"
    return 1 - step.seat if control else step.seat


def march_moves(state: State, step: March, *, sure: bool = False) -> Iterator[Moved]:
    """Every lawful move by the trump that was played; `sure`: only Zoons whose identity is known.

    Under control a grid is read as the controller sees it.
    """
    seat, owner = step.seat, mover_of(state, step)
    back = state.agreed.facts.trumps[step.trump].does == "pull-back"
    faces = all_faces(state, owner)
    for number, piece in on_board(state, owner):
        if piece.moved == step.trump or (sure and piece.card is None):
            continue
        can = let_move(state, faces[number])
        if not can:
            continue
        if back:
            behind = BOARD.steps(seat, number, BEHIND)
            yield from (Moved(seat, NAMES[number], NAMES[to]) for to in behind if state.is_free(to))
        else:
            yield from moves_by_grid(state, number, piece, can, seat)


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
