"""Drawings as pictures, for the eye and for screens: the very page that is printed, painted in pixels."""

from typing import Final

import cv2
import numpy as np
import pypdfium2

from vision.arrays import Picture
from vision.printed.marks import Drawing
from vision.printed.pdf import POINT_MM, Pages

FINER: Final = 2
"""So many times finer a drawing is painted than it is given, so that thin lines and letters come out even."""


def picture_of(drawing: Drawing, px_per_mm: float) -> Picture:
    """The drawing on white paper, BGR."""
    pages = Pages(drawing.name)
    pages.page(drawing.width_mm, drawing.height_mm)
    pages.draw(drawing, 0, 0)
    document = pypdfium2.PdfDocument(pages.written())
    try:
        painted = document[0].render(scale=px_per_mm * FINER * POINT_MM, rev_byteorder=False).to_numpy()
    finally:
        document.close()
    size = (round(drawing.width_mm * px_per_mm), round(drawing.height_mm * px_per_mm))
    return np.asarray(cv2.resize(painted[..., :3], size, interpolation=cv2.INTER_AREA), np.uint8)
