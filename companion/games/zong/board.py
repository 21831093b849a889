"""The board of ZONG: running squares, four planet starts and the goal, in mm; and those of our own to print.

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

    def is_within(self, x: float, y: float, reach: float) -> bool:
        """Whether `away` is less than so much (mm), which is more than 0."""
        half = self.side / 2
        across = abs(x - self.x) - half
        if across >= reach:
            return False
        along = abs(y - self.y) - half
        return along < reach and (across <= 0 or along <= 0 or hypot(across, along) < reach)

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

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.width_mm, self.height_mm, self.squares, self.below))

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

    @cached_property
    def lying_below(self) -> frozenset[str]:
        """The squares below the start in use, where no piece ever stands (ZG-39)."""
        return frozenset(square.name for square in self.running if int(square.name) <= self.below)

    @cached_property
    def goal(self) -> Square:
        return self.by_name[GOAL]

    @cached_property
    def radius_mm(self) -> float:
        return self.piece_mm / 2

    @cached_property
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
        return name in self.lying_below

    def number(self, name: str) -> int | None:
        """The place of a name, of a square below the start that of the start; None where there is none."""
        if name in (START, GOAL):
            return 0 if name == START else self.last + 1
        known = name.isdecimal() and name in self.by_name
        return max(int(name) - self.below, 0) if known else None

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies on the board."""
        return 0 <= x <= self.width_mm and 0 <= y <= self.height_mm


_REDS = frozenset({4, 8, 13, 17, 21, 26, 30})
_LAST = 32


def own_board() -> Board:
    """The board that we print: 354 × 232 mm, so that it fits an A3 sheet with its tags; 32 squares in a zigzag.

    Squares of 30 mm every 44 mm: a piece with its middle anywhere on one lies clear of all others, beyond doubt. The
    goal lies beyond the last square, in the far right corner. Its tags are others than those of the first board, so
    that the two, of one size, are never taken for each other.
    """
    starts = [Square(name, 22.0, 24.0 + 44.0 * row, 30.0) for row, name in enumerate(STARTS)]
    track = _zigzag(7, (66.0, 24.0), (44.0, 44.0), 30.0)
    tags = Tags(ids=(4, 5, 6, 7), side_mm=20.0)
    return Board(354.0, 232.0, (*starts, *track, Square(GOAL, 286.0, 206.0, 42.0)), tags)


def first_board() -> Board:
    """The board that we printed at first: what a set-up is played on that names none, as games saved before do not."""
    starts = [Square(name, 22.0, 200.0 - 56.0 * row, 30.0) for row, name in enumerate(STARTS)]
    track = _zigzag(8, (61.5, 32.0), (33.0, 56.0), 29.0)
    return Board(354.0, 232.0, (*starts, *track, Square(GOAL, 333.0, 116.0, 42.0)), Tags(side_mm=20.0))


def _zigzag(columns: int, first: tuple[float, float], step: tuple[float, float], side: float) -> list[Square]:
    """The running squares, row by row to and fro from the nearest row on; `first`: the middle of square 1."""
    squares = []
    for number in range(1, _LAST + 1):
        row, along = divmod(number - 1, columns)
        column = along if row % 2 == 0 else columns - 1 - along
        x, y = first[0] + step[0] * column, first[1] + step[1] * row
        squares.append(Square(str(number), x, y, side, number in _REDS))
    return squares
