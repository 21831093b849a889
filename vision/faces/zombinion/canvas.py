"""A canvas on which scenes are put together from shapes, and how its inks are mixed."""

import re
from collections.abc import Sequence
from typing import Final

from vision.printed.marks import Colour, Drawing, Fill, Gradient, Mark, Path, Placed, Point, Shape
from vision.printed.shapes import box, polygon

INK: Final[Colour] = (22, 20, 30)
CREAM: Final[Colour] = (250, 243, 224)
Edge = tuple[Colour | None, float] | None
"""Ink and width (mm) of the line about an outline."""


def down(first: Colour, last: Colour, high: float) -> Gradient:
    """A fill that runs from the top down to `high`."""
    return Gradient((0, 0), (0, high), first, last)


class Canvas:
    """Shapes in the order in which they are laid on each other."""

    def __init__(self, name: str, wide: float, high: float) -> None:
        self.name, self.wide, self.high = name, wide, high
        self.marks: list[Mark] = []

    def drawing(self) -> Drawing:
        return Drawing(self.name, self.wide, self.high, tuple(self.marks))

    def add(self, path: Path, fill: Fill | None, opacity: float = 1.0, edge: Edge = None) -> None:
        """An outline, filled, with an edge where one is named."""
        ink, mm = edge or (None, 0.4)
        self.marks.append(Shape(path, fill=fill, opacity=opacity, edge=ink, edge_mm=mm))

    def box(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        fill: Fill | None,
        radius: float = 0.0,
        edge: Edge = None,
    ) -> None:
        self.add(box(x, y, w, h, radius), fill, 1.0, edge)

    def line(self, points: Sequence[Point], ink: Colour, mm: float, opacity: float = 1.0) -> None:
        """A line of even width, straight from point to point."""
        self.marks.append(Shape(polygon(points), edge=ink, edge_mm=mm, opacity=opacity, closed=False))

    def place(
        self,
        drawing: Drawing,
        x: float,
        y: float,
        *,
        scale: float = 1.0,
        within: Path | None = None,
    ) -> None:
        self.marks.append(Placed(drawing, x, y, scale=scale, within=within))


def held(words: str) -> str:
    """Words in which no line breaks between a figure and what it counts."""
    return re.sub(r"(?<=\d) (?=\w)", "\N{NO-BREAK SPACE}", words)
