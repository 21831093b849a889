"""A screen to print that stands across a board: folded along its top, with two feet that it is stuck into."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.printed.marks import Drawing, Image, Label, Line, Mark, grey

Picture = NDArray[np.uint8]

HIGH_MM: Final = 90.0
BEYOND_MM: Final = 20.0
"""The screen is so much longer than the board on each side, so that its feet stand off the squares."""
FOOT_MM: Final = 60.0
SLIT_MM: Final = 30.0
BAND_MM: Final = 22.0
CAPITAL_MM: Final = 22.0
CUT, FOLD, INK = grey(110), grey(190), grey(90)
GAP_MM: Final = 5.0


def draw_screen(title: str, width_mm: float, pictures: Sequence[Picture]) -> Drawing:
    """The screen for a board so wide: both its sides, one upside down above the other, and the feet below.

    `pictures` run along the foot of each side.
    """
    wide = width_mm + 2 * BEYOND_MM
    marks: list[Mark] = []
    front = _side(title, wide, pictures)
    back = np.ascontiguousarray(np.rot90(front, 2))
    marks += [Image(0, 0, wide, HIGH_MM, back), Image(0, HIGH_MM, wide, HIGH_MM, front)]
    marks += _dashed(0, HIGH_MM, wide, HIGH_MM)
    marks += _frame(0, 0, wide, 2 * HIGH_MM)
    for x in (BEYOND_MM / 2, wide - BEYOND_MM / 2):
        # The slits that the feet are pushed into, through both sides.
        marks += [Line(x, 0, x, SLIT_MM, ink=CUT), Line(x, 2 * HIGH_MM - SLIT_MM, x, 2 * HIGH_MM, ink=CUT)]
    top = 2 * HIGH_MM + GAP_MM
    for left in (0.0, FOOT_MM + GAP_MM):
        marks += _frame(left, top, FOOT_MM, FOOT_MM)
        middle = left + FOOT_MM / 2
        marks.append(Line(middle, top, middle, top + FOOT_MM - SLIT_MM, ink=CUT))
    words = (
        "Fold along the broken line and glue the two halves back to back.",
        "Cut the slits; push the two feet over them, so that the screen stands.",
    )
    for line, text in enumerate(words):
        marks.append(Label(2 * (FOOT_MM + GAP_MM) + 4, top + 8 + 6 * line, text, 2.4, INK))
    return Drawing("screen", wide, top + FOOT_MM, tuple(marks))


def _side(title: str, wide: float, pictures: Sequence[Picture]) -> Picture:
    """One side upright: the title over a band of pictures, on a dark ground."""
    px = 6
    side = np.full((round(HIGH_MM * px), round(wide * px), 3), (70, 48, 34), np.uint8)
    for row in range(0, side.shape[0], 4 * px):
        cv2.line(side, (0, row), (side.shape[1], row + 8 * px), (82, 58, 42), px, cv2.LINE_AA)
    size = round(BAND_MM * px)
    top = side.shape[0] - size - 2 * px
    for number, left in enumerate(range(2 * px, side.shape[1] - size, size + px)):
        tile = cv2.resize(pictures[number % len(pictures)], (size, size), interpolation=cv2.INTER_AREA)
        side[top : top + size, left : left + size] = tile
    scale = CAPITAL_MM * px / 22
    (across, high), _ = cv2.getTextSize(title, cv2.FONT_HERSHEY_TRIPLEX, scale, 3 * px)
    at = ((side.shape[1] - across) // 2, (top + high) // 2)
    cv2.putText(side, title, at, cv2.FONT_HERSHEY_TRIPLEX, scale, (236, 244, 248), 3 * px, cv2.LINE_AA)
    return side


def _dashed(x0: float, y0: float, x1: float, y1: float) -> list[Mark]:
    count = max(1, round((x1 - x0) / 8))
    step = (x1 - x0) / count
    return [Line(x0 + n * step, y0, x0 + (n + 0.5) * step, y1, ink=FOLD) for n in range(count)]


def _frame(x: float, y: float, w: float, h: float) -> list[Mark]:
    return [
        Line(x, y, x + w, y, ink=CUT),
        Line(x + w, y, x + w, y + h, ink=CUT),
        Line(x + w, y + h, x, y + h, ink=CUT),
        Line(x, y + h, x, y, ink=CUT),
    ]
