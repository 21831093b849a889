"""A card that lies somewhere on the table, and what two of them have to do with each other."""

from dataclasses import dataclass
from functools import cached_property
from math import cos, hypot, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture
from vision.boxes import meet
from vision.cards.fitting import agreement, cover, outline
from vision.cards.sheet import Pose, Sheet, reach_mm
from vision.decks.references import References

Box = tuple[float, float, float, float]
"""Left, bottom, right, top in table mm."""

MOST_SHARED = 0.12
"""Two cards that lie side by side share at most this part of their area."""
STAYS_MM = 4.0
"""A card that lies no farther from where it lay may be the same."""


@dataclass(frozen=True, eq=False)
class Lying:
    """A card that lies somewhere: `index` is the likeliest reference of its group, None where none fits.

    `looked`: how it looked when it was last read (see `looks`); None where that is not known.
    """

    group: References
    index: int | None
    pose: Pose
    agreement: float
    visible: float = 1.0
    looked: Picture | None = None

    @cached_property
    def corners(self) -> Floats:
        return outline(self.pose, self.group.width_mm, self.group.height_mm)

    @cached_property
    def box(self) -> Box:
        """The upright box about the card."""
        cosine, sine = abs(cos(radians(self.pose.angle))), abs(sin(radians(self.pose.angle)))
        across = (cosine * self.group.width_mm + sine * self.group.height_mm) / 2
        along = (sine * self.group.width_mm + cosine * self.group.height_mm) / 2
        x, y = self.pose.x, self.pose.y
        return (x - across, y - along, x + across, y + along)

    @cached_property
    def _outline(self) -> NDArray[np.float32]:
        """The corners as OpenCV takes them."""
        return self.corners.astype(np.float32)

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


def shared(one: Lying, other: Lying) -> float:
    """The part of the smaller card's area that two cards have in common."""
    if hypot(one.pose.x - other.pose.x, one.pose.y - other.pose.y) > one.reach + other.reach:
        return 0.0
    if not meet(one.box, other.box):
        return 0.0
    area, _ = cv2.intersectConvexConvex(one._outline, other._outline)
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
