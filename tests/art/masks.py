"""Masks: how much of each pixel a shape covers. Drawn four times as large and made smaller, for soft edges."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

Point = tuple[float, float]
Cover = NDArray[np.float32]
SCALE = 2
"""Pixels of a sheet for one of the finished picture."""
_FINER = 2
"""And so many times finer while a shape is drawn."""


@dataclass(frozen=True, slots=True)
class Mask:
    """What a shape covers, 0 to 1, in a window whose upper left corner is (left, top), in pixels of the sheet."""

    left: int
    top: int
    cover: Cover

    def grown(self, by: int) -> "Mask":
        """The same shape in a window that is larger on all sides."""
        return Mask(self.left - by, self.top - by, np.pad(self.cover, by))

    def moved(self, x: float, y: float) -> "Mask":
        """The shape moved by so many px of the finished picture."""
        return Mask(self.left + round(x * SCALE), self.top + round(y * SCALE), self.cover)

    def blurred(self, reach: float) -> "Mask":
        """The shape with an edge that fades over about `reach` px of the finished picture."""
        sigma = max(reach * SCALE / 2, 0.1)
        wide = self.grown(int(3 * sigma) + 1)
        return Mask(wide.left, wide.top, _blur(wide.cover, sigma))

    def smeared(self, x: float, y: float, steps: int = 24) -> "Mask":
        """All places that the shape passes while it moves by (x, y), fainter towards the end."""
        reach = int(max(abs(x), abs(y)) * SCALE) + 2
        wide = self.grown(reach)
        found = wide.cover.copy()
        for n in range(1, steps + 1):
            part = n / steps
            step = wide.moved(x * part, y * part)
            found = np.maximum(found, step.on(wide.left, wide.top, wide.cover.shape) * (1 - 0.75 * part))
        return Mask(wide.left, wide.top, found.astype(np.float32))

    def on(self, left: int, top: int, shape: tuple[int, ...]) -> Cover:
        """The same cover in another window; nothing outside its own."""
        found = np.zeros(shape[:2], np.float32)
        x0, y0 = max(self.left, left), max(self.top, top)
        x1 = min(self.left + self.cover.shape[1], left + shape[1])
        y1 = min(self.top + self.cover.shape[0], top + shape[0])
        if x0 < x1 and y0 < y1:
            found[y0 - top : y1 - top, x0 - left : x1 - left] = self.cover[
                y0 - self.top : y1 - self.top, x0 - self.left : x1 - self.left
            ]
        return found

    def within(self, other: "Mask") -> "Mask":
        """What both cover."""
        return Mask(self.left, self.top, self.cover * other.on(self.left, self.top, self.cover.shape))

    def without(self, other: "Mask") -> "Mask":
        """What this shape covers and the other does not."""
        return Mask(self.left, self.top, self.cover * (1 - other.on(self.left, self.top, self.cover.shape)))


def _blur(cover: Cover, sigma: float) -> Cover:
    """Large blurs are made small: nobody sees the difference, and it takes a fraction of the time."""
    parts = max(1, int(sigma / 4))
    if parts == 1:
        return np.asarray(cv2.GaussianBlur(cover, (0, 0), sigma), np.float32)
    high, wide = cover.shape
    small = cv2.resize(cover, (-(-wide // parts), -(-high // parts)), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), sigma / parts)
    return np.asarray(cv2.resize(small, (wide, high), interpolation=cv2.INTER_LINEAR), np.float32)


def joined(*masks: Mask) -> Mask:
    """What any of the shapes covers."""
    left, top = min(mask.left for mask in masks), min(mask.top for mask in masks)
    right = max(mask.left + mask.cover.shape[1] for mask in masks)
    low = max(mask.top + mask.cover.shape[0] for mask in masks)
    shape = (low - top, right - left)
    return Mask(left, top, np.maximum.reduce([mask.on(left, top, shape) for mask in masks]))


def _drawn(
    points: Sequence[Point], margin: float, draw: Callable[[ImageDraw.ImageDraw, list[Point]], None]
) -> Mask:
    """A window around the points, in which `draw` is given them in its own fine pixels."""
    xs, ys = [point[0] for point in points], [point[1] for point in points]
    left, top = int((min(xs) - margin) * SCALE) - 2, int((min(ys) - margin) * SCALE) - 2
    wide = min(max(int((max(xs) + margin) * SCALE) + 3 - left, 4), 6000)
    high = min(max(int((max(ys) + margin) * SCALE) + 3 - top, 4), 6000)
    image = Image.new("L", (wide * _FINER, high * _FINER))
    fine = [((x * SCALE - left) * _FINER, (y * SCALE - top) * _FINER) for x, y in points]
    draw(ImageDraw.Draw(image), fine)
    return Mask(left, top, np.asarray(image.reduce(_FINER), np.float32) / 255)


def shape(points: Sequence[Point]) -> Mask:
    """A filled polygon, in px of the finished picture, y down."""
    return _drawn(points, 0, lambda pen, fine: pen.polygon(fine, fill=255))


def line(points: Sequence[Point], width: float) -> Mask:
    """A thick line with round ends and corners."""

    def draw(pen: ImageDraw.ImageDraw, fine: list[Point]) -> None:
        thick = width * SCALE * _FINER
        pen.line(fine, fill=255, width=max(1, round(thick)), joint="curve")
        for x, y in fine if len(fine) < 40 else (fine[0], fine[-1]):
            pen.ellipse([x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2], fill=255)

    return _drawn(points, width, draw)


def oval(x: float, y: float, wide: float, high: float | None = None, turned: float = 0.0) -> Mask:
    """An ellipse by half its width and half its height, turned clockwise by so many degrees."""
    return shape(ring(x, y, wide, wide if high is None else high, turned=turned))


def ring(
    x: float, y: float, wide: float, high: float, *, turned: float = 0.0, count: int = 120
) -> list[Point]:
    """Points around an ellipse."""
    points = [(wide * cos(2 * pi * n / count), high * sin(2 * pi * n / count)) for n in range(count)]
    return moved(points, x, y, turned=turned)


def box(left: float, top: float, wide: float, high: float, corner: float = 0.0) -> list[Point]:
    """The outline of a rectangle with round corners."""
    if corner <= 0:
        return [(left, top), (left + wide, top), (left + wide, top + high), (left, top + high)]
    middles = (
        (left + wide - corner, top + corner, -90),
        (left + wide - corner, top + high - corner, 0),
        (left + corner, top + high - corner, 90),
        (left + corner, top + corner, 180),
    )
    return [
        (
            x + corner * cos((start + 90 * n / 12) * pi / 180),
            y + corner * sin((start + 90 * n / 12) * pi / 180),
        )
        for x, y, start in middles
        for n in range(13)
    ]


def moved(
    points: Sequence[Point],
    x: float = 0,
    y: float = 0,
    *,
    size: float = 1.0,
    turned: float = 0.0,
    mirrored: bool = False,
) -> list[Point]:
    """Points made larger, turned clockwise (degrees) about the origin, and moved."""
    across, along = cos(turned * pi / 180) * size, sin(turned * pi / 180) * size
    sign = -1 if mirrored else 1
    return [(x + across * a * sign - along * b, y + along * a * sign + across * b) for a, b in points]


def star(reach: float, inner: float = 0.42) -> list[Point]:
    """The outline of a star with five tips, one of them upwards; `inner` is how deep it is cut."""
    rays = [(reach * (1.0 if k % 2 == 0 else inner), k * pi / 5) for k in range(10)]
    return [(far * sin(turn), -far * cos(turn)) for far, turn in rays]


def smooth(points: Sequence[Point], *, closed: bool = True, steps: int = 12) -> list[Point]:
    """A soft curve through the points. A point that is given twice in a row stays a sharp corner."""
    count = len(points)
    found: list[Point] = []
    for n in range(count if closed else count - 1):
        p0, p1, p2, p3 = (
            points[k % count] if closed else points[min(max(k, 0), count - 1)]
            for k in (n - 1, n, n + 1, n + 2)
        )
        if p1 == p2:
            continue
        for step in range(steps):
            t = step / steps
            found.append((_between(p0[0], p1[0], p2[0], p3[0], t), _between(p0[1], p1[1], p2[1], p3[1], t)))
    if not closed:
        found.append(points[-1])
    return found


def _between(a: float, b: float, c: float, d: float, t: float) -> float:
    """Catmull and Rom's curve from b to c."""
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
