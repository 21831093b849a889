"""Drawings of the box, put together from strokes, outlines and words in units of their own."""

from math import dist
from typing import Final, Literal

from vision.printed.letters import CAPITAL, Font
from vision.printed.marks import Colour, Drawing, Label, Mark, Path, Placed, Point, Shape
from vision.printed.shapes import box, polygon
from vision.printed.svg import svg_of

INK: Final[Colour] = (38, 34, 28)
FAINT: Final[Colour] = (139, 131, 117)
CREAM: Final[Colour] = (244, 239, 226)
PAPER: Final[Colour] = (251, 248, 241)
Anchor = Literal["start", "middle", "end"]
UNIT_MM: Final = 0.265
"""As large as a pixel of a browser."""
DASH: Final = 5.0
GAP: Final = 6.0


class Sketch:
    """A drawing of a size in units of UNIT_MM; what is drawn later lies above."""

    def __init__(self, width: float, height: float, says: str) -> None:
        """`says`: what the drawing shows, for people who hear it read out."""
        self._size = (width, height)
        self._says = says
        self._marks: list[Mark] = [Shape(box(0, 0, width, height), fill=PAPER)]

    def line(self, points: list[Point], *, colour: Colour = INK, width: float = 2) -> None:
        """A line through the points."""
        self._marks.append(Shape(polygon(points), edge=colour, edge_mm=width, closed=False))

    def dashes(self, start: Point, end: Point, *, colour: Colour, width: float) -> None:
        """A dashed line."""
        long = dist(start, end)

        def at(along: float) -> Point:
            share = min(1.0, along / long)
            return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])

        for n in range(int(long / (DASH + GAP)) + 1):
            begin = n * (DASH + GAP)
            self.line([at(begin), at(begin + DASH)], colour=colour, width=width)

    def shape(
        self, path: Path, *, fill: Colour, edge: Colour | None = None, width: float = 1, opacity: float = 1
    ) -> None:
        """A filled outline, its edge drawn so wide."""
        self._marks.append(Shape(path, fill=fill, edge=edge, edge_mm=width, opacity=opacity))

    def words(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 13,
        colour: Colour = INK,
        anchor: Anchor = "start",
        bold: bool = False,
    ) -> None:
        """One line of text on its baseline, in a font of this size."""
        font: Font = "bold" if bold else "text"
        self._marks.append(Label(x, y, text, size * CAPITAL[font], colour, font=font, anchor=anchor))

    def svg(self) -> str:
        """The whole file."""
        wide, high = self._size
        drawn = Placed(Drawing(self._says, wide, high, tuple(self._marks)), 0, 0, scale=UNIT_MM)
        return svg_of(Drawing(self._says, wide * UNIT_MM, high * UNIT_MM, (drawn,)))
