"""Reads the pennies that lie on cards, and remembers those that a card was laid over.

Rule kept: a penny on a card that was not read again is not read again either.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import hypot
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Sighting
from vision.arrays import Box, Floats, Picture, Values, box_about, each_once
from vision.cards.fitting import Lying, fine_patch, shared
from vision.cards.reader import CARD_TOP_MM, LAID_UPON, Card, SeenCards
from vision.decks.references import FINE_MM, offsets
from vision.mat.plane import Gains, Plane, white_gains
from vision.pennies.free import (
    CROP_PX,
    CROP_PX_PER_MM,
    PENNY_MM,
    heads_chances,
    penny_chances,
    relief,
    seen_again,
    side_unread,
    told_penny,
)
from vision.reader import Seen, View, bears

# What was taken for a penny and is only what its card has printed there. A coin is opaque, so that nothing of
# the print beneath it shows; where the print does show, no coin lies.

REACH_MM: Final = 9.0
"""The print is compared so far about the penny's middle."""
SHOWS: Final = 0.6
"""Correlation with the print from which it shows: of print 0.9 and more, under pennies up to 0.25 (painted)."""
LEAST_PRINT: Final = 4.0
"""Where print differs by fewer grey levels there is nothing to compare."""
LEAST_PART: Final = 0.5
WINDOW_MM: Final = 16.0
"""Side of a square as large as what is compared about a penny."""


def print_in(patch: Picture, left: float, far: float, px_per_mm: float, card: Lying) -> NDArray[np.bool_]:
    """Where in a patch the print of a card shows, so that no penny's middle is there: as `is_print`, all over at once.

    `patch` (BGR) is the table from straight above, its far left corner at `left` and `far` (mm). Shades of grey are
    compared: print that differs in hue alone is not told.
    """
    if card.index is None:
        return np.zeros(patch.shape[:2], bool)
    known, inside = _printed(patch, left, far, px_per_mm, card)
    seen = cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY).astype(np.float32) - np.float32(128)
    side = 2 * round(WINDOW_MM * px_per_mm / 2) + 1

    def sums(values: Values) -> Values:
        box = cv2.boxFilter(values, cv2.CV_32F, (side, side), normalize=False, borderType=cv2.BORDER_CONSTANT)
        return np.asarray(box, np.float32)

    seen *= inside
    part = np.maximum(sums(inside), np.float32(1))
    own, theirs = sums(seen), sums(known)
    spread = sums(known * known) - theirs * theirs / part
    power = np.maximum(sums(seen * seen) - own * own / part, 0) * np.maximum(spread, 0)
    alike = sums(seen * known) - own * theirs / part
    shows = (alike >= SHOWS * np.sqrt(power)) & (spread >= LEAST_PRINT**2 * part)
    return np.asarray(shows & (part >= LEAST_PART * side * side))


def _printed(patch: Picture, left: float, far: float, px_per_mm: float, card: Lying) -> tuple[Values, Values]:
    """A card's reference as it lies in a patch, in shades of grey about 0, and where it lies (1)."""
    picture = cv2.cvtColor(card.group.fine_pictures[card.index or 0], cv2.COLOR_BGR2GRAY) - np.float32(128)
    rows, columns = picture.shape
    turn, pose = np.deg2rad(card.pose.angle), card.pose
    right, down = columns / card.group.width_mm, rows / card.group.height_mm
    cosine, sine = np.cos(turn) / px_per_mm, np.sin(turn) / px_per_mm
    onto = np.array([[right * cosine, -right * sine, 0.0], [down * sine, down * cosine, 0.0]])
    middle = (pose.x - left) * px_per_mm - 0.5, (far - pose.y) * px_per_mm - 0.5
    onto[:, 2] = np.array([(columns - 1) / 2, (rows - 1) / 2]) - onto[:, :2] @ middle
    size, flags = (patch.shape[1], patch.shape[0]), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    known = cv2.warpAffine(picture, onto, size, flags=flags)
    inside = np.zeros(patch.shape[:2], np.float32)
    corners = (card.corners - (left, far)) * (px_per_mm, -px_per_mm) - 0.5
    cv2.fillConvexPoly(inside, np.rint(corners * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return np.asarray(known * inside, np.float32), inside


def is_print(image: Picture, plane: Plane, penny: Sighting, card: Lying) -> bool:
    """Whether a penny (with its place in mm) that was seen on a card is the print of it."""
    if card.index is None or penny.x is None or penny.y is None:
        return False
    group = card.group
    known = group.fine_pictures[card.index]
    rows, columns = known.shape[:2]
    turn = np.deg2rad(card.pose.angle)
    off_x, off_y = penny.x - card.pose.x, penny.y - card.pose.y
    right = ((np.arange(columns) + 0.5) / columns - 0.5) * group.width_mm
    up = (0.5 - (np.arange(rows) + 0.5) / rows) * group.height_mm
    across = right[None] - (np.cos(turn) * off_x + np.sin(turn) * off_y)
    along = up[:, None] - (np.cos(turn) * off_y - np.sin(turn) * off_x)
    within = np.hypot(across, along) < REACH_MM
    cell = group.width_mm * group.height_mm / (rows * columns)
    if within.sum() * cell < LEAST_PART * np.pi * REACH_MM**2:
        return False
    printed = known[within].astype(np.float64)
    printed -= printed.mean(axis=0)
    if float(printed.std()) < LEAST_PRINT:
        return False
    seen = fine_patch(image, plane, card.pose, group, CARD_TOP_MM)[0][within].astype(np.float64)
    seen -= seen.mean(axis=0)
    alike = float((seen * printed).sum() / np.sqrt((seen**2).sum() * (printed**2).sum() + 1e-6))
    return alike >= SHOWS


RAISED_MM: Final = 1.0
"""How high above the table the upper side of a penny on a card lies, roughly."""
SEARCH_PX_PER_MM: Final = 1.0
LEAST_ROUND: Final = 0.18
"""Roundness (0..1) below which a place is not looked at."""
MOST_AT_A_CARD: Final = 5
APART_MM: Final = 7.0
"""Two pennies lie at least so far apart, middle to middle; nearer finds are one."""
LEAST_LIKELY: Final = 0.4
LEAST_SURE: Final = 0.5
"""Chance at first sight from which a place is looked at closely, and after that from which it is a penny."""
LEAST_RELIEF: Final = 2.5
"""Standard deviation (grey levels, a slope of light taken out) within a penny; less is a flat, painted disc."""
ROUND_ENOUGH: Final = 0.36
ROUND_WEIGHT: Final = 40.0
ROUND_MOST: Final = (-4.0, 0.5)
"""A closer look adds to the log odds: the roundness above ROUND_ENOUGH times ROUND_WEIGHT, within ROUND_MOST."""
LEAST_VISIBLE: Final = 0.3
WHOLE: Final = 0.8
FROM_EDGE_MM: Final = 12.0
"""A penny that looks covered in part (visible below WHOLE) is believed only so far within a card's edge."""


@dataclass(frozen=True, slots=True)
class RoundPlace:
    """A place where something as round as a penny may lie: middle in table mm, and how round (0..1)."""

    x: float
    y: float
    roundness: float


def find_pennies(
    image: Picture,
    plane: Plane,
    cards: Sequence[Sighting],
    *,
    alone: Sequence[Lying | None] = (),
) -> list[Sighting]:
    """The pennies in a picture (BGR), each with its side, place in mm and how much of it is visible.

    Looks on the cards given (those with a place in mm), or all over the playing area where there are none;
    `alone`: where each of the cards lies that touches no other: no penny is looked for where its print shows. Regions
    are left None: a penny belongs where its card lies. A penny whose side cannot be read has no label.
    """
    if alone:
        each = zip(cards, alone, strict=True)
        asked = [(box, card) for one, card in each for box in _boxes(plane, [one])]
    else:
        asked = [(box, None) for box in _boxes(plane, cards)]
    rounds = _apart([place for box, card in asked for place in find_round(image, plane, box, card)], 3.0)
    found = _found(rounds, crops_at(image, plane, rounds))
    found = [find for find in _closer(image, plane, found) if find.chance >= LEAST_SURE]
    found = [find for find in found if find.visible >= WHOLE or _near_a_middle(plane, find.place, cards)]
    crops = crops_at(image, plane, [find.place for find in found])
    struck = [k for k, crop in enumerate(crops) if relief(crop) >= LEAST_RELIEF]
    found, crops = [found[k] for k in struck], [crops[k] for k in struck]
    sides = heads_chances(crops)
    return [_sighting(plane, find, heads) for find, heads in zip(found, sides.tolist(), strict=True)]


def crop_at(image: Picture, plane: Plane, x: float, y: float) -> Picture:
    """The square (CROP_PX x CROP_PX, BGR) round a place (mm), as if seen from straight above."""
    half = CROP_PX / CROP_PX_PER_MM / 2
    return plane.rectify(image, x - half, y - half, 2 * half, 2 * half, CROP_PX_PER_MM, RAISED_MM)


def crops_at(image: Picture, plane: Plane, places: Sequence[RoundPlace]) -> list[Picture]:
    side = CROP_PX / CROP_PX_PER_MM
    return list(plane.rectify_each(image, _middles(places), side, side, CROP_PX_PER_MM, RAISED_MM))


def _middles(places: Sequence[RoundPlace]) -> Floats:
    return np.array([(place.x, place.y) for place in places]).reshape(-1, 2)


def find_round(
    image: Picture,
    plane: Plane,
    box: Box,
    card: Lying | None = None,
    *,
    most: int | None = None,
    least: float = LEAST_ROUND,
) -> list[RoundPlace]:
    """Where in a box (mm) edges run round a middle at a penny's radius: roundest first.

    At most `most` places (None: a handful a card), none less round (0..1) than `least`, nor where the print of `card`
    shows.
    """
    reach = PENNY_MM / 2 + 3
    left, bottom, right, top = box
    wide, high = right - left + 2 * reach, top - bottom + 2 * reach
    patch = plane.rectify(image, left - reach, bottom - reach, wide, high, SEARCH_PX_PER_MM, RAISED_MM)
    margin = int(reach * SEARCH_PX_PER_MM)
    middle = (slice(margin, -margin), slice(margin, -margin))
    if patch[middle].size == 0:
        return []
    printed = None
    if card is not None:
        printed = print_in(patch, left - reach, bottom - reach + high, SEARCH_PX_PER_MM, card)[middle]
        if printed.all():
            return []
    round_map = roundness(patch, SEARCH_PX_PER_MM)
    inner = round_map[middle]
    neighbours = cv2.dilate(inner, np.ones((5, 5), np.uint8))
    peaks = (inner >= neighbours) & (inner > least)
    rows, columns = np.nonzero(peaks if printed is None else peaks & ~printed)
    number = most or max(MOST_AT_A_CARD, int(MOST_AT_A_CARD * (right - left) * (top - bottom) / 66**2))
    order = np.argsort(-inner[rows, columns], kind="stable")[:number]
    found = []
    for row, column in zip(rows[order].tolist(), columns[order].tolist(), strict=True):
        dx, dy = _summit(round_map, column + margin, row + margin)
        x = left - reach + (column + margin + dx + 0.5) / SEARCH_PX_PER_MM
        y = bottom - reach + high - (row + margin + dy + 0.5) / SEARCH_PX_PER_MM
        found.append(RoundPlace(x, y, float(inner[row, column])))
    return found


def _summit(heights: NDArray[np.float32], column: int, row: int) -> tuple[float, float]:
    """How far (px) the top of the parabola through a peak and its neighbours lies off it."""

    def off(before: float, here: float, after: float) -> float:
        bend = before - 2 * here + after
        return 0.0 if bend >= -1e-9 else max(-0.5, min(0.5, (before - after) / (2 * bend)))

    if not (0 < row < heights.shape[0] - 1 and 0 < column < heights.shape[1] - 1):
        return 0.0, 0.0
    here = float(heights[row, column])
    return (
        off(float(heights[row, column - 1]), here, float(heights[row, column + 1])),
        off(float(heights[row - 1, column]), here, float(heights[row + 1, column])),
    )


def roundness(patch: Picture, px_per_mm: float) -> NDArray[np.float32]:
    """How well (up to 1) the edges about each pixel run round it at a penny's radius, whatever their contrast.

    The colour gradient's double angle is compared with that of a ring (after Di Zenzo; and Reisfeld's
    symmetry transform, at one radius).
    """
    soft = cv2.GaussianBlur(patch, (0, 0), 0.4 * px_per_mm).astype(np.float32)
    across = cv2.Scharr(soft, cv2.CV_32F, 1, 0, scale=px_per_mm / 64)
    down = cv2.Scharr(soft, cv2.CV_32F, 0, 1, scale=px_per_mm / 64)
    even = np.asarray(cv2.transform(across * across - down * down, np.ones((1, 3), np.float32)))
    odd = np.asarray(cv2.transform(across * down, np.full((1, 3), 2.0, np.float32)))
    strength = np.sqrt(np.sqrt(even * even + odd * odd))
    weight = 1 / ((strength + 12.0) * np.maximum(strength, 1e-3))
    ring_even, ring_odd = _ring(px_per_mm)
    first = cv2.filter2D(even * weight, -1, ring_even, borderType=cv2.BORDER_CONSTANT)
    second = cv2.filter2D(odd * weight, -1, ring_odd, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(first + second, dtype=np.float32)


@cache
def _ring(px_per_mm: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    radius = PENNY_MM / 2 * px_per_mm
    half = int(radius + 2 * px_per_mm)
    y, x = np.mgrid[-half : half + 1, -half : half + 1].astype(np.float64)
    weight = np.exp(-0.5 * ((np.hypot(x, y) - radius) / (0.6 * px_per_mm)) ** 2)
    weight /= weight.sum()
    double = 2 * np.arctan2(y, x)
    return (weight * np.cos(double)).astype(np.float32), (weight * np.sin(double)).astype(np.float32)


def _boxes(plane: Plane, cards: Sequence[Sighting]) -> list[Box]:
    if not any(card.kind == "card" for card in cards):
        return [(0.0, 0.0, plane.width_mm, plane.height_mm)]
    outlines = [card.corners_px for card in cards if card.kind == "card" and card.corners_px is not None]
    return [box_about(plane.to_mm(np.array(corners))) for corners in outlines]


def _near_a_middle(plane: Plane, place: RoundPlace, cards: Sequence[Sighting]) -> bool:
    """Whether a place lies well within one of the cards; True where no cards are known."""
    quads = [
        np.array(card.corners_px) for card in cards if card.kind == "card" and card.corners_px is not None
    ]
    return not quads or any(
        cv2.pointPolygonTest(plane.to_mm(quad).astype(np.float32), (place.x, place.y), measureDist=True)
        >= FROM_EDGE_MM
        for quad in quads
    )


def _apart(places: list[RoundPlace], apart_mm: float) -> list[RoundPlace]:
    """The places, roundest first, without those that lie too near a rounder one."""
    ordered = sorted(places, key=lambda p: -p.roundness)
    at = np.array([(place.x, place.y) for place in ordered]).reshape(-1, 2)
    kept: list[RoundPlace] = []
    free = np.ones(len(ordered), dtype=bool)
    for number, place in enumerate(ordered):
        if free[number]:
            kept.append(place)
            free &= np.hypot(*(at - at[number]).T) >= apart_mm
    return kept


@dataclass(frozen=True, slots=True)
class _Find:
    """A place taken for a penny, how surely, and how much of it is visible."""

    place: RoundPlace
    chance: float
    visible: float


def _found(rounds: list[RoundPlace], crops: list[Picture]) -> list[_Find]:
    """The likeliest of the places that are likely enough, none too near another."""
    chances, visible = penny_chances(crops)
    finds = [_Find(place, float(p), float(v)) for place, p, v in zip(rounds, chances, visible, strict=True)]
    likely = [find for find in finds if find.chance >= LEAST_LIKELY and find.visible >= LEAST_VISIBLE]

    def same(one: _Find, other: _Find) -> bool:
        return hypot(one.place.x - other.place.x, one.place.y - other.place.y) < APART_MM

    return list(each_once(sorted(likely, key=lambda f: -f.chance * (0.5 + f.place.roundness)), same))


def _closer(image: Picture, plane: Plane, finds: Sequence[_Find]) -> list[_Find]:
    """The finds after a closer look: their places refined, their chances by how round each is for what of it shows."""
    half = PENNY_MM / 2 + 6
    middles = _middles([find.place for find in finds])
    patches = plane.rectify_each(image, middles, 2 * half, 2 * half, CROP_PX_PER_MM, RAISED_MM)
    closer = []
    for find, patch in zip(finds, patches, strict=True):
        middle, near = patch.shape[0] // 2, 5
        about = slice(middle - near, middle + near + 1)
        round_map = roundness(patch, CROP_PX_PER_MM)[about, about]
        row, column = (int(k) for k in np.unravel_index(int(round_map.argmax()), round_map.shape))
        dx, dy = _summit(np.ascontiguousarray(round_map), column, row)
        across, down = column + dx + middle - near, row + dy + middle - near
        x = find.place.x - half + (across + 0.5) / CROP_PX_PER_MM
        y = find.place.y + half - (down + 0.5) / CROP_PX_PER_MM
        place = RoundPlace(x, y, float(round_map[row, column]))
        more = ROUND_WEIGHT * (place.roundness / min(1.0, max(0.5, find.visible)) - ROUND_ENOUGH)
        chance = min(max(find.chance, 1e-6), 1 - 1e-6)
        odds = float(np.log(chance / (1 - chance))) + min(max(more, ROUND_MOST[0]), ROUND_MOST[1])
        closer.append(_Find(place, float(1 / (1 + np.exp(-odds))), find.visible))
    return closer


def square_px(plane: Plane, x: float, y: float) -> tuple[tuple[float, float], ...]:
    """The corners (px) of the square about a penny at a place (mm)."""
    half = PENNY_MM / 2
    square = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    return tuple((float(a), float(b)) for a, b in plane.to_px(square, RAISED_MM))


def _sighting(plane: Plane, find: _Find, heads: float) -> Sighting:
    at = (find.place.x, find.place.y)
    return told_penny(find.chance, heads, find.visible, square_px(plane, *at), at)


# Pennies that a card laid over them hides in part: told by what of them still shows beside that card. What
# shows must differ from the card's own picture, look like copper, and end where a penny of its true size
# would; a painted sun is part of the picture, so it is no penny.

LEAST_OPEN: Final = 0.1
"""A card of which less is open to view tells nothing."""
CLEAR_MM: Final = 0.8
"""So near to a covering card its edge and shadow are seen, not what lies under it."""
FROM_MIDDLE_MM: Final = 14.0
"""A penny lies so near to the middle of its card."""
SHOWING: Final = (0.09, 0.9)
"""The part of a penny that shows: with less of it nothing can be told, with more it is no affair of this file."""
RING_MM: Final = 3.0
"""Width of the ring about a penny in which the card looks as its own picture does."""
SHIFT_MM: Final = 0.5
"""A reference may lie so far aside."""
PLAIN_NOISE: Final = 7.0
"""Standard deviation (grey levels) of a card about its reference where both are plain, at least."""
ODD_FROM: Final = 12.0
"""Sum over three channels of squared differences, in units of that noise, at which a sample is as odd as not."""
FAR_OFF: Final = 12.0
"""Difference (grey levels) beyond which a sample says less and less about the light."""
USUAL_LIGHT: Final = np.array([0.8, 0.0, 0.0, 0.0])
LIGHT_TIES: Final = np.array([3e4, 1e-4, 100.0, 100.0])
"""How a card is lit before anything is known (contrast, haze, slopes to its right and down), and how firmly: a card
of which little shows, and that without contrast, must not be explained by wild light."""
CONTRAST_HALF: Final = 0.2
CONTRAST_SPREAD: Final = 0.02
"""Contrast between circle and ring at which a penny is as likely as none, and the scale of the logistic chance."""
LITTLE: Final = 0.16
LITTLE_WEIGHT: Final = 2.0
"""Of a penny of which less shows, so much more contrast is asked for."""
OTHER_FROM: Final = 0.25
OTHER_WEIGHT: Final = 2.0
"""The rest of a card looks less unlike its picture than this, or it may well be another card: then by so much more
contrast is asked for. Fitted, with the above, on the pennies of two tables beside outlines drawn over them: no false
find among 350 outlines that hide the penny whole (largest contrast 0.17), nor among attacks painted without one."""
COPPER: Final = (0.24, 0.30)
COPPER_SPREAD: Final = (0.16, 0.11)
"""Logarithms of red over green and of green over blue of a copper penny under white light, and how they vary."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Half:
    """The likeliest place of a half hidden penny (mm), how much of it shows (0..1), and what speaks for it.

    `inside`, `ring`: how much like copper, and unlike the card, it looks within the circle and just outside it (0..1).
    `rest`: how unlike its picture the rest of the card looks, whatever its colour (0..1).
    """

    x: float
    y: float
    visible: float
    inside: float
    ring: float
    rest: float

    @property
    def sure(self) -> float:
        """The chance (0..1) that a penny lies there."""
        doubt = OTHER_WEIGHT * max(0.0, self.rest - OTHER_FROM)
        doubt += LITTLE_WEIGHT * max(0.0, LITTLE - self.visible)
        return 1 / (1 + float(np.exp((CONTRAST_HALF + doubt - self.inside + self.ring) / CONTRAST_SPREAD)))


# The card's own face is known, so what shows of a penny is what differs from it and is coppery. The place is a matched
# filter's: the mean of that over a penny's disc less the mean over a ring about it, over what shows of both; the
# square root of the part that shows weighs it, as a mean over fewer pixels is noisier.
def find_half(
    image: Picture,
    plane: Plane,
    gains: Gains,
    under: Lying,
    over: Sequence[Floats],
    others: Sequence[tuple[float, float]] = (),
) -> Half | None:
    """Where on a card a penny may lie half hidden under the outlines (4 x 2 mm each, in turn round) laid over it.

    `others`: pennies (mm) that are accounted for. None where the card is not known, or no place qualifies.
    """
    if under.index is None:
        return None
    group, pose = under.group, under.pose
    seen, _ = fine_patch(image, plane, pose, group, CARD_TOP_MM, gains)
    wanted = group.fine_pictures[under.index]
    rows, columns = wanted.shape[:2]
    right, up = np.meshgrid(*offsets(group.width_mm, group.height_mm, rows, columns))
    x, y = pose.places(right, up)
    clear = np.min([off_outline(outline, x, y) for outline in over], axis=0)
    for other_x, other_y in others:
        clear = np.minimum(clear, np.hypot(x - other_x, y - other_y) - PENNY_MM / 2)
    visible = (clear > CLEAR_MM).astype(np.float32)
    if float(visible.mean()) < LEAST_OPEN:
        return None
    strange = _odd(seen, wanted, visible)
    # How well each sample's colour goes with copper, shining or dull.
    logs = np.log(seen + 8)
    red = (logs[..., 2] - logs[..., 1] - COPPER[0]) / COPPER_SPREAD[0]
    green = (logs[..., 1] - logs[..., 0] - COPPER[1]) / COPPER_SPREAD[1]
    odd = strange * np.asarray(np.exp(-0.5 * (red * red + green * green)), dtype=np.float32)
    disc, ring = _kernels(columns / group.width_mm, rows / group.height_mm)

    def told(kernel: Values, values: Values) -> Values:
        return np.asarray(cv2.filter2D(values, -1, kernel, borderType=cv2.BORDER_CONSTANT), np.float32)

    whole = float(disc.sum())
    shown, beside = told(disc, visible), told(ring, visible)
    inside = told(disc, odd) / np.maximum(shown, 1)
    outside = told(ring, odd) / np.maximum(beside, 1)
    likely = (inside - outside) * np.sqrt(np.maximum(shown, 0) / whole)
    part = told(disc, (clear > 0).astype(np.float32)) / whole
    ruled_out = (np.hypot(right, up) > FROM_MIDDLE_MM) | (part < SHOWING[0]) | (part > SHOWING[1])
    likely[ruled_out] = -1
    row, column = (int(k) for k in np.unravel_index(int(likely.argmax()), likely.shape))
    if likely[row, column] <= 0:
        return None
    at_x, at_y = float(x[row, column]), float(y[row, column])
    beyond = visible * (np.hypot(x - at_x, y - at_y) > PENNY_MM / 2 + RING_MM)
    rest = float((strange * beyond).sum() / max(float(beyond.sum()), 1.0))
    return Half(
        x=at_x,
        y=at_y,
        visible=float(part[row, column]),
        inside=float(inside[row, column]),
        ring=float(outside[row, column]),
        rest=rest,
    )


def showing(x: float, y: float, over: Sequence[Floats]) -> float:
    """How much (0..1) of a penny at a place (mm) the outlines laid over it leave to be seen."""
    across, up = _DOTS
    clear = np.min([off_outline(outline, x + across, y + up) for outline in over], axis=0)
    return float((clear > 0).mean())


def off_outline(outline: Floats, x: Floats, y: Floats) -> Floats:
    """How far (mm) points lie outside a rectangle (4 x 2 mm), at least; negative within it."""
    middle = outline.mean(axis=0)
    off = []
    for side in (outline[1] - outline[0], outline[2] - outline[1]):
        half = float(np.hypot(*side)) / 2
        off.append(np.abs((x - middle[0]) * side[0] + (y - middle[1]) * side[1]) / (2 * half) - half)
    return np.asarray(np.maximum(*off), dtype=np.float64)


def _odd(seen: Values, wanted: Values, visible: Values) -> Values:
    """How surely (0..1) each sample does not show the card's own picture, under whatever even light falls on it.

    Each channel is fitted by the reference, a haze and two slopes of light; what is far off (the penny itself, a
    shadow) counts less and less.
    """
    rows, columns = visible.shape
    down, across = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    steps = cv2.dilate(wanted, _DOT) - cv2.erode(wanted, _DOT)
    far = np.zeros((rows, columns))
    for channel in range(3):
        terms = np.stack([wanted[..., channel], np.ones_like(down), across, down], axis=-1)
        picked = terms[visible > 0]
        values = seen[..., channel][visible > 0].astype(np.float64)
        weight: Floats = np.ones(len(values))
        light = USUAL_LIGHT
        for _ in range(5):
            weighted = picked * weight[:, None]
            normal = picked.T @ weighted + np.diag(LIGHT_TIES)
            light = np.asarray(np.linalg.solve(normal, weighted.T @ values + LIGHT_TIES * USUAL_LIGHT))
            weight = np.asarray(1 / (1 + ((values - picked @ light) / FAR_OFF) ** 2), dtype=np.float64)
        noise = PLAIN_NOISE**2 + (SHIFT_MM / FINE_MM / 2 * light[0] * steps[..., channel]) ** 2
        far += (seen[..., channel] - terms @ light) ** 2 / noise
    return np.asarray(far / (far + ODD_FROM) * visible, dtype=np.float32)


def _dots() -> tuple[Floats, Floats]:
    """Points spread evenly over a penny, from its middle (mm)."""
    y, x = np.mgrid[-1:1:41j, -1:1:41j] * (PENNY_MM / 2)
    inside = np.hypot(x, y) <= PENNY_MM / 2
    return np.asarray(x[inside], dtype=np.float64), np.asarray(y[inside], dtype=np.float64)


_DOT: Final = np.ones((3, 3), np.uint8)
_DOTS: Final = _dots()


@cache
def _kernels(across: float, up: float) -> tuple[Values, Values]:
    """A penny's disc and the ring about it, in samples (so many per mm)."""
    wide, high = (int((PENNY_MM / 2 + RING_MM) * scale) + 1 for scale in (across, up))
    y, x = np.mgrid[-high : high + 1, -wide : wide + 1]
    off = np.hypot(x / across, y / up) - PENNY_MM / 2
    disc, ring = off <= 0, (off > 0.7) & (off <= RING_MM)
    return disc.astype(np.float32), ring.astype(np.float32)


# The pennies of cards that other cards were laid over: seen in part, or remembered. A penny that lay on a
# card is still there when another card hides it, as long as its own card has not moved; where enough of it
# should show, it is believed only if it is seen.

STAYED_MM: Final = 4.0
STAYED_DEG: Final = 6.0
"""A card found again within so much of where it lay has not moved."""
SAME_MM: Final = 6.0
"""A penny seen in part within so much of where one lay is that one."""
NEAR_EDGE_MM: Final = 4.0
"""A penny whose middle lies so near to the edge of a card sticks out far over it."""
SHOULD_SHOW: Final = 0.25
"""A penny of which more than this must show is not taken on trust."""
STILL_THERE: Final = 0.9
"""The chance that a penny was not taken away while a card was laid over it."""


def pennies_beneath(
    image: Picture,
    plane: Plane,
    cards: Sequence[Card],
    fresh: Sequence[Card],
    placed: Sequence[tuple[Sighting, Card]],
    known: Sequence[tuple[Sighting, Lying]],
) -> list[tuple[Sighting, Card]]:
    """Pennies on those of the fresh cards that are face up, covered by cards after them, and have no penny yet.

    `cards`: all of the table, bottom first; `placed`: the pennies found whole, with their cards; `known`: pennies
    of an earlier picture with the cards that they lay on.
    """
    having = [card for _, card in placed]
    whole = [(penny.x, penny.y) for penny, _ in placed if penny.x is not None and penny.y is not None]
    found = []
    for card in fresh:
        if card.sighting.face != "up" or card.lying.index is None or card in having:
            continue
        above = [other.lying for other in cards[cards.index(card) + 1 :]]
        over = [other.corners for other in above if shared(card.lying, other) > 0]
        if not any(shared(card.lying, other) >= LAID_UPON for other in above):
            continue
        before = next((penny for penny, lay_on in known if _stayed(lay_on, card.lying)), None)
        half = find_half(image, plane, white_gains(image, plane), card.lying, over, whole)
        penny = None
        if half is not None and half.sure >= LEAST_SURE:
            penny = Sighting("penny", None, sure=half.sure, x=half.x, y=half.y, visible=half.visible)
            if before is not None and _near(before, penny):
                penny = replace(
                    before, sure=before.sure * half.sure, x=half.x, y=half.y, visible=half.visible
                )
        elif before is not None and before.x is not None and before.y is not None:
            part = showing(before.x, before.y, over)
            if part <= SHOULD_SHOW:
                trust = 1.0 if before.visible <= SHOULD_SHOW else STILL_THERE
                penny = replace(before, sure=before.sure * trust, visible=part)
        if penny is not None:
            found.append((_told(plane, penny), card))
    return found


def card_beneath(penny: Sighting, cards: Sequence[Card]) -> Card | None:
    """The card that a penny lies on, of cards bottom first: the uppermost under its middle.

    But a penny that sticks out far over the edge of an upper card lies on the card below: it is half hidden.
    """
    if penny.x is None or penny.y is None:
        return None
    at = (np.array(penny.x), np.array(penny.y))
    near = [
        card
        for card in reversed(cards)
        if hypot(card.lying.pose.x - penny.x, card.lying.pose.y - penny.y) <= card.lying.reach
    ]
    depths = [(-float(off_outline(card.lying.corners, *at)), card) for card in near]
    holding = [(depth, card) for depth, card in depths if depth >= 0]
    for depth, card in holding:
        if depth >= NEAR_EDGE_MM:
            return card
    return max(holding, key=lambda held: held[0])[1] if holding else None


def _stayed(before: Lying, now: Lying) -> bool:
    turned = (before.pose.angle - now.pose.angle + 180) % 360 - 180
    off = np.hypot(before.pose.x - now.pose.x, before.pose.y - now.pose.y)
    same = before.group is now.group and before.index == now.index
    return bool(same and off <= STAYED_MM and abs(turned) <= STAYED_DEG)


def _near(one: Sighting, other: Sighting) -> bool:
    if one.x is None or one.y is None or other.x is None or other.y is None:
        return False
    return bool(np.hypot(one.x - other.x, one.y - other.y) <= SAME_MM)


def _told(plane: Plane, penny: Sighting) -> Sighting:
    """The sighting with its corners in this picture, and figures that are worth telling."""
    x, y = penny.x or 0.0, penny.y or 0.0
    return replace(
        penny,
        sure=round(penny.sure, 4),
        x=round(x, 2),
        y=round(y, 2),
        corners_px=square_px(plane, x, y),
        visible=round(penny.visible, 3),
    )


@dataclass(frozen=True, slots=True, eq=False)
class SeenPennies(Seen):
    """The pennies on cards: `lie_on` has the card beneath each, `cards` the sightings of these cards."""

    lie_on: tuple[Lying, ...] = ()
    cards: tuple[Sighting, ...] = ()

    def told_after(self, others: Sequence[Sighting]) -> tuple[Sighting, ...]:
        told: list[Sighting] = []
        for other in others:
            told.append(other)
            told += [penny for penny, card in zip(self.sightings, self.cards, strict=True) if card is other]
        return tuple(told)


class PenniesOnCards:
    """Reads the pennies that lie on the cards seen before; without a mat they are found as all others are."""

    part = "pennies"

    def read(self, view: View) -> SeenPennies:
        cards = view.so_far(SeenCards)
        if view.plane is None or cards is None:
            return SeenPennies()
        pennies = [
            (penny, card)
            for penny, card in _placed(view, view.plane, cards)
            if not any(bears(points, np.array([penny.x, penny.y], np.float64)) for points in view.covers)
        ]
        return SeenPennies(
            tuple(replace(penny, region=card.sighting.region) for penny, card in pennies),
            lie_on=tuple(card.lying for _, card in pennies),
            cards=tuple(card.sighting for _, card in pennies),
        )


def _alone(card: Card, cards: Sequence[Card]) -> Lying | None:
    """A card's place where it touches no other: beside its print no penny shows that lies half beneath it."""
    shares = any(other is not card and shared(card.lying, other.lying) > 0 for other in cards)
    return None if shares else card.lying


def _placed(view: View, plane: Plane, cards: SeenCards) -> list[tuple[Sighting, Card]]:
    image, lying = view.image, cards.lying
    old = {card.lying for card in cards.kept}
    now = {card.lying: card for card in lying}
    fresh = [card for card in lying if card.lying not in old]
    earlier = view.earlier(SeenPennies) or SeenPennies()
    before = list(zip(earlier.sightings, earlier.lie_on, strict=True))
    placed = [(penny, now[beneath]) for penny, beneath in before if beneath in old]
    known = len(placed)
    if fresh:
        shown = [card.sighting for card in fresh]
        found = find_pennies(image, plane, shown, alone=[_alone(card, lying) for card in fresh])
        for penny in seen_again(view, found, earlier.sightings):
            card = card_beneath(penny, lying)
            if card is None or card.lying in old or is_print(image, plane, penny, card.lying):
                continue
            placed.append((penny, card))
        placed += pennies_beneath(image, plane, lying, fresh, placed, before)
    if not view.sharp:
        placed[known:] = [(side_unread(penny), card) for penny, card in placed[known:]]
    return placed
