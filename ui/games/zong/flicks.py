"""A board's file, its book and its pictures, brought together: what was flicked where, and where it belongs.

Rule kept: a piece that the camera is unsure of is reported as doubtful, even if its rule is clear.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.game import PositionFault
from companion.games.zong import rest
from companion.games.zong.board import START, Board
from companion.games.zong.rest import DOUBT_MM, START_ROOM, Book, Lying, belongs, sort_out
from companion.games.zong.state import COLOUR_NAMES, State
from companion.sight import Table
from ui.records.beginning import UsageFault
from vision.arrays import Picture
from vision.mat.plane import NoPlane, Plane, find_plane
from vision.towers.finding import BoardPieces, BookedTower, PieceFound, find_board_pieces
from vision.towers.look import Size
from vision.towers.reader import PieceWatch

SURE: Final = 0.9
"""Minimum confidence in a piece seen: below it there is doubt."""
LIKELY: Final = 0.5
"""Minimum probability for a piece whose colour need not be in play."""
FEWEST_SEATS, MOST_SEATS = 3, 6
_LEAST_REACH_MM, _MOST_REACH_MM, _INSIDE_MM = 10.0, 15.0, 4.0


def book_of(state: Any, board: Board, where: str) -> dict[str, tuple[str, ...]]:
    """What stands on each square, bottom first, from a game's state as JSON (`pieces` and `towers`).

    `where` names the file. Raises UsageFault.
    """
    if not isinstance(state, Mapping):
        raise UsageFault(f"{where}: expected a state of ZONG, found {str(state)[:40]!r}")
    try:
        return rest.book_of(board, state)
    except PositionFault as fault:
        raise UsageFault(f"{where}: {fault}") from None


def seats_of(state: Mapping[str, Any], book: Book) -> int:
    """Number of players: those with discs, else those with pieces."""
    discs = state.get("discs")
    count = len(discs) if isinstance(discs, Mapping) and discs else sum(map(len, book.values()))
    return min(MOST_SEATS, max(FEWEST_SEATS, count))


def plane_of(picture: Picture, board: Board, name: str) -> Plane:
    """The plane of a board in a picture. Raises UsageFault."""
    if board.tags is None:
        raise UsageFault("--board: expected a board with corner tags, found one without")
    table = Table(board.width_mm, board.height_mm, board.tags, kinds=("disc", "pawn"))
    plane = find_plane(picture, table)
    if isinstance(plane, NoPlane):
        raise UsageFault(f"{name}: {plane.why}")
    return plane


def booked_towers(board: Board, seats: int, book: Book) -> list[BookedTower]:
    """The book in the form for the eye: side by side on the start, elsewhere one on the other."""
    towers = []
    for name, colours in book.items():
        if name == START:
            square = board.start_for(seats)
            reach = square.side / 2 + START_ROOM * board.radius_mm
            towers += [BookedTower(name, square.x, square.y, (colour,), reach) for colour in colours]
        elif colours:
            square = board.by_name[name]
            reach = min(_MOST_REACH_MM, max(_LEAST_REACH_MM, square.side / 2 - _INSIDE_MM))
            towers.append(BookedTower(name, square.x, square.y, colours, reach))
    return towers


def watch_of(state: State, stacks: Sequence[BookedTower] = ()) -> PieceWatch:
    """The follower of a game's pieces for the eye (`Eye.watched`), told where they stand by the book.

    `stacks`: where pieces were seen one on the other, which the book does not know for the start. A later `tell`
    (with `booked_towers`) overrides what it saw.
    """
    watch = PieceWatch(state.agreed.colours, Size(state.board.piece_mm, state.board.piece_height_mm))
    # Towers by the book, but stacks seen on the start as they were seen.
    told = list(lying_towers(state))
    for stack in stacks:
        alone = [tower for tower in told if tower.square == START and tower.colours[0] in stack.colours]
        near = all(math.hypot(tower.x - stack.x, tower.y - stack.y) <= tower.reach_mm for tower in alone)
        if near and len(alone) == len(stack.colours):
            told = [*(tower for tower in told if tower not in alone), replace(stack, square=START)]
    watch.tell(told)
    return watch


def lying_towers(state: State) -> list[BookedTower]:
    """Where the pieces of a game lie by its record: as flicks left them, unflicked ones on their squares.

    A piece without a known position is in none of them: the eye looks for it.
    """
    flicked = {state.agreed.colours[seat]: lies for seat, lies in state.rest}
    left = {
        square: tuple(colour for colour in tower if colour not in flicked)
        for square, tower in state.book().items()
    }

    def height(colour: str) -> tuple[int, int]:
        """Order within a stack: by the flicked pieces that it was said to lie on, then by its place in its tower."""
        seat, passed = state.agreed.colours.index(colour), {colour}
        while (below := flicked[colour].on) in flicked and below not in passed:
            colour = below
            passed.add(colour)
        return len(passed), state.tower(seat).index(seat)

    towers = booked_towers(state.board, state.seats, left)
    stacks: dict[int, list[str]] = {}
    for colour, number in rest.sorted_out(state).stacks.items():
        if colour in flicked and flicked[colour].x is not None:
            stacks.setdefault(number, []).append(colour)
    for stack in stacks.values():
        order = sorted(stack, key=height)
        lowest = flicked[order[0]]
        if lowest.x is not None and lowest.y is not None:
            towers.append(BookedTower("", lowest.x, lowest.y, tuple(order), _LEAST_REACH_MM))
    return towers


def look_for(
    image: Picture,
    board: Board,
    book: Book | None,
    seats: int,
    before: Picture | None = None,
    names: tuple[str, str] = ("picture", "picture before"),
) -> BoardPieces:
    """The pieces in a picture; without a book, those of all colours that can be seen. Raises UsageFault."""
    size = Size(board.piece_mm, board.piece_height_mm)
    plane = plane_of(image, board, names[0])
    if book is None:
        return find_board_pieces(image, plane, COLOUR_NAMES, None, before, size)
    colours = [colour for tower in book.values() for colour in tower]
    earlier = None if before is None else plane_of(before, board, names[1])
    return find_board_pieces(
        image, plane, colours, booked_towers(board, seats, book), before, size, before_plane=earlier
    )


def cleaned_up(board: Board, seats: int, book: Book, found: BoardPieces) -> dict[str, Any]:
    """The clean-up as plain data: `x`, `y`, `belongs`, `rule` and `doubt` by colour; `towers` by square, bottom
    first; `order_in_doubt`: the squares of unsure order.

    `doubt`: why the place is doubtful, in words; null: it is not. A piece not found has no position; it counts as
    standing by the book, in doubt.
    """
    seen = {
        piece.colour: Lying(piece.x, piece.y, on=piece.over or "")
        for piece in found.pieces
        if piece.x is not None
    }
    sorted_ = sort_out(board, seats, book, seen)
    told: dict[str, Any] = {}
    for piece in found.pieces:
        belonging = sorted_.pieces[piece.colour]
        doubt = None
        if piece.x is None:
            doubt = "not seen"
        elif piece.sure < SURE:
            doubt = f"seen, but not surely ({piece.sure:.2f})"
        elif belonging.doubtful:
            other, away = belonging.others[0]
            doubt = f"{other} is {away:.1f} mm away"
        told[piece.colour] = {
            "x": None if piece.x is None else round(piece.x, 1),
            "y": None if piece.y is None else round(piece.y, 1),
            "belongs": belonging.square,
            "rule": belonging.rule,
            "doubt": doubt,
        }
    towers = {square: list(tower) for square, tower in sorted_.towers.items()}
    return told | {"towers": towers, "order_in_doubt": sorted(sorted_.doubtful)}


def seen_json(board: Board, piece: PieceFound) -> dict[str, Any]:
    """One piece as `see` prints it: where it lies, and the square by its position alone."""
    belonging = belongs(board, piece.x, piece.y) if piece.x is not None and piece.y is not None else None
    return {
        "colour": piece.colour,
        "x": round(piece.x, 1) if piece.x is not None else None,
        "y": round(piece.y, 1) if piece.y is not None else None,
        "level": piece.level,
        "square": None if belonging is None else belonging.square,
        "rule": None if belonging is None else belonging.rule,
        "margin_mm": None if belonging is None else belonging.margin_mm,
        "doubtful": belonging is None or belonging.margin_mm <= DOUBT_MM or piece.sure < SURE,
        "over": piece.over,
        "sure": round(piece.sure, 3),
    }
