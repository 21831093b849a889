"""Several guesses at where one card's corners lie; the one whose look agrees best with an enrolled face is read.

Method: sides along edges of the picture are exact where a card stands out, and go astray on frames printed within it;
the finder's own outline does neither. Thumbnails tell cheaply which guess shows a face. A guess of the wrong shape has
two sides right at most: it is completed from each of its sides. Rule kept: what no thumbnail agrees with is not held
against the faces at all, which takes most of the time.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from vision.arrays import Floats, Picture
from vision.loose.outlines import CardOutline
from vision.loose.reading import FoundCard, LooseCardReader
from vision.loose.sides import sides_found

NOTHING: Final = 0.2
"""Agreement of thumbnails below which the first guess shows that there is no face, wherever its corners lie, …"""
HOPELESS: Final = 0.38
"""… below which no guess is read, …"""
LIKELY: Final = 0.4
"""… from which a second one is, …"""
PLAIN: Final = 0.6
"""… and from which a guess is read before others are tried."""
READ: Final = 0.6
"""Chance of being one of the enrolled from which a card is read, …"""
CLEAR: Final = 0.95
"""… and from which no other guess is tried: it may lie better."""
MOST_READ: Final = 2
"""So many guesses at one card are read at most."""
SAME_SHAPE: Final = 0.07
"""A guess whose sides are as long as a card's to within this (natural logarithm) needs no completing."""
MOST_CHANGE: Final = 0.75
"""A side that would change by more than this (natural logarithm) is left."""


def read_best(
    image: Picture,
    reader: LooseCardReader,
    outline: CardOutline,
    ways: Iterable[Floats],
    hidden: Sequence[Floats] = (),
    *,
    hopeless: float = HOPELESS,
    nothing: float = -1.0,
) -> FoundCard:
    """The card as read by the guess (4 x 2 px) that agrees best; unread with the outline as it is where none does.

    Guesses are taken one by one: none is asked for after one that is surely read, or after the first where that agrees
    less than `nothing`; none is read that agrees less than `hopeless`.
    """
    best: FoundCard | None = None
    ranked: list[tuple[float, Floats]] = []
    for corners in ways:
        agreement = reader.agreement(image, corners, hidden)
        if agreement >= PLAIN:
            best = _better(best, reader.read(image, replace(outline, corners=corners), hidden))
            if best.known >= CLEAR:
                return best
        else:
            ranked.append((agreement, corners))
            if agreement < nothing:
                break
            nothing = -1.0
    ranked.sort(key=lambda one: -one[0])
    for number, (agreement, corners) in enumerate(ranked[:MOST_READ]):
        if agreement < (hopeless if best is None and not number else LIKELY):
            break
        best = _better(best, reader.read(image, replace(outline, corners=corners), hidden))
        if best.known >= CLEAR:
            return best
    if best is None:
        return reader.read(image, outline, hidden, faces=False)
    if best.known < READ:
        return replace(best, outline=outline)
    # read, but not as it should be: from where the face lies its sides may be found better
    sides = replace(outline, corners=sides_found(image, best.outline.corners))
    return _better(best, reader.read(image, sides, hidden))


def _better(best: FoundCard | None, card: FoundCard) -> FoundCard:
    return card if best is None or card.known > best.known else best


def completed(corners: Floats, sizes: Sequence[tuple[float, float]]) -> list[Floats]:
    """The outline (4 x 2 px) made as long, or as wide, as a card of one of the sizes (mm) is that has its other side's
    length, from each end."""
    centre = corners.mean(axis=0)
    one = (corners[1] + corners[2] - corners[0] - corners[3]) / 4
    other = (corners[2] + corners[3] - corners[0] - corners[1]) / 4
    long_one, long_other = float(np.hypot(*one)), float(np.hypot(*other))
    if min(long_one, long_other) < 2:
        return []
    found: list[Floats] = []
    shapes = {shape for wide, high in sizes for shape in ((wide, high), (high, wide))}
    for wide, high in sorted(shapes):
        ratio = float(np.log(wide / high) - np.log(long_one / long_other))
        if not SAME_SHAPE <= abs(ratio) <= MOST_CHANGE:
            continue
        for across, down in ((np.exp(ratio), 1.0), (1.0, np.exp(-ratio))):
            u, v = one * across, other * down
            for end in (-1, 1):
                middle = centre + end * ((across - 1) * one + (down - 1) * other)
                found.append(np.array([middle - u - v, middle + u - v, middle + u + v, middle - u + v]))
    return found
