"""Drawings laid over sheets of paper and written as a PDF, true to size.

Rule kept: what does not fit on one sheet is spread over several that overlap, with lines to cut and glue by; every
sheet has a bar to hold a ruler against.
"""

import io
import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
from fpdf import FPDF

from vision.printed.drawing import Block, Drawing, Image, Label, Line, Mark

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a3": (297.0, 420.0)}
WHOLE: Final = "whole"
"""One sheet as large as the drawing, for a print shop."""
RIM_MM: Final = 12.0
"""What no printer reaches, and where the bar and the words of a sheet stand."""
OVERLAP_MM: Final = 10.0
BAR_MM: Final = 100.0
POINT_MM: Final = 25.4 / 72
CAPITAL: Final = 0.7
"""Height of a capital over the size of its font."""


@dataclass(frozen=True, slots=True, eq=False)
class SheetPart:
    """One sheet: its size, and the part of a drawing that it shows, from (`left`, `top`) drawing mm on.

    `x`: how far from the sheet's left side that part begins; it begins RIM_MM from its top.
    """

    drawing: Drawing
    width_mm: float
    height_mm: float
    left: float
    top: float
    shown_w: float
    shown_h: float
    x: float
    words: str


def room(paper: str) -> tuple[float, float]:
    """What a paper has room for (mm), upright."""
    wide, high = PAPERS[paper]
    return wide - 2 * RIM_MM, high - 2 * RIM_MM


def pages(drawing: Drawing, paper: str) -> list[SheetPart]:
    """The sheets of one drawing, row by row from the top left, upright or lying as takes fewer of them."""
    if paper == WHOLE:
        size = (drawing.width_mm + 2 * RIM_MM, drawing.height_mm + 2 * RIM_MM)
        return [_page(drawing, size, 0, 0, drawing.width_mm, drawing.height_mm, drawing.name)]
    upright = PAPERS[paper]
    wide, high = min((upright, upright[::-1]), key=lambda size: math.prod(_counts(drawing, size)))
    columns, rows = _counts(drawing, (wide, high))
    step_x, step_y = wide - 2 * RIM_MM - OVERLAP_MM, high - 2 * RIM_MM - OVERLAP_MM
    found = []
    for row in range(rows):
        for column in range(columns):
            left, top = column * step_x, row * step_y
            shown = (
                min(wide - 2 * RIM_MM, drawing.width_mm - left),
                min(high - 2 * RIM_MM, drawing.height_mm - top),
            )
            words = drawing.name
            if rows * columns > 1:
                words += f", row {row + 1} of {rows}, sheet {column + 1} of {columns}"
            found.append(_page(drawing, (wide, high), left, top, *shown, words))
    return found


def write_pdf(drawings: Sequence[Drawing], paper: str, path: Path) -> int:
    """Writes the drawings, each from a sheet of its own on; gives the number of sheets.

    The file appears whole or not at all. Raises OSError where it cannot be written.
    """
    sheets = [page for drawing in drawings for page in pages(drawing, paper)]
    document = FPDF(unit="mm")
    document.set_auto_page_break(False)
    document.set_creator("Zo Companion")
    document.set_margin(0)
    document.c_margin = 0
    for sheet in sheets:
        document.add_page(format=(sheet.width_mm, sheet.height_mm))
        _draw(document, sheet)
    partial = path.with_name(f".{path.name}.part")
    try:
        with partial.open("wb") as file:
            file.write(document.output())
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise
    return len(sheets)


def _counts(drawing: Drawing, size: tuple[float, float]) -> tuple[int, int]:
    """Sheets across and down."""

    def needed(length: float, sheet: float) -> int:
        shown = sheet - 2 * RIM_MM
        return 1 if length <= shown else 1 + math.ceil((length - shown) / (shown - OVERLAP_MM))

    return needed(drawing.width_mm, size[0]), needed(drawing.height_mm, size[1])


def _page(
    drawing: Drawing, size: tuple[float, float], left: float, top: float, wide: float, high: float, words: str
) -> SheetPart:
    # In the middle, so that what is printed on the other side of the sheet lies behind it; but parts to be glued begin
    # where the others do.
    x = (size[0] - wide) / 2 if wide == drawing.width_mm else RIM_MM
    return SheetPart(drawing, *size, left, top, wide, high, x, words)


def _draw(document: FPDF, page: SheetPart) -> None:
    off_x, off_y = page.x - page.left, RIM_MM - page.top
    with document.rect_clip(x=page.x, y=RIM_MM, w=page.shown_w, h=page.shown_h):
        for mark in page.drawing.marks:
            if _on(mark, page):
                _mark(document, mark, off_x, off_y)
    document.set_draw_color(120)
    document.set_line_width(0.2)
    glued = page.drawing.width_mm > page.shown_w or page.drawing.height_mm > page.shown_h
    if glued:
        _cut_lines(document, page)
    base = page.height_mm - RIM_MM / 2
    document.set_draw_color(0)
    document.line(RIM_MM, base, RIM_MM + BAR_MM, base)
    for x in (RIM_MM, RIM_MM + BAR_MM):
        document.line(x, base - 1.5, x, base + 1.5)
    _words(
        document, Label(RIM_MM + BAR_MM + 3, base + 1, "100 mm: print at 100 %, not fitted to the page", 2.0)
    )
    _words(document, Label(RIM_MM, RIM_MM / 2 + 1, page.words, 2.4))


def _on(mark: Mark, page: SheetPart) -> bool:
    """Whether a mark may touch what the sheet shows; words are kept near its edges too."""
    if isinstance(mark, Line):
        box = (min(mark.x0, mark.x1), min(mark.y0, mark.y1), max(mark.x0, mark.x1), max(mark.y0, mark.y1))
    elif isinstance(mark, Label):
        box = (
            mark.x,
            mark.y - 2 * mark.size_mm,
            mark.x + mark.size_mm * len(mark.words),
            mark.y + mark.size_mm,
        )
    else:
        box = (mark.x, mark.y, mark.x + mark.w, mark.y + mark.h)
    right, bottom = page.left + page.shown_w, page.top + page.shown_h
    return box[0] <= right and box[2] >= page.left and box[1] <= bottom and box[3] >= page.top


def _mark(document: FPDF, mark: Mark, off_x: float, off_y: float) -> None:
    if isinstance(mark, Block):
        document.set_fill_color(mark.grey)
        document.rect(mark.x + off_x, mark.y + off_y, mark.w, mark.h, style="F")
    elif isinstance(mark, Line):
        document.set_draw_color(mark.grey)
        document.set_line_width(mark.width_mm)
        document.line(mark.x0 + off_x, mark.y0 + off_y, mark.x1 + off_x, mark.y1 + off_y)
    elif isinstance(mark, Label):
        _words(document, Label(mark.x + off_x, mark.y + off_y, mark.words, mark.size_mm, mark.grey))
    else:
        _image(document, mark, off_x, off_y)


def _image(document: FPDF, image: Image, off_x: float, off_y: float) -> None:
    written, data = cv2.imencode(".png", image.picture)
    if not written:
        raise ValueError("expected a picture of 8-bit samples")
    document.image(io.BytesIO(data.tobytes()), image.x + off_x, image.y + off_y, image.w, image.h)


def _words(document: FPDF, label: Label) -> None:
    document.set_font("helvetica", size=label.size_mm / CAPITAL / POINT_MM)
    document.set_text_color(label.grey)
    # The fonts that every PDF reader brings know Western letters only.
    document.text(label.x, label.y, label.words.encode("latin-1", "replace").decode("latin-1"))


def _cut_lines(document: FPDF, page: SheetPart) -> None:
    """Where the next sheet begins: cut this one there, or glue the next over it."""
    right, bottom = page.x + page.shown_w, RIM_MM + page.shown_h
    if page.left > 0:
        document.line(page.x + OVERLAP_MM, 2, page.x + OVERLAP_MM, RIM_MM - 1)
    if page.top > 0:
        document.line(2, RIM_MM + OVERLAP_MM, RIM_MM - 1, RIM_MM + OVERLAP_MM)
    document.line(right, 2, right, RIM_MM - 1)
    document.line(2, bottom, RIM_MM - 1, bottom)
