"""How sharp a picture is, by edges that are known: those of the corner tags, black on white.

Rule kept: what is too blurred to tell is not told. A shaken camera blurs as much as a lens that is not in focus.
"""

import cv2
import numpy as np

from companion.sight import Tags
from vision.arrays import Floats, Picture
from vision.mat.plane import Plane
from vision.mat.tag_edges import ALONG, LEAST_CONTRAST, profiles, refined
from vision.mat.tags import tag_pattern

SOFT_MM = 2.2
"""Edges spread wider than this hide what tells small prints and a penny's sides apart …

Measured on 99 cards of 60 mm of two tables, blurred by and by: none was lost up to 2.9 mm, a tenth of one deck at 3.5.
Of 74 pennies, shaken by 5 to 13 px: at 2.2 mm one was read wrongly, at 3.1 mm thirteen, at 4 mm a third. Pictures that
are sharp have 0.7 to 1.2.
"""
SOFT_PX = 3.0
"""… and are blurred only if they are spread over more pixels than this: else the picture has too few of them."""


def is_sharp(picture: Picture, plane: Plane, tags: Tags | None) -> bool:
    """Whether half the corner tags in view, or more, have sharp edges; True where no edge can be followed."""
    cells = 0 if tags is None else len(tag_pattern(tags, 0))
    spreads = edge_spreads_mm(picture, plane, cells, moved=False) if cells else {}
    soft = [mm > SOFT_MM and mm * tag_scale(plane, corner) > SOFT_PX for corner, mm in spreads.items()]
    return 2 * sum(soft) <= len(soft)


def edge_spreads_mm(picture: Picture, plane: Plane, cells: int, *, moved: bool = True) -> dict[int, float]:
    """The 10–90 % width (mm) of each tag's edges, by corner (0..3); tags whose edges are not seen are left out.

    A shaken picture spreads the edges of one direction alone: the wider direction counts. `moved`: the tags may lie a
    little beside where the plane has them.
    """
    found = {}
    for corner, corners in plane.tags_px.items():
        low = np.maximum(np.floor(corners.min(axis=0) - 12).astype(int), 0)
        high = np.ceil(corners.max(axis=0) + 12).astype(int)
        part = picture[low[1] : high[1], low[0] : high[0]]
        if min(part.shape[:2]) < 8:
            continue
        grey = np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        exact = refined(grey, corners - low, cells) if moved else corners - low
        width = None if exact is None else _width_px(grey, exact, cells)
        if width is not None:
            found[corner] = width / tag_scale(plane, corner)
    return found


def tag_scale(plane: Plane, corner: int) -> float:
    """How many pixels a millimetre has at a tag."""
    x, y = plane.to_mm(plane.tags_px[corner].mean(axis=0)).ravel()
    return plane.px_per_mm(float(x), float(y))


def _width_px(grey: Picture, corners: Floats, cells: int) -> float | None:
    """The 10–90 % width (px) of a tag's edges, each by the mean of its places: of its wider pair of opposite sides."""
    across = profiles(grey, corners, cells, 0.85)
    inner = np.abs(ALONG - 0.5) < 0.35
    found: tuple[list[float], list[float]] = ([], [])
    for side in range(4):
        rise = across.values[side][inner].mean(axis=0)
        middle = len(rise) // 2  # the edge itself, as the corners are exact
        dark, bright = float(rise[:middle].min()), float(rise[middle + 1 :].max())
        if bright - dark < LEAST_CONTRAST:
            continue
        share = (rise - dark) / (bright - dark)
        low, high = _passing(share, middle, 0.1, -1), _passing(share, middle, 0.9, 1)
        if low is not None and high is not None:
            found[side % 2].append((high - low) * float(across.offsets[1] - across.offsets[0]))
    return max((float(np.mean(pair)) for pair in found if pair), default=None)


def _passing(share: Floats, start: int, level: float, step: int) -> float | None:
    """Where the curve passes a level, from `start` on to the left (-1) or right (1), in steps of the curve."""
    at = start
    while 0 <= at + step < len(share):
        here, there = share[at], share[at + step]
        if (here - level) * (there - level) <= 0 and here != there:
            return at + step * float((level - here) / (there - here))
        at += step
    return None
