"""Where the middle of a piece must lie for it to stand on a square beyond doubt: a rectangle for each square.

A piece whose middle lies in a square's area belongs to that square and is more than the doubt away from any other.
What a hand puts down is not measured so strictly: it stands on the square that it was put nearest to.
"""

from functools import lru_cache

from companion.games.zong.board import GOAL, START, Board, Square
from companion.games.zong.measuring import DOUBT_MM
from companion.sight import Region

LEAST_MM = 2.0
"""Half an area's side is at least this long, however tight the squares."""
BY_HAND_MM = 4.0
"""A piece that a hand put down stands on a square with its middle so far outside it."""
START_ROOM = 4.0
"""The pieces on the start stand side by side: so many of their radii around the square belong to it too."""


@lru_cache(maxsize=256)
def areas(board: Board, seats: int) -> dict[str, Region]:
    """The area of each square in use, in the order in which a point is to be looked for: the start comes last."""
    found = {square.name: _area(board, square) for square in (*board.track, board.goal)}
    return {**found, START: _start(board, board.start_for(seats))}


def area_at(board: Board, seats: int, x: float, y: float) -> str | None:
    """The square in whose area a point (mm) lies; None where a piece there stands on no square beyond doubt."""
    return next((name for name, area in areas(board, seats).items() if area.contains(x, y)), None)


def put_at(board: Board, seats: int, x: float, y: float) -> str | None:
    """The square on which a hand meant to put a piece whose middle lies at a point (mm); None for none."""
    squares = (*board.track, board.goal)
    nearest = min(squares, key=lambda square: (square.away(x, y), square.centre_away(x, y)))
    if nearest.away(x, y) <= BY_HAND_MM:
        return nearest.name
    return START if areas(board, seats)[START].contains(x, y) else None


def _area(board: Board, square: Square) -> Region:
    half = square.side / 2 if square.name != GOAL else square.side / 2 - board.radius_mm - DOUBT_MM
    return _cleared(board, square, square.name, half)


def _start(board: Board, square: Square) -> Region:
    area = _cleared(board, square, START, square.side / 2 + START_ROOM * board.radius_mm)
    left, near = max(area.x, 0.0), max(area.y, 0.0)
    right, far = min(area.x + area.w, board.width_mm), min(area.y + area.h, board.height_mm)
    return Region(START, left, near, right - left, far - near)


def _cleared(board: Board, square: Square, name: str, half: float) -> Region:
    """A square of half the side `half` around a square's middle, cut so that a piece in it touches no other."""
    clear = board.radius_mm + DOUBT_MM
    left = right = near = far = half
    others = [other for other in (*board.track, board.goal) if other is not square]
    for other in sorted(others, key=lambda other: other.centre_away(square.x, square.y)):
        across, along = other.x - square.x, other.y - square.y
        beside = abs(across) - other.side / 2 - clear
        beyond = abs(along) - other.side / 2 - clear
        if beside >= (right if across > 0 else left) or beyond >= (far if along > 0 else near):
            continue
        if beside >= beyond:
            right, left = (beside, left) if across > 0 else (right, beside)
        else:
            far, near = (beyond, near) if along > 0 else (far, beyond)
    left, right, near, far = (max(room, LEAST_MM) for room in (left, right, near, far))
    return Region(name, square.x - left, square.y - near, left + right, near + far)
