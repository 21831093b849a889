"""Painted pictures of pennies on cards from a table camera, to teach the penny readers.

Rule kept: a crop looks like those of `vision.pennies.reader`: same size, scale and faults.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture, Values
from vision.pennies.reader import CROP_PX, CROP_PX_PER_MM, PENNY_MM, roundness
from vision.workshop.training.plain_reverses import plain_relief
from vision.workshop.training.relief_pen import RADIUS, SIDE, Heights
from vision.workshop.training.reliefs import relief


@dataclass(frozen=True, slots=True)
class Crop:
    """A square picture around a candidate: `label` heads, tails, or None without a penny in its middle.

    `visible`: uncovered share of the penny (0..1); 0 without one.
    """

    picture: Picture
    label: str | None
    visible: float


def painted(label: str | None, chance: np.random.Generator, faces: tuple[Picture, ...] = ()) -> Crop:
    """A crop with a penny of this side, or another round thing (None); `faces` lend their art."""
    canvas = _ground(chance, faces)
    light = _Light.some(chance)
    covered = _cover(chance) if chance.random() < 0.25 else None
    if label is not None:
        visible = _lay(canvas, label, chance.normal(scale=0.025, size=2), light, covered, chance)
        return Crop(_camera(canvas, CROP_PX, chance), label, visible)
    if chance.random() < 0.15:  # a penny well off the middle: a neighbour, no find
        _lay(canvas, str(chance.choice(["heads", "tails"])), _aside(chance), light, covered, chance)
        return Crop(_camera(canvas, CROP_PX, chance), None, 0.0)
    if chance.random() < 0.55:
        _draw_round(canvas, chance)
    return Crop(_roundest(_camera(canvas, WIDER_PX, chance)), None, 0.0)


def _roundest(picture: Picture) -> Picture:
    """The crop around the place most like a penny's outline, where vision would look too."""
    half = CROP_PX // 2
    inner = roundness(picture, CROP_PX_PER_MM)[half:-half, half:-half]
    y, x = np.unravel_index(int(inner.argmax()), inner.shape)
    return np.ascontiguousarray(picture[y : y + CROP_PX, x : x + CROP_PX])


WIDER_PX = CROP_PX + 33
"""Side of a painting without a penny; the crop is taken at its roundest place."""
CANVAS = 2 * SIDE
"""Side of the canvas in px, larger than seen; the coin's relief has the same scale."""


@dataclass(frozen=True, slots=True)
class _Light:
    """Lamps around the table: unit vectors (N x 3), strength and sharpness of their reflections."""

    towards: Values
    strength: Values
    sharp: Values
    ambient: float

    @classmethod
    def some(cls, chance: np.random.Generator) -> "_Light":
        number = int(chance.integers(1, 5))
        towards = chance.normal(size=(number, 3)).astype(np.float32)
        towards[:, 2] = np.abs(towards[:, 2]) + chance.uniform(0.2, 2.0, size=number)
        towards /= np.linalg.norm(towards, axis=1, keepdims=True)
        strength = chance.uniform(0.2, 1.0, size=number).astype(np.float32)
        sharp = np.exp(chance.uniform(np.log(1.5), np.log(60), size=number)).astype(np.float32)
        return cls(towards, strength, sharp, float(chance.uniform(0.1, 0.5)))

    def on(self, normals: Values) -> Values:
        """Brightness of a metal surface with these normals (H x W x 3)."""
        facing = normals @ self.towards.T
        return np.asarray(
            self.ambient * (0.6 + 0.4 * normals[..., 2])
            + (self.strength * np.exp(self.sharp * (facing - 1))).sum(axis=2),
            dtype=np.float32,
        )


def _noise(chance: np.random.Generator, side: int, coarse: float) -> Values:
    small = max(2, int(side / coarse))
    return np.asarray(
        cv2.resize(
            chance.normal(size=(small, small)).astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC
        )
    )


def _struck(side: str, chance: np.random.Generator) -> Heights:
    """A relief of either drawn kind."""
    if chance.random() < 0.7:
        return relief(side, chance)
    other = plain_relief("heads" if side == "heads" else "tails", chance)
    inner = cv2.resize(other, (round(2 * RADIUS), round(2 * RADIUS)), interpolation=cv2.INTER_AREA)
    margin = (SIDE - inner.shape[0]) // 2
    around = SIDE - inner.shape[0] - margin
    return np.asarray(np.pad(inner, ((margin, around), (margin, around))), dtype=np.float32)


def _coin(side: str, light: _Light, chance: np.random.Generator) -> tuple[Values, Values]:
    """A penny (BGR 0..1, floats) and its outline (0..1), both SIDE x SIDE, upright."""
    heights = _struck(side, chance)
    worn = chance.random()
    heights = np.asarray(cv2.GaussianBlur(heights, (0, 0), 0.5 + 1.2 * worn * chance.random()))
    depth = np.exp(chance.uniform(np.log(2.5), np.log(14))) * (1 - 0.4 * worn)
    rough = 0.006 * chance.random() * chance.normal(size=heights.shape).astype(np.float32)
    bowl = _noise(chance, SIDE, 50) * 0.08 * chance.random()
    shape = heights + rough + bowl
    slope_x = cv2.Sobel(shape, cv2.CV_32F, 1, 0, scale=1 / 8) * depth
    slope_y = cv2.Sobel(shape, cv2.CV_32F, 0, 1, scale=1 / 8) * depth
    normals = np.dstack([-slope_x, slope_y, np.ones_like(shape)])
    normals /= np.linalg.norm(normals, axis=2, keepdims=True)
    turn = chance.uniform(0, 2 * np.pi)
    # The relief is turned later under fixed lamps, so the lamps are turned the other way here.
    spin = np.array(
        [[np.cos(turn), np.sin(turn), 0], [-np.sin(turn), np.cos(turn), 0], [0, 0, 1]], np.float32
    )
    shine = _Light(light.towards @ spin.T, light.strength, light.sharp, light.ambient).on(
        normals.astype(np.float32)
    )
    hollow = np.clip(cv2.GaussianBlur(heights, (0, 0), 5) - heights, 0, 1) * chance.uniform(0, 1.5)
    tarnish = np.clip(
        1 - 0.25 * chance.random() * np.abs(_noise(chance, SIDE, chance.uniform(8, 40))) - hollow, 0.1, 1
    )
    fresh = chance.random()
    copper = np.array([0.18, 0.27, 0.46]) * (1 - fresh) + np.array([0.38, 0.56, 0.92]) * fresh
    copper = np.clip(copper * chance.uniform(0.88, 1.12, size=3), 0.05, 1)
    if chance.random() < 0.08:  # green or red tarnish
        copper = np.clip(copper * chance.uniform(0.6, 1.4, size=3), 0.05, 1)
    white = np.clip(shine - 1.0, 0, 1)[..., None] * chance.uniform(0, 0.6)
    picture = (shine * tarnish)[..., None] * copper.astype(np.float32) + white
    half = (SIDE - 1) / 2
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) - half
    outline = np.clip(RADIUS + 0.5 - np.hypot(x, y), 0, 1)
    matrix = cv2.getRotationMatrix2D((half, half), float(np.degrees(turn)), 1.0)
    turned = cv2.warpAffine(picture.astype(np.float32), matrix, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(turned), np.asarray(outline, dtype=np.float32)


def _lay(
    canvas: Values,
    side: str,
    away: NDArray[np.float64],
    light: _Light,
    covered: Values | None,
    chance: np.random.Generator,
) -> float:
    """Lays a penny `away` (coin diameters) from the canvas's middle; returns its visible share."""
    coin, outline = _coin(side, light, chance)
    x, y = ((CANVAS - SIDE) / 2 + away * 2 * RADIUS).round().astype(int)
    full = np.zeros((CANVAS, CANVAS), np.float32)
    lay = np.zeros_like(canvas)
    left, top, right, bottom = max(x, 0), max(y, 0), min(x + SIDE, CANVAS), min(y + SIDE, CANVAS)
    if left >= right or top >= bottom:
        return 0.0
    full[top:bottom, left:right] = outline[top - y : bottom - y, left - x : right - x]
    lay[top:bottom, left:right] = coin[top - y : bottom - y, left - x : right - x]
    shift = chance.uniform(-9, 9, size=2)
    shadow = cv2.warpAffine(full, np.array([[1, 0, shift[0]], [0, 1, shift[1]]]), (CANVAS, CANVAS))
    canvas *= 1 - chance.uniform(0, 0.7) * cv2.GaussianBlur(shadow, (0, 0), chance.uniform(1.5, 8))[..., None]
    canvas *= 1 - full[..., None]
    canvas += lay * full[..., None]
    if covered is None:
        return 1.0
    seen = 1 - float((covered * full).sum() / max(full.sum(), 1))
    over = _ground(chance, ())
    edge = np.clip(cv2.GaussianBlur(covered, (0, 0), 6) - covered, 0, 1) * chance.uniform(0, 1)
    canvas *= 1 - edge[..., None]
    canvas *= 1 - covered[..., None]
    canvas += over * covered[..., None]
    return seen


def _cover(chance: np.random.Generator) -> Values:
    """A straight edge that covers up to half of the middle coin: 1 where it lies."""
    angle, off = chance.uniform(0, 2 * np.pi), chance.uniform(-0.05, 1.0) * RADIUS
    y, x = np.mgrid[0:CANVAS, 0:CANVAS].astype(np.float32) - CANVAS / 2
    return np.asarray(np.clip(x * np.cos(angle) + y * np.sin(angle) - off, 0, 1), dtype=np.float32)


def _aside(chance: np.random.Generator) -> NDArray[np.float64]:
    angle, far = chance.uniform(0, 2 * np.pi), chance.uniform(0.25, 1.1)
    return np.array([np.cos(angle), np.sin(angle)]) * far


def _colour(chance: np.random.Generator) -> NDArray[np.float64]:
    hue = np.array([[[chance.integers(0, 180), chance.integers(0, 255), chance.integers(20, 255)]]], np.uint8)
    return np.asarray(cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0] / 255.0, dtype=np.float64)


def _ground(chance: np.random.Generator, faces: tuple[Picture, ...]) -> Values:
    """The ground: part of a card's face, or areas of colour (BGR 0..1, CANVAS x CANVAS)."""
    if faces and chance.random() < 0.6:
        face = faces[int(chance.integers(len(faces)))]
        # The canvas spans CANVAS / (2 RADIUS) diameters; a card is about 60 mm wide.
        span = CANVAS / (2 * RADIUS) * PENNY_MM / chance.uniform(55, 65) * face.shape[1]
        x, y = chance.uniform(0.1, 0.9) * face.shape[1], chance.uniform(0.1, 0.9) * face.shape[0]
        matrix = cv2.getRotationMatrix2D((x, y), float(chance.uniform(0, 360)), CANVAS / span)
        matrix[:, 2] += [CANVAS / 2 - x, CANVAS / 2 - y]
        edge = tuple((_colour(chance) * 255).tolist())
        piece = cv2.warpAffine(face, matrix, (CANVAS, CANVAS), borderValue=edge)
        return np.asarray(piece / 255, dtype=np.float32)
    canvas = np.empty((CANVAS, CANVAS, 3), np.float32)
    canvas[:] = _colour(chance)
    for _ in range(int(chance.integers(0, 7))):
        colour = tuple(_colour(chance).tolist())
        x, y, wide, high = (int(v) for v in chance.integers(0, CANVAS, size=4))
        turn = float(chance.uniform(0, 360))
        if chance.random() < 0.5:
            cv2.ellipse(canvas, ((x, y), (wide * 0.8 + 2, high * 0.8 + 2), turn), colour, -1, cv2.LINE_AA)
        else:
            box = cv2.boxPoints(((x, y), (wide + 2.0, high * 0.5 + 2), turn)).astype(np.int32)
            cv2.fillPoly(canvas, [box], colour, cv2.LINE_AA)
    slope = _noise(chance, CANVAS, chance.uniform(4, 120))[..., None]
    return np.asarray(np.clip(canvas * (1 + 0.15 * chance.random() * slope), 0, 1), dtype=np.float32)


def _draw_round(canvas: Values, chance: np.random.Generator) -> None:
    """A flat printed disc or ring of about a penny's size: a sun, an eye, a number in a circle."""
    copperish = np.array([0.35, 0.55, 0.85]) * chance.uniform(0.4, 1.1)
    colour = copperish if chance.random() < 0.35 else _colour(chance)
    at = (CANVAS / 2 + chance.normal(scale=6), CANVAS / 2 + chance.normal(scale=6))
    size = 2 * RADIUS * chance.uniform(0.75, 1.2)
    shape = (at, (size, size * chance.uniform(0.9, 1.0)), float(chance.uniform(0, 180)))
    cv2.ellipse(canvas, shape, tuple(colour.tolist()), -1, cv2.LINE_AA)
    for _ in range(int(chance.integers(0, 4))):
        ink = tuple(_colour(chance).tolist())
        inner = float(size * chance.uniform(0.05, 0.9))
        middle = (at[0] + chance.normal(scale=12), at[1] + chance.normal(scale=12))
        thick = int(chance.choice([-1, 2, 4, 8]))
        cv2.ellipse(canvas, (middle, (inner, inner * chance.uniform(0.2, 1)), 0.0), ink, thick, cv2.LINE_AA)
    canvas *= 1 + 0.08 * chance.random() * _noise(chance, CANVAS, 30)[..., None]


def _camera(canvas: Values, cut_px: int, chance: np.random.Generator) -> Picture:
    """The canvas through a camera at some distance, then cut out and scaled as vision does."""
    light = np.clip(1 + chance.normal(scale=0.08, size=3), 0.5, 1.5) * np.exp(chance.uniform(-0.4, 0.6))
    slope = 1 + chance.uniform(-0.3, 0.3) * np.linspace(-1, 1, CANVAS, dtype=np.float32)[:, None, None]
    scene = canvas * light.astype(np.float32) * slope
    if chance.random() < 0.15:  # a veil of glare, as from a glossy sleeve
        scene = scene * chance.uniform(0.4, 0.9) + chance.uniform(0.1, 0.6) * light.astype(np.float32)
    px_per_mm = np.exp(chance.uniform(np.log(1.2), np.log(3.0)))
    scale = px_per_mm * PENNY_MM / (2 * RADIUS)
    squeeze = chance.uniform(0.85, 1.0)
    side = int(CANVAS * scale) + 2
    turn = chance.uniform(0, np.pi)
    c, s = np.cos(turn), np.sin(turn)
    spin = np.array([[c, -s], [s, c]])
    bent = spin @ np.diag([scale, scale * squeeze]) @ spin.T
    half, seen_half = (CANVAS - 1) / 2, (side - 1) / 2
    matrix = np.column_stack([bent, seen_half - bent @ [half, half]])
    soft = cv2.GaussianBlur(scene, (0, 0), 0.45 / scale)
    seen = cv2.warpAffine(soft, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    blur = chance.uniform(0.3, 0.9) if chance.random() < 0.8 else chance.uniform(0.9, 2.0)
    seen = cv2.GaussianBlur(seen, (0, 0), blur)
    seen = np.clip(seen, 0, 1) ** chance.uniform(0.5, 0.9)
    noise = 0.035 * chance.random() ** 2
    seen = seen + chance.normal(scale=noise, size=seen.shape).astype(np.float32)
    sharpen = chance.uniform(0, 1.8)
    seen = np.clip(seen + sharpen * (seen - cv2.GaussianBlur(seen, (0, 0), 1.2)), 0, 1)
    _, packed = cv2.imencode(
        ".jpg", (seen * 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(60, 97))]
    )
    seen_again = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
    back = np.linalg.inv(bent / scale) * (CROP_PX_PER_MM / px_per_mm)
    middle = (cut_px - 1) / 2
    home = np.column_stack([back, middle - back @ [seen_half, seen_half]])
    cut = cv2.warpAffine(
        seen_again, home, (cut_px, cut_px), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cut, dtype=np.uint8)
