"""Where something may lie on the table: what is busier than the bare table is."""

import cv2
import numpy as np

from companion.sight import Table
from vision.arrays import Picture
from vision.cards.fitting import cover
from vision.cards.sheet import Sheet
from vision.mat.plane import tag_corners_mm

LEAST_BUSY = 4.0
BUSIER = 2.5
SPREADS = 12
"""So far (samples) an edge makes its surroundings busy."""
PAPER_ROUND_A_TAG = 1.4
"""The white paper of a tag, over its black square."""


def busy(sheet: Sheet, table: Table, plain: float | None = None) -> tuple[Picture, float]:
    """Where something may lie on the table (255), tags set aside: more contrast about than the bare table has.

    `plain` is the bare table's contrast (grey levels), where an earlier look at all of it has told; without one it is
    that of the plainest fifth of the sheet. It is given back.
    """
    level = contrast_about(sheet)
    bare = float(np.percentile(level[::4, ::4], 20)) if plain is None else plain
    _, above = cv2.threshold(level, int(max(LEAST_BUSY, BUSIER * bare)), 255, cv2.THRESH_BINARY)
    restless = np.asarray(above, dtype=np.uint8)
    if table.tags is not None:
        for corners in tag_corners_mm(table, table.tags):
            middle = corners.mean(axis=0)
            cover(restless, sheet, middle + (corners - middle) * PAPER_ROUND_A_TAG, 0)
    if sheet.beyond is not None:
        # The edge of the picture is no edge of anything on the table.
        restless[cv2.dilate(sheet.beyond, np.ones((2 * SPREADS + 1, 2 * SPREADS + 1), np.uint8)) > 0] = 0
    return restless, bare


def contrast_about(sheet: Sheet) -> Picture:
    """How much the surroundings of each sample of the sheet differ (grey levels)."""
    around = cv2.blur(sheet.middle, (15, 15))
    blue, green, red = cv2.split(cv2.absdiff(sheet.middle, around))
    return np.asarray(cv2.blur(cv2.max(cv2.max(blue, green), red), (11, 11)), dtype=np.uint8)
