"""A drawing in pixels: a printed sheet of paper that lies on a painted table, beneath all else."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.printed.drawing import Block, Drawing, Image, Line
from vision.sources.pictures import Picture

PX_PER_MM: Final = 4.0
RIM_MM: Final = 6.0
"""White paper about a drawing."""
_INK, _PAPER = 26, 222
"""Grey of printed black and of paper, under the lamp's full light."""
_CAPITAL: Final = 22.0
"""Height in px of a capital of OpenCV's letters at size 1."""


@dataclass(frozen=True, slots=True, eq=False)
class PaintedSheet:
    """A sheet of paper seen from above (BGR, PX_PER_MM px per mm); its near-left corner lies at (x, y) table mm."""

    picture: Picture
    x: float
    y: float


def painted_sheet(drawing: Drawing, x: float, y: float) -> PaintedSheet:
    """A drawing printed on white paper with its near-left corner at (x, y) table mm, the rim of paper about it."""
    wide, high = (
        round((length + 2 * RIM_MM) * PX_PER_MM) for length in (drawing.width_mm, drawing.height_mm)
    )
    picture = np.full((high, wide, 3), 255, np.uint8)

    def at(across: float, down: float) -> tuple[int, int]:
        return round((across + RIM_MM) * PX_PER_MM), round((down + RIM_MM) * PX_PER_MM)

    for mark in drawing.marks:
        if isinstance(mark, Line):
            thick = max(1, round(mark.width_mm * PX_PER_MM))
            cv2.line(
                picture, at(mark.x0, mark.y0), at(mark.x1, mark.y1), (mark.grey,) * 3, thick, cv2.LINE_AA
            )
        elif isinstance(mark, Block | Image):
            (left, top), (right, low) = at(mark.x, mark.y), at(mark.x + mark.w, mark.y + mark.h)
            if isinstance(mark, Block):
                picture[top:low, left:right] = mark.grey
            else:
                shown = mark.picture if mark.picture.ndim == 3 else mark.picture[..., None]
                size = (right - left, low - top)
                picture[top:low, left:right] = cv2.resize(
                    np.broadcast_to(shown, (*shown.shape[:2], 3)), size, interpolation=cv2.INTER_AREA
                )
        else:
            scale = mark.size_mm * PX_PER_MM / _CAPITAL
            thick, grey = max(1, round(2 * scale)), (mark.grey,) * 3
            cv2.putText(
                picture,
                mark.words,
                at(mark.x, mark.y),
                cv2.FONT_HERSHEY_SIMPLEX,
                scale,
                grey,
                thick,
                cv2.LINE_AA,
            )
    printed = np.asarray(picture * np.float32((_PAPER - _INK) / 255) + np.float32(_INK), np.uint8)
    return PaintedSheet(printed, x - RIM_MM, y - RIM_MM)
