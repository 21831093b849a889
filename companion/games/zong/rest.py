"""Where flicked pieces belong: by the squares that they touch, by what was said and voted; and the whole clean-up."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cmp_to_key, lru_cache
from itertools import combinations, pairwise, permutations
from math import cos, dist, hypot, inf, pi, sin
from operator import itemgetter
from typing import Any

from companion.game import PositionFault, Seat, Violation
from companion.games.zong.board import GOAL, START, Board, Square, Straddle
from companion.games.zong.events import Rest
from companion.games.zong.state import COLOUR_NAMES, NO_VOTE, State, Vote, called, lies_on, piece_name
from companion.kits.exact import converted
from companion.language import _
from companion.sight import Region

# Where a piece at rest belongs by its position alone, by which rule, and how near another answer lies.
#
# Rule kept: every answer is that of one function of the position, so that margin and answer agree.


DOUBT_MM = 3.0
"""Maximum distance in mm to another answer for a piece to be doubtful."""
EQUAL_MM = 0.1
"""Tolerance in mm for two red squares to be equally near: positions are kept to 0.1 mm."""
BELOW = "zg-39-never-below-start"
REACH_MM = 12.0
"""Radius in mm around a piece within which other answers are looked for."""

_BEYOND_MM = 0.02
_FINE_MM = 0.05
_RINGS = 160
_ALL_AROUND = tuple((cos(2 * pi * step / _RINGS), sin(2 * pi * step / _RINGS)) for step in range(_RINGS))
_RADII = (1.5, DOUBT_MM)


@dataclass(frozen=True, slots=True)
class Belonging:
    """Where a piece belongs, and the rule that says so."""

    square: str
    rule: str
    others: tuple[tuple[str, float], ...] = ()  # others within REACH_MM, with distance in mm, nearest first

    @property
    def margin_mm(self) -> float:
        """Distance in mm to where another answer begins; REACH_MM at most."""
        return self.others[0][1] if self.others else REACH_MM

    @property
    def doubtful(self) -> bool:
        return self.margin_mm <= DOUBT_MM

    @property
    def between_reds(self) -> bool:
        """Whether it lies off the track and equally near to two red squares."""
        return self.rule == "zg-12-nearest-red" and self.margin_mm < EQUAL_MM

    @property
    def choices(self) -> tuple[str, ...]:
        """The squares in doubt, likeliest first."""
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
        # At a corner of two borders an answer begins nearer than straight ahead to either: step back to it.
        while nearest > _FINE_MM:
            nearer = nearest - _FINE_MM
            if read(x + dx * nearer, y + dy * nearer)[0] != other:
                break
            nearest = nearer
        found[other] = nearest
    others = sorted(((name, round(away, 1)) for name, away in found.items()), key=lambda pair: pair[1])
    return Belonging(square, rule, tuple(others))


def decided(board: Board, x: float, y: float, straddle: Straddle = "last") -> tuple[str, str]:
    """The square where a piece belongs, and the rule, without the margin."""
    return _of_all_squares(board, straddle)(x, y)


Reader = Callable[[float, float], tuple[str, str]]
"""The square and the rule for a piece with its middle at (x, y) mm."""


@lru_cache(maxsize=64)
def _of_all_squares(board: Board, straddle: Straddle) -> Reader:
    return _reader(board, board.running, straddle, inside=False, by_goal=True)


def _reader(
    board: Board, track: tuple[Square, ...], straddle: Straddle, *, inside: bool, by_goal: bool
) -> Reader:
    """`decided` for pieces that can touch these running squares only.

    `inside`: they cannot lie off the board. Without `by_goal` they cannot touch the goal.
    """
    # What depends only on the board is worked out here, as `read` runs for many positions.
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
        # A piece touches a square if it overlaps a side, or its radius reaches a corner.
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
            # The highest comes first, and wins a tie.
            _, name = min(
                [(hypot(x - red_x, y - red_y), name) for red_x, red_y, name in reds], key=itemgetter(0)
            )
            rule = "zg-12-nearest-red"
        return (START, BELOW) if name in board.lying_below else (name, rule)

    return read


def touched(board: Board, x: float, y: float) -> tuple[str, ...]:
    """All squares that a piece with its middle at (x, y) mm touches."""
    return tuple(square.name for square in board.squares if square.away(x, y) < board.radius_mm)


def _ways_around(
    board: Board, near: tuple[Square, ...], x: float, y: float
) -> Iterator[tuple[float, float, float, float]]:
    """Directions (unit vectors) that may lead to another answer, with its distance (mm) and where to look.

    One just beyond each border near by; all directions where two borders within doubt may meet, or one runs beneath.
    """
    gaps = [square.away(x, y) - board.radius_mm for square in near]
    tracks = [_way(square, x, y, square.side / 2, gap) for square, gap in zip(near, gaps, strict=True)]
    others, reds = list(_edges(board, x, y)), list(_between_reds(board, x, y))
    for dx, dy, away in (*tracks, *others, *reds):
        if away <= REACH_MM:
            yield dx, dy, away, away + _BEYOND_MM
    # A piece that surely touches a square ignores lower squares and red ones.
    touched = max((n for n, gap in enumerate(gaps) if gap <= -DOUBT_MM), default=None)
    counting = [*others, *(reds if touched is None else ()), *tracks[touched or 0 :]]
    close = [away for _, _, away in counting if away <= DOUBT_MM]
    if len(close) < 2 and not (close and close[0] <= _BEYOND_MM):
        return
    for dx, dy in _ALL_AROUND:
        for radius in _RADII:
            yield dx, dy, radius, radius


def _edges(board: Board, x: float, y: float) -> Iterator[tuple[float, float, float]]:
    """Directions (unit vectors) to the borders of goal and board, with their distance (mm)."""
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
    """The direction to (or out of) a square with half side `half`, and the distance; `gap` is negative inside."""
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


# Where the middle of a piece must lie for it to stand on a square beyond doubt: a rectangle for each square.
#
# A piece whose middle lies in a square's area belongs to that square, more than the doubt away from any other. Pieces
# put down by hand are judged more kindly: each stands on the square nearest to it.


LEAST_MM = 2.0
"""Minimum half side of an area in mm, however tight the squares."""
BY_HAND_MM = 4.0
"""Tolerance in mm outside a square for a piece put down by hand."""
START_ROOM = 4.0
"""Radii of room around the start that belong to it, as its pieces stand side by side."""


@lru_cache(maxsize=256)
def areas(board: Board, seats: int) -> dict[str, Region]:
    """The area of each square in use, in the order in which a point is looked up: the start comes last."""
    found = {}
    for square in (*board.track, board.goal):
        half = square.side / 2 if square.name != GOAL else square.side / 2 - board.radius_mm - DOUBT_MM
        found[square.name] = _cleared(board, square, square.name, half)
    start = board.start_for(seats)
    area = _cleared(board, start, START, start.side / 2 + START_ROOM * board.radius_mm)
    left, near = max(area.x, 0.0), max(area.y, 0.0)
    right, far = min(area.x + area.w, board.width_mm), min(area.y + area.h, board.height_mm)
    return {**found, START: Region(START, left, near, right - left, far - near)}


def area_at(board: Board, seats: int, x: float, y: float) -> str | None:
    """The square in whose area a point (mm) lies; None: a piece there stands on no square beyond doubt."""
    return next((name for name, area in areas(board, seats).items() if area.contains(x, y)), None)


def put_at(board: Board, seats: int, x: float, y: float) -> str | None:
    """The square on which a hand meant to put a piece with its middle at a point (mm); None: none."""
    squares = (*board.track, board.goal)
    nearest = min(squares, key=lambda square: (square.away(x, y), square.centre_away(x, y)))
    if nearest.away(x, y) <= BY_HAND_MM:
        return nearest.name
    return START if areas(board, seats)[START].contains(x, y) else None


def _cleared(board: Board, square: Square, name: str, half: float) -> Region:
    """A square with half side `half` around a square's middle, cut so that a piece in it touches no other."""
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


# The clean-up after a flick: the square of every piece, and the order of those on one square.
#
# Rule kept: a piece not seen elsewhere is where the book has it; nothing is made or lost.


ELSEWHERE = (
    "zg-11-between-higher",
    "zg-12-nearest-red",
    "zg-13-off-the-board",
    "zg-14-partly-on-goal",
    "zg-39-never-below-start",
)
"""Rules by which a piece lies elsewhere than it stood, wherever it belongs."""
Book = Mapping[str, tuple[str, ...]]
"""What stands on each square, bottom first; on the start side by side."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A piece as it lies after a flick: its middle in mm, or None where only its square was said."""

    x: float | None = None
    y: float | None = None
    square: str = ""  # as said or voted; empty: its position decides
    rule: str = ""
    on: str = ""  # the piece it lies on

    @property
    def at(self) -> tuple[float, float] | None:
        return None if self.x is None or self.y is None else (self.x, self.y)


@dataclass(frozen=True, slots=True)
class Sorted:
    """A clean-up, worked out."""

    pieces: Mapping[str, Belonging]  # where every piece belongs, and why
    towers: Mapping[str, tuple[str, ...]]  # each occupied square, bottom first
    doubtful: frozenset[str] = frozenset()  # squares whose order is unsure, pieces come apart included
    staying: frozenset[str] = frozenset()  # pieces left as they are
    away: Mapping[str, float] = field(default_factory=dict)  # mm from the middle of the square
    stacks: Mapping[str, int] = field(default_factory=dict)  # equal numbers: still one on the other


def sort_out(
    board: Board, seats: int, book: Book, seen: Mapping[str, Lying], straddle: Straddle = "last"
) -> Sorted:
    """The whole clean-up (ZG-11 … ZG-14, ZG-17 … ZG-19). `seen`: each piece of which more is known than the book."""
    home = {colour: square for square, colours in book.items() for colour in colours}
    pieces = {colour: belonging(board, seats, home[colour], seen.get(colour), straddle) for colour in home}
    lying = {colour: one for colour, one in seen.items() if colour in home}

    def rests_on(one: str, other: str) -> bool:
        """Whether one piece was said to lie on the other, directly or through others."""
        below, passed = seen[one].on, {one}
        while below and below not in passed:
            if below == other:
                return True
            passed.add(below)
            below = seen[below].on if below in seen else ""
        return False

    def is_near(one: Lying, other: Lying) -> bool:
        """Whether two still lie one on the other: nearer than two flat pieces can be."""
        return one.at is not None and other.at is not None and dist(one.at, other.at) < flat

    def stays(colour: str) -> bool:
        """Whether a piece stands where the book has it and can be left alone."""
        one = lying.get(colour)
        if one is None or pieces[colour].square != home[colour]:
            return pieces[colour].square == home[colour]
        if one.at is None:
            return one.rule not in ELSEWHERE
        return areas(board, seats)[home[colour]].contains(*one.at)

    # Pieces that still lie one on the other share a number; those that stand where the book has them stay.
    flat = board.piece_mm - DOUBT_MM
    stacks = {colour: n for n, colour in enumerate(lying)}
    for one, other in permutations(lying, 2):
        if rests_on(one, other) or is_near(lying[one], lying[other]):
            old, new = stacks[one], stacks[other]
            stacks = {colour: new if n == old else n for colour, n in stacks.items()}
    staying = set(filter(stays, home))
    # Pieces that slid within their own square and still lie in their tower as it stood need nothing.
    stacked: set[str] = set()
    for square, tower in book.items():
        for lower, upper in pairwise(colour for colour in tower if pieces[colour].square == square != START):
            turned = lower in lying and rests_on(lower, upper)
            if lower in lying and upper in lying:
                together = stacks[lower] == stacks[upper]
            else:
                there = Lying(*middle(board, seats, square))
                together = is_near(lying.get(lower, lying.get(upper, Lying())), there)
            if together and not turned:
                stacked |= {lower, upper}
    staying |= stacked

    # Distance of each from the middle of its square; without a position, infinite.
    away = {
        colour: inf if one.at is None else dist(one.at, middle(board, seats, pieces[colour].square))
        for colour, one in lying.items()
    }

    def nearest_first(others: list[str]) -> tuple[tuple[str, ...], bool]:
        """Pieces that come onto a square, bottom first, and whether that order is sure.

        The nearest to the middle come first; a stack keeps its order and counts as near as its nearest piece.
        """
        groups: dict[int, list[str]] = {}
        for colour in others:
            groups.setdefault(stacks.get(colour, -1), []).append(colour)
        sure = True

        def lower(one: str, other: str) -> int:
            nonlocal sure
            if rests_on(one, other) or rests_on(other, one):
                return 1 if rests_on(one, other) else -1
            tower = book[home[one]]
            if home[one] == home[other] != START:
                return tower.index(one) - tower.index(other)
            sure = False
            return -1 if away[one] < away[other] else 1 if away[one] > away[other] else 0

        ordered = sorted(
            (sorted(group, key=cmp_to_key(lower)) for group in groups.values()),
            key=lambda group: min(away[colour] for colour in group),
        )
        near = [min(away[colour] for colour in group) for group in ordered]
        sure = sure and all(other - one > DOUBT_MM for one, other in pairwise(near))
        return tuple(colour for group in ordered for colour in group), sure

    towers: dict[str, tuple[str, ...]] = {}
    doubtful: set[str] = set()
    for square in sorted(
        {piece.square for piece in pieces.values()}, key=lambda name: board.number(name) or 0
    ):
        here = [colour for colour in home if pieces[colour].square == square]
        if square == START:
            towers[square] = tuple(here)
            continue
        lowest = [colour for colour in book.get(square, ()) if colour in staying]
        order, sure = nearest_first([colour for colour in here if colour not in staying])
        towers[square] = (*lowest, *order)
        measured = {stacks[colour] for colour in lowest if colour in lying and lying[colour].x is not None}
        if not sure or len(measured) > 1:
            doubtful.add(square)
    return Sorted(pieces, towers, frozenset(doubtful), frozenset(staying), away, stacks)


def belonging(board: Board, seats: int, home: str, lying: Lying | None, straddle: Straddle) -> Belonging:
    """Where one piece belongs. One still at the start that touches nothing else has not left it."""
    if lying is not None and lying.square:
        return Belonging(lying.square, lying.rule or "zg-17-own-place")
    if lying is None or lying.at is None:
        return Belonging(home, "zg-17-own-place")
    found = belongs(board, *lying.at, straddle)
    at_start = home == START and areas(board, seats)[START].contains(*lying.at)
    if at_start and found.rule == "zg-12-nearest-red":
        reds = {square.name for square in board.reds}
        others = tuple(other for other in found.others if other[0] not in reds)
        return Belonging(START, "zg-17-own-place", others)
    return found


# What a state knows of flicked pieces: measured, said in words, voted.


def sorted_out(state: State) -> Sorted:
    decided = Vote(decided=state.vote.decided) if state.vote.decided else NO_VOTE
    return _sorted_out(
        State(agreed=state.agreed, squares=state.squares, hands=(), rest=state.rest, vote=decided)
    )


@lru_cache(maxsize=1024)
def _sorted_out(state: State) -> Sorted:
    """`sorted_out` for a bare state: only where pieces stand and lie, and what was decided."""
    lying = {state.agreed.colours[seat]: as_lying(state, rest) for seat, rest in state.rest}
    for seat, square in state.vote.decided:
        colour = state.agreed.colours[seat]
        lying[colour] = replace(lying.get(colour, Lying()), square=square, rule="zg-20-majority")
    return sort_out(state.board, state.seats, state.book(), lying, state.agreed.straddle)


def as_lying(state: State, rest: Rest) -> Lying:
    """A piece as it lies: words decide where it belongs; without any, its position does."""
    square, rule = said(state, rest)
    return Lying(rest.x, rest.y, square, rule, rest.on)


def said(state: State, rest: Rest) -> tuple[str, str]:
    """The square and rule in the words of a resting place; empty where they leave it to measuring."""
    board, square, rule = state.board, rest.square, "zg-17-own-place" if rest.square else ""
    if rest.goal:
        square, rule = GOAL, "zg-14-whole-on-goal"
    elif rest.off_board:
        square, rule = START, "zg-13-off-the-board"
    elif GOAL in rest.between:
        others = max((board.number(name) or 0 for name in rest.between if name != GOAL), default=0)
        places = {"goal": board.last + 1, "last": board.last, "track": others}
        square, rule = board.named(places[state.agreed.straddle]), "zg-14-partly-on-goal"
    elif rest.between:
        square = max(rest.between, key=lambda name: board.number(name) or 0)
        rule = "zg-11-between-higher"
    elif isinstance(rest.off_track, str) and rest.off_track:
        square, rule = rest.off_track, "zg-12-nearest-red"
    return (START, BELOW) if square in board.lying_below else (square, rule)


def measured(state: State, colour: str, rest: Rest | None) -> Belonging | None:
    """Where a piece belongs by its position; None: only words were said."""
    seat = state.agreed.seat(colour)
    if seat is None or rest is None or rest.x is None or rest.y is None:
        return None
    return belonging_of(state, seat, Lying(rest.x, rest.y))


def belonging_of(state: State, seat: Seat, lying: Lying) -> Belonging:
    home = state.board.named(state.place(seat))
    return belonging(state.board, state.seats, home, lying, state.agreed.straddle)


def rest_violation(state: State, colour: str, rest: Rest) -> Violation | None:
    """What is wrong with a resting place: words that name nothing, or that the measured position contradicts."""
    seat = state.agreed.seat(colour)
    if seat is None:
        return Violation("ours-colours", piece_name(colour))
    board = state.board
    told = [rest.square, rest.between, rest.off_track, rest.off_board, rest.goal]
    if sum(map(bool, told)) > 1 or (rest.x is None) != (rest.y is None):
        return Violation("ours-resting-place", piece_name(colour))
    if rest.x is None and (not any(told) or rest.off_track is True):
        return Violation("ours-resting-place", piece_name(colour))
    if rest.on and (rest.on == colour or state.agreed.seat(rest.on) is None):
        return Violation("ours-resting-place", lies_on(colour, rest.on))
    red = rest.off_track if isinstance(rest.off_track, str) else ""
    for name in (rest.square, red, *rest.between):
        if name and (not board.has(name) or name == rest.square == GOAL):
            return Violation("ours-squares", name)
    if rest.square == START and state.place(seat) != 0:
        words = _("{piece} did not stand on the start")
        return Violation("zg-12-nearest-red", words.format(piece=piece_name(colour)))
    if rest.between and len(set(rest.between)) < 2:
        words, squares = _("{piece} between {squares}"), ", ".join(map(called, rest.between))
        return Violation("ours-resting-place", words.format(piece=piece_name(colour), squares=squares))
    if red not in ("", *(one.name for one in board.reds)):
        return Violation("zg-12-nearest-red", _("{square} is not red").format(square=called(red)))
    due, _rule = said(state, rest)
    found = measured(state, colour, rest) if due else None
    if found is None or due in found.choices:
        return None
    about = _("measured {square}, said {other}").format(square=called(found.square), other=called(due))
    return Violation(found.rule, about)


def is_told(state: State, colour: str, rest: Rest) -> bool:
    """Whether a resting place says where a piece lies, even if its measured position contradicts it."""
    violation = rest_violation(state, colour, rest)
    return violation is None or not violation.rule.startswith("ours-")


def misplaced(state: State) -> dict[str, str]:
    """The pieces that a hand must take up, with their squares; not those that lie right, at the bottom."""
    found, rest = sorted_out(state), dict(state.rest)
    due = {}
    for seat in loose(state):
        colour = state.agreed.colours[seat]
        square = found.pieces[colour].square
        x, y = rest[seat].x, rest[seat].y
        there = x is not None and y is not None and area_at(state.board, state.seats, x, y) == square
        if not (there and found.towers[square][0] == colour):
            due[colour] = square
    return due


def loose(state: State) -> tuple[Seat, ...]:
    """The pieces that the clean-up must deal with: those that do not stand where they stood."""
    staying = sorted_out(state).staying
    return tuple(seat for seat, _ in state.rest if state.agreed.colours[seat] not in staying)


def may_stand(state: State, found: Sorted, square: str, tower: tuple[str, ...]) -> bool:
    """Whether pieces may be stacked in this order: where it is in doubt, the seat whose turn it is chooses."""
    due = found.towers[square]

    def is_surely_lower(one: str, other: str) -> bool:
        """Whether one piece comes below the other beyond doubt."""
        if due.index(one) > due.index(other):
            return False
        measured = one in found.stacks and other in found.stacks
        together = measured and found.stacks[one] == found.stacks[other]
        if one in found.staying:
            return other not in found.staying or together or not measured
        if together:
            seats = [state.agreed.colours.index(colour) for colour in (one, other)]
            return state.place(seats[0]) == state.place(seats[1]) != 0
        return found.away[other] - found.away[one] > DOUBT_MM

    if tower == due or square not in found.doubtful:
        return tower == due
    return not any(is_surely_lower(upper, lower) for lower, upper in combinations(tower, 2))


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    """A flicked piece: where it goes and why. Lengths are in mm."""

    seat: Seat
    colour: str
    square: str
    to: tuple[float, float]  # middle of the square
    rule: str
    others: tuple[tuple[str, float], ...]  # other answers near by, with their distance
    doubtful: bool  # another answer lies within 3 mm
    decided: bool  # by a vote or a override
    must_move: bool  # a hand must take it up
    level: int  # number of pieces below it in the end


def placings(state: State) -> tuple[Placing, ...]:
    """Every flicked piece not put back yet, in the order of seats."""
    found, decided, moving = sorted_out(state), dict(state.vote.decided), misplaced(state)
    placed = []
    for seat, rest in state.rest:
        colour = state.agreed.colours[seat]
        piece, by_position = found.pieces[colour], measured(state, colour, rest)
        placed.append(
            Placing(
                seat=seat,
                colour=colour,
                square=piece.square,
                to=middle(state.board, state.seats, piece.square),
                rule=piece.rule,
                others=() if by_position is None else by_position.others,
                doubtful=by_position is not None and by_position.doubtful and seat not in decided,
                decided=seat in decided,
                must_move=colour in moving,
                level=found.towers[piece.square].index(colour) if piece.square != START else 0,
            )
        )
    return tuple(placed)


def middle(board: Board, seats: int, name: str) -> tuple[float, float]:
    """The middle of a square (mm); `start` is the start square in use."""
    square = board.start_for(seats) if name == START else board.by_name[name]
    return square.x, square.y


def book_of(board: Board, given: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """What stands on each square, bottom first, from a state as JSON: `pieces`, `towers` or both.

    Raises PositionFault naming the field.
    """
    pieces: dict[str, str] = converted(given.get("pieces", {}), dict[str, str], "pieces")
    towers: dict[str, tuple[str, ...]] = converted(
        given.get("towers", {}), dict[str, tuple[str, ...]], "towers"
    )
    found: dict[str, tuple[str, ...]] = {}
    standing: dict[str, str] = {}
    for colour, square in [(colour, square) for square, tower in towers.items() for colour in tower]:
        if colour in standing:
            raise PositionFault(f"towers.{square}", f"{colour} stands in two places")
        standing[colour] = square
        found[square] = (*found.get(square, ()), colour)
    for colour, square in pieces.items():
        if standing.get(colour, square) != square:
            raise PositionFault(f"pieces.{colour}", f"stands on {standing[colour]} too")
        if colour not in standing:
            standing[colour] = square
            found[square] = (*found.get(square, ()), colour)
    for square in found:
        if board.number(square) is None:
            raise PositionFault("pieces", f"expected a square of the board, found {square!r}")
    for colour in standing:
        if colour not in COLOUR_NAMES:
            raise PositionFault("pieces", f"expected one of {', '.join(COLOUR_NAMES)}, found {colour!r}")
    if not standing:
        raise PositionFault("pieces", "expected every colour in play once, found none")
    return found
