"""Explains the sheet card by card: which candidates are taken for cards.

Rule kept: what is found must be seen; a card that lies under another is held only against what shows of it.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from math import hypot

import cv2
import numpy as np

from vision.arrays import Box, Floats, Picture, meets_any
from vision.cards.fitting import (
    MOST_SHARED,
    SEEN_WHOLE,
    STAYS_MM,
    CardCandidate,
    Lying,
    agreement,
    agreement_of_part,
    agreements,
    cover,
    disagreement,
    fit_pose,
    lies_over,
    outline,
    shared,
)
from vision.cards.outlines import Proposed
from vision.cards.reading import back_at, looks_as_before, window_agreements
from vision.cards.sheet import Pose, Sheet
from vision.decks.references import References

LEAST_VISIBLE = 0.3
"""A card of which less shows is not told from its surroundings."""
STANDS_OUT = 0.85
"""Part of a whole card that is busier than the table, on one from which cards stand out."""
THIN_MM = 13
"""What is left over in strips thinner than this is the edge of something."""
SHOWS_SOMETHING = 0.35
"""Part of a place that is busier than the table where something shows there."""
NEAR_MM = 60.0
"""Other things whose middle lies no farther from a card's may lie on it."""

SEEN_PART = 0.48
FITS_WELL = 0.75
"""Agreement above which no other turn of a place need be tried …"""
HOPELESS = 0.3
"""… and below which none will help …"""
LIKELY = 0.42
HOPELESS_IF_UNLIKELY = 0.45
"""… of a place that looked less likely than this before: there a card fits well at once, or it is none. A fine pattern
lets a fit go astray, so a likelier place is fitted coarsely first where it does not fit at once."""
FITS_BEST = 0.88
"""A card that agrees less than this may be turned by more than a fit can mend by itself."""
AS_WELL = 0.03
"""A card that agrees where it lay as well as it did, but for so much, has not moved, and nothing came to lie on it."""
LIKE_IT, CLEARLY_LIKE_IT = 0.4, 0.52
"""Agreement window by window below which a card that fits poorly is another, or none."""
BACK_CLEAR = 0.62
LEAST_KNOWN = 0.15
"""Of a card that lay there before, and has not moved, so much is enough, of others `LEAST_VISIBLE`."""
LEAST_STRIP = 0.08
"""Of one whose strip looks just as it did this is enough."""
LEADS = 0.1
"""So much better than any other face it must agree then."""
SHADOW_MM = 3.0
"""So far about a card its shadow and its sleeve change what is seen of one beneath it."""
SAME_CARD_MM = 12.0
LEAST_LEFT = 0.25
"""Part of a card's area that must be unexplained before it is searched again."""
MOSTLY_LEFT = 0.36
"""Part of the middle of a place that must be unexplained for a card that lies on top to be looked for there."""


def size_of(card: Lying) -> tuple[float, float]:
    """Width and height of a card (mm)."""
    return (card.group.width_mm, card.group.height_mm)


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
        self._busy = restless
        self._odd: dict[int, Picture] = {}
        self._bare_of_kept: dict[float, Picture] = {}
        self._fits: dict[tuple[int, int, float, float, float], Lying] = {}

    def take(self, card: Lying) -> None:
        """A card that is there. What was taken before and cannot be, now that this one is, is given up."""
        if card.visible == 1:
            self.found = [o for o in self.found if o.visible < 1 or shared(card, o) <= MOST_SHARED]
            self.found = [o for o in self.found if o.visible == 1 or self._still_shows(o, card)]
        self.found.append(card)
        odd = None
        if card.visible == 1 and card.index is not None:
            odd = disagreement(self.sheet, card.group, card.index, card.pose)
        if odd is not None:
            for points in self._over:
                cover(odd, self.sheet, points, 0)
            self._odd[id(card)] = odd
        self._odd = {key: odd for key, odd in self._odd.items() if key in {id(o) for o in self.found}}
        for other in self.found[:-1]:
            if id(other) in self._odd:
                cover(self._odd[id(other)], self.sheet, card.corners, 0)
        # Drawn when they are next asked for: several cards are often taken in a row.
        self._visible = self._left = None

    def _still_shows(self, hidden: Lying, whole: Lying) -> bool:
        """Whether enough shows of a card taken as half hidden when a whole one is taken that may lie over it too."""
        if shared(hidden, whole) <= MOST_SHARED:
            return True
        mask = self._not_kept(0.0)
        for other in (*self.found, whole):
            if other.visible == 1:
                cover(mask, self.sheet, other.corners, 0)
        return self._part(hidden, mask) >= LEAST_VISIBLE

    @property
    def visible(self) -> Picture:
        """A mask over the sheet: 255 where no card lies that was found or is known.

        On one that is known lie those only that lay there before, so there nothing is covered either. Where one that
        was found is at odds with what is seen it is not what is seen there.
        """
        if self._visible is None:
            self._visible = self._not_kept(0.0)
            for card in self.found:
                cover(self._visible, self.sheet, card.corners, 0)
            self._visible |= self.at_odds
        return self._visible

    @property
    def left(self) -> Picture:
        """A mask over the sheet: 255 where something busy belongs to no card known."""
        if self._left is not None:
            return self._left
        left = np.asarray(cv2.bitwise_and(self._busy, self._not_kept(5.0)), dtype=np.uint8)
        for card in self.found:
            wider = outline(card.pose, card.group.width_mm + 5, card.group.height_mm + 5)
            cover(left, self.sheet, wider, 0)
        left |= self.at_odds
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
        odd = np.zeros(self.sheet.middle.shape[:2], dtype=np.uint8)
        if not self._odd:
            return odd
        for mask in self._odd.values():
            odd |= mask
        for card in self.kept:
            cover(odd, self.sheet, card.corners, 0)
        return odd

    def _not_kept(self, more_mm: float) -> Picture:
        """A mask over the sheet: 0 where cards that are known show, and as far about them (both sides together)."""
        if more_mm in self._bare_of_kept:
            return self._bare_of_kept[more_mm].copy()
        mask = np.full(self.sheet.middle.shape[:2], 255, dtype=np.uint8)
        still = {id(card) for card in self.kept}
        for card in self.earlier:
            if id(card) in still:
                wide, high = card.group.width_mm + more_mm, card.group.height_mm + more_mm
                cover(mask, self.sheet, outline(card.pose, wide, high), 0)
            else:
                cover(mask, self.sheet, card.corners, 255)
        self._bare_of_kept[more_mm] = mask
        return mask.copy()

    def in_view(self, more_mm: float) -> Picture:
        """A mask over the sheet: 0 where cards that were found lie, as far about them (both sides together), and where
        those known or other things do."""
        mask = self._not_kept(0.0)
        for card in self.found:
            wide, high = size_of(card)
            cover(mask, self.sheet, outline(card.pose, wide + more_mm, high + more_mm), 0)
        for points in self._over:
            cover(mask, self.sheet, points, 0)
        return mask

    def _beside_others(self, pose: Pose) -> Picture | None:
        """A mask over the sheet: 0 where other things are known to lie; None where none lies near a pose."""
        near = self._over_middles - (pose.x, pose.y)
        return self.bare_of_others if bool((np.hypot(*near.T) < NEAR_MM).any()) else None

    @cached_property
    def _over_middles(self) -> Floats:
        return np.array([points.mean(axis=0) for points in self._over]).reshape(-1, 2)

    @cached_property
    def bare_of_others(self) -> Picture:
        """A mask over the sheet: 0 where other things are known to lie."""
        mask = np.full(self.sheet.middle.shape[:2], 255, dtype=np.uint8)
        for points in self._over:
            cover(mask, self.sheet, points, 0)
        return mask

    def shares(self, card: Lying) -> float:
        """The largest part of the card's area that it has in common with one that was found or is known."""
        return max((shared(card, other) for other in (*self.kept, *self.found)), default=0.0)

    def _shares(self, card: Lying, *, whole: bool) -> float:
        """As `shares`, with those alone that are whole (or known), or that were taken as half hidden."""
        others = (*self.kept, *(o for o in self.found if o.visible == 1)) if whole else ()
        hidden = () if whole else (o for o in self.found if o.visible < 1)
        return max((shared(card, other) for other in (*others, *hidden)), default=0.0)

    def is_busy(self, card: Lying) -> bool:
        """Whether much of the card's area is busier than the table."""
        return self._part(card, self._busy) >= SHOWS_SOMETHING

    def unexplained(self, card: Lying) -> float:
        """The part of the card's area that is busy and belongs to no card found."""
        return self._part(card, self.left)

    def _part(self, card: Lying, mask: Picture) -> float:
        return float((self.sheet.patch(card.pose, size_of(card), (20, 20), mask) > 127).mean())

    def seen_part(self, card: Lying) -> float:
        """The part of the card's area that no card found covers."""
        return float((self.sheet.patch(card.pose, size_of(card), (30, 30), self.visible) > 127).mean())

    def fit(self, candidate: CardCandidate, visible: Picture | None) -> Lying:
        """The candidate at its best pose with the reference that fits best there.

        Where the likeliest fits poorly, the likeliest of each other turn is tried as well.
        """
        best: Lying | None = None
        turns: list[float] = []
        hopeless = HOPELESS if candidate.score >= LIKELY else HOPELESS_IF_UNLIKELY
        fitted_again = -1.0 if candidate.score >= LIKELY else hopeless
        for pose, index in candidate.likeliest:
            if pose.angle in turns:
                continue
            turns.append(pose.angle)
            card = self._fit_from(candidate.group, index, pose, visible, fitted_again)
            if best is None or card.agreement > best.agreement:
                best = card
            if best.agreement >= FITS_WELL or best.agreement < hopeless:
                break
        assert best is not None, "a candidate has a likeliest reference"
        return best

    def _fit_from(
        self,
        group: References,
        index: int,
        pose: Pose,
        visible: Picture | None,
        fitted_again: float = HOPELESS,
    ) -> Lying:
        """The card at its best pose near one; what agrees this well, and not best, is fitted in another way as well."""
        card = self._fitted(group, index, pose, visible, scan=False)
        if card.index is None or not fitted_again <= card.agreement < FITS_BEST:
            return card
        if group.all[card.index].label is None:
            back, lies = self._other_back(card, visible)
            other = card if back is None else self._fitted(group, back, lies, visible, scan=False)
        else:
            # Turned by more than the fit can mend by itself? Of a back other turns were tried in any case.
            other = self._fitted(group, card.index, card.pose, visible, scan=True)
        return max(card, other, key=lambda one: one.agreement)

    def _other_back(self, card: Lying, visible: Picture | None) -> tuple[int | None, Pose]:
        """The back that agrees better with what is seen if it lies a quarter turn or two from there; None: none does.

        Backs are much alike in any turn, and which deck's it is follows from which fits in the turn that it lies in.
        """
        best, found, lies = card.agreement, None, card.pose
        for turn in card.group.turns[1:]:
            pose = replace(card.pose, angle=(card.pose.angle + 90 * turn) % 360)
            scores = agreements(self.sheet, card.group, pose, visible)
            for index, reference in enumerate(card.group.all):
                if reference.label is None and scores[index] > best:
                    best, found, lies = float(scores[index]), index, pose
        return found, lies

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
            if self.is_known(near) or self._shares(near, whole=True) > 0.5:
                continue
            # A whole card that fits well is believed before those taken as half hidden where it lies.
            needed = least if self._shares(near, whole=False) <= 0.5 else max(least, FITS_WELL)
            # What was fitted in an earlier round is remembered.
            pose = candidate.pose
            key = (id(candidate.group), candidate.likeliest[0][1], pose.x, pose.y, pose.angle)
            if key not in self._fits:
                self._fits[key] = self.fit(candidate, self._beside_others(pose))
            card = self._fits[key]
            fits = card.agreement >= needed and not self.is_known(card)
            shows = self._beside_others(card.pose)
            if fits and self._has_room(card) and self.proves(card, shows, clearly=clearly):
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
        shape = card.group.fine_pictures.shape[1:3]
        rows, columns = int(shape[0]), int(shape[1])
        patch = self.sheet.patch(card.pose, size_of(card), (rows, columns)).astype(np.float32)
        everywhere = np.ones((rows, columns), dtype=np.float32)
        shows = None
        if visible is not None:
            mask = self.sheet.patch(card.pose, size_of(card), (rows, columns), visible)
            shows = (mask > 127).astype(np.float32)
        levels, _ = window_agreements(patch, everywhere, card.group, (card.index,), shows)
        return float(levels[0]) >= (CLEARLY_LIKE_IT if clearly else LIKE_IT)

    def _has_room(self, card: Lying) -> bool:
        """Whether a card lies beside those found, or over them."""
        return all(shared(card, o) <= MOST_SHARED or lies_over(self.sheet, card, o) for o in self.found)

    def accept_free(self, proposed: Sequence[Proposed], boxes: Sequence[Box]) -> None:
        """Takes the cards proposed that agree with what is seen: whole ones, then those partly hidden by others."""
        inside = [one for one in proposed if meets_any(_at(one[2]), boxes)]
        for group, index, pose in inside:
            if index is not None and self.shares(Lying(group, None, pose, 0.0)) <= 0.5:
                card = self._fit_from(group, index, pose, None)
                new = self._has_room(card) and not self.is_known(card)
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
            if int(np.argmax(scores)) == old.index and card.agreement >= max(
                SEEN_WHOLE, old.agreement - AS_WELL
            ):
                self.take(card)

    def accept_earlier(self) -> None:
        """Takes what lay there before (known from an earlier picture) as far as what shows of it still looks so.

        It need not stand out from the table: that a card lay just there is known already.
        """
        for old in self.earlier:
            pushed = any(
                o.index == old.index
                and o.group is old.group
                and hypot(o.pose.x - old.pose.x, o.pose.y - old.pose.y) < SAME_CARD_MM
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
            stays = hypot(card.pose.x - old.pose.x, card.pose.y - old.pose.y) < STAYS_MM
            if not stays or part < LEAST_VISIBLE or card.index is None or self.is_known(card):
                continue
            same_face = card.group.all[card.index].label == old.group.all[old.index].label
            if same_face and card.agreement >= SEEN_PART and self.proves(card, self.visible):
                self.take(replace(card, visible=part))

    def _may_still_lie(self, old: Lying, index: int) -> bool:
        """Whether what shows looks a little like a card where it lay; coarsely, as it may have been pushed."""
        where = (self.sheet, old.group, index, old.pose, self.visible)
        return max(agreement(*where), agreement(*where, coarsely=True)) >= HOPELESS

    def _looks_as_it_lay(self, old: Lying, part: float) -> bool:
        """Whether what shows of a card looks as it did, or as its reference does, just where the card lay.

        A strip is too little to be fitted, it slides along. Held against where the card was known to lie, to a
        fraction of a millimetre, its fine lines agree there and nowhere else.
        """
        mask = self._not_kept(0.0)
        for card in self.found:
            wide, high = size_of(card)
            cover(mask, self.sheet, outline(card.pose, wide + 2 * SHADOW_MM, high + 2 * SHADOW_MM), 0)
        if looks_as_before(self.sheet, old, mask):
            return True
        if old.index is None or part < LEAST_KNOWN:
            return False
        label = old.group.all[old.index].label
        scores = agreements(self.sheet, old.group, old.pose, mask)
        others = [
            float(score) for score, one in zip(scores, old.group.all, strict=True) if one.label != label
        ]
        score = agreement_of_part(self.sheet, old.group, old.index, old.pose, mask)
        return score >= SEEN_PART and score > max(others, default=0.0) + LEADS

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
        x, y = card.pose.x, card.pose.y
        near = [o for o in (*self.kept, *self.found) if abs(o.pose.x - x) < SAME_CARD_MM]
        return any(hypot(x - o.pose.x, y - o.pose.y) < SAME_CARD_MM and shared(card, o) > 0.7 for o in near)

    def explains(self, card: Lying, part: float) -> bool:
        """Whether enough of the visible part of a card is not explained by others."""
        return self.unexplained(card) >= LEAST_LEFT * part


def _at(pose: Pose) -> Box:
    return pose.x, pose.y, pose.x, pose.y
