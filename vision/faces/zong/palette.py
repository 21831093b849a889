"""The colours of ZONG: ink of the night, the paper of a chart of the sky, and tints between them."""

from typing import Final

from vision.printed.marks import Colour

NIGHT: Final[Colour] = (38, 44, 74)
"""Lines and words."""
PLATE: Final[Colour] = (251, 250, 244)
RED: Final[Colour] = (204, 54, 58)
START: Final[Colour] = (212, 226, 245)
GOLD: Final[Colour] = (242, 198, 84)
PATH: Final[Colour] = (172, 176, 200)
SKY: Final[tuple[Colour, Colour]] = ((231, 236, 250), (250, 239, 237))
"""The ground of the board, far and near."""
PLANETS: Final[tuple[Colour, ...]] = (
    (86, 142, 196), (222, 142, 80), (112, 172, 120), (168, 112, 172), (206, 96, 92), (142, 150, 168),
)  # fmt: skip
PIECES: Final[dict[str, Colour]] = {
    "red": (206, 44, 44),
    "blue": (36, 88, 184),
    "green": (36, 138, 66),
    "yellow": (246, 208, 48),
    "black": (34, 34, 38),
    "white": (250, 250, 248),
}


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour with so much of another in it, 0 to 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
