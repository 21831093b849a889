"""Finds the cards on the sheet: at the places of the game, where something is left over, and last at any angle.

Rule kept: the clearest card first, then what it covers, until nothing is left that a card would explain.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import hypot

import cv2
import numpy as np

from companion.sight import Table
from vision.arrays import Floats, Picture
from vision.cards.beneath import take_beneath
from vision.cards.explained import LEAST_VISIBLE
from vision.cards.explaining import LEAST_KNOWN, MOSTLY_LEFT, CardSearch
from vision.cards.free import Proposed
from vision.cards.lying import Box, Lying
from vision.cards.search import (
    STEP_MM,
    CardCandidate,
    angles_near_upright,
    grid_around,
    search,
    search_visible,
)
from vision.cards.strips import half_hidden, inside, is_strip, part_at, search_strips, take_hidden
from vision.decks.references import References

Elsewhere = Callable[[Picture], Sequence[Proposed]]
"""What may lie at any angle where a mask over the sheet is set."""

NEAR_MM = 10.0
"""How far from the middle of its region a card is looked for first."""
MIDDLE_MM = 20.0
"""So much about the middle of its region a card that lies there covers in any case."""
WORTH_A_FIT = 0.38
"""Coarse correlation from which a place is worth fitting."""
ROUNDS = 3
LEAST_TOGETHER = 0.16
"""Part of a card's area that must be left unexplained together for a card at any angle to be looked for there: of one
of which 45 % shows, MOSTLY_LEFT of what shows."""
LEAST_AT_ODDS = 0.1
"""Part of a place where cards that were found are at odds with what is seen, from which one is looked for that lies
across them: between them the bare table may show no more than they do."""
OFF_MIDDLE_MM = 34.0
"""How far from an outline that nothing explains a card is looked for: farther than half a square."""
LOST_PART = 0.1
"""The place of a card that is gone shows nothing, or less than this part of it does, where it is bare."""
TURNED_WITHIN_MM = 7.5
"""A card that is turned over beneath another comes to lie no farther from where it lay …"""
STRIP_CLEAR = 0.8
"""… and is told by the strip that shows of it where that agrees so well with a face."""
MOST_PLACES = 1500
"""On a table as busy as the cards no more places than this are searched for what is left over."""


def find_lying(
    finding: CardSearch,
    table: Table,
    boxes: Sequence[Box],
    elsewhere: Elsewhere | None = None,
    changed: Sequence[Box] | None = None,
) -> tuple[Lying, ...]:
    """The cards whose middle lies in one of the boxes (mm), in the order in which they were made out.

    `finding`: what is known beforehand. `elsewhere` tells what may lie at any angle where a mask over the sheet is set.
    `changed`: boxes (mm) that hold all that changed since; None: anything may have.
    """
    sheet, groups = finding.sheet, finding.groups
    centres = [
        region.centre
        for region in table.regions
        if not any(is_strip(region, group) for group in groups)
        and any(b[0] <= region.centre[0] <= b[2] and b[1] <= region.centre[1] <= b[3] for b in boxes)
    ]
    finding.accept_unmoved()
    worth_a_look = [middle for middle in centres if _may_be_new(finding, middle, changed)]
    known = np.array([(card.pose.x, card.pose.y) for card in (*finding.kept, *finding.found)]).reshape(-1, 2)
    doubtful: list[CardCandidate] = []
    for group in groups:
        places = _off(inside(sheet, group, grid_around(worth_a_look, NEAR_MM), boxes), known)
        candidates = search(sheet, group, places, angles_near_upright(group), WORTH_A_FIT)
        doubtful += finding.accept(candidates, clearly=True)
    doubtful += search_strips(finding, table, boxes)
    doubtful += _search_left(finding, centres, boxes)
    worth = _room_for_cards(finding)
    proposed = elsewhere(worth) if elsewhere is not None and worth.any() else ()
    finding.accept_free(proposed, boxes)
    # What is less clear waits until all that is certain has been explained.
    before = list(finding.found)
    finding.accept(sorted(doubtful, key=lambda one: -one.score))
    if _has_new(finding, before):
        _uncover(finding, centres, boxes)
    _take_known(finding)
    find_near(finding, boxes, [old for old in finding.earlier if _is_lost(finding, old)])
    if changed is None:
        take_beneath(finding, table, boxes)
    finding.accept_unread(proposed, boxes)
    return tuple(finding.found)


def _may_be_new(finding: CardSearch, middle: tuple[float, float], changed: Sequence[Box] | None) -> bool:
    """Whether another card than before may lie at the middle (mm) of a region: one would have changed what is seen
    there, or one that lay there is not made out yet."""
    if changed is None:
        return True
    x, y = middle
    if any(
        b[0] - MIDDLE_MM < x < b[2] + MIDDLE_MM and b[1] - MIDDLE_MM < y < b[3] + MIDDLE_MM for b in changed
    ):
        return True
    return any(
        hypot(old.pose.x - x, old.pose.y - y) < OFF_MIDDLE_MM and not finding.is_known(old)
        for old in finding.earlier
    )


def _is_lost(finding: CardSearch, old: Lying) -> bool:
    """Whether a card that lay there is not seen any more, yet its place is not bare."""
    return not finding.is_known(old) and finding.unexplained(old) >= LOST_PART


def find_near(finding: CardSearch, boxes: Sequence[Box], puzzling: Sequence[Lying]) -> bool:
    """Takes cards, and those under them, off the middle of their region; whether there were any.

    On cloth as busy as a dark back nothing is left over where a card lies askew over another; the outline that both
    make together, or that one is lost and its place not bare, betrays that something is there.
    """
    places = [(card.pose.x, card.pose.y) for card in puzzling]
    if not places:
        return False
    before = list(finding.found)
    for group in finding.groups:
        near = inside(finding.sheet, group, grid_around(places, OFF_MIDDLE_MM), boxes)
        candidates = search(finding.sheet, group, near, angles_near_upright(group), WORTH_A_FIT)
        finding.accept(candidates, clearly=True)
    if not _has_new(finding, before):
        return False
    _uncover(finding, places, boxes)
    _take_known(finding)
    return True


def _has_new(finding: CardSearch, before: Sequence[Lying]) -> bool:
    """Whether a card was taken since; as many as there were may be others, where one was given up for it."""
    known = {id(card) for card in before}
    return any(id(card) not in known for card in finding.found)


def _take_known(finding: CardSearch) -> None:
    """Takes what lay there before and shows still, and what was turned over just where it lay under another."""
    finding.accept_earlier()
    visible = finding.visible
    for old in finding.earlier:
        if finding.is_known(old) or not LEAST_KNOWN <= finding.seen_part(old) < LEAST_VISIBLE:
            continue
        near = grid_around([(old.pose.x, old.pose.y)], TURNED_WITHIN_MM)
        angles = angles_near_upright(old.group)
        for candidate in search_visible(finding.sheet, old.group, near, angles, WORTH_A_FIT, visible):
            card = finding.fit(candidate, visible)
            part = finding.seen_part(card)
            if card.agreement >= STRIP_CLEAR and part >= LEAST_KNOWN and finding.proves(card, visible):
                finding.take(replace(card, visible=part))
                break


def _search_left(
    finding: CardSearch, centres: Sequence[tuple[float, float]], boxes: Sequence[Box]
) -> list[CardCandidate]:
    """Takes cards that lie along or across the table where something is left unexplained, and those under them; gives
    back what did not fit well."""
    doubtful: list[CardCandidate] = []
    for _ in range(ROUNDS):
        before = len(finding.found)
        if not finding.left.any():
            break
        for group in finding.groups:
            places = _left_places(finding, group, boxes)
            candidates = search(finding.sheet, group, places, angles_near_upright(group), WORTH_A_FIT)
            doubtful += finding.accept(candidates, clearly=True)
        _uncover(finding, centres, boxes)
        if len(finding.found) == before:
            break
    return doubtful


def _room_for_cards(finding: CardSearch) -> Picture:
    """What is left (a mask over the sheet) where so much of it lies together that it may be what shows of a card."""
    if not finding.groups:
        return np.zeros_like(finding.left)
    smallest = min(finding.groups, key=lambda group: group.width_mm * group.height_mm)
    side = int(max(smallest.width_mm, smallest.height_mm))
    together = cv2.blur(finding.left, (side, side), borderType=cv2.BORDER_CONSTANT)
    least = 255 * LEAST_TOGETHER * smallest.width_mm * smallest.height_mm / side**2
    _, enough = cv2.threshold(together, least, 255, cv2.THRESH_BINARY)
    near = cv2.dilate(enough, np.ones((side, side), np.uint8))
    return np.asarray(cv2.bitwise_and(near, finding.left), dtype=np.uint8)


def _uncover(finding: CardSearch, centres: Sequence[tuple[float, float]], boxes: Sequence[Box]) -> None:
    """Takes cards that lie under those found, held against what shows of them."""
    for group in finding.groups:
        around = list(centres) or [(c.pose.x, c.pose.y) for c in finding.found]
        reach = NEAR_MM if centres else 36.0
        places = inside(finding.sheet, group, grid_around(around, reach), boxes)
        places = half_hidden(finding, group, places)
        take_hidden(finding, group, places, angles_near_upright(group))


def _left_places(finding: CardSearch, group: References, boxes: Sequence[Box]) -> Floats:
    """Grid places where most of a card's area is still unexplained, or where cards found are at odds with it."""
    x, y, w, h = finding.sheet.box
    across, along = np.meshgrid(np.arange(x, x + w, STEP_MM), np.arange(y, y + h, STEP_MM))
    places = inside(finding.sheet, group, np.column_stack([across.ravel(), along.ravel()]), boxes)
    if not len(places):
        return places
    left = part_at(finding, finding.left, group, places)
    odd = part_at(finding, finding.at_odds, group, places)
    worth = np.maximum(left / MOSTLY_LEFT, odd / LEAST_AT_ODDS)
    most = np.argsort(-worth, kind="stable")[:MOST_PLACES]
    return places[most[worth[most] > 1]]


def _off(places: Floats, known: Floats) -> Floats:
    """The places that no known card's middle is near to."""
    if not len(known) or not len(places):
        return places
    apart = np.hypot(places[:, None, 0] - known[None, :, 0], places[:, None, 1] - known[None, :, 1])
    return np.asarray(places[apart.min(axis=1) > 25.0], dtype=np.float64)
