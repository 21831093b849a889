"""A hand or an arm over the table: whether there is one, and what it covers.

Rule kept: one picture is enough; with a picture of the table without hand, what has not changed is no hand, nor is
what shows a card that is known by its face or back.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Mask, Picture
from vision.motion.reaching import Change, change_between, reaching_in
from vision.networks import network

Point = tuple[float, float]

LOOK_WIDE: Final = 160
LOOK_HIGH: Final = 96
"""Size in px at which the finder looks; smaller is quicker, and a hand is large."""
CELL: Final = 2
"""The finder answers for cells of so many of its pixels."""
LIKELY: Final = 0.5
"""A cell shows a hand from this probability on."""
LEAST_CELLS: Final = 18.0
"""Sum of the cells' probabilities from which a patch is a hand: a finger or two."""
BORDER_CELLS: Final = 2
"""Arms come over the border of the picture: a patch farther from it than this is no hand …"""
LEAST_ALONE: Final = 60.0
"""… unless it is as large as this, as when the sleeve has the table's colour."""
UNCHANGED: Final = 0.08
"""Where the picture differs from the one without hand by less than this share, there is no hand."""
ROUND_A_CARD: Final = 1.2
"""So much wider than a card is what looks like a hand because of it: gaps between cards count as theirs."""
COVERED_SHARE: Final = 0.03
"""A place is covered when the hand lies over more of it than this."""


@dataclass(frozen=True, slots=True, eq=False)
class HandsInView:
    """Where hands and arms are in a picture.

    `mask`: True where one is (LOOK_HIGH / CELL x LOOK_WIDE / CELL cells, over the whole picture); `sure`: 0..1;
    `box`: left, top, right, bottom in px of the full frame.
    """

    mask: Mask
    sure: float
    box: tuple[float, float, float, float]
    frame_size: tuple[float, float]

    def covers(self, corners_px: Iterable[Point]) -> bool:
        """Whether a hand lies over the place with these corners (px of the full frame)."""
        inside = _cells_within(corners_px, self.frame_size, self.mask.shape)
        return bool(inside.any()) and float(self.mask[inside].mean()) > COVERED_SHARE

    def reaches_beyond(self, corners_px: Iterable[Point]) -> bool:
        """Whether enough for a hand lies outside the place with these corners (px of the full frame)."""
        inside = _cells_within(corners_px, self.frame_size, self.mask.shape)
        return int((self.mask & ~inside).sum()) >= LEAST_CELLS


def find_hand(
    image: Picture,
    *,
    background: Picture | None = None,
    scale: float = 1.0,
    cards_px: Sequence[Sequence[Point]] = (),
) -> HandsInView | None:
    """The hands and arms in a picture (BGR, any size from 160 x 90 on), or None.

    `background` is a picture of the same camera and size without hand (BGR): where it still looks the same,
    nothing is taken for a hand. `scale`: how many full-frame px one px of `image` stands for. `cards_px`: corners
    (px of the full frame) of cards that were recognised and lie uncovered: there is no hand either.
    """
    frame = (image.shape[1] * scale, image.shape[0] * scale)
    if background is not None and background.shape == image.shape:
        change = change_between(background, image, (LOOK_WIDE // CELL, LOOK_HIGH // CELL))
        changed = _changed(change)
        if not _room_for_a_hand(changed):
            return None
        arm = reaching_in(change)
        chances = np.where(changed, hand_chances(image), 0)
        if arm is not None:
            chances = np.where(arm, 1.0, chances)
    else:
        chances = hand_chances(image)
    for corners in cards_px:
        chances = np.where(_cells_within(corners, frame, chances.shape, ROUND_A_CARD), 0, chances)
    likely = (chances > LIKELY).astype(np.uint8)
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(likely, connectivity=8)
    rows, columns = likely.shape
    mask = np.zeros(likely.shape, np.bool_)
    evidence = 0.0
    for label in range(1, count):
        x, y, wide, high, _ = boxes[label].tolist()
        at_border = min(x, y, columns - x - wide, rows - y - high) <= BORDER_CELLS
        patch = labels == label
        total = float(chances[patch].sum())
        if total >= (LEAST_CELLS if at_border else LEAST_ALONE):
            mask |= patch
            evidence = max(evidence, total)
    if not mask.any():
        return None
    # A cell more all round: fingertips are smaller than a cell.
    wider = cv2.dilate(mask.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    down, across = np.nonzero(wider)
    fx, fy = frame[0] / columns, frame[1] / rows
    box = (across.min() * fx, down.min() * fy, (across.max() + 1) * fx, (down.max() + 1) * fy)
    return HandsInView(
        mask=np.asarray(wider),
        sure=float(chances[mask].mean()) * (1 - 0.5 * LEAST_CELLS / max(evidence, LEAST_CELLS)),
        box=(float(box[0]), float(box[1]), float(box[2]), float(box[3])),
        frame_size=frame,
    )


def _cells_within(
    corners_px: Iterable[Point], frame_size: Point, shape: tuple[int, ...], wider: float = 1.0
) -> Mask:
    """The cells of a place with these corners (px of the full frame), made wider about its middle."""
    (wide, high), (rows, columns) = frame_size, shape
    corners = np.array([(x * columns / wide, y * rows / high) for x, y in corners_px]) - 0.5
    middle = corners.mean(axis=0)
    place = np.zeros((rows, columns), np.uint8)
    cv2.fillPoly(
        place, [np.round((middle + (corners - middle) * wider) * 16).astype(np.int32)], 1, cv2.LINE_8, 4
    )
    return np.asarray(place > 0)


def _room_for_a_hand(changed: Mask) -> bool:
    """Whether any patch of what has changed is large enough for a hand, so that it pays to look for one."""
    count, _, boxes, _ = cv2.connectedComponentsWithStats(changed.astype(np.uint8), connectivity=8)
    rows, columns = changed.shape
    for x, y, wide, high, area in boxes[1:count].tolist():
        at_border = min(x, y, columns - x - wide, rows - y - high) <= BORDER_CELLS
        if area >= (LEAST_CELLS if at_border else LEAST_ALONE):
            return True
    return False


def hand_chances(image: Picture) -> NDArray[np.float64]:
    """For each cell of the picture (BGR) the probability that a hand or an arm is there."""
    small = cv2.resize(image, (LOOK_WIDE, LOOK_HIGH), interpolation=cv2.INTER_AREA).astype(np.float32)
    even = small / (small.mean() + 8) - 1
    reader = network("hand.onnx", newest=True)
    reader.setInput(np.ascontiguousarray(even.transpose(2, 0, 1)[None]))
    answers = np.asarray(reader.forward(), dtype=np.float64)[0, 0]
    return np.asarray(1 / (1 + np.exp(-answers)))


def _changed(change: Change) -> Mask:
    """Which cells look different, and their neighbours."""
    changed = (np.abs(change).max(axis=2) > UNCHANGED).astype(np.uint8)
    return np.asarray(cv2.dilate(changed, np.ones((3, 3), np.uint8)) > 0)
