"""Draws round bodies as a camera sees them: lit side, top face, shadow, turned outline.

Rule kept: a body hides those behind it, and each pixel's owner is kept, so that visible shares can be
counted.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Points, Values
from vision.workshop.training.painted_prints import TEXTURE, some_body

Window = tuple[slice, slice]

CIRCLE = np.column_stack([np.cos(np.arange(64) / 32 * np.pi), np.sin(np.arange(64) / 32 * np.pi)])


@dataclass(slots=True)
class Canvas:
    """A picture being painted (H x W x 3, BGR) and each pixel's body number, -1 for none."""

    light: Values
    owner: NDArray[np.int16]

    @property
    def side(self) -> int:
        return self.light.shape[0]


@dataclass(slots=True)
class View:
    """A scene's projection and light.

    `up`: px per mm of height; `flat`: table mm to px (2 x 2). `sun`: shadow offset in mm per mm of height.
    `ambient`: light from all sides (0..1); `dark`: depth of shadows (0..1).
    """

    up: Points
    flat: Points
    sun: Points
    ambient: float
    dark: float

    @classmethod
    def some(cls, scale: float, chance: np.random.Generator) -> "View":
        leaning = abs(chance.normal(0, 20)) if chance.random() < 0.8 else chance.uniform(0, 45)
        tilt = np.radians(min(leaning, 48.0))
        lean = chance.uniform(0, 2 * np.pi)
        if chance.random() < 0.4:
            lean = -np.pi / 2 + chance.normal(0, 0.5)
        up = np.array([np.cos(lean), np.sin(lean)])
        across = np.array([-up[1], up[0]])
        flat = scale * (np.outer(across, across) + np.cos(tilt) * np.outer(up, up))
        towards = chance.uniform(0, 2 * np.pi)
        sun = np.array([np.cos(towards), np.sin(towards)]) * chance.uniform(0.1, 1.2)
        return cls(scale * np.sin(tilt) * up, flat, sun, chance.uniform(0.45, 0.9), chance.uniform(0.2, 0.75))

    def ring(self, at: Points, radius: float, high: float = 0.0) -> Points:
        """Outline (64 x 2 px) of a circle (mm) `high` mm above the point `at` (px)."""
        return np.asarray(at + radius * CIRCLE @ self.flat.T + high * self.up)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Drum:
    """A round body at a point (px): radius, height of its lower end and thickness (mm), top face, colour."""

    at: Points
    radius: float
    high: float
    thick: float
    face: Values
    body: Values


def draw_round(canvas: Canvas, number: int, drum: Drum, view: View, chance: np.random.Generator) -> None:
    """Draws one round body."""
    at, radius, high, thick = drum.at, drum.radius, drum.high, drum.thick
    face, body = drum.face, drum.body
    low, top = view.ring(at, radius, high), view.ring(at, radius, high + thick)
    hull = cv2.convexHull(np.concatenate([low, top]).astype(np.float32))[:, 0].astype(np.float64)
    side = (body * chance.uniform(0.75, 1.0) + 5) if chance.random() < 0.85 else some_body(chance)
    window, mask = mask_of(canvas.light, hull)
    if window is None:
        return
    lit = view.ambient * 0.75 + (1 - view.ambient) * towards(view, window, at, radius)
    if chance.random() < 0.2:  # a milled or crinkled side
        angle = np.linspace(0, 1, lit.shape[1])[None] * chance.uniform(20, 60)
        lit = lit * (1 + 0.2 * np.sin(angle * 2 * np.pi))
    blend(canvas, number, window, mask, side * lit[..., None])
    draw_face(canvas, number, (at + (high + thick) * view.up, radius), face, view, chance)


def draw_face(
    canvas: Canvas,
    number: int,
    spot: tuple[Points, float],
    face: Values,
    view: View,
    chance: np.random.Generator,
) -> None:
    """Draws a level round face; `spot`: middle (px) and radius (mm). Its rim is lit or in shade."""
    at, radius = spot
    window, mask = mask_of(canvas.light, view.ring(at, radius))
    if window is None:
        return
    spread = view.flat * radius
    matrix = np.zeros((2, 3))
    texture: Values = face
    size = 2 * float(np.sqrt(abs(np.linalg.det(spread))))
    if size < TEXTURE * 0.8:
        texture = np.asarray(cv2.GaussianBlur(face, (0, 0), 0.45 * TEXTURE / size), np.float32)
    scale = spread * 2 / TEXTURE
    middle = at - np.array([window[1].start, window[0].start])
    matrix[:, :2] = scale
    matrix[:, 2] = middle - scale @ np.array([(TEXTURE - 1) / 2] * 2)
    shape = (mask.shape[1], mask.shape[0])
    print_ = cv2.warpAffine(texture, matrix, shape, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    bright = view.ambient * 0.75 + 0.35 * (1 - view.ambient) + chance.uniform(0.0, 0.3)
    glow = _gloss(shape, middle, radius * float(np.hypot(*view.flat[0])), chance)
    colour = print_ * bright + glow[..., None]
    if chance.random() < 0.6:
        inner = view.ring(at, radius * chance.uniform(0.9, 0.98))
        _, within = mask_of(canvas.light, inner, window)
        edge = chance.uniform(0.75, 1.25)
        colour = np.where(within[..., None] > 0.5, colour, colour * edge)
    blend(canvas, number, window, mask, np.asarray(colour, np.float32))


def towards(view: View, window: Window, at: Points, radius: float) -> Values:
    """Light (0..1) on the side of a round body at `at`, over a window of the canvas."""
    y, x = np.mgrid[window].astype(np.float32)
    size = max(1.0, radius * float(np.hypot(*view.flat[0])))
    along = ((x - at[0]) * view.sun[0] + (y - at[1]) * view.sun[1]) / (
        size * max(0.3, float(np.hypot(*view.sun)))
    )
    return np.clip(0.5 - 0.5 * along, 0, 1).astype(np.float32)


def _gloss(shape: tuple[int, int], middle: Points, reach: float, chance: np.random.Generator) -> Values:
    """Reflected light of a smooth face: a broad slope, sometimes a spot."""
    y, x = np.mgrid[0 : shape[1], 0 : shape[0]].astype(np.float32)
    angle = chance.uniform(0, 2 * np.pi)
    along = ((x - middle[0]) * np.cos(angle) + (y - middle[1]) * np.sin(angle)) / reach
    glow = chance.uniform(0, 25) * along
    if chance.random() < 0.3:
        spot = middle + chance.normal(0, 0.5 * reach, 2)
        wide = reach * chance.uniform(0.1, 0.6)
        glow += chance.uniform(10, 150) * np.exp(-((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / (2 * wide**2))
    if chance.random() < 0.4:
        glow += chance.uniform(-18, 40)
    return np.asarray(glow, np.float32)


def mask_of(light: Values, outline: Points, window: Window | None = None) -> tuple[Window | None, Values]:
    """The window around an outline (px) and each pixel's share (0..1) inside."""
    if window is None:
        low = np.maximum(np.floor(outline.min(axis=0)).astype(int) - 2, 0)
        high = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + 3, [light.shape[1], light.shape[0]])
        if (high <= low).any():
            return None, np.zeros((0, 0), np.float32)
        window = (slice(low[1], high[1]), slice(low[0], high[0]))
    mask = np.zeros((window[0].stop - window[0].start, window[1].stop - window[1].start), np.uint8)
    fixed = np.round((outline - [window[1].start, window[0].start]) * 16).astype(np.int32)
    cv2.fillPoly(mask, [fixed], 255, cv2.LINE_AA, 4)
    return window, mask.astype(np.float32) / np.float32(255)


def blend(canvas: Canvas, number: int, window: Window, mask: Values, colour: Values) -> None:
    """Paints a window by the cover (0..1) of each pixel, and records the owner."""
    part = canvas.light[window]
    part += mask[..., None] * (colour - part)
    canvas.owner[window][mask > 0.5] = number


def shadow(
    canvas: Canvas, at: Points, radius: float, high: float, view: View, chance: np.random.Generator
) -> None:
    """Darkens the ground close around a body, and away from the lamp."""
    away = view.flat @ view.sun * high
    hull = cv2.convexHull(
        np.concatenate([view.ring(at, radius), view.ring(at + away, radius)]).astype(np.float32)
    )
    size = radius * float(np.hypot(*view.flat[0]))
    reach = size * 1.2
    outline = hull[:, 0].astype(np.float64)
    wide = np.concatenate([outline - reach, outline + reach])
    window, _ = mask_of(canvas.light, wide)
    if window is None:
        return
    _, mask = mask_of(canvas.light, outline, window)
    soft = cv2.GaussianBlur(
        mask, (0, 0), max(0.6, chance.uniform(0.03, 0.3) * high * float(np.hypot(*view.flat[0])))
    )
    _, close = mask_of(canvas.light, view.ring(at, radius * 1.08), window)
    near = cv2.GaussianBlur(close, (0, 0), max(0.6, size * chance.uniform(0.05, 0.15)))
    dark = np.maximum(view.dark * soft, 0.5 * view.dark * near)
    canvas.light[window] *= (1 - dark)[..., None]
