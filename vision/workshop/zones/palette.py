"""The colours of the lands of ZoneS, and of both sides."""

from dataclasses import dataclass
from typing import Final

from vision.printed.marks import Colour

GOLD: Final[Colour] = (206, 158, 56)
BLUE: Final[Colour] = (28, 52, 140)
LIGHT_BLUE: Final[Colour] = (150, 196, 255)
PARCHMENT: Final[Colour] = (250, 243, 224)
RED: Final[Colour] = (176, 40, 36)


@dataclass(frozen=True, slots=True)
class Land:
    """A tile's colours: ground, drawing, shade and light."""

    ground: Colour
    second: Colour
    shade: Colour
    light: Colour


LANDS: Final[dict[str, Land]] = {
    "field": Land((246, 208, 76), (158, 100, 12), (112, 64, 4), (255, 240, 176)),
    "forest": Land((56, 140, 84), (16, 84, 46), (4, 44, 20), (126, 190, 120)),
    "hills": Land((208, 172, 158), (142, 96, 92), (88, 52, 52), (242, 222, 212)),
    "water": Land((68, 138, 222), (34, 84, 172), (24, 62, 136), (196, 226, 252)),
    "base-blue": Land((16, 26, 92), (54, 76, 170), (8, 12, 48), (150, 176, 240)),
    "base-white": Land((246, 246, 244), (206, 208, 214), (140, 146, 160), (255, 255, 255)),
}
