"""Brings a reference and what the camera sees to cover each other: the pose of a card to a fraction of a millimetre.

Method: Gauss-Newton on pictures freed of light (Lucas-Kanade with the reference's slopes), far-off samples (a penny,
glare, a thumb) counting less.
"""

from dataclasses import replace
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture, Values
from vision.cards.search import apart_deg
from vision.cards.sheet import Pose, Sheet
from vision.decks.references import Level, References
from vision.light.contrast import channel_planes, channel_sums, smooth, smoothing, stand_out

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
LEAST_SEEN = 0.15
"""A sample that is hidden by more than this part of itself is left out, in terms of 1 - hidden."""
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
        settled = _descend(sheet, group, group.coarse, index, start, visible, sheet.coarse)
        # Coarsely a round back has any turn: it slides along, and the fine lines that tell it are out of reach.
        turns = (
            {settled.angle, start.angle}
            if apart_deg(settled.angle, start.angle) > SLID_DEG
            else {settled.angle}
        )
        scanned = [_scan(sheet, group, index, replace(settled, angle=turn), visible) for turn in turns]
        pose = max(scanned, key=lambda one: one[1])[0]
    return _descend(sheet, group, group.middle, index, pose, visible, sheet.middle)


def agreement(
    sheet: Sheet,
    group: References,
    index: int,
    pose: Pose,
    visible: Picture | None = None,
    *,
    coarsely: bool = False,
) -> float:
    """Correlation of what is seen at a pose with a reference, over what is visible (-1..1).

    `coarsely`: at the coarse level, which forgives 2 mm and 3 deg.
    """
    level, layer = (group.coarse, sheet.coarse) if coarsely else (group.middle, sheet.middle)
    patch, weights = _look(sheet, group, level, pose, visible, layer)
    wanted = level.values[index]
    if weights is not None:
        wanted = wanted * weights[..., None]
    own, theirs = float(np.vdot(patch, patch)), float(np.vdot(wanted, wanted))
    return float(np.vdot(patch[0], wanted)) / float(np.sqrt(own * theirs + 1e-6))


def agreement_of_part(sheet: Sheet, group: References, index: int, pose: Pose, visible: Picture) -> float:
    """Correlation of what is visible of a card with the same part of a reference, freed of light as that part alone.

    Slower than `agreement`, where the reference's light is that of all of it: of a strip that makes much.
    """
    patch, weights = _look(sheet, group, group.middle, pose, visible, sheet.middle)
    wanted = stand_out(group.middle_picture(index)[None], weights=weights)
    own, theirs = float(np.vdot(patch, patch)), float(np.vdot(wanted, wanted))
    return float(np.vdot(patch, wanted)) / float(np.sqrt(own * theirs + 1e-6))


def agreements(sheet: Sheet, group: References, pose: Pose, visible: Picture | None = None) -> Values:
    """The same for every reference of the group: an array of K correlations."""
    return look_and_agree(sheet, group, pose, visible)[1]


def coarse_agreements(sheet: Sheet, group: References, pose: Pose) -> Values:
    """The same on the coarse level, of a card that nothing hides."""
    seen, _ = _look(sheet, group, group.coarse, pose, None, sheet.coarse)
    values = group.coarse.values.reshape(len(group.all), -1)
    own = np.float32(np.vdot(seen, seen))
    scores = values @ seen.ravel() / np.sqrt(own * group.coarse.powers + np.float32(1e-6))
    return np.asarray(scores, dtype=np.float32)


def look_and_agree(
    sheet: Sheet, group: References, pose: Pose, visible: Picture | None = None
) -> tuple[Values, Values]:
    """What is seen at a pose at the middle level, after `stand_out`, and its `agreements`."""
    patch, weights = _look(sheet, group, group.middle, pose, visible, sheet.middle)
    values = group.middle.values.reshape(len(group.all), -1)
    seen = patch.ravel()
    own = np.float32(np.vdot(seen, seen))
    squares = group.middle.squares
    theirs = group.middle.powers if weights is None else squares @ np.repeat(weights.ravel(), 3)
    return patch[0], np.asarray(values @ seen / np.sqrt(own * theirs + np.float32(1e-6)), dtype=np.float32)


def _look(
    sheet: Sheet, group: References, level: Level, pose: Pose, visible: Picture | None, layer: Picture
) -> tuple[Values, Values | None]:
    """What is seen at a pose (1 x rows x columns x 3) and where it is visible; None for everywhere."""
    size = (group.width_mm, group.height_mm)
    patch = sheet.patch(pose, size, level.shape, layer)[None]
    if visible is None:
        return stand_out(patch), None
    weights = (sheet.patch(pose, size, level.shape, visible) / 255 > 1 - LEAST_SEEN).astype(np.float32)
    return stand_out(patch, weights=weights), weights


def _descend(
    sheet: Sheet,
    group: References,
    level: Level,
    index: int,
    pose: Pose,
    visible: Picture | None,
    layer: Picture,
) -> Pose:
    values, slopes = level.values[index].ravel(), level.slopes(index)
    settled = SETTLED_COARSELY if level is group.coarse else SETTLED
    for _ in range(6):
        patch, weights = _look(sheet, group, level, pose, visible, layer)
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
        pose = moved(pose, float(step[0]), float(step[1]), float(np.clip(step[2], -4, 4)))
        if long < settled[0] and abs(step[2]) < settled[1]:
            break
    return pose


def _scan(
    sheet: Sheet, group: References, index: int, pose: Pose, visible: Picture | None
) -> tuple[Pose, float]:
    """The pose turned so that it agrees best, and how well."""
    poses = [replace(pose, angle=pose.angle + turn) for turn in SCAN_DEG]
    scores = _scan_scores(sheet, group, index, poses, visible)
    best = int(np.argmax(scores))
    if 0 < best < len(scores) - 1:
        before, here, after = scores[best - 1 : best + 2]
        bend = before - 2 * here + after
        shift = (before - after) / (2 * bend) if bend < -1e-6 else 0.0
        return replace(pose, angle=poses[best].angle + shift * (SCAN_DEG[1] - SCAN_DEG[0])), scores[best]
    return poses[best], scores[best]


def _scan_scores(
    sheet: Sheet, group: References, index: int, poses: list[Pose], visible: Picture | None
) -> list[float]:
    """The `agreement` at each pose; all at once where everything is visible."""
    if visible is not None:
        return [agreement(sheet, group, index, pose, visible) for pose in poses]
    size, level = (group.width_mm, group.height_mm), group.middle
    seen = stand_out(np.stack([sheet.patch(pose, size, level.shape) for pose in poses])).reshape(
        len(poses), -1
    )
    own = np.einsum("ns,ns->n", seen, seen)
    scores = seen @ level.values[index].ravel() / np.sqrt(own * level.powers[index] + np.float32(1e-6))
    return [float(score) for score in scores]


def moved(pose: Pose, right: float, up: float, turn: float) -> Pose:
    """A pose moved by mm along the card's own axes and turned by degrees."""
    cosine, sine = cos(radians(pose.angle)), sin(radians(pose.angle))
    return Pose(
        pose.x + cosine * right - sine * up,
        pose.y + sine * right + cosine * up,
        (pose.angle + turn) % 360,
    )


def disagreement(sheet: Sheet, group: References, index: int, pose: Pose) -> Picture | None:
    """Where something large seems to lie on a card: a mask over the sheet (255), or None where nothing does.

    There the windowed correlation with the reference is low over more than a penny.
    """
    patch, _ = _look(sheet, group, group.middle, pose, None, sheet.middle)
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
    return sheet.put_back(np.asarray(large, dtype=np.uint8), pose, (group.width_mm, group.height_mm))


def outline(pose: Pose, width_mm: float, height_mm: float) -> NDArray[np.float64]:
    """The four corners (mm) of a card: its own top-left, top-right, bottom-right, bottom-left."""
    cosine, sine = cos(radians(pose.angle)), sin(radians(pose.angle))
    ax, ay, bx, by = cosine * width_mm / 2, sine * width_mm / 2, -sine * height_mm / 2, cosine * height_mm / 2
    x, y = pose.x, pose.y
    return np.array(
        [
            (x - ax + bx, y - ay + by),
            (x + ax + bx, y + ay + by),
            (x + ax - bx, y + ay - by),
            (x - ax - bx, y - ay - by),
        ]
    )


def cover(mask: Picture, sheet: Sheet, corners: NDArray[np.float64], value: int) -> None:
    """Fills a card's outline (mm) into a mask that lies over the sheet, in place."""
    sixteenths = (corners - (sheet.x + 0.5, sheet.far - 0.5)) * _SIXTEENTHS
    cv2.fillConvexPoly(mask, np.rint(sixteenths).astype(np.int32), value, cv2.LINE_8, 4)
