"""What was taken for a penny and is only what its card has printed there.

Rule kept: a coin is opaque, so that nothing of the print beneath it shows; where the print does show, no coin lies.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Sighting
from vision.arrays import Picture, Values
from vision.cards.lying import Lying
from vision.cards.reader import CARD_TOP_MM
from vision.cards.reading import fine_patch
from vision.mat.plane import Plane

REACH_MM: Final = 9.0
"""The print is compared so far about the penny's middle."""
SHOWS: Final = 0.6
"""Correlation with the print from which it shows: of print 0.9 and more, under pennies up to 0.25 (painted)."""
LEAST_PRINT: Final = 4.0
"""Where print differs by fewer grey levels there is nothing to compare."""
LEAST_PART: Final = 0.5
WINDOW_MM: Final = 16.0
"""Side of a square as large as what is compared about a penny."""


def print_in(patch: Picture, left: float, far: float, px_per_mm: float, card: Lying) -> NDArray[np.bool_]:
    """Where in a patch the print of a card shows, so that no penny's middle is there: as `is_print`, all over at once.

    `patch` (BGR) is the table from straight above, its far left corner at `left` and `far` (mm). Shades of grey are
    compared: print that differs in hue alone is not told.
    """
    if card.index is None:
        return np.zeros(patch.shape[:2], bool)
    known, inside = _printed(patch, left, far, px_per_mm, card)
    seen = cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY).astype(np.float32) - np.float32(128)
    side = 2 * round(WINDOW_MM * px_per_mm / 2) + 1

    def sums(values: Values) -> Values:
        box = cv2.boxFilter(values, cv2.CV_32F, (side, side), normalize=False, borderType=cv2.BORDER_CONSTANT)
        return np.asarray(box, np.float32)

    seen *= inside
    part = np.maximum(sums(inside), np.float32(1))
    own, theirs = sums(seen), sums(known)
    spread = sums(known * known) - theirs * theirs / part
    power = np.maximum(sums(seen * seen) - own * own / part, 0) * np.maximum(spread, 0)
    alike = sums(seen * known) - own * theirs / part
    shows = (alike >= SHOWS * np.sqrt(power)) & (spread >= LEAST_PRINT**2 * part)
    return np.asarray(shows & (part >= LEAST_PART * side * side))


def _printed(patch: Picture, left: float, far: float, px_per_mm: float, card: Lying) -> tuple[Values, Values]:
    """A card's reference as it lies in a patch, in shades of grey about 0, and where it lies (1)."""
    picture = cv2.cvtColor(card.group.fine_pictures[card.index or 0], cv2.COLOR_BGR2GRAY) - np.float32(128)
    rows, columns = picture.shape
    turn, pose = np.deg2rad(card.pose.angle), card.pose
    right, down = columns / card.group.width_mm, rows / card.group.height_mm
    cosine, sine = np.cos(turn) / px_per_mm, np.sin(turn) / px_per_mm
    onto = np.array([[right * cosine, -right * sine, 0.0], [down * sine, down * cosine, 0.0]])
    middle = (pose.x - left) * px_per_mm - 0.5, (far - pose.y) * px_per_mm - 0.5
    onto[:, 2] = np.array([(columns - 1) / 2, (rows - 1) / 2]) - onto[:, :2] @ middle
    size, flags = (patch.shape[1], patch.shape[0]), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    known = cv2.warpAffine(picture, onto, size, flags=flags)
    inside = np.zeros(patch.shape[:2], np.float32)
    corners = (card.corners - (left, far)) * (px_per_mm, -px_per_mm) - 0.5
    cv2.fillConvexPoly(inside, np.rint(corners * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return np.asarray(known * inside, np.float32), inside


def is_print(image: Picture, plane: Plane, penny: Sighting, card: Lying) -> bool:
    """Whether a penny (with its place in mm) that was seen on a card is the print of it."""
    if card.index is None or penny.x is None or penny.y is None:
        return False
    group = card.group
    known = group.fine_pictures[card.index]
    rows, columns = known.shape[:2]
    turn = np.deg2rad(card.pose.angle)
    off_x, off_y = penny.x - card.pose.x, penny.y - card.pose.y
    right = ((np.arange(columns) + 0.5) / columns - 0.5) * group.width_mm
    up = (0.5 - (np.arange(rows) + 0.5) / rows) * group.height_mm
    across = right[None] - (np.cos(turn) * off_x + np.sin(turn) * off_y)
    along = up[:, None] - (np.cos(turn) * off_y - np.sin(turn) * off_x)
    within = np.hypot(across, along) < REACH_MM
    cell = group.width_mm * group.height_mm / (rows * columns)
    if within.sum() * cell < LEAST_PART * np.pi * REACH_MM**2:
        return False
    printed = known[within].astype(np.float64)
    printed -= printed.mean(axis=0)
    if float(printed.std()) < LEAST_PRINT:
        return False
    seen = fine_patch(image, plane, card.pose, group, CARD_TOP_MM)[0][within].astype(np.float64)
    seen -= seen.mean(axis=0)
    alike = float((seen * printed).sum() / np.sqrt((seen**2).sum() * (printed**2).sum() + 1e-6))
    return alike >= SHOWS
