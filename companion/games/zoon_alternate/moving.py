"""Where a Zoon may go: its printed grid, what blocks it, and what a face-down card has to show."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon_alternate import effects, trumps
from companion.games.zoon_alternate.changes import (
    card_on,
    learnt,
    leaves_back_row,
    name_of,
    tidied,
    turned_up,
)
from companion.games.zoon_alternate.events import Moved
from companion.games.zoon_alternate.routes import able_faces, follows_grid, is_open
from companion.games.zoon_alternate.showing import face_breaches
from companion.games.zoon_alternate.state import Fight, Piece, Show, State, Untidy
from companion.games.zoon_alternate.unseen import possible
from companion.kits.zoon_board import NAMES, NUMBERS, Claim, March, Star, board_with, path_names
from companion.kits.zoon_unseen import able
from companion.language import _


def breaches(state: State, event: Moved) -> Iterator[Breach]:
    """The first rule that a move breaks, its time and turn apart."""
    if event.start not in NUMBERS or event.to not in NUMBERS:
        yield Breach("ours-squares", f"{event.start} → {event.to}")
        return
    start, to = NUMBERS[event.start], NUMBERS[event.to]
    piece = state.board[start]
    if piece is None:
        yield Breach("ours-something-there", event.start)
        return
    if piece.seat != event.seat:
        yield Breach("s2-own-zoons", card_on(state, piece, event.start))
    if piece.on:
        yield Breach("zo-28-caged", event.start)
    step = state.step
    faces: tuple[str, ...] = (piece.card,) if piece.card else _said(state, event)
    if isinstance(step, March):
        yield from trumps.march_breaches(state, step, event, faces)
    elif isinstance(step, Star):
        yield from effects.star_breaches(state, step, event, faces)
    if isinstance(step, March | Star):
        faces = able_faces(state, step, faces) or faces
    if follows_grid(state):
        yield from _route(state, event, start, to, piece.seat, faces)
    yield from _identity(state, event, piece)


def _said(state: State, event: Moved) -> tuple[str, ...]:
    """The cards that a face-down mover can be, as far as the event says."""
    if event.card is not None and event.card in state.agreed.armies[event.seat]:
        return (event.card,)
    return possible(state, NUMBERS[event.start])


def _route(
    state: State, event: Moved, start: int, to: int, seat: int, faces: tuple[str, ...]
) -> Iterator[Breach]:
    """Geometry first, then what stands in the way."""
    facts, printed = state.agreed.facts, False
    for face in faces:
        for way in facts.ways(face, seat, start).get(to, ()):
            if not event.path or event.path == path_names(way):
                printed = True
                if is_open(state, way):
                    yield from _landing(state, event, to)
                    return
    move = f"{_mover(state, event)} {event.start} → {event.to}"
    if not printed:
        yield Breach("zo-07-not-on-its-grid", move)
    yield from _landing(state, event, to)
    if printed:
        yield Breach("zo-08-blocked-path", move)


def _landing(state: State, event: Moved, to: int) -> Iterator[Breach]:
    target = state.board[to]
    if target is not None:
        if target.on:
            yield Breach("zo-32-obstacle", event.to)
        if target.seat == event.seat:
            yield Breach("zo-08-not-onto-a-friend", card_on(state, target, event.to))
    elif state.walls and state.wall_at(event.to) is not None:
        yield Breach("zo-32-obstacle", event.to)


def _mover(state: State, event: Moved) -> str:
    piece = state.board[NUMBERS[event.start]]
    if (
        piece is not None
        and not piece.up
        and event.card is not None
        and event.card in state.agreed.facts.zoons
    ):
        return state.agreed.facts.name(event.card)
    return name_of(state, event.start)


def _identity(state: State, event: Moved, piece: Piece) -> Iterator[Breach]:
    """Last: whether the cards shown can be those that lay there."""
    if piece.card is not None:
        if event.card not in (None, piece.card):
            yield Breach("ours-same-card", card_on(state, piece, event.start))
    else:
        attack = state.board[NUMBERS[event.to]] is not None
        must_show = attack or leaves_back_row(piece, event.to)
        yield from face_breaches(state, event.start, event.card, must_show=must_show)
    target = state.board[NUMBERS[event.to]]
    if target is None or target.card is not None:
        wanted = target.card if target is not None else None
        if event.met not in (None, wanted):
            yield Breach("ours-same-card", _("on {place}").format(place=event.to))
        return
    yield from face_breaches(state, event.to, event.met, must_show=False)


def after(state: State, event: Moved) -> State:
    """The board after a move, lawful or not; an attack leaves a fight to be settled."""
    start, to = NUMBERS.get(event.start), NUMBERS.get(event.to)
    piece = state.board[start] if start is not None else None
    if start is None or to is None or piece is None or start == to:
        return state
    step, todo, moved, by = state.step, state.todo, piece.moved, ""
    if isinstance(step, March):
        todo = (*todo[:-1], March(step.seat, step.trump, step.left - 1, step.made + 1))
        moved = by = step.trump
    elif isinstance(step, Star):
        todo, by = todo[:-1], step.card
    target = state.board[to]
    mover, state = _shown(state, event, piece, moved, by)
    untidy = tidied(state.untidy, (event.start, event.to))
    if mover.up and not piece.up:
        untidy = (*untidy, Untidy("penny", event.to))
    if target is None:
        board = board_with(state.board, {start: None, to: mover})
        return replace(state, board=board, todo=todo, untidy=untidy)
    met = target.card or event.met or _only(possible(state, to))
    if not target.up and met is not None:
        state = learnt(state, target.seat, met) if target.card is None else state
        target = turned_up(target, met)
    board = board_with(state.board, {start: None, to: target})
    fight = Fight(event.seat, event.to, NAMES[_back(state, event, start, to, mover)], mover)
    shows = () if target.up else (Show(target.seat, event.to),)
    return replace(state, board=board, todo=(*todo, fight, *shows), untidy=untidy)


def _shown(state: State, event: Moved, piece: Piece, moved: str, by: str) -> tuple[Piece, State]:
    """The mover as it stands after its move, and the state with what it showed."""
    if piece.up:
        if moved != piece.moved:
            piece = msgspec.structs.replace(piece, up=True, claims=(), moved=moved)
        return piece, state
    card = piece.card or event.card
    attack = state.at(event.to) is not None
    shows = attack or leaves_back_row(piece, event.to)
    if card is None and shows:
        card = _only(possible(state, NUMBERS[event.start]))
    if card is not None and piece.card is None:
        state = learnt(state, piece.seat, card)
    if shows and card is not None:
        return msgspec.structs.replace(
            piece, card=card, up=True, penny="heads", claims=(), moved=moved
        ), state
    claims = () if card is not None else _claims(state, event, piece, by)
    return msgspec.structs.replace(piece, card=card, up=False, penny=None, claims=claims, moved=moved), state


def _claims(state: State, event: Moved, piece: Piece, by: str) -> tuple[Claim, ...]:
    """What the card has done so far, this move included unless no card of its army could make it."""
    claim = Claim(event.start, event.to, by)
    if claim in piece.claims or not able(state.agreed, piece.seat, claim):
        return piece.claims
    return (*piece.claims, claim)


def _only(faces: tuple[str, ...]) -> str | None:
    return faces[0] if len(faces) == 1 else None


def _back(state: State, event: Moved, start: int, to: int, mover: Piece) -> int:
    """Where the attacker steps back to: one square along its path, to the start after a green move."""
    if mover.card is None:
        return start
    for way in state.agreed.facts.ways(mover.card, mover.seat, start).get(to, ()):
        if (not event.path or event.path == path_names(way)) and is_open(state, way):
            return way.back
    return start
