"""The board of ZONG: running squares, four planet starts and the goal, in mm; and our own boards to print.

Positions are those of the table: origin at the near-left corner of the board, x to the right, y away.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from functools import cache, cached_property
from itertools import combinations, pairwise
from math import hypot
from statistics import median
from typing import Any, Literal

import msgspec

from companion.kits.exact import Mismatch, exact, shown
from companion.kits.options import sheet_in
from companion.language import _, expected_words, number
from companion.sight import Tags

GOAL, START = "goal", "start"
THROW, LOOSE, BESIDE = "throw", "board", "beside"
"""The strip for throws, the board between its squares, and what is beside it."""
STARTS = ("start3", "start4", "start5", "start6")
PIECE_MM, PIECE_HEIGHT_MM = 22.0, 8.0
Straddle = Literal["last", "track", "goal"]
"""Where a piece partly on the goal belongs: the last running square, as if there were no goal, or the goal."""


class Square(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A square of the board: its middle and side in mm. `red`: a target for pieces off the track.

    `after`: of a start on the track, the running square behind it; squares up to that lie below the start.
    """

    name: str
    x: float
    y: float
    side: float
    red: bool = False
    after: int = 0

    def away(self, x: float, y: float) -> float:
        """Distance in mm of a point from the square; inside it, minus the distance to the nearest side."""
        across, along = abs(x - self.x) - self.side / 2, abs(y - self.y) - self.side / 2
        if across > 0 and along > 0:
            return hypot(across, along)
        return max(across, along)

    def is_within(self, x: float, y: float, reach: float) -> bool:
        """Whether `away` is less than `reach`, a positive distance in mm."""
        half = self.side / 2
        across = abs(x - self.x) - half
        if across >= reach:
            return False
        along = abs(y - self.y) - half
        return along < reach and (across <= 0 or along <= 0 or hypot(across, along) < reach)

    def centre_away(self, x: float, y: float) -> float:
        """Distance in mm of a point from the square's middle."""
        return hypot(x - self.x, y - self.y)


class Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board as an owner's file has it: its size, squares in any order, tags at its corners, its pieces; in mm."""

    width_mm: float
    height_mm: float
    squares: tuple[Square, ...] = msgspec.field(name="square")
    tags: Tags | None = Tags()
    piece_mm: float = PIECE_MM
    piece_height_mm: float = PIECE_HEIGHT_MM


class Board(Measured, frozen=True, dict=True):
    """A board to be played on."""

    # An owner writes each `square` by itself; screens and records list them all as `squares`.
    squares: tuple[Square, ...] = msgspec.field(name="squares")
    below: int = 0  # number of running squares below the start in use

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
        """The board for a number of players, from their own start on."""
        start = self.by_name.get(f"{START}{seats}")
        return self if start is None or not start.after else msgspec.structs.replace(self, below=start.after)

    def named(self, number: int) -> str:
        """The name of a place: `start`, the numbers of the squares beyond it, `goal`."""
        return START if number <= 0 else GOAL if number > self.last else str(number + self.below)

    def has(self, name: str) -> bool:
        """Whether it names the start, the goal or a running square, below the start included."""
        return name in (START, GOAL) or (name.isdecimal() and name in self.by_name)

    def number(self, name: str) -> int | None:
        """The place of a name; None where no piece can stand, as on squares below the start."""
        if name in (START, GOAL):
            return 0 if name == START else self.last + 1
        return int(name) - self.below if self.has(name) and name not in self.lying_below else None

    def holds(self, x: float, y: float) -> bool:
        return 0 <= x <= self.width_mm and 0 <= y <= self.height_mm


@cache
def own_board() -> Board:
    """The board that we print, in the form of an owner's board."""
    return board_from(sheet_in("companion.games.zong", "own-board", dict[str, Any]))


@cache
def first_board() -> Board:
    """The board of set-ups that name none, as games saved before do."""
    return board_from(sheet_in("companion.games.zong", "first-board", dict[str, Any]))


# A board read from its owner's mapping, and written again. The fault of a wrong map is one sentence.


FEWEST_SQUARES = 20
LEAP = 2.5
"""A step of the track is a leap from this multiple of the median step on."""
OVERHANG_MM = 5.0
"""Maximum overhang in mm of a square tapped by finger over the board's edge."""


class BoardFault(ValueError):
    """A map that no game can be played on; the message says why."""


def board_from(mapping: Mapping[str, Any]) -> Board:
    """A board from plain data, in the form of a board's TOML file or of `board_json`. Raises BoardFault."""
    try:
        read = msgspec.convert(mapping, Measured, strict=False)
    except msgspec.ValidationError:
        try:
            read = exact(mapping, Measured)
        except Mismatch as fault:
            place, found = fault.field or _("the board"), shown(fault.found)
            raise BoardFault(expected_words(place, fault.expected, found)) from None
    board = Board(*msgspec.structs.astuple(read))
    for fault_found in board_faults(board):
        raise BoardFault(fault_found)
    return board


def board_faults(board: Board) -> Iterator[str]:
    """Faults of a board, each a sentence, the plainest first; none for a board that can be played on."""
    for field in ("width_mm", "height_mm", "piece_mm", "piece_height_mm"):
        if not 0 < getattr(board, field) < 5000:
            words = _("{field}: expected a length in mm, found {length}")
            yield words.format(field=field, length=number(getattr(board, field), 1, at_most=True))
            return
    # Impossible names and sizes.
    for square in board.squares:
        if not (square.name.isascii() and square.name.isdecimal()) and square.name not in (*STARTS, GOAL):
            words = _("a square is called {name}: expected a number or one of {names}")
            yield words.format(name=repr(square.name), names=", ".join((*STARTS, GOAL)))
        if square.side <= 0:
            words = _("square {name} has a side of {length} mm")
            yield words.format(name=square.name, length=number(square.side, 1, at_most=True))
    for name, count in Counter(square.name for square in board.squares).items():
        if count > 1:
            yield _("two squares are called {name}").format(name=name)
    if GOAL not in board.by_name:
        yield _("there is no goal")
    for name in STARTS:
        if name not in board.by_name:
            yield _("there is no start with {n} planets ({name})").format(n=name[-1], name=name)
    if not board.by_name.keys() >= {GOAL, *STARTS}:
        return

    # Gaps in the track, and starts with too few squares left beyond them.
    numbers = [int(square.name) for square in board.running]
    if len(numbers) < FEWEST_SQUARES:
        words = _("too few running squares: expected at least {least}, found {n}")
        yield words.format(least=FEWEST_SQUARES, n=len(numbers))
    gap = next((n for n in range(1, max(numbers, default=0) + 1) if n not in numbers), None)
    if gap is not None:
        yield _("a gap in the track: there is no square {n}").format(n=gap)
    yield from (_("a square is numbered {n}").format(n=n) for n in numbers if n < 1)
    for square in board.squares:
        if square.after and square.name not in STARTS:
            yield _("square {name} lies after another: only a start may").format(name=square.name)
    most = max(len(board.running) - FEWEST_SQUARES, 0)
    for name in STARTS:
        after = board.by_name[name].after
        if not 0 <= after <= most:
            words = _("{name} lies after square {n}: expected none, or one up to {most}")
            yield words.format(name=name, n=after, most=most)

    # Squares off the board, on each other or too far apart, a goal too small, and that none is red.
    for square in board.squares:
        half = square.side / 2 - OVERHANG_MM
        corners = ((square.x - half, square.y - half), (square.x + half, square.y + half))
        if not (board.holds(square.x, square.y) and all(board.holds(*corner) for corner in corners)):
            yield _("square {name} lies outside the board").format(name=square.name)
    for one, other in combinations(board.squares, 2):
        if one.away(other.x, other.y) < 0 or other.away(one.x, one.y) < 0:
            words = _("two squares in one place: {one} and {other}")
            yield words.format(one=one.name, other=other.name)
    if board.goal.side < board.piece_mm:
        goal, piece = (number(mm, 1, at_most=True) for mm in (board.goal.side, board.piece_mm))
        words = _("the goal ({goal} mm) has no room for a piece ({piece} mm)")
        yield words.format(goal=goal, piece=piece)
    if not board.reds:
        yield _("there is no red square")
    steps = [(one.centre_away(two.x, two.y), one, two) for one, two in pairwise(board.running)]
    middle = median(step for step, _one, _two in steps) if steps else 0.0
    words = _("a leap in the track: from square {one} to {other} it is {leap} mm, other steps are {step} mm")
    for step, one, two in steps:
        if step > LEAP * middle:
            yield words.format(one=one.name, other=two.name, leap=number(step), step=number(middle))


def plain(board: Board) -> dict[str, Any]:
    """A board as plain data: `board_from(plain(board)) == board`."""
    return {
        "width_mm": board.width_mm,
        "height_mm": board.height_mm,
        "piece_mm": board.piece_mm,
        "piece_height_mm": board.piece_height_mm,
        "tags": None if board.tags is None else asdict(board.tags) | {"ids": list(board.tags.ids)},
        "square": [
            {name: value for name, value in msgspec.to_builtins(square).items() if name != "after" or value}
            for square in board.squares
        ],
    }


def board_json(board: Board) -> str:
    """A board as one line of text: the fact `board` of a set-up, so that replay needs no file."""
    return json.dumps(plain(board), separators=(",", ":"))


def board_toml(board: Board) -> str:
    """A board as the TOML file of its owner. Without tags it has no `[tags]`, and is read back with ours."""
    tables = plain(board)
    squares, tags = tables.pop("square"), tables.pop("tags")
    headed = [("[tags]", tags)] if tags is not None else []
    headed += [("[[square]]", square) for square in squares]
    # Values of these kinds are the same in TOML and JSON.
    lines = [f"{name} = {json.dumps(value)}" for name, value in tables.items()]
    for head, table in headed:
        lines += ["", head, *(f"{name} = {json.dumps(value)}" for name, value in table.items())]
    return "\n".join(lines) + "\n"
