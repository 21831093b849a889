"""Judges the focus: how wide the edges of the corner tags are spread, in millimetres of the table."""

from collections.abc import Sequence

import cv2
import numpy as np

from companion.figures import number
from companion.language import _
from vision.arrays import Floats, Picture
from vision.calibration.verdict import Verdict, failed, passed, untold
from vision.mat.plane import CORNER_NAMES, Plane
from vision.mat.tag_edges import ALONG, LEAST_CONTRAST, profiles, refined

NAME = "focus"
SOFT_MM = 2.2
"""Edges spread wider than this hide what tells small prints apart …

Measured on 99 cards of 60 mm of two tables, blurred by and by: none was lost up to 2.9 mm, a tenth of one deck at 3.5.
"""
SOFT_PX = 3.0
"""… and are blurred only if they are spread over more pixels than this: else the picture has too few of them."""
UNEVEN = 2.0
"""One corner spread so many times as wide as another: the lens is askew, or fingers were on it."""


def judge_focus(pictures: Sequence[Picture], plane: Plane, cells: int) -> Verdict:
    """The verdict on the focus: the widest tag's spread, as the pictures have it. `cells`: of a tag, with rim."""
    found = [spreads for picture in pictures if (spreads := edge_spreads_mm(picture, plane, cells))]
    if not found:
        return untold(NAME, _("The edges of the corner tags cannot be followed."))
    corners = sorted(set().union(*found))
    middle = {c: float(np.median([one[c] for one in found if c in one])) for c in corners}
    worst = max(middle, key=lambda corner: middle[corner])
    best = min(middle.values())
    wide = middle[worst]
    scale = _scale(plane, worst)
    figures = {"spread_mm": wide, "spread_px": wide * scale, "best_mm": best}
    if wide > SOFT_MM and wide * scale > SOFT_PX:
        words = _("Blurred: at the {corner} tag an edge is {mm} mm wide.")
        words = words.format(corner=_(CORNER_NAMES[worst]), mm=number(wide, 1))
        fix = _("Turn the lens (or let the camera focus) until the tags are sharp; clean the lens.")
        if wide > UNEVEN * best:
            fix = _(
                "Clean the lens; if it stays so, the lens sits askew or the camera hangs too near one side."
            )
        return failed(NAME, words, fix, **figures)
    return passed(NAME, _("Sharp: an edge is {mm} mm wide at most.").format(mm=number(wide, 1)), **figures)


def edge_spreads_mm(picture: Picture, plane: Plane, cells: int) -> dict[int, float]:
    """The 10–90 % width (mm) of each tag's edges, by corner (0..3); tags whose edges are not seen are left out."""
    found = {}
    for corner, corners in plane.tags_px.items():
        low = np.maximum(np.floor(corners.min(axis=0) - 12).astype(int), 0)
        high = np.ceil(corners.max(axis=0) + 12).astype(int)
        part = picture[low[1] : high[1], low[0] : high[0]]
        if min(part.shape[:2]) < 8:
            continue
        grey = np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        exact = refined(grey, corners - low, cells)
        width = None if exact is None else _width_px(grey, exact, cells)
        if width is not None:
            found[corner] = width / _scale(plane, corner)
    return found


def _scale(plane: Plane, corner: int) -> float:
    x, y = plane.to_mm(plane.tags_px[corner].mean(axis=0)).ravel()
    return plane.px_per_mm(float(x), float(y))


def _width_px(grey: Picture, corners: Floats, cells: int) -> float | None:
    """The 10–90 % width (px) of the edges of one tag: the median of its sides, each by the mean of its places."""
    across = profiles(grey, corners, cells, 0.85)
    inner = np.abs(ALONG - 0.5) < 0.35
    found = []
    for side in range(4):
        rise = across.values[side][inner].mean(axis=0)
        middle = len(rise) // 2  # the edge itself, as the corners are exact
        dark, bright = float(rise[:middle].min()), float(rise[middle + 1 :].max())
        if bright - dark < LEAST_CONTRAST:
            continue
        share = (rise - dark) / (bright - dark)
        low, high = _passing(share, middle, 0.1, -1), _passing(share, middle, 0.9, 1)
        if low is not None and high is not None:
            found.append((high - low) * float(across.offsets[1] - across.offsets[0]))
    return float(np.median(found)) if found else None


def _passing(share: Floats, start: int, level: float, step: int) -> float | None:
    """Where the curve passes a level, from `start` on to the left (-1) or right (1), in steps of the curve."""
    at = start
    while 0 <= at + step < len(share):
        here, there = share[at], share[at + step]
        if (here - level) * (there - level) <= 0 and here != there:
            return at + step * float((level - here) / (there - here))
        at += step
    return None
