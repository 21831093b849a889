"""Outlines of cards anywhere in a picture, with no mat: whole ones, fanned ones, cards of no deck.

Method: a small network, trained on painted tables only, predicts for each cell of the picture whether the middle of
a card's visible part is there, and the card's whole outline (its middle, the logarithm of its scatter matrix, four
times its angle). It locates cards; `reader` identifies them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture, PxBox, Size, Values, each_once
from vision.networks import answers

LEAST_SHARED: Final = 0.02
"""Minimum share of the smaller card in common for one card to hide part of the other."""
RIVALS: Final = 0.7
"""Share of the smaller outline in common from which two outlines are guesses at one card."""


def shared(one: Floats, other: Floats) -> float:
    """The area common to two convex outlines, as a share (0..1) of the smaller."""
    common, *areas = _areas(one, other)
    return common / max(1.0, min(areas))


def same(one: Floats, other: Floats) -> float:
    """Intersection over union of two convex outlines (0..1)."""
    common, *areas = _areas(one, other)
    return common / max(1.0, sum(areas) - common)


def _areas(one: Floats, other: Floats) -> tuple[float, float, float]:
    """The common area of two convex outlines, and the area of each; all 0 if they lie apart."""
    if (one.max(axis=0) < other.min(axis=0)).any() or (other.max(axis=0) < one.min(axis=0)).any():
        return 0.0, 0.0, 0.0
    a, b = one.astype(np.float32), other.astype(np.float32)
    area, _ = cv2.intersectConvexConvex(a, b)
    return float(area), abs(float(cv2.contourArea(a))), abs(float(cv2.contourArea(b)))


def half_sides(corners: Floats) -> tuple[Floats, Floats, Floats]:
    """The middle of an outline, and its half sides as vectors: along corners 0 to 1, and along 1 to 2."""
    one = (corners[1] + corners[2] - corners[0] - corners[3]) / 4
    other = (corners[2] + corners[3] - corners[0] - corners[1]) / 4
    return corners.mean(axis=0), one, other


def laid_about(middle: Floats, one: Floats, other: Floats) -> Floats:
    """The outlines (… x 4 x 2) about middles (… x 2) with these half sides."""
    corners = (middle - one - other, middle + one - other, middle + one + other, middle - one + other)
    return np.asarray(np.stack(corners, axis=-2), dtype=np.float64)


def side_lengths(corners: Floats, least: float) -> tuple[float, float]:
    """The mean lengths of opposite sides, at least `least`: along corners 0 to 1, and along 1 to 2."""
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    return max(least, float(sides[0] + sides[2]) / 2), max(least, float(sides[1] + sides[3]) / 2)


def points_along(corners: Floats, ends: float, count: int) -> Floats:
    """Points (… x 4 x count x 2) along each side of outlines, without the share `ends` at either end."""
    parts = np.linspace(ends, 1 - ends, count)[:, None]
    after = np.roll(corners, -1, axis=-2)
    return np.asarray(corners[..., None, :] * (1 - parts) + after[..., None, :] * parts)


def showing(hidden: Sequence[Floats], onto: Floats, size: tuple[int, int]) -> Values | None:
    """Mask of a card's crop of size (wide, high): 0 where an outline of `hidden` covers it, else 1; None: all shows.

    `onto` is the homography from the picture to the crop.
    """
    if not hidden:
        return None
    mask = np.ones((size[1], size[0]), dtype=np.float32)
    for other in hidden:
        corners = cv2.perspectiveTransform(other.reshape(1, -1, 2), onto)[0]
        cv2.fillConvexPoly(mask, np.rint(corners * 16).astype(np.int32), 0.0, cv2.LINE_8, 4)
    return mask


# Fits outlines to the finder's maps of cards and edges, which are more exact than its outlines. Method: many
# small shifts, stretches and turns of each outline are tried (always the same ones), coarse to fine; the best
# has most edge along its sides, card inside and none outside. A side that another card hides shows no edge, so
# every change has a cost.

ROUNDS: Final = ((1.0, 240), (0.5, 240), (0.25, 240))
"""Per round: the scale of the changes relative to SPREAD, and their number."""
SPREAD: Final = (0.10, 0.10, 0.12, 0.12, 0.06)
"""Standard deviations of the changes: shift along both sides and stretch of both (shares of them), turn (rad)."""
PRIOR: Final = 0.015
"""Cost of a change by one standard deviation."""
ALONG: Final = 12
"""Points on each side."""
BESIDE: Final = 0.14
"""Distance inside and outside a side where card is sampled, as a share of the half sides."""
COVER: Final = 0.25
"""Weight of card inside and none outside, relative to edges along the sides."""


def fitted(corners: Floats, edges: Values, cover: Values) -> tuple[Floats, float]:
    """An outline (4 x 2, in cells of the maps) fitted to the edges, and its score (0..1 + COVER).

    `edges` and `cover` (rows x columns): the chance of a card's edge, and of a card, in each cell.
    """
    placed = half_sides(corners)
    changes = np.zeros((1, 5))
    score = 0.0
    for part, tries in ROUNDS:
        tried = changes + np.concatenate([np.zeros((1, 5)), _changes()[:tries] * part])
        quads = _quads(*placed, tried)
        scores = _scores(quads, edges, cover) - PRIOR * ((tried / np.array(SPREAD)) ** 2).sum(axis=1)
        best = int(np.argmax(scores))
        changes, score = tried[best : best + 1], float(scores[best])
    return _quads(*placed, changes)[0], score


@cache
def _changes() -> Floats:
    most = max(tries for _, tries in ROUNDS)
    return np.asarray(np.random.default_rng(1).normal(size=(most, 5)) * np.array(SPREAD), dtype=np.float64)


def _quads(centre: Floats, one: Floats, other: Floats, changes: Floats) -> Floats:
    """The outline under each change (N x 5): N x 4 x 2."""
    middles = centre + changes[:, 0:1] * one + changes[:, 1:2] * other
    cosine, sine = np.cos(changes[:, 4]), np.sin(changes[:, 4])
    turn = np.stack([np.stack([cosine, -sine], axis=1), np.stack([sine, cosine], axis=1)], axis=1)
    ones = (turn @ one) * np.exp(changes[:, 2:3])
    others = (turn @ other) * np.exp(changes[:, 3:4])
    return laid_about(middles, ones, others)


def _scores(quads: Floats, edges: Values, cover: Values) -> Floats:
    corners = quads.astype(np.float32)
    parts = np.linspace(0.08, 0.92, ALONG, dtype=np.float32)[None, None, :, None]
    starts, ends = corners[:, :, None], corners[:, [1, 2, 3, 0], None]
    places = starts + (ends - starts) * parts
    beside = (places - corners.mean(axis=1)[:, None, None]) * np.float32(BESIDE)
    along = sampled(edges, places)
    within, without = sampled(cover, places - beside), sampled(cover, places + beside)
    return np.asarray((along + COVER * (within - without)).mean(axis=(1, 2)), dtype=np.float64)


def sampled(values: Values | Picture, places: Floats) -> Values:
    """A map or picture interpolated at places (… x 2: column, row)."""
    spots = places.astype(np.float32, copy=False).reshape(len(places), -1, 2)
    seen = cv2.remap(values, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.float32).reshape(*places.shape[:-1], *values.shape[2:])


CELL: Final = 4
"""Side (px) of the network's output cells."""
OFFSET_PX, USUAL_PX = 16.0, 24.0
"""Units of its outputs: offset of a card's middle, and size (half sides)."""
LEVEL, CONTRAST = 110.0, 60.0
"""Grey level that is its input 0, and grey levels per unit of input."""
LOOK_PX: Final = 640
"""Longer side of its first picture, in which half sides of FINEST to LARGEST px are found."""
SHRINK: Final = 1.8
"""Factor between that picture and each smaller one, for larger cards."""
FINEST, LARGEST = 5.0, 60.0
COVERED: Final = 45.0
"""Maximum half side (px) of a card whose whole area is recognised as card; on larger ones only print is."""
SMALLER_LOOKS: Final = 3
LIKELY: Final = 0.3
"""Minimum chance of an outline that is reported."""
SAME: Final = 0.55
"""Intersection over union from which two outlines are of one card."""
TURNS: Final = np.linspace(0, np.pi / 2, 91)[:-1]
"""Angles (rad) tried in turning the network's outputs into half sides."""
COVER_CHANNEL: Final = 1
EDGE_CHANNEL: Final = 9
ODDS: Final = (-5.5, 6.3, 12.0, 20.0)
"""Calibration of `Evidence.sure`: offset, then the weights of cover, edges and weakest (logistic)."""
DIVISIBLE: Final = 32
"""The sides of the network's pictures are multiples of this."""


@dataclass(frozen=True, slots=True, eq=False)
class CardOutline:
    """The corners of a card (4 x 2 px, clockwise as seen) and the chance that it is one (0..1)."""

    corners: Floats
    sure: float

    @property
    def area(self) -> float:
        return abs(float(cv2.contourArea(self.corners.astype(np.float32))))


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """The finder's evidence for an outline: mean chance of card inside it (`cover`), of a card's edge along its sides
    (`edges`), and along the weakest side."""

    cover: float
    edges: float
    weakest: float

    @property
    def sure(self) -> float:
        """The chance that a card lies there."""
        odds = ODDS[0] + ODDS[1] * self.cover + ODDS[2] * self.edges + ODDS[3] * self.weakest
        return 1 / (1 + float(np.exp(-odds)))


class Finder:
    """The network's answers for one picture (BGR): where cards lie, and the evidence for one at a given outline."""

    def __init__(self, image: Picture) -> None:
        self._size = (image.shape[1], image.shape[0])
        self._seen: list[tuple[float, Values]] = []
        for small, scale in _looks(image):
            self._seen.append((scale, answers("card_outline.onnx", prepared(small))[0]))
        self._maps = [(_chances(told[COVER_CHANNEL]), _chances(told[EDGE_CHANNEL])) for _, told in self._seen]

    def outlines(self, least: float = LIKELY) -> tuple[CardOutline, ...]:
        """The outlines of all cards with a chance of at least `least`, likeliest first."""
        found: list[CardOutline] = []
        for number, ((scale, told), maps) in enumerate(zip(self._seen, self._maps, strict=True)):
            smallest = FINEST if number == 0 else LARGEST / SHRINK * 0.6
            found += _decoded(told, maps, scale, least, smallest)
        likeliest = sorted(found, key=lambda one: -one.sure)
        return tuple(each_once(likeliest, lambda one, other: same(one.corners, other.corners) >= SAME))

    def cover(self, half: float, cell: float) -> Values:
        """The chance of card all over the picture, a sample per `cell` px, at the scale for half sides of `half` px."""
        scale, cover, _ = self._look(half, COVERED)
        wide, high = self._size
        size = (round(wide / cell), round(high / cell))
        by = cell / (scale * CELL)
        onto = np.array([[by, 0, by / 2 - 0.5], [0, by, by / 2 - 0.5]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpAffine(cover, onto, size, flags=flags, borderMode=cv2.BORDER_REPLICATE))

    def _look(self, half: float, largest: float = LARGEST) -> tuple[float, Values, Values]:
        """The scale that suits half sides of `half` px (picture px per px), with its maps of cards and of edges."""
        scales = [scale for scale, _ in self._seen]
        number = next((k for k, scale in enumerate(scales) if half / scale <= largest), len(scales) - 1)
        return scales[number], *self._maps[number]

    def evidence(self, corners: Floats) -> Evidence:
        """The evidence for a card at an outline (4 x 2 px of the picture)."""
        half = float(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32))))) / 2
        scale, cover, edges = self._look(half)
        at = (((corners + 0.5) / scale - 0.5) - (CELL - 1) / 2) / CELL
        sides, middle = points_along(at, 0.06, 13), at.mean(axis=0)
        rings = middle + (sides - middle) * np.array([0.25, 0.55, 0.8])[:, None, None, None]
        within, along = sampled(cover, rings).mean(), sampled(edges, sides).mean(axis=1)
        return Evidence(float(within), float(along.mean()), float(along.min()))


def prepared(picture: Picture) -> Values:
    """A picture as the network's input (1 x 3 x high x wide, sides multiples of DIVISIBLE)."""
    high, wide = picture.shape[:2]
    down, right = -high % DIVISIBLE, -wide % DIVISIBLE
    whole = cv2.copyMakeBorder(picture, 0, down, 0, right, cv2.BORDER_REPLICATE)
    even = (whole.astype(np.float32) - np.float32(LEVEL)) / np.float32(CONTRAST)
    return np.ascontiguousarray(even.transpose(2, 0, 1)[None])


def _looks(image: Picture) -> Iterator[tuple[Picture, float]]:
    """An image pyramid, each picture with its scale (px of the original per px)."""
    scale = max(1.0, max(image.shape[:2]) / LOOK_PX)
    seen = image
    for _ in range(1 + SMALLER_LOOKS):
        size = (max(16, round(image.shape[1] / scale)), max(16, round(image.shape[0] / scale)))
        seen = np.asarray(cv2.resize(seen, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        yield seen, scale
        scale *= SHRINK


def _decoded(
    values: Values, maps: tuple[Values, Values], scale: float, least: float, smallest: float
) -> list[CardOutline]:
    """The outlines at peaks with a chance above `least` and half sides (px) from `smallest` to LARGEST."""
    odds = values[0]
    peaks = (odds >= cv2.dilate(odds, np.ones((3, 3), np.uint8))) & (odds > np.log(least / (1 - least)))
    cells = np.argwhere(peaks)
    if not len(cells):
        return []
    corners = _corners(values[:, cells[:, 0], cells[:, 1]].astype(np.float64), cells)
    one, other = (corners[:, 1] - corners[:, 0]) / 2, (corners[:, 3] - corners[:, 0]) / 2
    half = np.sqrt(np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]))
    cover, edges = maps
    found: list[CardOutline] = []
    # Likeliest first; rivals are dropped before the costly fit to the maps.
    likely = np.argsort(-odds[cells[:, 0], cells[:, 1]], kind="stable")
    told: list[Floats] = []
    for number in likely[(half[likely] >= smallest) & (half[likely] <= LARGEST)].tolist():
        if any(same(corners[number], other) >= SAME for other in told):
            continue
        told.append(corners[number])
        row, column = cells[number].tolist()
        chance = 1 / (1 + float(np.exp(-odds[row, column])))
        middle = (CELL - 1) / 2
        quad, _ = fitted((corners[number] - middle) / CELL, edges, cover)
        # From cells to px of this picture, then to the original.
        quad = quad * CELL + middle
        found.append(CardOutline((quad + 0.5) * scale - 0.5, chance))
    return found


def _chances(odds: Values) -> Values:
    return np.asarray(1 / (1 + np.exp(-odds)), dtype=np.float32)


def _corners(values: Floats, cells: NDArray[np.int64]) -> Floats:
    """The corners (N x 4 x 2 px, clockwise) predicted by cells (N x 2: row, column) with these outputs (10 x N)."""
    centres = cells[:, ::-1] * CELL + (CELL - 1) / 2 + values[2:4].T * OFFSET_PX
    # The half sides (columns of a matrix) have the scatter root², whose logarithm the network predicts.
    mean, half, mixed = values[4] + np.log(USUAL_PX), values[5], values[6]
    reach = np.hypot(half, mixed)
    swing = np.sinh(np.clip(reach, 0, 3)) / np.maximum(reach, 1e-9)
    size, even = np.exp(np.clip(mean, 0, 7)), np.cosh(np.clip(reach, 0, 3))
    root = np.empty((values.shape[1], 2, 2))
    root[:, 0, 0], root[:, 1, 1] = size * (even + swing * half), size * (even - swing * half)
    root[:, 0, 1] = root[:, 1, 0] = size * swing * mixed
    # The scatter leaves the turn of the half sides open; four times their angle, which no quarter turn alters, tells.
    cosine, sine = np.cos(TURNS), np.sin(TURNS)
    ones = root @ np.stack([cosine, sine])
    others = root @ np.stack([-sine, cosine])
    angles = np.exp(4j * np.arctan2(ones[:, 1], ones[:, 0])) + np.exp(
        4j * np.arctan2(others[:, 1], others[:, 0])
    )
    best = np.argmax((angles * np.conj(values[7] + 1j * values[8])[:, None]).real, axis=1)
    which = np.arange(len(cells))
    return laid_about(centres, ones[which, :, best], others[which, :, best])


# Corrects an outline by straight edges in the picture; each of its four sides is searched on its own. Method: in
# the card rectified with a margin, the mean colour gradient across lines at every place and small tilt near each
# side; of the best lines, the four that are strongest together and make a card of a likely size. Rule kept: an
# enrolled card's size is preferred where the table's scale is known.

ACROSS: Final = 72
"""Px across the shorter side of the rectified card."""
MARGIN: Final = 0.3
"""Margin of the rectified picture on every side, as a share of the card's side."""
REACH: Final = 0.28
"""Maximum distance of a side from the outline's, as a share of the card's side."""
TILTS: Final = (-6, -4, -2, 0, 2, 4, 6)
"""Tilts of a side (px over its length) that are tried."""
BAND: Final = 0.1
"""Share of a side left out at each end."""
LEAST_CAP: Final = 10.0
"""Minimum of the cap (grey levels per px) above which steeper edges count no more."""
LINES: Final = 5
"""Lines kept for each side."""
APART: Final = 3
SIZE_SPREAD: Final = 0.05
"""Standard deviation of the sides' logarithm about an enrolled card's size."""
GUESS_SPREAD: Final = 0.16
"""Standard deviation of the sides' logarithm about the given outline."""
WEIGHT: Final = 0.12
"""Cost of a size one standard deviation off, in units of a side's strength."""
OUTER: Final = 0.35
"""Gain of a side longer by a factor of e: frames are printed on cards, seldom round them."""
BESIDE_SIDES: Final = 0.14
"""Distance inside and outside a side where colours are compared, as a share of the half card: past a printed line."""
LEAN: Final = 0.02
"""Cost per px by which opposite sides lean apart."""


def sides_found(image: Picture, corners: Floats, sizes_px: Sequence[Size] = ()) -> Floats:
    """The outline (4 x 2 px) with its sides moved to edges of the picture; unchanged if no four lines fit.

    `sizes_px`: sides (along corners 0 to 1, then the other) that known cards have there.
    """
    # Rectify with a margin, so that sides are almost upright or lying lines.
    wide_px, high_px = side_lengths(corners, 4.0)
    scale = ACROSS / min(wide_px, high_px)
    wide, high = wide_px * scale, high_px * scale
    left, top = MARGIN * wide, MARGIN * high
    size = (round(wide + 2 * left), round(high + 2 * top))
    square = np.array([[left, top], [left + wide, top], [left + wide, top + high], [left, top + high]])
    pair = cv2.getPerspectiveTransform(corners.astype(np.float32), square.astype(np.float32))
    onto = np.asarray(pair, dtype=np.float64)
    look = _warped(image, corners, onto, size, scale)
    across, down = slopes_of(look)
    lines = []
    # Top, right, bottom, left; lying lines are searched as upright ones of the transposed picture.
    for slopes, place, length, start, span in (
        (down.T, top, high, left, wide),
        (across, left + wide, wide, top, high),
        (down.T, top + high, high, left, wide),
        (across, left, wide, top, high),
    ):
        lines.append(_lines(slopes, place, REACH * length, start, span))
    best = _together(lines, (wide, high), [(a * scale, b * scale) for a, b in sizes_px])
    if best is None:
        return corners
    upper, right, lower, left_line = best
    middle = (left + wide / 2, top + high / 2)
    pairs = ((upper, left_line), (upper, right), (lower, right), (lower, left_line))
    met = [_meeting(lying, upright, middle, (wide, high)) for lying, upright in pairs]
    found = cv2.perspectiveTransform(np.array([met], dtype=np.float64), np.linalg.inv(onto))[0]
    return np.asarray(found, dtype=np.float64)


def steps_along(image: Picture, corners: Floats) -> Floats:
    """The difference in colour (Lab) between just inside and just outside each of the four sides."""
    centre = corners.mean(axis=0)
    sides = points_along(corners, 0.1, 15) - centre
    told = []
    for by in (1 - BESIDE_SIDES, 1 + BESIDE_SIDES):
        lab = cv2.cvtColor(sampled(image, centre + sides * by) / 255, cv2.COLOR_BGR2LAB)
        told.append(np.median(lab, axis=1))
    return np.asarray(np.linalg.norm(told[0] - told[1], axis=1), dtype=np.float64)


Line = tuple[float, float, float]
"""Strength (0..1), place (px, at the middle of the card's other side) and lean (px over that side) of a line."""


def _warped(image: Picture, corners: Floats, onto: Floats, size: tuple[int, int], scale: float) -> Picture:
    """The rectified picture about an outline; averaged first, against aliasing, if it is much smaller."""
    if scale > 0.7:
        return straightened_by(image, onto, size)
    spread = (corners.max(axis=0) - corners.min(axis=0)) * (MARGIN + 0.1)
    most = (image.shape[1] - 2, image.shape[0] - 2)
    low = np.clip(np.floor(corners.min(axis=0) - spread), 0, most).astype(int)
    high = np.maximum(np.ceil(corners.max(axis=0) + spread).astype(int), low + 2)
    return averaged(image, (*low.tolist(), *high.tolist()), 1 / scale, onto, size)


def straightened_by(image: Picture, onto: Floats, size: tuple[int, int]) -> Picture:
    """The picture warped by a homography to a size (wide, high)."""
    flags, border = cv2.INTER_LINEAR, cv2.BORDER_REPLICATE
    return np.asarray(cv2.warpPerspective(image, onto, size, flags=flags, borderMode=border), dtype=np.uint8)


def averaged(image: Picture, box: PxBox, times: float, onto: Floats, size: tuple[int, int]) -> Picture:
    """`straightened_by` of a box (left, top, right, bottom) of the picture that is first scaled down by `times`."""
    left, top, right, bottom = box
    part = image[top:bottom, left:right]
    fewer = (max(1, round(part.shape[1] / times)), max(1, round(part.shape[0] / times)))
    x, y = part.shape[1] / fewer[0], part.shape[0] / fewer[1]
    small = np.asarray(cv2.resize(part, fewer, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    shift = np.array([[x, 0, left + x / 2 - 0.5], [0, y, top + y / 2 - 0.5], [0, 0, 1]])
    return straightened_by(small, onto @ shift, size)


def slopes_of(look: Picture) -> tuple[Values, Values]:
    """Colour gradients to the right and down, 0..1; 1 is a typical edge of this picture, or steeper."""
    soft = cv2.GaussianBlur(look, (0, 0), 0.8)
    both = []
    for dx, dy in ((1, 0), (0, 1)):
        blue, green, red = cv2.split(np.abs(cv2.Sobel(soft, cv2.CV_16S, dx, dy, ksize=3)))
        both.append(np.asarray(cv2.max(cv2.max(blue, green), red), dtype=np.float32) * np.float32(0.125))
    cap = np.float32(max(LEAST_CAP, 0.5 * float(np.percentile(np.maximum(*both), 95))))
    return np.minimum(both[0] / cap, np.float32(1)), np.minimum(both[1] / cap, np.float32(1))


def _lines(slopes: Values, place: float, reach: float, start: float, span: float) -> list[Line]:
    """The strongest nearly upright lines within `reach` of column `place`, over rows `start` to `start + span`."""
    first, last = round(start + BAND * span), round(start + (1 - BAND) * span)
    middle = start + span / 2
    low, high = max(1, int(place - reach)), min(int(place + reach) + 1, slopes.shape[1])
    if high <= low:
        return []
    # Cut to what leaning lines near the place can cross.
    left, right = max(0, low - int(max(TILTS))), min(high + int(max(TILTS)), slopes.shape[1])
    near = np.ascontiguousarray(slopes[first:last, left:right])
    strengths = []
    for tilt in TILTS:
        lean = tilt / span
        shear = np.array([[1.0, lean, -lean * (middle - first)], [0, 1, 0]])
        leant = cv2.warpAffine(
            near, shear, (near.shape[1], near.shape[0]), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        )
        strengths.append(cv2.reduce(leant, 0, cv2.REDUCE_AVG)[0, low - left : high - left])
    table = np.array(strengths)
    best, which = table.max(axis=0), table.argmax(axis=0)
    found: list[Line] = []
    for column in np.argsort(-best, kind="stable"):
        if all(abs(float(low + column) - line[1]) >= APART for line in found):
            found.append((float(best[column]), float(low + column), float(TILTS[which[column]])))
        if len(found) == LINES:
            break
    return found


def _together(lines: Sequence[Sequence[Line]], guess: Size, sizes: Sequence[Size]) -> tuple[Line, ...] | None:
    """The four lines (top, right, bottom, left) that are strongest together and make a card of a likely size."""
    if not all(lines):
        return None
    four = np.array(list(product(*(range(len(side)) for side in lines))))
    told = [np.array(side)[four[:, k]] for k, side in enumerate(lines)]
    top, right, bottom, left = told
    high, wide = bottom[:, 1] - top[:, 1], right[:, 1] - left[:, 1]
    good = (high > 4) & (wide > 4)
    if not good.any():
        return None
    logs = np.log(np.maximum(wide, 1)), np.log(np.maximum(high, 1))
    off = _off(logs, guess, GUESS_SPREAD)
    if sizes:
        off = 0.3 * off + np.min([_off(logs, size, SIZE_SPREAD) for size in sizes], axis=0)
    score = sum(side[:, 0] for side in told) - WEIGHT * off
    score = score - LEAN * (np.abs(top[:, 2] - bottom[:, 2]) + np.abs(left[:, 2] - right[:, 2]))
    if not sizes:
        score = score + OUTER * (logs[0] + logs[1])
    best = int(np.argmax(np.where(good, score, -np.inf)))
    return tuple(lines[k][int(four[best, k])] for k in range(4))


def _off(logs: tuple[Floats, Floats], size: Size, spread: float) -> Floats:
    wide, high = (np.abs(log - np.log(side)) / spread for log, side in zip(logs, size, strict=True))
    return np.asarray(np.minimum(wide, 4.0) + np.minimum(high, 4.0))


def _meeting(lying: Line, upright: Line, middle: tuple[float, float], size: Size) -> tuple[float, float]:
    """Where a lying and an upright line meet (px of the look)."""
    a, b = lying[2] / size[0], upright[2] / size[1]
    # Solves y = place + a (x - middle x) and x = place + b (y - middle y).
    x = (upright[1] + b * (lying[1] - a * middle[0] - middle[1])) / (1 - a * b)
    return x, lying[1] + a * (x - middle[0])


# The chance that an unread outline is a card. The colour changes along a card's sides, except where another card
# that looks the same adjoins it. The finder sees card inside and edges all round. An outline that only fills a
# gap between cards, with their edges, is not a card.

LEAST_STEP: Final = 8.0
"""Minimum difference (Lab) between a card and its surroundings, along at least three sides."""
MOST_STEP: Final = 40.0
"""Difference (Lab) above which larger ones count no more."""
BEYOND: Final = 1.2
"""Distance from a card's middle (in half cards) at which an adjoining card is sampled."""
POINTS: Final = 7
ADJOINS: Final = 0.55
"""Minimum share of a side along which an adjoining card lies."""
JOINED_STEP: Final = 20.0
"""Difference (Lab) assumed for a side where an adjoining card looks the same."""
CALIBRATION: Final = (1.07, 3.26, 2.88, 1.61, 0.99, 1.66, 0.65, -4.75)
"""Logistic weights of `Signs.values`, then the offset. Fitted on unread outlines in photographs of seven sources,
rendered scenes and painted tables, each source checked with the fit of the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """Evidence for an unread card: the finder's chance, its evidence (`seen`), and the colour differences (Lab) across
    the sides, weakest first. `own`: number of sides that are not another card's edge."""

    finder: float
    seen: Evidence
    steps: tuple[float, float, float, float]
    own: int

    @property
    def values(self) -> Floats:
        """The inputs of the calibration, scaled alike."""
        chance = min(max(self.finder, 0.02), 0.98)
        steps = [min(step, MOST_STEP) / MOST_STEP for step in self.steps]
        seen = self.seen
        return np.array([np.log(chance / (1 - chance)), seen.cover, seen.edges, seen.weakest, *steps[:3]])

    @property
    def sure(self) -> float:
        """The chance of a card; 0 if the colour continues beyond two sides, or no side is its own."""
        if self.steps[1] < LEAST_STEP or not self.own:
            return 0.0
        odds = float(self.values @ np.array(CALIBRATION[:-1])) + CALIBRATION[-1]
        return 1 / (1 + float(np.exp(-odds)))


def signs(image: Picture, finder: Finder, corners: Floats, chance: float, others: Sequence[Floats]) -> Signs:
    """The evidence at an outline (4 x 2 px) among the outlines of other cards."""
    joined = _adjoining(corners, others)
    sides = list(zip(steps_along(image, corners).tolist(), joined, strict=True))
    ended = [JOINED_STEP if touched and step < LEAST_STEP else step for step, touched in sides]
    own = sum(touched == (step < LEAST_STEP) for step, touched in sides)
    weakest, second, third, strongest = sorted(ended)
    steps = (weakest, second, third, strongest)
    return Signs(finder=chance, seen=finder.evidence(corners), steps=steps, own=own)


def _adjoining(corners: Floats, others: Sequence[Floats]) -> list[bool]:
    """Per side (from the first corner on): whether another outline lies just beyond most of it."""
    centre = corners.mean(axis=0)
    places = centre + (points_along(corners, 0.1, POINTS) - centre) * BEYOND
    within = np.zeros(places.shape[:2], dtype=bool)
    for other in others:
        hull = cv2.convexHull(other.astype(np.float32))
        low, high = other.min(axis=0), other.max(axis=0)
        if (places.max(axis=(0, 1)) < low).any() or (places.min(axis=(0, 1)) > high).any():
            continue
        within |= np.array(
            [
                [cv2.pointPolygonTest(hull, (float(x), float(y)), measureDist=False) >= 0 for x, y in side]
                for side in places
            ]
        )
    return [bool(side.mean() >= ADJOINS) for side in within]
