"""Several guesses at where one card's corners lie; the one whose look agrees best with an enrolled face is read.

Method: sides along edges of the picture are exact where a card stands out, and go astray on frames printed within it;
the finder's own outline does neither. Thumbnails tell cheaply which guess shows a face. A guess of the wrong shape has
two sides right at most: it is completed from each of its sides. Rule kept: what no thumbnail agrees with is not held
against the faces at all, which takes most of the time.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from vision.loose.outlines import CardOutline, Floats
from vision.loose.reading import FoundCard, LooseCardReader, Picture
from vision.loose.scale import Scale
from vision.loose.sides import sides_found

HOPELESS: Final = 0.28
"""Agreement of thumbnails below which a guess is not read."""
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
    ways: Sequence[Floats],
    hidden: Sequence[Floats] = (),
) -> FoundCard:
    """The card as read by the guess (4 x 2 px) that agrees best; unread with the first guess where none does."""
    ranked = sorted(
        ((reader.agreement(image, corners, hidden), number) for number, corners in enumerate(ways)),
        key=lambda one: -one[0],
    )
    best: FoundCard | None = None
    for agreement, number in ranked[:MOST_READ]:
        if agreement < HOPELESS and best is not None:
            break
        card = reader.read(image, replace(outline, corners=ways[number]), hidden, faces=agreement >= HOPELESS)
        if best is None or card.known > best.known:
            best = card
        if best.known >= CLEAR:
            return best
    assert best is not None
    if best.known >= READ:
        # read, but not as it should be: from where the face lies its sides may be found better
        sides = replace(outline, corners=sides_found(image, best.outline.corners))
        again = reader.read(image, sides, hidden)
        best = again if again.known > best.known else best
    return best if best.known >= READ else replace(best, outline=replace(outline, corners=ways[0]))


def completed(corners: Floats, sizes: Sequence[tuple[float, float]], scale: Scale | None) -> list[Floats]:
    """The outline (4 x 2 px) made as long or as wide as a card of one of the sizes (mm) is, from each of its sides.

    With a scale both sides get the card's true lengths, from each corner; without, one of them follows from the other.
    """
    centre = corners.mean(axis=0)
    one = (corners[1] + corners[2] - corners[0] - corners[3]) / 4
    other = (corners[2] + corners[3] - corners[0] - corners[1]) / 4
    long_one, long_other = float(np.hypot(*one)), float(np.hypot(*other))
    if min(long_one, long_other) < 2:
        return []
    found: list[Floats] = []
    shapes = {shape for wide, high in sizes for shape in ((wide, high), (high, wide))}
    for wide, high in sorted(shapes):
        if scale is not None:
            px = scale.px_per_mm(float(centre[0]), float(centre[1])) / 2
            times = [(wide * px / long_one, high * px / long_other)]
        else:
            ratio = np.log(wide / high) - np.log(long_one / long_other)
            if abs(ratio) < SAME_SHAPE:
                continue
            times = [(float(np.exp(ratio)), 1.0), (1.0, float(np.exp(-ratio)))]
        for across, down in times:
            if max(abs(np.log(across)), abs(np.log(down))) > MOST_CHANGE:
                continue
            lefts = (-1, 1) if abs(np.log(across)) > SAME_SHAPE else (0,)
            tops = (-1, 1) if abs(np.log(down)) > SAME_SHAPE else (0,)
            for left in lefts:
                for top in tops:
                    middle = centre + left * (across - 1) * one + top * (down - 1) * other
                    u, v = one * across, other * down
                    found.append(np.array([middle - u - v, middle + u - v, middle + u + v, middle - u + v]))
    return found
