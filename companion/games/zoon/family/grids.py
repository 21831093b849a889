"""Movement grids: where they lead, their short form (`w nw2 n+ne *0,2`), and drawing them by taps on 5 × 5 squares.

A word is a path: directions with a number of squares, joined by + where the path bends; a Zoon may stop on every
square of it. `*0,2` is a green square, two squares ahead and reached directly.

Rule kept: a square is reached by a path, or is green, or neither; further taps cycle through what it can be.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby, pairwise

import msgspec

from companion.kits.grid import EIGHT, Grid, Offset
from companion.language import _, joined


class Way(msgspec.Struct, frozen=True):
    """One way to a square."""

    to: int
    between: tuple[int, ...]  # must be empty
    back: int  # where one stands one step earlier; the start if `flown`
    flown: bool = False  # reached directly, over everything between

    @property
    def path(self) -> tuple[int, ...]:
        """The squares walked on, in order, the last one included."""
        return (*self.between, self.to)


@dataclass(frozen=True, slots=True)
class Stride:
    """One printed path: the squares to walk in order, as offsets."""

    offsets: tuple[Offset, ...]
    flown: bool = False  # a green square, reached directly


def ways(grid: Grid, seat: int, square: int, strides: Iterable[Stride]) -> dict[int, tuple[Way, ...]]:
    """Every square that a printed grid leads to, with the ways to it; a path ends where the board does."""
    found: dict[int, tuple[Way, ...]] = {}
    for stride in strides:
        walked: list[int] = []
        for offset in stride.offsets:
            to = grid.step(seat, square, offset)
            if to is None:
                break
            back = walked[-1] if walked and not stride.flown else square
            between = () if stride.flown else tuple(walked)
            found[to] = (*found.get(to, ()), Way(to, between, back, stride.flown))
            walked.append(to)
    return found


REACH = 2
"""Reach of a printed grid, which is 5 × 5: squares each way from the Zoon."""

_COMPASS = dict(zip(("w", "nw", "n", "ne", "e", "se", "s", "sw"), EIGHT, strict=True))
_NAMES = {offset: name for name, offset in _COMPASS.items()}
_LEG = re.compile(r"(nw|ne|sw|se|n|s|e|w)([1-5]?)$")
_GREEN = re.compile(r"\*(-?\d),(-?\d)$")


def strides_of(moves: str) -> tuple[Stride, ...]:
    """Printed paths from their short form: `n2` one square ahead or on to the second, `*0,2` a green square.

    Raises ValueError naming the word that cannot be read.
    """
    return tuple(_stride(word) for word in moves.split())


def moves_of(strides: Iterable[Stride]) -> str:
    """The short form of printed paths: `strides_of(moves_of(strides)) == strides`."""
    return " ".join(_word(stride) for stride in strides)


def _stride(word: str) -> Stride:
    words = _("a path such as {examples} in place of {word}")
    unread = ValueError(
        words.format(examples=joined(("n", "ne2", "n+ne", "*0,2"), either=True), word=repr(word))
    )
    if green := _GREEN.match(word):
        if (to := (int(green[1]), int(green[2]))) == (0, 0):
            raise unread
        return Stride((to,), flown=True)
    offsets: list[Offset] = []
    across = ahead = 0
    for leg in word.split("+"):
        straight = _LEG.match(leg)
        if straight is None:
            raise unread
        right, forward = _COMPASS[straight[1]]
        for _square in range(int(straight[2] or 1)):
            across, ahead = across + right, ahead + forward
            offsets.append((across, ahead))
    if (0, 0) in offsets:
        raise unread
    return Stride(tuple(offsets))


def _word(stride: Stride) -> str:
    if stride.flown:
        across, ahead = stride.offsets[-1]
        return f"*{across},{ahead}"
    steps = [(x - left, y - below) for (left, below), (x, y) in pairwise(((0, 0), *stride.offsets))]
    legs = [(_NAMES[step], len(list(same))) for step, same in groupby(steps)]
    return "+".join(name if count == 1 else f"{name}{count}" for name, count in legs)


Strides = tuple[Stride, ...]
SQUARES: tuple[Offset, ...] = tuple(
    (across, ahead) for ahead in range(REACH, -REACH - 1, -1) for across in range(-REACH, REACH + 1)
)
"""All squares as they are read: row by row from the far left."""


def tapped(strides: Strides, square: Offset, *, green: bool) -> Strides:
    """The paths after a tap. A square on a path is cleared; one with two possible bends first takes the other."""
    if square == (0, 0):
        return strides
    flown = Stride((square,), flown=True)
    others = tuple(stride for stride in strides if stride != flown)
    if green:
        return others if flown in strides else (*_without(strides, square), flown)
    routes = _routes(square)
    used = [
        n for n, route in enumerate(routes) if any(stride.offsets[: len(route)] == route for stride in others)
    ]
    cleared = _without(others, square)
    if not used:
        ends = [stride.offsets[-1] for stride in cleared if not stride.flown]
        return _with(cleared, next((route for route in routes if route[0] in ends), routes[0]))
    # Bent ways are offered one after the other; a straight way has no alternative.
    return _with(cleared, routes[1]) if used[0] == 0 and len(routes) > 1 else cleared


def reached(strides: Iterable[Stride]) -> dict[Offset, bool]:
    """Every square that may be stopped on, and whether it is green."""
    return {offset: stride.flown for stride in strides for offset in stride.offsets}


def _routes(square: Offset) -> tuple[tuple[Offset, ...], ...]:
    """The shortest ways from the middle to a square: one, or two where it must bend."""
    across, ahead = square
    if max(abs(across), abs(ahead)) == 1:
        return ((square,),)
    slanting = (_toward(across), _toward(ahead))
    if across % 2 == ahead % 2 == 0:
        return ((slanting, square),)
    upright = (0, slanting[1]) if abs(ahead) > abs(across) else (slanting[0], 0)
    return ((upright, square), (slanting, square))


def _toward(part: int) -> int:
    return (part > 0) - (part < 0)


def _without(strides: Strides, square: Offset) -> Strides:
    """All paths, cut off before a square; green squares elsewhere stay."""
    found = []
    for stride in strides:
        if square not in stride.offsets:
            found.append(stride)
        elif not stride.flown and (kept := stride.offsets[: stride.offsets.index(square)]):
            found.append(Stride(kept))
    return _kept(found)


def _with(strides: Strides, route: tuple[Offset, ...]) -> Strides:
    """The paths with one more; a path that it extends becomes part of it, and green squares on it are walked on."""
    others = [stride for stride in strides if not (stride.flown and stride.offsets[-1] in route)]
    return _kept([*others, Stride(route)])


def _kept(strides: list[Stride]) -> Strides:
    """Paths without those that are the beginning of another, or equal to a later one."""

    def is_part(at: int, stride: Stride) -> bool:
        count = len(stride.offsets)
        return not stride.flown and any(
            not other.flown
            and other.offsets[:count] == stride.offsets
            and (len(other.offsets) > count or n > at)
            for n, other in enumerate(strides)
        )

    return tuple(stride for at, stride in enumerate(strides) if not is_part(at, stride))
