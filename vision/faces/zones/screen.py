"""A screen that stands across the board: folded along its top, with two feet that it is stuck into."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from vision.faces.zones.palette import PAPER
from vision.printed.letters import LEADING, wrapped
from vision.printed.marks import Drawing, Label, Mark, Placed, grey
from vision.printed.shapes import box
from vision.printed.svg import kept_drawing

HIGH_MM: Final = 90.0
FOOT_MM: Final = 60.0
TITLE_MM: Final = 17.0
_NOTE_MM: Final = 2.95


def draw_screen(title: str, width_mm: float, words: Sequence[str]) -> Drawing:
    """The screen for a board so wide: both its sides, one upside down above the other, and the feet below.

    `words`: how it is put together, a paragraph each, beside the feet.
    """
    coast, cuts = (kept_drawing(__package__, f"{name}-{width_mm:g}") for name in ("coast", "cuts"))
    plank = Label(coast.width_mm / 2, 38.2, title, TITLE_MM, PAPER, font="gothic", anchor="middle")
    side = replace(coast, marks=(*coast.marks, plank))
    half = box(0, 0, side.width_mm, HIGH_MM)
    marks: list[Mark] = [
        Placed(side, 0, 0, turn=180, within=half),
        Placed(side, 0, HIGH_MM, within=half),
        *cuts.marks,
    ]
    at = 2 * HIGH_MM + 11.0
    for text in words:
        for line in wrapped(text, "text", _NOTE_MM, FOOT_MM):
            marks.append(Label(0, at, line, _NOTE_MM, grey(60)))
            at += _NOTE_MM * LEADING
        at += 1.5
    return replace(cuts, name="screen", marks=tuple(marks))
