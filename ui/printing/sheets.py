"""Drawings laid over sheets of paper and written as a PDF, true to size.

Rule kept: what does not fit on one sheet is spread over several that overlap, with lines to cut and glue by; every
sheet has a bar to hold a ruler against.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Final

from ui.owned.whole_files import write_whole
from ui.words import _
from vision.printed.letters import width_mm
from vision.printed.marks import BLACK, WHITE, Block, Drawing, Label, Line, grey
from vision.printed.pdf import Pages

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a3": (297.0, 420.0)}
WHOLE: Final = "whole"
"""One sheet as large as the drawing, for a print shop."""
RIM_MM: Final = 12.0
"""What no printer reaches, and where the bar and the words of a sheet stand."""
OVERLAP_MM: Final = 10.0
BAR_MM: Final = 100.0


@dataclass(frozen=True, slots=True, eq=False)
class SheetPart:
    """One sheet: its size, and the part of a drawing that it shows, from (`left`, `top`) drawing mm on."""

    drawing: Drawing
    width_mm: float
    height_mm: float
    left: float
    top: float
    shown_w: float
    shown_h: float
    words: str

    @property
    def x(self) -> float:
        """How far from the sheet's left side that part begins; it begins RIM_MM from its top."""
        # In the middle, so that what is printed on the other side of the sheet lies behind it; but parts to be glued
        # begin where the others do.
        is_whole = self.shown_w == self.drawing.width_mm
        return (self.width_mm - self.shown_w) / 2 if is_whole else RIM_MM


def room(paper: str) -> tuple[float, float]:
    """What a paper has room for (mm), upright; A4's where each drawing has a sheet of its own size."""
    wide, high = PAPERS.get(paper, PAPERS["a4"])
    return wide - 2 * RIM_MM, high - 2 * RIM_MM


def pages(drawing: Drawing, paper: str) -> list[SheetPart]:
    """The sheets of one drawing, row by row from the top left, upright or lying as takes fewer of them."""
    if paper == WHOLE:
        size = (drawing.width_mm + 2 * RIM_MM, drawing.height_mm + 2 * RIM_MM)
        return [SheetPart(drawing, *size, 0, 0, drawing.width_mm, drawing.height_mm, drawing.name)]
    upright = PAPERS[paper]
    wide, high = min((upright, upright[::-1]), key=lambda size: math.prod(_counts(drawing, size)))
    columns, rows = _counts(drawing, (wide, high))
    # Each sheet holds a like share, with what it overlaps another: nobody glues a strip of a few centimetres.
    lengths = ((drawing.width_mm, columns), (drawing.height_mm, rows))
    shown = [(length + (sheets - 1) * OVERLAP_MM) / sheets for length, sheets in lengths]
    found = []
    for row, column in product(range(rows), range(columns)):
        left, top = column * (shown[0] - OVERLAP_MM), row * (shown[1] - OVERLAP_MM)
        words = drawing.name
        if rows * columns > 1:
            words += f", row {row + 1} of {rows}, sheet {column + 1} of {columns}"
        found.append(SheetPart(drawing, wide, high, left, top, shown[0], shown[1], words))
    return found


def write_pdf(
    drawings: Sequence[Drawing],
    paper: str,
    path: Path,
    told: Callable[[int, int], None] = lambda _sheet, _total: None,
) -> int:
    """Writes the drawings, each from a sheet of its own on; gives the number of sheets.

    The file appears whole or not at all. `told` hears before each sheet which it is, of how many, and may end it all by
    raising something. Raises OSError where the file cannot be written.
    """
    sheets = [page for drawing in drawings for page in pages(drawing, paper)]
    document = Pages(drawings[0].name if drawings else path.stem)
    for number, sheet in enumerate(sheets, 1):
        told(number, len(sheets))
        document.page(sheet.width_mm, sheet.height_mm)
        _draw(document, sheet)
    path.parent.resolve(strict=True)  # a folder that somebody named is not made
    write_whole(path, document.written(), shared=True)
    return len(sheets)


def _counts(drawing: Drawing, size: tuple[float, float]) -> tuple[int, int]:
    """Sheets across and down."""

    def needed(length: float, sheet: float) -> int:
        return max(1, math.ceil((length - OVERLAP_MM) / (sheet - 2 * RIM_MM - OVERLAP_MM)))

    return needed(drawing.width_mm, size[0]), needed(drawing.height_mm, size[1])


def _draw(document: Pages, page: SheetPart) -> None:
    is_glued = page.drawing.width_mm > page.shown_w or page.drawing.height_mm > page.shown_h
    # What is whole on its sheet may run out into the rim, as marks to cut by do.
    shown = (page.left, page.top, page.shown_w, page.shown_h) if is_glued else None
    document.draw(page.drawing, page.x - page.left, RIM_MM - page.top, shown)
    if is_glued:
        # Where the next sheet begins: this one is cut there, or the next is glued over it.
        right, bottom = page.x + page.shown_w, RIM_MM + page.shown_h
        ends = [(right, 2.0, right, RIM_MM - 1), (2.0, bottom, RIM_MM - 1, bottom)]
        if page.left > 0:
            ends.append((page.x + OVERLAP_MM, 2.0, page.x + OVERLAP_MM, RIM_MM - 1))
        if page.top > 0:
            ends.append((2.0, RIM_MM + OVERLAP_MM, RIM_MM - 1, RIM_MM + OVERLAP_MM))
        for places in ends:
            document.mark(Line(*places, ink=grey(120), width_mm=0.2))
    base = page.height_mm - RIM_MM / 2
    document.mark(Line(RIM_MM, base, RIM_MM + BAR_MM, base, ink=BLACK, width_mm=0.2))
    for x in (RIM_MM, RIM_MM + BAR_MM):
        document.mark(Line(x, base - 1.5, x, base + 1.5, ink=BLACK, width_mm=0.2))
    document.mark(
        Label(RIM_MM + BAR_MM + 3, base + 1, _("100 mm: print at 100 %, not fitted to the page"), 2.0)
    )
    # On a strip of their own, so that no line to cut by runs through them.
    high, at = 2.4, RIM_MM / 2 + 0.4
    wide = width_mm(page.words, "text", high)
    document.mark(Block(RIM_MM - 0.6, at - high - 0.4, wide + 1.2, high + 1.2, WHITE))
    document.mark(Label(RIM_MM, at, page.words, high))
