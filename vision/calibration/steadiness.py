"""Judges how steady the camera hangs: how far the corner tags move from picture to picture."""

from collections.abc import Mapping, Sequence

import numpy as np

from companion.language import _, number
from vision.arrays import Floats
from vision.calibration.verdict import Verdict, failed, passed, untold
from vision.mat.plane import Plane

NAME = "steadiness"
SHAKY_MM = 0.4
"""A table that moves by this under the camera while nobody touches it has to be found again and again."""


def judge_steadiness(tags_px: Sequence[Mapping[int, Floats]], plane: Plane) -> Verdict:
    """The verdict on steadiness, from the tags (px, by corner) seen in several pictures."""
    shared = set(plane.tags_px).intersection(*tags_px) if tags_px else set()
    if len(tags_px) < 2 or not shared:
        return untold(NAME, _("It takes several pictures with the same tags to tell."))
    moved = 0.0
    for corner in shared:
        at = np.stack([plane.to_mm(seen[corner]).mean(axis=0) for seen in tags_px])
        off = at - np.median(at, axis=0)
        moved = max(moved, 2 * float(np.hypot(off[:, 0], off[:, 1]).max()))
    if moved > SHAKY_MM:
        words = _("The table moves by {mm} mm under the camera.").format(mm=number(moved, 1))
        fix = _("Tighten the camera’s arm, and let nobody lean on what it stands on.")
        return failed(NAME, words, fix, moved_mm=moved)
    return passed(NAME, _("The camera hangs still, to {mm} mm.").format(mm=number(moved, 2)), moved_mm=moved)
