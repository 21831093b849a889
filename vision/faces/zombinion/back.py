"""The back of every card: a hand out of a grave of a city, before the moon."""

from functools import cache
from typing import Final

from vision.faces.zombinion.canvas import CREAM, INK, Canvas
from vision.faces.zombinion.card import CARD_HIGH, RIM, WIDE
from vision.printed.marks import Drawing, Label
from vision.printed.shapes import box
from vision.printed.svg_read import kept_drawing

NAME: Final = "ZOMBINION"


@cache
def draw_back() -> Drawing:
    """The back, 59 × 91 mm."""
    canvas = Canvas("back", WIDE, CARD_HIGH)
    canvas.box(0, 0, WIDE, CARD_HIGH, CREAM)
    inner = kept_drawing(__package__, "night")
    canvas.place(inner, RIM, RIM, within=box(0, 0, inner.width_mm, inner.height_mm, 2.2))
    canvas.box(RIM, RIM, inner.width_mm, inner.height_mm, None, radius=2.2, edge=(INK, 0.8))
    canvas.box(
        RIM + 1.6, RIM + 1.6, inner.width_mm - 3.2, inner.height_mm - 3.2, None, radius=1.4, edge=(CREAM, 0.4)
    )
    canvas.marks.append(Label(WIDE / 2, CARD_HIGH - 9.2, NAME, 8.2, CREAM, font="tall", anchor="middle"))
    return canvas.drawing()
