"""Approved sheets: what is drawn on each sheet of paper, call by call, for drawings that fit on one and on several."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.approved.records import Record, said
from ui.printing import sheets as printing
from vision.printed.marks import Block, Drawing, Image, Label, Line, grey

SIZES = {"small": (100.0, 80.0), "wide": (380.0, 120.0), "tall": (120.0, 500.0), "large": (600.0, 800.0)}
PAPERS = (*printing.PAPERS, printing.WHOLE)


class Paper:
    """What is drawn is noted in place of being drawn."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def draw(
        self, drawing: Drawing, x: float, y: float, shown: tuple[float, float, float, float] | None
    ) -> None:
        self.calls.append(said(["drawing", drawing.name, x, y, list(shown or ())]))

    def mark(self, mark: Any) -> None:
        self.calls.append(
            said([type(mark).__name__, {name: getattr(mark, name) for name in mark.__slots__ if name != "_"}])
        )


def sheets(paper: str) -> Record:
    """All that is drawn on the sheets of a paper, by the size of what is drawn."""
    return {
        name: [_drawn(page) for page in printing.pages(_marked(name, *size), paper)]
        for name, size in SIZES.items()
    }


def _drawn(page: printing.SheetPart) -> str:
    document: Any = Paper()
    printing._draw(document, page)
    return "\n".join(
        (
            said([page.words, page.width_mm, page.height_mm, page.x, page.shown_w, page.shown_h]),
            *document.calls,
        )
    )


def _marked(name: str, wide: float, high: float) -> Drawing:
    """A drawing with marks of every kind, all over and close to where the sheets of most papers end."""
    marks: list[Any] = []
    across = [x for x in (0.0, 1.5, 176.0, 186.0, 192.0, 263.0, 350.0, wide - 4) if x < wide]
    down = [y for y in (0.0, 2.5, 186.0, 255.0, 263.0, 273.0, high - 4) if y < high]
    for number, (x, y) in enumerate((x, y) for x in across for y in down):
        ink = grey(number * 7 % 256)
        marks.append(
            (
                Block(x, y, 2.0, 3.0, ink),
                Line(x + 3, y, x, y + 3, ink=ink, width_mm=0.3),
                Label(x, y, f"Ω {number}", 2.5, ink),
                Image(x, y, 3.0, 2.0, np.zeros((2, 2), np.uint8)),
            )[number % 4]
        )
    return Drawing(name, wide, high, tuple(marks))


def made() -> Iterator[tuple[str, Record]]:
    """Every paper."""
    for paper in PAPERS:
        yield paper, sheets(paper)
