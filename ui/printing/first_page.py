"""The first page of a game from a printer: what it is, which sheets are which, and how it is cut, glued and laid."""

import math
from collections.abc import Sequence
from typing import Any, Final

from companion.game import Game, Setup
from companion.kits.options import sheet_in
from companion.sight import Table
from ui.faces.face import PrintedPart
from ui.printing.sheets import room
from ui.words import _
from vision.printed.letters import LEADING, wrapped
from vision.printed.marks import Drawing, Label, Line, Mark, grey

TITLE_MM: Final = 9.0
HEAD_MM: Final = 3.6
TEXT_MM: Final = 2.9
SPACE_MM: Final = 3.0
SHEETS_MM: Final = 26.0
"""Room for the numbers of the sheets, before what is on them."""
QUIET: Final = grey(90)

PartOnPaper = tuple[PrintedPart, int, int]
"""A part of a game, and on which sheets it stands, the first and the last."""


def first_page(game: Game[Any], setup: Setup, parts: Sequence[PartOnPaper], paper: str) -> Drawing:
    """The page, as large as the paper has room for."""
    wide, high = room(paper)
    marks: list[Mark] = [Label(0, TITLE_MM, _(game.name), TITLE_MM, font="round")]
    at = TITLE_MM + SPACE_MM
    total = max((last for _part, _first, last in parts), default=1)
    at = _paragraph(
        marks, at, 0, wide, _("All that the game needs, on {n} sheets with this one.").format(n=total)
    )
    table, words = game.table(setup), ""
    if table.tags is not None:
        words = _(
            "The camera (a Camera Module 3) hangs {cm} cm above the middle of the table; all four tags are in its"
            " picture."
        ).format(cm=above_cm(*seen_mm(table), MODULE_3))
    at = _paragraph(marks, at, 0, wide, words) + SPACE_MM
    at = _heading(marks, at, wide, _("How it is made"))
    for number, step in sheet_in("ui.printing", "words", dict[str, dict[str, str]])["step"].items():
        marks.append(Label(0, at + TEXT_MM, f"{number}.", TEXT_MM, font="bold"))
        at = _paragraph(marks, at, 6, wide, _(step))
    at = _heading(marks, at + SPACE_MM, wide, _("What is on the sheets"))
    for part, first, last in parts:
        sheets = f"{first}" if first == last else f"{first}–{last}"
        marks.append(Label(0, at + TEXT_MM, sheets, TEXT_MM, font="bold"))
        marks.append(Label(SHEETS_MM, at + TEXT_MM, _(part.title), TEXT_MM, font="bold"))
        at = _paragraph(marks, at + TEXT_MM * LEADING, SHEETS_MM, wide, _(part.how)) + 1
    return Drawing(_("{game}: begin here").format(game=_(game.name)), wide, max(at, high), tuple(marks))


def _heading(marks: list[Mark], at: float, wide: float, words: str) -> float:
    marks.append(Label(0, at + HEAD_MM, words, HEAD_MM, font="round"))
    line = at + HEAD_MM + 1.5
    marks.append(Line(0, line, wide, line, ink=QUIET, width_mm=0.3))
    return line + 2


def _paragraph(marks: list[Mark], at: float, left: float, wide: float, words: str) -> float:
    """Words in lines; where what follows them begins."""
    for line in wrapped(words, "text", TEXT_MM, wide - left):
        marks.append(Label(left, at + TEXT_MM, line, TEXT_MM))
        at += TEXT_MM * LEADING
    return at


# How high a camera hangs above the mat of each game: from what it sees, and from how large the mat is.


RIM_MM: Final = 15.0
"""A finger's breadth about the tags, so that a knock does not push them out of the picture."""
RESERVE: Final = 1.05
"""Nobody hangs a camera quite straight."""
STEP_CM: Final = 5
"""Heights are told in steps of this."""


MODULE_3: Final = (66.0, 41.0)
"""What the Camera Module 3 sees across and down (degrees) in a picture of 16:9."""


def seen_mm(table: Table) -> tuple[float, float]:
    """What must be in the picture: the mat with its tags and a rim, and every region, the long side first."""
    edge = RIM_MM + (0.0 if table.tags is None else table.tags.side_mm)
    left = min(-edge, *(region.x for region in table.regions))
    near = min(-edge, *(region.y for region in table.regions))
    right = max(table.width_mm + edge, *(region.x + region.w for region in table.regions))
    far = max(table.height_mm + edge, *(region.y + region.h for region in table.regions))
    wide, high = right - left, far - near
    return max(wide, high), min(wide, high)


def above_cm(wide_mm: float, high_mm: float, camera: tuple[float, float]) -> int:
    """From how high a camera that looks straight down sees a rectangle, with RESERVE, in whole steps."""
    sides = zip((wide_mm, high_mm), camera, strict=True)
    need = max(side / 2 / math.tan(math.radians(angle / 2)) for side, angle in sides)
    return STEP_CM * math.ceil(need * RESERVE / 10 / STEP_CM)
