"""A hand or an arm over the table: whether there is one, and what it covers.

Rule kept: one picture is enough; with a picture of the table without hand, what has not changed is no hand, nor is
what shows a card that is known by its face or back.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats, Mask, Picture, Values
from vision.networks import answers

# What reaches in over the border. No colour of skin or sleeve is looked for: an arm is one large thing that
# comes in from outside. Cards that were moved do not touch the border, a shadow changes no colour, a bumped
# camera changes things all over, another light leaves every pattern where it was.

Change = Values
"""Natural logarithm of each cell's colours after to before: rows x columns x 3."""

CHANGED: Final = 0.08
"""Where the logarithm of a colour's share differs by more, something else is seen."""
NOISES: Final = 4.0
"""… or by more than this many times the median cell: in the dark much noise is left, and much of the light."""
COLOURED: Final = 0.04
"""A change that is not in all colours alike is no shadow …"""
BRIGHTER: Final = 0.08
DARKER: Final = 0.4
"""… nor is one to brighter, or to much darker than a shadow is."""
FOREARM_CELLS: Final = 30
"""A forearm's part of the picture, in cells."""
GAP_CELLS: Final = 3
"""Pieces with fewer cells than this between them belong together."""
CROSSED_CELLS: Final = 2
"""An arm crosses the border on at least this many cells."""
EDGE_CELLS: Final = 4
"""Within this many cells of the border …"""
LEAST_SHARE: Final = 0.5
"""… an arm is at least this share of what has changed there; after a bump of the camera nothing is."""
ALL_OVER: Final = 0.6
"""When more of the picture than this changed, the camera did, or the lens was covered."""


def change_between(before: Picture, after: Picture, cells: tuple[int, int]) -> Change:
    """What differs between two BGR pictures of one size, less what the light did; `cells`: wide, high.

    0 in cells whose pattern shows the same surface; those that differ by no more than CHANGED are not looked at.
    """
    shares = _log(after, cells) - _log(before, cells)
    shares -= light_between(shares)
    shares[same_surface(before, after, cells, np.abs(shares).max(axis=2) > CHANGED)] = 0
    return shares


def reaching_in(change: Change) -> Mask | None:
    """Which cells something reaches into, or None."""
    tone = change.mean(axis=2)
    coloured = change.max(axis=2) - change.min(axis=2) > COLOURED
    no_shadow = coloured | (tone > BRIGHTER) | (tone < -DARKER)
    farthest = np.abs(change).max(axis=2)
    level = max(CHANGED, NOISES * float(np.median(farthest)))
    changed = ((farthest > level) & no_shadow).astype(np.uint8)
    thick = cv2.morphologyEx(changed, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    if thick.sum() > ALL_OVER * thick.size:
        return None
    edge = np.ones(thick.shape, np.bool_)
    edge[EDGE_CELLS:-EDGE_CELLS, EDGE_CELLS:-EDGE_CELLS] = False
    total = int(thick[edge].sum())
    # Where a sleeve or its shadow looks like the table an arm is in pieces.
    joined = cv2.morphologyEx(thick, cv2.MORPH_CLOSE, np.ones((GAP_CELLS, GAP_CELLS), np.uint8))
    count, labels = cv2.connectedComponents(joined, connectivity=4)
    for label in range(1, count):
        patch = (labels == label) & (thick > 0)
        area = int(patch.sum())
        on_border = max(int(side.sum()) for side in (patch[0], patch[-1], patch[:, 0], patch[:, -1]))
        if area >= FOREARM_CELLS and on_border >= CROSSED_CELLS and patch[edge].sum() >= LEAST_SHARE * total:
            return np.asarray(patch)
    return None


def _log(picture: Picture, cells: tuple[int, int]) -> Values:
    small = cv2.resize(picture, cells, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.LUT(small, _LOGARITHMS), dtype=np.float32)


# The light's part of a change: light changes softly over the whole picture, or leaves the pattern of what it
# falls on; what comes between camera and table does neither.

LIKE_THE_LIGHT: Final = 0.04
"""A cell whose logarithm differs by this from a field of light counts half for it."""
EVERY: Final = 2
"""Light is so soft that every other cell, both ways, tells it."""
ROUNDS: Final = 8
DARK_LEVEL: Final = 12.0
"""Added to brightness (0..255) before logarithms are taken, so that noise in the dark is no pattern."""
PATTERN_PX: Final = 13
"""A pattern is compared over squares of this side, finer than any slope of the light …"""
SOFT_PX: Final = 4.0
"""… after all that is softer than this was taken away."""
FARTHEST_PX: Final = 24.0
"""What lies farther from a place than this has no say in its pattern."""
LEAST_PATTERN: Final = 0.01
"""Less contrast than this (of the logarithm) is noise: nothing can be told by it."""
SAME: Final = 0.7
"""Patterns that agree so well (correlation) are of one surface."""
_LOGARITHMS: Final = np.log(np.arange(256, dtype=np.float32) + np.float32(DARK_LEVEL))


def light_between(shares: Values) -> Values:
    """The softly varying field that most of the cells follow; `shares`: logarithm of after to before in each colour.

    A surface of the second degree: it leans and bends as lamps' light does, and cannot follow the edge of an arm. What
    does not follow it, over a good quarter of the picture, does not draw it along.
    """
    rows, columns, colours = shares.shape
    surfaces = _surfaces(rows, columns)
    asked = np.ascontiguousarray(surfaces[::EVERY, ::EVERY].reshape(-1, 6).T)
    values = np.ascontiguousarray(shares[::EVERY, ::EVERY].reshape(-1, colours).T, dtype=np.float64)
    # From all cells alike, and from those near the middle value: either start may be led astray, hardly both.
    weights = np.stack([np.ones(values.shape[1]), _weights(values - np.median(values, axis=1)[:, None])])
    for _ in range(ROUNDS):
        weighted = asked * weights[:, None]
        sums = weighted @ asked.T + 1e-6 * np.eye(6)
        leanings = np.linalg.solve(sums, weighted @ values.T)
        weights = _weights(values - leanings.transpose(0, 2, 1) @ asked)
    best = int(np.log(weights).mean(axis=1).argmax())
    return np.asarray(surfaces @ leanings[best], dtype=np.float32)


def same_surface(before: Picture, after: Picture, cells: tuple[int, int], asked: Mask | None = None) -> Mask:
    """In which cells (wide, high) two BGR pictures of one size show one pattern, however it is lit now.

    `asked`: the cells that are asked about (high x wide); of others it tells nothing. None: all.
    """
    if asked is None:
        asked = np.ones((cells[1], cells[0]), np.bool_)
    high, wide = before.shape[:2]
    across, down = wide / cells[0], high / cells[1]
    reach = np.ones((2 * ceil(FARTHEST_PX / down) + 1, 2 * ceil(FARTHEST_PX / across) + 1), np.uint8)
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(cv2.dilate(asked.astype(np.uint8), reach))
    same = np.zeros(asked.shape, np.bool_)
    for number, (left, top, columns, rows, _) in enumerate(boxes[1:count].tolist(), 1):
        part = np.s_[
            int(top * down) : ceil((top + rows) * down), int(left * across) : ceil((left + columns) * across)
        ]
        # Where both show one pattern: 1, else 0.
        was, now = _pattern(before[part]), _pattern(after[part])
        mean_was, mean_now = _mean(was), _mean(now)
        spread_was = _mean(was * was) - mean_was * mean_was
        spread_now = _mean(now * now) - mean_now * mean_now
        both = _mean(was * now) - mean_was * mean_now
        plain = np.minimum(spread_was, spread_now) <= LEAST_PATTERN**2
        alike = np.zeros((high, wide), np.float32)
        alike[part] = (both > SAME * np.sqrt(np.maximum(spread_was * spread_now, 0))) & ~plain
        same |= (cv2.resize(alike, cells, interpolation=cv2.INTER_AREA) > 0.5) & (labels == number)
    return same & asked


def _weights(off: Floats) -> Floats:
    """How loudly each cell (… x colours x cells) speaks, by the colour in which it is farthest off."""
    farthest = np.abs(off).max(axis=-2)
    return np.asarray(1 / (1 + (farthest / LIKE_THE_LIGHT) ** 2))


@lru_cache(maxsize=4)
def _surfaces(rows: int, columns: int) -> Floats:
    """A constant, slopes and bends over the cells: rows x columns x 6."""
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    one = np.ones_like(x)
    return np.stack([one, x, y, x * x, x * y, y * y], axis=-1)


def _pattern(picture: Picture) -> Values:
    """The fine detail of a picture in shares of its brightness: what a lamp changes least."""
    grey = cv2.LUT(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), _LOGARITHMS)
    return np.asarray(grey - cv2.GaussianBlur(grey, (0, 0), SOFT_PX), dtype=np.float32)


def _mean(values: Values) -> Values:
    return np.asarray(cv2.boxFilter(values, cv2.CV_32F, (PATTERN_PX, PATTERN_PX)), dtype=np.float32)


Point = tuple[float, float]

LOOK_WIDE, LOOK_HIGH = 160, 96
"""Size in px at which the finder looks; smaller is quicker, and a hand is large."""
CELL: Final = 2
"""Side (px of the finder's picture) of the cells that the finder answers for."""
LIKELY: Final = 0.5
"""A cell shows a hand from this probability on."""
LEAST_CELLS: Final = 18.0
"""Sum of the cells' probabilities from which a patch is a hand: a finger or two."""
BORDER_CELLS: Final = 2
"""Arms come over the border of the picture: a patch farther from it than this is no hand …"""
LEAST_ALONE: Final = 60.0
"""… unless it is as large as this, as when the sleeve has the table's colour."""
UNCHANGED: Final = 0.08
"""Where the picture differs from the one without hand by less than this share, there is no hand."""
ROUND_A_CARD: Final = 1.2
"""So much wider than a card is what looks like a hand because of it: gaps between cards count as theirs."""
COVERED_SHARE: Final = 0.03
"""A place is covered when the hand lies over more of it than this."""


@dataclass(frozen=True, slots=True, eq=False)
class HandsInView:
    """Where hands and arms are in a picture.

    `mask`: True where one is (LOOK_HIGH / CELL x LOOK_WIDE / CELL cells, over the whole picture); `sure`: 0..1;
    `box`: left, top, right, bottom in px of the full frame.
    """

    mask: Mask
    sure: float
    box: tuple[float, float, float, float]
    frame_size: tuple[float, float]

    def covers(self, corners_px: Iterable[Point]) -> bool:
        """Whether a hand lies over the place with these corners (px of the full frame)."""
        inside = _cells_within(corners_px, self.frame_size, self.mask.shape)
        return bool(inside.any()) and float(self.mask[inside].mean()) > COVERED_SHARE

    def reaches_beyond(self, corners_px: Iterable[Point]) -> bool:
        """Whether enough for a hand lies outside the place with these corners (px of the full frame)."""
        inside = _cells_within(corners_px, self.frame_size, self.mask.shape)
        return int((self.mask & ~inside).sum()) >= LEAST_CELLS


def find_hand(
    image: Picture,
    *,
    background: Picture | None = None,
    scale: float = 1.0,
    cards_px: Sequence[Sequence[Point]] = (),
) -> HandsInView | None:
    """The hands and arms in a picture (BGR, any size from 160 x 90 on), or None.

    `background` is a picture of the same camera and size without hand (BGR): where it still looks the same,
    nothing is taken for a hand. `scale`: how many full-frame px one px of `image` stands for. `cards_px`: corners
    (px of the full frame) of cards that were recognised and lie uncovered: there is no hand either.
    """
    frame = (image.shape[1] * scale, image.shape[0] * scale)
    if background is not None and background.shape == image.shape:
        change = change_between(background, image, (LOOK_WIDE // CELL, LOOK_HIGH // CELL))
        # Which cells look different, and their neighbours.
        differ = (np.abs(change).max(axis=2) > UNCHANGED).astype(np.uint8)
        changed = np.asarray(cv2.dilate(differ, np.ones((3, 3), np.uint8)) > 0)
        # The network is asked only where enough has changed.
        if next(_patches(changed, changed.astype(np.float64)), None) is None:
            return None
        arm = reaching_in(change)
        chances = np.where(changed, hand_chances(image), 0)
        if arm is not None:
            chances = np.where(arm, 1.0, chances)
    else:
        chances = hand_chances(image)
    for corners in cards_px:
        chances = np.where(_cells_within(corners, frame, chances.shape, ROUND_A_CARD), 0, chances)
    patches = list(_patches(chances > LIKELY, chances))
    if not patches:
        return None
    mask = np.logical_or.reduce([patch for patch, _evidence in patches])
    evidence = max(evidence for _patch, evidence in patches)
    # A cell more all round: fingertips are smaller than a cell.
    wider = cv2.dilate(mask.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    rows, columns = mask.shape
    down, across = np.nonzero(wider)
    fx, fy = frame[0] / columns, frame[1] / rows
    box = (across.min() * fx, down.min() * fy, (across.max() + 1) * fx, (down.max() + 1) * fy)
    return HandsInView(
        mask=np.asarray(wider),
        sure=float(chances[mask].mean()) * (1 - 0.5 * LEAST_CELLS / max(evidence, LEAST_CELLS)),
        box=(float(box[0]), float(box[1]), float(box[2]), float(box[3])),
        frame_size=frame,
    )


def _cells_within(
    corners_px: Iterable[Point], frame_size: Point, shape: tuple[int, ...], wider: float = 1.0
) -> Mask:
    """The cells of a place with these corners (px of the full frame), made wider about its middle."""
    (wide, high), (rows, columns) = frame_size, shape
    corners = np.array([(x * columns / wide, y * rows / high) for x, y in corners_px]) - 0.5
    middle = corners.mean(axis=0)
    place = np.zeros((rows, columns), np.uint8)
    cv2.fillPoly(
        place, [np.round((middle + (corners - middle) * wider) * 16).astype(np.int32)], 1, cv2.LINE_8, 4
    )
    return np.asarray(place > 0)


def _patches(cells: Mask, chances: Floats) -> Iterator[tuple[Mask, float]]:
    """Each patch of cells that is large enough for a hand, and the sum of its chances."""
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(cells.astype(np.uint8), connectivity=8)
    rows, columns = cells.shape
    for label in range(1, count):
        x, y, wide, high, _ = boxes[label].tolist()
        at_border = min(x, y, columns - x - wide, rows - y - high) <= BORDER_CELLS
        patch = labels == label
        total = float(chances[patch].sum())
        if total >= (LEAST_CELLS if at_border else LEAST_ALONE):
            yield patch, total


def hand_chances(image: Picture) -> Floats:
    """For each cell of the picture (BGR) the probability that a hand or an arm is there."""
    small = cv2.resize(image, (LOOK_WIDE, LOOK_HIGH), interpolation=cv2.INTER_AREA).astype(np.float32)
    even = small / (small.mean() + 8) - 1
    told = answers("hand.onnx", even.transpose(2, 0, 1)[None], newest=True)
    return 1 / (1 + np.exp(-np.asarray(told[0, 0], np.float64)))
