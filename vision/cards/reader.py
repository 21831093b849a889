"""The cards on the table: found, identified, ordered bottom first and put into their regions.

Rule kept: every card that lies there is reported, identified or not; a face that is only similar is not reported.
"""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import atan2, ceil, degrees, hypot, log, sqrt
from typing import Final

import cv2
import numpy as np

from companion.sight import Region, Sighting, Table
from vision.arrays import Box, Corners, Floats, Picture, Points, as_corners, box_about, grown, meet, meets_any
from vision.cards.finding import (
    FITS_BEST,
    LEAST_VISIBLE,
    SEEN_PART,
    CardSearch,
    Proposed,
    find_lying,
    find_near,
    take_beneath,
)
from vision.cards.fitting import (
    AT_AN_OUTLINE,
    CARD_TOP_MM,
    STAYS_MM,
    Lying,
    Pose,
    Sheet,
    agreements,
    back_at,
    cover,
    fine_patch,
    fit_pose,
    lay_sheet,
    lies_over,
    reach_mm,
    read_back,
    read_face,
    remembered,
    shared,
    window_agreements,
)
from vision.decks.references import SAME_SIZE_MM, References
from vision.light.contrast import stand_out
from vision.loose.reader import DECK_FROM, DOWN_FROM, named, read_loose, tallied
from vision.mat.plane import Gains, Plane, tag_corners_mm, white_gains
from vision.reader import Seen, View

TOUCHES = 0.01
"""Minimum common share of their area for one card to lie over another."""


def bottom_first(
    sheet: Sheet, found: Sequence[Lying], kept: Sequence[Lying] = (), order: Sequence[Lying] = ()
) -> list[Lying]:
    """The cards ordered so that each lies under the later ones that it touches.

    `kept`: cards taken over from an earlier picture; `order`: all cards of that picture, bottom first. Only cards that
    lay on a kept card then can lie on it now, because it looks unchanged: any other half-hidden card lies under it.
    """
    known = {card: place for place, card in enumerate(order or kept)}
    rank = known | {card: known[old] for card in found if (old := same_card(card, order)) is not None}
    still = set(kept)

    def over(card: Lying, other: Lying) -> bool:
        # Kept cards have a known order; any other card lies over one only if it is whole.
        if card in still or other in still:
            if card in rank and other in rank:
                return rank[card] > rank[other]
            return card.visible == 1 if other in still else other.visible < 1
        # A whole card lies over a half-hidden one; if it fits poorly, the picture decides.
        if (card.visible < 1) != (other.visible < 1):
            whole, part = (card, other) if card.visible == 1 else (other, card)
            if whole.agreement >= FITS_BEST or whole.index is None or part.index is None:
                return card.visible == 1
        return lies_over(sheet, card, other)

    under = [
        card
        for card in found
        if card not in rank and card.visible < 1 and any(shared(card, old) >= TOUCHES for old in kept)
    ]
    return _sorted([*under, *kept, *(card for card in found if card not in under)], still, over)


def _sorted(cards: Sequence[Lying], still: Set[Lying], over: Callable[[Lying, Lying], bool]) -> list[Lying]:
    """The cards, each after all that it lies over, otherwise in the order given.

    Every second card of a row hardly touches, so which of the two is on top is a guess. If guesses make a ring, the
    card with the smallest area over others goes first.
    """
    beneath: list[dict[int, float]] = [{} for _ in cards]
    for place, card in enumerate(cards):
        for other in range(place):
            common = shared(card, cards[other])
            if common < TOUCHES:
                continue
            # The order of kept cards is known, and they stand in it.
            both_kept = card in still and cards[other] in still
            common = 1.0 if both_kept else common
            if both_kept or over(card, cards[other]):
                beneath[place][other] = common
            if not both_kept and over(cards[other], card):
                beneath[other][place] = common
    rest, ordered = list(range(len(cards))), list[Lying]()
    while rest:
        free = next((place for place in rest if not beneath[place]), None)
        lowest = free if free is not None else min(rest, key=lambda place: sum(beneath[place].values()))
        rest.remove(lowest)
        ordered.append(cards[lowest])
        for others in beneath:
            others.pop(lowest, None)
    return ordered


def same_card(card: Lying, order: Sequence[Lying]) -> Lying | None:
    """The same card in an earlier picture, if it has not moved."""
    same = (old for old in order if card.index == old.index and card.index is not None)
    return next((old for old in same if card.pose.off(old.pose) < STAYS_MM), None)


HALF_HIGH_MM: Final = 0.75
"""Half the height of a token's upper face above the table."""
AROUND: Final = 0.35
"""Width, relative to a thing's size, of the strip about it whose colours are painted over it."""


def bare(image: Picture, plane: Plane, covers: Sequence[Points]) -> Picture:
    """The picture with these outlines (mm) painted over in the colours about them."""
    if not covers:
        return image
    found = image.copy()
    for points in covers:
        edge = plane.to_px(points, HALF_HIGH_MM)
        low, high = edge.min(axis=0), edge.max(axis=0)
        more = AROUND * float((high - low).max())
        left, top = (max(0, int(value)) for value in low - more)
        right, down = (int(value) + 1 for value in high + more)
        part = found[top:down, left:right]
        if part.size == 0:
            continue
        mask = np.zeros(part.shape[:2], np.uint8)
        shifted = np.rint((edge - (left, top)) * 16).astype(np.int32)
        cv2.fillConvexPoly(mask, shifted, 1, cv2.LINE_8, 4)
        shows = (1 - mask).astype(np.float32)
        sigma = max(1.0, more / 2)
        # Fill with the Gaussian mean of the pixels about it, normalised by their weights.
        weight = cv2.GaussianBlur(shows, (0, 0), sigma)
        filled = cv2.GaussianBlur(part.astype(np.float32) * shows[..., None], (0, 0), sigma)
        filled = filled / np.maximum(weight, 1e-4)[..., None]
        part[mask > 0] = np.clip(filled + 0.5, 0, 255).astype(np.uint8)[mask > 0]
    return found


# Cards anywhere on the mat, at any angle: what the regions leave unexplained is read as if there were no mat,
# then measured by the mat.
# Rule kept: such a card must have the size of an enrolled one and explain something that nothing else does.

SIZE_WITHIN: Final = 0.14
"""Tolerance (natural logarithm) of an outline's sides against a card's."""
CARD_PX: Final = 80.0
"""Size (px, geometric mean of the sides) that suffices to find and read cards; larger ones are scaled down to it."""
AROUND_MM: Final = 50.0
"""Margin about the unexplained part that is searched too."""


def find_free(
    image: Picture, plane: Plane, sheet: Sheet, groups: Sequence[References], left: Picture
) -> list[Proposed]:
    """The cards about what is unexplained (`left`: a mask over the sheet)."""
    down, across = np.nonzero(left)
    if not len(down) or not groups:
        return []
    corners_mm = np.array(
        [
            (sheet.x + x, sheet.far - y)
            for x in (across.min() - AROUND_MM, across.max() + AROUND_MM)
            for y in (down.min() - AROUND_MM, down.max() + AROUND_MM)
        ]
    )
    # Read the part of the picture about the unexplained mask as if there were no mat.
    px = plane.to_px(corners_mm)
    high, wide = image.shape[:2]
    x0, y0 = (int(v) for v in np.clip(px.min(axis=0), 0, (wide - 1, high - 1)))
    x1, y1 = (int(v) + 1 for v in np.clip(px.max(axis=0), 0, (wide - 1, high - 1)))
    part, scale = _part(image[y0:y1, x0:x1], plane, groups)
    found = []
    for sighting in read_loose(part, groups):
        if sighting.corners_px is None:
            continue
        # From the scaled part back to the picture, then to mm.
        corners_px = (np.array(sighting.corners_px) + 0.5) * scale - 0.5 + (x0, y0)
        corners = plane.to_mm(corners_px, CARD_TOP_MM)
        card = _card(sighting, corners, groups)
        if card is not None:
            found.append(card)
    return found


def _part(image: Picture, plane: Plane, groups: Sequence[References]) -> tuple[Picture, float]:
    """A part of the picture, scaled down until cards measure CARD_PX at most, and the factor (1 or more)."""
    side_mm = min(sqrt(group.width_mm * group.height_mm) for group in groups)
    scale = plane.px_per_mm(plane.width_mm / 2, plane.height_mm / 2) * side_mm / CARD_PX
    if scale <= 1:
        return np.ascontiguousarray(image), 1.0
    size = (max(1, round(image.shape[1] / scale)), max(1, round(image.shape[0] / scale)))
    part = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return np.asarray(part, dtype=np.uint8), scale


def _card(sighting: Sighting, corners: Floats, groups: Sequence[References]) -> Proposed | None:
    """The sighting as a card of the group of its size (corners in mm); None if no group has that size."""
    right, up = (
        corners[1] - corners[0] + corners[2] - corners[3],
        corners[0] - corners[3] + corners[1] - corners[2],
    )
    wide, high = hypot(*right) / 2, hypot(*up) / 2
    x, y = corners.mean(axis=0).tolist()
    pose = Pose(x, y, degrees(atan2(right[1], right[0])) % 360)
    for group in groups:
        for index, reference in enumerate(group.all):
            if sighting.face is not None and reference.face == sighting.face:
                same = reference.label == sighting.label and reference.deck == sighting.deck
                if same and _off(group, wide, high) <= SIZE_WITHIN:
                    return group, index, pose
    fits = [(_off(group, wide, high), 0.0, n) for n, group in enumerate(groups)]
    fits += [(_off(group, high, wide), 90.0, n) for n, group in enumerate(groups)]
    off, turn, n = min(fits)
    if off > SIZE_WITHIN:
        return None
    return groups[n], None, replace(pose, angle=(pose.angle + turn) % 360)


def _off(group: References, wide: float, high: float) -> float:
    """The larger difference of two sides (mm) from a card's (natural logarithm)."""
    return max(abs(log(max(wide, 1e-3) / group.width_mm)), abs(log(max(high, 1e-3) / group.height_mm)))


LEAST_BUSY = 4.0
BUSIER = 2.5
SPREADS = 12
"""Distance (samples) to which an edge makes its surroundings busy."""
PAPER_ROUND_A_TAG = 1.4
"""Side of a tag's white paper over that of its black square."""


def busy(sheet: Sheet, table: Table, plain: float | None = None) -> tuple[Picture, float]:
    """Where something may lie (mask, 255): more local contrast than the bare table, tags left out.

    `plain`: the bare table's contrast (grey levels) from an earlier look at all of it; default: the plainest fifth of
    the sheet. It is returned too.
    """
    # Local contrast (grey levels) in the colour that varies most.
    blue, green, red = cv2.split(cv2.absdiff(sheet.middle, cv2.blur(sheet.middle, (15, 15))))
    level = cv2.blur(cv2.max(cv2.max(blue, green), red), (11, 11))
    bare = float(np.percentile(level[::4, ::4], 20)) if plain is None else plain
    _, above = cv2.threshold(level, int(max(LEAST_BUSY, BUSIER * bare)), 255, cv2.THRESH_BINARY)
    restless = np.asarray(above, dtype=np.uint8)
    _cover_tags(restless, sheet, table, 0)
    if sheet.beyond is not None:
        # The border of the picture is not the edge of a thing.
        restless[cv2.dilate(sheet.beyond, np.ones((2 * SPREADS + 1, 2 * SPREADS + 1), np.uint8)) > 0] = 0
    return restless, bare


def _cover_tags(mask: Picture, sheet: Sheet, table: Table, value: int) -> None:
    for corners in () if table.tags is None else tag_corners_mm(table, table.tags):
        middle = corners.mean(axis=0)
        cover(mask, sheet, middle + (corners - middle) * PAPER_ROUND_A_TAG, value)


# Cards that the search missed are found by their outline, so that an unread card is reported too.
# Rule kept: three free sides must stand out sharply; a side along which another card lies is no evidence.

SHARP = 13.0
"""Minimum difference (grey levels) between the strips inside and outside a side."""
SHARP_ON_BUSY = 26.0
"""The same in a region that shows nothing, where the table may be as busy as a card."""
STRIP_MM = 2.5
"""Distance of the strips from their side."""
POINTS = 15
LEAST_FREE = 0.7
"""Minimum share of a side without another card beyond it for the side to count."""
SHIFTS_MM = (-8.0, -4.0, 0.0, 4.0, 8.0)
GLANCES_MM = (-4.0, 0.0, 4.0)
NUDGES_MM = (-2.0, 0.0, 2.0)
TURNS_DEG = (-9.0, -6.0, -3.0, 0.0, 3.0, 6.0, 9.0)
APART_MM = 40.0
ROOM_MM = 45.0
"""Minimum distance of a card's middle from the sheet's border."""
LEAST_BUSY_PART = 0.1
"""Minimum busy share of a region that is not bare."""
EDGE_MM = 26.0
"""Enlargement (both sides together) of a card to the area that its edges make busy."""
CARD_IN_REGION = 0.91
MOST_SHARED_SIDE = 0.05
"""Maximum area in common with a known card; an outline that shares more is made of that card's sides."""


def find_outlines(
    sheet: Sheet,
    groups: Sequence[References],
    table: Table,
    boxes: Sequence[Box],
    known: Sequence[Lying],
    busy: Picture,
    changed: Sequence[Box] | None = None,
) -> tuple[Lying, ...]:
    """Cards near the middles of regions (within the boxes, mm) without a known card: backs, and cards of no deck.

    `busy`: mask of where something may lie; in regions where it is clear only backs are reported. `changed`: boxes
    (mm) that hold every change; None: anything may have changed.
    """
    sizes = tuple(groups) or likely_sizes(table)
    left, bottom, wide, high = sheet.box
    inner = (left + ROOM_MM, bottom + ROOM_MM, left + wide - ROOM_MM, bottom + high - ROOM_MM)
    free = [
        region
        for region in table.regions
        if meets_any((*region.centre, *region.centre), boxes)
        # Enlarged, as a card off the middle reaches beyond the region.
        and (
            changed is None
            or meets_any(
                grown((region.x, region.y, region.x + region.w, region.y + region.h), max(SHIFTS_MM)), changed
            )
        )
        and not _is_near(region, known)
        and meets_any((*region.centre, *region.centre), [inner])
    ]
    if not free:
        return ()
    taken = np.zeros(sheet.middle.shape[:2], dtype=np.uint8)
    _cover_tags(taken, sheet, table, 255)
    for card in known:
        cover(taken, sheet, card.wider(4), 255)
    restless = np.asarray(cv2.subtract(busy, taken), dtype=np.uint8)
    for card in known:
        cover(restless, sheet, card.wider(EDGE_MM), 0)
    glanced = []
    for region in free:
        square = sheet.patch(Pose(*region.centre, 0.0), (region.w, region.h), (22, 22), restless)
        if float((square > 127).mean()) < LEAST_BUSY_PART:
            glanced.append(region)
    bare_ones = {region.name for region in glanced}
    # A few poses per bare region tell cheaply whether it has anything like a card's sides.
    about = [(dx, dy) for dx in GLANCES_MM for dy in GLANCES_MM]
    middles = [region.centre for region in glanced]
    poses = [Pose(x + dx, y + dy, 0.0) for x, y in middles for dx, dy in about]
    plain = set[str]()
    if poses:
        sharp = np.max([_third_sharpest(sheet, taken, group, poses) for group in sizes], axis=0)
        sharpest = sharp.reshape(len(glanced), -1).max(axis=1)
        plain = {region.name for region, most in zip(glanced, sharpest, strict=True) if most < SHARP}
    found: list[Lying] = []
    for region in free:
        if region.name in plain or _is_near(region, found):
            continue
        bare = region.name in bare_ones
        tried = (_best_at(sheet, taken, group, *region.centre) for group in sizes)
        sharpness, pose, group = max(tried, key=lambda one: one[0])
        stands_out = Lying(group, None, pose, 0.0)
        if sharpness < (SHARP_ON_BUSY if bare else SHARP):
            continue
        if any(shared(stands_out, other) > MOST_SHARED_SIDE for other in (*known, *found)):
            continue
        back = back_at(sheet, group, pose)
        if back is not None or not bare:
            found.append(back or stands_out)
    return tuple(found)


def _is_near(region: Region, cards: Sequence[Lying]) -> bool:
    """Whether a card lies too near to the middle of a region for another to have room."""
    x, y = region.centre
    return any(hypot(x - card.pose.x, y - card.pose.y) < APART_MM for card in cards)


def likely_sizes(table: Table) -> tuple[References, ...]:
    """The card size to assume without decks: CARD_IN_REGION of the smallest region."""
    if not table.regions:
        return ()
    wide, high = min(region.w for region in table.regions), min(region.h for region in table.regions)
    return (References(wide * CARD_IN_REGION, high * CARD_IN_REGION, ()),)


def _best_at(
    sheet: Sheet, taken: Picture, group: References, x: float, y: float
) -> tuple[float, Pose, References]:
    """The sharpness of the best pose near a place, the pose, and the group."""
    poses = [Pose(x + dx, y + dy, turn) for dx in SHIFTS_MM for dy in SHIFTS_MM for turn in TURNS_DEG]
    scores = _third_sharpest(sheet, taken, group, poses)
    first = poses[int(np.argmax(scores))]
    near = [Pose(first.x + dx, first.y + dy, first.angle) for dx in NUDGES_MM for dy in NUDGES_MM]
    scores = _third_sharpest(sheet, taken, group, near)
    best = int(np.argmax(scores))
    return float(scores[best]), near[best], group


def _third_sharpest(sheet: Sheet, taken: Picture, group: References, poses: Sequence[Pose]) -> Floats:
    """Per pose, the contrast (grey levels) of the third-sharpest side: three sides must stand out."""
    size = group.size
    within, without = _strips(*size, -STRIP_MM), _strips(*size, STRIP_MM)
    turns = np.deg2rad([pose.angle for pose in poses])
    axes = np.stack([np.cos(turns), -np.sin(turns), np.sin(turns), np.cos(turns)], axis=1).reshape(-1, 2, 2)
    middles = np.array([(pose.x, pose.y) for pose in poses])[:, None, None]
    high, wide = taken.shape
    places = np.einsum("nij,oskj->onski", axes, [within, without]) + middles
    column = np.clip(np.rint(places[..., 0] - sheet.x - 0.5), 0, wide - 1).astype(np.int64)
    row = np.clip(np.rint(sheet.far - places[..., 1] - 0.5), 0, high - 1).astype(np.int64)
    at = row * wide + column
    inner, outer = sheet.middle.reshape(-1, 3).take(at, axis=0).astype(np.float32)
    free = (taken.ravel().take(at[1]) < 128).mean(axis=2)
    jumps = np.abs((inner - outer).mean(axis=2)).max(axis=2) * (free >= LEAST_FREE)
    return np.asarray(np.sort(jumps, axis=1)[:, -3], dtype=np.float64)


@lru_cache(maxsize=16)
def _strips(wide: float, high: float, out_mm: float) -> Floats:
    """Points (4 sides x POINTS x 2 mm) along a card's sides, `out_mm` outside them, about its middle."""
    half = np.array([wide, high]) / 2
    along = np.linspace(-0.85, 0.85, POINTS)
    right = np.column_stack([np.full(POINTS, half[0] + out_mm), along * half[1]])
    top = np.column_stack([along * half[0], np.full(POINTS, half[1] + out_mm)])
    return np.stack([right, top, -right, -top])


BEYOND_MM = 15.0
"""Maximum distance outside the playing area of a card's middle."""
SHORTLIST, SHORTEST = 6, 3
"""Maximum and minimum number of the best faces that are compared with a card in detail."""
CLEAR, FAR_BEHIND = 0.85, 0.35
"""If the best face agrees by CLEAR, rivals farther behind than this are compared only up to SHORTEST."""
SHADOW_MM = 1.5
"""Width of the rim about a card where its shadow falls; a card beneath is not read there."""
THERE_LEVEL = 0.35
THERE_SPREAD = 0.04
OUTLINE_SURE = 0.85
"""The chance that a mere outline of the right size in the middle of a region is a card."""
HARDLY_SEEN = 0.1
"""Minimum visible share; a find that others cover by more was no card."""
LAID_UPON = 0.25
"""Minimum share of another card that a card covers to belong to that one's region."""
OPEN = 0.5
"""Visible share below which a card on a pile is buried, if at least this much showed before."""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card as found (`lying`) and as reported (`sighting`).

    `buried`: cards were laid on it on a pile since it was read, so it is known but not reported.
    """

    lying: Lying
    sighting: Sighting
    buried: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class SeenCards(Seen):
    """The cards of a table, bottom first. `plain`: the bare table's contrast (see `busy`).

    `kept`: the cards taken over from the look before.
    """

    lying: tuple[Card, ...] = ()
    plain: float | None = None
    kept: tuple[Card, ...] = ()

    def told_after(self, others: Sequence[Sighting]) -> tuple[Sighting, ...]:
        return (*self.sightings, *others)

    def cards_px(self) -> tuple[Corners, ...]:
        whole = (card.sighting for card in self.lying if card.lying.index is not None)
        return tuple(one.corners_px for one in whole if one.visible == 1 and one.corners_px)


class CardReader:
    part = "cards"

    def __init__(self, groups: Sequence[References]) -> None:
        self.groups = tuple(groups)

    def read(self, view: View) -> SeenCards:
        """All cards of the table; without a mat, all of the picture, in pixels and without regions."""
        if view.plane is None:
            return SeenCards(read_loose(view.image, self.groups))
        seen = self._on_mat(view, view.plane)
        names = {region.name: number for number, region in enumerate(view.table.regions)}
        by_region = sorted(seen.lying, key=lambda card: names.get(card.sighting.region or "", len(names)))
        return replace(seen, sightings=tuple(card.sighting for card in by_region if not card.buried))

    def _on_mat(self, view: View, plane: Plane) -> SeenCards:
        """Cards are searched where something changed; those elsewhere, and those that look as before, are kept."""
        table, changes = view.table, view.changes
        before = view.earlier(SeenCards) or SeenCards()
        small = [one for seen in view.before for one in seen.sightings if one.kind != "card"]
        kept = tuple(
            card
            for card in before.lying
            if changes is not None
            and (not meets_any(card.lying.box, changes.mm) or changes.spare(card.sighting.corners_px, small))
        )
        sizes = self.groups or likely_sizes(table)
        reach = max((reach_mm(group.width_mm, group.height_mm) for group in sizes), default=0.0)
        whole = (-BEYOND_MM, -BEYOND_MM, table.width_mm + BEYOND_MM, table.height_mm + BEYOND_MM)
        wanted = [whole] if changes is None else [grown(box, reach, whole) for box in changes.areas]
        if not sizes or not wanted:
            return SeenCards(lying=kept, plain=before.plain, kept=kept)
        # Tokens and the like are painted over, and left out of each comparison: they tell nothing about a face.
        # Things farther off cover nothing that is read here.
        (left, low), (right, high) = np.min(wanted, axis=0)[:2].tolist(), np.max(wanted, axis=0)[2:].tolist()
        seen = grown((left, low, right, high), reach + AROUND_MM)
        over = [one for one in view.covers if meet(box_about(one), seen)]
        image, gains = bare(view.image, plane, over), white_gains(view.image, plane)
        sheet = sheet_about(wanted, reach, image, plane, gains)
        restless, plain = busy(sheet, table, None if changes is None else before.plain)

        # All cards of the look before go in as well: in a changed place they may lie still, under another lamp.
        still, once = [card.lying for card in kept], [card.lying for card in before.lying]
        # Cards beside the sheet overlap none on it.
        box = (sheet.x, sheet.y, sheet.x + sheet.box[2], sheet.far)
        near, near_once = ([card for card in cards if meet(card.box, box)] for cards in (still, once))
        finding = CardSearch(sheet, self.groups, restless, near, near_once, over)
        touched = None if changes is None else changes.mm
        found = find_lying(
            finding, table, wanted, partial(find_free, image, plane, sheet, self.groups), touched
        )
        # Outlines last. One without a back may be two cards askew: cards are searched near it, then outlines again.
        outlined = find_outlines(sheet, self.groups, table, wanted, [*near, *found], restless, touched)
        odd = [c for c in outlined if c.index is None and not sheet.glares(c.pose, c.group.size)]
        if find_near(finding, wanted, odd):
            if changes is None:
                take_beneath(finding, table, wanted)
            found = tuple(finding.found)
            outlined = find_outlines(sheet, self.groups, table, wanted, [*near, *found], restless, touched)
        found = (*found, *outlined)
        cards = {card.lying: card for card in kept}
        # Ordered before reading: what lies above a card hides part of its face.
        ordered = bottom_first(sheet, found, still, once)
        for place, lying in enumerate(ordered):
            if lying not in cards:
                sighting = _sighting(image, plane, gains, sheet, lying, ordered[place + 1 :], over)
                if sighting.visible >= HARDLY_SEEN:
                    cards[lying] = Card(remembered(sheet, lying), sighting)
        told = [cards[lying] for lying in ordered if lying in cards]
        placed = _with_buried(_with_regions(told, table), before.lying, table)
        return SeenCards(lying=placed, plain=plain, kept=kept)


def sheet_about(boxes: Sequence[Box], reach: float, image: Picture, plane: Plane, gains: Gains) -> Sheet:
    """The sheet of these boxes (mm), wide enough for cards (`reach` mm from middle to corner) that touch them."""
    left, bottom = np.floor(np.min(boxes, axis=0)[:2] - reach - 3).tolist()
    right, top = (np.max(boxes, axis=0)[2:] + reach + 3).tolist()
    return lay_sheet(image, plane, left, bottom, ceil(right - left), ceil(top - bottom), gains)


def _sighting(
    image: Picture,
    plane: Plane,
    gains: Gains,
    sheet: Sheet,
    card: Lying,
    above: Sequence[Lying],
    over: Sequence[Floats] = (),
) -> Sighting:
    """The report of a card, from the part that other cards (`above`) and things (`over`: outlines, mm) leave visible.

    The agreement with all references decides between back and face; the likeliest few faces are compared in detail.
    """
    group, pose = card.group, card.pose
    corners = as_corners(plane.to_px(card.corners, CARD_TOP_MM))
    if card.index is None:
        x, y, visible_part = round(pose.x, 2), round(pose.y, 2), round(card.visible, 3)
        return Sighting("card", None, sure=OUTLINE_SURE, x=x, y=y, corners_px=corners, visible=visible_part)
    hidden = [other.wider(2 * SHADOW_MM) for other in above if shared(card, other) > 0]
    lain_on = [points for points in over if card.holds(*points.mean(axis=0).tolist())]
    mask = sheet.mask([*hidden, *lain_on], 0) if hidden or lain_on else None
    rows, columns = group.fine_pictures.shape[1:3]
    visible = sheet.shows(pose, group.size, (rows, columns), mask)
    patch, whole = fine_patch(image, plane, pose, group, gains)
    scores = agreements(sheet, group, pose, mask)
    if scores.max() < FITS_BEST and sheet.glares(pose, group.size):
        levels, say = window_agreements(patch, whole, group, tuple(range(len(group.all))), visible)
        scores = levels if say >= LEAST_VISIBLE else scores
    best = int(np.argmax(scores))
    told = Sighting(
        kind="card",
        label=None,
        x=round(pose.x, 2),
        y=round(pose.y, 2),
        angle=round(pose.angle % 360, 2) % 360,
        corners_px=corners,
        visible=1.0 if visible is None else round(float(visible.mean()), 3),
    )
    outlined = group.all[card.index].label is None and scores[best] < SEEN_PART
    if outlined and scores[best] < AT_AN_OUTLINE:
        # A plain back has no pattern that could agree.
        decks = {group.all[index].deck for index in group.backs}
        only = decks.pop() if len(decks) == 1 else None
        return replace(told, face="down", deck=only, sure=OUTLINE_SURE)
    if group.all[best].label is None:
        shape = group.coarse.shape
        open_part = sheet.shows(pose, group.size, shape, mask)
        weights = None if open_part is None else open_part[None]
        coarse = stand_out(sheet.patch(pose, group.size, shape, sheet.coarse)[None], weights=weights)[0]
        down, back, sure = read_back(coarse, group, scores, open_part)
        told = replace(
            told,
            face="down" if down >= DOWN_FROM else None,
            deck=group.all[back].deck if sure >= DECK_FROM else None,
            sure=round(there(float(scores[best])), 4),
        )
        return replace(told, sure=max(told.sure, OUTLINE_SURE)) if outlined else told
    order = np.argsort(-scores, kind="stable").tolist()
    ranked = [index for index in order if group.all[index].label is not None]
    # If the best face agrees well, those far behind are not compared in detail.
    likeliest, most = float(scores[ranked[0]]), SHORTLIST
    if likeliest >= CLEAR:
        near = sum(float(scores[index]) > likeliest - FAR_BEHIND for index in ranked[:SHORTLIST])
        most = max(near, SHORTEST)
    chances = read_face(patch, whole, group, tuple(ranked[:most]), visible)
    by_deck, labels = tallied((group.all[index], chance) for index, chance in chances)
    deck = max(by_deck, key=lambda name: by_deck[name])
    told = replace(told, face="up", deck=deck if by_deck[deck] >= DECK_FROM else None)
    return named(replace(told, sure=round(there(float(scores[best])), 4)), labels)


def there(score: float) -> float:
    """The chance that something with this agreement (middle level) is a card."""
    return 1 / (1 + float(np.exp(-(score - THERE_LEVEL) / THERE_SPREAD)))


def _with_regions(cards: Sequence[Card], table: Table) -> tuple[Card, ...]:
    """Each card with its region: the one that holds its middle, or that of a card beneath that lies more centrally."""
    regions = {region.name: region for region in table.regions}
    placed: list[Card] = []
    for card in cards:
        name = table.region_at(card.lying.pose.x, card.lying.pose.y)
        under = [
            other
            for other in placed
            if other.sighting.region is not None and shared(card.lying, other.lying) >= LAID_UPON
        ]
        if under:
            beneath = max(under, key=lambda other: shared(card.lying, other.lying))
            region = regions[str(beneath.sighting.region)]
            own = regions.get(name) if name is not None else None
            if own is None or _off_middle(beneath.lying, region) < _off_middle(card.lying, own):
                name = region.name
        if name != card.sighting.region:
            card = replace(card, sighting=replace(card.sighting, region=name))
        placed.append(card)
    return tuple(placed)


def _with_buried(cards: Sequence[Card], before: Sequence[Card], table: Table) -> tuple[Card, ...]:
    """The cards, marked as buried if they lay open on a pile before and are covered now.

    A card never seen open stays unmarked: it may have come together with the one that covers it.
    """
    piles = {region.name for region in table.regions if region.pile}
    open_before = [card.lying for card in before if card.buried or card.sighting.visible >= OPEN]

    return tuple(
        replace(
            card,
            buried=card.sighting.region in piles
            and card.sighting.visible < OPEN
            and same_card(card.lying, open_before) is not None,
        )
        for card in cards
    )


def _off_middle(card: Lying, region: Region) -> float:
    return float(np.hypot(card.pose.x - region.centre[0], card.pose.y - region.centre[1]))


# Whether the cards are another edition (home-printed, or from the box) than the one they are read by. Cards that
# fit their own edition are not checked, and a few that fit the other better prove nothing.

FITS = 0.8
"""Agreement from which a card fits. Painted: at least 0.96 in its own edition, at most 0.8 in the other."""
LEADS, LEAST = 0.15, 0.6
"""Minimum lead and minimum agreement of a card in the other edition."""
LEAST_CARDS = 4
"""Minimum number of cards, besides half of the open ones, that the other edition must explain."""


def puzzling(cards: Sequence[Card]) -> tuple[Lying, ...]:
    """The uncovered cards that fit their edition poorly; empty if they are too few to tell."""
    lying = [card.lying for card in cards if card.sighting.visible == 1]
    poor = tuple(card for card in lying if card.agreement < FITS)
    return poor if len(poor) >= max(LEAST_CARDS, len(lying) / 2) else ()


def explained_by(image: Picture, plane: Plane, cards: Sequence[Lying], other: Sequence[References]) -> bool:
    """Whether most of these cards agree better with another edition (`other`). Takes about 10 ms a card."""
    if not cards:
        return False
    boxes, reach = [card.box for card in cards], max(card.reach for card in cards)
    sheet = sheet_about(boxes, reach, image, plane, white_gains(image, plane))
    better = sum(_best(sheet, card, other) >= max(LEAST, card.agreement + LEADS) for card in cards)
    return better >= max(LEAST_CARDS, len(cards) / 2)


def _best(sheet: Sheet, card: Lying, other: Sequence[References]) -> float:
    """The best agreement of a card with the references of its size, in any of its turns."""
    best = 0.0
    for group in other:
        sizes = ((group.width_mm, card.group.width_mm), (group.height_mm, card.group.height_mm))
        if any(abs(one - another) > SAME_SIZE_MM for one, another in sizes):
            continue
        poses = [replace(card.pose, angle=(card.pose.angle + 90 * turn) % 360) for turn in group.turns]
        scores = [agreements(sheet, group, pose) for pose in poses]
        pose, likely = max(zip(poses, scores, strict=True), key=lambda one: float(one[1].max()))
        fitted = fit_pose(sheet, group, int(likely.argmax()), pose)
        best = max(best, float(agreements(sheet, group, fitted).max()))
    return best
