"""The board of ZONG: running squares, four planet starts and the goal, in mm; and one of our own to print.

Positions are those of the table: origin at the near-left corner of the board, x to the right, y away.
"""

from functools import cached_property
from math import hypot

import msgspec

from companion.sight import Tags

GOAL, START = "goal", "start"
STARTS = ("start3", "start4", "start5", "start6")
PIECE_MM, PIECE_HEIGHT_MM = 22.0, 8.0


class Square(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A square of the board: its middle and side in mm. `red`: pieces off the track go to such a one.

    `after`: of a start that lies on the track, the running square behind it; the squares up to that lie below it.
    """

    name: str
    x: float
    y: float
    side: float
    red: bool = False
    after: int = 0

    def away(self, x: float, y: float) -> float:
        """How far a point lies from the square (mm); within it negative, the distance to its nearest side."""
        across, along = abs(x - self.x) - self.side / 2, abs(y - self.y) - self.side / 2
        if across > 0 and along > 0:
            return hypot(across, along)
        return max(across, along)

    def centre_away(self, x: float, y: float) -> float:
        """How far a point lies from the square's middle (mm)."""
        return hypot(x - self.x, y - self.y)


class Board(msgspec.Struct, frozen=True, dict=True):
    """A board as measured: its size, its squares, the tags at its corners, and how large its pieces are (mm).

    `squares` may stand in any order; `running` has all running squares from 1 on, `track` those beyond the start in
    use: so many as `below` lie below it.
    """

    width_mm: float
    height_mm: float
    squares: tuple[Square, ...]
    tags: Tags | None = Tags()
    piece_mm: float = PIECE_MM
    piece_height_mm: float = PIECE_HEIGHT_MM
    below: int = 0

    @cached_property
    def by_name(self) -> dict[str, Square]:
        return {square.name: square for square in self.squares}

    @cached_property
    def running(self) -> tuple[Square, ...]:
        """All running squares in order: square `1` comes first."""
        running = [square for square in self.squares if square.name.isdecimal()]
        return tuple(sorted(running, key=lambda square: int(square.name)))

    @cached_property
    def track(self) -> tuple[Square, ...]:
        """The running squares beyond the start in use, in order."""
        return self.running[self.below :]

    @cached_property
    def reds(self) -> tuple[Square, ...]:
        return tuple(square for square in self.running if square.red)

    @property
    def goal(self) -> Square:
        return self.by_name[GOAL]

    @property
    def radius_mm(self) -> float:
        return self.piece_mm / 2

    @property
    def last(self) -> int:
        """The place of the last running square; the goal is one further, the start is 0."""
        return len(self.track)

    def start_for(self, seats: int) -> Square:
        """The start square with as many planets as there are seats."""
        return self.by_name[f"{START}{seats}"]

    def for_seats(self, seats: int) -> "Board":
        """The board as so many play on it, from their own start on."""
        start = self.by_name.get(f"{START}{seats}")
        return self if start is None or not start.after else msgspec.structs.replace(self, below=start.after)

    def named(self, number: int) -> str:
        """What a place is called: `start`, the squares beyond it by their numbers, `goal`."""
        return START if number <= 0 else GOAL if number > self.last else str(number + self.below)

    def lies_below(self, name: str) -> bool:
        """Whether a square lies below the start in use, where no piece ever stands (ZG-39)."""
        return name in self.by_name and name.isdecimal() and int(name) <= self.below

    def number(self, name: str) -> int | None:
        """The place of a name, of a square below the start that of the start; None where there is none."""
        if name in (START, GOAL):
            return 0 if name == START else self.last + 1
        known = name.isdecimal() and name in self.by_name
        return max(int(name) - self.below, 0) if known else None

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies on the board."""
        return 0 <= x <= self.width_mm and 0 <= y <= self.height_mm


_COLUMNS, _ROWS = 8, 4
_STEP_MM, _SIDE_MM, _ROW_MM = 33.0, 29.0, 56.0
_LEFT_MM, _NEAR_MM = 61.5, 32.0
_REDS = frozenset({4, 8, 13, 17, 21, 26, 30})


def own_board() -> Board:
    """The board that we print: 354 × 232 mm, so that it fits an A3 sheet with its tags; 32 squares in a zigzag."""
    squares = [
        Square(name, 22.0, _NEAR_MM + _ROW_MM * (_ROWS - 1 - row), 30.0) for row, name in enumerate(STARTS)
    ]
    for number in range(1, _COLUMNS * _ROWS + 1):
        row, step = divmod(number - 1, _COLUMNS)
        column = step if row % 2 == 0 else _COLUMNS - 1 - step
        x, y = _LEFT_MM + _STEP_MM * column, _NEAR_MM + _ROW_MM * row
        squares.append(Square(str(number), x, y, _SIDE_MM, number in _REDS))
    squares.append(Square(GOAL, 333.0, 116.0, 42.0))
    return Board(354.0, 232.0, tuple(squares), Tags(side_mm=20.0))
