"""What is thrown, as a screen draws it: a die's face, a penny's side."""

from typing import Final

from ui.present.tabletop import Piece, thing_parts
from vision.printed.marks import Art, Block, Disc, Drawing, Ink, Point, Shape
from vision.printed.shapes import box, circle

SIDE: Final = 100.0
MIDDLE: Final[tuple[Point, ...]] = ((50, 50),)
ACROSS: Final[tuple[Point, ...]] = ((27, 27), (73, 73))
FOUR: Final[tuple[Point, ...]] = (*ACROSS, (27, 73), (73, 27))
SIX: Final[tuple[Point, ...]] = tuple((x, y) for x in (27, 73) for y in (22, 50, 78))
PIPS: Final = (MIDDLE, ACROSS, (*ACROSS, *MIDDLE), FOUR, (*FOUR, *MIDDLE), SIX)
"""Of each face the middles of its pips."""


def rolled(what: str, value: int | str | None, ink: Ink) -> Drawing:
    """A die's face, a penny's side, or an empty frame that waits; `ink`: of the die and of the frame."""
    if value in ("heads", "tails"):
        penny = Piece("penny", str(value), 0, 0, width_mm=SIDE, height_mm=SIDE)
        return Drawing(what, SIDE, SIDE, thing_parts(penny, (SIDE / 2, SIDE / 2), 1.0)[0].marks)
    if what == "dice" and isinstance(value, int):
        pips = (Disc(x, y, 19, "night") for x, y in PIPS[value - 1])
        return Drawing(what, SIDE, SIDE, (Block(0, 0, SIDE, SIDE, ink, round_mm=18), *pips))
    frame = box(4, 4, 92, 92, 18) if what == "dice" else circle(50, 50, 46)
    sign = Art(30, 30, 40, 40, "ask", deck="icon", ink=ink)
    return Drawing(what, SIDE, SIDE, (Shape(frame, edge=ink, edge_mm=4), sign))
