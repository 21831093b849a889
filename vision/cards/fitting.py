"""Brings a reference and what the camera sees to cover each other: the pose of a card to a fraction of a millimetre.

Method: Gauss-Newton on pictures freed of light (Lucas-Kanade with the reference's slopes), far-off samples (a penny,
glare, a thumb) counting less.
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

# The table as a flat sheet of paper: one millimetre a sample, seen from straight above, three colours.
# Cards are searched for on the sheet alone, so camera pose and lens are forgotten from here on.

Indices = NDArray[np.int64]

BEYOND_STEP_MM = 8
"""What lies outside the picture is told at places so far apart."""


BURNT = 250
"""A sample whose darkest channel reaches this is burnt out."""
GLINT = 230
"""What a mask has where something glints that hides nothing."""
BRIGHTER_THAN_PAPER = 1.2
"""Nothing printed is so much brighter than the tags' paper, however uneven the light: it mirrors a lamp."""
LEAST_GLARE = 0.01
"""Part of a place that is burnt out where glare lies on it: no print is so bright."""
CARD_TOP_MM = 0.4
"""How high a card's face lies above the table, sleeve and all."""


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Where a card lies: centre (mm) and angle (degrees counter-clockwise from upright for seat 0)."""

    x: float
    y: float
    angle: float

    def places(self, right: Floats, up: Floats) -> tuple[Floats, Floats]:
        """Where on the table (x and y in mm) points lie that are so far (mm) to a card's right and up it."""
        cosine, sine = cos(radians(self.angle)), sin(radians(self.angle))
        return self.x + cosine * right - sine * up, self.y + sine * right + cosine * up

    def off(self, other: "Pose") -> float:
        """How far apart (mm) two poses are."""
        return hypot(self.x - other.x, self.y - other.y)


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A rectangle of the table from (x, y), near-left, in mm; row 0 is its far edge.

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
        """The card-sized window (size in mm) at a pose, as rows x columns (x 3), upright for its own angle.

        `layer`: a mask or picture that lies over the whole sheet; the middle layer where none is given.
        """
        matrix = self._onto(pose, size, shape)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        source = self.middle if layer is None else layer
        taken = cv2.warpAffine(source, matrix, shape[::-1], flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(taken, dtype=np.float32)

    def shows(
        self, pose: Pose, size: Size, shape: Shape, mask: Picture | None, least: float = 0.5
    ) -> Values | None:
        """Where a mask shows `least` of a sample of a card-sized window (1, else 0); None where there is no mask."""
        if mask is None:
            return None
        return (self.patch(pose, size, shape, mask) > 255 * least).astype(np.float32)

    def part(
        self, pose: Pose, size: Size, mask: Picture, least: float = 0.5, shape: Shape = (30, 30)
    ) -> float:
        """The part of a card-sized window (0..1) of which a mask shows `least` of a sample."""
        return float((self.patch(pose, size, shape, mask) > 255 * least).mean())

    def mask(self, outlines: Iterable[Floats], value: int) -> Picture:
        """A mask over the sheet: `value` within these outlines (mm), elsewhere 255 - `value`."""
        mask = np.full(self.middle.shape[:2], 255 - value, dtype=np.uint8)
        for corners in outlines:
            cover(mask, self, corners, value)
        return mask

    def glares(self, pose: Pose, size: Size) -> bool:
        """Whether a lamp's glare burns out some of a card-sized window."""
        return self.unburnt is not None and self.part(pose, size, self.unburnt, 0.95) < 1 - LEAST_GLARE

    def put_back(self, mask: Picture, pose: Pose, size: Size) -> Picture:
        """A mask of a card-sized window (size in mm) at a pose, laid over the whole sheet."""
        matrix = self._onto(pose, size, (mask.shape[0], mask.shape[1]))
        high, wide = self.middle.shape[:2]
        return np.asarray(cv2.warpAffine(mask, matrix, (wide, high), flags=cv2.INTER_NEAREST), dtype=np.uint8)

    def _onto(self, pose: Pose, size: Size, shape: Shape) -> Floats:
        """The 2 x 3 matrix from samples (column, row) of a card-sized window to those of the sheet."""
        rows, columns = shape
        right, down = size[0] / columns, size[1] / rows
        cosine, sine = cos(radians(pose.angle)), sin(radians(pose.angle))
        # Sheet column grows with x, row against y; patch column grows along the card's right, row down it.
        xx, xy, yx, yy = cosine * right, sine * down, -sine * right, cosine * down
        column, row = (columns - 1) / 2, (rows - 1) / 2
        x = pose.x - self.x - 0.5 - xx * column - xy * row
        y = self.far - pose.y - 0.5 - yx * column - yy * row
        return np.array([(xx, xy, x), (yx, yy, y)])

    def windows(
        self, centres: Floats, angle: float, size: Size, shape: Shape, layer: Picture | None = None
    ) -> Picture:
        """Windows about many centres (N x 2 mm) at one angle: N x rows x columns x channels, of the coarse layer.

        Nearest samples only: the layer is blurred, half a millimetre does not matter. Centres must lie so far
        within the sheet that no window sticks out.
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
    """How far a card reaches from its centre at any angle, and a little more (mm)."""
    return hypot(width_mm, height_mm) / 2 + 2


def lay_sheet(
    image: Picture, plane: Plane, x: float, y: float, w: float, h: float, gains: Gains = NO_GAINS
) -> Sheet:
    """The sheet of a rectangle of the table under white light; what lies outside the picture is black."""
    seen = plane.rectify(image, x, y, round(w), round(h), 1.0)
    paper = white_paper(image, plane)
    limit = BURNT if paper is None else min(BURNT, BRIGHTER_THAN_PAPER * float(paper.min()))
    bright, unburnt = cv2.inRange(seen, np.full(3, int(limit)), np.full(3, 255)), None
    if bright.any():
        burnt = cv2.inRange(seen, np.full(3, BURNT), np.full(3, 255))
        # Scratches that glint hide nothing.
        burnt = cv2.dilate(cv2.morphologyEx(burnt, cv2.MORPH_OPEN, _NEXT), _NEXT)
        unburnt = np.where(burnt > 0, 0, np.where(bright > 0, GLINT, 255)).astype(np.uint8)
    flat = whitened(seen, gains)
    middle = cv2.GaussianBlur(flat, (0, 0), SOFT * MIDDLE_MM * 0.8)
    coarse = cv2.GaussianBlur(middle, (0, 0), SOFT * COARSE_MM * 0.8)
    # Where the sheet lies outside the picture.
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
    """How far (px) within the picture places (N x 2 mm) are seen; less than 0 outside."""
    px = plane.to_px(places)
    return np.asarray(np.minimum(px, np.array(plane.picture_size) - 1 - px).min(axis=1), dtype=np.float64)


@lru_cache(maxsize=256)
def _steps(size: Size, shape: Shape, angle: float, wide: int) -> Indices:
    u, v = offsets(*size, *shape)
    cosine, sine = np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))
    x = cosine * u[None, :] - sine * v[:, None]
    y = sine * u[None, :] + cosine * v[:, None]
    return np.asarray(np.rint(-y) * wide + np.rint(x), dtype=np.int64).ravel()


# Where cards may lie: every reference held against the sheet at many places and angles, coarsely and quickly.
# Method: normalised correlation of patches freed of light with all references in all turns at once (one
# product of matrices an angle). A card within 3 mm and 3 deg of a grid pose scores far above anything that is
# no card.

STEP_MM = 5.0
NEARLY_UPRIGHT = (-9.0, -3.0, 3.0, 9.0)
"""Angles (about a quarter turn each) at which cards laid in squares are looked for first."""
UPRIGHT_DEG = 3.5
CLEAR = 0.7
"""Where cards nearly upright agree so well none is looked for that is turned further, or lies across."""
RIVALS = 6
"""Most references and turns of one place that are fitted, if the first does not fit well."""
APART_MM, APART_DEG = 12.0, 20.0
"""Two candidates nearer than this, and turned alike to within this, are one."""
MOST_AT_ONE_PLACE = 3


@dataclass(frozen=True, slots=True, eq=False)
class CardCandidate:
    """A place that looks like a card: the coarse correlation, and which references it may be in which turns.

    `likeliest`: pose and index of a reference, likeliest first; turns of one place that fit as well as others.
    """

    group: References
    score: float
    likeliest: tuple[tuple[Pose, int], ...]

    @property
    def pose(self) -> Pose:
        return self.likeliest[0][0]


def angles_near_upright(group: References) -> tuple[float, ...]:
    """Grid angles of cards that lie along or across the table, give or take 15 deg."""
    if group.is_square:
        return NEARLY_UPRIGHT
    return NEARLY_UPRIGHT + tuple(90 + angle for angle in NEARLY_UPRIGHT)


def grid_around(centres: Sequence[tuple[float, float]], reach_mm: float, step_mm: float = STEP_MM) -> Floats:
    """Grid places (N x 2 mm) within `reach_mm` of each centre, along both axes."""
    count = max(1, round(2 * reach_mm / step_mm))
    steps = np.asarray((np.arange(count) - (count - 1) / 2) * step_mm, dtype=np.float64)
    return (np.asarray(centres, dtype=np.float64).reshape(-1, 1, 2) + mesh(steps, steps)).reshape(-1, 2)


def mesh(across: Floats, along: Floats) -> Floats:
    """All places (N x 2) with one of these x and one of these y, row by row."""
    return np.stack(np.meshgrid(across, along), axis=-1).reshape(-1, 2)


def search(
    sheet: Sheet,
    group: References,
    places: Floats,
    angles: Sequence[float],
    least: float,
    visible: Picture | None = None,
) -> list[CardCandidate]:
    """Candidates of at least the correlation `least`, best first, no two that are one.

    `visible`: a mask over the sheet; of each place only what it shows (255) has a say. For some hundred places.
    Places must lie so far inside the sheet that the card does not stick out of it.
    """
    if not len(places):
        return []
    count = len(group.all)
    best, angle_of = np.full(len(places), -1.0, dtype=np.float32), np.zeros(len(places))
    scores = np.zeros((len(places), len(group.turns) * count), dtype=np.float32)
    upright_first = sorted(angles, key=_off_upright)
    at = np.arange(len(places))
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
    chosen: list[CardCandidate] = []
    for one in np.argsort(-best, kind="stable").tolist():
        if best[one] < least:
            break
        (x, y), angle = places[one].tolist(), float(angle_of[one])
        turned = angle + 90 * group.turns[int(scores[one].argmax()) // count]
        near = [other for other in chosen if hypot(other.pose.x - x, other.pose.y - y) < APART_MM]
        alike = (other for other in near if apart_deg(turned, other.pose.angle) <= APART_DEG)
        if len(near) < MOST_AT_ONE_PLACE and not any(alike):
            likeliest = np.argsort(-scores[one], kind="stable")[:RIVALS].tolist()
            poses = [Pose(x, y, (angle + 90 * group.turns[which // count]) % 360) for which in likeliest]
            rivals = zip(poses, (which % count for which in likeliest), strict=True)
            chosen.append(CardCandidate(group, float(best[one]), tuple(rivals)))
    return chosen


def _off_upright(angle: float) -> float:
    """How far an angle (deg) is from the nearest quarter turn."""
    return abs((angle + 45) % 90 - 45)


def _open(places: Floats, best: Values) -> Mask:
    """Which places are not so near to one where a card is clear that they must be of the same."""
    clear = places[best >= CLEAR]
    apart = np.hypot(places[:, None, 0] - clear[None, :, 0], places[:, None, 1] - clear[None, :, 1])
    return np.asarray(apart.min(axis=1) >= APART_MM)


def apart_deg(one: float, other: float) -> float:
    """How far two angles (deg) lie apart, 0..180."""
    return abs((one - other + 180) % 360 - 180)


def _scores(sheet: Sheet, group: References, places: Floats, angle: float, visible: Picture | None) -> Values:
    """Correlations (N x turns * K) of what shows about places at one angle with all references in all turns."""
    size, shape = group.size, group.coarse.shape
    patches = sheet.windows(places, angle, size, shape)
    if visible is None:
        return np.asarray(flat_unit(stand_out(patches)) @ group.turned, dtype=np.float32)
    weights = (sheet.windows(places, angle, size, shape, visible)[..., 0] > 127).astype(np.float32)
    seen, shown = (each.reshape(len(places), -1) for each in (stand_out(patches, weights=weights), weights))
    power = np.einsum("ns,ns->n", seen, seen)[:, None] * (shown @ group.turned_squares)
    return np.asarray(seen @ group.turned / np.sqrt(power + np.float32(1e-6)), dtype=np.float32)


SEEN_WHOLE = 0.52
"""Agreement that shows a card that nothing covers."""
FAR_OFF = 0.8
"""Difference (in units of local contrast) beyond which a sample counts less and less."""
LONGEST_STEP_MM = 2.5
SETTLED, SETTLED_COARSELY = (0.1, 0.2), (0.3, 1.0)
"""After a step shorter than this (mm, deg) the next is a fraction of it; what is fitted coarsely is fitted again."""
SCAN_DEG = tuple(float(turn) for turn in np.arange(-9, 9.1, 1.5))
SLID_DEG = 4.5
"""A coarse fit that turned by more than this may have gone astray."""
WINDOW_MM = 4.0
LITTLE = 0.3
"""Windowed correlation below which a part of a card does not look as it should."""
MORE_THAN_A_PENNY_MM = 16.0
"""Side of the square that must fit into such a part: a penny (20 mm across) does not hold it."""
LEAST_SEEN = 0.85
"""A sample that is hidden by more than the rest of this part of itself is left out."""
_SIXTEENTHS = np.array([16.0, -16.0])
"""From mm to sixteenths of a sample of the sheet, whose rows run down."""


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

    `visible`: a mask over the sheet (255 = not hidden by another card). `scan`: try turns of up to 9 deg as well,
    which fine concentric patterns need; a back gets it in any case.
    """
    pose = start
    if scan or group.all[index].label is None:
        settled = _descend(sheet, group, index, start, visible, coarsely=True)
        # Coarsely a round back has any turn: it slides along, and the fine lines that tell it are out of reach.
        turns = (
            {settled.angle, start.angle}
            if apart_deg(settled.angle, start.angle) > SLID_DEG
            else {settled.angle}
        )
        scanned = [_scan(sheet, group, index, replace(settled, angle=turn), visible) for turn in turns]
        pose = max(scanned, key=lambda one: one[1])[0]
    return _descend(sheet, group, index, pose, visible)


def agreement_of_part(sheet: Sheet, card: "Lying", visible: Picture) -> float:
    """Correlation (-1..1) of what is visible of a card with the same part of its reference, freed of light as that part
    alone.

    Slower than `agreements`, where the reference's light is that of all of it: of a strip that makes much.
    """
    assert card.index is not None, "a card that is held against a reference has one"
    seen, weights = _look(sheet, card.group, card.pose, visible)
    wanted = stand_out(card.group.middle_picture(card.index)[None], weights=weights)
    own, theirs = float(np.vdot(seen, seen)), float(np.vdot(wanted, wanted))
    return float(np.vdot(seen, wanted)) / float(np.sqrt(own * theirs + 1e-6))


def agreements(
    sheet: Sheet, group: References, pose: Pose, visible: Picture | None = None, *, coarsely: bool = False
) -> Values:
    """Correlations (K, -1..1) of what is seen at a pose with every reference of the group, over what is visible.

    `coarsely`: at the coarse level, which forgives 2 mm and 3 deg.
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
    """What is seen at a pose (1 x rows x columns x 3) and where it is visible; None for everywhere."""
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
        # NumPy takes ten times as long to solve three equations.
        step = -cv2.solve(normal.astype(np.float64), (pull @ rest[:, None]).astype(np.float64))[1].ravel()
        long = float(np.hypot(step[0], step[1]))
        if long > LONGEST_STEP_MM:
            step *= LONGEST_STEP_MM / long
        # Along the card's own axes.
        x, y = pose.places(step[:1], step[1:2])
        pose = Pose(float(x[0]), float(y[0]), (pose.angle + float(np.clip(step[2], -4, 4))) % 360)
        if long < settled[0] and abs(step[2]) < settled[1]:
            break
    return pose


def _scan(
    sheet: Sheet, group: References, index: int, pose: Pose, visible: Picture | None
) -> tuple[Pose, float]:
    """The pose turned so that it agrees best, and how well."""
    poses = [replace(pose, angle=pose.angle + turn) for turn in SCAN_DEG]
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
    return poses[best], scores[best]


def disagreement(sheet: Sheet, group: References, index: int, pose: Pose) -> Picture | None:
    """Where something large seems to lie on a card: a mask over the sheet (255), or None where nothing does.

    There the windowed correlation with the reference is low over more than a penny.
    """
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
    return sheet.put_back(np.asarray(large, dtype=np.uint8), pose, group.size)


def outline(pose: Pose, width_mm: float, height_mm: float) -> Floats:
    """The four corners (mm) of a card: its own top-left, top-right, bottom-right, bottom-left."""
    return np.column_stack(pose.places(_CORNERS[0] * width_mm, _CORNERS[1] * height_mm))


_CORNERS = np.array([(-0.5, 0.5, 0.5, -0.5), (0.5, 0.5, -0.5, -0.5)])


def cover(mask: Picture, sheet: Sheet, corners: Floats, value: int) -> None:
    """Fills a card's outline (mm) into a mask that lies over the sheet, in place."""
    sixteenths = (corners - (sheet.x + 0.5, sheet.far - 0.5)) * _SIXTEENTHS
    cv2.fillConvexPoly(mask, np.rint(sixteenths).astype(np.int32), value, cv2.LINE_8, 4)


MOST_SHARED = 0.12
"""Two cards that lie side by side share at most this part of their area."""
STAYS_MM = 4.0
"""A card that lies no farther from where it lay may be the same."""


@dataclass(frozen=True, eq=False)
class Lying:
    """A card that lies somewhere: `index` is the likeliest reference of its group, None where none fits.

    `looked`: how it looked when it was last read (see `looks`); None where that is not known.
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
        """The corners (mm) of a card as much larger, both sides together."""
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
        """The corners as OpenCV takes them."""
        return self.corners.astype(np.float32)

    @cached_property
    def reach(self) -> float:
        """How far a corner lies from the middle (mm), and a little more."""
        return reach_mm(self.group.width_mm, self.group.height_mm)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point of the table (mm) lies on the card."""
        return cv2.pointPolygonTest(self._outline, (x, y), measureDist=False) >= 0


def shared(one: Lying, other: Lying) -> float:
    """The part of the smaller card's area that two cards have in common."""
    if one.pose.off(other.pose) > one.reach + other.reach or not meet(one.box, other.box):
        return 0.0
    area, _ = cv2.intersectConvexConvex(one._outline, other._outline)
    smaller = min(one.group.width_mm * one.group.height_mm, other.group.width_mm * other.group.height_mm)
    return float(area) / smaller


def lies_over(sheet: Sheet, card: Lying, other: Lying) -> bool:
    """Whether the card fits better than the other where both would be; true where they share next to nothing."""
    if card.index is None or other.index is None or shared(card, other) <= MOST_SHARED / 4:
        return True
    common = sheet.mask([card.corners], 255) & sheet.mask([other.corners], 255)
    mine = agreements(sheet, card.group, card.pose, common)[card.index]
    return bool(mine > agreements(sheet, other.group, other.pose, common)[other.index])


# Backs that the search does not make out: a dark one without a rim hardly shows coarsely, though its outline
# does. Where an outline tells the pose, a back is held against what is seen just there; a plain one, that has
# nothing to be held against, is told by showing no more than it has and having its colour.

AT_AN_OUTLINE = 0.28
"""Agreement with a back from which what has a card's outline is one: in dim light, or where its lines are finer than
what the camera resolves, no more is to be had. No face of five decks agrees so well with a back of another deck."""
CLEARLY_NO_FACE = 0.15
"""How much better a back must agree than any face."""
MOST_FITS = 2
"""Most backs and turns, of those that agree best coarsely, that are compared closely."""
RIM_MM = 6.0
"""How much of a card's edge, on each side, an outline that is a little off may miss."""
PLAIN = 6.0
"""Grey levels (standard deviation) of a back that is plain …"""
MORE_THAN_PLAIN = 2.0
"""… and how many times as much a picture of it may have, by light that is uneven …"""
BACK_NOISE = 3.0
"""… and of a camera's noise besides."""
FACES_SHOW = 3.0
"""Where a plain back is told, every face has at least this multiple of the contrast that is seen."""
BACK_DARK_LEVEL = 32.0
"""Added to grey levels before shares are taken: a veil of light lies on what is dark, and no printer prints black."""
BRIGHTER, TINTED = 0.8, 0.45
"""How far (natural logarithm) a plain back may be from its own brightness, and its colours from each other."""


def back_at(sheet: Sheet, group: References, pose: Pose, visible: Picture | None = None) -> Lying | None:
    """The back that lies about a pose (its outline, in mm and deg), or None where none is made out.

    `visible`: a mask over the sheet (255 = not hidden by another card), None where nothing hides it.
    """
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
    """A back fitted from where an outline is; None where it does not agree, or slides off."""
    pose = fit_pose(sheet, group, index, start, visible)
    if np.hypot(pose.x - start.x, pose.y - start.y) > STAYS_MM:
        return None
    scores = agreements(sheet, group, pose, visible)
    lead = float(scores[index]) - max((float(scores[n]) for n in group.faces), default=0.0)
    if scores[index] < AT_AN_OUTLINE or lead < CLEARLY_NO_FACE:
        return None
    return Lying(group, index, pose, float(scores[index]))


def _is_plain_one(sheet: Sheet, group: References, index: int, pose: Pose) -> bool:
    """Whether a back has nothing on it, and what is seen shows no more and has its colour."""
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


# How a card looked when it was last read, and whether what shows of it looks so still. What lay there before
# needs no name to be known again; a strip that looks as it did shows that it lies there.

CHANGED = 0.12
"""A sample has changed where a colour of it moved by this share, beyond what the light on the strip did."""
DARK_LEVEL = 20.0
"""Added to grey levels before shares are taken, so that noise in the dark is no change."""
MOST_LIGHT = 1.25
"""The light on a strip may differ by this factor from what it was; more is another surface."""
MOST_CHANGED = 0.1
"""Part of the samples that may have changed: the edge of a shadow, a glint."""
LEAST_SAMPLES = 150
"""A strip of fewer samples (mm x mm) tells nothing."""


def remembered(sheet: Sheet, card: Lying) -> Lying:
    """The card with how it looks now; one half hidden by others with how it looked when it was in view."""
    if card.looked is not None and card.visible < 1:
        return card
    return replace(card, looked=_look_of(sheet, card))


def looks_as_before(sheet: Sheet, card: Lying, shows: Picture) -> bool:
    """Whether what shows of a card looks as it did; `shows`: a mask over the sheet (255 where the card is in view).

    False where it is not known how it looked, or hardly anything shows.
    """
    if card.looked is None:
        return False
    size = card.group.size
    asked = sheet.patch(card.pose, size, card.looked.shape[:2], shows) > 250
    if int(asked.sum()) < LEAST_SAMPLES:
        return False
    before = card.looked[asked].astype(np.float32) + np.float32(DARK_LEVEL)
    after = _look_of(sheet, card)[asked].astype(np.float32) + np.float32(DARK_LEVEL)
    light = np.median(after / before, axis=0)
    if light.max() > MOST_LIGHT or light.min() < 1 / MOST_LIGHT:
        return False
    expected = before * light
    changed = np.abs(after - expected) > CHANGED * np.minimum(after, expected)
    return float(changed.any(axis=1).mean()) <= MOST_CHANGED


def _look_of(sheet: Sheet, card: Lying) -> Picture:
    """The card on the sheet, upright, one sample a millimetre."""
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
"""Calibration of `read_face`: logistic in the lead of the best reference (over what is visible) and in its share of
what is left to agree on. Fitted on cards of two tables, whole and half hidden, darkened, blurred, noisy and burnt,
with all faces enrolled, with their own face left out and with their own deck left out; each table checked with the
fit of the other. The offset is set for fewer sure errors on cards of no enrolled deck than the fit allows."""
LOW_LEVEL, LOW_SPREAD = 0.5, 0.015
"""A face that agrees less than this is not believed, however far it leads: all cards of two tables that were held
against their own face agreed by 0.6 and more, and one held against another in the wrong turn by 0.4."""
LEAST_SAY = 0.05
"""A face of which less than this part can be seen, for glare, is believed the less."""
SINGLE_GAP = 0.1
"""Lead of a reference that has no rival."""
BACK_SPREAD, DOWN_SPREAD = 0.04, 0.02
"""Scales of the logistic chances that it is this back and no other, and a back rather than a face."""


def fine_patch(
    image: Picture, plane: Plane, pose: Pose, group: References, gains: Gains = NO_GAINS
) -> tuple[Values, Values]:
    """The card as the camera sees it, upright, at the fine level and under white light (rows x columns x 3); and
    where it is not burnt out (rows x columns, 0 or 1)."""
    rows, columns = group.fine_pictures.shape[1:3]
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
    """How well each chosen reference agrees with a fine patch (weighted mean of windowed correlations), and how much
    of the card (0..1) had a say: what is `visible` and, near a window, not burnt out (`whole`).

    Normalised cross-correlation, window by window about each pixel: brightness and contrast of a window drop out, and
    so do shade and lamp. A window counts the more the more contrast it has; plain paper says nothing. Noise is added to
    both energies, so that two plain windows do not agree by chance.
    """
    down, across = group.windowing
    weight = np.ones_like(whole)
    if not whole.all():
        weight = 1 - np.minimum(smooth(1 - whole, down, across) * 3, 1)
    pictures = group.fine_pictures
    share_of_card = 1.0
    if visible is not None:
        # What lies outside the box of what shows has no say and is not worked out.
        rows, columns = (np.flatnonzero(visible.any(axis=axis)) for axis in (1, 0))
        if not len(rows):
            return np.zeros(len(chosen), dtype=np.float32), 0.0
        part = (slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1))
        share_of_card = patch[part].size / patch.size
        patch, visible, weight, pictures = patch[part], visible[part], weight[part], pictures[:, *part]
        down, across = down[part[0], part[0]], across[part[1], part[1]]
    seen = channel_planes(patch[None])
    picked = list(chosen)
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
    """The chances of the chosen references, best first, given a fine patch, and which of its samples are whole and
    visible. They add up to the chance that it is one of them at all."""
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
    """The chance that a card lies face down, its likeliest back, and the chance of that: by what is seen at the coarse
    level (one patch after `stand_out`) and the agreements.

    `visible` (rows x columns, 0 or 1): what of it nothing hides; only there has anything a say, and the less shows the
    less it proves. Backs that differ little are told apart along their difference: half way between two is undecided.
    """
    backs, faces = group.backs, group.faces
    best = max(backs, key=lambda index: float(scores[index]))
    values = group.coarse.values.reshape(len(group.all), -1)
    sure = 1.0
    spread = BACK_SPREAD if visible is None else BACK_SPREAD / max(float(visible.mean()) ** 4, 1e-3)
    for other in backs:
        if other == best or group.all[other].deck == group.all[best].deck:
            continue
        step = values[best] - values[other]
        if visible is not None:
            step = step * np.repeat(visible.ravel(), 3)
        along = float(
            (seen.ravel() - (values[best] + values[other]) / 2) @ step / max(float(step @ step), 1e-6)
        )
        sure = min(sure, 1 / (1 + float(np.exp(-along / spread))))
    lead = float(scores[best]) - max((float(scores[index]) for index in faces), default=0.0)
    return 1 / (1 + float(np.exp(-lead / DOWN_SPREAD))), best, sure
