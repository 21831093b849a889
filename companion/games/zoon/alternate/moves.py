"""Where a Zoon may go: its printed grid, what blocks it, what a face-down one has to show; Zoons that trade squares."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon.alternate import face_up
from companion.games.zoon.alternate.events import Moved, Swapped
from companion.games.zoon.alternate.state import Fight, Piece, Show, State, Untidy
from companion.games.zoon.family.board import (
    NAMES,
    NUMBERS,
    Claim,
    March,
    Star,
    blocked,
    board_with,
    is_any_open,
    path_names,
)
from companion.games.zoon.family.deck import BOARD
from companion.games.zoon.family.moves import is_open, moves_enemies, zoons_of
from companion.games.zoon.family.state import card_on, learnt, tidied
from companion.games.zoon.family.unseen import only, possible
from companion.language import _


def grid_moves(state: State, number: int, piece: Piece, faces: tuple[str, ...], by: int) -> Iterator[Moved]:
    """Every lawful grid move of one Zoon, an event for each card that it may prove to be; `by`: who moves it."""
    start, board, walls, card = NAMES[number], state.board, blocked(state.walls), piece.card
    slid: set[int] = set()
    for face in faces:
        for to, betweens in state.agreed.facts.spans(face, by, number, piece.gear or None):
            target = board[to]
            if (target is None and to in walls) or (
                target is not None and (target.seat == by or target.cage)
            ):
                continue
            if betweens and not is_any_open(board, walls, betweens):
                continue
            if piece.up and card is not None:
                yield Moved(by, start, NAMES[to], card)
            elif target is not None or (not piece.up and BOARD.depth(piece.seat, to) > 0):
                yield Moved(by, start, NAMES[to], card or face)
            elif card is not None:
                yield Moved(by, start, NAMES[to])
            elif to not in slid:
                slid.add(to)
                yield Moved(by, start, NAMES[to])


def shown_breaches(state: State, event: Moved, piece: Piece) -> Iterator[Breach]:
    """Last: whether the cards shown can be those that lay there."""
    if piece.card is not None:
        if event.card not in (None, piece.card):
            yield Breach("ours-same-card", card_on(state, piece, event.start))
    else:
        attack = state.board[NUMBERS[event.to]] is not None
        must_show = attack or face_up.leaves_back_row(piece, event.to)
        yield from face_up.face_breaches(state, event.start, event.card, must_show=must_show)
    target = state.board[NUMBERS[event.to]]
    if target is None or target.card is not None:
        wanted = target.card if target is not None else None
        if event.met not in (None, wanted):
            yield Breach("ours-same-card", _("on {place}").format(place=event.to))
        return
    yield from face_up.face_breaches(state, event.to, event.met, must_show=False)


def after_move(state: State, event: Moved) -> State:
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
    if not (face_up.may_show(state, piece, event.card) and face_up.may_show(state, target, event.met)):
        return state
    back = start if target is None else _back(state, event, start, to, piece)
    mover, state = _shown(state, event, piece, moved, by)
    untidy = tidied(state.untidy, event.start, event.to)
    if mover.up and not piece.up:
        untidy = (*untidy, Untidy("penny", event.to))
    if target is None:
        board = board_with(state.board, {start: None, to: mover})
        return replace(state, board=board, todo=todo, untidy=untidy)
    state, target = face_up.shown_as(state, target, event.to, event.met)
    board = board_with(state.board, {start: None, to: target})
    fight = Fight(event.seat, event.to, NAMES[back], mover)
    shows = () if target.up else (Show(target.seat, event.to),)
    return replace(state, board=board, todo=(*todo, fight, *shows), untidy=untidy)


def _shown(state: State, event: Moved, piece: Piece, moved: str, by: str) -> tuple[Piece, State]:
    """The mover as it stands after its move, and the state with what it showed."""
    if piece.up:
        if moved != piece.moved:
            piece = replace(piece, up=True, claims=(), moved=moved)
        return piece, state
    card = piece.card or event.card
    attack = state.at(event.to) is not None
    shows = attack or face_up.leaves_back_row(piece, event.to)
    if card is None and shows:
        card = only(possible(state, NUMBERS[event.start]))
    if card is not None and piece.card is None:
        state = learnt(state, piece.seat, card)
    if shows and card is not None:
        return replace(piece, card=card, up=True, penny="heads", claims=(), moved=moved), state
    claims = () if card is not None else piece.claims
    carried = piece.gear and state.agreed.facts.trumps[piece.gear].strides and not by
    if card is None and not carried:
        claims = face_up.claimed(state, piece, Claim(event.start, event.to, by))
    return replace(piece, card=card, up=False, penny=None, claims=claims, moved=moved), state


def _back(state: State, event: Moved, start: int, to: int, mover: Piece) -> int:
    """Where the attacker steps back to: one square along its path, to the start after a green move."""
    card = mover.card or event.card or only(possible(state, start))
    if card is None:
        return start
    # As whose the grid is read: its owner's, or the controller's.
    seat = event.seat if moves_enemies(state, event.start) else mover.seat
    for way in state.agreed.facts.ways(card, seat, start, mover.gear or None).get(to, ()):
        if (not event.path or event.path == path_names(way)) and is_open(state, way):
            return way.back
    return start


def trades(state: State, step: Star) -> Iterator[Swapped]:
    """Every Zoon that the starred one may trade squares with, an event for each card that it may prove to be."""
    zoon = state.agreed.zoon(step.card)
    for number, piece in zoons_of(state.board, step.seat):
        if NAMES[number] == step.at:
            continue
        for face in possible(state, number):
            if state.agreed.zoon(face).species in zoon.partners:
                shows = face if face_up.leaves_back_row(piece, step.at) else None
                yield Swapped(step.seat, step.at, NAMES[number], shows)
                if shows is None:
                    break


def trade_breaches(state: State, event: Swapped) -> Iterator[Breach]:
    step, about = state.step, f"{event.start} ↔ {event.to}"
    if not isinstance(step, Star):
        yield Breach("zo-19-carry-out-first", about)
        return
    zoon = state.agreed.zoon(step.card)
    rule = f"star-{zoon.species}"
    if event.start not in NUMBERS or event.to not in NUMBERS:
        yield Breach("ours-squares", about)
        return
    piece = state.at(event.to)
    if piece is None:
        yield Breach(rule, about)
        return
    if zoon.star != "trade" or event.start != step.at or piece.seat != step.seat or piece.cage:
        yield Breach(rule, about)
    faces = possible(state, NUMBERS[event.to])
    partners = [face for face in faces if state.agreed.zoon(face).species in zoon.partners]
    if not partners or (event.card is not None and event.card in faces and event.card not in partners):
        yield Breach(rule, about)
    if piece.card is not None:
        if event.card not in (None, piece.card):
            yield Breach("ours-same-card", _("on {place}").format(place=event.to))
        return
    yield from face_up.face_breaches(state, event.to, event.card, must_show=False)
    if event.card is None and len(partners) > 1 and face_up.leaves_back_row(piece, step.at):
        yield Breach("za-09-turned-up", event.to)


def swapped(state: State, event: Swapped) -> State:
    """Two Zoons on each other's squares; one that leaves its back row is turned up."""
    one, other = state.at(event.start), state.at(event.to)
    if one is None or other is None or not face_up.may_show(state, other, event.card):
        return state
    before = other
    if not other.up:
        card = other.card or event.card
        if card is None and face_up.leaves_back_row(other, event.start):
            partners = state.agreed.zoon(one.card).partners if one.card is not None else ()
            can = possible(state, NUMBERS[event.to])
            card = only(tuple(face for face in can if state.agreed.zoon(face).species in partners))
        if card is not None and other.card is None:
            state = learnt(state, other.seat, card)
        if card is not None and face_up.leaves_back_row(other, event.start):
            other = replace(other, card=card, up=True, penny="heads", claims=())
        elif card is None and one.card is not None:
            claims = face_up.claimed(state, other, Claim(event.to, event.start, one.card))
            other = replace(other, card=None, up=False, penny=None, claims=claims)
        else:
            other = replace(other, card=card, up=False, penny=None, claims=())
    untidy = state.untidy
    if other.up and not before.up:
        untidy = (*untidy, Untidy("penny", event.start))
    board = board_with(state.board, {NUMBERS[event.start]: other, NUMBERS[event.to]: one})
    return replace(state, board=board, untidy=untidy)
