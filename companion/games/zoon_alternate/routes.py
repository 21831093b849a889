"""The ways that lie open on the printed movement grids, and whom a trump or star lets walk them."""

from collections.abc import Iterator

from companion.games.zoon_alternate.changes import leaves_back_row
from companion.games.zoon_alternate.events import Moved
from companion.games.zoon_alternate.state import Piece, State
from companion.kits.grid import Way
from companion.kits.zoon_board import NAMES, March, Star


def follows_grid(state: State) -> bool:
    """Whether the move that is due keeps to the printed grid, rather than to what a card says."""
    step = state.step
    if isinstance(step, March):
        return state.agreed.facts.trumps[step.trump].does == "march"
    if isinstance(step, Star):
        return state.agreed.zoon(step.card).star in ("again", "send")
    return True


def able_faces(state: State, step: March | Star, faces: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the faces that a trump or star lets move."""
    zoons, facts = state.agreed.facts.zoons, state.agreed.facts
    if isinstance(step, March):
        of = facts.trumps[step.trump].of
        return tuple(face for face in faces if not of or zoons[face].type in of)
    star = zoons[step.card]
    if star.star != "send":
        return faces
    return tuple(face for face in faces if zoons[face].species in star.partners)


def is_open(state: State, way: Way) -> bool:
    """Whether nothing stands between the start and the last square of a way."""
    return all(map(state.is_free, way.between))


def routes(state: State, number: int, piece: Piece, faces: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """(card, square) for every lawful end of a grid move by these faces."""
    board, walls, facts, seat = state.board, state.walls, state.agreed.facts, piece.seat
    for face in faces:
        for to, found in facts.ways(face, seat, number).items():
            target = board[to]
            if target is not None:
                if target.seat == seat or target.on:
                    continue
            elif walls and not state.is_free(to):
                continue
            for way in found:
                if not way.between or is_open(state, way):
                    yield face, to
                    break


def grid_moves(state: State, number: int, piece: Piece, faces: tuple[str, ...]) -> Iterator[Moved]:
    """Every lawful grid move of one Zoon, an event for each card that it may prove to be."""
    seat, start, board = piece.seat, NAMES[number], state.board
    slid: set[int] = set()
    for face, to in routes(state, number, piece, faces):
        target = board[to]
        shows = None
        if piece.card is None:
            if target is None and not leaves_back_row(piece, NAMES[to]):
                if to not in slid:
                    slid.add(to)
                    yield Moved(seat, start, NAMES[to])
                continue
            shows = face
        elif (not piece.up and (target is not None or leaves_back_row(piece, NAMES[to]))) or piece.up:
            shows = piece.card
        yield Moved(seat, start, NAMES[to], shows)
