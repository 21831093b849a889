"""The clean-up after a flick: the square of every piece, and the order in which those on one square are stacked.

The rule kept here: a piece that was not seen elsewhere is where the book has it; nothing is made or lost.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cmp_to_key
from itertools import pairwise
from math import hypot

from companion.games.zong.areas import areas
from companion.games.zong.board import START, Board
from companion.games.zong.measuring import DOUBT_MM, Belonging, Straddle, belongs

ELSEWHERE = (
    "zg-11-between-higher",
    "zg-12-nearest-red",
    "zg-13-off-the-board",
    "zg-14-partly-on-goal",
    "zg-39-never-below-start",
)
"""What was said of a piece by one of these rules it lies elsewhere than it stood, wherever it belongs."""
Book = Mapping[str, tuple[str, ...]]
"""What stands on each square, bottom first; on the start side by side."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A piece as it lies after a flick: its middle in mm, or None where only its square was said.

    `square` and `rule` are what was said or voted, empty where its position decides. `on`: the piece it lies on.
    """

    x: float | None = None
    y: float | None = None
    square: str = ""
    rule: str = ""
    on: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sorted:
    """A clean-up, worked out.

    `pieces`: where every piece belongs, and why; `towers`: each occupied square, bottom first; `doubtful`: squares
    whose order nobody can be sure of, pieces that came apart on their own square among them; `staying`: pieces that
    are left as they are. `away`: how far from the middle of its square each seen piece lies (mm); `stacks`: pieces
    that still lie one on the other have one number.
    """

    pieces: Mapping[str, Belonging]
    towers: Mapping[str, tuple[str, ...]]
    doubtful: frozenset[str] = frozenset()
    staying: frozenset[str] = frozenset()
    away: Mapping[str, float] = field(default_factory=dict)
    stacks: Mapping[str, int] = field(default_factory=dict)


def sort_out(
    board: Board, seats: int, book: Book, seen: Mapping[str, Lying], straddle: Straddle = "last"
) -> Sorted:
    """The whole clean-up (ZG-11 … ZG-14, ZG-17 … ZG-19). `seen`: each piece of which more is known than the book."""
    home = {colour: square for square, colours in book.items() for colour in colours}
    pieces = {colour: belonging(board, seats, home[colour], seen.get(colour), straddle) for colour in home}
    staying = frozenset(
        colour
        for colour in home
        if stays(board, seats, home[colour], seen.get(colour), pieces[colour].square)
    )
    stacks = _stacks(board, {colour: seen[colour] for colour in seen if colour in home})
    staying |= _still_stacked(board, book, seen, pieces, stacks)
    away = {
        colour: _away(board, seats, pieces[colour].square, seen[colour]) for colour in seen if colour in home
    }
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
        others = [colour for colour in here if colour not in staying]
        order, sure = _nearest_first(others, seen, home, book, away, stacks)
        towers[square] = (*lowest, *order)
        measured = [colour for colour in lowest if colour in seen and seen[colour].x is not None]
        if not sure or len({stacks[colour] for colour in measured}) > 1:
            doubtful.add(square)
    return Sorted(
        pieces=pieces, towers=towers, doubtful=frozenset(doubtful), staying=staying, away=away, stacks=stacks
    )


def belonging(board: Board, seats: int, home: str, lying: Lying | None, straddle: Straddle) -> Belonging:
    """Where one piece belongs. One still standing at the start, and touching nothing else, has not left it."""
    if lying is None:
        return Belonging(home, "zg-17-own-place")
    if lying.square:
        return Belonging(lying.square, lying.rule or "zg-17-own-place")
    if lying.x is None or lying.y is None:
        return Belonging(home, "zg-17-own-place")
    if home == START and areas(board, seats)[START].contains(lying.x, lying.y):
        found = belongs(board, lying.x, lying.y, straddle)
        if found.rule == "zg-12-nearest-red":
            others = tuple(other for other in found.others if other[0] not in _reds(board))
            return Belonging(START, "zg-17-own-place", others)
        return found
    return belongs(board, lying.x, lying.y, straddle)


def _reds(board: Board) -> frozenset[str]:
    return frozenset(square.name for square in board.reds)


def stays(board: Board, seats: int, home: str, lying: Lying | None, square: str) -> bool:
    """Whether a piece stands where the book has it, so that nothing need be done with it."""
    if square != home:
        return False
    if lying is None:
        return True
    if lying.x is None or lying.y is None:
        return lying.rule not in ELSEWHERE
    return areas(board, seats)[home].contains(lying.x, lying.y)


def _still_stacked(
    board: Board,
    book: Book,
    seen: Mapping[str, Lying],
    pieces: Mapping[str, Belonging],
    stacks: Mapping[str, int],
) -> frozenset[str]:
    """Pieces that slid within their own square and still lie in their tower as it stood: nothing is to be done."""
    found: set[str] = set()
    for square, tower in book.items():
        here = [colour for colour in tower if pieces[colour].square == square != START]
        for lower, upper in pairwise(here):
            turned = lower in seen and _on(seen, lower, upper)
            apart = stacks[lower] != stacks[upper] if lower in seen and upper in seen else None
            if apart is None:
                one = seen.get(lower, seen.get(upper, Lying()))
                middle = board.by_name[square]
                apart = one.x is None or not _near(board, one, Lying(middle.x, middle.y))
            if not (turned or apart):
                found |= {lower, upper}
    return frozenset(found)


def _away(board: Board, seats: int, square: str, lying: Lying) -> float:
    """How far a piece lies from the middle of the square where it belongs (mm); without a position, infinitely far."""
    if lying.x is None or lying.y is None:
        return float("inf")
    there = board.start_for(seats) if square == START else board.by_name[square]
    return there.centre_away(lying.x, lying.y)


def _stacks(board: Board, seen: Mapping[str, Lying]) -> dict[str, int]:
    """Pieces that still lie one on the other have one number: flat on the board they could not be so near."""
    number: dict[str, int] = {colour: n for n, colour in enumerate(seen)}
    for one in seen:
        for other in seen:
            if one != other and (_on(seen, one, other) or _near(board, seen[one], seen[other])):
                old, new = number[one], number[other]
                number = {colour: new if n == old else n for colour, n in number.items()}
    return number


def _on(seen: Mapping[str, Lying], one: str, other: str) -> bool:
    """Whether one piece was said to lie on the other, or on one that does."""
    below, passed = seen[one].on, {one}
    while below and below not in passed:
        if below == other:
            return True
        passed.add(below)
        below = seen[below].on if below in seen else ""
    return False


def _near(board: Board, one: Lying, other: Lying) -> bool:
    if one.x is None or one.y is None or other.x is None or other.y is None:
        return False
    return hypot(one.x - other.x, one.y - other.y) < board.piece_mm - DOUBT_MM


def _nearest_first(
    others: list[str],
    seen: Mapping[str, Lying],
    home: Mapping[str, str],
    book: Book,
    away: Mapping[str, float],
    stacks: Mapping[str, int],
) -> tuple[tuple[str, ...], bool]:
    """Pieces that come onto a square, bottom first, and whether that order is sure.

    What is still stacked keeps its order and comes as one, as near as its nearest piece; the nearest come first.
    """
    groups: dict[int, list[str]] = {}
    for colour in others:
        groups.setdefault(stacks.get(colour, -1), []).append(colour)
    sure = True

    def lower(one: str, other: str) -> int:
        nonlocal sure
        if _on(seen, one, other) or _on(seen, other, one):
            return 1 if _on(seen, one, other) else -1
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
    for one, other in pairwise(near):
        sure = sure and other - one > DOUBT_MM
    return tuple(colour for group in ordered for colour in group), sure
