"""Finds the cards on the sheet by explaining it: the clearest card first, then what it covers, until nothing is left.

Rule kept: what is found must be seen; a card that lies under another is held only against what shows of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Table
from vision.card_fitting import agreement, agreements, cover, disagreement, fit_pose, outline
from vision.card_search import (
    STEP_MM,
    Candidate,
    angles_near_upright,
    every_angle,
    grid_around,
    search,
    search_visible,
)
from vision.plane import tag_corners_mm
from vision.references import References
from vision.sheet import Pose, Sheet, reach_mm

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]
Box = tuple[float, float, float, float]
"""Left, bottom, right, top in table mm."""

NEAR_MM = 10.0
"""How far from the middle of its region a card is looked for first."""
WORTH_A_FIT = 0.38
"""Coarse correlation from which a place is worth fitting."""
SEEN_WHOLE = 0.52
"""Agreement that shows a card that nothing covers."""
SEEN_PART = 0.48
FITS_WELL = 0.75
"""Agreement above which no other turn need be tried …"""
HOPELESS = 0.3
"""… and below which none will help."""
LEAST_VISIBLE = 0.3
"""A card of which less shows is not told from its surroundings."""
MOST_SHARED = 0.12
"""Two cards that lie side by side share at most this part of their area."""
LEAST_LEFT = 0.25
"""Part of a card's area that must be unexplained before it is searched again."""
ROUNDS = 3
THIN_MM = 13
"""What is left over in strips thinner than this is the edge of something."""
MOSTLY_LEFT = 0.36
"""Part of the middle of a place that must be unexplained for a card that lies on top to be looked for there."""
MOST_PLACES = 1500
"""On a table as busy as the cards no more places than this are searched for what is left over."""
LEAST_BUSY = 4.0
BUSIER = 2.5
PAPER_ROUND_A_TAG = 1.4
"""The white paper of a tag, over its black square."""


@dataclass(frozen=True, eq=False)
class Lying:
    """A card that lies somewhere: `index` is the likeliest reference of its group, None where none fits."""

    group: References
    index: int | None
    pose: Pose
    agreement: float
    visible: float = 1.0

    @cached_property
    def corners(self) -> Floats:
        return outline(self.pose, self.group.width_mm, self.group.height_mm)

    @cached_property
    def reach(self) -> float:
        """How far a corner lies from the middle (mm), and a little more."""
        return reach_mm(self.group.width_mm, self.group.height_mm)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point of the table (mm) lies on the card."""
        cosine, sine = np.cos(np.deg2rad(self.pose.angle)), np.sin(np.deg2rad(self.pose.angle))
        dx, dy = x - self.pose.x, y - self.pose.y
        right, up = cosine * dx + sine * dy, -sine * dx + cosine * dy
        return bool(abs(right) <= self.group.width_mm / 2 and abs(up) <= self.group.height_mm / 2)


class Finding:
    """One search of one sheet: what has been found so far, what it covers, what is still unexplained."""

    def __init__(
        self,
        sheet: Sheet,
        groups: Sequence[References],
        restless: Picture,
        kept: Sequence[Lying] = (),
    ) -> None:
        """`restless`: where something may lie (see `busy`)."""
        self.sheet = sheet
        self.groups = groups
        self.found: list[Lying] = []
        self._visible: Picture | None = None
        self._left: Picture | None = None
        self.kept = tuple(kept)
        self._busy = restless
        self._odd: dict[int, Picture] = {}
        self._fits: dict[tuple[int, int, float, float, float], Lying] = {}

    def take(self, card: Lying) -> None:
        """A card that is there. What was taken before and cannot be, now that this one is, is given up."""
        if card.visible == 1:
            self.found = [o for o in self.found if o.visible < 1 or shared(card, o) <= MOST_SHARED]
        self.found.append(card)
        odd = None
        if card.visible == 1 and card.index is not None:
            odd = disagreement(self.sheet, card.group, card.index, card.pose)
        if odd is not None:
            self._odd[id(card)] = odd
        self._odd = {key: odd for key, odd in self._odd.items() if key in {id(o) for o in self.found}}
        for other in self.found[:-1]:
            if id(other) in self._odd:
                cover(self._odd[id(other)], self.sheet, card.corners, 0)
        # Drawn when they are next asked for: several cards are often taken in a row.
        self._visible = self._left = None

    @property
    def visible(self) -> Picture:
        """A mask over the sheet: 255 where no card found lies."""
        if self._visible is None:
            self._visible = np.full(self.sheet.middle.shape[:2], 255, dtype=np.uint8)
            for card in self.found:
                cover(self._visible, self.sheet, card.corners, 0)
        return self._visible

    @property
    def left(self) -> Picture:
        """A mask over the sheet: 255 where something busy belongs to no card known."""
        if self._left is None:
            self._left = self._still_left()
        return self._left

    def _still_left(self) -> Picture:
        left = self._busy.copy()
        for card in (*self.kept, *self.found):
            wider = outline(card.pose, card.group.width_mm + 5, card.group.height_mm + 5)
            cover(left, self.sheet, wider, 0)
        for odd in self._odd.values():
            left |= odd
        return np.asarray(cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((THIN_MM, THIN_MM), np.uint8)))

    def fit(self, candidate: Candidate, visible: Picture | None) -> Lying:
        """The candidate at its best pose with the reference that fits best there.

        Where the likeliest fits poorly, the likeliest of each other turn is tried as well.
        """
        best: Lying | None = None
        turns: list[float] = []
        for pose, index in candidate.likeliest:
            if pose.angle in turns:
                continue
            turns.append(pose.angle)
            card = self._fit_from(candidate.group, index, pose, visible)
            if best is None or card.agreement > best.agreement:
                best = card
            if best.agreement >= FITS_WELL or best.agreement < HOPELESS:
                break
        assert best is not None, "a candidate has a likeliest reference"
        return best

    def _fit_from(self, group: References, index: int, pose: Pose, visible: Picture | None) -> Lying:
        for _ in range(2):
            pose = fit_pose(self.sheet, group, index, pose, visible)
            rivals = agreements(self.sheet, group, pose, visible)
            best = int(np.argmax(rivals))
            if best == index:
                break
            index = best
        return Lying(group, index, pose, float(rivals[index]))

    def _fit_whole(self, candidate: Candidate) -> Lying:
        """The candidate fitted as one that nothing covers; what was fitted in an earlier round is remembered."""
        pose = candidate.pose
        key = (id(candidate.group), candidate.likeliest[0][1], pose.x, pose.y, pose.angle)
        if key not in self._fits:
            self._fits[key] = self.fit(candidate, None)
        return self._fits[key]

    def shares(self, card: Lying) -> float:
        """The largest part of the card's area that it has in common with one that was found."""
        return max((shared(card, other) for other in self.found), default=0.0)

    def unexplained(self, card: Lying) -> float:
        """The part of the card's area that is busy and belongs to no card found."""
        return float((self.sheet.patch(card.pose, _size(card), (20, 20), self.left) > 127).mean())

    def seen_part(self, card: Lying) -> float:
        """The part of the card's area that no card found covers."""
        return float((self.sheet.patch(card.pose, _size(card), (30, 30), self.visible) > 127).mean())

    def accept(self, candidates: Sequence[Candidate], least: float) -> list[Candidate]:
        """Takes every candidate that proves to be a card that nothing covers; the others are given back."""
        rest = []
        for candidate in candidates:
            near = Lying(candidate.group, None, candidate.pose, 0.0)
            if self.shares(near) > 0.5:
                continue
            card = self._fit_whole(candidate)
            if card.agreement < least or not all(
                shared(card, o) <= MOST_SHARED or lies_over(self.sheet, card, o) for o in self.found
            ):
                rest.append(candidate)
            else:
                self.take(card)
        return rest


def find_lying(
    sheet: Sheet,
    groups: Sequence[References],
    table: Table,
    boxes: Sequence[Box],
    restless: Picture,
    kept: Sequence[Lying] = (),
) -> tuple[Lying, ...]:
    """The cards whose middle lies in one of the boxes (mm), in the order in which they were made out.

    `restless`: where something may lie (see `busy`). `kept` are cards known already, which need not be found again
    and cover nothing new.
    """
    finding = Finding(sheet, groups, restless, kept)
    centres = [
        region.centre
        for region in table.regions
        if any(b[0] <= region.centre[0] <= b[2] and b[1] <= region.centre[1] <= b[3] for b in boxes)
    ]
    known = np.array([(card.pose.x, card.pose.y) for card in kept]).reshape(-1, 2)
    for group in groups:
        places = _off(_inside(sheet, group, grid_around(centres, NEAR_MM), boxes), known)
        finding.accept(search(sheet, group, places, angles_near_upright(group), WORTH_A_FIT), SEEN_WHOLE)
    for _ in range(ROUNDS):
        before = len(finding.found)
        if not finding.left.any():
            break
        for angles in (angles_near_upright, every_angle):
            for group in groups:
                places = _left_places(finding, group, boxes)
                finding.accept(search(sheet, group, places, angles(group), WORTH_A_FIT), SEEN_WHOLE)
            _uncover(finding, centres, boxes)
        if len(finding.found) == before:
            break
    return tuple(finding.found)


def _uncover(finding: Finding, centres: Sequence[tuple[float, float]], boxes: Sequence[Box]) -> None:
    """Takes cards that lie under those found, held against what shows of them."""
    for group in finding.groups:
        around = list(centres) or [(c.pose.x, c.pose.y) for c in finding.found]
        reach = NEAR_MM if centres else 36.0
        places = _inside(finding.sheet, group, grid_around(around, reach), boxes)
        places = _half_hidden(finding, group, places)
        visible = finding.visible
        for candidate in search_visible(
            finding.sheet, group, places, angles_near_upright(group), WORTH_A_FIT, visible
        ):
            card = finding.fit(candidate, visible)
            if card.agreement < SEEN_PART:
                continue
            part = finding.seen_part(card)
            if part < LEAST_VISIBLE or finding.unexplained(card) < LEAST_LEFT * part:
                continue
            finding.take(replace(card, visible=part))


def _half_hidden(finding: Finding, group: References, places: Floats) -> Floats:
    """Places where a card would be partly hidden by one found, yet much of it seen, and that unexplained."""
    if not len(places) or not finding.found:
        return np.zeros((0, 2))
    seen = _part_at(finding, finding.visible, group, places)
    left = _part_at(finding, finding.left, group, places)
    return places[(seen > LEAST_VISIBLE) & (seen < 0.97) & (left > LEAST_LEFT * seen)]


def _left_places(finding: Finding, group: References, boxes: Sequence[Box]) -> Floats:
    """Grid places where most of a card's area is still unexplained."""
    x, y, w, h = finding.sheet.box
    across, along = np.meshgrid(np.arange(x, x + w, STEP_MM), np.arange(y, y + h, STEP_MM))
    places = _inside(finding.sheet, group, np.column_stack([across.ravel(), along.ravel()]), boxes)
    if not len(places):
        return places
    left = _part_at(finding, finding.left, group, places)
    most = np.argsort(-left)[:MOST_PLACES]
    return places[most[left[most] > MOSTLY_LEFT]]


def _part_at(finding: Finding, mask: Picture, group: References, places: Floats) -> Floats:
    """The part of a mask that is set within the largest upright square of a card about each place."""
    side = int(min(group.width_mm, group.height_mm))
    part = cv2.blur(mask, (side, side), borderType=cv2.BORDER_REPLICATE)
    column = np.clip(np.rint(places[:, 0] - finding.sheet.x), 0, mask.shape[1] - 1).astype(int)
    row = np.clip(np.rint(finding.sheet.far - places[:, 1]), 0, mask.shape[0] - 1).astype(int)
    return np.asarray(part[row, column] / 255.0, dtype=np.float64)


def busy(sheet: Sheet, table: Table, plain: float | None = None) -> tuple[Picture, float]:
    """Where something may lie on the table (255), tags set aside: more contrast about than the bare table has.

    `plain` is the bare table's contrast (grey levels), where an earlier look at all of it has told; without one it is
    that of the plainest fifth of the sheet. It is given back.
    """
    level = contrast_about(sheet)
    bare = float(np.percentile(level[::4, ::4], 20)) if plain is None else plain
    _, above = cv2.threshold(level, int(max(LEAST_BUSY, BUSIER * bare)), 255, cv2.THRESH_BINARY)
    restless = np.asarray(above, dtype=np.uint8)
    if table.tags is not None:
        for corners in tag_corners_mm(table, table.tags):
            middle = corners.mean(axis=0)
            cover(restless, sheet, middle + (corners - middle) * PAPER_ROUND_A_TAG, 0)
    return restless, bare


def contrast_about(sheet: Sheet) -> Picture:
    """How much the surroundings of each sample of the sheet differ (grey levels)."""
    around = cv2.blur(sheet.middle, (15, 15))
    blue, green, red = cv2.split(cv2.absdiff(sheet.middle, around))
    return np.asarray(cv2.blur(cv2.max(cv2.max(blue, green), red), (11, 11)), dtype=np.uint8)


def shared(one: Lying, other: Lying) -> float:
    """The part of the smaller card's area that two cards have in common."""
    if hypot(one.pose.x - other.pose.x, one.pose.y - other.pose.y) > one.reach + other.reach:
        return 0.0
    area, _ = cv2.intersectConvexConvex(one.corners.astype(np.float32), other.corners.astype(np.float32))
    smaller = min(one.group.width_mm * one.group.height_mm, other.group.width_mm * other.group.height_mm)
    return float(area) / smaller


def lies_over(sheet: Sheet, card: Lying, other: Lying) -> bool:
    """Whether the card fits better than the other where both would be; true where they share next to nothing."""
    if card.index is None or other.index is None or shared(card, other) <= MOST_SHARED / 4:
        return True
    common = np.zeros(sheet.middle.shape[:2], dtype=np.uint8)
    cover(common, sheet, card.corners, 255)
    theirs = np.zeros_like(common)
    cover(theirs, sheet, other.corners, 255)
    common &= theirs
    mine = agreement(sheet, card.group, card.index, card.pose, common)
    return mine > agreement(sheet, other.group, other.index, other.pose, common)


def _size(card: Lying) -> tuple[float, float]:
    return (card.group.width_mm, card.group.height_mm)


def _inside(sheet: Sheet, group: References, places: Floats, boxes: Sequence[Box]) -> Floats:
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


def _off(places: Floats, known: Floats) -> Floats:
    """The places that no known card's middle is near to."""
    if not len(known) or not len(places):
        return places
    apart = np.hypot(places[:, None, 0] - known[None, :, 0], places[:, None, 1] - known[None, :, 1])
    return np.asarray(places[apart.min(axis=1) > 25.0], dtype=np.float64)
