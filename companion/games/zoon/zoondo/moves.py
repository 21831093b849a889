"""Where a Zoon may go: its printed grid and what blocks it; an attack leaves a fight; Zoons that trade squares."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon.family import moves
from companion.games.zoon.family.board import (
    NAMES,
    NUMBERS,
    Claim,
    March,
    Star,
    blocked,
    is_any_open,
    path_names,
)
from companion.games.zoon.family.grids import Way
from companion.games.zoon.family.state import put, tidied
from companion.games.zoon.family.unseen import possible
from companion.games.zoon.zoondo.events import Moved, Swapped
from companion.games.zoon.zoondo.knowledge import claimed
from companion.games.zoon.zoondo.state import Fight, Piece, State


def grid_moves(state: State, number: int, piece: Piece, faces: tuple[str, ...], by: int) -> Iterator[Moved]:
    """Every lawful move of one Zoon along the grids of these faces; `by`: whoever moves it."""
    board, walls, start = state.board, blocked(state.walls), NAMES[number]
    for to, betweens in moves.reach_spans(state.agreed, by, number, faces, piece.gear):
        target = board[to]
        if target is not None:
            if target.seat == by or target.cage:
                continue
        elif to in walls:
            continue
        if not betweens or is_any_open(board, walls, betweens):
            yield Moved(by, start, NAMES[to])


def fitting_ways(state: State, event: Moved, number: int, piece: Piece, face: str, to: int) -> Iterator[Way]:
    """The ways by which a card can have come, those that lie open first."""
    ways = moves.reach(state.agreed, event.seat, number, (face,), piece.gear).get(to, ())
    named = [way for way in ways if not event.path or event.path == path_names(way)]
    yield from (way for way in named if moves.is_open(state, way))
    yield from (way for way in named if not moves.is_open(state, way))


def after_move(state: State, event: Moved) -> State:
    """The board after a move, lawful or not; an attack leaves a fight to be settled."""
    start, to = NUMBERS.get(event.start), NUMBERS.get(event.to)
    piece = state.board[start] if start is not None else None
    if start is None or to is None or piece is None or start == to:
        return state
    step, todo, moved = state.step, state.todo, piece.moved
    # Gear may take any card along, pulling back asks for none.
    claims = piece.claims
    carried = piece.gear and state.agreed.facts.trumps[piece.gear].strides
    if not carried and moves.follows_grid(state):
        by = step.trump if isinstance(step, March) else step.card if isinstance(step, Star) else ""
        claims = claimed(state, piece, Claim(event.start, event.to, by))
    if isinstance(step, March):
        todo = (*todo[:-1], March(step.seat, step.trump, step.left - 1, step.made + 1))
        moved = step.trump
    elif isinstance(step, Star):
        todo = todo[:-1]
    if claims != piece.claims or moved != piece.moved:
        piece = replace(piece, claims=claims, moved=moved)
    untidy = tidied(state.untidy, event.start, event.to)
    if state.board[to] is None:
        return replace(put(state, {start: None, to: piece}), todo=todo, untidy=untidy)
    fight = Fight(seat=event.seat, at=event.to, start=event.start, piece=piece, path=event.path)
    return replace(put(state, {start: None}), todo=(*todo, fight), untidy=untidy)


def trades(state: State, step: Star) -> Iterator[Swapped]:
    """Every Zoon that may be a partner of the starred one, to trade squares with."""
    facts, partners = state.agreed.facts, state.agreed.zoon(step.card).partners
    for number, _ in moves.zoons_of(state.board, step.seat):
        fits = any(facts.zoon(face).species in partners for face in possible(state, number))
        if fits and NAMES[number] != step.at:
            yield Swapped(step.seat, step.at, NAMES[number])


def trade_breaches(state: State, event: Swapped) -> Iterator[Breach]:
    step, about = state.step, f"{event.start} ↔ {event.to}"
    if not isinstance(step, Star):
        yield Breach("zo-19-carry-out-first", about)
        return
    if event.start not in NUMBERS or event.to not in NUMBERS:
        yield Breach("ours-squares", about)
        return
    if state.agreed.zoon(step.card).star != "trade" or event not in trades(state, step):
        yield Breach(f"star-{state.agreed.zoon(step.card).species}", about)


def swapped(state: State, event: Swapped) -> State:
    """Two Zoons on each other's squares; whoever traded with the star must be one of its partners."""
    one, other = state.at(event.start), state.at(event.to)
    if one is None or other is None:
        return state
    if one.card is not None:
        claims = claimed(state, other, Claim(event.to, event.start, one.card))
        other = replace(other, claims=claims)
    return put(state, {NUMBERS[event.start]: other, NUMBERS[event.to]: one})
