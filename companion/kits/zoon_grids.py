"""Movement grids in their short form, as in `w nw2 n+ne *0,2`, read and written.

A word is a path: steps of a direction and how many squares, joined by + where the path bends; every square on it
may be stopped on. `*0,2` is a green square: none to the right, two ahead, reached directly.
"""

import re
from collections.abc import Iterable

from companion.kits.grid import EIGHT, Offset, Stride
from companion.language import _, joined

REACH = 2
"""A printed grid is 5 × 5: so many squares each way from the Zoon."""

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
    legs: list[tuple[str, int]] = []
    here = (0, 0)
    for offset in stride.offsets:
        name = _NAMES[(offset[0] - here[0], offset[1] - here[1])]
        if legs and legs[-1][0] == name:
            legs[-1] = (name, legs[-1][1] + 1)
        else:
            legs.append((name, 1))
        here = offset
    return "+".join(name if count == 1 else f"{name}{count}" for name, count in legs)
