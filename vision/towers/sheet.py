"""The table as seen from straight above, and where bodies of known size show on it.

Rule kept: seen from one point, a circle that lies level at any height is a circle on the table below as well; so a
piece's top, its side and all pieces of a tower are told by circles on one sheet, and no picture is made per height.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture, Points
from vision.mat.plane import Plane

Circle = tuple[float, float, float]
"""Middle and radius in mm on the table."""

FARTHEST_MM: Final = 260.0
"""So far about the playing area pieces are looked for."""
_OUTLINE: Final = 32


@dataclass(frozen=True, slots=True)
class Size:
    """How large the pieces are, and the disc that is flicked (mm)."""

    across: float = 22.0
    high: float = 8.0
    disc_across: float = 30.0
    disc_high: float = 6.0


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """Where the camera hangs (table mm): tells where on the table a thing at some height shows."""

    x: float
    y: float
    z: float

    @classmethod
    def of(cls, plane: Plane) -> "Viewpoint":
        return cls(*plane.camera_mm())

    def seen(self, x: float, y: float, high: float, radius: float) -> Circle:
        """The circle of the table that a level circle at a height hides."""
        scale = self.z / (self.z - high)
        return self.x + (x - self.x) * scale, self.y + (y - self.y) * scale, radius * scale

    def stands(self, x: float, y: float, high: float) -> tuple[float, float]:
        """Over which point of the table a point at a height is that shows at (x, y)."""
        scale = (self.z - high) / self.z
        return self.x + (x - self.x) * scale, self.y + (y - self.y) * scale


@dataclass(frozen=True, slots=True, eq=False)
class BoardSheet:
    """A part of the table in even samples: `picture` (rows x columns x 3, BGR), the far side on top.

    `x`, `y`: its near-left corner in mm; `scale`: samples a mm.
    """

    picture: Picture
    x: float
    y: float
    scale: float

    @property
    def far(self) -> float:
        return self.y + len(self.picture) / self.scale

    def samples(self, points: Points) -> Points:
        """Columns and rows (N x 2) of points of the table (N x 2 mm)."""
        return np.stack(
            [
                (points[..., 0] - self.x) * self.scale - 0.5,
                (self.far - points[..., 1]) * self.scale - 0.5,
            ],
            axis=-1,
        )

    def place(self, column: float, row: float) -> tuple[float, float]:
        """The point of the table (mm) of a sample."""
        return self.x + (column + 0.5) / self.scale, self.far - (row + 0.5) / self.scale


def sheet_of(
    image: Picture, plane: Plane, box: tuple[float, float, float, float], scale: float
) -> BoardSheet:
    """The sheet of a box (left, near, right, far in mm) of the table in a picture."""
    left, near, right, far = box
    columns, rows = max(1, round((right - left) * scale)), max(1, round((far - near) * scale))
    picture = plane.rectify(image, left, near, columns / scale, rows / scale, scale)
    return BoardSheet(picture, left, near, scale)


def box_in_view(plane: Plane) -> tuple[float, float, float, float]:
    """The part of the table (left, near, right, far in mm) in which pieces can be seen, all sides whole mm."""
    wide, high = plane.picture_size
    edge = plane.to_mm(
        np.array([(x, y) for x in np.linspace(0, wide - 1, 5) for y in np.linspace(0, high - 1, 5)])
    )
    left, near = np.maximum(np.floor(edge.min(axis=0)), -FARTHEST_MM)
    right, far = np.minimum(
        np.ceil(edge.max(axis=0)), np.array([plane.width_mm, plane.height_mm]) + FARTHEST_MM
    )
    return float(left), float(near), float(right), float(far)


def in_view(plane: Plane, sheet: BoardSheet) -> NDArray[np.bool_]:
    """Which samples of a sheet (rows x columns) lie within the picture."""
    rows, columns = sheet.picture.shape[:2]
    across, down = np.linspace(0, columns - 1, 24), np.linspace(0, rows - 1, 18)
    grid = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    places = np.column_stack(
        [sheet.x + (grid[:, 0] + 0.5) / sheet.scale, sheet.far - (grid[:, 1] + 0.5) / sheet.scale]
    )
    px = plane.to_px(places)
    depth = np.minimum(px, np.array(plane.picture_size) - 1 - px).min(axis=1)
    even = cv2.resize(depth.reshape(len(down), len(across)).astype(np.float32), (columns, rows))
    return np.asarray(even >= 1.0)


def fill(mask: Picture, sheet: BoardSheet, circles: tuple[Circle, ...], value: int) -> None:
    """Fills the outline about one circle or two (mm) in a mask of the sheet's size."""
    angles = np.arange(_OUTLINE) / _OUTLINE * 2 * np.pi
    # A polygon through the circle's points is a little too small: drawn through points a little outside.
    ring = np.column_stack([np.cos(angles), np.sin(angles)]) / np.cos(np.pi / _OUTLINE) ** 0.5
    points = np.concatenate([np.array(circle[:2]) + circle[2] * ring for circle in circles])
    fixed = np.rint(sheet.samples(points) * 16).astype(np.int32)
    outline = cv2.convexHull(fixed) if len(circles) > 1 else fixed
    cv2.fillConvexPoly(mask, outline, value, cv2.LINE_8, 4)
