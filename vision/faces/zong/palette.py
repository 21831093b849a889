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
