"""Pictures of round pieces on a flat board under lamps, worked out ray by ray: soft shadows, gloss, a camera.

Rule kept: light is added up in linear light and only the camera makes grey levels of it; what stands where is given.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.lit_light import SHADOWS_MM, Disc, Floats, Lighting, light_at
from vision.mat.plane import Plane

FINER = 3
"""Bodies are looked at along so many rays a pixel, each way."""


def render(
    plane: Plane,
    surface: Floats,
    corner: tuple[float, float],
    scale: float,
    discs: list[Disc],
    light: Lighting,
) -> Floats:
    """Linear light (rows x columns x 3) that a camera of this plane catches.

    `surface`: the table and all that is printed (linear blue, green, red), `scale` samples a mm from the far-left
    `corner` (mm).
    """
    width, height = plane.picture_size
    x, y = _exactly(plane, width, height)
    flat = _print_at(surface, corner, scale, x, y)
    ground = np.stack([x, y, np.zeros_like(x)], axis=-1)
    lit = _far_light(plane, light, x, y)
    picture = flat * lit[0] + lit[1]
    near = np.zeros(x.shape, np.bool_)
    for disc in discs:
        near |= np.hypot(x - disc.x, y - disc.y) < disc.radius + SHADOWS_MM * min(
            1.0, (disc.z + disc.high) / 24
        )
    rows, columns = np.nonzero(near)
    if len(rows):
        points = ground[rows, columns].astype(np.float32)
        up = np.broadcast_to(np.array([0, 0, 1], np.float32), points.shape)
        shade, gloss = light_at(points, up, discs, light, _eye(plane), light.gloss)
        picture[rows, columns] = flat[rows, columns] * shade + gloss
    for box in _boxes(plane, discs):
        _bodies(picture, plane, box, surface, corner, scale, discs, light)
    return np.asarray(picture, np.float32)


def _eye(plane: Plane) -> Floats:
    return np.array(plane.camera_mm(), np.float32)


def _exactly(plane: Plane, width: int, height: int) -> tuple[Floats, Floats]:
    """Where on the table each pixel looks."""
    across, down = np.linspace(-0.0, width - 1, width // 8), np.linspace(0, height - 1, height // 8)
    x, y = _seen(plane, across, down)
    at_x = (np.arange(width, dtype=np.float32) / (width - 1) * (len(across) - 1)).astype(np.float32)
    at_y = (np.arange(height, dtype=np.float32) / (height - 1) * (len(down) - 1)).astype(np.float32)
    grid = np.meshgrid(at_x, at_y)
    return (
        np.asarray(
            cv2.remap(x, grid[0], grid[1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE), np.float32
        ),
        np.asarray(
            cv2.remap(y, grid[0], grid[1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE), np.float32
        ),
    )


def _seen(plane: Plane, across: NDArray[np.float64], down: NDArray[np.float64]) -> tuple[Floats, Floats]:
    grid = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    mm = plane.to_mm(grid).astype(np.float32).reshape(len(down), len(across), 2)
    return np.ascontiguousarray(mm[..., 0]), np.ascontiguousarray(mm[..., 1])


def _print_at(surface: Floats, corner: tuple[float, float], scale: float, x: Floats, y: Floats) -> Floats:
    at_x, at_y = (x - np.float32(corner[0])) * scale - 0.5, (np.float32(corner[1]) - y) * scale - 0.5
    return np.asarray(
        cv2.remap(surface, at_x.astype(np.float32), at_y.astype(np.float32), cv2.INTER_LINEAR,
                  borderMode=cv2.BORDER_REFLECT), np.float32
    )  # fmt: skip


def _far_light(plane: Plane, light: Lighting, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """The light on the bare table, and its gloss: worked out coarsely, as it changes slowly."""
    small = (x.shape[1] // 8, x.shape[0] // 8)
    points = np.stack([cv2.resize(x, small), cv2.resize(y, small), np.zeros(small[::-1])], axis=-1)
    flat = points.reshape(-1, 3).astype(np.float32)
    up = np.broadcast_to(np.array([0, 0, 1], np.float32), flat.shape)
    shade, gloss = light_at(flat, up, [], light, _eye(plane), light.gloss)
    size = (x.shape[1], x.shape[0])
    return tuple(
        cv2.resize(a.reshape(*small[::-1], 3), size, interpolation=cv2.INTER_CUBIC) for a in (shade, gloss)
    )  # type: ignore[return-value]


def _boxes(plane: Plane, discs: list[Disc]) -> list[tuple[int, int, int, int]]:
    """Boxes of pixels about bodies, those that stand close together in one."""
    boxes: list[list[int]] = []
    for disc in discs:
        angle = np.arange(16) / 16 * 2 * np.pi
        ring = np.array([disc.x, disc.y]) + disc.radius * np.column_stack([np.cos(angle), np.sin(angle)])
        px = np.concatenate([plane.to_px(ring, disc.z), plane.to_px(ring, disc.z + disc.high)])
        low, high = np.floor(px.min(axis=0)).astype(int) - 2, np.ceil(px.max(axis=0)).astype(int) + 3
        box = [*low.tolist(), *high.tolist()]
        for other in [o for o in boxes if _meet(o, box)]:
            boxes.remove(other)
            box = [*map(min, box[:2], other[:2]), *map(max, box[2:], other[2:])]
        boxes.append(box)
    wide, high_ = plane.picture_size
    return [
        (max(0, a), max(0, b), min(wide, c), min(high_, d))
        for a, b, c, d in boxes
        if c > 0 and d > 0 and a < wide and b < high_
    ]


def _meet(one: list[int], other: list[int]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _bodies(
    picture: Floats,
    plane: Plane,
    box: tuple[int, int, int, int],
    _surface: Floats,
    _corner: tuple[float, float],
    _scale: float,
    discs: list[Disc],
    light: Lighting,
) -> None:
    """Looks at bodies in a box of pixels along several rays a pixel and puts what is seen into the picture."""
    left, top, right, low = box
    step = (np.arange(FINER) + 0.5) / FINER - 0.5
    columns = (np.arange(left, right)[:, None] + step).ravel()
    rows = (np.arange(top, low)[:, None] + step).ravel()
    x, y = _seen(plane, columns, rows)
    foot = np.stack([x, y, np.zeros_like(x)], axis=-1).reshape(-1, 3)
    eye = _eye(plane)
    ways = foot - eye
    nearest = np.ones(len(foot), np.float32)
    owner = np.full(len(foot), -1)
    tops = np.zeros(len(foot), np.bool_)
    for number, disc in enumerate(discs):
        for share, is_top in _hits(eye, ways, disc):
            closer = share < nearest - 1e-7
            nearest = np.where(closer, share, nearest)
            owner = np.where(closer, number, owner)
            tops = np.where(closer, is_top, tops)
    hit = owner >= 0
    if not hit.any():
        return
    points = eye + ways * nearest[:, None]
    colours = np.zeros_like(points)
    normals = np.zeros_like(points)
    for number, disc in enumerate(discs):
        mine = owner == number
        if mine.any():
            colours[mine], normals[mine] = _skin(points[mine], tops[mine], disc)
    shade, gloss = light_at(
        points[hit] + normals[hit] * np.float32(0.05), normals[hit], discs, light, eye, 0.06
    )
    fine = np.repeat(np.repeat(picture[top:low, left:right], FINER, axis=0), FINER, axis=1).reshape(-1, 3)
    fine[hit] = colours[hit] * shade + gloss
    whole = fine.reshape(low - top, FINER, right - left, FINER, 3).mean(axis=(1, 3))
    touched = hit.reshape(low - top, FINER, right - left, FINER).any(axis=(1, 3))
    picture[top:low, left:right][touched] = whole[touched]


def _hits(eye: Floats, ways: Floats, disc: Disc) -> list[tuple[Floats, bool]]:
    """How far along each ray (0..1, 2: never) it meets a body's top, and its side."""
    at_top = (disc.z + disc.high - eye[2]) / ways[:, 2]
    off = eye[:2] + ways[:, :2] * at_top[:, None] - np.array([disc.x, disc.y], np.float32)
    top = np.where((off**2).sum(axis=1) <= disc.radius**2, at_top, 2.0)
    start = eye[:2] - np.array([disc.x, disc.y], np.float32)
    a, b = (ways[:, :2] ** 2).sum(axis=1), (ways[:, :2] * start).sum(axis=1)
    root = b * b - a * ((start**2).sum() - disc.radius**2)
    side = (-b - np.sqrt(np.maximum(root, 0))) / np.maximum(a, 1e-9)
    z = eye[2] + ways[:, 2] * side
    side = np.where((root > 0) & (z >= disc.z) & (z <= disc.z + disc.high), side, 2.0)
    return [(top.astype(np.float32), True), (side.astype(np.float32), False)]


def _skin(points: Floats, tops: NDArray[np.bool_], disc: Disc) -> tuple[Floats, Floats]:
    """The colours and normals of points on a body."""
    off = points[:, :2] - np.array([disc.x, disc.y], np.float32)
    far = np.hypot(off[:, 0], off[:, 1])
    out = off / np.maximum(far, 1e-6)[:, None]
    normals = np.column_stack([out, np.zeros(len(off))]).astype(np.float32)
    lean = np.clip((far - (disc.radius - disc.bevel)) / max(disc.bevel, 1e-6), 0, 1) * 0.8
    normals[tops] = np.column_stack([out * lean[:, None], np.ones(len(off))])[tops]
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    colours = np.broadcast_to(np.array(disc.colour, np.float32), points.shape).copy()
    if disc.ring is not None:
        colours[tops & (np.abs(far - disc.ring_at * disc.radius) < 0.35)] = disc.ring
        if disc.letter is not None:
            size = disc.letter.shape[0]
            at = np.clip(((off * (1, -1)) / disc.radius * 0.5 + 0.5) * (size - 1), 0, size - 1).astype(int)
            share = (disc.letter[at[:, 1], at[:, 0]] * tops)[:, None]
            colours = colours * (1 - share) + np.array(disc.ring, np.float32) * share
    return np.asarray(colours, np.float32), normals
