"""Judges the mat: all four tags, how truly they fit, how steeply the camera looks, all of the table in view."""

from math import acos, degrees

import numpy as np

from companion.language import _, joined, number
from vision.calibration.verdict import Verdict, failed, passed
from vision.mat.plane import CORNER_NAMES, NoPlane, Plane

NAME = "mat"
STEEPEST_DEG = 35.0
"""A camera that leans more from straight above sees cards too flat and their heights too large."""
TRUE_PX = 1.2
"""Tags that fit worse than this (rms, in a picture 1920 px wide) lie on a mat that is not flat, or not as printed."""


def judge_mat(plane: Plane | NoPlane) -> Verdict:
    """The verdict on the mat, from the plane of one picture."""
    if isinstance(plane, NoPlane):
        missing = [name for corner, name in enumerate(CORNER_NAMES) if corner not in plane.seen]
        if not missing:
            return failed(NAME, _sentence(plane.why), _("Lay the mat flat, each tag where it is printed."))
        fix = _("Bring the whole mat into the picture, flat, uncovered and lit.")
        return failed(NAME, _sentence(plane.why), fix, tags=len(plane.seen))
    tilt, spare = tilt_deg(plane), spare_px(plane)
    scale = plane.px_per_mm(plane.width_mm / 2, plane.height_mm / 2)
    error = plane.error_px * 1920 / max(plane.picture_size)
    figures = {"tags": len(plane.tags_px), "error_px": plane.error_px, "error_mm": plane.error_px / scale,
               "tilt_deg": tilt, "spare_px": spare}  # fmt: skip
    missing = [_(name) for corner, name in enumerate(CORNER_NAMES) if corner not in plane.tags_px]
    if missing:
        words = _("This corner tag is not where it should be, or cannot be seen: {corner}.")
        fix = _("Uncover it, and lay the mat flat.")
        return failed(NAME, words.format(corner=joined(missing)), fix, **figures)
    if spare < 0:
        words = _("A part of the playing area is outside the picture.")
        fix = _("Hang the camera higher, or turn it towards the middle of the mat.")
        return failed(NAME, words, fix, **figures)
    if error > TRUE_PX:
        words = _("The corner tags do not fit well: they are {px} px ({mm} mm) off.")
        words = words.format(px=number(plane.error_px, 1), mm=number(plane.error_px / scale, 1))
        return failed(NAME, words, _("Lay the mat flat; print it without “fit to page”."), **figures)
    if tilt > STEEPEST_DEG:
        words = _("The camera looks down aslant, by {tilt}°.").format(tilt=number(tilt))
        fix = _("Hang it more above the middle: {most}° at most.").format(most=number(STEEPEST_DEG))
        return failed(NAME, words, fix, **figures)
    fit = _("All four corner tags fit to {mm} mm, and the whole table is in view.")
    aslant = _("The camera looks down aslant, by {tilt}°.").format(tilt=number(tilt))
    return passed(NAME, f"{fit.format(mm=number(plane.error_px / scale, 2))} {aslant}", **figures)


def tilt_deg(plane: Plane) -> float:
    """The angle between straight down and the way from the camera to the middle of the table."""
    x, y, z = plane.camera_mm()
    away = np.array([x - plane.width_mm / 2, y - plane.height_mm / 2, z])
    return degrees(acos(float(np.clip(z / np.linalg.norm(away), -1.0, 1.0))))


def spare_px(plane: Plane) -> float:
    """How far the border of the playing area is inside the picture at its nearest; below 0 it is outside."""
    along = np.linspace(0.0, 1.0, 9)
    x, y = np.meshgrid(along * plane.width_mm, along * plane.height_mm)
    at = plane.to_px(np.column_stack([x.ravel(), y.ravel()]))
    wide, high = plane.picture_size
    return float(min(at.min(), (wide - 1 - at[:, 0]).min(), (high - 1 - at[:, 1]).min()))


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}" + ("" if words.endswith((".", "?")) else ".")
