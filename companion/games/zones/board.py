"""The board of ZoneS: squares with their neighbours, the straight lines from each, and the two halves.

"Adjacent" and "surrounding" are all eight neighbours everywhere (ledger ZN-10).
"""

from dataclasses import dataclass
from functools import cache, cached_property

from companion.game import Seat
from companion.kits.grid import EIGHT, Grid

Line = tuple[int, ...]
"""The squares in one direction, the nearest first."""


@dataclass(frozen=True)
class Field:
    """A board with all that is asked of it at every move; directions are numbered as in `EIGHT`."""

    grid: Grid

    @cached_property
    def names(self) -> tuple[str, ...]:
        return self.grid.names

    @cached_property
    def numbers(self) -> dict[str, int]:
        return self.grid.numbers

    @cached_property
    def near(self) -> tuple[tuple[int, ...], ...]:
        """By square its up to eight neighbours."""
        return tuple(self.grid.steps(0, square, EIGHT) for square in range(len(self.grid)))

    @cached_property
    def lines(self) -> tuple[tuple[Line, ...], ...]:
        """By square and direction the squares up to the board's edge."""
        return tuple(
            tuple(self._line(square, direction) for direction in range(len(EIGHT)))
            for square in range(len(self.grid))
        )

    @cached_property
    def apart(self) -> tuple[tuple[int, ...], ...]:
        """By square how many steps each square is away, straight and slanting ones alike."""
        places = [divmod(square, self.grid.columns) for square in range(len(self.grid))]
        return tuple(
            tuple(max(abs(row - other), abs(column - across)) for other, across in places)
            for row, column in places
        )

    @cached_property
    def halves(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """By seat the squares of its own half, its first row first."""
        rows = range(self.grid.rows // 2)
        mine, theirs = (tuple(n for row in rows for n in self.grid.row(seat, row)) for seat in (0, 1))
        return mine, theirs

    def is_own(self, seat: Seat, square: int) -> bool:
        """Whether a square lies in that seat's half."""
        return square in self.halves[seat]

    def between(self, start: int, to: int) -> tuple[int, Line] | None:
        """The direction from one square to another and the squares between; None where no straight line leads."""
        for direction, line in enumerate(self.lines[start]):
            if to in line:
                return direction, line[: line.index(to)]
        return None

    def _line(self, square: int, direction: int) -> Line:
        found: list[int] = []
        at = self.grid.step(0, square, EIGHT[direction])
        while at is not None:
            found.append(at)
            at = self.grid.step(0, at, EIGHT[direction])
        return tuple(found)


@cache
def field(columns: int, rows: int) -> Field:
    """The board of so many columns and rows."""
    return Field(Grid(columns, rows))
