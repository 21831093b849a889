"""Maps glare: where on the table a lamp's reflection burns out all detail."""

from collections.abc import Sequence

import cv2
import numpy as np

from companion.language import _, percent
from companion.sight import Region
from vision.arrays import Picture
from vision.calibration.verdict import Verdict, failed, passed
from vision.light.fitness import LOOK_PX_PER_MM, burnt_out_on, judge_light, names_of
from vision.mat.plane import Plane

Patch = tuple[tuple[float, float], ...]

NAME = "glare"
LEAST_MM2 = 120.0
"""A burnt-out patch smaller than this (a coin's shine) hides no card."""
MOST_SHARE = 0.01
"""So much of the playing area may be burnt out before it is worth moving the lamp."""


def judge_glare(
    picture: Picture, plane: Plane, regions: Sequence[Region]
) -> tuple[Verdict, tuple[Patch, ...]]:
    """The verdict on glare, and its map: the outlines (px) of the burnt-out patches."""
    patches, share = glare_patches(picture, plane)
    lost = judge_light(picture, plane, regions).lost
    figures = {"share": share, "patches": len(patches), "regions_lost": len(lost)}
    fix = _("Move the lamp aside, or shade it with white cloth; or move the camera.")
    if lost:
        words = _("The reflection of the lamp hides {places}.").format(places=names_of(lost, regions))
        return failed(NAME, words, fix, **figures), patches
    if share > MOST_SHARE:
        words = _("A reflection burns out {share} of the table.").format(share=percent(share))
        return failed(NAME, words, fix, **figures), patches
    small = _("There is a small reflection ({share} of the table).").format(share=percent(share, 1))
    return passed(NAME, small if patches else _("No reflection hides anything."), **figures), patches


def glare_patches(picture: Picture, plane: Plane) -> tuple[tuple[Patch, ...], float]:
    """The outlines (px) of what is burnt out on the playing area, and the share of it that they take up."""
    burnt = burnt_out_on(picture, plane).astype(np.uint8)
    outlines, _ = cv2.findContours(burnt, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_TC89_L1)
    patches, area = [], 0.0
    for outline in outlines:
        size = cv2.contourArea(outline) / LOOK_PX_PER_MM**2
        if size < LEAST_MM2:
            continue
        area += size
        at = (outline.reshape(-1, 2) + 0.5) / LOOK_PX_PER_MM
        px = plane.to_px(np.column_stack([at[:, 0], plane.height_mm - at[:, 1]]))
        patches.append(tuple((float(x), float(y)) for x, y in px))
    return tuple(patches), area / (plane.width_mm * plane.height_mm)
