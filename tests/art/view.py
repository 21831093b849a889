"""How a table looks from where a player sits: points in cm to points of the picture, and solids made of many points."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.art.masks import SCALE, Mask, Point
from tests.art.sheet import Sheet

Points = NDArray[np.float64]
LAMP = np.array([-0.55, 0.30, 0.78])
"""Where light comes from: above left, a little from behind the table."""


@dataclass(frozen=True)
class View:
    """An eye at a place (cm: x to the right, y away, z up) that looks at another; `zoom` px for one cm at 1 cm."""

    eye: tuple[float, float, float]
    target: tuple[float, float, float]
    zoom: float
    middle: Point = (480.0, 270.0)

    def _axes(self) -> tuple[Points, Points, Points]:
        ahead = np.subtract(self.target, self.eye).astype(float)
        ahead /= np.linalg.norm(ahead)
        right = np.cross(ahead, (0.0, 0.0, 1.0))
        right /= np.linalg.norm(right)
        return right, np.cross(right, ahead), ahead

    def seen(self, points: Points) -> tuple[Points, Points]:
        """Points of the picture, and how far each lies from the eye."""
        right, up, ahead = self._axes()
        rest = np.asarray(points, float) - np.asarray(self.eye)
        far = rest @ ahead
        x = self.middle[0] + self.zoom * (rest @ right) / far
        y = self.middle[1] - self.zoom * (rest @ up) / far
        return np.column_stack([x, y]), far

    def at(self, x: float, y: float, z: float = 0.0) -> Point:
        found, _far = self.seen(np.array([[x, y, z]]))
        return float(found[0, 0]), float(found[0, 1])

    def outline(self, points: list[Point], z: float = 0.0) -> list[Point]:
        """Points on a level, seen."""
        found, _far = self.seen(np.array([(x, y, z) for x, y in points]))
        return [(float(x), float(y)) for x, y in found]


def solid(sheet: Sheet, view: View, points: Points, colours: Points, normals: Points | None = None) -> None:
    """Paints a surface that is given by many points; what is nearer hides what is farther."""
    if normals is not None:
        faces = np.einsum("ij,ij->i", normals, np.asarray(view.eye) - points) > 0
        points, colours, normals = points[faces], colours[faces], normals[faces]
        light = np.clip(normals @ (LAMP / np.linalg.norm(LAMP)), -1, 1)
        steps = 0.5 * light + 0.5 * np.tanh((light - 0.25) * 4)
        colours = colours * (0.62 + 0.42 * steps)[:, None]
        glint = np.clip(light - 0.86, 0, 1)[:, None] * 1.6
        colours = colours + (np.array([1.0, 0.93, 0.8]) - colours) * np.clip(glint, 0, 0.6)
    px, far = view.seen(points)
    order = np.argsort(-far)
    fine = np.floor(px[order] * SCALE * 2).astype(int)
    left, top = fine.min(axis=0) // 2 * 2
    wide, high = (fine.max(axis=0) - (left, top)) // 2 * 2 + 2
    image = np.zeros((high, wide, 4), np.float32)
    image[fine[:, 1] - top, fine[:, 0] - left, :3] = np.clip(colours[order], 0, 1)
    image[fine[:, 1] - top, fine[:, 0] - left, 3] = 1
    image[..., :3] *= image[..., 3:]
    small = cv2.resize(image, (wide // 2, high // 2), interpolation=cv2.INTER_AREA)
    sheet.over(small, int(left) // 2, int(top) // 2)


def shadow(view: View, points: Points, *, blur: float, z: float = 0.0) -> Mask:
    """What of a level lies in the shadow of a surface."""
    fall = points - LAMP * ((points[:, 2:] - z) / LAMP[2])
    px, _far = view.seen(fall)
    coarse = np.floor(px).astype(int)
    left, top = coarse.min(axis=0) - 2
    wide, high = coarse.max(axis=0) - (left, top) + 4
    image = np.zeros((high, wide), np.float32)
    image[coarse[:, 1] - top, coarse[:, 0] - left] = 1
    image = cv2.morphologyEx(image, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    large = cv2.resize(image, (wide * SCALE, high * SCALE), interpolation=cv2.INTER_LINEAR)
    return Mask(int(left) * SCALE, int(top) * SCALE, large).blurred(blur)
