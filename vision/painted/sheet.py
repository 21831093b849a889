"""A drawing in pixels: a printed sheet of paper that lies on a painted table, beneath all else."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.arrays import Picture
from vision.printed.marks import Drawing, Placed
from vision.printed.raster import picture_of

PX_PER_MM: Final = 4.0
RIM_MM: Final = 6.0
"""White paper about a drawing."""
_INK, _PAPER = 26, 222
"""Grey of printed black and of paper, under the lamp's full light."""


@dataclass(frozen=True, slots=True, eq=False)
class PaintedSheet:
    """A sheet of paper seen from above (BGR, PX_PER_MM px per mm); its near-left corner lies at (x, y) table mm."""

    picture: Picture
    x: float
    y: float


def painted_sheet(drawing: Drawing, x: float, y: float) -> PaintedSheet:
    """A drawing printed on white paper with its near-left corner at (x, y) table mm, the rim of paper about it."""
    sheet = Drawing(
        drawing.name,
        drawing.width_mm + 2 * RIM_MM,
        drawing.height_mm + 2 * RIM_MM,
        (Placed(drawing, RIM_MM, RIM_MM),),
    )
    picture = picture_of(sheet, PX_PER_MM)
    printed = np.asarray(picture * np.float32((_PAPER - _INK) / 255) + np.float32(_INK), np.uint8)
    return PaintedSheet(printed, x - RIM_MM, y - RIM_MM)
