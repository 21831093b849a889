"""Flames and beams behind the things on trumps."""

from math import cos, pi, sin
from typing import Final

from vision.faces.zoon.ink import Marks, flat
from vision.printed.marks import Colour
from vision.printed.shapes import polygon, star

FIRE: Final[tuple[Colour, ...]] = ((226, 60, 30), (250, 140, 36), (255, 220, 90))


def burst(x: float, y: float, radius: float, colours: tuple[Colour, ...] = FIRE, tips: int = 12) -> Marks:
    """An explosion of nested pointed flames."""
    return tuple(
        flat(
            star(x, y, tips, radius * (1 - 0.27 * n), radius * (0.66 - 0.2 * n), n * 9),
            colour,
            0.5 if n == 0 else 0.2,
        )
        for n, colour in enumerate(colours)
    )


def rays(x: float, y: float, colour: Colour, opacity: float = 0.4) -> Marks:
    """Beams from a point across the card."""
    found = []
    for n in range(14):
        a, b = (n * 360 / 14) * pi / 180, (n * 360 / 14 + 12) * pi / 180
        found.append(
            flat(
                polygon([(x, y), (x + 60 * cos(a), y + 60 * sin(a)), (x + 60 * cos(b), y + 60 * sin(b))]),
                colour,
                opacity=opacity,
            )
        )
    return tuple(found)
