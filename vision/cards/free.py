"""Cards that lie anywhere on the mat, at any angle: what the places of the game did not explain is read as if there
were no mat, and then measured by the mat.

Rule kept: what is found so must have the size of an enrolled card, in mm, and explain something that nothing else does.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import atan2, degrees, hypot, log, sqrt
from typing import Final

import cv2
import numpy as np

from companion.sight import Sighting
from vision.arrays import Floats, Picture
from vision.cards.sheet import Pose, Sheet
from vision.decks.references import References
from vision.loose.reader import read_loose
from vision.mat.plane import Plane

Proposed = tuple[References, int | None, Pose]
"""A card that may lie somewhere: its group, its reference (None: of no deck) and its pose."""

SIZE_WITHIN: Final = 0.14
"""How far (natural logarithm) an outline's sides may be from those of a card for it to be one."""
CARD_PX: Final = 80.0
"""Cards need not be larger (geometric mean of their sides) to be found and read."""
AROUND_MM: Final = 50.0
"""So much of the table about what is unexplained is looked at."""


def find_free(
    image: Picture, plane: Plane, sheet: Sheet, groups: Sequence[References], left: Picture, height_mm: float
) -> list[Proposed]:
    """Cards about what is left unexplained (a mask over the sheet): group, reference (None: of no deck), and pose.

    `height_mm`: how high a card's face lies above the table.
    """
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
    px = plane.to_px(corners_mm)
    high, wide = image.shape[:2]
    x0, y0 = (int(v) for v in np.clip(px.min(axis=0), 0, (wide - 1, high - 1)))
    x1, y1 = (int(v) + 1 for v in np.clip(px.max(axis=0), 0, (wide - 1, high - 1)))
    part, scale = _part(image[y0:y1, x0:x1], plane, groups)
    found = []
    for sighting in read_loose(part, groups):
        if sighting.corners_px is None:
            continue
        corners_px = (np.array(sighting.corners_px) + 0.5) * scale - 0.5 + (x0, y0)
        corners = plane.to_mm(corners_px, height_mm)
        card = _card(sighting, corners, groups)
        if card is not None:
            found.append(card)
    return found


def _part(image: Picture, plane: Plane, groups: Sequence[References]) -> tuple[Picture, float]:
    """A part of the picture, made smaller where cards would be larger than CARD_PX in it, and by how much."""
    side_mm = min(sqrt(group.width_mm * group.height_mm) for group in groups)
    scale = plane.px_per_mm(plane.width_mm / 2, plane.height_mm / 2) * side_mm / CARD_PX
    if scale <= 1:
        return np.ascontiguousarray(image), 1.0
    size = (max(1, round(image.shape[1] / scale)), max(1, round(image.shape[0] / scale)))
    part = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return np.asarray(part, dtype=np.uint8), scale


def _card(sighting: Sighting, corners: Floats, groups: Sequence[References]) -> Proposed | None:
    """The sighting as a card of a group that has its size (mm); None where no group has."""
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
    """How far sides (mm) are from a card's (natural logarithm)."""
    return max(abs(log(max(wide, 1e-3) / group.width_mm)), abs(log(max(high, 1e-3) / group.height_mm)))
