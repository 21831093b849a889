"""Where a Zoon may go: its printed grid and what blocks it; an attack leaves a fight to be settled."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon.family.board import NUMBERS, Claim, March, Star, path_names
from companion.games.zoon.family.moves import (
    follows_grid,
    is_open,
    let_move,
    march_breaches,
    moves_enemies,
    star_breaches,
)
from companion.games.zoon.family.state import card_on, put, tidied
from companion.games.zoon.family.unseen import possible
from companion.games.zoon.zoondo.events import Moved
from companion.games.zoon.zoondo.knowing import claimed
from companion.games.zoon.zoondo.routes import reach
from companion.games.zoon.zoondo.state import Fight, Piece, State


def breaches(state: State, event: Moved) -> Iterator[Breach]:
    """The first rule that a move breaks, its time and turn apart."""
    start, to = NUMBERS.get(event.start), NUMBERS.get(event.to)
    if start is None or to is None:
        yield Breach("ours-squares", f"{event.start} → {event.to}")
        return
    piece = state.board[start]
    if piece is None:
        yield Breach("ours-something-there", event.start)
        return
    step = state.step
    if piece.seat != event.seat and not moves_enemies(state, event.start):
        yield Breach("s2-own-zoons", event.start)
    if piece.cage:
        yield Breach("zo-28-caged", event.start)
    faces = possible(state, start)
    if isinstance(step, Star):
        yield from star_breaches(state, step, event, faces, f"{event.start} → {event.to}")
    elif isinstance(step, March):
        yield from march_breaches(state, step, event, faces)
    faces = let_move(state, faces) or faces
    if follows_grid(state):
        yield from _route_breaches(state, event, start, to, faces)


def _route_breaches(
    state: State, event: Moved, start: int, to: int, faces: tuple[str, ...]
) -> Iterator[Breach]:
    """Geometry first, then what stands in the way."""
    piece = state.board[start]
    printed = reach(state.agreed, event.seat, start, faces, piece.gear if piece else "").get(to, ())
    ways = [way for way in printed if path_names(way) == event.path] if event.path else printed
    move = f"{event.start} → {event.to}"
    if not ways:
        yield Breach("zo-07-not-on-its-grid", move)
    yield from _landing(state, event, to)
    if ways and not any(not way.between or is_open(state, way) for way in ways):
        yield Breach("zo-08-blocked-path", move)


def _landing(state: State, event: Moved, to: int) -> Iterator[Breach]:
    target = state.board[to]
    if target is not None:
        if target.cage:
            yield Breach("zo-32-obstacle", event.to)
        if target.seat == event.seat:
            yield Breach("zo-08-not-onto-a-friend", card_on(state, target, event.to))
    elif state.walls and state.is_walled(to):
        yield Breach("zo-32-obstacle", event.to)


def after(state: State, event: Moved) -> State:
    """The board after a move, lawful or not; an attack leaves a fight to be settled."""
    start, to = NUMBERS.get(event.start), NUMBERS.get(event.to)
    piece = state.board[start] if start is not None else None
    if start is None or to is None or piece is None or start == to:
        return state
    step, todo, moved = state.step, state.todo, piece.moved
    claims = _claims(state, event, piece)
    if isinstance(step, March):
        todo = (*todo[:-1], March(step.seat, step.trump, step.left - 1, step.made + 1))
        moved = step.trump
    elif isinstance(step, Star):
        todo = todo[:-1]
    if claims != piece.claims or moved != piece.moved:
        piece = msgspec.structs.replace(piece, claims=claims, moved=moved)
    untidy = tidied(state.untidy, event.start, event.to)
    if state.board[to] is None:
        return replace(put(state, {start: None, to: piece}), todo=todo, untidy=untidy)
    fight = Fight(seat=event.seat, at=event.to, start=event.start, piece=piece, path=event.path)
    return replace(put(state, {start: None}), todo=(*todo, fight), untidy=untidy)


def _claims(state: State, event: Moved, piece: Piece) -> tuple[Claim, ...]:
    """What the card has done so far, this move included: gear may take any card along, pulling back asks for none."""
    step, by = state.step, ""
    if isinstance(step, March):
        by = step.trump
    elif isinstance(step, Star):
        by = step.card
    carried = piece.gear and state.agreed.facts.trumps[piece.gear].strides
    if carried or not follows_grid(state):
        return piece.claims
    return claimed(state, piece, Claim(event.start, event.to, by))
