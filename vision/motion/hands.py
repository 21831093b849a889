"""Detects a hand or an arm over the table, and what it covers.

Rule kept: one picture is enough. With a picture of the table without a hand, unchanged places are not a hand, and
neither are identified cards.
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

# Things that reach in over the border. The colour of skin or sleeve does not count: an arm is one large thing that
# comes in from outside. Moved cards do not touch the border, a shadow changes no colour, a bumped camera changes
# things all over, and another light leaves every pattern where it was.

Change = Values
"""Natural logarithm of each cell's colours, after over before: rows x columns x 3."""

CHANGED: Final = 0.08
"""Minimum logarithmic change of a colour in a changed cell."""
NOISES: Final = 4.0
"""The same as a multiple of the median cell; the larger counts, as much noise is left in the dark."""
COLOURED: Final = 0.04
"""Difference between colours' changes from which it is not a shadow."""
BRIGHTER: Final = 0.08
DARKER: Final = 0.4
"""Mean change to brighter, and to darker, from which it is not a shadow."""
FOREARM_CELLS: Final = 30
"""Minimum area of a forearm, in cells."""
GAP_CELLS: Final = 3
"""Pieces with fewer cells than this between them belong together."""
CROSSED_CELLS: Final = 2
"""Minimum number of border cells that an arm crosses."""
EDGE_CELLS: Final = 4
"""Width of the border strip, in cells."""
LEAST_SHARE: Final = 0.5
"""Minimum share of an arm in all changes of the border strip; after a bump of the camera nothing has so much."""
ALL_OVER: Final = 0.6
"""Changed share of the picture from which the camera moved, or the lens was covered."""


def change_between(before: Picture, after: Picture, cells: tuple[int, int]) -> Change:
    """The change between two BGR pictures of one size, without that of the light; `cells`: wide, high.

    0 in cells that show the same surface; only cells that differ by more than CHANGED are checked for that.
    """
    shares = _log(after, cells) - _log(before, cells)
    shares -= light_between(shares)
    shares[same_surface(before, after, cells, _farthest(shares) > CHANGED)] = 0
    return shares


def reaching_in(change: Change) -> Mask | None:
    """Mask of the cells of a thing that reaches in over the border, or None."""
    tone, farthest = change.mean(axis=2), _farthest(change)
    coloured = np.ptp(change, axis=2) > COLOURED
    no_shadow = coloured | (tone > BRIGHTER) | (tone < -DARKER)
    level = max(CHANGED, NOISES * float(np.median(farthest)))
    changed = ((farthest > level) & no_shadow).astype(np.uint8)
    thick = cv2.morphologyEx(changed, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    if thick.sum() > ALL_OVER * thick.size:
        return None
    edge = np.ones(thick.shape, np.bool_)
    edge[EDGE_CELLS:-EDGE_CELLS, EDGE_CELLS:-EDGE_CELLS] = False
    total = int(thick[edge].sum())
    # An arm is in pieces where a sleeve or its shadow looks like the table.
    joined = cv2.morphologyEx(thick, cv2.MORPH_CLOSE, np.ones((GAP_CELLS, GAP_CELLS), np.uint8))
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(joined, connectivity=4)
    for label in np.flatnonzero(boxes[1:, cv2.CC_STAT_AREA] >= FOREARM_CELLS) + 1:
        patch = (labels == label) & (thick > 0)
        area = int(patch.sum())
        on_border = max(int(side.sum()) for side in (patch[0], patch[-1], patch[:, 0], patch[:, -1]))
        if area >= FOREARM_CELLS and on_border >= CROSSED_CELLS and patch[edge].sum() >= LEAST_SHARE * total:
            return np.asarray(patch)
    return None


def _farthest(change: Change) -> Values:
    """The largest change of any colour of each cell; NumPy is slow along so short an axis."""
    blue, green, red = cv2.split(np.abs(change))
    return np.asarray(cv2.max(cv2.max(blue, green), red), dtype=np.float32)


def _log(picture: Picture, cells: tuple[int, int]) -> Values:
    return np.asarray(cv2.LUT(shrunk(picture, cells), _LOGARITHMS), dtype=np.float32)


def shrunk(picture: Picture, size: tuple[int, int]) -> Picture:
    """The picture at a smaller size (wide, high). Halved first where it is even: OpenCV is slower by other factors."""
    high, wide = picture.shape[:2]
    if wide >= 2 * size[0] and high >= 2 * size[1] and not (wide % 2 or high % 2):
        half = cv2.resize(picture, (wide // 2, high // 2), interpolation=cv2.INTER_AREA)
        return shrunk(np.asarray(half, dtype=np.uint8), size)
    if (wide, high) == size:
        return picture
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


# The light's part of a change. Light changes smoothly over the whole picture, or leaves the pattern of the surface that
# it falls on; a thing between camera and table does neither.

LIKE_THE_LIGHT: Final = 0.04
"""Logarithmic difference from the field of light at which a cell has half its weight."""
EVERY: Final = 2
"""Step of the cells that are fitted, both ways; enough, as light is smooth."""
ROUNDS: Final = 8
DARK_LEVEL: Final = 12.0
"""Added to brightness (0..255) before logarithms are taken, so that noise in the dark is no pattern."""
PATTERN_PX: Final = 13
"""Side of the squares over which patterns are compared."""
SOFT_PX: Final = 4.0
"""Standard deviation of the blur that is subtracted to leave the pattern."""
FARTHEST_PX: Final = 24.0
"""Maximum distance at which a pixel affects the pattern at a place."""
LEAST_PATTERN: Final = 0.01
"""Minimum contrast (of the logarithm) of a pattern; less is noise."""
SAME: Final = 0.7
"""Minimum correlation of patterns of one surface."""
_LOGARITHMS: Final = np.log(np.arange(256, dtype=np.float32) + np.float32(DARK_LEVEL))


def light_between(shares: Values) -> Values:
    """The smooth field of light that most cells follow; `shares`: logarithm of after over before in each colour.

    A quadratic surface: it slopes and bends like lamps' light, and cannot follow the edge of an arm. The fit is robust:
    outliers over a good quarter of the picture do not pull it along.
    """
    rows, columns, colours = shares.shape
    surfaces = _surfaces(rows, columns)
    asked = np.ascontiguousarray(surfaces[::EVERY, ::EVERY].reshape(-1, 6).T)
    values = np.ascontiguousarray(shares[::EVERY, ::EVERY].reshape(-1, colours).T, dtype=np.float64)
    # Two starts, all cells alike and those near the median, as either may go astray but hardly both.
    weights = np.stack([np.ones(values.shape[1]), _weights(values - np.median(values, axis=1)[:, None])])
    for _ in range(ROUNDS):
        weighted = asked * weights[:, None]
        sums = weighted @ asked.T + 1e-6 * np.eye(6)
        leanings = np.linalg.solve(sums, weighted @ values.T)
        weights = _weights(values - leanings.transpose(0, 2, 1) @ asked)
    best = int(np.log(weights).mean(axis=1).argmax())
    return np.asarray(surfaces @ leanings[best], dtype=np.float32)


def same_surface(before: Picture, after: Picture, cells: tuple[int, int], asked: Mask | None = None) -> Mask:
    """Mask of the cells (wide, high) in which two BGR pictures of one size show one pattern, lit in any way.

    `asked`: the cells that are checked (high x wide), False elsewhere; None: all.
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
        # Correlation of the two patterns in a window about each pixel.
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
    """The weight of each cell (… x colours x cells), by the colour in which it is farthest off."""
    farthest = np.abs(off).max(axis=-2)
    return np.asarray(1 / (1 + (farthest / LIKE_THE_LIGHT) ** 2))


@lru_cache(maxsize=4)
def _surfaces(rows: int, columns: int) -> Floats:
    """The terms of a quadratic surface over the cells: rows x columns x 6."""
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    one = np.ones_like(x)
    return np.stack([one, x, y, x * x, x * y, y * y], axis=-1)


def _pattern(picture: Picture) -> Values:
    """The fine detail of a picture, relative to its brightness, which a lamp changes least."""
    grey = cv2.LUT(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), _LOGARITHMS)
    return np.asarray(grey - cv2.GaussianBlur(grey, (0, 0), SOFT_PX), dtype=np.float32)


def _mean(values: Values) -> Values:
    return np.asarray(cv2.boxFilter(values, cv2.CV_32F, (PATTERN_PX, PATTERN_PX)), dtype=np.float32)


Point = tuple[float, float]

LOOK_WIDE, LOOK_HIGH = 160, 96
"""Size (px) of the network's picture; small, as a hand is large."""
CELL: Final = 2
"""Side (px) of the network's output cells."""
LIKELY: Final = 0.5
"""Minimum probability of a cell of a hand."""
LEAST_CELLS: Final = 18.0
"""Minimum sum of the cells' probabilities in a hand's patch: a finger or two."""
BORDER_CELLS: Final = 2
"""Maximum distance of a patch from the picture's border, which arms cross."""
LEAST_ALONE: Final = 60.0
"""Minimum sum of a patch farther inside, as when the sleeve has the table's colour."""
UNCHANGED: Final = 0.08
"""Minimum difference from the picture without a hand, where a hand may be."""
ROUND_A_CARD: Final = 1.2
"""Factor by which an identified card is enlarged to the area where no hand is; it covers gaps between cards."""
COVERED_SHARE: Final = 0.03
"""Minimum share of a place under a hand for it to be covered."""


@dataclass(frozen=True, slots=True, eq=False)
class HandsInView:
    """The hands and arms in a picture.

    `mask`: True where one is (LOOK_HIGH / CELL x LOOK_WIDE / CELL cells, over the whole picture).
    """

    mask: Mask
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

    `background`: a picture (BGR) of the same camera and size without a hand; where the picture still looks like it,
    there is no hand. `scale`: full-frame px per px of `image`. `cards_px`: corners (px of the full frame) of identified
    uncovered cards, where there is no hand either.
    """
    frame = (image.shape[1] * scale, image.shape[0] * scale)
    if background is not None and background.shape == image.shape:
        change = change_between(background, image, (LOOK_WIDE // CELL, LOOK_HIGH // CELL))
        # Changed cells and their neighbours.
        differ = (_farthest(change) > UNCHANGED).astype(np.uint8)
        changed = np.asarray(cv2.dilate(differ, np.ones((3, 3), np.uint8)) > 0)
        # The network runs only if enough changed.
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
    # One cell more all round, as fingertips are smaller than a cell.
    hands = np.logical_or.reduce(patches).astype(np.uint8)
    return HandsInView(np.asarray(cv2.dilate(hands, np.ones((3, 3), np.uint8)) > 0), frame)


def _cells_within(
    corners_px: Iterable[Point], frame_size: Point, shape: tuple[int, ...], wider: float = 1.0
) -> Mask:
    """Mask of the cells within corners (px of the full frame), enlarged by `wider` about their middle."""
    (wide, high), (rows, columns) = frame_size, shape
    corners = np.array([(x * columns / wide, y * rows / high) for x, y in corners_px]) - 0.5
    middle = corners.mean(axis=0)
    place = np.zeros((rows, columns), np.uint8)
    cv2.fillPoly(
        place, [np.round((middle + (corners - middle) * wider) * 16).astype(np.int32)], 1, cv2.LINE_8, 4
    )
    return np.asarray(place > 0)


def _patches(cells: Mask, chances: Floats) -> Iterator[Mask]:
    """The patches of cells that are large enough for a hand."""
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(cells.astype(np.uint8), connectivity=8)
    rows, columns = cells.shape
    for label in range(1, count):
        x, y, wide, high, area = boxes[label].tolist()
        at_border = min(x, y, columns - x - wide, rows - y - high) <= BORDER_CELLS
        least = LEAST_CELLS if at_border else LEAST_ALONE
        if area >= least and float(chances[patch := labels == label].sum()) >= least:
            yield patch


def hand_chances(image: Picture) -> Floats:
    """The probability of a hand or an arm in each cell of the picture (BGR)."""
    small = shrunk(image, (LOOK_WIDE, LOOK_HIGH)).astype(np.float32)
    even = small / (small.mean() + 8) - 1
    told = answers("hand.onnx", even.transpose(2, 0, 1)[None], newest=True)
    return 1 / (1 + np.exp(-np.asarray(told[0, 0], np.float64)))
