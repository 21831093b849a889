"""The camera of painted dice: its place, and the way it stores pictures.

All random effects of a camera are here; the dice know nothing of them.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.arrays import Picture, Values
from vision.mat.plane import Plane

FINER: Final = 2
"""Painted pixels per pixel of the picture, each way."""


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A pinhole camera aimed at the table's origin; table lengths are in sides of a usual die."""

    where: Values
    axes: Values
    focal: float
    size: int

    @classmethod
    def some(
        cls, chance: np.random.Generator, size: int, side_px: float, most_deg: float, least_deg: float = 0.0
    ) -> "Camera":
        away = float(np.exp(chance.uniform(np.log(8), np.log(70))))
        lean = np.radians(least_deg + (most_deg - least_deg) * chance.beta(1.2, 1.8))
        around = chance.uniform(0, 2 * np.pi)
        toward = np.array([np.sin(lean) * np.cos(around), np.sin(lean) * np.sin(around), np.cos(lean)])
        # Seen from low down, the near side is at the bottom; from above the table may have any turn.
        low = chance.random() < 0.15 + 0.8 * min(1.0, lean / np.radians(35))
        upright = chance.normal(scale=0.35) if low else chance.uniform(0, 2 * np.pi)
        away_from = np.array([-np.cos(around), -np.sin(around), 0.0])
        down = -(away_from - toward * (away_from @ toward))
        down /= np.linalg.norm(down)
        right = np.cross(down, -toward)
        c, s = np.cos(upright), np.sin(upright)
        axes = np.stack([c * right + s * down, -s * right + c * down, -toward]).astype(np.float32)
        return cls((toward * away).astype(np.float32), axes, side_px * away, size)

    def plane(self, side_mm: float = 16.0) -> Plane:
        """The camera as a plane of the table, for a usual die of `side_mm`."""
        middle = self.size / 2 - 0.5
        return Plane(
            matrix=np.array([[self.focal, 0, middle], [0, self.focal, middle], [0, 0, 1]], dtype=np.float64),
            distortion=np.zeros(2),
            rotation=self.axes.astype(np.float64),
            translation=-(self.axes @ self.where).astype(np.float64) * side_mm,
            width_mm=0.0,
            height_mm=0.0,
            picture_size=(self.size, self.size),
            error_px=0.0,
        )

    def to_px(self, points: Values) -> Values:
        seen = (points - self.where) @ self.axes.T
        return np.asarray(self.focal * seen[:, :2] / seen[:, 2:] + self.size / 2 - 0.5, dtype=np.float32)

    def rays(self, left: int, top: int, right: int, bottom: int) -> Values:
        """Unit rays through the finer pixels of a box."""
        x, y = np.meshgrid(np.arange(left, right), np.arange(top, bottom))
        seen = np.stack([x, y, np.zeros_like(x)], 2).astype(np.float32)
        seen[..., :2] = (seen[..., :2] + 0.5) / FINER - self.size / 2
        seen[..., 2] = self.focal
        rays = seen @ self.axes
        return np.asarray(rays / np.linalg.norm(rays, axis=2, keepdims=True), dtype=np.float32)

    def ray_frame(self, point: Values) -> Values:
        """Rows: right, down and along, for the ray to a point."""
        along = point - self.where
        along = along / np.linalg.norm(along)
        right = self.axes[0] - along * (self.axes[0] @ along)
        right /= np.linalg.norm(right)
        return np.stack([right, np.cross(along, right), along])


def photographed(canvas: Values, chance: np.random.Generator) -> Picture:
    """The fine light field as stored by a camera: exposure, lens blur, noise, tone, sharpening, JPEG."""
    size = canvas.shape[0] // FINER
    brightest = max(0.22, float(np.percentile(canvas[::4, ::4], 99)))
    light = (
        np.exp(chance.normal(scale=0.12, size=3))
        * np.exp(chance.uniform(np.log(0.3), np.log(1.3 if chance.random() < 0.9 else 2.2)))
        / brightest
    )
    scene = canvas * light.astype(np.float32)
    slope = chance.uniform(-0.35, 0.35)
    ramp = 1 + slope * np.linspace(-1, 1, canvas.shape[0], dtype=np.float32)
    scene *= ramp[:, None, None] if chance.random() < 0.5 else ramp[None, :, None]
    if chance.random() < 0.12:
        middle = chance.uniform(0, canvas.shape[0], size=2)
        yy, xx = np.mgrid[0 : canvas.shape[0], 0 : canvas.shape[0]]
        far = np.hypot(xx - middle[0], yy - middle[1]) / chance.uniform(40, 200)
        scene += (chance.uniform(0.05, 0.5) * np.exp(-(far**2)))[..., None].astype(np.float32)
    blur = chance.uniform(0.3, 0.9) if chance.random() < 0.8 else chance.uniform(0.9, 1.8)
    scene = cv2.GaussianBlur(scene, (0, 0), blur * FINER)
    if chance.random() < 0.06:
        length = int(chance.integers(2, 4)) * FINER
        line = np.zeros((length, length), np.float32)
        line[length // 2] = 1 / length
        if chance.random() < 0.5:
            line = line.T
        scene = cv2.filter2D(scene, -1, line)
    seen = cv2.resize(scene, (size, size), interpolation=cv2.INTER_AREA)
    seen += (
        chance.standard_normal(seen.shape, dtype=np.float32)
        * (0.02 * chance.random() ** 2)
        * (0.3 + np.sqrt(np.clip(seen, 0, 1)))
    )
    seen = np.clip(seen, 0, 1) ** (1 / chance.uniform(1.9, 2.5))
    grey = seen.mean(2, keepdims=True)
    seen = grey + (seen - grey) * chance.uniform(0.6, 1.35)
    sharpen = chance.uniform(0, 1.5) if chance.random() < 0.7 else 0.0
    seen = np.clip(seen + sharpen * (seen - cv2.GaussianBlur(seen, (0, 0), 1.0)), 0, 1)
    quality = int(chance.integers(55, 98))
    _, packed = cv2.imencode(".jpg", (seen * 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
