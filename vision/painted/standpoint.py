"""Where a painted table's camera and lamp stand: frozen values in table millimetres, z up."""

import math
from dataclasses import KW_ONLY, dataclass, replace

import numpy as np

from companion.sight import Table
from vision.arrays import Floats
from vision.mat.plane import Plane

USUAL_MARGIN_MM = 75.0
"""How much of the table a camera shows beyond the playing area: the tags, their paper and a little more."""


@dataclass(frozen=True, slots=True)
class CameraPose:
    """A camera over the table: where it hangs and what it points at (table mm), its picture and lens.

    `roll_deg` turns the picture counter-clockwise. `focal` is the focal length over the picture's width; `bend` are
    the radial terms k1, k2 of the lens.
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
        """A camera that sees the whole table and `margin_mm` about it, leaning back by `tilt_deg` from straight above.

        `turned_deg` = 0 stands on seat 0's side, counter-clockwise from there; `nearness` above 1 comes closer.
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
        """The same camera after a knock."""
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
        pixels = self.focal * max(self.width, self.height)
        matrix: Floats = np.array(
            [[pixels, 0.0, (self.width - 1) / 2], [0.0, pixels, (self.height - 1) / 2], [0.0, 0.0, 1.0]]
        )
        return Plane(
            matrix=matrix,
            distortion=np.array(self.bend),
            rotation=axes,
            translation=-axes @ eye,
            width_mm=table.width_mm,
            height_mm=table.height_mm,
            picture_size=(self.width, self.height),
            error_px=0.0,
        )


@dataclass(frozen=True, slots=True)
class Lamp:
    """The light over a painted table.

    `at`: where the lamp hangs (table mm). `strength` 1 = well exposed. `evenness` 1 = no fall-off towards the
    edges. `warmth`: 0 neutral, above 0 yellowish, below bluish. `glare`: how strongly glossy cards mirror the lamp
    (0 = matt cards). `noise`: standard deviation of the sensor's noise in grey levels.
    """

    at: tuple[float, float, float] = (-120.0, 640.0, 900.0)
    _: KW_ONLY
    strength: float = 1.0
    evenness: float = 0.6
    warmth: float = 0.1
    glare: float = 0.25
    noise: float = 2.0
