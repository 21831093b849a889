"""What stars do to the board without regard to a printed grid: which squares they let a Zoon go to."""

from collections.abc import Callable

from companion.kits.grid import EIGHT
from companion.kits.zoons import BEHIND, BOARD, Star


def star_squares(
    star: Star | None, is_free: Callable[[int], bool], seat: int, number: int
) -> tuple[int, ...]:
    """The empty squares that a star lets a Zoon of this seat go to without regard to its grid."""
    if star == "relocate":
        near: tuple[int, ...] = tuple(range(len(BOARD)))
    elif star == "slide":
        near = BOARD.steps(seat, number, EIGHT)
    else:
        near = BOARD.steps(seat, number, BEHIND)
    return tuple(to for to in near if is_free(to))
