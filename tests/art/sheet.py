"""A sheet of paper to paint on with gouache: flat colours, a little grain, light from above left, long soft shadows."""

from dataclasses import dataclass, field
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tests.art.masks import SCALE, Mask, Point, oval

Picture = NDArray[np.float32]
NIGHT = "0E1317"
"""The ground of the app: pictures fade into it."""


def tint(code: str) -> Picture:
    """Red, green and blue of a colour like "E08A3C", 0 to 1."""
    return np.array([int(code[n : n + 2], 16) / 255 for n in (0, 2, 4)], np.float32)


def mixed(one: str, other: str, part: float) -> str:
    """A colour between two, `part` of the way to the other."""
    parts = tint(one) * (1 - part) + tint(other) * part
    return "".join(f"{round(float(value) * 255):02X}" for value in parts)


def lighter(code: str, part: float = 0.2) -> str:
    return mixed(code, "FFF3DC", part)


def darker(code: str, part: float = 0.3) -> str:
    return mixed(code, "0A0D14", part)


@dataclass(slots=True)
class Sheet:
    """Paint, and how much of each pixel it covers: SCALE pixels for one of the finished picture."""

    wide: int
    high: int
    seed: int = 1
    paint: Picture = field(init=False)
    cover: Picture = field(init=False)
    _streaks: Picture = field(init=False)

    def __post_init__(self) -> None:
        shape = (self.high * SCALE, self.wide * SCALE)
        self.paint, self.cover = np.zeros((*shape, 3), np.float32), np.zeros(shape, np.float32)
        self._streaks = brush_strokes(shape, self.seed)

    def fill(
        self,
        mask: Mask,
        colour: str,
        to: str | None = None,
        *,
        towards: Point = (0.5, 1.0),
        strength: float = 1.0,
        grain: float = 0.05,
    ) -> None:
        """Paints a shape, from one colour to another across its window."""
        found = self._window(mask)
        if found is None:
            return
        rows, columns, cover = found
        colours = np.broadcast_to(tint(colour), (*cover.shape, 3)).copy()
        if to is not None:
            part = _slope(cover.shape, towards)[..., None]
            colours += (tint(to) - tint(colour)) * part
        if grain:
            colours *= (1 + grain * self._streaks[rows, columns])[..., None]
        cover = cover * strength
        self.paint[rows, columns] *= (1 - cover)[..., None]
        self.paint[rows, columns] += np.clip(colours, 0, 1) * cover[..., None]
        self.cover[rows, columns] += cover * (1 - self.cover[rows, columns])

    def solid(
        self, mask: Mask, colour: str, *, rim: float = 1.4, depth: float = 0.2, grain: float = 0.05
    ) -> None:
        """A shape that looks a little raised: lit along its upper left edge, dark along its lower right one."""
        self.fill(
            mask, lighter(colour, depth / 3), darker(colour, depth / 2), towards=(0.6, 1.0), grain=grain
        )
        away = rim * 3
        self.fill(
            mask.without(mask.moved(-away, -away).blurred(away)), darker(colour, 0.6), strength=depth, grain=0
        )
        self.fill(
            mask.without(mask.moved(rim, rim)), lighter(colour, 0.55), strength=min(1, depth * 2), grain=0
        )

    def shade(self, mask: Mask, x: float, y: float, *, blur: float = 6.0, strength: float = 0.55) -> None:
        """The shadow that a shape casts, drawn out by (x, y)."""
        self.fill(mask.smeared(x, y).blurred(blur), "05070B", strength=strength, grain=0)

    def glow(self, x: float, y: float, wide: float, high: float, colour: str, strength: float = 0.5) -> None:
        """Light that is added around a point and fades out at the edge of an ellipse."""
        rows, columns = np.mgrid[0 : self.paint.shape[0], 0 : self.paint.shape[1]].astype(np.float32)
        away = np.hypot((columns / SCALE - x) / wide, (rows / SCALE - y) / high)
        part = np.clip(1 - away, 0, 1) ** 2 * strength
        self.paint = (1 - (1 - self.paint) * (1 - tint(colour) * part[..., None])).astype(np.float32)

    def lit(
        self,
        x: float,
        y: float,
        wide: float,
        high: float,
        *,
        dark: float = 0.2,
        warm: str = "FFE2B4",
        dusk: str = NIGHT,
    ) -> None:
        """Lamp light: warm and full at a point, sinking into the dusk beyond the edge of an ellipse."""
        rows, columns = np.mgrid[0 : self.paint.shape[0], 0 : self.paint.shape[1]].astype(np.float32)
        away = np.hypot((columns / SCALE - x) / wide, (rows / SCALE - y) / high)
        part = np.clip(1 - away, 0, 1)
        part = (part * part * (3 - 2 * part))[..., None]
        lamp = 1 + (tint(warm) * 1.42 - 1) * part
        self.paint = np.clip(
            self.paint * (dark + (1 - dark) * part) * lamp + tint(dusk) * (1 - part) * 0.55, 0, 1
        )

    def add(self, other: "Sheet", corners: list[Point], *, light: float = 1.0) -> None:
        """Lays another sheet on this one, its corners (from the upper left, clockwise) at these points."""
        high, wide = other.paint.shape[:2]
        target = np.array(corners, np.float32) * SCALE
        sides = [hypot(*(target[k] - target[(k + 1) % 4])) for k in range(4)]
        smaller = min(1.0, max(sides[0], sides[2]) * 1.3 / wide, 1.0)
        image = np.dstack([other.paint * light, other.cover])
        if smaller < 1:
            image = cv2.resize(image, None, fx=smaller, fy=smaller, interpolation=cv2.INTER_AREA)
            high, wide = image.shape[:2]
        source = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
        x0, y0 = np.maximum(np.floor(target.min(axis=0)).astype(int) - 2, 0)
        x1, y1 = np.minimum(
            np.ceil(target.max(axis=0)).astype(int) + 3, [self.paint.shape[1], self.paint.shape[0]]
        )
        if x0 >= x1 or y0 >= y1:
            return
        way = cv2.getPerspectiveTransform(source, target - np.array([x0, y0], np.float32))
        laid = cv2.warpPerspective(image, way, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_AREA)
        self.over(laid, int(x0), int(y0))

    def over(self, laid: Picture, left: int, top: int) -> None:
        """Paint with its cover as a fourth part, laid over this sheet's at a pixel; what hangs over is cut off."""
        rows = slice(max(top, 0), min(top + laid.shape[0], self.paint.shape[0]))
        columns = slice(max(left, 0), min(left + laid.shape[1], self.paint.shape[1]))
        if rows.start >= rows.stop or columns.start >= columns.stop:
            return
        laid = laid[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left]
        cover = laid[..., 3]
        self.paint[rows, columns] = self.paint[rows, columns] * (1 - cover)[..., None] + laid[..., :3]
        self.cover[rows, columns] += cover * (1 - self.cover[rows, columns])

    def finished(self, *, grain: float = 0.016) -> Image.Image:
        """The picture at its own size, with the grain of paper."""
        paint = cv2.resize(self.paint, (self.wide, self.high), interpolation=cv2.INTER_AREA)
        cover = cv2.resize(self.cover, (self.wide, self.high), interpolation=cv2.INTER_AREA)
        noise = np.random.default_rng(self.seed + 7).standard_normal(cover.shape).astype(np.float32)
        paper = noise * 0.6 + cv2.GaussianBlur(noise, (0, 0), 1.2) * 1.6
        paint = paint * (1 + grain * paper * 1.3)[..., None]
        straight = paint / np.maximum(cover, 1e-4)[..., None]
        whole = np.dstack([straight, cover]) if cover.min() < 0.999 else straight
        return Image.fromarray(np.rint(np.clip(whole, 0, 1) * 255).astype(np.uint8))

    def _window(self, mask: Mask) -> tuple[slice, slice, Picture] | None:
        top, left = max(mask.top, 0), max(mask.left, 0)
        low = min(mask.top + mask.cover.shape[0], self.paint.shape[0])
        right = min(mask.left + mask.cover.shape[1], self.paint.shape[1])
        if top >= low or left >= right:
            return None
        cover = mask.cover[top - mask.top : low - mask.top, left - mask.left : right - mask.left]
        return slice(top, low), slice(left, right), cover


def _slope(shape: tuple[int, ...], towards: Point) -> Picture:
    """From 0 to 1 across a window in a direction."""
    rows, columns = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    part = columns / shape[1] * towards[0] + rows / shape[0] * towards[1]
    least = min(0, towards[0]) + min(0, towards[1])
    most = max(0, towards[0]) + max(0, towards[1])
    return np.asarray((part - least) / max(most - least, 1e-6), np.float32)


def brush_strokes(shape: tuple[int, int], seed: int) -> Picture:
    """Streaks and clouds of a broad brush, about -2 to 2."""
    chance = np.random.default_rng(seed)
    small = chance.standard_normal((shape[0] // 2 + 1, shape[1] // 2 + 1)).astype(np.float32)
    turn = cv2.getRotationMatrix2D((12.0, 12.0), 24, 1)
    kernel = np.zeros((25, 25), np.float32)
    kernel[12, :] = 1
    kernel = cv2.warpAffine(kernel, turn, (25, 25))
    streaks = cv2.GaussianBlur(cv2.filter2D(small, -1, kernel / kernel.sum()), (0, 0), 1.1)
    cloud = cv2.resize(chance.standard_normal((shape[0] // 90 + 3, shape[1] // 90 + 3)).astype(np.float32),
                       (small.shape[1], small.shape[0]), interpolation=cv2.INTER_CUBIC)  # fmt: skip
    both = streaks / streaks.std() * 0.45 + cloud / cloud.std() * 0.75
    return np.asarray(cv2.resize(both, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR), np.float32)


def blot(sheet: Sheet, x: float, y: float, reach: float, colour: str, *, strength: float = 1.0) -> None:
    """A soft round patch of colour."""
    sheet.fill(oval(x, y, reach).blurred(reach * 0.8), colour, strength=strength, grain=0.03)
