"""The colours of ZoneS: ink, parchment, wood and gold."""

from typing import Final

from vision.printed.marks import Colour

PAPER: Final[Colour] = (248, 246, 238)
INK: Final[Colour] = (24, 24, 30)
GOLD: Final[Colour] = (206, 158, 56)
PARCHMENT: Final[Colour] = (250, 243, 224)
WOOD: Final[Colour] = (94, 60, 36)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour with so much of another in it, 0 to 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
