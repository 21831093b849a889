"""How a lamp lights a painted table: brightness and glare for every pixel of a camera's picture."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat.plane import Plane
from vision.painted.standpoint import Lamp

Map = NDArray[np.float32]

_STEP_PX = 16
_GLARE_SPREAD = 0.075


class Spread:
    """A map over a whole picture, known at every 16th pixel: a part of it is worked out when it is asked for.

    Whole maps would take 4 MB each, and what is painted anew is a card or two.
    """

    def __init__(self, coarse: Map, shape: tuple[int, int]) -> None:
        """`coarse`: the values at every 16th pixel from the first on, over the edge; `shape`: rows and columns."""
        self._coarse = np.ascontiguousarray(coarse)
        self.shape = shape

    def __getitem__(self, part: slice | tuple[slice, slice]) -> Map:
        """The values at some rows, and at some columns of them."""
        rows, columns = part if isinstance(part, tuple) else (part, slice(None))
        high, wide = range(*rows.indices(self.shape[0])), range(*columns.indices(self.shape[1]))
        at_x = np.repeat((np.array(wide, dtype=np.float32) / _STEP_PX)[None], len(high), axis=0)
        at_y = np.repeat((np.array(high, dtype=np.float32) / _STEP_PX)[:, None], len(wide), axis=1)
        return np.asarray(cv2.remap(self._coarse, at_x, at_y, cv2.INTER_LINEAR), np.float32)

    def at(self, row: int, column: int) -> np.float32:
        """The value at one pixel."""
        return np.float32(self[row : row + 1, column : column + 1][0, 0])


class LitTable:
    """Maps over a whole picture: table millimetres, brightness, and where glossy things mirror the lamp.

    `x`, `y`: the table point (mm) seen in each pixel. `gain`: brightness, about 1. `half_x`, `half_y`: the
    horizontal part of the vector halfway between eye and lamp; a mirror with that slope would show the lamp.
    """

    def __init__(self, plane: Plane, lamp: Lamp) -> None:
        width, height = plane.picture_size
        columns, rows = -(-width // _STEP_PX) + 1, -(-height // _STEP_PX) + 1
        grid_x, grid_y = np.meshgrid(np.arange(columns) * _STEP_PX, np.arange(rows) * _STEP_PX)
        points = plane.to_mm(np.column_stack([grid_x.ravel(), grid_y.ravel()]).astype(np.float64))
        eye, hanging = np.array(plane.camera_mm()), np.array(lamp.at)
        spots = np.column_stack([points, np.zeros(len(points))])
        to_eye, to_lamp = _unit(eye - spots), _unit(hanging - spots)
        half = _unit(to_eye + to_lamp)
        middle = np.array([plane.width_mm / 2, plane.height_mm / 2, 0.0])
        falloff = to_lamp[:, 2] / ((hanging - spots) ** 2).sum(axis=1)
        falloff /= float(_unit((hanging - middle)[None])[0, 2] / ((hanging - middle) ** 2).sum())
        corner = np.hypot(grid_x.ravel() - width / 2, grid_y.ravel() - height / 2) / math.hypot(
            width / 2, height / 2
        )
        gain = lamp.strength * falloff ** (1.0 - lamp.evenness) * (1.0 - 0.18 * corner**2)
        coarse = np.column_stack([points, gain, half[:, :2]]).astype(np.float32).reshape(rows, columns, 5)
        self.x, self.y, self.gain, self.half_x, self.half_y = (
            Spread(coarse[..., n], (height, width)) for n in range(5)
        )
        self.tint = np.array([1.0 - 0.9 * lamp.warmth, 1.0, 1.0 + 0.6 * lamp.warmth], np.float32)
        self.glare = lamp.glare
        self.eye = plane.camera_mm()
        self.lamp = lamp.at

    def shadow_mm(self, x: float, y: float, z: float) -> tuple[float, float]:
        """How far (mm) the shadow of a point at height z falls from the point below it."""
        part = z / max(self.lamp[2] - z, 1.0)
        return (x - self.lamp[0]) * part, (y - self.lamp[1]) * part

    def light_deg(self, x: float, y: float) -> tuple[float, float]:
        """From where the lamp shines on a point: direction counter-clockwise from +x, and height, in deg."""
        aside = math.hypot(self.lamp[0] - x, self.lamp[1] - y)
        return math.degrees(math.atan2(self.lamp[1] - y, self.lamp[0] - x)), math.degrees(
            math.atan2(self.lamp[2], aside)
        )

    def lit(self, colour: NDArray[np.float32], rows: slice, columns: slice) -> Map:
        """Colours (h×w×3) of something at these pixels, under the lamp."""
        return np.asarray(colour * (self.gain[rows, columns][..., None] * self.tint), np.float32)

    def glare_at(self, rows: slice, columns: slice, slope_x: float, slope_y: float) -> Map:
        """Grey levels that a glossy thing of this slope adds at these pixels."""
        aside = (self.half_x[rows, columns] - slope_x) ** 2 + (self.half_y[rows, columns] - slope_y) ** 2
        core = np.exp(-aside / (2 * _GLARE_SPREAD**2))
        broad = np.exp(-aside / (2 * (3 * _GLARE_SPREAD) ** 2))
        return np.asarray(self.glare * 255.0 * (0.6 * core + 0.25 * broad), np.float32)


def _unit(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))
