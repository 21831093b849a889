"""How well a spot of the table can be seen in a picture: its light, its glare, its sharpness, its size."""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.sight import Sighting, Table
from ui.selftest.plan import Asked
from vision.arrays import Floats, Picture
from vision.enrolling.folder import sharpness
from vision.mat.following import Mat

CLIPPED = 250
"""A pixel whose darkest channel is at least this (0..255) is lost in glare."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """One spot in one picture.

    `glare`: the part (0..1) lost in clipped light. `bright`: its brighter tenth, 0..255. `sharp`: as
    `vision.enrolling.folder.sharpness` measures. `px_per_mm`: None where no mat says how large a millimetre is.
    """

    glare: float
    bright: float
    sharp: float
    px_per_mm: float | None = None


def conditions(
    picture: Picture, asked: Asked, seen: Sighting | None, mat: Mat, table: Table
) -> Conditions | None:
    """The conditions where a thing lies; None where that is not in the picture or not known."""
    corners = outline(asked, seen, mat, table, (picture.shape[1], picture.shape[0]))
    low, high = np.floor(corners.min(axis=0)).astype(int), np.ceil(corners.max(axis=0)).astype(int)
    patch = picture[max(0, low[1]) : max(0, high[1]), max(0, low[0]) : max(0, high[0])]
    if min(patch.shape[:2]) < 8:
        return None
    clipped = np.asarray(patch.min(axis=2) >= CLIPPED, np.uint8)
    # lone clipped pixels are print, or a coin's edge
    glare = float(cv2.morphologyEx(clipped, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).mean())
    bright = float(np.percentile(patch.max(axis=2), 90))
    scale = None
    if mat.image_to_table is not None:
        left, right = _to_px(mat, np.array([[asked.x - 5, asked.y], [asked.x + 5, asked.y]]))
        scale = float(np.linalg.norm(right - left) / 10)
    return Conditions(glare, bright, sharpness(np.ascontiguousarray(patch)), scale)


def outline(asked: Asked, seen: Sighting | None, mat: Mat, table: Table, size: tuple[int, int]) -> Floats:
    """The corners (N × 2 px) of a thing: where it was seen, else where it was asked for."""
    if seen is not None and seen.corners_px:
        return np.asarray(seen.corners_px, np.float64)
    square = np.array(((-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)))
    corners = square * (asked.width_mm, asked.height_mm) + (asked.x, asked.y)
    if mat.image_to_table is None:
        return np.asarray(corners / (table.width_mm, -table.height_mm) * size + (0, size[1]))
    return _to_px(mat, corners)


def _to_px(mat: Mat, points: Floats) -> Floats:
    back = np.linalg.inv(np.asarray(mat.image_to_table, np.float64))
    return np.asarray(cv2.perspectiveTransform(points[None], back)[0], np.float64)
