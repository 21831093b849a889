"""Where cards may lie: every reference held against the sheet at many places and angles, coarsely and quickly.

Method: normalised correlation of patches freed of light with all references in all turns at once (one product of
matrices an angle). A card within 3 mm and 3 deg of a grid pose scores far above anything that is no card.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture, Values
from vision.cards.sheet import Pose, Sheet
from vision.decks.references import References
from vision.light.contrast import NOISE, REACH, plane_smoothing, rows_that_stand_out

STEP_MM = 5.0
NEARLY_UPRIGHT = (-9.0, -3.0, 3.0, 9.0)
"""Angles (about a quarter turn each) at which cards laid in squares are looked for first."""
UPRIGHT_DEG = 3.5
CLEAR = 0.7
"""Where cards nearly upright agree so well none is looked for that is turned further, or lies across."""
RIVALS = 6
"""So many references and turns of one place are worth a fit, if the first does not fit well."""
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


def grid_around(centres: Sequence[tuple[float, float]], reach_mm: float) -> Floats:
    """Grid places (N x 2 mm) within `reach_mm` of each centre, along both axes."""
    count = max(1, round(2 * reach_mm / STEP_MM))
    steps = (np.arange(count) - (count - 1) / 2) * STEP_MM
    across, along = np.meshgrid(steps, steps)
    about = np.column_stack([across.ravel(), along.ravel()])
    places = np.asarray(centres, dtype=np.float64).reshape(-1, 1, 2) + about
    return np.asarray(places, dtype=np.float64).reshape(-1, 2)


def search(
    sheet: Sheet, group: References, places: Floats, angles: Sequence[float], least: float
) -> list[CardCandidate]:
    """Candidates of at least the correlation `least`, best first, no two that are one.

    Places must lie so far inside the sheet that the card does not stick out of it.
    """
    if not len(places):
        return []
    size, shape = (group.width_mm, group.height_mm), group.coarse.shape
    best = np.full(len(places), -1.0, dtype=np.float32)
    angle_of = np.zeros(len(places), dtype=np.int64)
    turned_of = np.zeros(len(places), dtype=np.int64)
    upright_first = sorted(range(len(angles)), key=lambda number: _off_upright(angles[number]))
    at = np.arange(len(places))
    for number in upright_first:
        angle = angles[number]
        across = abs(apart_deg(angle, angles[upright_first[0]])) > 45
        if (across or _off_upright(angle) > UPRIGHT_DEG) and (best >= CLEAR).any():
            at = at[_open(places, best)[at]]
            if not len(at):
                break
        scores = rows_that_stand_out(sheet.windows(places[at], angle, size, shape)) @ group.turned
        likeliest = scores.argmax(axis=1)
        top = scores.max(axis=1)
        better = top > best[at]
        won = at[better]
        best[won], angle_of[won] = top[better], number
        turned_of[won] = likeliest[better] // len(group.all)
    chosen: list[int] = []
    turned = (np.asarray(angles)[angle_of] + 90 * np.asarray(group.turns)[turned_of]).tolist()
    middles = places.tolist()
    for one in np.argsort(-best, kind="stable").tolist():
        if best[one] < least:
            break
        near = [c for c in chosen if dist(middles[one], middles[c]) < APART_MM]
        if len(near) < MOST_AT_ONE_PLACE and all(apart_deg(turned[one], turned[c]) > APART_DEG for c in near):
            chosen.append(one)
    return _candidates(sheet, group, places[chosen], np.asarray(angles)[angle_of[chosen]], best[chosen])


def _off_upright(angle: float) -> float:
    """How far an angle (deg) is from the nearest quarter turn."""
    return abs((angle + 45) % 90 - 45)


def _open(places: Floats, best: Values) -> NDArray[np.bool_]:
    """Which places are not so near to one where a card is clear that they must be of the same."""
    clear = places[best >= CLEAR]
    apart = np.hypot(places[:, None, 0] - clear[None, :, 0], places[:, None, 1] - clear[None, :, 1])
    return np.asarray(apart.min(axis=1) >= APART_MM)


def apart_deg(one: float, other: float) -> float:
    """How far two angles (deg) lie apart, 0..180."""
    return abs((one - other + 180) % 360 - 180)


def _candidates(
    sheet: Sheet, group: References, places: Floats, angles: Floats, scores: Values
) -> list[CardCandidate]:
    """The candidates at places (N x 2 mm), each at its grid angle and with its correlation, in that order."""
    size, shape, count = (group.width_mm, group.height_mm), group.coarse.shape, len(group.all)
    found: dict[int, CardCandidate] = {}
    for angle in np.unique(angles).tolist():
        at = np.flatnonzero(angles == angle)
        rivals = rows_that_stand_out(sheet.windows(places[at], angle, size, shape)) @ group.turned
        best = np.argsort(-rivals, axis=1, kind="stable")[:, :RIVALS]
        for one, likeliest in zip(at.tolist(), best.tolist(), strict=True):
            x, y = places[one].tolist()
            found[one] = CardCandidate(
                group,
                float(scores[one]),
                tuple(
                    (Pose(x, y, (angle + 90 * group.turns[which // count]) % 360), which % count)
                    for which in likeliest
                ),
            )
    return [found[one] for one in range(len(places))]


def search_visible(
    sheet: Sheet, group: References, places: Floats, angles: Sequence[float], least: float, visible: Picture
) -> list[CardCandidate]:
    """As `search`, with each patch held against what shows of it only; for a few hundred places."""
    if not len(places):
        return []
    size, shape = (group.width_mm, group.height_mm), group.coarse.shape
    best: list[tuple[float, float, int, float]] = []
    for angle in angles:
        patches = sheet.windows(places, angle, size, shape)
        weights = (sheet.windows(places, angle, size, shape, visible)[..., 0] > 127).astype(np.float32)
        scores = visible_correlations(patches, weights, group)
        tops = scores.argmax(axis=1)
        best += [
            (float(scores[at, top]), angle, int(top), float(at))
            for at, top in enumerate(tops)
            if scores[at, top] >= least
        ]
    best.sort(reverse=True)
    found: list[CardCandidate] = []
    for score, angle, top, at in best:
        place = places[int(at)]
        if any(np.hypot(place[0] - c.pose.x, place[1] - c.pose.y) < APART_MM for c in found):
            continue
        turn = group.turns[top // len(group.all)]
        pose = Pose(float(place[0]), float(place[1]), (angle + 90 * turn) % 360)
        found.append(CardCandidate(group, score, ((pose, top % len(group.all)),)))
    return found


def visible_correlations(patches: Picture, weights: Values, group: References) -> Values:
    """Correlations (N x turns * K) of patches (N x rows x columns x 3) with all references where weights are 1."""
    count, rows, columns, channels = patches.shape
    spread = plane_smoothing(rows, columns, REACH * min(rows, columns))
    weight = weights.reshape(count, -1)
    share = np.maximum(weight @ spread, np.float32(1e-3))
    planes = patches.reshape(count, rows * columns, channels).transpose(2, 0, 1).astype(np.float32)
    rest = np.stack([(plane - ((plane * weight) @ spread) / share) * weight for plane in planes])
    power = (np.einsum("cns,cns->ns", rest, rest) @ spread) / share
    rest /= np.sqrt(power + np.float32(NOISE * NOISE))
    flat = np.ascontiguousarray(rest.transpose(1, 2, 0)).reshape(count, -1)
    own = np.einsum("ns,ns->n", flat, flat)[:, None]
    theirs = weight @ group.turned_squares
    return np.asarray(flat @ group.turned / np.sqrt(own * theirs + np.float32(1e-6)), dtype=np.float32)
