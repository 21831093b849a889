"""Registers references with the picture: the pose of a card to a fraction of a millimetre, and how well it agrees.

Method: Gauss-Newton on light-normalised pictures (Lucas-Kanade with the reference's gradients), with outliers (a
penny, glare, a thumb) weighted down.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import cos, hypot, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Box, Floats, Mask, Picture, Shape, Size, Values, meet
from vision.decks.references import COARSE_MM, MIDDLE_MM, SOFT, References, offsets
from vision.light.contrast import channel_planes, channel_sums, flat_unit, smooth, smoothing, stand_out
from vision.mat.plane import NO_GAINS, Gains, Plane, knots, white_paper, whitened

# The sheet is the rectified table: 1 mm a sample, seen from straight above, three colours.
# Cards are searched on the sheet only, so camera pose and lens play no part from here on.

Indices = NDArray[np.int64]

BEYOND_STEP_MM = 8
"""Step of the grid that tells which parts of the sheet lie outside the picture."""

BURNT = 250
"""A sample whose darkest channel reaches this is burnt out."""
GLINT = 230
"""Value of a mask where something glints that hides nothing."""
BRIGHTER_THAN_PAPER = 1.2
"""Brightness over the tags' paper above which a sample mirrors a lamp; no print is so bright."""
LEAST_GLARE = 0.01
"""Minimum burnt-out share of a place on which glare lies."""
CARD_TOP_MM = 0.4
"""Height of a card's face above the table, sleeve included."""


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Where a card lies: centre (mm) and angle (degrees counter-clockwise from upright for seat 0)."""

    x: float
    y: float
    angle: float

    def places(self, right: Floats, up: Floats) -> tuple[Floats, Floats]:
        """Table coordinates (x, y in mm) of points given in the card's own axes (mm right and up)."""
        cosine, sine = cos(radians(self.angle)), sin(radians(self.angle))
        return self.x + cosine * right - sine * up, self.y + sine * right + cosine * up

    def off(self, other: "Pose") -> float:
        """Distance (mm) between the centres of two poses."""
        return hypot(self.x - other.x, self.y - other.y)


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A rectangle of the table whose near-left corner is (x, y) in mm; row 0 is its far edge.

    `middle` is blurred for samples of MIDDLE_MM, `coarse` for samples of COARSE_MM. `beyond`: 255 where the camera does
    not see the table; None where it sees all of it. `unburnt`: 0 where a lamp's glare burns it out, else
    255; None where nothing is burnt out.
    """

    x: float
    y: float
    middle: Picture
    coarse: Picture
    beyond: Picture | None = None
    unburnt: Picture | None = None

    @property
    def far(self) -> float:
        return self.y + float(self.middle.shape[0])

    @property
    def box(self) -> tuple[float, float, float, float]:
        """x, y, width and height in mm."""
        return (self.x, self.y, float(self.middle.shape[1]), float(self.middle.shape[0]))

    def patch(self, pose: Pose, size: Size, shape: Shape, layer: Picture | None = None) -> Values:
        """The card-sized window (size in mm) at a pose, turned upright: rows x columns (x 3).

        `layer`: a mask or picture over the whole sheet; default: the middle layer.
        """
        matrix = self.onto(pose, size, shape)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        source = self.middle if layer is None else layer
        taken = cv2.warpAffine(source, matrix, shape[::-1], flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(taken, dtype=np.float32)

    def shows(
        self, pose: Pose, size: Size, shape: Shape, mask: Picture | None, least: float = 0.5
    ) -> Values | None:
        """1 where a mask shows more than `least` of a sample of a card-sized window, else 0; None if it shows all."""
        shown = None if mask is None else self.patch(pose, size, shape, mask) > 255 * least
        return None if shown is None or shown.all() else shown.astype(np.float32)

    def part(
        self, pose: Pose, size: Size, mask: Picture, least: float = 0.5, shape: Shape = (30, 30)
    ) -> float:
        """The share (0..1) of a card-sized window's samples of which a mask shows more than `least`."""
        return float((self.patch(pose, size, shape, mask) > 255 * least).mean())

    def mask(self, outlines: Iterable[Floats], value: int) -> Picture:
        """Mask over the sheet: `value` within these outlines (mm), 255 - `value` elsewhere."""
        mask = np.full(self.middle.shape[:2], 255 - value, dtype=np.uint8)
        for corners in outlines:
            cover(mask, self, corners, value)
        return mask

    def glares(self, pose: Pose, size: Size) -> bool:
        """Whether a lamp's glare burns out some of a card-sized window."""
        return self.unburnt is not None and self.part(pose, size, self.unburnt, 0.95) < 1 - LEAST_GLARE

    def onto(self, pose: Pose, size: Size, shape: Shape) -> Floats:
        """The 2 x 3 matrix from samples (column, row) of a card-sized window to those of the sheet."""
        rows, columns = shape
        right, down = size[0] / columns, size[1] / rows
        cosine, sine = cos(radians(pose.angle)), sin(radians(pose.angle))
        # Sheet columns grow with x, rows against y; window columns grow to the card's right, rows down it.
        xx, xy, yx, yy = cosine * right, sine * down, -sine * right, cosine * down
        column, row = (columns - 1) / 2, (rows - 1) / 2
        x = pose.x - self.x - 0.5 - xx * column - xy * row
        y = self.far - pose.y - 0.5 - yx * column - yy * row
        return np.array([(xx, xy, x), (yx, yy, y)])

    def windows(
        self, centres: Floats, angle: float, size: Size, shape: Shape, layer: Picture | None = None
    ) -> Picture:
        """Windows about centres (N x 2 mm) at one angle: N x rows x columns x channels; default: the coarse layer.

        Takes the nearest samples: half a millimetre does not matter on a blurred layer. Every window must lie
        within the sheet.
        """
        source = self.coarse if layer is None else layer
        wide = source.shape[1]
        steps = _steps(size, shape, angle, wide)
        column = np.rint(centres[:, 0] - self.x - 0.5).astype(np.int64)
        row = np.rint(self.far - centres[:, 1] - 0.5).astype(np.int64)
        flat = source.reshape(-1, source.shape[2] if source.ndim == 3 else 1)
        taken = flat.take((row * wide + column)[:, None] + steps[None, :], axis=0)
        return np.asarray(taken.reshape(len(centres), *shape, -1))


_NEXT = np.ones((3, 3), np.uint8)


def reach_mm(width_mm: float, height_mm: float) -> float:
    """Distance (mm) from a card's centre to its corners, plus 2 mm."""
    return hypot(width_mm, height_mm) / 2 + 2


def lay_sheet(
    image: Picture, plane: Plane, x: float, y: float, w: float, h: float, gains: Gains = NO_GAINS
) -> Sheet:
    """The sheet of a rectangle of the table (mm) under white light; black outside the picture."""
    seen = plane.rectify(image, x, y, round(w), round(h), 1.0)
    paper = white_paper(image, plane)
    limit = BURNT if paper is None else min(BURNT, BRIGHTER_THAN_PAPER * float(paper.min()))
    bright, unburnt = cv2.inRange(seen, np.full(3, int(limit)), np.full(3, 255)), None
    if bright.any():
        burnt = cv2.inRange(seen, np.full(3, BURNT), np.full(3, 255))
        # Scratches that glint hide nothing.
        burnt = cv2.dilate(cv2.morphologyEx(burnt, cv2.MORPH_OPEN, _NEXT), _NEXT)
        glints = cv2.threshold(bright, 0, 255 - GLINT, cv2.THRESH_BINARY)[1]
        unburnt = np.asarray(255 - cv2.max(glints, burnt), dtype=np.uint8)
    flat = whitened(seen, gains)
    middle = cv2.GaussianBlur(flat, (0, 0), SOFT * MIDDLE_MM * 0.8)
    coarse = cv2.GaussianBlur(middle, (0, 0), SOFT * COARSE_MM * 0.8)
    # The depth inside the picture is measured on a coarse grid, and only if the sheet's rim leaves the picture.
    rows, columns = middle.shape[:2]
    across = np.linspace(x + 0.5, x + columns - 0.5, max(2, columns // BEYOND_STEP_MM))
    down = np.linspace(y + rows - 0.5, y + 0.5, max(2, rows // BEYOND_STEP_MM))
    grid = np.stack(np.meshgrid(across, down), axis=-1)
    beyond = None
    if _within(plane, np.concatenate([grid[0], grid[-1], grid[:, 0], grid[:, -1]])).min() < 0:
        depth = _within(plane, grid.reshape(-1, 2)).astype(np.float32).reshape(len(down), len(across))
        outside = cv2.threshold(cv2.resize(depth, (columns, rows)), 0, 255, cv2.THRESH_BINARY_INV)[1]
        beyond = np.asarray(outside, dtype=np.uint8)
    return Sheet(
        x, y, np.asarray(middle, dtype=np.uint8), np.asarray(coarse, dtype=np.uint8), beyond, unburnt
    )


def _within(plane: Plane, places: Floats) -> Floats:
    """Distance (px) of places (N x 2 mm) from the picture's border; negative outside."""
    px = plane.to_px(places)
    return np.asarray(np.minimum(px, np.array(plane.picture_size) - 1 - px).min(axis=1), dtype=np.float64)


@lru_cache(maxsize=256)
def _steps(size: Size, shape: Shape, angle: float, wide: int) -> Indices:
    u, v = offsets(*size, *shape)
    cosine, sine = np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))
    x = cosine * u[None, :] - sine * v[:, None]
    y = sine * u[None, :] + cosine * v[:, None]
    return np.asarray(np.rint(-y) * wide + np.rint(x), dtype=np.int64).ravel()


# Coarse search: every reference is correlated with the sheet at many places and angles.
# Method: normalised correlation of light-normalised patches with all references in all turns at once (one
# matrix product per angle). A card within 3 mm and 3 deg of a grid pose scores far above anything else.

STEP_MM = 5.0
NEARLY_UPRIGHT = (-9.0, -3.0, 3.0, 9.0)
"""Angles (deg, off each quarter turn) at which cards laid in squares are searched first."""
UPRIGHT_DEG = 3.5
CLEAR = 0.7
"""Where nearly upright cards agree this well, no crosswise card or greater angle is tried nearby."""
RIVALS = 6
"""Maximum references and turns of one place that are fitted if the first does not fit well."""
APART_MM, APART_DEG = 12.0, 20.0
"""Candidates nearer than both count as one."""
MOST_AT_ONE_PLACE = 3


@dataclass(frozen=True, slots=True, eq=False)
class CardCandidate:
    """A place that looks like a card. `score`: its best coarse correlation.

    `likeliest`: poses (turns of this place), each with the index of a reference, likeliest first.
    """

    group: References
    score: float
    likeliest: tuple[tuple[Pose, int], ...]

    @property
    def pose(self) -> Pose:
        return self.likeliest[0][0]


def angles_near_upright(group: References) -> tuple[float, ...]:
    """Grid angles (deg) of cards that lie along or across the table, within 15 deg."""
    if group.is_square:
        return NEARLY_UPRIGHT
    return NEARLY_UPRIGHT + tuple(90 + angle for angle in NEARLY_UPRIGHT)


def grid_around(centres: Sequence[tuple[float, float]], reach_mm: float, step_mm: float = STEP_MM) -> Floats:
    """Grid places (N x 2 mm) within `reach_mm` of each centre in x and y."""
    count = max(1, round(2 * reach_mm / step_mm))
    steps = np.asarray((np.arange(count) - (count - 1) / 2) * step_mm, dtype=np.float64)
    return (np.asarray(centres, dtype=np.float64).reshape(-1, 1, 2) + mesh(steps, steps)).reshape(-1, 2)


def mesh(across: Floats, along: Floats) -> Floats:
    """The grid (N x 2) of these x and these y, row by row."""
    return np.stack(np.meshgrid(across, along), axis=-1).reshape(-1, 2)


def search(
    sheet: Sheet,
    group: References,
    places: Floats,
    angles: Sequence[float],
    least: float,
    visible: Picture | None = None,
) -> list[CardCandidate]:
    """Distinct candidates whose correlation is at least `least`, best first.

    `visible`: mask over the sheet (255: compared). Every card about a place must lie within the sheet. Made for
    some hundred places.
    """
    if not len(places):
        return []
    count = len(group.all)
    best, angle_of = np.full(len(places), -1.0, dtype=np.float32), np.zeros(len(places))
    scores = np.zeros((len(places), len(group.turns) * count), dtype=np.float32)
    upright_first = sorted(angles, key=_off_upright)
    at = np.arange(len(places))
    # Angles go from upright outwards, so that a clear upright card closes its surroundings to the dearer rest.
    for angle in upright_first:
        across = abs(apart_deg(angle, upright_first[0])) > 45
        if (across or _off_upright(angle) > UPRIGHT_DEG) and (best >= CLEAR).any():
            at = at[_open(places, best)[at]]
            if not len(at):
                break
        tried = _scores(sheet, group, places[at], angle, visible)
        better = tried.max(axis=1) > best[at]
        won = at[better]
        best[won], angle_of[won], scores[won] = tried[better].max(axis=1), angle, tried[better]
    # Suppression: a place near better ones counts only if it is turned otherwise, and few lie there already.
    chosen, lying = list[CardCandidate](), list[tuple[float, float, float]]()
    for one in np.argsort(-best, kind="stable").tolist():
        if best[one] < least:
            break
        (x, y), angle = places[one].tolist(), float(angle_of[one])
        turned = angle + 90 * group.turns[int(scores[one].argmax()) // count]
        near = [turn for across, down, turn in lying if hypot(across - x, down - y) < APART_MM]
        alike = any(apart_deg(turned, other) <= APART_DEG for other in near)
        if len(near) < MOST_AT_ONE_PLACE and not alike:
            likeliest = np.argsort(-scores[one], kind="stable")[:RIVALS].tolist()
            poses = [Pose(x, y, (angle + 90 * group.turns[which // count]) % 360) for which in likeliest]
            rivals = zip(poses, (which % count for which in likeliest), strict=True)
            chosen.append(CardCandidate(group, float(best[one]), tuple(rivals)))
            lying.append((x, y, turned % 360))
    return chosen


def _off_upright(angle: float) -> float:
    """Distance (deg) of an angle from the nearest quarter turn."""
    return abs((angle + 45) % 90 - 45)


def _open(places: Floats, best: Values) -> Mask:
    """The places at least APART_MM from every place where a card is clear."""
    clear = places[best >= CLEAR]
    apart = np.hypot(places[:, None, 0] - clear[None, :, 0], places[:, None, 1] - clear[None, :, 1])
    return np.asarray(apart.min(axis=1) >= APART_MM)


def apart_deg(one: float, other: float) -> float:
    """Difference of two angles (deg), 0..180."""
    return abs((one - other + 180) % 360 - 180)


def _scores(sheet: Sheet, group: References, places: Floats, angle: float, visible: Picture | None) -> Values:
    """Correlations (N x turns * K) of the visible part about each place with all K references in all turns."""
    size, shape = group.size, group.coarse.shape
    patches = sheet.windows(places, angle, size, shape)
    if visible is None:
        return np.asarray(flat_unit(stand_out(patches)) @ group.turned, dtype=np.float32)
    weights = (sheet.windows(places, angle, size, shape, visible)[..., 0] > 127).astype(np.float32)
    seen, shown = (each.reshape(len(places), -1) for each in (stand_out(patches, weights=weights), weights))
    power = np.einsum("ns,ns->n", seen, seen)[:, None] * (shown @ group.turned_squares)
    return np.asarray(seen @ group.turned / np.sqrt(power + np.float32(1e-6)), dtype=np.float32)


SEEN_WHOLE = 0.52
"""Minimum agreement of an uncovered card."""
FAR_OFF = 0.8
"""Difference (in units of local contrast) from which a sample's weight falls off."""
LONGEST_STEP_MM = 2.5
SETTLED, SETTLED_COARSELY = (0.1, 0.2), (0.3, 1.0)
"""Steps (mm, deg) below which a fit has converged; the coarse one is followed by a fine one."""
SCAN_DEG = tuple(float(turn) for turn in np.arange(-9, 9.1, 1.5))
SLID_DEG = 4.5
"""A coarse fit that turned by more than this may have gone astray."""
WINDOW_MM = 4.0
LITTLE = 0.3
"""Windowed correlation below which a spot of a card disagrees with its reference."""
MORE_THAN_A_PENNY_MM = 16.0
"""Side of the square that such a spot must contain; one under a penny (20 mm across) does not."""
LEAST_SEEN = 0.85
"""Minimum visible share of a sample that is compared."""
_SIXTEENTHS = np.array([16.0, -16.0])
"""From mm to sixteenths of a sample; the sheet's rows run down."""


def fit_pose(
    sheet: Sheet,
    group: References,
    index: int,
    start: Pose,
    visible: Picture | None = None,
    *,
    scan: bool = False,
) -> Pose:
    """The pose near `start` where reference `index` fits best.

    `visible`: mask over the sheet (255: compared). `scan`: try turns of up to 9 deg too, as fine concentric
    patterns need; backs are always scanned.
    """
    pose = start
    if scan or group.all[index].label is None:
        settled = _descend(sheet, group, index, start, visible, coarsely=True)
        # At the coarse level a round back fits in every turn and the fit drifts out of the fine lines' reach: then
        # the turn at the start is scanned as well.
        turns = (
            {settled.angle, start.angle}
            if apart_deg(settled.angle, start.angle) > SLID_DEG
            else {settled.angle}
        )
        near = SCAN_DEG if group.all[index].label is None else SCAN_DEG[3:-3]
        scanned = [_scan(sheet, group, index, replace(settled, angle=turn), visible, near) for turn in turns]
        pose = max(scanned, key=lambda one: one[1])[0]
    return _descend(sheet, group, index, pose, visible)


def agreement_of_part(sheet: Sheet, card: "Lying", visible: Picture) -> float:
    """Correlation (-1..1) of the visible part of a card with the same part of its reference.

    Normalises the light of that part alone, unlike `agreements`: slower, and much better on a strip.
    """
    assert card.index is not None, "a card that is held against a reference has one"
    seen, weights = _look(sheet, card.group, card.pose, visible)
    wanted = stand_out(card.group.middle_picture(card.index)[None], weights=weights)
    own, theirs = float(np.vdot(seen, seen)), float(np.vdot(wanted, wanted))
    return float(np.vdot(seen, wanted)) / float(np.sqrt(own * theirs + 1e-6))


def agreements(
    sheet: Sheet, group: References, pose: Pose, visible: Picture | None = None, *, coarsely: bool = False
) -> Values:
    """Correlations (K, -1..1) of the visible part at a pose with every reference of the group.

    `coarsely`: at the coarse level, which tolerates 2 mm and 3 deg.
    """
    level = group.coarse if coarsely else group.middle
    patch, weights = _look(sheet, group, pose, visible, coarsely=coarsely)
    seen, values = patch.ravel(), level.values.reshape(len(group.all), -1)
    own = np.float32(np.vdot(seen, seen))
    theirs = level.powers if weights is None else level.squares @ np.repeat(weights.ravel(), 3)
    return np.asarray(values @ seen / np.sqrt(own * theirs + np.float32(1e-6)), dtype=np.float32)


def _look(
    sheet: Sheet, group: References, pose: Pose, visible: Picture | None = None, *, coarsely: bool = False
) -> tuple[Values, Values | None]:
    """The light-normalised window at a pose (1 x rows x columns x 3) and its visible samples; None: all."""
    shape, layer = (group.coarse.shape, sheet.coarse) if coarsely else (group.middle.shape, sheet.middle)
    patch = sheet.patch(pose, group.size, shape, layer)[None]
    weights = sheet.shows(pose, group.size, shape, visible, LEAST_SEEN)
    return stand_out(patch, weights=weights), weights


def _descend(
    sheet: Sheet,
    group: References,
    index: int,
    pose: Pose,
    visible: Picture | None,
    *,
    coarsely: bool = False,
) -> Pose:
    """The pose after at most six Gauss-Newton steps in x, y and angle."""
    level, settled = (group.coarse, SETTLED_COARSELY) if coarsely else (group.middle, SETTLED)
    values, slopes = level.values[index].ravel(), level.slopes(index)
    for _ in range(6):
        patch, weights = _look(sheet, group, pose, visible, coarsely=coarsely)
        rest = patch.ravel() - values
        weight = 1 / (1 + (rest / np.float32(FAR_OFF)) ** 2)
        if weights is not None:
            weight *= np.repeat(weights.ravel(), 3)
        pull = slopes * weight
        normal = pull @ slopes.T
        normal[(0, 1, 2), (0, 1, 2)] += 1e-3 * (normal[0, 0] + normal[1, 1] + normal[2, 2]) / 3 + 1e-6
        # cv2: NumPy takes ten times as long for three equations.
        step = -cv2.solve(normal.astype(np.float64), (pull @ rest[:, None]).astype(np.float64))[1].ravel()
        long = float(np.hypot(step[0], step[1]))
        if long > LONGEST_STEP_MM:
            step *= LONGEST_STEP_MM / long
        # The step is in the card's own axes.
        x, y = pose.places(step[:1], step[1:2])
        pose = Pose(float(x[0]), float(y[0]), (pose.angle + float(np.clip(step[2], -4, 4))) % 360)
        if long < settled[0] and abs(step[2]) < settled[1]:
            break
    return pose


def _scan(
    sheet: Sheet,
    group: References,
    index: int,
    pose: Pose,
    visible: Picture | None,
    turns: tuple[float, ...],
) -> tuple[Pose, float]:
    """The pose turned so that it agrees best, and how well; all SCAN_DEG are tried if the last of `turns` is best."""
    poses = [replace(pose, angle=pose.angle + turn) for turn in turns]
    level = group.middle
    patches = np.stack([sheet.patch(turned, group.size, level.shape) for turned in poses])
    weights, theirs = None, level.powers[index]
    if visible is not None:
        shown = [sheet.patch(turned, group.size, level.shape, visible) for turned in poses]
        weights = (np.stack(shown) > 255 * LEAST_SEEN).astype(np.float32)
        theirs = np.repeat(weights.reshape(len(poses), -1), 3, axis=1) @ level.squares[index]
    seen = stand_out(patches, weights=weights).reshape(len(poses), -1)
    own = np.einsum("ns,ns->n", seen, seen)
    told = seen @ level.values[index].ravel() / np.sqrt(own * theirs + np.float32(1e-6))
    scores = [float(score) for score in told]
    best = int(np.argmax(scores))
    if 0 < best < len(scores) - 1:
        before, here, after = scores[best - 1 : best + 2]
        bend = before - 2 * here + after
        shift = (before - after) / (2 * bend) if bend < -1e-6 else 0.0
        return replace(pose, angle=poses[best].angle + shift * (SCAN_DEG[1] - SCAN_DEG[0])), scores[best]
    if turns != SCAN_DEG:
        return _scan(sheet, group, index, pose, visible, SCAN_DEG)
    return poses[best], scores[best]


def disagreement(sheet: Sheet, group: References, index: int, pose: Pose) -> Picture | None:
    """Mask over the sheet (255) of where something large lies on a card; None if nothing does. Large: the windowed
    correlation with the reference is low over more than a penny."""
    patch, _ = _look(sheet, group, pose)
    wanted = group.middle.values[index : index + 1]
    rows, columns = group.middle.shape
    deviation = WINDOW_MM * columns / group.width_mm
    down, across = smoothing(rows, deviation), smoothing(columns, deviation)
    seen, known = channel_planes(patch), channel_planes(wanted)
    together, own, theirs = (
        smooth(channel_sums(one * other), down, across)[0]
        for one, other in ((seen, known), (seen, seen), (known, known))
    )
    at_odds = (together < LITTLE * np.sqrt(own * theirs)).astype(np.uint8) * np.uint8(255)
    side = max(3, round(MORE_THAN_A_PENNY_MM * columns / group.width_mm))
    large = cv2.morphologyEx(at_odds, cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    if not large.any():
        return None
    onto, whole = sheet.onto(pose, group.size, group.middle.shape), sheet.middle.shape[1::-1]
    return np.asarray(cv2.warpAffine(large, onto, whole, flags=cv2.INTER_NEAREST), dtype=np.uint8)


def outline(pose: Pose, width_mm: float, height_mm: float) -> Floats:
    """The four corners (mm) of a card: its own top-left, top-right, bottom-right, bottom-left."""
    return np.array(pose.places(_CORNERS[0] * width_mm, _CORNERS[1] * height_mm)).T


_CORNERS = np.array([(-0.5, 0.5, 0.5, -0.5), (0.5, 0.5, -0.5, -0.5)])


def cover(mask: Picture, sheet: Sheet, corners: Floats, value: int) -> None:
    """Fills a card's outline (mm) into a mask over the sheet, in place."""
    sixteenths = (corners - (sheet.x + 0.5, sheet.far - 0.5)) * _SIXTEENTHS
    cv2.fillConvexPoly(mask, np.rint(sixteenths).astype(np.int32), value, cv2.LINE_8, 4)


MOST_SHARED = 0.12
"""Maximum share of their area that two cards side by side have in common."""
STAYS_MM = 4.0
"""Maximum distance between two poses of a card that has not moved."""


@dataclass(frozen=True, eq=False)
class Lying:
    """A card at a pose. `index`: its likeliest reference in the group, None if none fits.

    `looked`: its picture when last read (see `remembered`), None if unknown.
    """

    group: References
    index: int | None
    pose: Pose
    agreement: float
    visible: float = 1.0
    looked: Picture | None = None

    @cached_property
    def corners(self) -> Floats:
        return outline(self.pose, self.group.width_mm, self.group.height_mm)

    def wider(self, by_mm: float) -> Floats:
        """The corners (mm) of the card enlarged by `by_mm`, both sides together."""
        return outline(self.pose, self.group.width_mm + by_mm, self.group.height_mm + by_mm)

    @cached_property
    def box(self) -> Box:
        cosine, sine = abs(cos(radians(self.pose.angle))), abs(sin(radians(self.pose.angle)))
        across = (cosine * self.group.width_mm + sine * self.group.height_mm) / 2
        along = (sine * self.group.width_mm + cosine * self.group.height_mm) / 2
        x, y = self.pose.x, self.pose.y
        return (x - across, y - along, x + across, y + along)

    @cached_property
    def _outline(self) -> Values:
        return self.corners.astype(np.float32)

    @cached_property
    def reach(self) -> float:
        """Distance (mm) from the middle to the corners, plus 2 mm."""
        return reach_mm(self.group.width_mm, self.group.height_mm)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point of the table (mm) lies on the card."""
        return cv2.pointPolygonTest(self._outline, (x, y), measureDist=False) >= 0


def shared(one: Lying, other: Lying) -> float:
    """The area that two cards have in common, as a share (0..1) of the smaller one."""
    if not meet(one.box, other.box):
        return 0.0
    area, _ = cv2.intersectConvexConvex(one._outline, other._outline)
    smaller = min(one.group.width_mm * one.group.height_mm, other.group.width_mm * other.group.height_mm)
    return float(area) / smaller


def lies_over(sheet: Sheet, card: Lying, other: Lying) -> bool:
    """Whether a card fits better than the other on their common area; true if they hardly share any."""
    if card.index is None or other.index is None or shared(card, other) <= MOST_SHARED / 4:
        return True
    common = sheet.mask([card.corners], 255) & sheet.mask([other.corners], 255)
    mine = agreements(sheet, card.group, card.pose, common)[card.index]
    return bool(mine > agreements(sheet, other.group, other.pose, common)[other.index])


# Backs that the coarse search misses: a dark one without a rim hardly shows coarsely, though its outline does.
# The outline gives the pose, and backs are compared there. A plain back has no pattern to compare: it is
# recognised by its colour and by showing no more contrast than it has.

AT_AN_OUTLINE = 0.28
"""Minimum agreement with a back at a card's outline; dim light, or lines finer than the camera resolves, allow no
more. No face of five decks agrees so well with a back of another deck."""
CLEARLY_NO_FACE = 0.15
"""Minimum lead of a back over any face."""
MOST_FITS = 2
"""Maximum backs and turns, best coarse agreement first, that are fitted."""
RIM_MM = 6.0
"""Width of the edge left out on each side, as an outline may be a little off."""
PLAIN = 6.0
"""Maximum contrast (standard deviation, grey levels) of a plain back's reference."""
MORE_THAN_PLAIN = 2.0
"""Maximum factor by which uneven light raises its contrast."""
BACK_NOISE = 3.0
"""Contrast (grey levels) that camera noise adds."""
FACES_SHOW = 3.0
"""Minimum ratio of the contrast of every face to the contrast seen."""
BACK_DARK_LEVEL = 32.0
"""Added to grey levels before ratios are taken: stray light lifts dark colours, and no printer prints black."""
BRIGHTER, TINTED = 0.8, 0.45
"""Tolerance (natural logarithm) of a plain back's brightness, and of its colours relative to each other."""


def back_at(sheet: Sheet, group: References, pose: Pose, visible: Picture | None = None) -> Lying | None:
    """The back at an outline's pose, or None. `visible`: mask over the sheet (255: compared), None: everywhere."""
    backs = group.backs
    starts: list[tuple[float, int, Pose]] = []
    for turn in group.turns if backs else ():
        start = Pose(pose.x, pose.y, (pose.angle + 90.0 * turn) % 360)
        scores = agreements(sheet, group, start, coarsely=True)
        starts += [(float(scores[index]), index, start) for index in backs]
    likeliest = sorted(starts, key=lambda one: -one[0])[:MOST_FITS]
    fitted = [_fitted(sheet, group, index, start, visible) for _, index, start in likeliest]
    if found := [card for card in fitted if card is not None]:
        return max(found, key=lambda card: card.agreement)
    plain = (index for index in backs if _is_plain_one(sheet, group, index, pose))
    return next((Lying(group, index, pose, SEEN_WHOLE) for index in plain), None)


def _fitted(
    sheet: Sheet, group: References, index: int, start: Pose, visible: Picture | None
) -> Lying | None:
    """A back fitted from an outline's pose; None if it does not agree or drifts away."""
    pose = fit_pose(sheet, group, index, start, visible)
    if np.hypot(pose.x - start.x, pose.y - start.y) > STAYS_MM:
        return None
    scores = agreements(sheet, group, pose, visible)
    lead = float(scores[index]) - max((float(scores[n]) for n in group.faces), default=0.0)
    if scores[index] < AT_AN_OUTLINE or lead < CLEARLY_NO_FACE:
        return None
    return Lying(group, index, pose, float(scores[index]))


def _is_plain_one(sheet: Sheet, group: References, index: int, pose: Pose) -> bool:
    """Whether a reference back is plain, and the window at the pose is as plain and has its colour."""
    rows, columns = group.middle.shape
    inner = _inner(group, group.middle_picture(index))
    if _contrast(inner) > PLAIN:
        return False
    seen = _inner(group, sheet.patch(pose, group.size, (rows, columns)))
    shows = _contrast(seen)
    faces = [_contrast(_inner(group, group.middle_picture(n))) for n in group.faces]
    least = min(faces, default=np.inf)
    if shows > BACK_NOISE + MORE_THAN_PLAIN * _contrast(inner) or shows * FACES_SHOW > least:
        return False
    off = np.log(seen.mean(axis=(0, 1)) + BACK_DARK_LEVEL) - np.log(inner.mean(axis=(0, 1)) + BACK_DARK_LEVEL)
    return bool(np.abs(off).max() < BRIGHTER and off.max() - off.min() < TINTED)


def _inner(group: References, patch: Values) -> Values:
    """A card's picture (rows x columns x 3) without its edge."""
    rim = max(1, round(RIM_MM * patch.shape[1] / group.width_mm))
    return patch[rim:-rim, rim:-rim]


def _contrast(patch: Values) -> float:
    """Standard deviation (grey levels) in the colour that varies most."""
    return float(patch.std(axis=(0, 1)).max())


# Memory of how a card looked when last read. A card that lay there before is recognised by a strip that still
# looks the same; it need not be identified anew.

CHANGED = 0.12
"""Relative change of a colour from which a sample has changed, after the strip's overall light is divided out."""
DARK_LEVEL = 20.0
"""Added to grey levels before ratios are taken, so that noise in the dark is no change."""
MOST_LIGHT = 1.25
"""Maximum factor of the overall light between two looks; more is another surface."""
MOST_CHANGED = 0.1
"""Maximum share of changed samples: the edge of a shadow, a glint."""
LEAST_SAMPLES = 150
"""Minimum samples (mm x mm) of a strip."""


def remembered(sheet: Sheet, card: Lying) -> Lying:
    """The card with its picture of now; a half-hidden one keeps its earlier picture."""
    if card.looked is not None and card.visible < 1:
        return card
    return replace(card, looked=_look_of(sheet, card))


def looks_as_before(sheet: Sheet, card: Lying, shows: Picture) -> bool:
    """Whether the visible part of a card looks as it did; false if its look is unknown or hardly anything shows.

    `shows`: mask over the sheet, 255 where the card is in view.
    """
    if card.looked is None:
        return False
    size = card.group.size
    asked = sheet.patch(card.pose, size, card.looked.shape[:2], shows) > 250
    if int(asked.sum()) < LEAST_SAMPLES:
        return False
    before = card.looked[asked].astype(np.float32) + np.float32(DARK_LEVEL)
    after = _look_of(sheet, card)[asked].astype(np.float32) + np.float32(DARK_LEVEL)
    # Upper median of each colour; NumPy's own takes three times as long.
    light = np.partition((after / before).T, len(before) // 2, axis=1)[:, len(before) // 2]
    if light.max() > MOST_LIGHT or light.min() < 1 / MOST_LIGHT:
        return False
    expected = before * light
    changed = np.abs(after - expected) > CHANGED * np.minimum(after, expected)
    return float(changed.any(axis=1).mean()) <= MOST_CHANGED


def _look_of(sheet: Sheet, card: Lying) -> Picture:
    """The card's window of the sheet, upright, 1 mm a sample."""
    size = card.group.size
    return np.asarray(sheet.patch(card.pose, size, (round(size[1]), round(size[0]))), dtype=np.uint8)


WINDOW_NOISE = 3.0
TEXTURE = 8.0
"""Contrast (grey levels) at which a window has half its full weight."""
KNOWN_LEAD = 33.0
KNOWN_SHARE = 9.2
KNOWN_OFFSET = 3.2
KNOWN_HIGH = 25.0
HIGH_LEVEL = 0.78
SPREAD = 0.007
"""Calibration of `read_face`: logistic in the best reference's lead (on the visible part) and in that lead's share of
the disagreement left. Fitted on cards of two tables, whole and half hidden, darkened, blurred, noisy and burnt, with
all faces enrolled, without their own face and without their own deck; each table checked with the fit of the other.
The offset departs from the fit, for fewer sure errors on cards of no enrolled deck."""
LOW_LEVEL, LOW_SPREAD = 0.5, 0.015
"""Minimum agreement of a face with any lead, and the scale of that limit: on two tables all cards agreed with their
own face by at least 0.6, and with another face in the wrong turn by 0.4."""
LEAST_SAY = 0.05
"""Share in sight below which a face in glare is believed less, in proportion."""
SINGLE_GAP = 0.1
"""Lead of a reference without a rival."""
BACK_SPREAD, DOWN_SPREAD = 0.04, 0.02
"""Logistic scales: this back against another, and back against face."""


def fine_patch(
    image: Picture, plane: Plane, pose: Pose, group: References, gains: Gains = NO_GAINS
) -> tuple[Values, Values]:
    """The card upright at the fine level under white light (rows x columns x 3), straight from the camera picture.

    The second array is 1 where it is not burnt out, else 0 (rows x columns).
    """
    rows, columns = group.fine_pictures.shape[1:3]
    # The lens is worked out at a few knots only and interpolated between them.
    (some_columns, between_columns), (some_rows, between_rows) = knots(columns), knots(rows)
    right = ((some_columns + 0.5) / columns - 0.5) * group.width_mm
    up = (0.5 - (some_rows + 0.5) / rows) * group.height_mm
    across, down = np.meshgrid(right, up)
    x, y = pose.places(across, down)
    coarse = plane.to_px(np.column_stack([x.ravel(), y.ravel()]), CARD_TOP_MM).astype(np.float32)
    at_x, at_y = (between_rows @ coarse[:, axis].reshape(x.shape) @ between_columns.T for axis in (0, 1))
    patch = cv2.remap(image, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    soft = cv2.GaussianBlur(patch, (0, 0), 0.6)
    whole = (soft.min(axis=2) < BURNT).astype(np.float32)
    return np.asarray(soft * np.array(gains, dtype=np.float32), dtype=np.float32), whole


def window_agreements(
    patch: Values, whole: Values, group: References, chosen: tuple[int, ...], visible: Values | None = None
) -> tuple[Values, float]:
    """Agreement of each chosen reference with a fine patch, and the share of the card (0..1) that was compared.

    Compared: what is `visible` and not near a burnt-out sample (`whole` is 0 there). Method: normalised
    cross-correlation in a window about each pixel, which cancels shade and lamp; the mean is weighted by contrast,
    because plain paper tells nothing. Noise is added to both energies, so plain windows do not agree by chance.
    """
    down, across = group.windowing
    weight = np.ones_like(whole)
    if not whole.all():
        weight = 1 - np.minimum(smooth(1 - whole, down, across) * 3, 1)
    pictures = group.fine_pictures
    share_of_card = 1.0
    if visible is not None:
        # Everything is cut to the box of the visible part, which saves most of the work on a strip.
        rows, columns = (np.flatnonzero(visible.any(axis=axis)) for axis in (1, 0))
        if not len(rows):
            return np.zeros(len(chosen), dtype=np.float32), 0.0
        part = (slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1))
        share_of_card = patch[part].size / patch.size
        patch, visible, weight, pictures = patch[part], visible[part], weight[part], pictures[:, *part]
        down, across = down[part[0], part[0]], across[part[1], part[1]]
    seen = channel_planes(patch[None])
    picked = list(chosen)
    # Subtract the windows' means. References are prepared for that; under a mask the means are of what is visible.
    if visible is None:
        seen = np.asarray(seen - smooth(seen, down, across), dtype=np.float32)
        wanted, theirs = (values[picked] for values in group.fine_windows)
        own, together = (smooth(channel_sums(seen * other), down, across) for other in (seen, wanted))
    else:
        share = np.maximum(smooth(visible, down, across), np.float32(1e-4))
        weight = weight * visible

        def rest(planes: Values) -> Values:
            left = (planes - smooth(planes * visible, down, across) / share) * visible
            return np.asarray(left, dtype=np.float32)

        seen, wanted = rest(seen), rest(channel_planes(pictures[picked]))
        own, theirs, together = (
            np.asarray(smooth(channel_sums(one * other), down, across) / share, dtype=np.float32)
            for one, other in ((seen, seen), (wanted, wanted), (seen, wanted))
        )
    noise = np.float32(WINDOW_NOISE * WINDOW_NOISE)
    correlation = together / np.sqrt((own + noise) * (theirs + noise))
    contrast = np.sqrt(np.maximum(own + theirs, 0))
    say = contrast / (contrast + np.float32(TEXTURE)) * weight[None]
    level = (correlation * say).sum(axis=(1, 2)) / np.maximum(say.sum(axis=(1, 2)), 1e-3)
    return np.asarray(level, dtype=np.float32), float(weight.mean()) * share_of_card


def read_face(
    patch: Values, whole: Values, group: References, chosen: tuple[int, ...], visible: Values | None = None
) -> tuple[tuple[int, float], ...]:
    """(index, chance) of the chosen references for a fine patch, best first; the sum is the chance of any of them."""
    levels, say = window_agreements(patch, whole, group, chosen, visible)
    order = np.argsort(-levels, kind="stable")
    best = float(levels[order[0]])
    told = group.all[chosen[int(order[0])]].shown
    rival = next((float(levels[i]) for i in order[1:] if group.all[chosen[int(i)]].shown != told), None)
    gap = best - rival if rival is not None else SINGLE_GAP
    weight = float(np.sqrt(max(say, LEAST_SAY)))
    lead = gap * weight
    odds = KNOWN_LEAD * lead + KNOWN_SHARE * lead / (1.05 - min(best, 1.0)) - KNOWN_OFFSET
    odds += KNOWN_HIGH * max(0.0, best - HIGH_LEVEL)
    known = 1 / (1 + float(np.exp(-odds))) / (1 + float(np.exp((LOW_LEVEL - best) / LOW_SPREAD)))
    known *= min(1.0, say / LEAST_SAY)
    shares = np.exp((levels[order] - best) * weight / SPREAD)
    shares /= shares.sum()
    return tuple((chosen[int(i)], known * float(share)) for i, share in zip(order, shares, strict=True))


def read_back(
    seen: Values, group: References, scores: Values, visible: Values | None
) -> tuple[float, int, float]:
    """The chance that a card lies face down, its likeliest back, and the chance that it is that deck's.

    `seen`: its coarse window after `stand_out`; `scores`: `agreements`; `visible` (rows x columns, 0 or 1): the
    samples compared; the fewer, the less they prove. Similar backs are separated along their difference: half way
    between two is undecided.
    """
    backs, faces = group.backs, group.faces
    best = max(backs, key=lambda index: float(scores[index]))
    values = group.coarse.values.reshape(len(group.all), -1)
    sure = 1.0
    spread = BACK_SPREAD if visible is None else BACK_SPREAD / max(float(visible.mean()) ** 4, 1e-3)
    for other in backs:
        if other == best or group.all[other].deck == group.all[best].deck:
            continue
        # Where the picture lies between the two backs, along their difference.
        step = values[best] - values[other]
        if visible is not None:
            step = step * np.repeat(visible.ravel(), 3)
        along = float(
            (seen.ravel() - (values[best] + values[other]) / 2) @ step / max(float(step @ step), 1e-6)
        )
        sure = min(sure, 1 / (1 + float(np.exp(-along / spread))))
    lead = float(scores[best]) - max((float(scores[index]) for index in faces), default=0.0)
    return 1 / (1 + float(np.exp(-lead / DOWN_SPREAD))), best, sure
