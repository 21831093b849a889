"""A game's drawings laid over sheets of paper and written as a PDF, true to size.

Rule kept: a drawing larger than a sheet is spread over several overlapping ones, with lines to cut and glue
by; every sheet has a bar to check with a ruler.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from pathlib import Path
from typing import Any, Final

from companion.game import Game, Setup
from companion.sight import Table
from ui.faces.face import CardToPrint, Face, PrintedPart
from ui.owned.whole_files import write_whole
from ui.printing.parts import parts_of
from ui.records.beginning import UsageFault
from ui.words import _, word_tables
from vision.printed.card_sheets import draw_card_sheets
from vision.printed.letters import LEADING, width_mm, wrapped
from vision.printed.marks import BLACK, WHITE, Block, Drawing, Label, Line, Mark, grey
from vision.printed.pdf import Pages, saving_ink

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a3": (297.0, 420.0)}
WHOLE: Final = "whole"
"""One sheet as large as the drawing, for a print shop."""
RIM_MM: Final = 12.0
"""Margin that no printer reaches, with the bar and words of a sheet."""
OVERLAP_MM: Final = 10.0
BAR_MM: Final = 100.0


@dataclass(frozen=True, slots=True, eq=False)
class SheetPart:
    """One sheet: its size, and the part of a drawing on it, from (`left`, `top`) in drawing mm."""

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
        """Distance of that part from the sheet's left edge; from the top it is RIM_MM."""
        # Centred, so that the print on the back matches; parts to be glued are all aligned instead.
        is_whole = self.shown_w == self.drawing.width_mm
        return (self.width_mm - self.shown_w) / 2 if is_whole else RIM_MM


def room(paper: str) -> tuple[float, float]:
    """The printable size of upright paper (mm); A4's if each drawing has a sheet of its own size."""
    wide, high = PAPERS.get(paper, PAPERS["a4"])
    return wide - 2 * RIM_MM, high - 2 * RIM_MM


def pages(drawing: Drawing, paper: str) -> list[SheetPart]:
    """The sheets of a drawing, row by row from the top left, in the orientation that needs fewer."""
    if paper == WHOLE:
        size = (drawing.width_mm + 2 * RIM_MM, drawing.height_mm + 2 * RIM_MM)
        return [SheetPart(drawing, *size, 0, 0, drawing.width_mm, drawing.height_mm, drawing.name)]
    upright = PAPERS[paper]
    wide, high = min((upright, upright[::-1]), key=lambda size: math.prod(_counts(drawing, size)))
    columns, rows = _counts(drawing, (wide, high))
    # All sheets hold equal shares plus the overlap: a strip of a few cm is hard to glue.
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
    """Writes the drawings, each from a new sheet on; returns the number of sheets.

    The file appears whole or not at all. `told` is called before each sheet with its number and their total,
    and may abort by raising. Raises OSError if the file cannot be written.
    """
    sheets = [page for drawing in drawings for page in pages(drawing, paper)]
    document = Pages(drawings[0].name if drawings else path.stem)
    for number, sheet in enumerate(sheets, 1):
        told(number, len(sheets))
        document.page(sheet.width_mm, sheet.height_mm)
        _draw(document, sheet)
    path.parent.resolve(strict=True)  # a named folder must exist
    write_whole(path, document.written(), shared=True)
    return len(sheets)


def _counts(drawing: Drawing, size: tuple[float, float]) -> tuple[int, int]:
    """Sheets across and down."""

    def needed(length: float, sheet: float) -> int:
        return max(1, math.ceil((length - OVERLAP_MM) / (sheet - 2 * RIM_MM - OVERLAP_MM)))

    return needed(drawing.width_mm, size[0]), needed(drawing.height_mm, size[1])


def _draw(document: Pages, page: SheetPart) -> None:
    is_glued = page.drawing.width_mm > page.shown_w or page.drawing.height_mm > page.shown_h
    # An undivided drawing may run into the rim, as its cutting marks do.
    shown = (page.left, page.top, page.shown_w, page.shown_h) if is_glued else None
    document.draw(page.drawing, page.x - page.left, RIM_MM - page.top, shown)
    if is_glued:
        # The edge to the next sheet: this one is cut there, or the next is glued over it.
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
    # Words have a strip of their own, free of cutting lines.
    high, at = 2.4, RIM_MM / 2 + 0.4
    wide = width_mm(page.words, "text", high)
    document.mark(Block(RIM_MM - 0.6, at - high - 0.4, wide + 1.2, high + 1.2, WHITE))
    document.mark(Label(RIM_MM, at, page.words, high))


# A whole game: a first page with instructions, then its parts in order.


TITLE_MM: Final = 9.0
HEAD_MM: Final = 3.6
TEXT_MM: Final = 2.9
SPACE_MM: Final = 3.0
SHEETS_MM: Final = 26.0
"""Width of the column of sheet numbers."""
QUIET: Final = grey(90)


@dataclass(frozen=True, slots=True)
class Wish:
    """A print job. `parts`: ids, empty: all. `only`: cards by label or group, empty: all.

    `copies`: per card, None: as the game needs.
    """

    paper: str = "a4"
    parts: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    copies: int | None = None
    saves_ink: bool = False


def game_set(face: Face, setup: Setup, wish: Wish) -> list[Drawing]:
    """Every drawing of a job, with a first page for a whole game. Raises UsageFault, OwnersFault."""
    known = {part.id: part for part in parts_of(face, setup)}
    for name in wish.parts:
        if name not in known:
            raise UsageFault(f"--part: expected {', '.join(known)} of {face.game.id}, found {name!r}")
    chosen = [part for id, part in known.items() if not wish.parts or id in wish.parts]
    found: list[tuple[PrintedPart, list[Drawing]]] = []
    for part in chosen:
        drawn: list[Drawing] = []
        if part.cards is not None:
            drawn = _cards(_(part.title), part.cards(setup), wish)
        elif part.draw is not None and not wish.only:
            drawn = part.draw(setup, room(wish.paper))
            if wish.saves_ink and part.pales:
                drawn = list(map(saving_ink, drawn))
        found.append((part, drawn))
    if wish.only and not any(drawings for _part, drawings in found):
        cards = [card for part in chosen if part.cards is not None for card in part.cards(setup)]
        names = ", ".join(dict.fromkeys(name for card in cards for name in (card.group, card.label) if name))
        raise UsageFault(f"--only: expected {names}, found {' '.join(wish.only)}")
    drawings = [drawing for _part, of_part in found for drawing in of_part]
    if wish.parts or wish.only:
        return drawings
    return [_first_page(face.game, setup, found, wish.paper), *drawings]


def _cards(title: str, cards: list[CardToPrint], wish: Wish) -> list[Drawing]:
    """The sheets of cards, sorted by size; each group begins on a new sheet."""
    wanted = [card for card in cards if not wish.only or card.label in wish.only or card.group in wish.only]
    sheets = []
    for (group, *_size), alike in groupby(
        wanted, lambda card: (card.group, card.face.width_mm, card.face.height_mm)
    ):
        laid = []
        for card in alike:
            face, back = card.face, card.back
            if wish.saves_ink:
                face, back = saving_ink(face), None if back is None else saving_ink(back)
            laid += [(face, back)] * (card.copies if wish.copies is None else wish.copies)
        called = f"{title} · {group}" if group else title
        backs = _("{part}, backs of {n}").format(part=called, n="{n}")
        sheets += draw_card_sheets(laid, *room(wish.paper), (called + " {n}", backs))
    return sheets


def _first_page(
    game: Game[Any], setup: Setup, parts: Sequence[tuple[PrintedPart, list[Drawing]]], paper: str
) -> Drawing:
    """Description, list of sheets, instructions for cutting, gluing and laying; as large as the paper."""
    wide, high = room(paper)
    counts = [sum(len(pages(drawing, paper)) for drawing in drawings) for _part, drawings in parts]
    marks: list[Mark] = [Label(0, TITLE_MM, _(game.name), TITLE_MM, font="round")]
    at = TITLE_MM + SPACE_MM
    words = _("All that the game needs, on {n} sheets with this one.").format(n=1 + sum(counts))
    at = _paragraph(marks, at, 0, wide, words)
    table, words = game.table(setup), ""
    if table.tags is not None:
        words = _(
            "The camera (a Camera Module 3) hangs {cm} cm above the middle of the table; all four tags are in its"
            " picture."
        ).format(cm=above_cm(*seen_mm(table), MODULE_3))
    at = _paragraph(marks, at, 0, wide, words) + SPACE_MM
    at = _heading(marks, at, wide, _("How it is made"))
    for number, step in word_tables("ui.printing")["step"].items():
        marks.append(Label(0, at + TEXT_MM, f"{number}.", TEXT_MM, font="bold"))
        at = _paragraph(marks, at, 6, wide, _(step))
    at = _heading(marks, at + SPACE_MM, wide, _("What is on the sheets"))
    last = 1
    for (part, _drawings), count in zip(parts, counts, strict=True):
        if not count:
            continue
        first, last = last + 1, last + count
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
    """Adds words in lines; returns the height where the next text begins."""
    for line in wrapped(words, "text", TEXT_MM, wide - left):
        marks.append(Label(left, at + TEXT_MM, line, TEXT_MM))
        at += TEXT_MM * LEADING
    return at


# The camera's height above a game's mat, from its field of view and the mat's size.


AROUND_MM: Final = 15.0
"""Margin around the tags, so that a knock does not push them out of the picture."""
RESERVE: Final = 1.05
"""Factor for a camera that hangs slightly askew."""
STEP_CM: Final = 5
"""Rounding of heights."""


MODULE_3: Final = (66.0, 41.0)
"""The Camera Module 3's horizontal and vertical field of view (deg) at 16:9."""


def seen_mm(table: Table) -> tuple[float, float]:
    """The size that must be in the picture: mat, tags, margin and all regions; the long side first."""
    edge = AROUND_MM + (0.0 if table.tags is None else table.tags.side_mm)
    left = min(-edge, *(region.x for region in table.regions))
    near = min(-edge, *(region.y for region in table.regions))
    right = max(table.width_mm + edge, *(region.x + region.w for region in table.regions))
    far = max(table.height_mm + edge, *(region.y + region.h for region in table.regions))
    wide, high = right - left, far - near
    return max(wide, high), min(wide, high)


def above_cm(wide_mm: float, high_mm: float, camera: tuple[float, float]) -> int:
    """Height at which a downward camera sees a rectangle, with RESERVE, in whole steps."""
    sides = zip((wide_mm, high_mm), camera, strict=True)
    need = max(side / 2 / math.tan(math.radians(angle / 2)) for side, angle in sides)
    return STEP_CM * math.ceil(need * RESERVE / 10 / STEP_CM)
