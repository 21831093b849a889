"""A screen that stands across the board: folded along its top, with two feet that it is stuck into."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from vision.faces.zones.palette import PAPER, WOOD, mixed
from vision.printed.letters import LEADING, wrapped
from vision.printed.marks import LINE_MM, WHITE, Drawing, Label, Line, Mark, Placed, Shape, grey
from vision.printed.shapes import box
from vision.printed.svg_read import kept_drawing

HIGH_MM: Final = 90.0
BEYOND_MM: Final = 20.0
"""The screen is so much longer than the board on each side, so that its feet stand off the squares."""
FOOT_MM: Final = 60.0
SLIT_MM: Final = 30.0
GAP_MM: Final = 5.0
TITLE_MM: Final = 17.0
CUT, FOLD, NOTE = grey(110), grey(190), grey(60)
_NOTE_MM: Final = 2.95


def draw_screen(title: str, width_mm: float, words: Sequence[str]) -> Drawing:
    """The screen for a board so wide: both its sides, one upside down above the other, and the feet below.

    `words`: how it is put together, a paragraph each, beside the feet.
    """
    wide = width_mm + 2 * BEYOND_MM
    side = _side(title, width_mm)
    marks: list[Mark] = [
        Placed(side, 0, 0, turn=180, within=box(0, 0, wide, HIGH_MM)),
        Placed(side, 0, HIGH_MM, within=box(0, 0, wide, HIGH_MM)),
        *_dashed(wide, HIGH_MM),
        *(Line(0, y, wide, y, ink=CUT) for y in (0.0, 2 * HIGH_MM)),
        *(Line(x, 0, x, 2 * HIGH_MM, ink=CUT) for x in (0.0, wide)),
    ]
    for x in (BEYOND_MM / 2, wide - BEYOND_MM / 2):
        # The slits that the feet are pushed into, through both sides: seen on whatever lies beneath.
        for ink, wide_mm in ((WHITE, 3 * LINE_MM), (CUT, LINE_MM)):
            marks += [
                Line(x, 0, x, SLIT_MM, ink=ink, width_mm=wide_mm),
                Line(x, 2 * HIGH_MM - SLIT_MM, x, 2 * HIGH_MM, ink=ink, width_mm=wide_mm),
            ]
    top = 2 * HIGH_MM + GAP_MM
    # Words and feet side by side on the first sheet of the narrowest paper.
    for left in (FOOT_MM + GAP_MM / 2, 2 * FOOT_MM + GAP_MM):
        middle = left + FOOT_MM / 2
        marks += [
            Shape(box(left, top, FOOT_MM, FOOT_MM), fill=mixed(WOOD, WHITE, 0.75), edge=CUT),
            Line(middle, top, middle, top + FOOT_MM - SLIT_MM, ink=CUT),
        ]
    at = top + 6.0
    for text in words:
        for line in wrapped(text, "text", _NOTE_MM, FOOT_MM):
            marks.append(Label(0, at, line, _NOTE_MM, NOTE))
            at += _NOTE_MM * LEADING
        at += 1.5
    return Drawing("screen", wide, top + FOOT_MM, tuple(marks))


def _side(title: str, board_mm: float) -> Drawing:
    """One side upright: a coast, and the title on its plank."""
    coast = kept_drawing(__package__, f"coast-{board_mm:g}")
    words = Label(coast.width_mm / 2, 38.2, title, TITLE_MM, PAPER, font="gothic", anchor="middle")
    return replace(coast, marks=(*coast.marks, words))


def _dashed(wide: float, y: float) -> list[Mark]:
    count = max(1, round(wide / 8))
    step = wide / count
    return [Line(n * step, y, (n + 0.5) * step, y, ink=FOLD) for n in range(count)]
