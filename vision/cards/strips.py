"""Cards in strips: regions that have room for several cards side by side, or overlapping at least half visible.

Rule kept: the uppermost card of a row is whole and found first; then those that it half hides, and so on down. What
lies beside a card that was just found is looked for there and in its own turn only, so that long rows cost little.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.sight import Region, Table
from vision.arrays import Floats, Picture
from vision.cards.explained import LEAST_VISIBLE
from vision.cards.explaining import LEAST_LEFT, SEEN_PART, CardSearch
from vision.cards.fitting import SEEN_WHOLE
from vision.cards.lying import Box, Lying
from vision.cards.search import (
    NEARLY_UPRIGHT,
    STEP_MM,
    CardCandidate,
    angles_near_upright,
    search,
    search_visible,
)
from vision.cards.sheet import Sheet, reach_mm
from vision.decks.references import References

WORTH_A_FIT = 0.38
"""Coarse correlation from which a place is worth fitting."""
CLEAR, WHOLE = 0.72, 0.85
"""Coarse correlation and agreement of a card that nothing covers, under most lamps; half hidden ones have less."""
PERHAPS_WHOLE, BESIDE_ALL = 0.5, 0.25
"""Coarse correlation from which one that is not clear may be whole all the same, if it shares no more than so much of
its area with those found: a place on the grid is a little off, and cards side by side may touch."""
HARDLY_SEEN = 0.2
"""A place of which less than this part shows, after better ones were taken, is not worth a fit."""
OFF_LINE_MM = 10.0
"""How far from the middle line of its strip a card is looked for first."""
CERTAIN = 0.8
"""Agreement of what shows of a card that no bare table has."""
OFF_ROW_MM = 7.5
"""How far a card lies from the line of those beside it, at most."""
DEEPEST = 16
"""So many cards may lie one half under the other in one row."""
BESIDE = 0.85
"""How far from a card's middle, over its shorter side, the middle of one is that it half hides."""


def search_strips(finding: CardSearch, table: Table, boxes: Sequence[Box]) -> list[CardCandidate]:
    """Takes the cards in the strips of a table whose middles lie in the boxes (mm); gives back what did not fit."""
    rest: list[CardCandidate] = []
    for group in finding.groups:
        strips = [region for region in table.regions if is_strip(region, group)]
        if not strips:
            continue
        candidates: list[CardCandidate] = []
        for region in strips:
            places = inside(finding.sheet, group, _along(region), boxes)
            if len(places):
                places = places[part_at(finding, finding.visible, group, places) > LEAST_VISIBLE]
            candidates += search(finding.sheet, group, places, angles_in(region, group), WORTH_A_FIT)
        # What is half hidden, in glare or in a hand's shadow comes after all that is plain to see.
        left: list[CardCandidate] = []
        # A card slid under one that looks as before lies beside that one, and nothing else betrays it: first those are
        # followed that nothing hides, as any row, then the others.
        over = [card for card in (*finding.kept, *finding.found) if card.group is group]
        for score, agreement in ((CLEAR, WHOLE), (0.0, WHOLE), (0.0, SEEN_WHOLE)):
            tried = [*left, *(candidate for candidate in candidates if candidate.score >= score)]
            candidates = [candidate for candidate in candidates if candidate.score < score]
            known = {id(card) for card in finding.found}
            left = finding.accept(tried, clearly=True, least=agreement)
            # Nothing is half hidden where a whole card lies: all that fit are taken before rows are followed.
            whole = [one for one in candidates if one.score >= PERHAPS_WHOLE and _is_beside(finding, one)]
            finding.accept(whole, clearly=True, least=WHOLE)
            fresh = [card for card in finding.found if id(card) not in known]
            uppermost = [card for card in over if card.visible == 1] or over
            over = [card for card in over if card not in uppermost]
            _follow_rows(finding, group, strips, [*uppermost, *fresh], boxes)
        rest += left
    return rest


def _is_beside(finding: CardSearch, candidate: CardCandidate) -> bool:
    """Whether a candidate shares so little with what was found that it may lie beside all of it."""
    return finding.shares(Lying(candidate.group, None, candidate.pose, 0.0)) <= BESIDE_ALL


def is_strip(region: Region, group: References) -> bool:
    """Whether a region has room for two cards of a group's size side by side."""
    wide, high = group.width_mm, group.height_mm
    upright = (region.w // wide) * (region.h // high)
    return max(upright, (region.w // high) * (region.h // wide)) >= 2


def angles_in(region: Region, group: References) -> tuple[float, ...]:
    """Grid angles of cards that lie as the region has room for them; all near a quarter turn where it has for both."""
    if group.is_square:
        return angles_near_upright(group)
    long = max(group.width_mm, group.height_mm)
    if min(region.w, region.h) >= 1.5 * long or min(region.w, region.h) < 0.95 * long:
        return angles_near_upright(group)
    upright = (region.h < region.w) == (group.width_mm < group.height_mm)
    return NEARLY_UPRIGHT if upright else tuple(90 + angle for angle in NEARLY_UPRIGHT)


def _along(region: Region) -> Floats:
    """Grid places along the middle line of a strip and a little beside it."""
    x, y = region.centre
    reach = max(region.w, region.h) / 2
    steps = np.arange(-reach, reach + STEP_MM, STEP_MM)
    centres = np.column_stack([x + steps, np.full(len(steps), y)])
    if region.h > region.w:
        centres = np.column_stack([np.full(len(steps), x), y + steps])
    aside = np.arange(-OFF_LINE_MM + STEP_MM / 2, OFF_LINE_MM, STEP_MM)
    off = np.column_stack([np.zeros(len(aside)), aside])
    if region.h > region.w:
        off = off[:, ::-1]
    return np.asarray((centres[:, None] + off[None]).reshape(-1, 2), dtype=np.float64)


def _follow_rows(
    finding: CardSearch,
    group: References,
    strips: Sequence[Region],
    fresh: Sequence[Lying],
    boxes: Sequence[Box],
) -> None:
    """Takes the cards that those just found half hide, then what these hide, until no more comes to light."""
    stand_out = finding.cards_stand_out
    for _ in range(DEEPEST):
        if not fresh:
            return
        before = len(finding.found)
        for turned in (0.0, 90.0):
            beside = [
                _beside(card, region)
                for card in fresh
                if _is_turned(card, turned)
                for region in strips
                if region.contains(card.pose.x, card.pose.y)
            ]
            if not beside:
                continue
            places = np.unique(np.rint(np.concatenate(beside) / STEP_MM) * STEP_MM, axis=0)
            places = half_hidden(
                finding, group, inside(finding.sheet, group, places, boxes), cards_stand_out=stand_out
            )
            angles = tuple(turned + angle for angle in NEARLY_UPRIGHT)
            take_hidden(finding, group, places, angles, certain=CERTAIN)
        fresh = finding.found[before:]


def _beside(card: Lying, region: Region) -> Floats:
    """Grid places along a strip on both sides of a card that lies in it, where it would half hide another."""
    reach = BESIDE * min(card.group.width_mm, card.group.height_mm)
    along = np.arange(-reach, reach + 0.1, STEP_MM)
    off = np.arange(-OFF_ROW_MM, OFF_ROW_MM + 0.1, STEP_MM)
    if region.h > region.w:
        along, off = off, along
    across, up = np.meshgrid(card.pose.x + along, card.pose.y + off)
    return np.column_stack([across.ravel(), up.ravel()])


def _is_turned(card: Lying, turned: float) -> bool:
    """Whether a card lies within 45 deg of a turn or of its half turn."""
    return abs((card.pose.angle - turned + 90) % 180 - 90) < 45


def take_hidden(
    finding: CardSearch, group: References, places: Floats, angles: Sequence[float], certain: float = 1.0
) -> None:
    """Takes cards about these places that lie under those found, held against what shows of them.

    What agrees by `certain` or more need not stand out from the table.
    """
    visible = finding.visible
    for candidate in search_visible(finding.sheet, group, places, angles, WORTH_A_FIT, visible):
        if finding.seen_part(Lying(group, None, candidate.pose, 0.0)) < HARDLY_SEEN:
            continue
        card = finding.fit(candidate, visible)
        if card.agreement < SEEN_PART or not finding.proves(card, visible):
            continue
        part = finding.seen_part(card)
        if part < LEAST_VISIBLE or (card.agreement < certain and not finding.explains(card, part)):
            continue
        finding.take(replace(card, visible=part))


def half_hidden(
    finding: CardSearch, group: References, places: Floats, *, cards_stand_out: bool = True
) -> Floats:
    """Places where a card would be partly hidden by one found, yet much of it seen, and that unexplained.

    Where cards do not stand out from the table, what is bare is not told from what is unexplained.
    """
    if not len(places) or not (finding.found or finding.kept):
        return np.zeros((0, 2))
    seen = part_at(finding, finding.visible, group, places)
    open_to_view = (seen > LEAST_VISIBLE) & (seen < 0.97)
    if not cards_stand_out:
        return places[open_to_view]
    left = part_at(finding, finding.left, group, places)
    return places[open_to_view & (left > LEAST_LEFT * seen)]


def part_at(finding: CardSearch, mask: Picture, group: References, places: Floats) -> Floats:
    """The part of a mask that is set within the largest upright square of a card about each place."""
    if not len(places):
        return np.zeros(0)
    side = int(min(group.width_mm, group.height_mm))
    column = np.clip(np.rint(places[:, 0] - finding.sheet.x), 0, mask.shape[1] - 1).astype(int)
    row = np.clip(np.rint(finding.sheet.far - places[:, 1]), 0, mask.shape[0] - 1).astype(int)
    # Only about the places: a change is small, and the sheet large.
    left, top = max(int(column.min()) - side, 0), max(int(row.min()) - side, 0)
    about = mask[top : int(row.max()) + side + 1, left : int(column.max()) + side + 1]
    part = cv2.blur(about, (side, side), borderType=cv2.BORDER_REPLICATE)
    return np.asarray(part[row - top, column - left] / 255.0, dtype=np.float64)


def inside(sheet: Sheet, group: References, places: Floats, boxes: Sequence[Box]) -> Floats:
    """The places that lie in a box and so far inside the sheet that a card does not stick out."""
    if not len(places):
        return places.reshape(0, 2)
    margin = reach_mm(group.width_mm, group.height_mm)
    x, y, w, h = sheet.box
    good = (places[:, 0] > x + margin) & (places[:, 0] < x + w - margin)
    good &= (places[:, 1] > y + margin) & (places[:, 1] < y + h - margin)
    boxed = np.zeros(len(places), dtype=bool)
    for left, bottom, right, top in boxes:
        boxed |= (
            (places[:, 0] >= left)
            & (places[:, 0] <= right)
            & (places[:, 1] >= bottom)
            & (places[:, 1] <= top)
        )
    return places[good & boxed]
