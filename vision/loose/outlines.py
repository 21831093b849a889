"""Outlines of cards anywhere in a picture, with no mat: whole ones, fanned ones, cards of no deck.

Method: a small network, taught on painted tables only, tells for each cell of the picture whether the middle of what
shows of a card is there, and the card's whole outline (its middle, the logarithm of its scatter, four times its
angle). It says where cards are; which they are is told by `reader`.
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
"""Part of the smaller card that two cards share at least, where one hides something of the other."""
RIVALS: Final = 0.7
"""Outlines that share more than this are not two cards, but two guesses at one."""


def shared(one: Floats, other: Floats) -> float:
    """The part of the smaller outline that two convex outlines share (0..1)."""
    common, *areas = _areas(one, other)
    return common / max(1.0, min(areas))


def same(one: Floats, other: Floats) -> float:
    """How much two convex outlines share: the part of their union (0..1)."""
    common, *areas = _areas(one, other)
    return common / max(1.0, sum(areas) - common)


def _areas(one: Floats, other: Floats) -> tuple[float, float, float]:
    """The area that two convex outlines have in common, and that of each; none where they lie apart."""
    if (one.max(axis=0) < other.min(axis=0)).any() or (other.max(axis=0) < one.min(axis=0)).any():
        return 0.0, 0.0, 0.0
    a, b = one.astype(np.float32), other.astype(np.float32)
    area, _ = cv2.intersectConvexConvex(a, b)
    return float(area), abs(float(cv2.contourArea(a))), abs(float(cv2.contourArea(b)))


def half_sides(corners: Floats) -> tuple[Floats, Floats, Floats]:
    """The middle of an outline, and half its sides: along corners 0 to 1, and along 1 to 2."""
    one = (corners[1] + corners[2] - corners[0] - corners[3]) / 4
    other = (corners[2] + corners[3] - corners[0] - corners[1]) / 4
    return corners.mean(axis=0), one, other


def laid_about(middle: Floats, one: Floats, other: Floats) -> Floats:
    """The outlines (… x 4 x 2) about middles (… x 2) with these half sides."""
    corners = (middle - one - other, middle + one - other, middle + one + other, middle - one + other)
    return np.asarray(np.stack(corners, axis=-2), dtype=np.float64)


def side_lengths(corners: Floats, least: float) -> tuple[float, float]:
    """The mean lengths of opposite sides, `least` or more: along corners 0 to 1, and along 1 to 2."""
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    return max(least, float(sides[0] + sides[2]) / 2), max(least, float(sides[1] + sides[3]) / 2)


def points_along(corners: Floats, ends: float, count: int) -> Floats:
    """Points (… x 4 x count x 2) along each side of outlines; the part `ends` of it is left out at both its ends."""
    parts = np.linspace(ends, 1 - ends, count)[:, None]
    after = np.roll(corners, -1, axis=-2)
    return np.asarray(corners[..., None, :] * (1 - parts) + after[..., None, :] * parts)


def showing(hidden: Sequence[Floats], onto: Floats, size: tuple[int, int]) -> Values | None:
    """What shows of a card in its crop of size (wide, high): 1, or 0 where another outline hides it; None: all of it.

    `onto` is the homography from the picture to the crop.
    """
    if not hidden:
        return None
    mask = np.ones((size[1], size[0]), dtype=np.float32)
    for other in hidden:
        corners = cv2.perspectiveTransform(other.reshape(1, -1, 2), onto)[0]
        cv2.fillConvexPoly(mask, np.rint(corners * 16).astype(np.int32), 0.0, cv2.LINE_8, 4)
    return mask


# Lays outlines along the edges that the outline finder sees: its maps are more exact than what it says of a
# card. Method: many small shifts, stretches and turns of each outline are tried (always the same ones),
# coarse to fine; the one along whose sides the finder sees most edge, with card within and none without, is
# kept. A side that another card hides shows no edge, so a change that only little speaks for is not made.

ROUNDS: Final = ((1.0, 240), (0.5, 240), (0.25, 240))
"""How large the changes are in each round, as parts of SPREAD, and how many are tried."""
SPREAD: Final = (0.10, 0.10, 0.12, 0.12, 0.06)
"""Standard deviations of the changes: shift along both sides and stretch of both (parts of them), turn (rad)."""
PRIOR: Final = 0.015
"""How much a change by one standard deviation must gain."""
ALONG: Final = 12
"""Points on each side."""
BESIDE: Final = 0.14
"""How far within and without a side it is looked whether a card shows there, as a part of the half sides."""
COVER: Final = 0.25
"""What card within and none without counts, against edges along the sides."""


def fitted(corners: Floats, edges: Values, cover: Values) -> tuple[Floats, float]:
    """An outline (4 x 2, in cells of the maps) laid along the edges, and how well it fits (0..1 + COVER).

    `edges` and `cover` (rows x columns, 0..1) tell the chance that a card's edge runs, or a card shows, in a cell.
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
    return np.asarray(
        np.random.default_rng(1).normal(size=(max(tries for _, tries in ROUNDS), 5)) * np.array(SPREAD),
        dtype=np.float64,
    )


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
    """A map or picture at places (… x 2: column, row), between its cells."""
    spots = places.astype(np.float32, copy=False).reshape(len(places), -1, 2)
    seen = cv2.remap(values, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.float32).reshape(*places.shape[:-1], *values.shape[2:])


CELL: Final = 4
"""The side in px of the cells for which the network answers."""
OFFSET_PX, USUAL_PX = 16.0, 24.0
"""Units in which it tells how far a card's middle is and how large the card is (half sides)."""
LEVEL, CONTRAST = 110.0, 60.0
"""Brightness that it sees as 0, and that it sees as 1 above that."""
LOOK_PX: Final = 640
"""The longer side of the picture that it looks at first; half sides of FINEST to LARGEST px are found there."""
SHRINK: Final = 1.8
"""For larger cards it looks again at pictures this much smaller each time."""
FINEST, LARGEST = 5.0, 60.0
COVERED: Final = 45.0
"""Half sides (px) up to which all of a card is seen to be one; within larger ones only print stands out."""
SMALLER_LOOKS: Final = 3
LIKELY: Final = 0.3
"""Chance from which an outline is told."""
SAME: Final = 0.55
"""Outlines that share more of their union than this are of one card."""
TURNS: Final = np.linspace(0, np.pi / 2, 91)[:-1]
"""Angles that are tried when half sides are made of what the network tells (rad)."""
COVER_CHANNEL: Final = 1
EDGE_CHANNEL: Final = 9
ODDS: Final = (-5.5, 6.3, 12.0, 20.0)
"""Calibration of `Evidence.sure`: logistic in what is seen within an outline and along its sides."""
DIVISIBLE: Final = 32
"""The network takes pictures whose sides are multiples of this."""


@dataclass(frozen=True, slots=True, eq=False)
class CardOutline:
    """Where a card lies: its corners (4 x 2 px, clockwise as seen), and the chance that it is one (0..1)."""

    corners: Floats
    sure: float

    @property
    def area(self) -> float:
        return abs(float(cv2.contourArea(self.corners.astype(np.float32))))


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What the finder sees of a card at some outline: the chance that a card shows within it (mean), and that a card's
    edge runs along its sides (mean of all, and of the weakest)."""

    cover: float
    edges: float
    weakest: float

    @property
    def sure(self) -> float:
        """The chance that a card lies there."""
        odds = ODDS[0] + ODDS[1] * self.cover + ODDS[2] * self.edges + ODDS[3] * self.weakest
        return 1 / (1 + float(np.exp(-odds)))


class Finder:
    """What the network says of one picture (BGR): where cards are, and how likely one lies at a given place."""

    def __init__(self, image: Picture) -> None:
        self._size = (image.shape[1], image.shape[0])
        self._seen: list[tuple[float, Values]] = []
        for small, scale in _looks(image):
            self._seen.append((scale, answers("card_outline.onnx", prepared(small))[0]))
        self._maps = [(_chances(told[COVER_CHANNEL]), _chances(told[EDGE_CHANNEL])) for _, told in self._seen]

    def outlines(self, least: float = LIKELY) -> tuple[CardOutline, ...]:
        """The outlines of all cards that are `least` likely, likeliest first."""
        found: list[CardOutline] = []
        for number, ((scale, told), maps) in enumerate(zip(self._seen, self._maps, strict=True)):
            smallest = FINEST if number == 0 else LARGEST / SHRINK * 0.6
            found += _decoded(told, maps, scale, least, smallest)
        likeliest = sorted(found, key=lambda one: -one.sure)
        return tuple(each_once(likeliest, lambda one, other: same(one.corners, other.corners) >= SAME))

    def cover(self, half: float, cell: float) -> Values:
        """The chance that a card shows, in samples of `cell` px all over the picture, as seen where cards have half
        sides of `half` px."""
        scale, cover, _ = self._look(half, COVERED)
        wide, high = self._size
        size = (round(wide / cell), round(high / cell))
        by = cell / (scale * CELL)
        onto = np.array([[by, 0, by / 2 - 0.5], [0, by, by / 2 - 0.5]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpAffine(cover, onto, size, flags=flags, borderMode=cv2.BORDER_REPLICATE))

    def _look(self, half: float, largest: float = LARGEST) -> tuple[float, Values, Values]:
        """How many px of the whole picture one of the look's stands for, in which a card with such half sides (px) is
        seen best, and its maps of cards and of edges."""
        scales = [scale for scale, _ in self._seen]
        number = next((k for k, scale in enumerate(scales) if half / scale <= largest), len(scales) - 1)
        return scales[number], *self._maps[number]

    def evidence(self, corners: Floats) -> Evidence:
        """What is seen at an outline (4 x 2 px of the picture)."""
        half = float(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32))))) / 2
        scale, cover, edges = self._look(half)
        at = (((corners + 0.5) / scale - 0.5) - (CELL - 1) / 2) / CELL
        sides, middle = points_along(at, 0.06, 13), at.mean(axis=0)
        rings = middle + (sides - middle) * np.array([0.25, 0.55, 0.8])[:, None, None, None]
        within, along = sampled(cover, rings).mean(), sampled(edges, sides).mean(axis=1)
        return Evidence(float(within), float(along.mean()), float(along.min()))


def prepared(picture: Picture) -> Values:
    """A picture as the network takes it (1 x 3 x high x wide, sides multiples of DIVISIBLE)."""
    high, wide = picture.shape[:2]
    down, right = -high % DIVISIBLE, -wide % DIVISIBLE
    whole = cv2.copyMakeBorder(picture, 0, down, 0, right, cv2.BORDER_REPLICATE)
    even = (whole.astype(np.float32) - np.float32(LEVEL)) / np.float32(CONTRAST)
    return np.ascontiguousarray(even.transpose(2, 0, 1)[None])


def _looks(image: Picture) -> Iterator[tuple[Picture, float]]:
    """The picture smaller and smaller, each with how many px of the whole one of its px stands for."""
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
    """The outlines at all peaks that are `least` likely and whose half sides (px) are `smallest` to LARGEST."""
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
        quad = quad * CELL + middle
        found.append(CardOutline((quad + 0.5) * scale - 0.5, chance))
    return found


def _chances(odds: Values) -> Values:
    return np.asarray(1 / (1 + np.exp(-odds)), dtype=np.float32)


def _corners(values: Floats, cells: NDArray[np.int64]) -> Floats:
    """The corners (N x 4 x 2 px, clockwise) that cells (N x 2: row, column) with these values (10 x N) tell."""
    centres = cells[:, ::-1] * CELL + (CELL - 1) / 2 + values[2:4].T * OFFSET_PX
    # The half sides one and other (columns of a matrix) have a scatter root², whose logarithm the network tells.
    mean, half, mixed = values[4] + np.log(USUAL_PX), values[5], values[6]
    reach = np.hypot(half, mixed)
    swing = np.sinh(np.clip(reach, 0, 3)) / np.maximum(reach, 1e-9)
    size, even = np.exp(np.clip(mean, 0, 7)), np.cosh(np.clip(reach, 0, 3))
    root = np.empty((values.shape[1], 2, 2))
    root[:, 0, 0], root[:, 1, 1] = size * (even + swing * half), size * (even - swing * half)
    root[:, 0, 1] = root[:, 1, 0] = size * swing * mixed
    # How the half sides are turned within their scatter is told by four times their angle.
    cosine, sine = np.cos(TURNS), np.sin(TURNS)
    ones = root @ np.stack([cosine, sine])
    others = root @ np.stack([-sine, cosine])
    angles = np.exp(4j * np.arctan2(ones[:, 1], ones[:, 0])) + np.exp(
        4j * np.arctan2(others[:, 1], others[:, 0])
    )
    best = np.argmax((angles * np.conj(values[7] + 1j * values[8])[:, None]).real, axis=1)
    which = np.arange(len(cells))
    return laid_about(centres, ones[which, :, best], others[which, :, best])


# Puts an outline right by the straight edges in the picture: each of its four sides is looked for on its own.
# Method: in the card straightened with a margin, the mean slope of colour across lines at every place and small tilt
# near each side; of the likeliest lines those four are taken that are strongest together and make a card of a likely
# size. Rule kept: sides of an enrolled card's size are preferred where the table's scale is known.

ACROSS: Final = 72
"""Px across the shorter side of the card as it is looked at."""
MARGIN: Final = 0.3
"""How far the look goes beyond the outline on every side, as a part of it."""
REACH: Final = 0.28
"""How far a side may be from where the outline has it."""
TILTS: Final = (-6, -4, -2, 0, 2, 4, 6)
"""By how many px a side may lean over its length."""
BAND: Final = 0.1
"""The part of a side's ends that is left out."""
LEAST_CAP: Final = 10.0
"""Slopes (grey levels a px) beyond which an edge counts no more: at least this."""
LINES: Final = 5
"""Lines kept for each side."""
APART: Final = 3
SIZE_SPREAD: Final = 0.05
"""How well sides agree with a card's true size (standard deviation of the logarithm), …"""
GUESS_SPREAD: Final = 0.16
"""… and with the outline that is put right."""
WEIGHT: Final = 0.12
"""What a size one standard deviation off costs, in units of a side's strength."""
OUTER: Final = 0.35
"""What it gains that a card is larger by a factor of e: frames are printed within cards, seldom round them."""
BESIDE_SIDES: Final = 0.14
"""How far within and without a side colours are compared (parts of the half card): beyond a printed line."""
LEAN: Final = 0.02
"""What it costs that opposite sides lean apart by a px."""


def sides_found(image: Picture, corners: Floats, sizes_px: Sequence[Size] = ()) -> Floats:
    """The outline (4 x 2 px) with its sides along edges of the picture.

    `sizes_px`: how long the sides (first along corners 0 to 1, then the other) of known cards would be there.
    """
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
    met = [
        _meeting(upper, left_line, middle, (wide, high)),
        _meeting(upper, right, middle, (wide, high)),
        _meeting(lower, right, middle, (wide, high)),
        _meeting(lower, left_line, middle, (wide, high)),
    ]
    found = cv2.perspectiveTransform(np.array([met], dtype=np.float64), np.linalg.inv(onto))[0]
    return np.asarray(found, dtype=np.float64)


def steps_along(image: Picture, corners: Floats) -> Floats:
    """How far the colour just within each side of an outline is from that just without (Lab), side by side."""
    centre = corners.mean(axis=0)
    sides = points_along(corners, 0.1, 15) - centre
    told = []
    for by in (1 - BESIDE_SIDES, 1 + BESIDE_SIDES):
        lab = cv2.cvtColor(sampled(image, centre + sides * by) / 255, cv2.COLOR_BGR2LAB)
        told.append(np.median(lab, axis=1))
    return np.asarray(np.linalg.norm(told[0] - told[1], axis=1), dtype=np.float64)


Line = tuple[float, float, float]
"""A line's strength (0..1), its place (px, at the middle of the card's other side) and its lean (px over that side)."""


def _warped(image: Picture, corners: Floats, onto: Floats, size: tuple[int, int], scale: float) -> Picture:
    """The look about an outline; where it has far fewer px than the picture these are averaged first."""
    if scale > 0.7:
        return straightened_by(image, onto, size)
    spread = (corners.max(axis=0) - corners.min(axis=0)) * (MARGIN + 0.1)
    most = (image.shape[1] - 2, image.shape[0] - 2)
    low = np.clip(np.floor(corners.min(axis=0) - spread), 0, most).astype(int)
    high = np.maximum(np.ceil(corners.max(axis=0) + spread).astype(int), low + 2)
    return averaged(image, (*low.tolist(), *high.tolist()), 1 / scale, onto, size)


def straightened_by(image: Picture, onto: Floats, size: tuple[int, int]) -> Picture:
    """A picture of a size (wide, high) by a homography."""
    flags, border = cv2.INTER_LINEAR, cv2.BORDER_REPLICATE
    return np.asarray(cv2.warpPerspective(image, onto, size, flags=flags, borderMode=border), dtype=np.uint8)


def averaged(image: Picture, box: PxBox, times: float, onto: Floats, size: tuple[int, int]) -> Picture:
    """As `straightened_by`, from a box (left, top, right, bottom) of the picture, first made smaller by `times`."""
    left, top, right, bottom = box
    part = image[top:bottom, left:right]
    fewer = (max(1, round(part.shape[1] / times)), max(1, round(part.shape[0] / times)))
    x, y = part.shape[1] / fewer[0], part.shape[0] / fewer[1]
    small = np.asarray(cv2.resize(part, fewer, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    shift = np.array([[x, 0, left + x / 2 - 0.5], [0, y, top + y / 2 - 0.5], [0, 0, 1]])
    return straightened_by(small, onto @ shift, size)


def slopes_of(look: Picture) -> tuple[Values, Values]:
    """How steeply the colour changes to the right and down, from 0 to 1 (where it is as steep as edges are here)."""
    soft = cv2.GaussianBlur(look, (0, 0), 0.8)
    both = []
    for dx, dy in ((1, 0), (0, 1)):
        blue, green, red = cv2.split(np.abs(cv2.Sobel(soft, cv2.CV_16S, dx, dy, ksize=3)))
        both.append(np.asarray(cv2.max(cv2.max(blue, green), red), dtype=np.float32) * np.float32(0.125))
    cap = np.float32(max(LEAST_CAP, 0.5 * float(np.percentile(np.maximum(*both), 95))))
    return np.minimum(both[0] / cap, np.float32(1)), np.minimum(both[1] / cap, np.float32(1))


def _lines(slopes: Values, place: float, reach: float, start: float, span: float) -> list[Line]:
    """The strongest upright lines within `reach` of a column, seen over rows `start` to `start + span`."""
    first, last = round(start + BAND * span), round(start + (1 - BAND) * span)
    middle = start + span / 2
    low, high = max(1, int(place - reach)), min(int(place + reach) + 1, slopes.shape[1])
    if high <= low:
        return []
    # only what the leaning lines near the place run through
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
    # y = place + a (x - middle x); x = place + b (y - middle y)
    x = (upright[1] + b * (lying[1] - a * middle[0] - middle[1])) / (1 - a * b)
    return x, lying[1] + a * (x - middle[0])


# The chance that a card lies at an outline that was not read: what would be seen if one did. A card ends:
# along its sides the colour changes, except where another card adjoins it that looks the same there. The
# finder sees card within and edges all round. What only fills the room between cards, borrowing their edges,
# is none.

LEAST_STEP: Final = 8.0
"""A card's colour differs by so much (Lab) from what lies about it, along all sides but one."""
MOST_STEP: Final = 40.0
"""Steps of colour beyond which larger ones tell no more."""
BEYOND: Final = 1.2
"""So far out from a card's middle (in half cards) it is looked whether another adjoins."""
POINTS: Final = 7
ADJOINS: Final = 0.55
"""The part of a side along which another card must lie."""
JOINED_STEP: Final = 20.0
"""What a side counts as, at which another card adjoins that looks the same there."""
CALIBRATION: Final = (1.07, 3.26, 2.88, 1.61, 0.99, 1.66, 0.65, -4.75)
"""The chance of a card: logistic in `Signs.values`, and an offset. Fitted on what nothing was read of in photographs of
seven sources, rendered scenes and painted tables, each source checked with the fit of the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """What speaks for a card: the finder's chance, what it sees there, and the steps of colour (Lab) beyond the sides,
    the weakest first. `own`: sides at which no other card ends."""

    finder: float
    seen: Evidence
    steps: tuple[float, float, float, float]
    own: int

    @property
    def values(self) -> Floats:
        """As numbers of about one size, for the calibration."""
        chance = min(max(self.finder, 0.02), 0.98)
        steps = [min(step, MOST_STEP) / MOST_STEP for step in self.steps]
        seen = self.seen
        return np.array([np.log(chance / (1 - chance)), seen.cover, seen.edges, seen.weakest, *steps[:3]])

    @property
    def sure(self) -> float:
        """The chance that a card lies there; none where its colour goes on beyond two sides, or no side is its own."""
        if self.steps[1] < LEAST_STEP or not self.own:
            return 0.0
        odds = float(self.values @ np.array(CALIBRATION[:-1])) + CALIBRATION[-1]
        return 1 / (1 + float(np.exp(-odds)))


def signs(image: Picture, finder: Finder, corners: Floats, chance: float, others: Sequence[Floats]) -> Signs:
    """What is seen at an outline (4 x 2 px), beside the outlines of other cards."""
    joined = _adjoining(corners, others)
    sides = list(zip(steps_along(image, corners).tolist(), joined, strict=True))
    ended = [JOINED_STEP if touched and step < LEAST_STEP else step for step, touched in sides]
    own = sum(touched == (step < LEAST_STEP) for step, touched in sides)
    weakest, second, third, strongest = sorted(ended)
    steps = (weakest, second, third, strongest)
    return Signs(finder=chance, seen=finder.evidence(corners), steps=steps, own=own)


def _adjoining(corners: Floats, others: Sequence[Floats]) -> list[bool]:
    """For each side (from the first corner on) whether another outline lies just beyond most of it."""
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
