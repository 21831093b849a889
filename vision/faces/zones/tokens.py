"""The tokens of ZoneS: a side by light and dark, a piece by a symbol and two letters.

How pieces move stands on none of them: the source has lost it (ledger ZN-02).
"""

from math import cos, pi, sin
from typing import Final

from vision.faces.zones.palette import BLUE, INK, LIGHT_BLUE, PAPER, RED, mixed
from vision.faces.zones.pen import SymbolPen
from vision.faces.zones.symbols import PIECES
from vision.printed.marks import WHITE, Drawing, Glow, Label, Mark, Shape
from vision.printed.shapes import circle, polygon

TOKEN_MM: Final = 28.0
RIM_MM: Final = 1.6
LETTERS_MM: Final = 4.4
LABELS: Final = tuple(PIECES)


def draw_blank_token(*, blue: bool) -> Drawing:
    """A token of a side with nothing on it, for pieces of the owner's own."""
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
    return Drawing("blue" if blue else "white", TOKEN_MM, TOKEN_MM, tuple(marks), sign=True)


def draw_token(piece: str, name: str, *, blue: bool) -> Drawing:
    """One token: white on blue, or black on white."""
    ink, field, accent = (PAPER, BLUE, LIGHT_BLUE) if blue else (INK, PAPER, RED)
    middle = TOKEN_MM / 2
    pen = SymbolPen(x=middle, y=11.4, reach=7.3, ink=ink, paper=field, accent=accent)
    PIECES[piece](pen)
    letters = Label(middle, 24.4, short(name), LETTERS_MM, ink, font="bold", anchor="middle")
    marks = (*draw_blank_token(blue=blue).marks, *pen.marks, letters)
    return Drawing(piece, TOKEN_MM, TOKEN_MM, marks, sign=True)


def short(name: str) -> str:
    """Two letters for a piece: of several words their first ones, of one its first two."""
    words = name.split()
    if len(words) > 1 and words[0] != "Trollspawn":
        return "".join(word[0] for word in words[:2]).upper()
    return words[-1][:2].capitalize()
