"""The tokens of ZoneS without letters, and their symbols."""

from math import cos, pi, sin
from typing import Final

from vision.faces.zones.parts import INK, PAPER, TOKEN_MM
from vision.printed.marks import WHITE, Drawing, Glow, Mark, Shape, mixed
from vision.printed.shapes import circle, polygon
from vision.workshop.zones.palette import BLUE, LIGHT_BLUE, RED
from vision.workshop.zones.pen import SymbolPen
from vision.workshop.zones.symbols import PIECES

RIM_MM: Final = 1.6


def draw_blank_token(*, blue: bool) -> Drawing:
    """A blank token of a side, for an owner's pieces."""
    middle, rim = TOKEN_MM / 2, PAPER if blue else INK
    field = Glow((middle - 3, middle - 4), 16, mixed(BLUE, WHITE, 0.14), BLUE) if blue else Glow(
        (middle - 3, middle - 4), 16, WHITE, PAPER
    )  # fmt: skip
    marks: list[Mark] = [
        Shape(circle(middle, middle, middle), fill=rim),
        Shape(circle(middle, middle, middle - RIM_MM), fill=field),
        Shape(circle(middle, middle, middle - RIM_MM - 0.7), edge=LIGHT_BLUE if blue else RED, edge_mm=0.35),
    ]
    notch = INK if blue else PAPER
    for n in range(24):
        angle = 2 * pi * n / 24
        ends = [
            (middle + away * cos(angle + lean), middle + away * sin(angle + lean))
            for away, lean in ((middle - 0.3, 0.0), (middle - 1.3, 0.09))
        ]
        marks.append(Shape(polygon(ends), edge=notch, edge_mm=0.3, closed=False))
    marks.append(Shape(circle(middle, middle, middle - 0.1), edge=(150, 150, 150), edge_mm=0.2))
    return Drawing("blue" if blue else "white", TOKEN_MM, TOKEN_MM, tuple(marks))


def draw_symbol(piece: str, *, blue: bool) -> Drawing:
    """A piece's symbol: white on blue, or black on white."""
    ink, field, accent = (PAPER, BLUE, LIGHT_BLUE) if blue else (INK, PAPER, RED)
    pen = SymbolPen(x=TOKEN_MM / 2, y=11.4, reach=7.3, ink=ink, paper=field, accent=accent)
    PIECES[piece](pen)
    return Drawing(piece, TOKEN_MM, TOKEN_MM, tuple(pen.marks))
