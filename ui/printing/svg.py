"""Drawings as SVG text: strokes, boxes, rings and words, nothing that a browser or a printer would not know."""

from html import escape
from typing import Final

INK: Final = "#26221c"
FAINT: Final = "#8b8375"
PAPER: Final = "#fbf8f1"


class Svg:
    """A drawing of a size in its own units; what is drawn later lies above."""

    def __init__(self, width: float, height: float, says: str) -> None:
        """`says`: what the drawing shows, for people who hear it read out."""
        self._size = (width, height)
        self._says = says
        self._marks: list[str] = []

    def line(
        self, points: list[tuple[float, float]], *, colour: str = INK, width: float = 2, dashed: bool = False
    ) -> None:
        """A line through the points."""
        way = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        dashes = ' stroke-dasharray="6 5"' if dashed else ""
        self._marks.append(
            f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="{_n(width)}"{dashes}/>'
        )

    def shape(
        self, points: list[tuple[float, float]], *, fill: str, edge: str = "none", opacity: float = 1
    ) -> None:
        """A filled outline."""
        way = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        clear = f' opacity="{_n(opacity)}"' if opacity < 1 else ""
        self._marks.append(f'<polygon points="{way}" fill="{fill}" stroke="{edge}"{clear}/>')

    def box(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        *,
        fill: str = "none",
        edge: str = "none",
        round: float = 0,
    ) -> None:
        """A rectangle, its corners rounded by so much."""
        corner = f' rx="{_n(round)}"' if round else ""
        self._marks.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{_n(h)}"{corner} fill="{fill}" stroke="{edge}"/>'
        )

    def ring(
        self, x: float, y: float, radius: float, *, fill: str = "none", edge: str = "none", width: float = 1
    ) -> None:
        """A circle."""
        self._marks.append(
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}" stroke="{edge}" '
            f'stroke-width="{_n(width)}"/>'
        )

    def words(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 13,
        colour: str = INK,
        anchor: str = "start",
        bold: bool = False,
    ) -> None:
        """One line of text on its baseline; `anchor`: start, middle or end."""
        weight = ' font-weight="bold"' if bold else ""
        where = "" if anchor == "start" else f' text-anchor="{anchor}"'
        self._marks.append(
            f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" fill="{colour}"{where}{weight}>'
            f"{escape(text, quote=False)}</text>"
        )

    def text(self) -> str:
        """The whole file."""
        wide, high = (_n(side) for side in self._size)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
            f'font-family="DejaVu Sans, Verdana, sans-serif" role="img" aria-label="{escape(self._says)}">'
        )
        ground = f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>'
        return "\n".join([head, ground, *self._marks, "</svg>"]) + "\n"


def _n(value: float) -> str:
    """A number as short as it can be written."""
    return f"{value:.1f}".rstrip("0").rstrip(".")
