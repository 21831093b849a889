"""Finds the cards on the sheet: at the places of the game, where something is left over, and last at any angle.

Rule kept: the clearest card first, then what it covers, until nothing is left that a card would explain.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from math import hypot

import cv2
import numpy as np

from companion.sight import Region, Table
from vision.arrays import Box, Floats, Picture, Shape, Size, each_once, grown, meets_any
from vision.cards.fitting import (
    LEAST_SEEN,
    MOST_SHARED,
    NEARLY_UPRIGHT,
    SEEN_WHOLE,
    STAYS_MM,
    STEP_MM,
    CardCandidate,
    Lying,
    Pose,
    Sheet,
    agreement_of_part,
    agreements,
    angles_near_upright,
    back_at,
    cover,
    disagreement,
    fit_pose,
    grid_around,
    lies_over,
    looks_as_before,
    mesh,
    reach_mm,
    search,
    shared,
    window_agreements,
)
from vision.decks.references import References, offsets
from vision.light.contrast import stand_out

# Explains the sheet card by card: which candidates are taken for cards.
# Rule kept: what is found must be seen; a card that lies under another is held only against what shows of it.

LEAST_VISIBLE = 0.3
"""A card of which less shows is not told from its surroundings."""
STANDS_OUT = 0.85
"""Part of a whole card that is busier than the table, on one from which cards stand out."""
THIN_MM = 13
"""What is left over in strips thinner than this is the edge of something."""
SHOWS_SOMETHING = 0.35
"""Part of a place that is busier than the table where something shows there."""
MAY_LIE_MM = 60.0
"""Other things whose middle lies no farther from a card's may lie on it."""

SEEN_PART = 0.48
FITS_WELL = 0.75
"""Agreement above which no other turn of a place need be tried …"""
HOPELESS = 0.3
"""… and below which none will help …"""
LOOKS_LIKELY, HOPELESS_IF_UNLIKELY = 0.42, 0.45
"""… of a place that looked less likely than this before: there a card fits well at once, or it is none. A fine pattern
lets a fit go astray, so a likelier place is fitted coarsely first where it does not fit at once."""
FITS_BEST = 0.88
"""A card that agrees less than this may be turned by more than a fit can mend by itself."""
AS_WELL = 0.03
"""A card whose agreement where it lay fell by less than this has not moved, and nothing came to lie on it."""
LIKE_IT, CLEARLY_LIKE_IT = 0.4, 0.52
"""Agreement window by window below which a card that fits poorly is another, or none."""
BACK_CLEAR = 0.62
LEAST_KNOWN = 0.15
"""Of a card that lay there before, and has not moved, so much is enough, of others `LEAST_VISIBLE`."""
LEAST_STRIP = 0.08
"""Of one whose strip looks just as it did this is enough."""
LEADS_THEN = 0.1
"""How much better than any other face it must agree then."""
SLEEVE_MM = 3.0
"""So far about a card its shadow and its sleeve change what is seen of one beneath it."""
SAME_CARD_MM = 12.0
LEAST_LEFT = 0.25
"""Part of a card's area that must be unexplained before it is searched again."""
MOSTLY_LEFT = 0.36
"""Part of the middle of a place that must be unexplained for a card that lies on top to be looked for there."""


Proposed = tuple[References, int | None, Pose]
"""A card that may lie somewhere: its group, its reference (None: of no deck) and its pose."""


class CardSearch:
    """One search of a sheet: what has been found, what it covers, what is still unexplained."""

    def __init__(
        self,
        sheet: Sheet,
        groups: Sequence[References],
        restless: Picture,
        kept: Sequence[Lying] = (),
        earlier: Sequence[Lying] = (),
        over: Sequence[Floats] = (),
    ) -> None:
        """`restless`: where something may lie (see `busy`). `kept`: cards known already, which need not be found again
        and cover nothing new. `earlier`: all cards of the picture that those are known from, bottom first; where others
        of them lay something has changed. `over`: outlines (points in mm) of other things known to lie on cards:
        nothing is compared there.
        """
        self.sheet = sheet
        self.groups = groups
        self.found: list[Lying] = []
        self._visible: Picture | None = None
        self._left: Picture | None = None
        self.kept = tuple(kept)
        self.earlier = tuple(earlier) or self.kept
        self._over = tuple(over)
        self._busy = restless.copy()
        self._odd: dict[Lying, Picture] = {}
        self._bare_of_kept: dict[float, Picture] = {}
        self._fits: dict[tuple[References, int, float, float, float], Lying] = {}

    def take(self, card: Lying) -> None:
        """A card that is there. What was taken before and cannot be, now that this one is, is given up."""
        if card.visible == 1:
            self.found = [o for o in self.found if o.visible < 1 or shared(card, o) <= MOST_SHARED]
            # One that was taken as half hidden stays where enough of it shows beneath this one too.
            bare = self.sheet.mask([o.corners for o in (*self.found, card) if o.visible == 1], 0)
            bare &= self._not_kept(0.0)
            self.found = [
                o
                for o in self.found
                if o.visible == 1 or shared(o, card) <= MOST_SHARED or self._part(o, bare) >= LEAST_VISIBLE
            ]
        self.found.append(card)
        self._odd = {other: odd for other, odd in self._odd.items() if other in self.found}
        for odd in self._odd.values():
            cover(odd, self.sheet, card.corners, 0)
        if card.visible == 1 and card.index is not None:
            at_odds = disagreement(self.sheet, card.group, card.index, card.pose)
            if at_odds is not None:
                self._odd[card] = at_odds & self.bare_of_others
        # Drawn when they are next asked for: several cards are often taken in a row.
        self._visible = self._left = None

    def give_up(self, outline: Floats) -> None:
        """Nothing more is to be explained within an outline (mm)."""
        cover(self._busy, self.sheet, outline, 0)
        self._left = None

    @property
    def visible(self) -> Picture:
        """A mask over the sheet: 255 where no card lies that was found or is known.

        On one that is known lie those only that lay there before, so there nothing is covered either. Where one that
        was found is at odds with what is seen it is not what is seen there.
        """
        if self._visible is None:
            self._visible = self._not_kept(0.0) & self._bare_of_found(0.0) | self.at_odds
        return self._visible

    @property
    def left(self) -> Picture:
        """A mask over the sheet: 255 where something busy belongs to no card known."""
        if self._left is not None:
            return self._left
        left = self._busy & self._not_kept(5.0) & self._bare_of_found(5.0) | self.at_odds
        thin = np.ones((THIN_MM, THIN_MM), np.uint8)
        # Beyond the sheet nothing is left: of what its edge cuts off no card within reach shows more than a corner.
        opened = cv2.morphologyEx(left, cv2.MORPH_OPEN, thin, borderType=cv2.BORDER_CONSTANT, borderValue=0)
        self._left = np.asarray(opened, dtype=np.uint8)
        return self._left

    @property
    def cards_stand_out(self) -> bool:
        """Whether the table is so plain that cards stand out from it all over, as far as those show that are known."""
        x, y, wide, high = self.sheet.box
        parts = sorted(
            self._part(card, self._busy)
            for card in (*self.kept, *self.found)
            if card.visible == 1 and x < card.pose.x < x + wide and y < card.pose.y < y + high
        )
        return not parts or parts[len(parts) // 10] >= STANDS_OUT

    @property
    def at_odds(self) -> Picture:
        """A mask over the sheet: 255 where something large seems to lie on a card that was found."""
        if not self._odd:
            return np.zeros(self.sheet.middle.shape[:2], dtype=np.uint8)
        odd = np.bitwise_or.reduce(list(self._odd.values()))
        return np.asarray(odd & self.sheet.mask([card.corners for card in self.kept], 0))

    def _not_kept(self, more_mm: float) -> Picture:
        """A mask over the sheet: 0 where cards that are known show, and as far about them (both sides together)."""
        if more_mm not in self._bare_of_kept:
            mask = self.sheet.mask((), 0)
            for card in self.earlier:
                shows = card in self.kept
                cover(mask, self.sheet, card.wider(more_mm) if shows else card.corners, 0 if shows else 255)
            self._bare_of_kept[more_mm] = mask
        return self._bare_of_kept[more_mm]

    def _bare_of_found(self, more_mm: float) -> Picture:
        """A mask over the sheet: 0 where cards that were found lie, and as far about them (both sides together)."""
        return self.sheet.mask([card.wider(more_mm) for card in self.found], 0)

    def in_view(self, more_mm: float) -> Picture:
        """A mask over the sheet: 0 where cards that were found lie, as far about them (both sides together), and where
        those known or other things do."""
        return self._not_kept(0.0) & self._bare_of_found(more_mm) & self.bare_of_others

    def _beside_others(self, pose: Pose) -> Picture | None:
        """A mask over the sheet: 0 where other things are known to lie; None where none lies near a pose."""
        near = np.array([points.mean(axis=0) for points in self._over]).reshape(-1, 2) - (pose.x, pose.y)
        return self.bare_of_others if bool((np.hypot(*near.T) < MAY_LIE_MM).any()) else None

    @cached_property
    def bare_of_others(self) -> Picture:
        """A mask over the sheet: 0 where other things are known to lie, or a lamp's glare burns out what does."""
        mask = self.sheet.mask(self._over, 0)
        return mask if self.sheet.unburnt is None else mask & self.sheet.unburnt

    def shares(self, card: Lying, *, whole: bool | None = None) -> float:
        """The largest part of the card's area that it has in common with one that was found or is known.

        `whole`: with those alone that are whole, or known; or with those that were taken as half hidden.
        """
        found = [o for o in self.found if whole is None or whole == (o.visible == 1)]
        others = found if whole is False else [*self.kept, *found]
        return max((shared(card, other) for other in others), default=0.0)

    def is_busy(self, card: Lying) -> bool:
        """Whether much of the card's area is busier than the table."""
        return self._part(card, self._busy) >= SHOWS_SOMETHING

    def unexplained(self, card: Lying) -> float:
        """The part of the card's area that is busy and belongs to no card found."""
        return self._part(card, self.left)

    def _part(self, card: Lying, mask: Picture) -> float:
        return self.sheet.part(card.pose, card.group.size, mask)

    def seen_part(self, card: Lying) -> float:
        """The part of the card's area that no card found covers."""
        return self._part(card, self.visible)

    def fit(self, candidate: CardCandidate, visible: Picture | None) -> Lying:
        """The candidate at its best pose with the reference that fits best there.

        Where the likeliest fits poorly, the likeliest of each other turn is tried as well.
        """
        best: Lying | None = None
        turns: list[float] = []
        hopeless = HOPELESS if candidate.score >= LOOKS_LIKELY else HOPELESS_IF_UNLIKELY
        again_from = -1.0 if candidate.score >= LOOKS_LIKELY else hopeless
        for pose, index in candidate.likeliest:
            if pose.angle in turns:
                continue
            turns.append(pose.angle)
            card = self._fit_from(candidate.group, index, pose, visible, again_from)
            if best is None or card.agreement > best.agreement:
                best = card
            if best.agreement >= FITS_WELL or best.agreement < hopeless:
                break
        assert best is not None, "a candidate has a likeliest reference"
        return best

    def _fit_from(
        self, group: References, index: int, pose: Pose, visible: Picture | None, again_from: float = HOPELESS
    ) -> Lying:
        """The card at its best pose near one; what agrees this well, and not best, is fitted in another way as well."""
        card = self._fitted(group, index, pose, visible, scan=False)
        if card.index is None or not again_from <= card.agreement < FITS_BEST:
            return card
        if group.all[card.index].label is None:
            # Backs are much alike in any turn, and which deck's it is follows from which fits in the turn that it lies
            # in: the one that agrees better if it lies a quarter turn or two from there.
            best, back, lies = card.agreement, None, card.pose
            for turn in group.turns[1:]:
                turned = replace(card.pose, angle=(card.pose.angle + 90 * turn) % 360)
                scores = agreements(self.sheet, group, turned, visible)
                for one in group.backs:
                    if scores[one] > best:
                        best, back, lies = float(scores[one]), one, turned
            other = card if back is None else self._fitted(group, back, lies, visible, scan=False)
        else:
            # Turned by more than the fit can mend by itself? Of a back other turns were tried in any case.
            other = self._fitted(group, card.index, card.pose, visible, scan=True)
        return max(card, other, key=lambda one: one.agreement)

    def _fitted(
        self, group: References, index: int, pose: Pose, visible: Picture | None, *, scan: bool
    ) -> Lying:
        for _ in range(2):
            pose = fit_pose(self.sheet, group, index, pose, visible, scan=scan)
            rivals = agreements(self.sheet, group, pose, visible)
            best = int(np.argmax(rivals))
            if best == index:
                break
            index = best
        return Lying(group, index, pose, float(rivals[index]))

    def accept(
        self, candidates: Sequence[CardCandidate], *, clearly: bool = False, least: float = SEEN_WHOLE
    ) -> list[CardCandidate]:
        """Takes every candidate that proves to be a card that nothing covers; the others are given back.

        `clearly`: what fits less than well, in glare or in the dark, must look much like its reference in detail.
        `least`: the agreement from which one is taken.
        """
        rest = []
        for candidate in candidates:
            near = Lying(candidate.group, None, candidate.pose, 0.0)
            if self.is_known(near) or self.shares(near, whole=True) > 0.5:
                continue
            # A whole card that fits well is believed before those taken as half hidden where it lies.
            needed = least if self.shares(near, whole=False) <= 0.5 else max(least, FITS_WELL)
            # What was fitted in an earlier round is remembered.
            pose = candidate.pose
            key = (candidate.group, candidate.likeliest[0][1], pose.x, pose.y, pose.angle)
            if key not in self._fits:
                self._fits[key] = self.fit(candidate, self._beside_others(pose))
            card = self._fits[key]
            fits = card.agreement >= needed and not self.is_known(card)
            shows = self._beside_others(card.pose)
            if fits and self.has_room(card) and self.proves(card, shows, clearly=clearly):
                self.take(card)
            else:
                rest.append(candidate)
        return rest

    def proves(self, card: Lying, visible: Picture | None = None, *, clearly: bool = False) -> bool:
        """Whether a face that fits less than well looks like its reference in detail too, as far as it shows.

        The fine patterns of backs hardly do; they are not mistaken for faces either.
        """
        if card.agreement >= FITS_WELL or card.index is None:
            return True
        if card.group.all[card.index].label is None:
            return not clearly or card.agreement >= BACK_CLEAR
        level = _by_windows(self.sheet, card, visible, least=0.5)
        return level >= (CLEARLY_LIKE_IT if clearly else LIKE_IT)

    def has_room(self, card: Lying) -> bool:
        """Whether a card lies beside those found, or over them."""
        return all(shared(card, o) <= MOST_SHARED or lies_over(self.sheet, card, o) for o in self.found)

    def accept_free(self, proposed: Sequence[Proposed], boxes: Sequence[Box]) -> None:
        """Takes the cards proposed that agree with what is seen: whole ones, then those partly hidden by others."""
        inside = [one for one in proposed if meets_any(_at(one[2]), boxes)]
        for group, index, pose in inside:
            if index is not None and self.shares(Lying(group, None, pose, 0.0)) <= 0.5:
                card = self._fit_from(group, index, pose, None)
                new = self.has_room(card) and not self.is_known(card)
                if card.agreement >= SEEN_WHOLE and new and self.proves(card):
                    self.take(card)
        # Once more: a card on top may have been made out after the one that it lies on.
        for group, index, pose in inside:
            card = Lying(group, None, pose, 0.0)
            part = self.seen_part(card)
            if part < LEAST_VISIBLE or self.is_known(card):
                continue
            if index is not None:
                card = self._fit_from(group, index, pose, self.visible)
                part = self.seen_part(card)
            fits = card.agreement >= SEEN_PART and part >= LEAST_VISIBLE and not self.is_known(card)
            if fits and self.proves(card, self.visible):
                self.take(replace(card, visible=part))

    def accept_unmoved(self) -> None:
        """Takes what lay there before, whole, and fits just there as well as it did: it need not be searched for."""
        for old in self.earlier:
            if old.index is None or old.visible < 1 or self.is_known(old):
                continue
            scores = agreements(self.sheet, old.group, old.pose, self._beside_others(old.pose))
            card = replace(old, agreement=float(scores[old.index]))
            least = max(SEEN_WHOLE, old.agreement - AS_WELL)
            if int(np.argmax(scores)) == old.index and card.agreement >= least:
                self.take(card)

    def accept_earlier(self) -> None:
        """Takes what lay there before (known from an earlier picture) as far as what shows of it still looks so.

        It need not stand out from the table: that a card lay just there is known already.
        """
        for old in self.earlier:
            pushed = any(
                o.index == old.index and o.group is old.group and o.pose.off(old.pose) < SAME_CARD_MM
                for o in self.found
            )
            if pushed:
                continue
            part = self.seen_part(old)
            if part < LEAST_STRIP:
                continue
            # Another card may lie so near that a fit could not tell the two apart: the strip beside it can.
            if self._looks_as_it_lay(old, part):
                self.take(replace(old, visible=part))
                continue
            if part < LEAST_KNOWN or self.is_known(old):
                continue
            if old.index is None or not self._may_still_lie(old, old.index):
                continue
            card = self._fitted(old.group, old.index, old.pose, self.visible, scan=False)
            part = self.seen_part(card)
            stays = card.pose.off(old.pose) < STAYS_MM
            if not stays or part < LEAST_VISIBLE or card.index is None or self.is_known(card):
                continue
            same_face = card.group.all[card.index].label == old.group.all[old.index].label
            if same_face and card.agreement >= SEEN_PART and self.proves(card, self.visible):
                self.take(replace(card, visible=part))

    def _may_still_lie(self, old: Lying, index: int) -> bool:
        """Whether what shows looks a little like a card where it lay; coarsely, as it may have been pushed."""
        where = (self.sheet, old.group, old.pose, self.visible)
        seen = agreements(*where)[index], agreements(*where, coarsely=True)[index]
        return float(max(seen)) >= HOPELESS

    def _looks_as_it_lay(self, old: Lying, part: float) -> bool:
        """Whether what shows of a card looks as it did, or as its reference does, just where the card lay.

        A strip is too little to be fitted, it slides along. Held against where the card was known to lie, to a
        fraction of a millimetre, its fine lines agree there and nowhere else.
        """
        mask = self._not_kept(0.0) & self._bare_of_found(2 * SLEEVE_MM)
        if looks_as_before(self.sheet, old, mask):
            return True
        if old.index is None or part < LEAST_KNOWN:
            return False
        label = old.group.all[old.index].label
        scores = agreements(self.sheet, old.group, old.pose, mask)
        others = [
            float(score) for score, one in zip(scores, old.group.all, strict=True) if one.label != label
        ]
        score = agreement_of_part(self.sheet, old, mask)
        return score >= SEEN_PART and score > max(others, default=0.0) + LEADS_THEN

    def accept_unread(self, proposed: Sequence[Proposed], boxes: Sequence[Box]) -> None:
        """Takes what has a card's outline and explains something: a back that hardly shows, or like no reference."""
        for group, _, pose in proposed:
            card = Lying(group, None, pose, 0.0)
            part = self.seen_part(card)
            if part < LEAST_VISIBLE or self.is_known(card) or not meets_any(_at(pose), boxes):
                continue
            if self.unexplained(card) >= MOSTLY_LEFT * part:
                back = back_at(self.sheet, group, pose, self.visible if part < 1 else None)
                self.take(replace(back or card, visible=part))

    def is_known(self, card: Lying) -> bool:
        """Whether a card that was found, or was known before, lies just there."""
        known = (*self.kept, *self.found)
        return any(card.pose.off(o.pose) < SAME_CARD_MM and shared(card, o) > 0.7 for o in known)

    def explains(self, card: Lying, part: float) -> bool:
        """Whether enough of the visible part of a card is not explained by others."""
        return self.unexplained(card) >= LEAST_LEFT * part


def _at(pose: Pose) -> Box:
    return pose.x, pose.y, pose.x, pose.y


# Backs beneath cards that lie off the middle of a square: attacked cards, at first sight. only backs are
# looked for, only about the middle of a region where a card lies off it, and only what shows beside that card
# has a say. In a strip a fit slides along and away, so poses are held against what is seen one by one.
# Coarsely a printed square passes for the rim of a back; window by window it never does.

OFF_MM = 6.0
"""A card no farther than this from the middle of its region lies in it, and on nothing that shows."""
HIDDEN_OFF_MM = 12.0
"""A half-hidden one no farther from there is the card looked for."""
COVERS = 0.2
"""The part of a card in the middle of a region that one lying off it covers at least."""
LEAST_SHOWS = 0.1
"""A back of which less than this part shows is not told."""
SHADOW_MM = 3.0
"""How much larger than a card (both sides together) the place is that it and its shadow hide."""
FINE_STEP_MM, REACH_MM, MOST_OFF_MM = 0.8, 4.0, 4.8
"""Places about the middle of a region at which a back is tried, and how far off it one may lie …"""
TURNS_DEG = (-4.0, -2.0, 0.0, 2.0, 4.0)
"""… and its turns off the table's axes."""
LIKELY = 0.03
"""Agreement, times the root of the part that shows, from which a pose is worth a closer look."""
LIKELIEST, LIKELY_PLACES = 8, 8
"""The most poses that are put right, and the most that are considered for one back in one turn."""
APART_MM = 2.0
"""Places nearer than this, of one back, are one."""
FINER = ((0.75, 1.0), (0.4, 0.5))
"""Steps (mm, deg) by which they are put right."""
CLIMBS = 4
WEIGHED = 4
"""Most of them that are then compared window by window."""
AGREES, LITTLE_AGREES, LITTLE = 0.36, 0.6, 0.15
"""Agreement window by window from which a back is believed, and where less than this part of it shows: of a narrow
strip little more than the rim is seen, and a printed frame has one too."""
LEADS = 0.15
"""How much better than any face it must agree."""


def take_beneath(finding: CardSearch, table: Table, boxes: Sequence[Box]) -> None:
    """Takes backs about the middles of regions (within the boxes, mm) that cards lying off these middles half hide."""
    for group in finding.groups:
        backs = group.backs
        for region in table.regions if backs else ():
            x, y = region.centre
            if is_strip(region, group) or not meets_any((x, y, x, y), boxes):
                continue
            middle = Lying(group, None, Pose(x, y, 0.0), 0.0)
            # A whole card lies over the middle, off it, and none lies just there.
            over = [card for card in finding.found if shared(card, middle) >= COVERS]
            if all(card.visible < 1 for card in over) or any(
                card.pose.off(middle.pose) <= (OFF_MM if card.visible == 1 else HIDDEN_OFF_MM)
                for card in over
            ):
                continue
            mask = finding.in_view(SHADOW_MM)
            if finding.sheet.part(middle.pose, group.size, mask, LEAST_SEEN) < LEAST_SHOWS / 2:
                continue
            back = _back_about(finding.sheet, middle, backs, mask)
            if back is not None:
                finding.take(back)


def _back_about(sheet: Sheet, middle: Lying, backs: Sequence[int], mask: Picture) -> Lying | None:
    """The back that lies about a place; None where what shows of it (`mask`) is not clearly one."""
    group = middle.group
    likely = [card for card in _likeliest(sheet, middle, backs, mask) if card.agreement >= LIKELY]
    finer = [_put_right(sheet, card, mask) for card in likely]
    best = sorted(finer, key=lambda card: card.agreement, reverse=True)[:WEIGHED]
    levels = [_by_windows(sheet, card, mask) for card in best]
    if not levels:
        return None
    level = max(levels)
    card = best[levels.index(level)]
    part = sheet.part(card.pose, group.size, mask, LEAST_SEEN)
    strays = max(abs(card.pose.x - middle.pose.x), abs(card.pose.y - middle.pose.y)) > MOST_OFF_MM
    if strays or part < LEAST_SHOWS or level < (AGREES if part >= LITTLE else LITTLE_AGREES):
        return None
    rival = _by_windows(sheet, card, mask, group.faces) if group.faces else 0.0
    scores = agreements(sheet, group, card.pose, mask)
    if level - rival < LEADS or group.all[int(np.argmax(scores))].label is not None:
        return None
    return replace(card, agreement=float(scores[card.index]), visible=part)


def _likeliest(sheet: Sheet, middle: Lying, backs: Sequence[int], mask: Picture) -> list[Lying]:
    """The likeliest poses of backs about a place, no two that are one; the more of one shows the better it agrees."""
    group = middle.group
    size, shape = group.size, group.middle.shape
    reach = np.arange(-REACH_MM, REACH_MM + FINE_STEP_MM / 2, FINE_STEP_MM)
    places = mesh(middle.pose.x + reach, middle.pose.y + reach)
    found: list[Lying] = []
    for angle in TURNS_DEG:
        seen_through = _windows(sheet, places, angle, size, shape, mask)
        shows = (seen_through > 255 * LEAST_SEEN).astype(np.float32)
        patches = _windows(sheet, places, angle, size, shape, sheet.middle)
        seen = stand_out(patches, weights=shows)
        flat, weights = seen.reshape(len(places), -1), shows.reshape(len(places), -1)
        own, much = np.einsum("ns,ns->n", flat, flat), np.sqrt(weights.mean(axis=1))
        mostly = (shows.mean(axis=0) > 0.5).astype(np.float32)
        for index in backs:
            for turn in group.turns:
                turned = np.rot90(group.middle_picture(index), turn)
                wanted = stand_out(turned[None], weights=mostly)[0]
                theirs = weights @ (wanted**2).sum(axis=2).ravel()
                scores = much * (flat @ wanted.ravel()) / np.sqrt(own * theirs + np.float32(1e-6))
                for n in np.argsort(-scores, kind="stable")[:LIKELY_PLACES].tolist():
                    pose = Pose(float(places[n, 0]), float(places[n, 1]), (angle + 90 * turn) % 360)
                    found.append(Lying(group, index, pose, float(scores[n])))

    def same(one: Lying, other: Lying) -> bool:
        return one.index == other.index and one.pose.off(other.pose) < APART_MM

    best_first = sorted(found, key=lambda card: card.agreement, reverse=True)
    return list(islice(each_once(best_first, same), LIKELIEST))


def _put_right(sheet: Sheet, start: Lying, mask: Picture) -> Lying:
    """The best pose that steps from one lead to, in whichever turn fits best there."""

    def tried(x: float, y: float, angle: float) -> Lying:
        """Agrees by the correlation of what shows with the same part of the back, times the root of that part."""
        card = replace(start, pose=Pose(x, y, angle % 360))
        part = sheet.part(card.pose, start.group.size, mask, LEAST_SEEN, start.group.middle.shape)
        return replace(card, agreement=agreement_of_part(sheet, card, mask) * part**0.5)

    best = tried(start.pose.x, start.pose.y, start.pose.angle)
    for step, turn in FINER:
        for _ in range(CLIMBS):
            x, y, angle = best.pose.x, best.pose.y, best.pose.angle
            aside = [
                tried(x + dx, y + dy, angle) for dx, dy in ((step, 0), (-step, 0), (0, step), (0, -step))
            ]
            turned = (tried(x, y, angle + turn), tried(x, y, angle - turn))
            better = max((*aside, *turned), key=lambda one: one.agreement)
            if better.agreement <= best.agreement:
                break
            best = better
    across = (tried(best.pose.x, best.pose.y, best.pose.angle + 90 * turn) for turn in start.group.turns[1:])
    return max((best, *across), key=lambda one: one.agreement)


def _by_windows(
    sheet: Sheet, card: Lying, mask: Picture | None, chosen: Sequence[int] = (), least: float = LEAST_SEEN
) -> float:
    """Agreement window by window of what shows of a card, `least` of each sample, with the best chosen reference: its
    own where none is chosen."""
    group, pose = card.group, card.pose
    rows, columns = group.fine_pictures.shape[1:3]
    size, shape = group.size, (int(rows), int(columns))
    everywhere, shows = np.ones(shape, dtype=np.float32), sheet.shows(pose, size, shape, mask, least)
    asked = tuple(chosen or [index for index in (card.index,) if index is not None])
    return float(window_agreements(sheet.patch(pose, size, shape), everywhere, group, asked, shows)[0].max())


def _windows(sheet: Sheet, places: Floats, angle: float, size: Size, shape: Shape, layer: Picture) -> Picture:
    """Windows of a layer about many places, between its samples: fine lines agree within half a millimetre only."""
    x, y = Pose(0.0, 0.0, angle).places(*np.meshgrid(*offsets(*size, *shape)))
    columns = (x + places[:, 0, None, None] - sheet.x - 0.5).astype(np.float32).reshape(-1, shape[1])
    rows = (sheet.far - y - places[:, 1, None, None] - 0.5).astype(np.float32).reshape(-1, shape[1])
    taken = cv2.remap(layer, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(taken, dtype=np.uint8).reshape(len(places), *shape, *layer.shape[2:])


# Cards in strips: regions that have room for several cards side by side, or overlapping at least half
# visible. The uppermost card of a row is whole and found first; then those that it half hides, and so on
# down. What lies beside a card that was just found is looked for there and in its own turn only, so that long
# rows cost little.


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
"""Most cards that lie one half under the other in one row."""
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
        for score, least in ((CLEAR, WHOLE), (0.0, WHOLE), (0.0, SEEN_WHOLE)):
            tried = [*left, *(candidate for candidate in candidates if candidate.score >= score)]
            candidates = [candidate for candidate in candidates if candidate.score < score]
            known = list(finding.found)
            left = finding.accept(tried, clearly=True, least=least)
            # Nothing is half hidden where a whole card lies: all that fit are taken before rows are followed.
            whole = [one for one in candidates if one.score >= PERHAPS_WHOLE and _is_beside(finding, one)]
            finding.accept(whole, clearly=True, least=WHOLE)
            fresh = [card for card in finding.found if card not in known]
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
    long = max(group.size)
    if min(region.w, region.h) >= 1.5 * long or min(region.w, region.h) < 0.95 * long:
        return angles_near_upright(group)
    upright = (region.h < region.w) == (group.width_mm < group.height_mm)
    return NEARLY_UPRIGHT if upright else tuple(90 + angle for angle in NEARLY_UPRIGHT)


def _along(region: Region) -> Floats:
    """Grid places along the middle line of a strip and a little beside it."""
    reach = max(region.w, region.h) / 2
    steps = np.arange(-reach, reach + STEP_MM, STEP_MM)
    aside = np.arange(-OFF_LINE_MM + STEP_MM / 2, OFF_LINE_MM, STEP_MM)
    off = mesh(aside, steps)
    return region.centre + (off if region.h > region.w else off[:, ::-1])


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
    return mesh(card.pose.x + along, card.pose.y + off)


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
    for candidate in search(finding.sheet, group, places, angles, WORTH_A_FIT, visible):
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
    side = int(min(group.size))
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
    margin = reach_mm(*group.size)
    x, y, w, h = sheet.box
    good = (places > (x + margin, y + margin)) & (places < (x + w - margin, y + h - margin))
    boxed = np.zeros(len(places), dtype=bool)
    for left, bottom, right, top in boxes:
        boxed |= ((places >= (left, bottom)) & (places <= (right, top))).all(axis=1)
    return places[good.all(axis=1) & boxed]


# Places at which no card agrees coarsely, though one lies there: in glare, as on sleeves, what burns out hides it and
# a highlight's edges outshine all print; and a pattern as fine as waves, in a small picture or beside a token, agrees
# nowhere on the coarse grid. There references are held window by window against what shows.

CLOSE_STEP_MM, CLOSE_MM, FEW = 1.6, 4.0, 4
"""Steps about the middle of a region and how far they go. Where it glares nowhere only the few middles that are busier
than the table are looked at so: where more are it is the table itself."""
CLOSEST = 3
"""The most references that are fitted at a place."""


def take_closely(finding: CardSearch, places: Floats, boxes: Sequence[Box]) -> None:
    """Takes the cards about places (N x 2 mm); where none is clear in glare nothing more is looked for."""
    for group in finding.groups:
        free = inside(finding.sheet, group, places, boxes).tolist()
        middles = [Lying(group, None, Pose(x, y, 0.0), 0.0) for x, y in free]
        busy = [middle for middle in middles if finding.is_busy(middle)]
        for middle in middles:
            glares = finding.sheet.glares(middle.pose, group.size)
            if not glares and (len(busy) > FEW or middle not in busy):
                continue
            card = look_closely(
                finding.sheet, middle, finding.bare_of_others, LIKE_IT if glares else CLEARLY_LIKE_IT
            )
            if card is not None and not finding.is_known(card) and finding.has_room(card):
                finding.take(card)
            elif glares:
                finding.give_up(middle.wider(2 * CLOSE_MM))


def look_closely(sheet: Sheet, middle: Lying, shows: Picture, least: float = LIKE_IT) -> Lying | None:
    """The card about a place that agrees by `least` with what shows of it (a mask over the sheet)."""
    group, best = middle.group, list[tuple[float, int, Pose]]()
    size, shape = group.size, group.middle.shape
    if sheet.part(middle.pose, size, shows, LEAST_SEEN) < LEAST_VISIBLE:
        return None
    reach = np.arange(-CLOSE_MM, CLOSE_MM + 0.1, CLOSE_STEP_MM)
    places = mesh(middle.pose.x + reach, middle.pose.y + reach)
    for angle in angles_near_upright(group):
        weights = (_windows(sheet, places, angle, size, shape, shows) > 255 * LEAST_SEEN).astype(np.float32)
        seen = stand_out(_windows(sheet, places, angle, size, shape, sheet.middle), weights=weights)
        own = np.einsum("nrcs,nrcs->n", seen, seen)[:, None]
        for turn in group.turns:
            patch, shown = (
                np.rot90(each, -turn, (1, 2)).reshape(len(places), -1) for each in (seen, weights)
            )
            scores = patch @ group.middle.values.reshape(len(group.all), -1).T
            scores = scores / np.sqrt(own * (np.repeat(shown, 3, axis=1) @ group.middle.squares.T) + 1e-6)
            at, index = divmod(int(scores.argmax()), len(group.all))
            x, y = places[at].tolist()
            best.append((float(scores[at, index]), index, Pose(x, y, (angle + 90 * turn) % 360)))
    likeliest = sorted(best, key=lambda one: -one[0])[:CLOSEST]
    fitted = [Lying(group, n, fit_pose(sheet, group, n, pose, shows), score) for score, n, pose in likeliest]
    levels = [_by_windows(sheet, card, shows, least=0.5) for card in fitted]
    return fitted[levels.index(max(levels))] if max(levels) >= least else None


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
        and meets_any((*region.centre, *region.centre), boxes)
    ]
    finding.accept_unmoved()
    worth_a_look = [middle for middle in centres if _may_be_new(finding, middle, changed)]
    known = _known_middles(finding)
    doubtful: list[CardCandidate] = []
    for group in groups:
        places = _off(inside(sheet, group, grid_around(worth_a_look, NEAR_MM), boxes), known)
        candidates = search(sheet, group, places, angles_near_upright(group), WORTH_A_FIT)
        doubtful += finding.accept(candidates, clearly=True)
    take_closely(finding, _off(np.array(worth_a_look).reshape(-1, 2), _known_middles(finding)), boxes)
    doubtful += search_strips(finding, table, boxes)
    # Cards along or across the table where something is left unexplained, and those under them.
    for _ in range(ROUNDS):
        before = list(finding.found)
        if not finding.left.any():
            break
        for group in groups:
            places = _left_places(finding, group, boxes)
            candidates = search(sheet, group, places, angles_near_upright(group), WORTH_A_FIT)
            doubtful += finding.accept(candidates, clearly=True)
        _uncover(finding, centres, boxes)
        if len(finding.found) == len(before):
            break
    worth = _room_for_cards(finding)
    proposed = elsewhere(worth) if elsewhere is not None and worth.any() else ()
    finding.accept_free(proposed, boxes)
    # What is less clear waits until all that is certain has been explained.
    before = list(finding.found)
    finding.accept(sorted(doubtful, key=lambda one: -one.score))
    if _has_new(finding, before):
        _uncover(finding, centres, boxes)
    _take_known(finding)
    # A card that is not seen any more, yet its place is not bare.
    gone = [old for old in finding.earlier if not finding.is_known(old)]
    find_near(finding, boxes, [old for old in gone if finding.unexplained(old) >= LOST_PART])
    if changed is None:
        take_beneath(finding, table, boxes)
    finding.accept_unread(proposed, boxes)
    for place, card in enumerate(finding.found):
        if card.index is None and sheet.glares(card.pose, card.group.size):
            finding.found[place] = look_closely(sheet, card, finding.bare_of_others) or card
    return tuple(finding.found)


def _known_middles(finding: CardSearch) -> Floats:
    return np.array([(card.pose.x, card.pose.y) for card in (*finding.kept, *finding.found)]).reshape(-1, 2)


def _may_be_new(finding: CardSearch, middle: tuple[float, float], changed: Sequence[Box] | None) -> bool:
    """Whether another card than before may lie at the middle (mm) of a region: one would have changed what is seen
    there, or one that lay there is not made out yet."""
    if changed is None:
        return True
    x, y = middle
    if meets_any(grown((x, y, x, y), MIDDLE_MM), changed):
        return True
    return any(
        hypot(old.pose.x - x, old.pose.y - y) < OFF_MIDDLE_MM and not finding.is_known(old)
        for old in finding.earlier
    )


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
    return any(card not in before for card in finding.found)


def _take_known(finding: CardSearch) -> None:
    """Takes what lay there before and shows still, and what was turned over just where it lay under another."""
    finding.accept_earlier()
    visible = finding.visible
    for old in finding.earlier:
        if finding.is_known(old) or not LEAST_KNOWN <= finding.seen_part(old) < LEAST_VISIBLE:
            continue
        near = grid_around([(old.pose.x, old.pose.y)], TURNED_WITHIN_MM)
        angles = angles_near_upright(old.group)
        for candidate in search(finding.sheet, old.group, near, angles, WORTH_A_FIT, visible):
            card = finding.fit(candidate, visible)
            part = finding.seen_part(card)
            if card.agreement >= STRIP_CLEAR and part >= LEAST_KNOWN and finding.proves(card, visible):
                finding.take(replace(card, visible=part))
                break


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
    grid = mesh(np.arange(x, x + w, STEP_MM), np.arange(y, y + h, STEP_MM))
    places = inside(finding.sheet, group, grid, boxes)
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
