"""The cards on the table: found, read, put in order and into their regions.

Rule kept: a card that is there is reported, read or not; nearness to a name is no name.
"""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from companion.sight import Region, Sighting, Table
from vision.arrays import Box, Floats, Picture, Points, grown, meets_any
from vision.cards.finding import (
    FITS_BEST,
    SEEN_PART,
    CardSearch,
    find_lying,
    find_near,
    take_beneath,
)
from vision.cards.fitting import (
    AT_AN_OUTLINE,
    STAYS_MM,
    Lying,
    Sheet,
    agreements,
    fine_patch,
    fit_pose,
    lay_sheet,
    lies_over,
    reach_mm,
    read_back,
    read_face,
    remembered,
    shared,
)
from vision.cards.outlines import Proposed, busy, find_free, find_outlines, likely_sizes
from vision.decks.references import SAME_SIZE_MM, References
from vision.light.contrast import stand_out
from vision.loose.reader import DECK_FROM, DOWN_FROM, named, read_loose, tallied
from vision.mat.plane import Gains, Plane, white_gains
from vision.reader import Seen, View

TOUCHES = 0.01
"""Cards that share less than this part of their area do not lie over each other."""


def bottom_first(
    sheet: Sheet, found: Sequence[Lying], kept: Sequence[Lying] = (), order: Sequence[Lying] = ()
) -> list[Lying]:
    """Cards in an order in which each lies under those after it, as far as they touch.

    `kept` are cards taken over from an earlier picture, `order` all cards of that picture, bottom first. None lies on
    a card that looks as before but those that lay there then: what else shares its place with one, and does not show
    whole, lies under it.
    """
    known = {card: place for place, card in enumerate(order or kept)}
    rank = known | {card: known[old] for card in found if (old := same_card(card, order)) is not None}
    still = set(kept)

    def over(card: Lying, other: Lying) -> bool:
        if card in still or other in still:
            if card in rank and other in rank:
                return rank[card] > rank[other]
            return card.visible == 1 if other in still else other.visible < 1
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
    """The cards, as far as may be in the order given, each after all that it lies over.

    In a row the next card but one hardly touches: which of the two lies over the other is told by chance there. Where
    that makes a ring, the one goes first that lies over others by the least.
    """
    beneath: list[dict[int, float]] = [{} for _ in cards]
    for place, card in enumerate(cards):
        for other in range(place):
            common = shared(card, cards[other])
            if common < TOUCHES:
                continue
            # How those that were kept lie to each other is known, and they stand in that order.
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
    """The card of an earlier picture that this one is, lying where it lay."""
    same = (old for old in order if card.index == old.index and card.index is not None)
    return next((old for old in same if card.pose.off(old.pose) < STAYS_MM), None)


HALF_HIGH_MM: Final = 0.75
"""Half as high over the table as the upper face of a token."""
AROUND: Final = 0.35
"""What is painted over a thing is taken from a strip about it, so much of the thing's own size wide."""


def bare(image: Picture, plane: Plane, covers: Sequence[Points]) -> Picture:
    """The picture as it would be without what has these outlines (mm), as far as what is about them tells."""
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
        weight = cv2.GaussianBlur(shows, (0, 0), sigma)
        filled = cv2.GaussianBlur(part.astype(np.float32) * shows[..., None], (0, 0), sigma)
        filled = filled / np.maximum(weight, 1e-4)[..., None]
        part[mask > 0] = np.clip(filled + 0.5, 0, 255).astype(np.uint8)[mask > 0]
    return found


CARD_TOP_MM = 0.4
"""How high a card's face lies above the table, sleeve and all."""
BEYOND_MM = 15.0
"""How far outside the playing area the middle of a card may lie."""
SHORTLIST, SHORTEST = 6, 3
"""Most of the best faces that are compared with a card in detail …"""
CLEAR, FAR_BEHIND = 0.85, 0.35
"""… and where one agrees so well, of those that agree less by so much none but the nearest rivals."""
SHADOW_MM = 1.5
"""Strip about a card on which its shadow falls: what lies under it is not read there."""
THERE_LEVEL = 0.35
THERE_SPREAD = 0.04
OUTLINE_SURE = 0.85
"""The chance that an outline of the right size in the middle of a region, and nothing else, is a card."""
HARDLY_SEEN = 0.1
"""What was taken for a card and turns out to lie under others, all but this part of it, was none."""
LAID_UPON = 0.25
"""A card that covers at least this part of another may belong to that one's region."""
OPEN = 0.5
"""A card on a pile of which this part showed is buried once less shows."""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card as found and as it is told: the pose and reference behind a sighting.

    `buried`: cards were laid on it on a pile since it was read, so it is known but not told.
    """

    lying: Lying
    sighting: Sighting
    buried: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class SeenCards(Seen):
    """The cards of a table, those beneath before those above, and how plain the bare table is (see `busy`).

    `kept`: those that were taken over from the look before.
    """

    lying: tuple[Card, ...] = ()
    plain: float | None = None
    kept: tuple[Card, ...] = ()

    def told_after(self, others: Sequence[Sighting]) -> tuple[Sighting, ...]:
        return (*self.sightings, *others)

    def cards_px(self) -> tuple[tuple[tuple[float, float], ...], ...]:
        whole = (card.sighting for card in self.lying if card.lying.index is not None)
        return tuple(one.corners_px for one in whole if one.visible == 1 and one.corners_px)


class CardReader:
    part = "cards"

    def __init__(self, groups: Sequence[References]) -> None:
        self.groups = tuple(groups)

    def read(self, view: View) -> SeenCards:
        """All cards of the table; without a mat all of the picture, in pixels and in no region."""
        if view.plane is None:
            return SeenCards(read_loose(view.image, self.groups))
        seen = self._on_mat(view, view.plane)
        names = {region.name: number for number, region in enumerate(view.table.regions)}
        by_region = sorted(seen.lying, key=lambda card: names.get(card.sighting.region or "", len(names)))
        return replace(seen, sightings=tuple(card.sighting for card in by_region if not card.buried))

    def _on_mat(self, view: View, plane: Plane) -> SeenCards:
        """Cards are looked for where something changed. A card there that looks as before is kept as well.

        What changed is read with all cards of the look before in mind, bottom first: they may lie there still, under
        another lamp too. What other things hide of a card tells nothing about its face.
        """
        table, changes = view.table, view.changes
        before = view.earlier(SeenCards) or SeenCards()
        kept = tuple(
            card
            for card in before.lying
            if changes is not None
            and (not meets_any(card.lying.box, changes.mm) or changes.spare(card.sighting.corners_px))
        )
        sizes = self.groups or likely_sizes(table)
        reach = max((reach_mm(group.width_mm, group.height_mm) for group in sizes), default=0.0)
        whole = (-BEYOND_MM, -BEYOND_MM, table.width_mm + BEYOND_MM, table.height_mm + BEYOND_MM)
        wanted = [whole] if changes is None else [grown(box, reach, whole) for box in changes.areas]
        if not sizes or not wanted:
            return SeenCards(lying=kept, plain=before.plain, kept=kept)
        image, over = bare(view.image, plane, view.covers), view.covers
        gains = white_gains(image, plane)
        sheet = sheet_about(wanted, reach, image, plane, gains)
        restless, plain = busy(sheet, table, None if changes is None else before.plain)

        def elsewhere(left: Picture) -> list[Proposed]:
            return find_free(image, plane, sheet, self.groups, left, CARD_TOP_MM)

        still, once = [card.lying for card in kept], [card.lying for card in before.lying]
        finding = CardSearch(sheet, self.groups, restless, still, once, over)
        touched = None if changes is None else changes.mm
        found = find_lying(finding, table, wanted, elsewhere, touched)
        outlined = find_outlines(sheet, self.groups, table, wanted, [*still, *found], restless, touched)
        if find_near(finding, wanted, [card for card in outlined if card.index is None]):
            if changes is None:
                take_beneath(finding, table, wanted)
            found = tuple(finding.found)
            outlined = find_outlines(sheet, self.groups, table, wanted, [*still, *found], restless, touched)
        found = (*found, *outlined)
        cards = {card.lying: card for card in kept}
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
    """The sheet that holds these boxes and the cards (`reach` mm from middle to corner) that touch them."""
    left, bottom = min(b[0] for b in boxes) - reach - 3, min(b[1] for b in boxes) - reach - 3
    right, top = max(b[2] for b in boxes) + reach + 3, max(b[3] for b in boxes) + reach + 3
    left, bottom = float(np.floor(left)), float(np.floor(bottom))
    return lay_sheet(image, plane, left, bottom, np.ceil(right - left), np.ceil(top - bottom), gains)


def _sighting(
    image: Picture,
    plane: Plane,
    gains: Gains,
    sheet: Sheet,
    card: Lying,
    above: Sequence[Lying],
    over: Sequence[Floats] = (),
) -> Sighting:
    """What is told of a card: what other cards (`above`) and things (`over`: outlines in mm) hide of it has no say.

    First it is decided by the coarse agreement with all references whether a back or a face shows; only faces are then
    held against it in detail, the likeliest few of them.
    """
    group, pose = card.group, card.pose
    corners = tuple((float(x), float(y)) for x, y in plane.to_px(card.corners, CARD_TOP_MM))
    if card.index is None:
        x, y, visible_part = round(pose.x, 2), round(pose.y, 2), round(card.visible, 3)
        return Sighting("card", None, sure=OUTLINE_SURE, x=x, y=y, corners_px=corners, visible=visible_part)
    hidden = [other.wider(2 * SHADOW_MM) for other in above if shared(card, other) > 0]
    lain_on = [points for points in over if card.holds(*points.mean(axis=0).tolist())]
    mask = sheet.mask([*hidden, *lain_on], 0) if hidden or lain_on else None
    rows, columns = group.fine_pictures.shape[1:3]
    visible = sheet.shows(pose, group.size, (rows, columns), mask)
    scores = agreements(sheet, group, pose, mask)
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
        # A plain back: there is nothing on it to agree.
        decks = {group.all[index].deck for index in group.backs}
        only = decks.pop() if len(decks) == 1 else None
        return replace(told, face="down", deck=only, sure=OUTLINE_SURE)
    if group.all[best].label is None:
        shape = group.coarse.shape
        open_part = sheet.shows(pose, group.size, shape, mask)
        weights = None if open_part is None else open_part[None]
        coarse = stand_out(sheet.patch(pose, group.size, shape, sheet.coarse)[None], weights=weights)[0]
        back = read_back(coarse, group, scores, open_part)
        told = replace(
            told,
            face="down" if back.down >= DOWN_FROM else None,
            deck=group.all[back.index].deck if back.sure >= DECK_FROM else None,
            sure=round(there(float(scores[best])), 4),
        )
        return replace(told, sure=max(told.sure, OUTLINE_SURE)) if outlined else told
    order = np.argsort(-scores, kind="stable").tolist()
    ranked = [index for index in order if group.all[index].label is not None]
    patch, whole = fine_patch(image, plane, pose, group, CARD_TOP_MM, gains)
    # Of faces that agree well only those that are not far behind are worth a close look.
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
    """The chance that something which agrees so well (middle level) with a card is one."""
    return 1 / (1 + float(np.exp(-(score - THERE_LEVEL) / THERE_SPREAD)))


def _with_regions(cards: Sequence[Card], table: Table) -> tuple[Card, ...]:
    """Each card with its region: that of the card it was laid upon, else the one that holds its middle."""
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
        placed.append(replace(card, sighting=replace(card.sighting, region=name)))
    return tuple(placed)


def _with_buried(cards: Sequence[Card], before: Sequence[Card], table: Table) -> tuple[Card, ...]:
    """The cards, those marked that lay open on a pile and have others on them now.

    A card that was never seen open stays unmarked: it may have come together with the one that covers it.
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


# Whether the cards on a table lie there in another look than the one they are read in: printed here, or from
# the box. Cards that fit their own look are never asked about, and a few that fit the other one better are no
# sign.

FITS = 0.8
"""Agreement from which a card needs no other look. Painted: 0.96 and more in its own look, 0.8 at most in the other."""
LEADS, LEAST = 0.15, 0.6
"""The other look explains a card that agrees so much better with it, and at least so well."""
LEAST_CARDS = 4
"""So many cards, and half of those that lie open, must be explained by the other look."""


def puzzling(cards: Sequence[Card]) -> tuple[Lying, ...]:
    """The cards that lie open and fit their look poorly; none where they are too few to tell."""
    lying = [card.lying for card in cards if card.sighting.visible == 1]
    poor = tuple(card for card in lying if card.agreement < FITS)
    return poor if len(poor) >= max(LEAST_CARDS, len(lying) / 2) else ()


def explained_by(image: Picture, plane: Plane, cards: Sequence[Lying], other: Sequence[References]) -> bool:
    """Whether most of some cards look as they do in another look (`other`). Takes about 10 ms a card."""
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
