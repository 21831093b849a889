"""Judges the focus: how wide the edges of the corner tags are spread, in millimetres of the table."""

from collections.abc import Sequence

import numpy as np

from companion.language import _, number
from vision.arrays import Picture
from vision.calibration.verdict import Verdict, failed, passed, untold
from vision.light.sharpness import SOFT_MM, SOFT_PX, edge_spreads_mm, tag_scale
from vision.mat.plane import CORNER_NAMES, Plane

NAME = "focus"
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
    scale = tag_scale(plane, worst)
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
