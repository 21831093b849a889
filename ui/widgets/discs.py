"""Thrown discs as they look: round, in their colour, with a number, a lightning or a spiral on them."""

# mypy: disable-error-code="misc"
import math

from kivy.graphics import Color, Rectangle, SmoothEllipse, SmoothLine, SmoothTriangle

from ui.present.discs import DiscColour
from ui.widgets.palette import Colour
from ui.widgets.text import letters
from ui.widgets.theme import DISCS, ON_DISCS, colours, u

INKS: dict[DiscColour, Colour] = dict(zip(("blue", "violet", "yellow"), DISCS, strict=True))
FADED, EDGE = 0.5, 0.55
"""How much is seen of a disc that cannot have fallen so; how dark the edge of one is."""
TURNS, POINTS = 2.4, 90
"""How often a spiral winds, and of how many points it is drawn."""
_FLASH = ((0.10, 0.42), (-0.26, -0.06), (-0.03, -0.06)), ((-0.10, -0.42), (0.26, 0.06), (0.03, 0.06))
_JOIN = ((0.10, 0.42), (-0.03, -0.06), (0.03, 0.06)), ((-0.10, -0.42), (0.03, 0.06), (-0.03, -0.06))


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
    ink = INKS[colour]
    if faded:
        _outline(colour, sign, x, y, size)
        return
    if lit:
        _round(x, y, size, colours().chosen.ink)
        size -= u(9)
    red, green, blue, _alpha = ink
    _round(x, y - size * 0.02, size, (red * EDGE, green * EDGE, blue * EDGE, 1.0))
    _round(x, y + size * 0.015, size * 0.94, ink)
    Color(*ON_DISCS[:3], 0.35)
    SmoothLine(circle=(x, y + size * 0.015, size * 0.41), width=max(1.0, size * 0.012))
    Color(*ON_DISCS)
    _sign(sign, x, y + size * 0.015, size)


def _outline(colour: DiscColour, sign: str, x: float, y: float, size: float) -> None:
    """A face that cannot be: a ring and its sign, in the disc's colour."""
    Color(*INKS[colour][:3], FADED)
    SmoothLine(circle=(x, y, size * 0.46), width=max(1.0, size * 0.014))
    _sign(sign, x, y, size)


def _sign(sign: str, x: float, y: float, size: float) -> None:
    """What is printed on a face, in the colour that is chosen."""
    if sign == "lightning":
        for corners in (*_FLASH, *_JOIN):
            SmoothTriangle(points=[v for px, py in corners for v in (x + px * size, y + py * size)])
    elif sign == "spiral":
        _spiral(x, y, size * 0.32)
    else:
        texture = letters(sign, max(8, round(size * 0.58)))
        Rectangle(
            texture=texture,
            pos=(x - texture.width / 2, y - texture.height / 2),
            size=texture.size,
        )


def paint_place(middle: tuple[float, float], size: float) -> None:
    """Where a disc is still missing: a ring."""
    Color(*colours().line)
    SmoothLine(circle=(*middle, size / 2), width=u(1.4))


def _round(x: float, y: float, size: float, ink: Colour) -> None:
    Color(*ink)
    SmoothEllipse(pos=(x - size / 2, y - size / 2), size=(size, size))


def _spiral(x: float, y: float, reach: float) -> None:
    points: list[float] = []
    for n in range(POINTS):
        part = n / (POINTS - 1)
        turned = part * TURNS * 2 * math.pi
        points += (x + reach * part * math.cos(turned), y + reach * part * math.sin(turned))
    SmoothLine(points=points, width=max(1.5, reach * 0.09), cap="round", joint="round")
