"""Finds the cards on the sheet: first in the regions, then where something is unexplained, last at any angle.

Rule kept: the clearest card first, then what it covers, until no card would explain what is left.
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

# Explains the sheet card by card: which candidates are accepted as cards.
# Rule kept: a card must be seen to be found; a card under another is compared only where it shows.
# Agreement is correlation with a reference, -1..1.

LEAST_VISIBLE = 0.3
"""Minimum visible share of a card."""
STANDS_OUT = 0.85
"""Minimum share of a whole card that is busier than the table, on a table from which cards stand out."""
THIN_MM = 13
"""Unexplained strips thinner than this are the edge of something."""
SHOWS_SOMETHING = 0.35
"""Minimum share of a place that is busier than the table for something to lie there."""
MAY_LIE_MM = 60.0
"""Maximum distance of middles at which another thing may lie on a card."""

SEEN_PART = 0.48
"""Minimum agreement of a half-hidden card."""
FITS_WELL = 0.75
"""Agreement above which no other turn at a place is tried."""
HOPELESS = 0.3
"""Agreement below which no other turn at a place is tried."""
LOOKS_LIKELY, HOPELESS_IF_UNLIKELY = 0.42, 0.45
"""Below the first coarse score the second limit replaces HOPELESS: an unlikely place fits well at once or never. A
likelier place that does not fit at once is fitted coarsely too, because fine patterns lead a fit astray."""
FITS_BEST = 0.88
"""A card that agrees less than this may be turned by more than a fit corrects by itself."""
AS_WELL = 0.03
"""Maximum loss of agreement of a card that has not moved and on which nothing new lies."""
LIKE_IT, CLEARLY_LIKE_IT = 0.4, 0.52
"""Minimum agreement, window by window, for a face that fits less than well to be that card."""
BACK_CLEAR = 0.62
LEAST_KNOWN = 0.15
"""Minimum visible share of a card that lay there before and has not moved; of others: LEAST_VISIBLE."""
LEAST_STRIP = 0.08
"""Minimum visible share of a card whose strip looks as it did."""
LEADS_THEN = 0.1
"""Minimum lead over every other face when only a strip is compared with the reference."""
OPEN = 0.97
"""A card of which so much shows agrees with its reference as well by what shows as by all of it."""
SLEEVE_MM = 3.0
"""Width of the rim about a card in which its shadow and sleeve alter the card beneath."""
SAME_CARD_MM = 12.0
LEAST_LEFT = 0.25
"""Minimum unexplained share of the visible part of a half-hidden card."""
MOSTLY_LEFT = 0.36
"""Minimum unexplained share of the middle of a place for an uppermost card to be searched there."""


Proposed = tuple[References, int | None, Pose]
"""A card that may lie somewhere: its group, its reference (None: of no deck) and its pose."""


class CardSearch:
    """One search of a sheet: the cards found, what they cover, and what is still unexplained."""

    def __init__(
        self,
        sheet: Sheet,
        groups: Sequence[References],
        restless: Picture,
        kept: Sequence[Lying] = (),
        earlier: Sequence[Lying] = (),
        over: Sequence[Floats] = (),
    ) -> None:
        """`restless`: mask of where something may lie (see `busy`). `kept`: cards known from an earlier picture that
        are not searched again. `earlier`: all cards of that picture, bottom first; where one lay that was not kept,
        something changed. `over`: outlines (mm) of other things that lie on cards; nothing is compared there.
        """
        self.sheet = sheet
        self.groups = groups
        self.found: list[Lying] = []
        self._visible: Picture | None = None
        self._left: Picture | None = None
        self.kept = tuple(kept)
        self.earlier = tuple(earlier) or self.kept
        self.over = tuple(over)
        self._busy = restless.copy()
        self._odd: dict[Lying, Picture] = {}
        self._bare_of_kept: dict[float, Picture] = {}
        self._fits: dict[tuple[References, int, float, float, float], Lying] = {}

    def take(self, card: Lying) -> None:
        """Adds a card, and drops cards added before that contradict it."""
        if card.visible == 1:
            self.found = [o for o in self.found if o.visible < 1 or shared(card, o) <= MOST_SHARED]
            # A card taken as half hidden stays if enough of it shows beside the new one too.
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
        # The masks are drawn when next read: several cards are often added in a row.
        self._visible = self._left = None

    def give_up(self, outline: Floats) -> None:
        """Drops what is left unexplained within an outline (mm)."""
        cover(self._busy, self.sheet, outline, 0)
        self._left = None

    @property
    def visible(self) -> Picture:
        """Mask over the sheet: 255 where neither a found nor a known card is on top.

        A found card that disagrees with the picture at a spot is not on top there, so the spot is 255 too.
        """
        if self._visible is None:
            self._visible = self._not_kept(0.0) & self._bare_of_found(0.0) | self.at_odds
        return self._visible

    @property
    def left(self) -> Picture:
        """Mask over the sheet: 255 where something busy belongs to no card, found or known."""
        if self._left is not None:
            return self._left
        left = self._busy & self._not_kept(5.0) & self._bare_of_found(5.0) | self.at_odds
        thin = np.ones((THIN_MM, THIN_MM), np.uint8)
        # Nothing is left beyond the sheet: a card that its edge cuts off shows at most a corner on it.
        opened = cv2.morphologyEx(left, cv2.MORPH_OPEN, thin, borderType=cv2.BORDER_CONSTANT, borderValue=0)
        self._left = np.asarray(opened, dtype=np.uint8)
        return self._left

    @property
    def cards_stand_out(self) -> bool:
        """Whether the table is plain enough for cards to stand out all over: the tenth percentile of whole cards."""
        x, y, wide, high = self.sheet.box
        parts = sorted(
            self._part(card, self._busy)
            for card in (*self.kept, *self.found)
            if card.visible == 1 and x < card.pose.x < x + wide and y < card.pose.y < y + high
        )
        return not parts or parts[len(parts) // 10] >= STANDS_OUT

    @property
    def at_odds(self) -> Picture:
        """Mask over the sheet: 255 where something large seems to lie on a found card."""
        if not self._odd:
            return np.zeros(self.sheet.middle.shape[:2], dtype=np.uint8)
        odd = np.bitwise_or.reduce(list(self._odd.values()))
        return np.asarray(odd & self.sheet.mask([card.corners for card in self.kept], 0))

    def _not_kept(self, more_mm: float) -> Picture:
        """Mask over the sheet: 0 where kept cards show, each enlarged by `more_mm` (both sides together)."""
        if more_mm not in self._bare_of_kept:
            mask = self.sheet.mask((), 0)
            for card in self.earlier:
                shows = card in self.kept
                cover(mask, self.sheet, card.wider(more_mm) if shows else card.corners, 0 if shows else 255)
            self._bare_of_kept[more_mm] = mask
        return self._bare_of_kept[more_mm]

    def _bare_of_found(self, more_mm: float) -> Picture:
        """Mask over the sheet: 0 where found cards lie, each enlarged by `more_mm` (both sides together)."""
        return self.sheet.mask([card.wider(more_mm) for card in self.found], 0)

    def in_view(self, more_mm: float) -> Picture:
        """Mask over the sheet: 0 on kept cards, on other things, and on found cards enlarged by `more_mm`."""
        return self._not_kept(0.0) & self._bare_of_found(more_mm) & self.bare_of_others

    def _beside_others(self, pose: Pose) -> Picture | None:
        """`bare_of_others`, or None where no other thing lies near the pose."""
        near = np.array([points.mean(axis=0) for points in self.over]).reshape(-1, 2) - (pose.x, pose.y)
        return self.bare_of_others if bool((np.hypot(*near.T) < MAY_LIE_MM).any()) else None

    @cached_property
    def bare_of_others(self) -> Picture:
        """Mask over the sheet: 0 where other things are known to lie, or where glare burns the picture out."""
        mask = self.sheet.mask(self.over, 0)
        return mask if self.sheet.unburnt is None else mask & self.sheet.unburnt

    def shares(self, card: Lying, *, whole: bool | None = None) -> float:
        """The largest share (0..1) of the card's area in common with one other card, found or known.

        `whole`: True counts whole and known cards only, False half-hidden ones only, None all.
        """
        found = [o for o in self.found if whole is None or whole == (o.visible == 1)]
        others = found if whole is False else [*self.kept, *found]
        return max((shared(card, other) for other in others), default=0.0)

    def is_busy(self, card: Lying) -> bool:
        """Whether at least SHOWS_SOMETHING of the card's area is busier than the table."""
        return self._part(card, self._busy) >= SHOWS_SOMETHING

    def unexplained(self, card: Lying) -> float:
        """The share of the card's area that is busy and belongs to no card."""
        return self._part(card, self.left)

    def _part(self, card: Lying, mask: Picture) -> float:
        return self.sheet.part(card.pose, card.group.size, mask)

    def seen_part(self, card: Lying) -> float:
        """The share of the card's area that no card covers."""
        return self._part(card, self.visible)

    def fit(self, candidate: CardCandidate, visible: Picture | None) -> Lying:
        """The candidate at its best pose, with the reference that fits best there.

        If the likeliest reference fits poorly, the likeliest of each other turn is tried too.
        """
        best: Lying | None = None
        turns: list[float] = []
        weighed = False
        hopeless = HOPELESS if candidate.score >= LOOKS_LIKELY else HOPELESS_IF_UNLIKELY
        again_from = -1.0 if candidate.score >= LOOKS_LIKELY else hopeless
        for pose, index in candidate.likeliest:
            is_back = candidate.group.all[index].label is None
            # A back that was fitted was weighed in every turn.
            if pose.angle in turns or (is_back and weighed):
                continue
            turns.append(pose.angle)
            card = self._fit_from(candidate.group, index, pose, visible, again_from)
            weighed |= is_back
            if best is None or card.agreement > best.agreement:
                best = card
            if best.agreement >= FITS_WELL or best.agreement < hopeless:
                break
        assert best is not None, "a candidate has a likeliest reference"
        return best

    def _fit_from(
        self, group: References, index: int, pose: Pose, visible: Picture | None, again_from: float = HOPELESS
    ) -> Lying:
        """The card fitted from a pose; between `again_from` and FITS_BEST it is fitted in a second way too."""
        card = self._fitted(group, index, pose, visible, scan=False)
        if card.index is None or not again_from <= card.agreement < FITS_BEST:
            return card
        if group.all[card.index].label is None:
            # A back looks much alike in every turn, and the right turn decides the deck: the other turns are tried
            # with all backs, and the best of them is fitted.
            best, back, lies = card.agreement, None, card.pose
            for turn in group.turns[1:]:
                turned = replace(card.pose, angle=(card.pose.angle + 90 * turn) % 360)
                scores = agreements(self.sheet, group, turned, visible)
                for one in group.backs:
                    if scores[one] > best:
                        best, back, lies = float(scores[one]), one, turned
            other = card if back is None else self._fitted(group, back, lies, visible, scan=False)
        else:
            # A face may be turned by more than the fit corrects by itself.
            other = self._fitted(group, card.index, card.pose, visible, scan=True)
        return max(card, other, key=lambda one: one.agreement)

    def _fitted(
        self, group: References, index: int, pose: Pose, visible: Picture | None, *, scan: bool
    ) -> Lying:
        # Once more if another reference agrees better at the fitted pose.
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
        """Adds every candidate that proves to be an uncovered card; returns the others.

        `clearly`: a candidate that fits less than well (glare, dark) must match its reference closely in detail.
        `least`: minimum agreement.
        """
        rest = []
        for candidate in candidates:
            near = Lying(candidate.group, None, candidate.pose, 0.0)
            if self.is_known(near) or self.shares(near, whole=True) > 0.5:
                continue
            # Where half-hidden cards were added, a whole card replaces them only if it fits well.
            needed = least if self.shares(near, whole=False) <= 0.5 else max(least, FITS_WELL)
            # Fits of earlier rounds are cached.
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
        """Whether a face that fits less than well matches its reference window by window too, where it shows.

        Backs are exempt: their fine patterns hardly match window by window, and no face is mistaken for them.
        """
        if card.agreement >= FITS_WELL or card.index is None:
            return True
        if card.group.all[card.index].label is None:
            return not clearly or card.agreement >= BACK_CLEAR
        level = _by_windows(self.sheet, card, visible, least=0.5)
        return level >= (CLEARLY_LIKE_IT if clearly else LIKE_IT)

    def has_room(self, card: Lying) -> bool:
        """Whether a card lies beside or over every found card."""
        return all(shared(card, o) <= MOST_SHARED or lies_over(self.sheet, card, o) for o in self.found)

    def accept_free(self, proposed: Sequence[Proposed], boxes: Sequence[Box]) -> None:
        """Adds proposed cards that agree with the picture: whole ones first, then those partly hidden."""
        inside = [one for one in proposed if meets_any(_at(one[2]), boxes)]
        for group, index, pose in inside:
            if index is not None and self.shares(Lying(group, None, pose, 0.0)) <= 0.5:
                card = self._fit_from(group, index, pose, None)
                new = self.has_room(card) and not self.is_known(card)
                if card.agreement >= SEEN_WHOLE and new and self.proves(card):
                    self.take(card)
        # Second pass: a card on top may have been found after the one beneath it.
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
        """Adds whole cards of the earlier picture that fit at their old pose as well as they did; saves a search."""
        for old in self.earlier:
            if old.index is None or old.visible < 1 or self.is_known(old):
                continue
            scores = agreements(self.sheet, old.group, old.pose, self._beside_others(old.pose))
            card = replace(old, agreement=float(scores[old.index]))
            least = max(SEEN_WHOLE, old.agreement - AS_WELL)
            if int(np.argmax(scores)) == old.index and card.agreement >= least:
                self.take(card)

    def accept_earlier(self) -> None:
        """Adds cards of the earlier picture that still look the same where they show. They need not stand out from the
        table: that a card lay there is known."""
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
            # Before `is_known`: another card may lie so near that only the strip beside it tells the two apart.
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
        """Whether a card may still lie at its old pose; also at the coarse level, because it may have been pushed."""
        where = (self.sheet, old.group, old.pose, self.visible)
        seen = agreements(*where)[index], agreements(*where, coarsely=True)[index]
        return float(max(seen)) >= HOPELESS

    def _looks_as_it_lay(self, old: Lying, part: float) -> bool:
        """Whether the visible part of a card looks as it did, or as its reference does, at its old pose.

        A fit would slide along a narrow strip, so the old pose, exact to a fraction of a millimetre, is used: fine
        lines agree there and nowhere else.
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
        score = float(scores[old.index]) if part >= OPEN else agreement_of_part(self.sheet, old, mask)
        return score >= SEEN_PART and score > max(others, default=0.0) + LEADS_THEN

    def accept_unread(self, proposed: Sequence[Proposed], boxes: Sequence[Box]) -> None:
        """Adds outlines of cards that explain something: backs with little contrast, and cards of no deck."""
        for group, _, pose in proposed:
            card = Lying(group, None, pose, 0.0)
            part = self.seen_part(card)
            if part < LEAST_VISIBLE or self.is_known(card) or not meets_any(_at(pose), boxes):
                continue
            if self.unexplained(card) >= MOSTLY_LEFT * part:
                back = back_at(self.sheet, group, pose, self.visible if part < 1 else None)
                self.take(replace(back or card, visible=part))

    def is_known(self, card: Lying) -> bool:
        """Whether a found or kept card already lies at the card's pose."""
        x, y = card.pose.x, card.pose.y
        near = (o for o in (*self.kept, *self.found) if abs(o.pose.x - x) < SAME_CARD_MM > abs(o.pose.y - y))
        return any(card.pose.off(o.pose) < SAME_CARD_MM and shared(card, o) > 0.7 for o in near)

    def explains(self, card: Lying, part: float) -> bool:
        """Whether enough of the visible `part` of a card is unexplained by others."""
        return self.unexplained(card) >= LEAST_LEFT * part


def _at(pose: Pose) -> Box:
    return pose.x, pose.y, pose.x, pose.y


# Backs beneath cards that lie off the middle of a square (attacked cards, at first sight). Only backs are
# searched, only about the middle of a region that such a card partly covers, and only the part beside that
# card is compared. A fit would slide along a strip, so poses are tried one by one. At the coarse level a
# printed square passes for the rim of a back; window by window it never does.

OFF_MM = 6.0
"""Maximum distance from the middle of its region of a whole card that hides no back."""
HIDDEN_OFF_MM = 12.0
"""Maximum distance from the middle of a half-hidden card that is itself the card searched for."""
COVERS = 0.2
"""Minimum share that the card above covers of a card in the middle of the region."""
LEAST_SHOWS = 0.1
"""Minimum visible share of a back."""
SHADOW_MM = 3.0
"""Enlargement (both sides together) of a card to the area that it and its shadow hide."""
FINE_STEP_MM, REACH_MM, MOST_OFF_MM = 0.8, 4.0, 4.8
"""Step and reach of the grid about the middle of a region; maximum distance of the fitted back, per axis."""
TURNS_DEG = (-4.0, -2.0, 0.0, 2.0, 4.0)
"""Turns of a back off the table's axes that are tried."""
LIKELY = 0.03
"""Minimum agreement, times the root of the visible share, of a pose that is refined."""
LIKELIEST, LIKELY_PLACES = 8, 8
"""Maximum poses that are refined, and maximum considered per back and turn."""
APART_MM = 2.0
"""Poses of one back nearer than this count as one."""
FINER = ((0.75, 1.0), (0.4, 0.5))
"""Steps (mm, deg) of the refinement, in this order."""
CLIMBS = 4
"""Maximum steps per step size."""
WEIGHED = 4
"""Maximum refined poses that are compared window by window."""
AGREES, LITTLE_AGREES, LITTLE = 0.36, 0.6, 0.15
"""Minimum agreement window by window; the second applies where less than LITTLE of the back shows, because a narrow
strip is mostly rim and a printed frame has a rim too."""
LEADS = 0.15
"""Minimum lead over any face."""


def take_beneath(finding: CardSearch, table: Table, boxes: Sequence[Box]) -> None:
    """Adds backs in the middles of regions (within the boxes, mm) that cards lying off those middles half hide."""
    for group in finding.groups:
        backs = group.backs
        for region in table.regions if backs else ():
            x, y = region.centre
            if is_strip(region, group) or not meets_any((x, y, x, y), boxes):
                continue
            middle = Lying(group, None, Pose(x, y, 0.0), 0.0)
            # Needs a whole card over the middle but off it, and no card in the middle itself.
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
    """The back that lies about `middle`; None where its visible part (`mask`) is not clearly a back."""
    group = middle.group
    # Three stages, each dearer and for fewer poses: a grid, refinement, comparison window by window.
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
    """The likeliest distinct poses of backs about `middle`; agreement is weighted by the root of the visible share."""
    group = middle.group
    size, shape = group.size, group.middle.shape
    reach = np.arange(-REACH_MM, REACH_MM + FINE_STEP_MM / 2, FINE_STEP_MM)
    places = mesh(middle.pose.x + reach, middle.pose.y + reach)
    found: list[Lying] = []
    for angle in TURNS_DEG:
        # All windows of a turn at once: the visible samples, and the picture light-normalised on them.
        seen_through = _windows(sheet, places, angle, size, shape, mask)
        shows = (seen_through > 255 * LEAST_SEEN).astype(np.float32)
        patches = _windows(sheet, places, angle, size, shape, sheet.middle)
        seen = stand_out(patches, weights=shows)
        flat, weights = seen.reshape(len(places), -1), shows.reshape(len(places), -1)
        own, much = np.einsum("ns,ns->n", flat, flat), np.sqrt(weights.mean(axis=1))
        mostly = (shows.mean(axis=0) > 0.5).astype(np.float32)
        for index in backs:
            for turn in group.turns:
                # A back's light is normalised on samples that show in most windows; exact for each would be slow.
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
    """The pose that hill climbing from `start` ends at, in the quarter turn that fits best there."""

    def tried(x: float, y: float, angle: float) -> Lying:
        """The card at a pose; agreement is the correlation of the visible part times the root of its share."""
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
    """Agreement window by window of the visible part of a card with the best of the `chosen` references. No `chosen`:
    the card's own. `least`: share of a sample that must show for the sample to count."""
    group, pose = card.group, card.pose
    rows, columns = group.fine_pictures.shape[1:3]
    size, shape = group.size, (int(rows), int(columns))
    everywhere, shows = np.ones(shape, dtype=np.float32), sheet.shows(pose, size, shape, mask, least)
    asked = tuple(chosen or [index for index in (card.index,) if index is not None])
    return float(window_agreements(sheet.patch(pose, size, shape), everywhere, group, asked, shows)[0].max())


def _windows(sheet: Sheet, places: Floats, angle: float, size: Size, shape: Shape, layer: Picture) -> Picture:
    """Windows of a layer about many places, interpolated: fine lines agree within half a millimetre only."""
    x, y = Pose(0.0, 0.0, angle).places(*np.meshgrid(*offsets(*size, *shape)))
    columns = (x + places[:, 0, None, None] - sheet.x - 0.5).astype(np.float32).reshape(-1, shape[1])
    rows = (sheet.far - y - places[:, 1, None, None] - 0.5).astype(np.float32).reshape(-1, shape[1])
    taken = cv2.remap(layer, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(taken, dtype=np.uint8).reshape(len(places), *shape, *layer.shape[2:])


# Strips: regions with room for several cards, side by side or overlapping, each at least half visible. The
# uppermost card of a row is whole and found first, then those that it half hides, and so on down. Beside a
# card just found, only its own turn is searched, so long rows cost little.


CLEAR, WHOLE = 0.72, 0.85
"""Minimum coarse correlation and agreement of an uncovered card under most lamps; half-hidden ones have less."""
PERHAPS_WHOLE, BESIDE_ALL = 0.5, 0.25
"""Minimum coarse correlation of a possibly whole card, and maximum share of its area in common with found cards: grid
places are a little off, and cards side by side may touch."""
HARDLY_SEEN = 0.2
"""Minimum visible share of a place, once better ones were taken, that is worth a fit."""
OFF_LINE_MM = 10.0
"""Maximum distance from the middle line of a strip in the first search."""
CERTAIN = 0.8
"""Agreement of a visible part that no bare table reaches."""
OFF_ROW_MM = 7.5
"""Maximum distance of a card from the line of its row."""
DEEPEST = 16
"""Maximum cards of a row that lie one half under the other."""
BESIDE = 0.85
"""Maximum distance of the middles of a card and one that it half hides, over the shorter side."""


def search_strips(finding: CardSearch, table: Table, boxes: Sequence[Box]) -> list[CardCandidate]:
    """Adds cards in strips whose middles lie in the boxes (mm); returns the candidates that did not fit."""
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
        # Half-hidden cards, and cards in glare or a hand's shadow, come after all plain ones.
        left: list[CardCandidate] = []
        # A card slid under one that looks as before shows only beside that one: rows of uncovered known cards are
        # followed in the first round, those of the others in the second.
        over = [card for card in (*finding.kept, *finding.found) if card.group is group]
        for score, least in ((CLEAR, WHOLE), (0.0, WHOLE), (0.0, SEEN_WHOLE)):
            tried = [*left, *(candidate for candidate in candidates if candidate.score >= score)]
            candidates = [candidate for candidate in candidates if candidate.score < score]
            known = list(finding.found)
            left = finding.accept(tried, clearly=True, least=least)
            # Whole cards are added before rows are followed: where one lies, nothing is half hidden.
            whole = [one for one in candidates if one.score >= PERHAPS_WHOLE and _is_beside(finding, one)]
            finding.accept(whole, clearly=True, least=WHOLE)
            fresh = [card for card in finding.found if card not in known]
            uppermost = [card for card in over if card.visible == 1] or over
            over = [card for card in over if card not in uppermost]
            _follow_rows(finding, group, strips, [*uppermost, *fresh], boxes)
        rest += left
    return rest


def _is_beside(finding: CardSearch, candidate: CardCandidate) -> bool:
    """Whether a candidate may lie beside all cards: it shares at most BESIDE_ALL with any."""
    return finding.shares(Lying(candidate.group, None, candidate.pose, 0.0)) <= BESIDE_ALL


def is_strip(region: Region, group: References) -> bool:
    """Whether a region has room for two cards of a group's size side by side."""
    wide, high = group.width_mm, group.height_mm
    upright = (region.w // wide) * (region.h // high)
    return max(upright, (region.w // high) * (region.h // wide)) >= 2


def angles_in(region: Region, group: References) -> tuple[float, ...]:
    """Grid angles (deg) at which a card fits into the region; near all quarter turns where both ways fit."""
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
    """Adds the cards that the `fresh` ones half hide, then those that these hide, until none is found."""
    distinct = finding.cards_stand_out
    for _ in range(DEEPEST):
        if not fresh:
            return
        before = len(finding.found)
        # Upright and crosswise cards separately, so that beside each only its own turn is searched.
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
                finding, group, inside(finding.sheet, group, places, boxes), cards_stand_out=distinct
            )
            angles = tuple(turned + angle for angle in NEARLY_UPRIGHT)
            take_hidden(finding, group, places, angles, certain=CERTAIN)
        fresh = finding.found[before:]


def _beside(card: Lying, region: Region) -> Floats:
    """Places along a strip, on both sides of a card in it, where it would half hide another."""
    reach = BESIDE * min(card.group.width_mm, card.group.height_mm)
    along = np.arange(-reach, reach + 0.1, STEP_MM)
    off = np.arange(-OFF_ROW_MM, OFF_ROW_MM + 0.1, STEP_MM)
    if region.h > region.w:
        along, off = off, along
    return mesh(card.pose.x + along, card.pose.y + off)


def _is_turned(card: Lying, turned: float) -> bool:
    """Whether a card lies within 45 deg of `turned` (deg) or of its opposite."""
    return abs((card.pose.angle - turned + 90) % 180 - 90) < 45


def take_hidden(
    finding: CardSearch, group: References, places: Floats, angles: Sequence[float], certain: float = 1.0
) -> None:
    """Adds cards about these places that lie under found ones, compared where they show. A card that agrees by at least
    `certain` need not stand out from the table."""
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
    """Places where a found card would hide part of another, and enough of the visible rest is unexplained.

    Where cards do not stand out from the table, the unexplained share is not asked for: it proves nothing there.
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
    """The share (0..1) of a mask that is set, per place, in an upright square with the card's shorter side."""
    if not len(places):
        return np.zeros(0)
    side = int(min(group.size))
    column = np.clip(np.rint(places[:, 0] - finding.sheet.x), 0, mask.shape[1] - 1).astype(int)
    row = np.clip(np.rint(finding.sheet.far - places[:, 1]), 0, mask.shape[0] - 1).astype(int)
    # Blur only about the places: a change is small and the sheet large.
    left, top = max(int(column.min()) - side, 0), max(int(row.min()) - side, 0)
    about = mask[top : int(row.max()) + side + 1, left : int(column.max()) + side + 1]
    part = cv2.blur(about, (side, side), borderType=cv2.BORDER_REPLICATE)
    return np.asarray(part[row - top, column - left] / 255.0, dtype=np.float64)


def inside(sheet: Sheet, group: References, places: Floats, boxes: Sequence[Box]) -> Floats:
    """The places that lie in a box and far enough inside the sheet for a whole card."""
    if not len(places):
        return places.reshape(0, 2)
    margin = reach_mm(*group.size)
    x, y, w, h = sheet.box
    good = (places > (x + margin, y + margin)) & (places < (x + w - margin, y + h - margin))
    boxed = np.zeros(len(places), dtype=bool)
    for left, bottom, right, top in boxes:
        boxed |= ((places >= (left, bottom)) & (places <= (right, top))).all(axis=1)
    return places[good.all(axis=1) & boxed]


# Searches places closely where a card lies and the coarse grid shows none. In glare, as on sleeves, the edges of a
# highlight outshine all print; and a pattern as fine as waves, in a small picture or beside a token, agrees nowhere on
# the coarse grid. There references are compared window by window with what shows.

CLOSE_STEP_MM = 1.6
CLOSE_MM = 4.0
"""Step and reach of the search about the middle of a region."""
FEW = 4
"""Maximum busy middles that are searched without glare: more of them mean that the table itself is busy."""
CLOSEST = 3
"""Maximum references fitted at a place."""


def take_closely(finding: CardSearch, places: Floats, boxes: Sequence[Box]) -> None:
    """Takes the cards about places (N x 2 mm); where glare leaves none clear, nothing more is searched for."""
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
    """The card about a place that agrees by `least` or more with what shows (a mask over the sheet), or None."""
    group, best = middle.group, list[tuple[float, int, Pose]]()
    size, shape = group.size, group.middle.shape
    if sheet.part(middle.pose, size, shows, LEAST_SEEN) < LEAST_VISIBLE:
        return None
    reach = np.arange(-CLOSE_MM, CLOSE_MM + 0.1, CLOSE_STEP_MM)
    places = mesh(middle.pose.x + reach, middle.pose.y + reach)
    for angle in angles_near_upright(group):
        shown = _windows(sheet, places, angle, size, shape, shows) > 255 * LEAST_SEEN
        weights = None if shown.all() else shown.astype(np.float32)
        seen = stand_out(_windows(sheet, places, angle, size, shape, sheet.middle), weights=weights)
        own = np.einsum("nrcs,nrcs->n", seen, seen)[:, None]
        for turn in group.turns:
            patch = np.rot90(seen, -turn, (1, 2)).reshape(len(places), -1)
            theirs = group.middle.powers
            if weights is not None:
                open_part = np.rot90(weights, -turn, (1, 2)).reshape(len(places), -1)
                theirs = np.repeat(open_part, 3, axis=1) @ group.middle.squares.T
            scores = patch @ group.middle.values.reshape(len(group.all), -1).T
            scores = scores / np.sqrt(own * theirs + 1e-6)
            at, index = divmod(int(scores.argmax()), len(group.all))
            x, y = places[at].tolist()
            best.append((float(scores[at, index]), index, Pose(x, y, (angle + 90 * turn) % 360)))
    likeliest = sorted(best, key=lambda one: -one[0])[:CLOSEST]
    fitted = [Lying(group, n, fit_pose(sheet, group, n, pose, shows), score) for score, n, pose in likeliest]
    levels = [_by_windows(sheet, card, shows, least=0.5) for card in fitted]
    return fitted[levels.index(max(levels))] if max(levels) >= least else None


Elsewhere = Callable[[Picture], Sequence[Proposed]]
"""From a mask over the sheet: the cards that may lie at any angle where it is set."""

NEAR_MM = 10.0
"""Maximum distance from the middle of a region in the first search."""
MIDDLE_MM = 20.0
"""Half-width of the square about the middle of a region that every card lying there covers."""
WORTH_A_FIT = 0.38
"""Minimum coarse correlation of a place that is fitted."""
ROUNDS = 3
LEAST_TOGETHER = 0.16
"""Minimum share of a card's area left unexplained in one patch before a card at any angle is searched there:
MOSTLY_LEFT of the visible part of a card that shows by 45 %."""
LEAST_AT_ODDS = 0.1
"""Minimum share of a place where found cards disagree with the picture before a card lying across them is searched;
between them the table may be bare."""
OFF_MIDDLE_MM = 34.0
"""Reach of the search about an unexplained outline: more than half a square."""
LOST_PART = 0.1
"""Minimum unexplained share of a vanished card's place that is not bare."""
TURNED_WITHIN_MM = 7.5
"""Maximum distance from its old place of a card turned over beneath another."""
STRIP_CLEAR = 0.8
"""Minimum agreement with a face of the visible strip of such a card."""
MOST_PLACES = 1500
"""Maximum places searched for unexplained cards; reached on a table as busy as the cards."""


def find_lying(
    finding: CardSearch,
    table: Table,
    boxes: Sequence[Box],
    elsewhere: Elsewhere | None = None,
    changed: Sequence[Box] | None = None,
) -> tuple[Lying, ...]:
    """The cards whose middle lies in one of the boxes (mm), in the order of finding. `elsewhere` proposes cards at any
    angle. `changed`: boxes (mm) that hold every change; None: unknown."""
    sheet, groups = finding.sheet, finding.groups
    # Regions first: most cards lie in the middle of one. Strips have a search of their own.
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
    # Upright and crosswise cards where something is unexplained, and the cards under them.
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
    # Doubtful candidates wait until all certain cards are explained.
    before = list(finding.found)
    finding.accept(sorted(doubtful, key=lambda one: -one.score))
    if _has_new(finding, before):
        _uncover(finding, centres, boxes)
    _take_known(finding)
    # A card vanished and its place is not bare: another may lie askew over it.
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
    """Whether a new card may lie at the middle (mm) of a region: the picture changed there, or an earlier card near
    it is not found yet."""
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
    """Adds cards near the `puzzling` ones, and those under them; returns whether any was added.

    On cloth as busy as a dark back, a card askew over another leaves nothing unexplained. Two signs remain: the
    outline that both make together, and a vanished card whose place is not bare.
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
    """Whether a card was added since `before`; the count does not tell, as `take` also drops cards."""
    return any(card not in before for card in finding.found)


def _take_known(finding: CardSearch) -> None:
    """Adds earlier cards that still show, and those that were turned over in place under another."""
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
    """The unexplained mask, reduced to patches large enough to be the visible part of a card."""
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
    """Adds cards that lie under found ones, compared where they show."""
    for group in finding.groups:
        around = list(centres) or [(c.pose.x, c.pose.y) for c in finding.found]
        reach = NEAR_MM if centres else 36.0
        places = inside(finding.sheet, group, grid_around(around, reach), boxes)
        places = half_hidden(finding, group, places)
        take_hidden(finding, group, places, angles_near_upright(group))


def _left_places(finding: CardSearch, group: References, boxes: Sequence[Box]) -> Floats:
    """Grid places where much of a card's area is unexplained, or found cards disagree with the picture."""
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
    """The places at least 25 mm from every known card's middle."""
    if not len(known) or not len(places):
        return places
    apart = np.hypot(places[:, None, 0] - known[None, :, 0], places[:, None, 1] - known[None, :, 1])
    return np.asarray(places[apart.min(axis=1) > 25.0], dtype=np.float64)
