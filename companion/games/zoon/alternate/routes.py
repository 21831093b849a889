"""The ways that lie open on the printed movement grids."""

from collections.abc import Iterator

from companion.games.zoon.alternate.events import Moved
from companion.games.zoon.alternate.state import Piece, State
from companion.games.zoon.family.board import NAMES, blocked, is_any_open
from companion.games.zoon.family.deck import BOARD


def routes(
    state: State, number: int, piece: Piece, faces: tuple[str, ...], by: int
) -> Iterator[tuple[str, int]]:
    """(card, square) for every lawful end of a grid move by these faces, read as the seat `by` sees them."""
    board, facts = state.board, state.agreed.facts
    walls = blocked(state.walls)
    for face in faces:
        for to, betweens in facts.spans(face, by, number, piece.gear or None):
            target = board[to]
            if target is None:
                if to in walls:
                    continue
            elif target.seat == by or target.cage:
                continue
            if not betweens or is_any_open(board, walls, betweens):
                yield face, to


def grid_moves(
    state: State, number: int, piece: Piece, faces: tuple[str, ...], by: int | None = None
) -> Iterator[Moved]:
    """Every lawful grid move of one Zoon, an event for each card that it may prove to be.

    `by`: whoever moves it in its owner's place.
    """
    seat, start, board, up, card = piece.seat, NAMES[number], state.board, piece.up, piece.card
    mover = seat if by is None else by
    slid: set[int] = set()
    for face, to in routes(state, number, piece, faces, mover):
        if up and card is not None:
            yield Moved(mover, start, NAMES[to], card)
        elif board[to] is not None or (not up and BOARD.depth(seat, to) > 0):
            yield Moved(mover, start, NAMES[to], card or face)
        elif card is not None:
            yield Moved(mover, start, NAMES[to])
        elif to not in slid:
            slid.add(to)
            yield Moved(mover, start, NAMES[to])
