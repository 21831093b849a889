"""The colours of ZoneS: ink, parchment, wood and gold."""

from typing import Final

from vision.printed.marks import Colour

PAPER: Final[Colour] = (248, 246, 238)
INK: Final[Colour] = (24, 24, 30)
GOLD: Final[Colour] = (206, 158, 56)
WOOD: Final[Colour] = (94, 60, 36)
