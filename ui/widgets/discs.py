"""Thrown discs as they look: round, in their colour, with what stands on them."""

from kivy.graphics import Color, Rectangle, SmoothEllipse, SmoothLine

from ui.art.pictures import NAMES, picture
from ui.present.discs import DiscColour
from ui.widgets.painting import painted
from ui.widgets.text import letters
from ui.widgets.theme import colours, u

BLANK: dict[DiscColour, str] = {"blue": "disc-blue", "violet": "disc-risk", "yellow": "disc"}
"""The pictures of discs, by what they are called before what is on them."""
FADED = 0.36
"""How much is seen of a disc that cannot have fallen so."""


def paint_disc(
    colour: DiscColour,
    sign: str,
    middle: tuple[float, float],
    size: float,
    *,
    lit: bool = False,
    faded: bool = False,
) -> None:
    """One face of a disc around a point, `size` px wide, on the canvas that is open."""
    x, y = middle
    if lit:
        Color(*colours().chosen.ink)
        SmoothEllipse(pos=(x - size / 2, y - size / 2), size=(size, size))
        size -= u(8)
    name = f"{BLANK[colour]}-{sign}"
    drawn = name in NAMES
    Color(1, 1, 1, FADED if faded else 1.0)
    Rectangle(
        texture=painted(picture(name if drawn else BLANK[colour])),
        pos=(x - size / 2, y - size / 2),
        size=(size, size),
    )
    if not drawn:
        texture = letters(sign, max(8, round(size * 0.5)))
        Rectangle(texture=texture, pos=(x - texture.width / 2, y - texture.height / 2), size=texture.size)


def paint_place(middle: tuple[float, float], size: float) -> None:
    """Where a disc is still missing: a ring."""
    Color(*colours().line)
    SmoothLine(circle=(*middle, size / 2), width=u(1.4))
