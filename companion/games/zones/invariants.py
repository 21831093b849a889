"""What is true of every state that play can reach."""

from collections import Counter
from collections.abc import Iterator

from companion.games.zones.capturing import returning
from companion.games.zones.halves import bag_overdrawn, half_faults
from companion.games.zones.pieces import BASE
from companion.games.zones.settling import has_pieces
from companion.games.zones.state import BASE_ID, State


def faults(state: State) -> tuple[str, ...]:
    """Broken invariants as `field: what is wrong`; empty for every state that play can reach."""
    return tuple(_faults(state))


def _faults(state: State) -> Iterator[str]:
    if state.turn not in (0, 1):
        yield f"turn: expected 0 or 1, found {state.turn}"
    for seat in (0, 1):
        yield from _counted(state, seat)
    if state.phase == "set-up":
        yield from _screened(state)
        return
    yield from _ground(state)
    if state.choosing and (state.phase != "play" or state.over is not None):
        yield "choosing: a piece returns after a capture only"
    elif state.choosing and not returning(state, state.turn):
        yield f"choosing: nothing can return to seat {state.turn}"
    if state.over is not None and state.over.winners not in ((), (0,), (1,)):
        yield f"over.winners: expected one seat, or none for a draw, found {list(state.over.winners)}"
    if state.phase == "play" and state.over is None and not state.choosing:
        for seat in (0, 1):
            if not has_pieces(state, seat):
                yield f"pieces: seat {seat} has none left, so the game is over"


def _counted(state: State, seat: int) -> Iterator[str]:
    """Every piece of a seat is on the board, in reserve or among the rival's captures."""
    found = [piece.kind.id for piece in state.board if piece is not None and piece.seat == seat]
    found += state.pool.reserve[seat]
    found += [piece for piece in state.pool.captured[1 - seat] if piece != BASE_ID]
    if sorted(found) != list(state.pool.forces[seat]):
        counts, due = Counter(found), Counter(state.pool.forces[seat])
        for piece in sorted(counts.keys() | due.keys()):
            if counts[piece] != due[piece]:
                yield f"pieces: {counts[piece]} of {piece}, but seat {seat} has {due[piece]}"
    if list(state.pool.reserve[seat]) != sorted(state.pool.reserve[seat]):
        yield f"reserve.{seat}: expected sorted"


def _ground(state: State) -> Iterator[str]:
    names = state.agreed.board.names
    for seat, base in enumerate(state.bases):
        if not state.agreed.board.is_own(seat, base):
            yield f"bases.{seat}: expected a square of the own half"
    if state.terrain.count(BASE) != 2 or any(state.terrain[base] != BASE for base in state.bases):
        yield "terrain: expected the two bases and nothing else as base"
    if "" in state.terrain:
        yield f"terrain.{names[state.terrain.index('')]}: no tile lies there"
    for base in state.bases:
        if state.board[base] is not None:
            yield f"pieces.{names[base]}: a piece on a base"


def _screened(state: State) -> Iterator[str]:
    """Behind the screen: what everybody may know fits what is told, and the bag holds what was drawn."""
    if any(piece is not None for piece in state.board) or any(state.terrain):
        yield "pieces: nothing lies open before the screen is lifted"
    if all(state.screen.ready) and bag_overdrawn(state.agreed, state.screen.halves):
        yield "terrain: more tiles of a kind than the bag holds"
    for seat, half in enumerate(state.screen.halves):
        if half.base and not state.screen.based[seat]:
            yield f"based.{seat}: a base lies there"
        if state.screen.ready[seat] and any(half_faults(state.agreed, seat, half)):
            yield f"ready.{seat}: something is wrong with this half"
        if state.screen.ready[seat] and not (
            state.screen.based[seat] and state.screen.drawn[seat] == state.agreed.tiles
        ):
            yield f"ready.{seat}: not all is laid"
