"""Which dice lean: their tops do not look the way the table looks.

Rule kept: without a mat nothing is known of the camera, so a die is only held to lean against what its neighbours say.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.die_reading import Place, Reading
from vision.plane import Plane

Floats = NDArray[np.float64]

USUAL_FOCAL: Final = 0.85
"""Focal length over the longer side of a picture, where the camera is unknown."""
ENOUGH: Final = 3
"""So many dice tell how the table lies under an unknown camera."""
PLANE_ODDS: Final = (-2.7, 0.08, 0.3)
"""With a mat: log odds of a lean = first + second x degrees off level + third x log odds by looks."""
ALONE_ODDS: Final = (-5.0, 0.0, 1.0)
"""Without: the same, where nothing tells what level is."""
NEIGHBOUR_ODDS: Final = (-10.0, 0.25, 0.5)
"""Without, where enough dice lie about."""


def leaning(readings: Sequence[Reading], plane: Plane | None, size: tuple[int, int]) -> list[float]:
    """For each die the probability (0..1) that it does not lie flat; `size`: width and height of the picture (px)."""
    if plane is not None:
        return [_chance(r, off_level(r.slant, table_slant(plane, r.place)), PLANE_ODDS) for r in readings]
    if len(readings) < ENOUGH:
        return [_chance(r, 0.0, ALONE_ODDS) for r in readings]
    focal = USUAL_FOCAL * max(size)
    middle = np.array(size) / 2
    seen = np.array([r.slant for r in readings])
    spots = np.array([(r.place.x, r.place.y) for r in readings])
    tilts = seen - (spots - middle) / focal
    tilt = np.median(tilts, axis=0)
    level = tilt + (spots - middle) / focal
    return [
        _chance(r, off_level(r.slant, (float(x), float(y))), NEIGHBOUR_ODDS)
        for r, (x, y) in zip(readings, level.tolist(), strict=True)
    ]


def off_level(slant: tuple[float, float], level: tuple[float, float]) -> float:
    """The angle (deg) between two ways to look, each as the first two parts of a unit vector."""
    one, other = _upright(slant), _upright(level)
    return float(np.degrees(np.arccos(np.clip(one @ other, -1, 1))))


def table_slant(plane: Plane, place: Place) -> tuple[float, float]:
    """Which way the table looks at a place, in the frame of the camera's ray (x right, y down)."""
    spot = plane.to_mm([(place.x, place.y)], 15.0)[0]
    along = np.array([spot[0], spot[1], 15.0]) - np.array(plane.camera_mm())
    along /= np.linalg.norm(along)
    right = plane.rotation[0] - along * (plane.rotation[0] @ along)
    right /= np.linalg.norm(right)
    down = np.cross(along, right)
    return float(right[2]), float(down[2])


def _upright(slant: tuple[float, float]) -> Floats:
    x, y = slant
    steep = min(0.98, float(np.hypot(x, y)))
    scale = steep / max(1e-9, float(np.hypot(x, y)))
    return np.array([x * scale, y * scale, np.sqrt(1 - steep**2)])


def _chance(reading: Reading, off: float, odds: tuple[float, float, float]) -> float:
    looks = float(np.log(max(reading.leans, 1e-6) / max(1 - reading.leans, 1e-6)))
    return float(1 / (1 + np.exp(-(odds[0] + odds[1] * off + odds[2] * looks))))
