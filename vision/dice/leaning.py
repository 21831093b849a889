"""Which dice lean: their tops do not look the way the table looks, and their sides show where none should.

Rule kept: without a mat nothing is known of the camera, so a die is only held to lean against what its neighbours say.
"""

from collections.abc import Sequence
from math import atan2, hypot
from typing import Final

import numpy as np

from vision.arrays import Floats, Picture
from vision.dice.reading import DieCrop, DieReading, crop_at, levelled
from vision.mat.plane import Plane
from vision.networks import network

Slope = tuple[float, float]
"""Which way a face or the table looks: the first two parts of a unit vector in the frame of the camera's ray (x right,
y down; 0, 0 = straight at the camera)."""

COCKED_DEG: Final = 12.0
"""A die whose top is further off level than this does not lie flat."""
USUAL_FOCAL: Final = 0.85
"""Focal length over the longer side of a picture, where the camera is unknown."""
SLANT_ERROR: Final = 0.15
VIEW_SPREAD: Final = 0.5
"""How far off the readings of a slant are, and the view of cameras from the usual one."""
ENOUGH: Final = 3
"""So many dice tell how the table lies under an unknown camera."""
STEEPEST: Final = 0.9
Odds = tuple[float, float, float, float]
"""Log odds of a lean = first + second x degrees off level + third x log odds by the reader's looks + fourth x those of
the judge, who is shown the die as the table slopes."""
PLANE_ODDS: Final[Odds] = (0.15, 0.0, 1.1, 0.83)
"""With a mat."""
NEIGHBOUR_ODDS: Final[Odds] = (-1.4, 0.02, 1.2, 0.58)
"""Without, where enough dice lie about."""
ALONE_ODDS: Final[Odds] = (-5.0, 0.0, 1.0, 0.0)
"""Without, where nothing tells what level is."""


def leaning(image: Picture, readings: Sequence[DieReading], plane: Plane | None) -> list[float]:
    """For each die of a picture (BGR) the probability (0..1) that it does not lie flat."""
    known = levels(readings, plane, (image.shape[1], image.shape[0]))
    if known is None:
        return [chance(reading, None, 0.0, ALONE_ODDS) for reading in readings]
    judged = judgements(image, [reading.place for reading in readings], known)
    odds = NEIGHBOUR_ODDS if plane is None else PLANE_ODDS
    return [chance(*told, odds) for told in zip(readings, known, judged, strict=True)]


def levels(readings: Sequence[DieReading], plane: Plane | None, size: tuple[int, int]) -> list[Slope] | None:
    """Which way the table looks at each die, None if nothing tells; `size`: width and height of the picture (px)."""
    if plane is not None:
        return [table_slant(plane, reading.place) for reading in readings]
    if len(readings) < ENOUGH:
        return None
    seen = np.array([reading.slant for reading in readings])
    spots = np.array([(r.place.x, r.place.y) for r in readings]) / max(size)
    off = _view(spots, seen) * (spots - np.array(size) / 2 / max(size))
    told = np.median(seen - off, axis=0) + off
    return [(float(x), float(y)) for x, y in told]


def _view(spots: Floats, seen: Floats) -> float:
    """How much the way to look changes over the picture, longer side = 1: what is usual, put right by the dice.

    A picture cut out of a larger one changes less. Ridge estimate: the usual counts as much as a few dice do.
    """
    across, ways = spots - spots.mean(axis=0), seen - seen.mean(axis=0)
    weight = (SLANT_ERROR / VIEW_SPREAD) ** 2
    slope = (float((across * ways).sum()) + weight / USUAL_FOCAL) / (float((across**2).sum()) + weight)
    return float(np.clip(slope, 0.0, 2.0))


def judgements(image: Picture, places: Sequence[DieCrop], slopes: Sequence[Slope]) -> list[float]:
    """Log odds that a die leans, for each place of a picture (BGR), given which way the table looks there."""
    if not places:
        return []
    shown = [square_on(image, place, slope) for place, slope in zip(places, slopes, strict=True)]
    crops = np.stack([crop for crop, _ in shown] + [crop[:, ::-1] for crop, _ in shown])
    steep = np.array([s for _, s in shown] * 2, dtype=np.float32)
    batch = levelled(np.ascontiguousarray(crops.transpose(0, 3, 1, 2), dtype=np.float32))
    sloped = np.broadcast_to(2 * steep[:, None, None, None], (len(crops), 1, *batch.shape[2:]))
    judge = network("die_leans.onnx")
    judge.setInput(np.ascontiguousarray(np.concatenate([batch, sloped], axis=1)))
    odds = np.array(judge.forward(), dtype=np.float64).reshape(2, -1).mean(axis=0)
    return [float(value) for value in odds]


def square_on(image: Picture, place: DieCrop, slope: Slope) -> tuple[Picture, float]:
    """The crop about a place, turned so that the table's far side lies above, and how steep the table is (0..1).

    Of a die that lies flat the sides then show below its top and nowhere else.
    """
    x, y = slope
    return crop_at(image, place, atan2(x, -y)), min(STEEPEST, hypot(x, y))


def off_level(slant: Slope, level: Slope) -> float:
    """The angle (deg) between two ways to look."""
    one, other = _upright(slant), _upright(level)
    return float(np.degrees(np.arccos(np.clip(one @ other, -1, 1))))


def table_slant(plane: Plane, place: DieCrop) -> Slope:
    """Which way the table looks at a place."""
    spot = plane.to_mm([(place.x, place.y)], 15.0)[0]
    along = np.array([spot[0], spot[1], 15.0]) - np.array(plane.camera_mm())
    along /= np.linalg.norm(along)
    right = plane.rotation[0] - along * (plane.rotation[0] @ along)
    right /= np.linalg.norm(right)
    down = np.cross(along, right)
    return float(right[2]), float(down[2])


def chance(reading: DieReading, level: Slope | None, judged: float, odds: Odds) -> float:
    """How likely a die leans; `judged`: log odds of the judge."""
    off = off_level(reading.slant, level) if level is not None else 0.0
    looks = float(np.log(max(reading.leans, 1e-6) / max(1 - reading.leans, 1e-6)))
    return float(1 / (1 + np.exp(-(odds[0] + odds[1] * off + odds[2] * looks + odds[3] * judged))))


def _upright(slant: Slope) -> Floats:
    x, y = slant
    steep = min(0.98, hypot(x, y))
    scale = steep / max(1e-9, hypot(x, y))
    return np.array([x * scale, y * scale, np.sqrt(1 - steep**2)])
