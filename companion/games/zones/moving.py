"""Moves and shots: where a piece may go, which rule forbids the rest, and what a move does even then.

Ledger ZN-12 to ZN-18, ZN-21, ZN-29, ZN-36.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import Breach
from companion.games.zones.capturing import capture_breach, captured, may_capture
from companion.games.zones.events import Moved, Shot
from companion.games.zones.naming import moves_words, stands_on, terrain_name
from companion.games.zones.pieces import BASE, HILLS
from companion.games.zones.state import Piece, State, with_squares


def moves(state: State, start: int, piece: Piece) -> list[int]:
    """Every square that a piece may lawfully move to."""
    kind, terrain, board = piece.kind, state.terrain, state.board
    special, barred, difficult = kind.special, kind.barred, kind.difficult
    lines, found = state.agreed.board.lines[start], _leaps(state, start, piece) if special == "leap" else []
    for direction in kind.directions:
        crosses = special == "cross-one"
        for square in lines[direction]:
            ground = terrain[square]
            if ground in barred:
                break
            other = board[square]
            if other is None:
                found.append(square)
            else:
                if other.seat == piece.seat:
                    break
                if may_capture(state, piece, start, square):
                    found.append(square)
                if not crosses:
                    break
                crosses = False
            if ground in difficult:
                break
    return list(dict.fromkeys(found)) if special == "leap" else found


def _leaps(state: State, start: int, piece: Piece) -> list[int]:
    """The hill tiles that a piece with this special may move to directly, over everything (ZN-21)."""
    if piece.kind.is_fortification:
        return []
    hills = (square for square, ground in enumerate(state.terrain) if ground == HILLS and square != start)
    return [square for square in hills if _may_end(state, piece, start, square)]


def _may_end(state: State, piece: Piece, start: int, square: int) -> bool:
    """Whether what stands on a square leaves it to a piece that comes from `start`."""
    other = state.board[square]
    return other is None or (other.seat != piece.seat and may_capture(state, piece, start, square))


def shots(state: State, start: int, piece: Piece) -> list[int]:
    """Every square that a piece may lawfully shoot at."""
    if piece.kind.special != "shoot":
        return []
    near = (square for square in state.agreed.board.near[start] if state.board[square] is not None)
    return [square for square in near if _may_end(state, piece, start, square)]


def move_breaches(state: State, event: Moved) -> Iterator[Breach]:
    board = state.agreed.board
    start, to = board.numbers.get(event.start), board.numbers.get(event.to)
    if start is None or to is None:
        yield Breach("ours-squares", event.start if start is None else event.to)
        return
    piece = state.board[start]
    if piece is None or piece.seat != event.seat:
        yield Breach("ours-own-piece", event.start)
    if piece is None:
        return
    if piece.kind.is_fortification:
        yield Breach("zn-34-never-moves", piece.kind.name)
    yield from _way_breaches(state, piece, start, to)
    yield from _end_breaches(state, piece, start, to)


def _way_breaches(state: State, piece: Piece, start: int, to: int) -> Iterator[Breach]:
    """What stands against the way: its line, the terrain and the pieces on it."""
    if piece.kind.special == "leap" and state.terrain[to] == HILLS and to != start:
        return
    line = state.agreed.board.between(start, to)
    if line is None or line[0] not in piece.kind.directions:
        yield Breach("zn-12-straight-line", moves_words(piece.kind.name, piece.kind.movement))
    crossed = False
    for square in () if line is None else line[1]:
        other, ground = state.board[square], state.terrain[square]
        at = state.agreed.board.names[square]
        if ground == BASE:
            yield Breach("zn-29-base-in-the-way", at)
        if ground in piece.kind.restricted:
            yield Breach("zn-14-restricted", stands_on(terrain_name(ground), at))
        if other is not None:
            if piece.kind.special != "cross-one" or other.seat == piece.seat:
                yield Breach("zn-12-not-through-pieces", stands_on(other.kind.name, at))
            elif crossed or ground in piece.kind.difficult:
                yield Breach("zn-18-crosses-one", stands_on(other.kind.name, at))
            crossed = True
        if ground in piece.kind.difficult:
            yield Breach("zn-13-difficult", stands_on(terrain_name(ground), at))


def _end_breaches(state: State, piece: Piece, start: int, to: int) -> Iterator[Breach]:
    """What stands against the last square."""
    ground, other, at = state.terrain[to], state.board[to], state.agreed.board.names[to]
    if ground == BASE:
        yield Breach("zn-29-base-in-the-way", at)
    leaps = piece.kind.special == "leap" and ground == HILLS
    if ground in piece.kind.restricted and not leaps:
        yield Breach("zn-14-restricted", stands_on(terrain_name(ground), at))
    if other is None:
        return
    if other.seat == piece.seat:
        yield Breach("zn-12-not-through-pieces", stands_on(other.kind.name, at))
    else:
        yield from filter(None, (capture_breach(state, piece, start, to),))


def shot_breaches(state: State, event: Shot) -> Iterator[Breach]:
    board = state.agreed.board
    start, at = board.numbers.get(event.start), board.numbers.get(event.at)
    if start is None or at is None:
        yield Breach("ours-squares", event.start if start is None else event.at)
        return
    piece, target = state.board[start], state.board[at]
    if piece is None or piece.seat != event.seat:
        yield Breach("ours-own-piece", event.start)
    if piece is None:
        return
    if piece.kind.special != "shoot":
        yield Breach("zn-17-archers-shoot", piece.kind.name)
    if target is None or target.seat == event.seat or at not in board.near[start]:
        yield Breach("zn-17-adjacent-enemy", event.at)
    if target is not None:
        yield from filter(None, (capture_breach(state, piece, start, at),))


def moved(state: State, start: int, to: int) -> State:
    """The piece stands on its new square; an enemy that stood there is captured."""
    piece = state.board[start]
    if piece is None or start == to:
        return state
    changed = captured(state, piece, to) if state.board[to] is not None else replace(state, untidy=())
    return replace(changed, board=with_squares(changed, {start: None, to: piece}))


def shot(state: State, start: int, at: int) -> State:
    """The piece that was shot at is captured, and nothing else moves."""
    piece = state.board[start]
    if piece is None or start == at:
        return state
    changed = captured(state, piece, at)
    return replace(changed, board=with_squares(changed, {at: None}))
