"""Where a card lies of which only a part shows beneath others: where the finder sees card that none read explains.

Method: what is left of the finder's map of cards is laid out in rectangles of an enrolled card's size, turned as the
straight parts of its border run and pushed into each of its corners; kept are those of which exactly that would show
which is left (intersection over union), moved a little while that gains. Rule kept: the hidden part is never measured;
it follows from the card's size.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.loose.outlines import CardOutline, Finder
from vision.loose.overlaps import shared

Mask = NDArray[np.uint8]

ACROSS: Final = 32.0
"""Samples across a card (geometric mean of its sides) in the masks in which places are weighed."""
SHOWS: Final = 0.5
"""Chance from which a card shows at a sample."""
LEAST_LEFT: Final = 0.12
MOST_LEFT: Final = 1.3
"""Parts of a card that may be left of one."""
BORDER: Final = 1
"""A known card's border, so many samples wide, is no part of what is left."""
STRAIGHT: Final = 0.3
"""Straight parts of a border tell how a card is turned from this length on (parts of its side)."""
ALIKE_DEG: Final = 5.0
TURNS: Final = 4
"""So many turns are tried at most."""
LARGER: Final = 1.12
"""What is left may be so much larger than the card: the finder's map is coarse."""
FILLS: Final = 0.85
"""What is left and as wide as this part of the card is laid in its middle."""
LEAST_FIT: Final = 0.6
"""Intersection over union of what would show and what is left, for a place to be told."""
MOST_TOLD: Final = 2
SHIFT: Final = 4
"""Corners are drawn to so many binary places."""
STEPS: Final = ((2.0, 3.0), (1.0, 1.5), (0.5, 0.75))
"""By how much places are moved (samples) and turned (degrees)."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a card may lie (4 x 2 px, clockwise), and how well what would show of it is what is left (0..1)."""

    corners: Floats
    fit: float


def places_beneath(
    finder: Finder, known: Sequence[CardOutline], sizes_px: Sequence[tuple[float, float]]
) -> list[Place]:
    """Places of cards of these sizes (px) of which parts show beneath those known, best first for each part."""
    side = float(np.median([np.sqrt(wide * high) for wide, high in sizes_px]))
    cell = side / ACROSS
    cover = finder.cover(side / 2, cell)
    free = np.ones(cover.shape, np.uint8)
    for card in known:
        _fill(free, card.corners / cell, 0)
        cv2.polylines(
            free, [_fixed(card.corners / cell)], isClosed=True, color=0, thickness=BORDER, shift=SHIFT
        )
    left = (cover >= SHOWS).astype(np.uint8) & free
    left = np.asarray(cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), dtype=np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(left, connectivity=4)
    area = ACROSS * ACROSS
    found: list[Place] = []
    for number in range(1, count):
        if LEAST_LEFT * area <= stats[number, cv2.CC_STAT_AREA] <= MOST_LEFT * area:
            part = (labels == number).astype(np.uint8)
            sizes = [(wide / cell, high / cell) for wide, high in sizes_px]
            found += [Place(place.corners * cell, place.fit) for place in _places(part, free, sizes)]
    return found


def _places(part: Mask, free: Mask, sizes: Sequence[tuple[float, float]]) -> list[Place]:
    """The best places for one part (a mask), in samples."""
    reach = round(1.6 * max(max(size) for size in sizes))
    x, y, wide, high = cv2.boundingRect(part)
    top, left = max(0, y - reach), max(0, x - reach)
    part = np.ascontiguousarray(part[top : y + high + reach, left : x + wide + reach])
    free = np.ascontiguousarray(free[top : y + high + reach, left : x + wide + reach])
    tried = sorted(
        (Place(corners, _fit(corners, part, free)) for corners in _guesses(part, sizes)),
        key=lambda one: -one.fit,
    )
    kept: list[Place] = []
    for place in tried[: 2 * MOST_TOLD]:
        best = _settled(place, part, free)
        if best.fit >= LEAST_FIT and all(shared(best.corners, other.corners) < 0.9 for other in kept):
            kept.append(best)
    kept.sort(key=lambda one: -one.fit)
    return [Place(np.add(place.corners, (left, top)), place.fit) for place in kept[:MOST_TOLD]]


def _guesses(part: Mask, sizes: Sequence[tuple[float, float]]) -> Iterator[Floats]:
    contours, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    border = max(contours, key=len).reshape(-1, 2).astype(np.float64)
    for turn in _turns(border, min(min(size) for size in sizes)):
        cosine, sine = np.cos(turn), np.sin(turn)
        axes = np.array([[cosine, sine], [-sine, cosine]])
        along = border @ axes.T
        low, high = along.min(axis=0) - 0.5, along.max(axis=0) + 0.5
        for size in sizes:
            for sides in {size, size[::-1]}:
                ways = [_along(low[axis], high[axis], sides[axis]) for axis in (0, 1)]
                square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array(sides) / 2
                for across in ways[0]:
                    for down in ways[1]:
                        yield np.add(square, (across, down)) @ axes


def _along(low: float, high: float, side: float) -> tuple[float, ...]:
    """Where along one axis the middle of a card with such a side may lie of which low to high shows."""
    if high - low > LARGER * side:
        return ()
    if high - low >= FILLS * side:
        return ((low + high) / 2,)
    return (low + side / 2, high - side / 2)


def _turns(border: Floats, side: float) -> list[float]:
    """How the straight parts of a border are turned (rad, 0 to a quarter), the longest first."""
    outline = cv2.approxPolyDP(np.rint(border).astype(np.int32)[:, None], 1.5, closed=True).reshape(-1, 2)
    steps = np.roll(outline, -1, axis=0) - outline
    lengths = np.hypot(*steps.T)
    found: list[float] = []
    for number in np.argsort(-lengths, kind="stable"):
        turn = float(np.arctan2(steps[number, 1], steps[number, 0]) % (np.pi / 2))
        apart = [abs((turn - other + np.pi / 4) % (np.pi / 2) - np.pi / 4) for other in found]
        if lengths[number] >= STRAIGHT * side and all(one > np.deg2rad(ALIKE_DEG) for one in apart):
            found.append(turn)
    return found[:TURNS]


def _settled(place: Place, part: Mask, free: Mask) -> Place:
    """A place moved and turned a little, coarse to fine, while it fits better."""
    for by, turn in STEPS:
        for _ in range(3):
            middle = place.corners.mean(axis=0)
            moves = [place.corners + move for move in ((by, 0), (-by, 0), (0, by), (0, -by))]
            for angle in (np.deg2rad(turn), -np.deg2rad(turn)):
                cosine, sine = np.cos(angle), np.sin(angle)
                moves.append((place.corners - middle) @ np.array([[cosine, sine], [-sine, cosine]]) + middle)
            best = max((Place(move, _fit(move, part, free)) for move in moves), key=lambda one: one.fit)
            if best.fit <= place.fit:
                break
            place = best
    return place


def _fit(corners: Floats, part: Mask, free: Mask) -> float:
    """What would show of a card, held against what is left: intersection over union."""
    card = np.zeros_like(part)
    _fill(card, corners, 1)
    shown = card & free
    both = cv2.countNonZero(shown & part)
    return both / max(1, cv2.countNonZero(shown) + cv2.countNonZero(part) - both)


def _fill(mask: Mask, corners: Floats, value: int) -> None:
    cv2.fillConvexPoly(mask, _fixed(corners), value, cv2.LINE_8, SHIFT)


def _fixed(corners: Floats) -> NDArray[np.int32]:
    """Corners in parts of a sample, as OpenCV draws them."""
    return np.rint(corners * 2**SHIFT).astype(np.int32)
