"""Finds the one card in a picture and rectifies it: for learning a deck, not for play.

The card must lie alone, its top towards the top of the picture, on any ground: cloth, wood, a printed mat. Outlines
are made of straight lines and scored by their edges and by where the ground begins. A picture of the empty table, if
given, separates the card from the ground by difference.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.language import _, number
from vision.arrays import Floats, Picture, PxBox, Size, Values
from vision.loose.outlines import side_lengths
from vision.mat.tags import meeting

# The distance of each pixel from the bare ground, by the picture's rim or by a picture of the empty table. Method:
# colours in Lab, the light's fall-off subtracted as a plane, then the Mahalanobis distance with full covariance,
# so that the grain of wood, which varies along one line of colours, hides little.

RIM: Final = 0.06
"""Width of the rim that is taken for ground, as a share of the picture's longer side."""
SOFT_PX: Final = 2.0
LEAST_SPREAD: Final = (0.8, 0.55, 0.55)
"""Minimum standard deviations of the ground in L, a and b."""
FAR: Final = 3.0
"""Distance from which rim pixels count less, as something may lie on the rim."""
GROUND_PART: Final = 97.0
"""Percentile of the rim's distances that is the limit of ground."""
LEAST_LIMIT: Final = 2.5
CHANGED: Final = 3.0
"""Minimum difference (Lab) of a changed pixel from the empty table, the overall change subtracted."""
CUTS: Final = (1.2, 2.0)
LEAST_AREA: Final = 0.004
MOST_PATCHES: Final = 2


@dataclass(frozen=True, slots=True, eq=False)
class Unlike:
    """The `distance` of each pixel from the ground (H × W), and the `limit` up to which it is ground."""

    distance: Values
    limit: float

    def hulls(self) -> tuple[NDArray[np.int32], ...]:
        """The convex hulls (px) of the largest patches that are not ground."""
        found = []
        for mask in self._masks():
            outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
            largest = sorted(outlines, key=cv2.contourArea, reverse=True)[:MOST_PATCHES]
            least = LEAST_AREA * mask.size
            found += [cv2.convexHull(one) for one in largest if cv2.contourArea(one) >= least]
        return tuple(np.asarray(hull, np.int32) for hull in found)

    def _masks(self) -> tuple[Picture, ...]:
        """Masks of what is not ground, by a low and by a high limit (CUTS)."""
        close = max(5, round(0.02 * max(self.distance.shape))) | 1
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (close, close))
        masks = []
        for cut in CUTS:
            mask = np.asarray(self.distance > self.limit * cut, np.uint8)
            mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
            masks.append(np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel), np.uint8))
        return tuple(masks)

    def patches(self) -> tuple[PxBox, ...]:
        """Left, top, right and bottom (px) of the largest patches that are not ground."""
        found: list[PxBox] = []
        for mask in self._masks():
            _count, _labels, sizes, _middles = cv2.connectedComponentsWithStats(mask)
            largest = sorted(sizes[1:].tolist(), key=lambda size: -size[4])[:MOST_PATCHES]
            found += [(x, y, x + w, y + h) for x, y, w, h, area in largest if area >= LEAST_AREA * mask.size]
        return tuple(dict.fromkeys(found))


def unlike_rim(lab: Values) -> Unlike:
    """Distances from the ground of the picture's rim, which must mostly show ground."""
    rows, columns = lab.shape[:2]
    soft = np.asarray(cv2.GaussianBlur(lab, (0, 0), SOFT_PX), np.float32)
    rim = max(4, round(RIM * max(rows, columns)))
    edge = np.ones((rows, columns), bool)
    edge[rim:-rim, rim:-rim] = False
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    terms = np.dstack([np.ones_like(x), x / columns - 0.5, y / rows - 0.5])
    places, colours = terms[edge].astype(np.float64), soft[edge].astype(np.float64)
    weight = np.ones(len(places))
    for _round in range(3):
        flat, *_ = np.linalg.lstsq(places * weight[:, None], colours * weight[:, None], rcond=None)
        rest = colours - places @ flat
        scatter = (rest * weight[:, None]).T @ (rest * weight[:, None]) / weight.sum()
        inverse = np.linalg.inv(scatter + np.diag(np.square(LEAST_SPREAD)))
        off = np.sqrt(np.einsum("ij,jk,ik->i", rest, inverse, rest))
        weight = np.clip(FAR / np.maximum(off, 1e-6), 0.0, 1.0)
    whiten = np.linalg.cholesky(inverse).astype(np.float32)
    distance = np.linalg.norm((soft - terms @ flat.astype(np.float32)) @ whiten, axis=2).astype(np.float32)
    return Unlike(distance, max(float(np.percentile(distance[edge], GROUND_PART)), LEAST_LIMIT))


def unlike_flat(lab: Values) -> Unlike:
    """Distances in a difference from the empty table, minus their median, the change of light everywhere."""
    soft = np.asarray(cv2.GaussianBlur(lab, (0, 0), SOFT_PX), np.float32)
    distance = np.linalg.norm(soft - np.median(soft, axis=(0, 1)), axis=2).astype(np.float32)
    return Unlike(distance, max(CHANGED, 4.0 * float(np.median(distance))))


_BAND = 0.035
_ALSO_CLEAR = 0.45


def refined(quad: Floats, lab: Values) -> Floats | None:
    """The quad with each side moved to the clearest step of colour near it; None if the sides make no quad then.

    A side is first shifted as a whole, which averages out the table's texture, then fitted point by point.
    """
    lines = []
    ways = np.roll(quad, -1, axis=0) - quad
    reach = max(3.0, _BAND * float(np.hypot(*ways.T).mean()))
    for start, along in zip(quad, ways, strict=True):
        out = np.array([along[1], -along[0]]) / np.linalg.norm(along)
        if out @ (start - quad.mean(axis=0)) < 0:
            out = -out
        steps = np.arange(-reach, reach + 0.25, 0.5)
        parts = np.linspace(0.12, 0.88, 80)[:, None]
        # Colours along normals of the side: points × steps × 3.
        spots = ((start + parts * along)[:, None, :] + steps[None, :, None] * out).astype(np.float32)
        seen = cv2.remap(lab, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        profile = np.asarray(seen, np.float32)
        change = np.linalg.norm(profile[:, 4:] - profile[:, :-4], axis=2)
        whole = np.linalg.norm(np.median(profile[:, 4:], axis=0) - np.median(profile[:, :-4], axis=0), axis=1)
        middle = _outermost(whole)
        low, high = max(0, middle - 4), middle + 5
        at = low + np.argmax(change[:, low:high], axis=1)
        points = (start + parts * along) + steps[at + 2][:, None] * out
        clear = change[np.arange(len(at)), at] > 0.4 * whole[middle]
        edge = (points[clear] if clear.sum() >= 20 else points).astype(np.float32)
        vx, vy, x, y = (float(v) for v in cv2.fitLine(edge, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel())
        lines.append((np.array([x, y]), np.array([vx, vy])))
    corners = [meeting(lines[n - 1], lines[n]) for n in range(4)]
    return None if any(corner is None for corner in corners) else np.array(corners, np.float64)


def _outermost(whole: Values) -> int:
    """The index of the outermost clear step of a side: the card's edge lies outside a thin printed border."""
    clear = whole >= _ALSO_CLEAR * float(whole.max())
    last = int(np.flatnonzero(clear)[-1])
    first = last
    while first > 0 and clear[first - 1]:
        first -= 1
    return first + int(np.argmax(whole[first : last + 1]))


# Four-sided outlines made of straight lines with edges along all four sides. Method: line segments (LSD) of all three
# Lab planes are joined into lines. A place of a line is edge if the strongest step of colour across it lies on the
# line; its size does not count, so that weak borders on coarse grounds count like strong ones. All quads of four
# lines are scored at once: by the edge along their sides, by its ending at the corners, and by ground outside.

LEAST_SEGMENT_PX: Final = 12.0
MOST_LINES: Final = 34
SAME_LINE_PX: Final = 3.0
SAME_ANGLE: Final = 0.12
STEP_PX: Final = 1.5
REACH_PX: Final = 7.5
ON_LINE_PX: Final = 1.5
LEAST_STEP: Final = 4.0
"""Minimum step (Lab) of an edge."""
OPPOSITE_ANGLE, ADJACENT_ANGLE = 0.3, 0.45
"""Tolerances (rad) of opposite sides against parallel, and of adjacent ones against a right angle."""
LEAST_APART: Final = 0.12
LEAST_PART, MOST_PART = 0.012, 0.92
"""Minimum and maximum share of the picture that a card fills."""
MOST_QUADS: Final = 50_000
WEIGHED: Final = 400
SHORTEST, MOST_SLANTED = 0.35, 0.65
"""Minimum ratio of a card's shorter to its longer side, and of the shorter to the longer of two opposite sides."""
LEAST_EDGE: Final = 0.25
"""Minimum share of each side that is edge."""
OUTSIDE, INSIDE = (0.03, 0.05, 0.075), (-0.03, -0.05)
"""Distances of the strips outside and inside the sides that are compared with the ground, in sizes of the card."""


Found = tuple[float, float, Floats]
"""An outline's score (about 0.7 and more for cards), its area and its corners, in px of the whole picture."""


class _Lines(NamedTuple):
    """N lines: points and directions (N × 2), angles (rad), lengths of their segments (px), and cumulative counts of
    edge places along them, in steps of STEP_PX from `start` on."""

    points: Floats
    along: Floats
    angle: Floats
    length: Floats
    edges: Floats
    start: float

    def edge_share(self, line: NDArray[np.intp], one: Floats, other: Floats) -> Floats:
        """The share (0..1) of edge along lines between two places on each."""
        last = self.edges.shape[1] - 1
        low = np.clip((np.minimum(one, other) - self.start) / STEP_PX, 0, last).astype(int)
        high = np.clip((np.maximum(one, other) - self.start) / STEP_PX, 0, last).astype(int)
        high = np.minimum(np.maximum(high, low + 1), last)
        return np.asarray((self.edges[line, high] - self.edges[line, low]) / np.maximum(high - low, 1))


def quads_of_lines(lab: Values, ground: Unlike, least: float, scale: float) -> list[Found]:
    """The best outlines in a part of the picture (Lab, H × W × 3) that fill at least the share `least` of it.

    `scale`: px of the part per px of the picture; corners are in px of the picture, from the part's corner.
    """
    lines = _lines(lab)
    four = None if lines is None else _fours(lines, min(lab.shape[:2]))
    if lines is None or four is None:
        return []
    corners, sides = _corners(lines, four)
    rows, columns = lab.shape[:2]
    x, y = corners[..., 0], corners[..., 1]
    area = np.asarray(np.abs((x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1)) / 2)
    # Keep quads inside the picture that may be a card seen not too obliquely.
    fit = np.isfinite(corners).all(axis=(1, 2)) & (corners > -1).all(axis=(1, 2))
    fit &= (corners < (columns, rows)).all(axis=(1, 2)) & np.isfinite(area)
    lengths = np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2)
    fit &= lengths.min(axis=1) > SHORTEST * lengths.max(axis=1)
    for k, m in ((0, 2), (1, 3)):
        low, high = np.minimum(lengths[:, k], lengths[:, m]), np.maximum(lengths[:, k], lengths[:, m])
        fit &= low > MOST_SLANTED * high
    fit &= (area > least * rows * columns) & (area < MOST_PART * rows * columns)
    chosen = np.flatnonzero(fit)
    if not len(chosen):
        return []
    worth = _edges_worth(lines, [(line[chosen], one[chosen], other[chosen]) for line, one, other in sides])
    best = np.argsort(-worth, kind="stable")[:WEIGHED]
    best = best[worth[best] > 0]
    if not len(best):
        return []
    corners, area = corners[chosen[best]], area[chosen[best]]
    worth = worth[best] + _ground_worth(corners, area, ground)
    told = zip(worth.tolist(), (area / scale**2).tolist(), (corners + 0.5) / scale - 0.5, strict=True)
    return list(told)


def _lines(lab: Values) -> _Lines | None:
    """The lines through the longest segments of all three planes; None for fewer than four segments."""
    # Line segments of each plane, converted to grey levels for the detector.
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
    # Each segment, the longest first, absorbs those nearly collinear with it; the line is fitted to all their ends.
    ends, length = ends[long_ones], length[long_ones]
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


def _edges_along(lab: Values, point: Floats, along: Floats, reach: float) -> Floats:
    """The cumulative count, along a line, of places where the strongest step of colour across it lies on it."""
    rows, columns = lab.shape[:2]
    places = point + np.arange(-reach, reach, STEP_PX)[:, None] * along
    inside = np.asarray((places >= 0).all(axis=1) & (places <= (columns - 1, rows - 1)).all(axis=1))
    part = slice(max(0, int(inside.argmax()) - 2), len(inside) - int(inside[::-1].argmax()) + 2)
    across = np.arange(-REACH_PX, REACH_PX + 0.1)[:, None] * (-along[1], along[0])
    spots = (places[part, None] + across).astype(np.float32)  # outside no farther than the blur reaches
    seen = cv2.remap(lab, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    seen = np.asarray(cv2.blur(seen, (1, 5)), np.float32)
    step = np.linalg.norm(seen[:, 3:] - seen[:, :-3], axis=2)
    off = np.abs(np.argmax(step, axis=1) - (step.shape[1] - 1) / 2)
    edge = np.zeros(len(places) + 1)
    edge[1:][part] = (off <= ON_LINE_PX) & (step.max(axis=1) > LEAST_STEP) & inside[part]
    return np.cumsum(edge)


def _fours(lines: _Lines, shorter: int) -> NDArray[np.intp] | None:
    """Indices of four lines that may bound a card (N × 4): first and third are opposite, as are second and fourth."""
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
"""Each side as its line's index and the places of its two ends along that line, for all quads."""


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


def _edges_worth(lines: _Lines, sides: Sides) -> Floats:
    """The score of quads by edge: high along the sides up to the corners, low beyond; -1 if a side has little."""
    edge, ends, beyond = [], [], []
    for line, begin, end in sides:
        way = end - begin
        share = partial(lines.edge_share, line)
        edge.append(share(begin + 0.06 * way, end - 0.06 * way))
        both = share(begin + 0.05 * way, begin + 0.2 * way), share(end - 0.2 * way, end - 0.05 * way)
        ends.append(np.minimum(*both))
        past = share(begin - 0.18 * way, begin - 0.04 * way), share(end + 0.04 * way, end + 0.18 * way)
        beyond.append(np.maximum(*past))
    sides_edge = np.stack(edge, axis=1)
    worth = 0.5 * sides_edge.mean(axis=1) + 0.5 * sides_edge.min(axis=1)
    worth += 0.25 * np.stack(ends, axis=1).mean(axis=1) - 0.35 * np.stack(beyond, axis=1).mean(axis=1)
    return np.asarray(np.where(sides_edge.min(axis=1) < LEAST_EDGE, -1.0, worth))


def _ground_worth(corners: Floats, area: Floats, ground: Unlike) -> Floats:
    """The score of quads by ground: a gain for other colours just inside the sides, a loss for them outside."""
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


LEAST_SIDE_PX = 80
MOST_PX_PER_MM = 8.0

_WORK_PX = 640
_LOOK_PX = 560
_FINE_PX = 1200
_LARGEST_SCALE = 3.0
_ROUGH = 0.2
_FILLED = 0.93
"""Minimum intersection over union of a card's outline and a patch that differs from the empty table."""
_MOST_MOVED = 0.04
_SOFT_PX = 0.8
_AROUND = 0.35
"""Margin about a patch that is looked at closely, in sizes of it."""
_MOST_LOOK = 0.75
"""Maximum share of the picture of a close look; the search of the whole picture covers larger ones."""
_SAME_LOOK = 0.06
_LEAST_OF_LOOK = 0.08
_MIDDLE = np.array([50.0, 0.0, 0.0], np.float32)
_ALIKE = 0.08
_SIZE_OFF = 0.08
_SURELY = 1.0
"""Score by difference from the empty table that makes a search without that table superfluous."""
_CLEAR = 0.63
"""Minimum score of an outline; painted empty tables of five grounds reach 0.4 at most."""


class NoCard(Exception):
    """No card was found in a picture, or several; the message is for people."""


@dataclass(frozen=True, slots=True, eq=False)
class Straightened:
    """A card's place in a picture: its `quad` (top left corner first, then clockwise), and its mean sides there."""

    quad: Floats
    sides_px: Size
    width_mm: float | None
    height_mm: float | None

    def cut(self, picture: Picture) -> Picture:
        """The card rectified, from any picture in which it lies at the same place."""
        return cut_out(picture, self.quad, self.width_mm, self.height_mm)


def straighten(
    picture: Picture,
    width_mm: float | None = None,
    height_mm: float | None = None,
    empty: Picture | None = None,
    sides_px: Size | None = None,
) -> Straightened:
    """The card of a picture, and its place; without a size its shape is measured. `empty` and `sides_px`: as in
    `find_quad`. Raises NoCard with the reason."""
    quad = find_quad(picture, empty, sides_px)
    across, down = side_lengths(quad, 0.0)
    if min(across, down) < LEAST_SIDE_PX:
        words = _("the card is only {wide} px wide, at least {least} are needed: come closer")
        raise NoCard(words.format(wide=f"{min(across, down):.0f}", least=LEAST_SIDE_PX))
    if width_mm is not None and height_mm is not None:
        lies = across > 1.15 * down and height_mm > 1.15 * width_mm
        stands = down > 1.15 * across and width_mm > 1.15 * height_mm
        if lies or stands:
            raise NoCard(_("the card lies across: lay it with its top towards the top of the picture"))
        shape = width_mm / height_mm
        if not 0.86 <= (across / down) / shape <= 1.16:
            words = _("a card of {width} × {height} mm was expected, found sides of {across} × {down} px")
            raise NoCard(
                words.format(
                    width=number(width_mm, 1, at_most=True),
                    height=number(height_mm, 1, at_most=True),
                    across=f"{across:.0f}",
                    down=f"{down:.0f}",
                )
            )
    return Straightened(quad, (across, down), width_mm, height_mm)


def cut_out(
    picture: Picture, quad: Floats, width_mm: float | None = None, height_mm: float | None = None
) -> Picture:
    """A quad's content (top left corner first, clockwise), rectified; to the card's shape, if that is known."""
    across, down = side_lengths(quad, 0.0)
    size = (round(across), round(down))
    if width_mm is not None and height_mm is not None:
        scale = min(max(across / width_mm, down / height_mm), MOST_PX_PER_MM)
        size = (round(width_mm * scale), round(height_mm * scale))
    target = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float64) - 0.5
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target.astype(np.float32))
    image = cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(image, np.uint8)


def find_quad(picture: Picture, empty: Picture | None = None, sides_px: Size | None = None) -> Floats:
    """The corners of the card in a picture. Raises NoCard.

    `empty`: the same view before the card was laid there. `sides_px`: its known width and height in px; other
    outlines are ignored.
    """
    found: list[Found] = []
    if empty is not None and empty.shape == picture.shape:
        found = _of_size(_outlines(picture, empty), sides_px)
    if max((worth for worth, _area, _quad in found), default=0.0) < _SURELY:
        found += _of_size(_outlines(picture, None), sides_px)
    best = max((worth for worth, _area, _quad in found), default=0.0)
    if best < _CLEAR:
        raise NoCard(_("no card was found: lay one card alone on the table, flat, all of it in view"))
    # Of the outlines nearly as good as the best, the largest is the card; the others are frames printed on it.
    alike = [(area, n) for n, (worth, area, _quad) in enumerate(found) if worth > best - _ALIKE]
    quad = found[max(alike)[1]][2]
    # Its sides are refined at full resolution; a large move would be another edge and is ignored.
    low, high = quad.min(axis=0), quad.max(axis=0)
    more = 0.15 * (high - low)
    left, top = (max(0, int(edge)) for edge in low - more)
    part = picture[top : int(high[1] + more[1]) + 1, left : int(high[0] + more[0]) + 1]
    scale = min(1.0, _FINE_PX / max(part.shape[:2]))
    better = refined((quad - (left, top) + 0.5) * scale - 0.5, _lab(part, scale))
    if better is not None:
        better = (better + 0.5) / scale - 0.5 + (left, top)
        side = float(np.sqrt(cv2.contourArea(quad.astype(np.float32))))
        if float(np.abs(better - quad).max()) < _MOST_MOVED * side:
            quad = better
    return upright(quad)


def _of_size(found: Iterable[Found], sides_px: Size | None) -> list[Found]:
    """The outlines with sides of the known lengths (px)."""
    if sides_px is None:
        return list(found)
    return [
        one
        for one in found
        if all(
            abs(seen / known - 1.0) < _SIZE_OFF
            for seen, known in zip(side_lengths(upright(one[2]), 0.0), sides_px, strict=True)
        )
    ]


def _outlines(picture: Picture, empty: Picture | None) -> Iterator[Found]:
    """All outlines that may be the card, by the ground at the rim or by the difference from the empty table."""

    def seen(left: int, top: int, right: int, bottom: int, longest: int) -> tuple[Values, float]:
        """A part in Lab (with `empty`: its difference), at most `longest` px long, and its scale."""
        scale = min(_LARGEST_SCALE, longest / max(right - left, bottom - top))
        part = _lab(picture[top:bottom, left:right], scale)
        return part if empty is None else part - _lab(empty[top:bottom, left:right], scale) + _MIDDLE, scale

    lab, scale = seen(0, 0, picture.shape[1], picture.shape[0], _WORK_PX)
    ground = unlike_rim(lab) if empty is None else unlike_flat(lab)
    # Cheapest first: patches of the difference that are four-sided themselves.
    if empty is not None:
        yield from _changed(ground, scale)
    # Close looks at the patches that are not ground; their outlines must hold the patch's middle.
    rows, columns = ground.distance.shape
    looked: list[Floats] = []
    for left, top, right, bottom in ground.patches():
        more = _AROUND * max(right - left, bottom - top) + 6
        low, high = np.array([left - more, top - more]), np.array([right + more, bottom + more])
        box = np.concatenate([np.maximum(low, 0), np.minimum(high, (columns, rows))])
        size = box[2:] - box[:2]
        seen_before = any(np.abs(box - old).max() < _SAME_LOOK * size.max() for old in looked)
        if seen_before or size.prod() > _MOST_LOOK * rows * columns:
            continue
        looked.append(box)
        x0, y0, x1, y1 = (int(edge) for edge in box / scale)
        near, closer = seen(x0, y0, x1, y1, _LOOK_PX)
        inside = ground.distance[int(box[1]) : int(np.ceil(box[3])), int(box[0]) : int(np.ceil(box[2]))]
        distance = np.asarray(cv2.resize(inside, (near.shape[1], near.shape[0])), np.float32)
        patch = (np.array([left + right, top + bottom]) / 2 - box[:2]) / size * (near.shape[1], near.shape[0])
        middle = (float(patch[0]), float(patch[1]))
        quads = quads_of_lines(near, Unlike(distance, ground.limit), _LEAST_OF_LOOK, closer)
        for worth, area, quad in quads:
            around = ((quad + 0.5) * closer - 0.5).astype(np.float32)
            if cv2.pointPolygonTest(around, middle, measureDist=False) >= 0:
                yield worth, area, np.add(quad, (x0, y0))
    # Last the whole picture, for a card without a patch of its own.
    yield from quads_of_lines(lab, ground, LEAST_PART, scale)


def _lab(picture: Picture, scale: float) -> Values:
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=how)
    soft = cv2.GaussianBlur(small, (0, 0), _SOFT_PX).astype(np.float32) / 255.0
    return np.asarray(cv2.cvtColor(soft, cv2.COLOR_BGR2Lab), np.float32)


def _changed(ground: Unlike, scale: float) -> Iterator[Found]:
    """The four-sided outlines of patches that differ from the empty table."""
    for hull in ground.hulls():
        around = cv2.arcLength(hull, closed=True)
        for part in (0.02, 0.03, 0.045, 0.06):
            corners = cv2.approxPolyDP(hull, part * around, closed=True)
            if len(corners) == 4:
                break
        rectangle = cv2.boxPoints(cv2.minAreaRect(hull))
        for quad in (corners.reshape(-1, 2), rectangle):
            if len(quad) != 4:
                continue
            area = float(cv2.contourArea(quad.astype(np.float32)))
            shared, _shape = cv2.intersectConvexConvex(hull.astype(np.float32), quad.astype(np.float32))
            filled = shared / max(area + float(cv2.contourArea(hull)) - shared, 1.0)
            if filled >= _FILLED:
                yield filled - _ROUGH, area / scale**2, (np.asarray(quad, np.float64) + 0.5) / scale - 0.5


def upright(quad: Floats) -> Floats:
    """The corners in order, clockwise, beginning at the top left of the side that points most nearly up."""
    centre = quad.mean(axis=0)
    turned = np.arctan2(quad[:, 1] - centre[1], quad[:, 0] - centre[0])
    ordered = quad[np.argsort(turned, kind="stable")]
    # The top side is the one whose middle points most nearly up.
    middles = (ordered + np.roll(ordered, -1, axis=0)) / 2 - centre
    up = -middles[:, 1] / np.linalg.norm(middles, axis=1)
    return np.roll(ordered, -int(np.argmax(up)), axis=0)
