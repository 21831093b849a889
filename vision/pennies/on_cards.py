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
from vision.arrays import Box, Floats, Picture, Values, box_about, grown
from vision.cards.fitting import Lying, apart_deg, fine_patch, shared
from vision.cards.reader import CARD_TOP_MM, LAID_UPON, Card, SeenCards
from vision.decks.references import FINE_MM, offsets
from vision.mat.plane import Gains, Plane, white_gains
from vision.pennies.free import (
    CROP_PX,
    CROP_PX_PER_MM,
    PENNY_MM,
    Ellipse,
    Shrinking,
    apart,
    apart_mm,
    fits_a_penny,
    heads_chances,
    looked_at,
    penny_chances,
    seen_again,
    side_unread,
    told_penny,
)
from vision.reader import Seen, View, bears

# What was taken for a penny and is only what its card has printed there. A coin is opaque, so that nothing of
# the print beneath it shows; where the print does show, no coin lies.

REACH_MM: Final = 9.0
"""How far about the penny's middle the print is compared."""
SHOWS: Final = 0.6
"""Correlation with the print from which it shows: of print 0.9 and more, under pennies up to 0.25 (painted)."""
LEAST_PRINT: Final = 4.0
"""Where print differs by fewer grey levels there is nothing to compare."""
LEAST_PART: Final = 0.5


def is_print(image: Picture, plane: Plane, penny: Sighting, card: Lying) -> bool:
    """Whether a penny (with its place in mm) that was seen on a card is the print of it."""
    if card.index is None or penny.x is None or penny.y is None:
        return False
    group = card.group
    known = group.fine_pictures[card.index]
    rows, columns = known.shape[:2]
    x, y = card.pose.places(*np.meshgrid(*offsets(*group.size, rows, columns)))
    within = np.hypot(x - penny.x, y - penny.y) < REACH_MM
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
LEAST_LIKELY: Final = 0.1
ON_CARD_SURE: Final = 0.7
"""Chance at first sight from which a place is looked at closely, and after that from which it is a penny."""
LEAST_SURE: Final = 0.5
"""Chance from which a penny lies half hidden."""
SEARCH_PX_PER_MM: Final = 1.0
LEAST_ROUND: Final = 0.18
"""Roundness (0..1) below which a place is not looked at."""
MOST_AT_A_CARD: Final = 3
"""Of 171 pennies on 346 cards of recorded games each was the roundest place of its card."""
LEAST_VISIBLE: Final = 0.3
WHOLE: Final = 0.8
FROM_EDGE_MM: Final = 12.0
"""A penny that looks covered in part (visible below WHOLE) is believed only so far within a card's edge."""


def find_pennies(image: Picture, plane: Plane, cards: Sequence[Sighting]) -> list[Sighting]:
    """The pennies in a picture (BGR), each with its side, place in mm and how much of it is visible.

    Looks on the cards given (those with a place in mm), or all over the playing area where there are none. Regions
    are left None: a penny belongs where its card lies. A penny whose side cannot be read has no label.
    """
    quads = [
        plane.to_mm(np.array(card.corners_px)).astype(np.float32)
        for card in cards
        if card.kind == "card" and card.corners_px is not None
    ]
    area = (0.0, 0.0, plane.width_mm, plane.height_mm)
    asked = [box_about(quad.astype(np.float64)) for quad in quads] or [area]
    places = np.concatenate([round_places(image, plane, box) for box in asked])
    chances = np.clip(penny_chances(crops_at(image, plane, places))[0], 1e-6, 1 - 1e-6)
    likely = chances >= LEAST_LIKELY
    places, odds = places[likely], np.log(chances[likely] / (1 - chances[likely]))
    outlines = [
        Ellipse(middle, np.eye(2) * PENNY_MM / 2 * plane.px_per_mm(*place), float(one))
        for middle, place, one in zip(plane.to_px(places, RAISED_MM), places.tolist(), odds, strict=True)
    ]
    # The odds by the crop from straight above and those by the outline are added up.
    looks = looked_at(Shrinking(image, white_gains(image, plane)), outlines)
    looks = [replace(look, odds=look.odds + first.odds) for look, first in zip(looks, outlines, strict=True)]
    finds = [one for one in apart(looks) if one.chance >= ON_CARD_SURE and fits_a_penny(one, plane)]
    at = plane.to_mm(np.array([find.middle for find in finds]), RAISED_MM)

    def deep(place: Floats) -> bool:
        x, y = place.tolist()
        return any(cv2.pointPolygonTest(quad, (x, y), measureDist=True) >= FROM_EDGE_MM for quad in quads)

    told = [
        (find, place, crop)
        for find, place, crop in zip(finds, at, crops_at(image, plane, at), strict=True)
        if find.visible >= WHOLE or not quads or (find.visible >= LEAST_VISIBLE and deep(place))
    ]
    sides = heads_chances([crop for _, _, crop in told])
    return [
        told_penny(find.chance, heads, find.visible, square_px(plane, *place), place)
        for (find, place, _), heads in zip(told, sides.tolist(), strict=True)
    ]


def round_places(image: Picture, plane: Plane, box: Box, most: int | None = None) -> Floats:
    """Where (N x 2 mm) in a box (mm) edges run round a middle at a penny's radius: roundest first.

    At most `most` places (None: a handful a card).
    """
    reach = PENNY_MM / 2 + 3
    left, bottom, right, top = grown(box, reach)
    patch = plane.rectify(image, left, bottom, right - left, top - bottom, SEARCH_PX_PER_MM, RAISED_MM)
    margin = int(reach * SEARCH_PX_PER_MM)
    inner = roundness(patch, SEARCH_PX_PER_MM)[margin:-margin, margin:-margin]
    if inner.size == 0:
        return np.zeros((0, 2))
    rows, columns = np.nonzero(
        (inner >= cv2.dilate(inner, np.ones((5, 5), np.uint8))) & (inner > LEAST_ROUND)
    )
    number = most or max(MOST_AT_A_CARD, int(MOST_AT_A_CARD * inner.size / 66**2))
    order = np.argsort(-inner[rows, columns], kind="stable")[:number]
    x = left + (columns[order] + margin + 0.5) / SEARCH_PX_PER_MM
    return np.column_stack([x, top - (rows[order] + margin + 0.5) / SEARCH_PX_PER_MM])


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


def crops_at(image: Picture, plane: Plane, places: Floats) -> list[Picture]:
    """The squares (CROP_PX x CROP_PX, BGR) round places (N x 2 mm), as if seen from straight above."""
    side = CROP_PX / CROP_PX_PER_MM
    return list(plane.rectify_each(image, places, side, side, CROP_PX_PER_MM, RAISED_MM))


def square_px(plane: Plane, x: float, y: float) -> tuple[tuple[float, float], ...]:
    """The corners (px) of the square about a penny at a place (mm)."""
    half = PENNY_MM / 2
    square = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    return tuple((float(a), float(b)) for a, b in plane.to_px(square, RAISED_MM))


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
"""How much more contrast is asked of a penny of which less shows."""
OTHER_FROM: Final = 0.25
OTHER_WEIGHT: Final = 2.0
"""The rest of a card looks less unlike its picture than this, or it may well be another card: then by so much more
contrast is asked for. Fitted, with the above, on the pennies of two tables beside outlines drawn over them: no false
find among 350 outlines that hide the penny whole (largest contrast 0.17), nor among attacks painted without one."""
COPPER: Final = (0.24, 0.30)
COPPER_SPREAD: Final = (0.16, 0.11)
"""Logarithms of red over green and of green over blue of a copper penny under white light, and how they vary."""


def half_chance(visible: float, inside: float, ring: float, rest: float) -> float:
    """The chance (0..1) that a penny lies half hidden of which a part (0..1) is `visible`.

    `inside`, `ring`: how much like copper, and unlike the card, it looks within the circle and just outside it (0..1).
    `rest`: how unlike its picture the rest of the card looks, whatever its colour (0..1).
    """
    doubt = OTHER_WEIGHT * max(0.0, rest - OTHER_FROM) + LITTLE_WEIGHT * max(0.0, LITTLE - visible)
    return 1 / (1 + float(np.exp((CONTRAST_HALF + doubt - inside + ring) / CONTRAST_SPREAD)))


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
) -> Sighting | None:
    """The penny that may lie on a card half hidden under the outlines (4 x 2 mm each, in turn round) laid over it.

    `others`: pennies (mm) that are accounted for. None where the card is not known, or no place qualifies.
    """
    if under.index is None:
        return None
    group, pose = under.group, under.pose
    seen, _ = fine_patch(image, plane, pose, group, CARD_TOP_MM, gains)
    wanted = group.fine_pictures[under.index]
    rows, columns = wanted.shape[:2]
    right, up = np.meshgrid(*offsets(*group.size, rows, columns))
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
    shows = float(part[row, column])
    sure = half_chance(shows, float(inside[row, column]), float(outside[row, column]), rest)
    return Sighting("penny", None, sure=sure, x=at_x, y=at_y, visible=shows)


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
"""A card found again within this of where it lay has not moved."""
SAME_MM: Final = 6.0
"""A penny seen in part within this of where one lay is that one."""
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
        above = _above(card, cards)
        over = [other.corners for other in above]
        if not any(shared(card.lying, other) >= LAID_UPON for other in above):
            continue
        before = next((penny for penny, lay_on in known if _stayed(lay_on, card.lying)), None)
        half = find_half(image, plane, white_gains(image, plane), card.lying, over, whole)
        penny = None
        if half is not None and half.sure >= LEAST_SURE:
            penny = half
            if before is not None and apart_mm(before, half) <= SAME_MM:
                sure = before.sure * half.sure
                penny = replace(before, sure=sure, x=half.x, y=half.y, visible=half.visible)
        elif before is not None and before.x is not None and before.y is not None:
            part = showing(before.x, before.y, over)
            if part <= SHOULD_SHOW:
                trust = 1.0 if before.visible <= SHOULD_SHOW else STILL_THERE
                penny = replace(before, sure=before.sure * trust, visible=part)
        if penny is not None:
            # With its corners in this picture, and figures that are worth telling.
            x, y = penny.x or 0.0, penny.y or 0.0
            told = replace(
                penny,
                sure=round(penny.sure, 4),
                x=round(x, 2),
                y=round(y, 2),
                corners_px=square_px(plane, x, y),
                visible=round(penny.visible, 3),
            )
            found.append((told, card))
    return found


def _above(card: Card, cards: Sequence[Card]) -> list[Lying]:
    """Those of some cards, bottom first, that lie on one of them."""
    after = (other.lying for other in cards[cards.index(card) + 1 :])
    return [other for other in after if shared(card.lying, other) > 0]


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
    same = before.group is now.group and before.index == now.index
    turned = apart_deg(before.pose.angle, now.pose.angle)
    return same and before.pose.off(now.pose) <= STAYED_MM and turned <= STAYED_DEG


@dataclass(frozen=True, slots=True, eq=False)
class SeenPennies(Seen):
    """The pennies on cards: `lie_on` has the card beneath each."""

    lie_on: tuple[Card, ...] = ()

    def told_after(self, others: Sequence[Sighting]) -> tuple[Sighting, ...]:
        told: list[Sighting] = []
        for other in others:
            told.append(other)
            told += [
                one for one, card in zip(self.sightings, self.lie_on, strict=True) if card.sighting is other
            ]
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
            lie_on=tuple(card for _, card in pennies),
        )


def _placed(view: View, plane: Plane, cards: SeenCards) -> list[tuple[Sighting, Card]]:
    image, lying = view.image, cards.lying
    old = {card.lying for card in cards.kept}
    now = {card.lying: card for card in lying}
    fresh = [card for card in lying if card.lying not in old]
    earlier = view.earlier(SeenPennies) or SeenPennies()
    lay_on = [card.lying for card in earlier.lie_on]
    before = list(zip(earlier.sightings, lay_on, strict=True))
    placed = [(penny, now[beneath]) for penny, beneath in before if beneath in old]
    known = len(placed)
    if fresh:
        found = find_pennies(image, plane, [card.sighting for card in fresh])
        for penny in seen_again(view, found, earlier.sightings):
            card = card_beneath(penny, lying)
            if card is None or card.lying in old or is_print(image, plane, penny, card.lying):
                continue
            over = [other.corners for other in _above(card, lying)]
            part = showing(penny.x or 0.0, penny.y or 0.0, over) if over else 1.0
            placed.append((replace(penny, visible=part) if part < WHOLE else penny, card))
        placed += pennies_beneath(image, plane, lying, fresh, placed, before)
    if not view.sharp:
        placed[known:] = [(side_unread(penny), card) for penny, card in placed[known:]]
    return placed
