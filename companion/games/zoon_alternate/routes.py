"""The ways that lie open on the printed movement grids, and whom a trump or star lets walk them."""

from collections.abc import Iterator

from companion.games.zoon_alternate.events import Moved
from companion.games.zoon_alternate.state import Piece, State
from companion.kits.grid import Way
from companion.kits.zoon_board import NAMES, March, Star, is_any_open, walled
from companion.kits.zoons import BOARD


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
    board, facts, seat = state.board, state.agreed.facts, piece.seat
    walls = walled(state.walls)
    for face in faces:
        for to, betweens in facts.spans(face, seat, number):
            target = board[to]
            if target is None:
                if to in walls:
                    continue
            elif target.seat == seat or target.on:
                continue
            if not betweens or is_any_open(board, walls, betweens):
                yield face, to


def grid_moves(state: State, number: int, piece: Piece, faces: tuple[str, ...]) -> Iterator[Moved]:
    """Every lawful grid move of one Zoon, an event for each card that it may prove to be."""
    seat, start, board, up, card = piece.seat, NAMES[number], state.board, piece.up, piece.card
    slid: set[int] = set()
    for face, to in routes(state, number, piece, faces):
        if up and card is not None:
            yield Moved(seat, start, NAMES[to], card)
        elif board[to] is not None or (not up and BOARD.depth(seat, to) > 0):
            yield Moved(seat, start, NAMES[to], card or face)
        elif card is not None:
            yield Moved(seat, start, NAMES[to])
        elif to not in slid:
            slid.add(to)
            yield Moved(seat, start, NAMES[to])
