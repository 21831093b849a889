"""Lamps, the sky and the shadows of round bodies: what light falls on points, and what they mirror."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

LAMP_POINTS = 16
SKY_POINTS = 16
SHADOWS_MM = 110.0
"""Shadows are worked out so far about a body."""


@dataclass(frozen=True)
class Light:
    """A round lamp: where it hangs and how large it is (mm), its colour (blue, green, red) and strength."""

    at: tuple[float, float, float]
    radius: float
    colour: tuple[float, float, float]
    strength: float


@dataclass(frozen=True)
class Lighting:
    """All light: lamps, the sky or the room's walls (blue, green, red) with the side it comes from, and the gloss of
    the board and the bodies."""

    lamps: tuple[Light, ...]
    sky: tuple[float, float, float]
    sky_from: tuple[float, float]
    gloss: float
    sharpness: float


@dataclass(frozen=True)
class Disc:
    """A round body: foot (mm), radius, height, its colour (linear blue, green, red) and that of its ring; `letter`
    is a mask of what is printed on top."""

    x: float
    y: float
    z: float
    radius: float
    high: float
    colour: tuple[float, float, float]
    ring: tuple[float, float, float] | None = None
    ring_at: float = 0.8
    bevel: float = 1.0
    letter: Floats | None = field(default=None, compare=False)


def light_at(
    points: Floats, normals: Floats, discs: list[Disc], light: Lighting, eye: Floats, glossy: float
) -> tuple[Floats, Floats]:
    """What falls on points (N x 3 mm) with these normals, and what they mirror towards the eye."""
    falls, mirrored = np.zeros_like(points), np.zeros_like(points)
    to_eye = eye - points
    to_eye /= np.linalg.norm(to_eye, axis=1, keepdims=True)
    for lamp in light.lamps:
        centre = np.array(lamp.at, np.float32)
        angles = np.arange(LAMP_POINTS) * 2.39996
        away = np.sqrt((np.arange(LAMP_POINTS) + 0.5) / LAMP_POINTS) * lamp.radius
        spots = centre + np.column_stack([away * np.cos(angles), away * np.sin(angles), 0 * away]).astype(
            np.float32
        )
        free = np.zeros(len(points), np.float32)
        for spot in spots:
            free += ~_blocked(points, spot - points, discs) if discs else 1
        way = centre - points
        far = np.linalg.norm(way, axis=1, keepdims=True)
        way /= far
        power = lamp.strength * (free / len(spots))[:, None] * (centre[2] / far) ** 2
        colour = np.array(lamp.colour, np.float32)
        falls += np.maximum((way * normals).sum(axis=1, keepdims=True), 0) * power * colour
        if glossy:
            half = way + to_eye
            half /= np.linalg.norm(half, axis=1, keepdims=True)
            shine = np.maximum((half * normals).sum(axis=1, keepdims=True), 0) ** light.sharpness
            mirrored += glossy * shine * power * colour
    falls += _sky(points, normals, discs, light)
    return falls, mirrored


def _sky(points: Floats, normals: Floats, discs: list[Disc], light: Lighting) -> Floats:
    ways = _sky_ways()
    side = np.array([*light.sky_from, 0.0], np.float32)
    total, count = np.zeros(len(points), np.float32), np.zeros(len(points), np.float32)
    for way in ways:
        towards = np.maximum(normals @ way, 0) * (1 + way @ side)
        count += np.maximum(normals @ way, 0)
        total += towards * (~_blocked(points, way[None] * 2000, discs) if discs else 1)
    share = total / len(ways) * 2
    below = np.float32(0.25) * (1 - normals[:, 2:]) / 2
    return np.asarray((share[:, None] + below) * np.array(light.sky, np.float32), np.float32)


def _sky_ways() -> Floats:
    number = np.arange(SKY_POINTS) + 0.5
    up = number / SKY_POINTS
    angle = np.arange(SKY_POINTS) * 2.39996
    out = np.sqrt(1 - up**2)
    return np.column_stack([out * np.cos(angle), out * np.sin(angle), up]).astype(np.float32)


def _blocked(points: Floats, ways: Floats, discs: list[Disc]) -> NDArray[np.bool_]:
    """Whether a body stands between points and what lies `ways` from them."""
    hit = np.zeros(len(points), np.bool_)
    x, y, z = (np.ascontiguousarray(points[:, axis]) for axis in range(3))
    for disc in discs:
        reach = disc.radius + SHADOWS_MM * min(1.0, (disc.z + disc.high) / 24)
        near = np.nonzero(
            (np.abs(x - disc.x) < reach) & (np.abs(y - disc.y) < reach) & (z < disc.z + disc.high) & ~hit
        )[0]
        if not len(near):
            continue
        way = ways[near] if len(ways) == len(points) else np.broadcast_to(ways, (len(near), 3))
        across, along, rise = way[:, 0], way[:, 1], np.maximum(way[:, 2], np.float32(1e-3))
        left, near_by, up = np.float32(disc.x) - x[near], np.float32(disc.y) - y[near], z[near]
        low = np.maximum((np.float32(disc.z) - up) / rise, np.float32(1e-5))
        high = (np.float32(disc.z + disc.high) - up) / rise
        nearest = (left * across + near_by * along) / (across * across + along * along + np.float32(1e-6))
        nearest = np.minimum(np.maximum(nearest, low), np.maximum(high, low))
        off_x, off_y = nearest * across - left, nearest * along - near_by
        blocks = (high > low + 1e-6) & (off_x * off_x + off_y * off_y < (disc.radius - 0.02) ** 2)
        hit[near[blocks]] = True
    return hit
