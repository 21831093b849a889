"""Four-sided outlines made of straight lines: where four of them meet so that edges run along all four sides.

Method: line segments (LSD) of all three Lab planes joined into lines; along each line it is noted where the strongest
step of colour across it lies upon it, whatever its size, so that weak borders on coarse grounds count as strong ones
do; all quads of four lines are weighed at once by how much of their sides are edge, whether the edges end at the
corners, and whether the ground begins beyond them.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.light.unlike_ground import Unlike

Lab = NDArray[np.float32]

LEAST_SEGMENT_PX: Final = 12.0
MOST_LINES: Final = 34
SAME_LINE_PX: Final = 3.0
SAME_ANGLE: Final = 0.12
STEP_PX: Final = 1.5
REACH_PX: Final = 7.5
ON_LINE_PX: Final = 1.5
LEAST_STEP: Final = 4.0
"""A step in Lab below which there is no edge at all."""
OPPOSITE_ANGLE, ADJACENT_ANGLE = 0.3, 0.45
"""Opposite sides are this parallel, adjacent ones this upright on each other (rad)."""
LEAST_APART: Final = 0.12
MOST_QUADS: Final = 50_000
WEIGHED: Final = 400
SHORTEST, MOST_SLANTED = 0.35, 0.65
"""A card's shorter side over its longer one, and of opposite sides the shorter over the longer, at the least."""
LEAST_EDGE: Final = 0.25
"""So much of each side must be edge."""
OUTSIDE, INSIDE = (0.03, 0.05, 0.075), (-0.03, -0.05)
"""Strips beyond and within the sides that are held against the ground, as parts of the card's size."""


@dataclass(frozen=True, slots=True, eq=False)
class Quads:
    """Outlines (N × 4 × 2 px), how good each is (about 0.7 and more for cards), and their areas (px²)."""

    corners: Floats
    worth: Floats
    area: Floats


class _Lines(NamedTuple):
    """Lines as points and directions (N × 2), their angles, the length of their segments, and edges along them."""

    points: Floats
    along: Floats
    angle: Floats
    length: Floats
    edges: Floats
    start: float

    def edge_share(self, line: NDArray[np.intp], one: Floats, other: Floats) -> Floats:
        """How much of lines between two places along them is edge (0..1)."""
        last = self.edges.shape[1] - 1
        low = np.clip((np.minimum(one, other) - self.start) / STEP_PX, 0, last).astype(int)
        high = np.clip((np.maximum(one, other) - self.start) / STEP_PX, 0, last).astype(int)
        high = np.minimum(np.maximum(high, low + 1), last)
        return np.asarray((self.edges[line, high] - self.edges[line, low]) / np.maximum(high - low, 1))


def quads_of_lines(lab: Lab, ground: Unlike, least: float, most: float) -> Quads | None:
    """The best outlines in a picture (Lab, H × W × 3) that fill `least` to `most` of it; None if there are none."""
    lines = _lines(lab)
    if lines is None:
        return None
    four = _fours(lines, min(lab.shape[:2]))
    if four is None:
        return None
    corners, sides = _corners(lines, four)
    rows, columns = lab.shape[:2]
    area = _areas(corners)
    fit = (
        _possible(corners, area, (columns, rows))
        & (area > least * rows * columns)
        & (area < most * rows * columns)
    )
    chosen = np.flatnonzero(fit)
    if not len(chosen):
        return None
    worth = _edges_worth(lines, [(line[chosen], one[chosen], other[chosen]) for line, one, other in sides])
    best = np.argsort(-worth, kind="stable")[:WEIGHED]
    best = best[worth[best] > 0]
    if not len(best):
        return None
    corners, area = corners[chosen[best]], area[chosen[best]]
    return Quads(corners, worth[best] + _ground_worth(corners, area, ground), area)


def _lines(lab: Lab) -> _Lines | None:
    """The lines that the longest segments of all three planes lie on."""
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD)
    found = []
    for plane, (gain, level) in enumerate(((2.55, 0.0), (4.0, 128.0), (4.0, 128.0))):
        grey = np.clip(lab[..., plane] * gain + level, 0, 255).astype(np.uint8)
        segments = detector.detect(grey)[0]
        if segments is not None:
            found.append(np.asarray(segments, np.float64).reshape(-1, 4))
    if not found:
        return None
    ends = np.concatenate(found).reshape(-1, 2, 2)
    course = ends[:, 1] - ends[:, 0]
    length = np.hypot(course[:, 0], course[:, 1])
    long_ones = length >= LEAST_SEGMENT_PX
    if long_ones.sum() < 4:
        return None
    return _joined(ends[long_ones], length[long_ones], lab)


def _joined(ends: Floats, length: Floats, lab: Lab) -> _Lines:
    angle = np.arctan2(ends[:, 1, 1] - ends[:, 0, 1], ends[:, 1, 0] - ends[:, 0, 0]) % np.pi
    free = np.ones(len(length), bool)
    lines: list[tuple[float, float, float, float, float]] = []
    for n in np.argsort(-length, kind="stable"):
        if not free[n] or len(lines) >= 3 * MOST_LINES:
            continue
        start, along = ends[n, 0], (ends[n, 1] - ends[n, 0]) / length[n]
        aside = np.abs((ends - start) @ np.array([-along[1], along[0]])).max(axis=1)
        far = np.abs((ends - start) @ along).max(axis=1)
        turned = np.abs((angle - angle[n] + np.pi / 2) % np.pi - np.pi / 2)
        on = free & (aside < SAME_LINE_PX + 0.01 * far) & (turned < SAME_ANGLE)
        free &= ~on
        points = ends[on].reshape(-1, 2).astype(np.float32)
        vx, vy, x, y = (float(v) for v in cv2.fitLine(points, cv2.DIST_L2, 0, 0.01, 0.01).ravel())
        lines.append((float(length[on].sum()), x, y, vx, vy))
    told = np.array(sorted(lines, reverse=True)[:MOST_LINES])
    points, along = told[:, 1:3], told[:, 3:5]
    reach = float(np.hypot(*lab.shape[:2]))
    edges = np.stack([_edges_along(lab, point, way, reach) for point, way in zip(points, along, strict=True)])
    return _Lines(points, along, np.arctan2(along[:, 1], along[:, 0]) % np.pi, told[:, 0], edges, -reach)


def _edges_along(lab: Lab, point: Floats, along: Floats, reach: float) -> Floats:
    """Along a line, the running count of places where the strongest step of colour across it lies on it."""
    rows, columns = lab.shape[:2]
    places = point + np.arange(-reach, reach, STEP_PX)[:, None] * along
    inside = (places >= 0).all(axis=1) & (places <= (columns - 1, rows - 1)).all(axis=1)
    across = np.array([-along[1], along[0]])
    spots = (places[:, None] + np.arange(-REACH_PX, REACH_PX + 0.1)[None, :, None] * across).astype(
        np.float32
    )
    seen = cv2.remap(lab, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    seen = np.asarray(cv2.blur(seen, (1, 5)), np.float32)
    step = np.linalg.norm(seen[:, 3:] - seen[:, :-3], axis=2)
    off = np.abs(np.argmax(step, axis=1) - (step.shape[1] - 1) / 2)
    edge = (off <= ON_LINE_PX) & (step.max(axis=1) > LEAST_STEP) & inside
    return np.concatenate([[0.0], np.cumsum(edge)])


def _fours(lines: _Lines, shorter: int) -> NDArray[np.intp] | None:
    """Numbers of four lines that may bound a card (N × 4): first and third opposite, second and fourth."""
    one, other = np.triu_indices(len(lines.angle), 1)
    apart = _turned(lines.angle[one] - lines.angle[other])
    normal = np.stack([-lines.along[other, 1], lines.along[other, 0]], axis=1)
    distance = np.abs(((lines.points[one] - lines.points[other]) * normal).sum(axis=1))
    opposite = (apart < OPPOSITE_ANGLE) & (distance > LEAST_APART * shorter)
    one, other = one[opposite], other[opposite]
    first, second = np.triu_indices(len(one), 1)
    upright = _turned(lines.angle[one[first]] - lines.angle[one[second]]) > np.pi / 2 - ADJACENT_ANGLE
    first, second = first[upright], second[upright]
    if not len(first):
        return None
    four = np.stack([one[first], one[second], other[first], other[second]], axis=1)
    if len(four) > MOST_QUADS:
        four = four[np.argsort(-lines.length[four].sum(axis=1), kind="stable")[:MOST_QUADS]]
    return four


def _turned(angle: Floats) -> Floats:
    return np.asarray(np.abs((angle + np.pi / 2) % np.pi - np.pi / 2))


Sides = list[tuple[NDArray[np.intp], Floats, Floats]]
"""Each side as its line and the places of its two ends along it."""


def _corners(lines: _Lines, four: NDArray[np.intp]) -> tuple[Floats, Sides]:
    """The corners (N × 4 × 2), corner n between lines n and n + 1, and the sides."""
    corners, begins, ends = [], [], []
    for n in range(4):
        i, j = four[:, n], four[:, (n + 1) % 4]
        a, b = lines.along[i], lines.along[j]
        between = lines.points[j] - lines.points[i]
        cross = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
        cross = np.where(np.abs(cross) < 1e-3, np.nan, cross)
        on_i = (between[:, 0] * b[:, 1] - between[:, 1] * b[:, 0]) / cross
        on_j = (between[:, 0] * a[:, 1] - between[:, 1] * a[:, 0]) / cross
        corners.append(lines.points[i] + on_i[:, None] * a)
        ends.append(on_i)
        begins.append(on_j)
    return np.stack(corners, axis=1), [(four[:, n], begins[n - 1], ends[n]) for n in range(4)]


def _areas(corners: Floats) -> Floats:
    x, y = corners[..., 0], corners[..., 1]
    return np.asarray(np.abs((x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1)) / 2)


def _possible(corners: Floats, area: Floats, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Which outlines lie in the picture and have the shape of a card seen not too much aslant."""
    inside = np.isfinite(corners).all(axis=(1, 2)) & (corners > -1).all(axis=(1, 2))
    inside &= (corners < size).all(axis=(1, 2)) & np.isfinite(area)
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2)
    shape = sides.min(axis=1) > SHORTEST * sides.max(axis=1)
    for one, other in ((0, 2), (1, 3)):
        low, high = np.minimum(sides[:, one], sides[:, other]), np.maximum(sides[:, one], sides[:, other])
        shape &= low > MOST_SLANTED * high
    return np.asarray(inside & shape)


def _edges_worth(lines: _Lines, sides: Sides) -> Floats:
    """How much of the sides is edge, up to the corners and no farther; below 0 for outlines that are none."""
    edge, ends, beyond = [], [], []
    for line, begin, end in sides:
        way = end - begin
        edge.append(lines.edge_share(line, begin + 0.06 * way, end - 0.06 * way))
        both = (
            lines.edge_share(line, begin + 0.05 * way, begin + 0.2 * way),
            lines.edge_share(line, end - 0.2 * way, end - 0.05 * way),
        )
        ends.append(np.minimum(*both))
        past = (
            lines.edge_share(line, begin - 0.18 * way, begin - 0.04 * way),
            lines.edge_share(line, end + 0.04 * way, end + 0.18 * way),
        )
        beyond.append(np.maximum(*past))
    sides_edge = np.stack(edge, axis=1)
    worth = 0.5 * sides_edge.mean(axis=1) + 0.5 * sides_edge.min(axis=1)
    worth += 0.25 * np.stack(ends, axis=1).mean(axis=1) - 0.35 * np.stack(beyond, axis=1).mean(axis=1)
    return np.asarray(np.where(sides_edge.min(axis=1) < LEAST_EDGE, -1.0, worth))


def _ground_worth(corners: Floats, area: Floats, ground: Unlike) -> Floats:
    """More for what differs from the ground within the sides, less for what still differs beyond them."""
    after = np.roll(corners, -1, axis=1)
    way = after - corners
    out = np.stack([way[..., 1], -way[..., 0]], axis=-1)
    out /= np.linalg.norm(out, axis=-1, keepdims=True)
    middle = corners.mean(axis=1, keepdims=True)
    out *= np.sign((((corners + after) / 2 - middle) * out).sum(axis=-1))[..., None]
    along = corners[:, :, None] + way[:, :, None] * np.linspace(0.08, 0.92, 24)[None, None, :, None]
    size = np.sqrt(area)[:, None, None, None]

    def strange(part: float) -> Floats:
        spots = (along + out[:, :, None] * size * part).reshape(len(corners), -1, 2).astype(np.float32)
        seen = cv2.remap(ground.distance, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR, borderValue=0)
        return np.asarray((seen > ground.limit).reshape(len(corners), 4, -1).mean(axis=2), np.float64)

    beyond = np.mean([strange(part) for part in OUTSIDE], axis=0)
    within = np.mean([strange(part) for part in INSIDE], axis=0)
    return np.asarray(0.3 * within.mean(axis=1) - 0.5 * beyond.mean(axis=1) - 0.3 * beyond.max(axis=1))
