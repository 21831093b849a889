"""Where a piece at rest belongs by its position alone, which rule says so, and how near another answer lies.

The rule kept here: every answer is that of one function of the position, so that margin and answer cannot disagree.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import Literal

from companion.games.zong.board import GOAL, START, Board, Square

DOUBT_MM = 3.0
"""A piece nearer than this to a place with another answer is doubtful."""
EQUAL_MM = 0.1
"""Two red squares whose distances differ by less are equally near: positions are kept to a tenth of a mm."""
BELOW = "zg-39-never-below-start"
REACH_MM = 12.0
"""Other answers are looked for so far around a piece."""

Straddle = Literal["last", "track", "goal"]
"""What a piece is that lies partly on the goal: on the last running square, as if there were no goal, on the goal."""

_BEYOND_MM = 0.02
_FINE_MM = 0.05
_RINGS = 160
_ALL_AROUND = tuple((cos(2 * pi * step / _RINGS), sin(2 * pi * step / _RINGS)) for step in range(_RINGS))
_RADII = (1.5, DOUBT_MM)


@dataclass(frozen=True, slots=True)
class Belonging:
    """Where a piece belongs, and the rule that says so.

    `others` are the other answers within REACH_MM with how far away they are (mm), nearest first.
    """

    square: str
    rule: str
    others: tuple[tuple[str, float], ...] = ()

    @property
    def margin_mm(self) -> float:
        """How far the piece lies from where another answer begins (mm); REACH_MM where that is further."""
        return self.others[0][1] if self.others else REACH_MM

    @property
    def doubtful(self) -> bool:
        return self.margin_mm <= DOUBT_MM

    @property
    def between_reds(self) -> bool:
        """Whether it lies off the track as near to one red square as to another, to a tenth of a mm."""
        return self.rule == "zg-12-nearest-red" and self.margin_mm < EQUAL_MM

    @property
    def choices(self) -> tuple[str, ...]:
        """The squares among which there is doubt, likeliest first."""
        return (self.square, *(square for square, away in self.others if away <= DOUBT_MM))


@lru_cache(maxsize=4096)
def belongs(board: Board, x: float, y: float, straddle: Straddle = "last") -> Belonging:
    """Where a piece with its middle at (x, y) mm belongs, flat on the board or off it (ZG-11 … ZG-14, ZG-17)."""
    square, rule = decided(board, x, y, straddle)
    found: dict[str, float] = {}
    far = board.radius_mm + REACH_MM + 1
    near = tuple(one for one in board.running if one.is_within(x, y, far))
    inside = far < x < board.width_mm - far and far < y < board.height_mm - far
    read = _reader(board, near, straddle, inside=inside, by_goal=board.goal.is_within(x, y, far))
    for dx, dy, away, further in _ways_around(board, near, x, y):
        other = read(x + dx * further, y + dy * further)[0]
        if other == square:
            continue
        nearest = min(away, found.get(other, away))
        # Where two borders meet an answer begins nearer than either of them lies straight ahead.
        while nearest > _FINE_MM:
            nearer = nearest - _FINE_MM
            if read(x + dx * nearer, y + dy * nearer)[0] != other:
                break
            nearest = nearer
        found[other] = nearest
    others = sorted(((name, round(away, 1)) for name, away in found.items()), key=lambda pair: pair[1])
    return Belonging(square, rule, tuple(others))


def decided(board: Board, x: float, y: float, straddle: Straddle = "last") -> tuple[str, str]:
    """The square where a piece belongs, and the rule, with no word on how sure that is."""
    return _of_all_squares(board, straddle)(x, y)


Reader = Callable[[float, float], tuple[str, str]]
"""The square and the rule for a piece with its middle at (x, y) mm."""


@lru_cache(maxsize=64)
def _of_all_squares(board: Board, straddle: Straddle) -> Reader:
    return _reader(board, board.running, straddle, inside=False, by_goal=True)


def _reader(
    board: Board, track: tuple[Square, ...], straddle: Straddle, *, inside: bool, by_goal: bool
) -> Reader:
    """What `decided` answers for pieces that can touch no other running squares than these.

    `inside`: they cannot lie off the board. Without `by_goal` they cannot touch the goal.
    """
    goal, radius = board.goal, board.radius_mm
    inner = goal.side / 2 - radius
    partly = "" if straddle == "track" else GOAL if straddle == "goal" else board.named(board.last)
    squares = tuple((square.x, square.y, square.side / 2, square.name) for square in track)
    reds = tuple((red.x, red.y, red.name) for red in reversed(board.reds))

    def read(x: float, y: float) -> tuple[str, str]:
        if not (inside or board.holds(x, y)):
            return START, "zg-13-off-the-board"
        if by_goal and abs(x - goal.x) <= inner and abs(y - goal.y) <= inner:
            return GOAL, "zg-14-whole-on-goal"
        if by_goal and partly and goal.is_within(x, y, radius):
            return partly, "zg-14-partly-on-goal"
        touched = [
            name
            for middle_x, middle_y, half, name in squares
            if (across := abs(x - middle_x) - half) < radius
            and (along := abs(y - middle_y) - half) < radius
            and (across <= 0 or along <= 0 or hypot(across, along) < radius)
        ]
        if touched:
            name, rule = touched[-1], "zg-11-between-higher" if len(touched) > 1 else "zg-17-own-place"
        else:
            # The highest comes first, and stays where another one is as near.
            _, name = min([(hypot(x - red_x, y - red_y), name) for red_x, red_y, name in reds], key=_first)
            rule = "zg-12-nearest-red"
        return (START, BELOW) if name in board.lying_below else (name, rule)

    return read


def _first(pair: tuple[float, str]) -> float:
    return pair[0]


def touched(board: Board, x: float, y: float) -> tuple[str, ...]:
    """The squares of any kind that a piece with its middle at (x, y) mm touches."""
    return tuple(square.name for square in board.squares if square.away(x, y) < board.radius_mm)


def _ways_around(
    board: Board, near: tuple[Square, ...], x: float, y: float
) -> Iterator[tuple[float, float, float, float]]:
    """Directions (of length 1) with perhaps another answer, from how far (mm) on, and where to look for it.

    To just beyond each border near by; all around where two are within doubt and may meet, or one runs beneath.
    """
    gaps = [square.away(x, y) - board.radius_mm for square in near]
    tracks = [_way(square, x, y, square.side / 2, gap) for square, gap in zip(near, gaps, strict=True)]
    others, reds = list(_edges(board, x, y)), list(_between_reds(board, x, y))
    for dx, dy, away in (*tracks, *others, *reds):
        if away <= REACH_MM:
            yield dx, dy, away, away + _BEYOND_MM
    # Where a piece surely touches a square, neither a lower one nor a red one counts.
    touched = max((n for n, gap in enumerate(gaps) if gap <= -DOUBT_MM), default=None)
    counting = [*others, *(reds if touched is None else ()), *tracks[touched or 0 :]]
    close = [away for _, _, away in counting if away <= DOUBT_MM]
    if len(close) < 2 and not (close and close[0] <= _BEYOND_MM):
        return
    for dx, dy in _ALL_AROUND:
        for radius in _RADII:
            yield dx, dy, radius, radius


def _edges(board: Board, x: float, y: float) -> Iterator[tuple[float, float, float]]:
    """Directions (of length 1) in which the borders of goal and board lie, and how far away each is (mm)."""
    radius, goal = board.radius_mm, board.goal
    yield _way(goal, x, y, goal.side / 2, goal.away(x, y) - radius)
    inner = goal.side / 2 - radius
    across, along = abs(x - goal.x) - inner, abs(y - goal.y) - inner
    outside = hypot(max(across, 0.0), max(along, 0.0)) or max(across, along)
    yield _way(goal, x, y, inner, outside)
    for edge, dx, dy in (
        (x, -1.0, 0.0),
        (board.width_mm - x, 1.0, 0.0),
        (y, 0.0, -1.0),
        (board.height_mm - y, 0.0, 1.0),
    ):
        yield (dx, dy, edge) if edge >= 0 else (-dx, -dy, -edge)


def _between_reds(board: Board, x: float, y: float) -> Iterator[tuple[float, float, float]]:
    """The same for the lines beyond which another red square is nearer."""
    nearest = min(board.reds, key=lambda red: red.centre_away(x, y))
    for red in board.reds:
        if red is not nearest:
            apart = red.centre_away(nearest.x, nearest.y)
            away = (red.centre_away(x, y) ** 2 - nearest.centre_away(x, y) ** 2) / (2 * apart)
            yield (red.x - nearest.x) / apart, (red.y - nearest.y) / apart, away


def _way(square: Square, x: float, y: float, half: float, gap: float) -> tuple[float, float, float]:
    """The way to (or out of) a square of half the side `half`, and how far to go: `gap` is negative within."""
    across, along = x - square.x, y - square.y
    left, down = abs(across) - half, abs(along) - half
    if left > 0 and down > 0:
        dx, dy = -left, -down
    elif left > down:
        dx, dy = -1.0, 0.0
    else:
        dx, dy = 0.0, -1.0
    length = hypot(dx, dy)
    dx, dy = dx / length, dy / length
    dx, dy = (dx if across >= 0 else -dx), (dy if along >= 0 else -dy)
    return (dx, dy, gap) if gap >= 0 else (-dx, -dy, -gap)
