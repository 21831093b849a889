"""What of a sheet has been explained by cards that were found, and what is still unexplained.

Rule kept: what a card covers is not seen, so nothing is held against it.
"""

from collections.abc import Sequence
from functools import cached_property

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.cards.fitting import cover, disagreement, outline
from vision.cards.lying import MOST_SHARED, Lying, shared
from vision.cards.sheet import Pose, Sheet
from vision.decks.references import References

LEAST_VISIBLE = 0.3
"""A card of which less shows is not told from its surroundings."""
STANDS_OUT = 0.85
"""Part of a whole card that is busier than the table, on one from which cards stand out."""
THIN_MM = 13
"""What is left over in strips thinner than this is the edge of something."""
NEAR_MM = 60.0
"""Other things whose middle lies no farther from a card's may lie on it."""


class Explained:
    """A sheet as far as it has been explained: what has been found, what it covers, what is still unexplained."""

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
        if self._left is None:
            self._left = self._still_left()
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

    def _still_left(self) -> Picture:
        left = np.asarray(cv2.bitwise_and(self._busy, self._not_kept(5.0)), dtype=np.uint8)
        for card in self.found:
            wider = outline(card.pose, card.group.width_mm + 5, card.group.height_mm + 5)
            cover(left, self.sheet, wider, 0)
        left |= self.at_odds
        thin = np.ones((THIN_MM, THIN_MM), np.uint8)
        # Beyond the sheet nothing is left: of what its edge cuts off no card within reach shows more than a corner.
        opened = cv2.morphologyEx(left, cv2.MORPH_OPEN, thin, borderType=cv2.BORDER_CONSTANT, borderValue=0)
        return np.asarray(opened, dtype=np.uint8)

    def _not_kept(self, more_mm: float) -> Picture:
        """A mask over the sheet: 0 where cards that are known show, and as far about them (both sides together)."""
        if more_mm not in self._bare_of_kept:
            self._bare_of_kept[more_mm] = self._without_kept(more_mm)
        return self._bare_of_kept[more_mm].copy()

    def _without_kept(self, more_mm: float) -> Picture:
        mask = np.full(self.sheet.middle.shape[:2], 255, dtype=np.uint8)
        still = {id(card) for card in self.kept}
        for card in self.earlier:
            if id(card) in still:
                wide, high = card.group.width_mm + more_mm, card.group.height_mm + more_mm
                cover(mask, self.sheet, outline(card.pose, wide, high), 0)
            else:
                cover(mask, self.sheet, card.corners, 255)
        return mask

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
        return self._bare_of_others if bool((np.hypot(*near.T) < NEAR_MM).any()) else None

    @cached_property
    def _over_middles(self) -> Floats:
        return np.array([points.mean(axis=0) for points in self._over]).reshape(-1, 2)

    @cached_property
    def _bare_of_others(self) -> Picture:
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

    def unexplained(self, card: Lying) -> float:
        """The part of the card's area that is busy and belongs to no card found."""
        return self._part(card, self.left)

    def _part(self, card: Lying, mask: Picture) -> float:
        return float((self.sheet.patch(card.pose, size_of(card), (20, 20), mask) > 127).mean())

    def seen_part(self, card: Lying) -> float:
        """The part of the card's area that no card found covers."""
        return float((self.sheet.patch(card.pose, size_of(card), (30, 30), self.visible) > 127).mean())


def size_of(card: Lying) -> tuple[float, float]:
    """Width and height of a card (mm)."""
    return (card.group.width_mm, card.group.height_mm)
