"""The tiles and bases of ZoneS, and their back.

Rule kept: a tile is told by its colour and by symbols, from both sides, also with a token on its middle; colours
differ in lightness as well, so that nobody need see them as colours.
"""

from typing import Final

from vision.printed.marks import Drawing
from vision.printed.svg import kept_drawing

TILE_MM: Final = 46.0
RIM_MM: Final = 0.8
LABELS: Final = ("field", "forest", "hills", "water", "base-blue", "base-white")


def draw_tile(label: str) -> Drawing:
    """A tile: the same turned half round."""
    return kept_drawing(__package__, label)


def draw_tile_back() -> Drawing:
    """The back of every tile: a compass over nothing known, with runes about it."""
    return kept_drawing(__package__, "back")
