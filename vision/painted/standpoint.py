"""Camera and lamp of a painted table: frozen values in table millimetres, z up."""

import math
from dataclasses import KW_ONLY, dataclass, replace

import cv2
import numpy as np

from companion.sight import Table
from vision.arrays import Floats, Values
from vision.mat.plane import Plane, camera_matrix

USUAL_MARGIN_MM = 75.0
"""Margin beyond the playing area that a camera shows: the tags, their paper and a little more."""


@dataclass(frozen=True, slots=True)
class CameraPose:
    """A camera over the table: its position `at`, the point `towards` which it looks (table mm), its picture and lens.

    `roll_deg` turns the picture counter-clockwise. `focal`: focal length over the picture's width; `bend`: the radial
    terms k1, k2 of the lens.
    """

    at: tuple[float, float, float]
    towards: tuple[float, float]
    _: KW_ONLY
    roll_deg: float = 0.0
    width: int = 1920
    height: int = 1080
    focal: float = 0.77
    bend: tuple[float, float] = (-0.02, 0.004)

    @staticmethod
    def over(
        table: Table,
        size: tuple[int, int] = (1920, 1080),
        tilt_deg: float = 11.0,
        turned_deg: float = 0.0,
        roll_deg: float = 0.0,
        nearness: float = 1.0,
        margin_mm: float = USUAL_MARGIN_MM,
    ) -> "CameraPose":
        """A camera that sees the whole table and `margin_mm` about it, tilted by `tilt_deg` from straight above.

        `turned_deg`: its side, 0: seat 0's, counter-clockwise from there; `nearness` above 1 comes closer.
        """
        width, height = size
        middle = (table.width_mm / 2, table.height_mm / 2)
        focal = 0.77
        across = (table.width_mm + 2 * margin_mm) / width
        along = (table.height_mm + 2 * margin_mm) / height
        far = max(across, along) * focal * width / nearness
        tilt, turned = math.radians(tilt_deg), math.radians(turned_deg)
        out = (math.sin(turned), -math.cos(turned))
        aside = far * math.sin(tilt)
        at = (middle[0] + out[0] * aside, middle[1] + out[1] * aside, far * math.cos(tilt))
        return CameraPose(at, middle, roll_deg=roll_deg, width=width, height=height, focal=focal)

    def bumped(self, by_mm: tuple[float, float, float], roll_deg: float = 0.0) -> "CameraPose":
        """This camera after a knock."""
        x, y, z = (old + more for old, more in zip(self.at, by_mm, strict=True))
        return replace(self, at=(x, y, z), roll_deg=self.roll_deg + roll_deg)

    def plane(self, table: Table) -> Plane:
        """The exact plane of this camera: what a perfect eye would find."""
        eye = np.array(self.at)
        forward = np.array([*self.towards, 0.0]) - eye
        forward /= np.linalg.norm(forward)
        right = np.cross(forward, (0.0, 1.0, 0.0))
        right /= np.linalg.norm(right)
        down = np.cross(forward, right)
        roll = math.radians(self.roll_deg)
        axes = np.array(
            [
                math.cos(roll) * right + math.sin(roll) * down,
                -math.sin(roll) * right + math.cos(roll) * down,
                forward,
            ]
        )
        size = (self.width, self.height)
        return Plane(
            matrix=camera_matrix(self.focal * max(size), size),
            distortion=np.array(self.bend),
            rotation=axes,
            translation=-axes @ eye,
            width_mm=table.width_mm,
            height_mm=table.height_mm,
            picture_size=size,
            error_px=0.0,
        )


@dataclass(frozen=True, slots=True)
class Lamp:
    """The light over a painted table.

    `at`: its position (table mm). `strength`: 1 is well exposed. `evenness`: 1 is without fall-off towards the edges.
    `warmth`: 0 neutral, positive yellowish, negative bluish. `glare`: strength of the lamp's reflection on glossy cards
    (0: matt). `noise`: standard deviation of the sensor's noise (grey levels).
    """

    at: tuple[float, float, float] = (-120.0, 640.0, 900.0)
    _: KW_ONLY
    strength: float = 1.0
    evenness: float = 0.6
    warmth: float = 0.1
    glare: float = 0.25
    noise: float = 2.0


# A lamp's light on a painted table: brightness and glare for every pixel of a camera's picture.

_STEP_PX = 16
_GLARE_SPREAD = 0.075


class Spread:
    """A map over a whole picture, stored at every 16th pixel and interpolated for the parts that are read.

    Whole maps would take 4 MB each, and mostly a card or two is painted.
    """

    def __init__(self, coarse: Values, shape: tuple[int, int]) -> None:
        """`coarse`: the values at every 16th pixel from the first, beyond the edge; `shape`: rows and columns."""
        self._coarse = np.ascontiguousarray(coarse)
        self.shape = shape

    def __getitem__(self, part: slice | tuple[slice, slice]) -> Values:
        """The values at some rows, and at some columns of them."""
        rows, columns = part if isinstance(part, tuple) else (part, slice(None))
        high, wide = range(*rows.indices(self.shape[0])), range(*columns.indices(self.shape[1]))
        at_x = np.repeat((np.array(wide, dtype=np.float32) / _STEP_PX)[None], len(high), axis=0)
        at_y = np.repeat((np.array(high, dtype=np.float32) / _STEP_PX)[:, None], len(wide), axis=1)
        return np.asarray(cv2.remap(self._coarse, at_x, at_y, cv2.INTER_LINEAR), np.float32)


class LitTable:
    """Maps over a whole picture: table millimetres, brightness, and the slope that mirrors the lamp.

    `x`, `y`: the table point (mm) seen in each pixel. `gain`: brightness, about 1. `half_x`, `half_y`: the horizontal
    part of the vector halfway between camera and lamp; a mirror with that slope would show the lamp.
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
        """The offset (mm) of the shadow of a point at height z from the point below it."""
        part = z / max(self.lamp[2] - z, 1.0)
        return (x - self.lamp[0]) * part, (y - self.lamp[1]) * part

    def light_deg(self, x: float, y: float) -> tuple[float, float]:
        """The direction from a point to the lamp: counter-clockwise from +x, and above the table, in deg."""
        aside = math.hypot(self.lamp[0] - x, self.lamp[1] - y)
        return math.degrees(math.atan2(self.lamp[1] - y, self.lamp[0] - x)), math.degrees(
            math.atan2(self.lamp[2], aside)
        )

    def lit(self, colour: Values, rows: slice, columns: slice) -> Values:
        """Colours (h×w×3) of a thing at these pixels, under the lamp."""
        gain = self.gain[rows, columns]
        return np.asarray(colour * cv2.merge([gain * tint for tint in self.tint]), np.float32)

    def glare_at(self, rows: slice, columns: slice, slope_x: float, slope_y: float) -> Values:
        """Grey levels of glare on a glossy thing of this slope at these pixels."""
        aside = (self.half_x[rows, columns] - slope_x) ** 2 + (self.half_y[rows, columns] - slope_y) ** 2
        core = np.exp(-aside / (2 * _GLARE_SPREAD**2))
        broad = np.exp(-aside / (2 * (3 * _GLARE_SPREAD) ** 2))
        return np.asarray(self.glare * 255.0 * (0.6 * core + 0.25 * broad), np.float32)


def _unit(vectors: Floats) -> Floats:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))
