"""Boards of squares: names and neighbours.

Squares are numbered row by row from seat 0's left: on a 6×6 board 0 is `a1`, 5 is `f1`, 35 is `f6`.
"""

from dataclasses import dataclass
from functools import cached_property

from companion.sight import Region

Offset = tuple[int, int]

EIGHT: tuple[Offset, ...] = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""Offsets of the neighbours of a square: to the right, and forward."""


@dataclass(frozen=True)
class Grid:
    """A board of `columns` × `rows` squares: columns a, b, c… from seat 0's left, rows 1, 2, 3… from its side."""

    columns: int = 6
    rows: int = 6

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(f"{chr(97 + n % self.columns)}{n // self.columns + 1}" for n in range(len(self)))

    @cached_property
    def numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    def __len__(self) -> int:
        return self.columns * self.rows

    def row(self, seat: int, behind: int = 0) -> tuple[int, ...]:
        """The squares of a row from a to the last column; `behind` counts from that seat's own edge."""
        row = behind if seat == 0 else self.rows - 1 - behind
        return tuple(range(row * self.columns, (row + 1) * self.columns))

    def depth(self, seat: int, square: int) -> int:
        """How many rows lie between a square and that seat's own edge."""
        row = square // self.columns
        return row if seat == 0 else self.rows - 1 - row

    def step(self, seat: int, square: int, offset: Offset) -> int | None:
        """The square at an offset (right, ahead) from another, as that seat looks at it; None off the board."""
        across, ahead = offset if seat == 0 else (-offset[0], -offset[1])
        column, row = square % self.columns + across, square // self.columns + ahead
        inside = 0 <= column < self.columns and 0 <= row < self.rows
        return row * self.columns + column if inside else None

    def steps(self, seat: int, offsets: tuple[Offset, ...]) -> tuple[tuple[int, ...], ...]:
        """By square, the squares at these offsets as that seat looks at it, without those off the board."""
        led = ([self.step(seat, square, offset) for offset in offsets] for square in range(len(self)))
        return tuple(tuple(to for to in row if to is not None) for row in led)

    def regions(self, side_mm: float) -> tuple[Region, ...]:
        """Every square as a region of the table, row by row."""
        return tuple(
            Region(name, number % self.columns * side_mm, number // self.columns * side_mm, side_mm, side_mm)
            for number, name in enumerate(self.names)
        )
