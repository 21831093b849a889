"""Backs beneath cards that lie off the middle of a square: attacked cards, at first sight.

Rule kept: only backs are looked for, only about the middle of a region where a card lies off it, and only what shows
beside that card has a say. In a strip a fit slides along and away, so poses are held against what is seen one by one.
Coarsely a printed square passes for the rim of a back; window by window it never does.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot

import cv2
import numpy as np

from companion.sight import Table
from vision.arrays import Floats, Picture, Values
from vision.cards.explained import size_of
from vision.cards.explaining import CardSearch
from vision.cards.fitting import agreements
from vision.cards.lying import Box, Lying, shared
from vision.cards.reading import window_agreements
from vision.cards.sheet import Pose, Sheet
from vision.cards.strips import is_strip
from vision.decks.references import References, offsets
from vision.light.contrast import NOISE, REACH, channel_planes, channel_sums, smooth, smoothing, stand_out

OFF_MM = 6.0
"""A card no farther than this from the middle of its region lies in it, and on nothing that shows."""
HIDDEN_OFF_MM = 12.0
"""A half-hidden one no farther from there is the card looked for."""
COVERS = 0.2
"""The part of a card in the middle of a region that one lying off it covers at least."""
LEAST_SHOWS = 0.1
"""A back of which less than this part shows is not told."""
SHADOW_MM = 3.0
"""So much larger than a card (both sides together) is what it and its shadow hide."""
STEP_MM, REACH_MM, MOST_OFF_MM = 0.8, 4.0, 4.8
"""Places about the middle of a region at which a back is tried, and how far off it one may lie …"""
TURNS_DEG = (-4.0, -2.0, 0.0, 2.0, 4.0)
"""… and its turns off the table's axes."""
LIKELY = 0.03
"""Agreement, times the root of the part that shows, from which a pose is worth a closer look."""
LIKELIEST, LIKELY_PLACES = 8, 8
"""So many poses are put right; of one back in one turn no more than so many are thought of."""
APART_MM = 2.0
"""Places nearer than this, of one back, are one."""
FINER = ((0.75, 1.0), (0.4, 0.5))
"""Steps (mm, deg) by which they are put right."""
CLIMBS = 4
WEIGHED = 4
"""So many of them are then held against what is seen window by window."""
AGREES, LITTLE_AGREES, LITTLE = 0.36, 0.6, 0.15
"""Agreement window by window from which a back is believed, and where less than this part of it shows: of a narrow
strip little more than the rim is seen, and a printed frame has one too."""
LEADS = 0.15
"""So much better than any face it must agree."""
IN_VIEW = 0.85
"""A sample that is hidden by more than the rest of this part of itself has no say."""


@dataclass(frozen=True, slots=True)
class _Tried:
    """A back at a pose: how well it agrees, the more the more of it shows."""

    score: float
    index: int
    pose: Pose


def take_beneath(finding: CardSearch, table: Table, boxes: Sequence[Box]) -> None:
    """Takes backs about the middles of regions (within the boxes, mm) that cards lying off these middles half hide."""
    for group in finding.groups:
        backs = [index for index, one in enumerate(group.all) if one.label is None]
        for region in table.regions if backs else ():
            x, y = region.centre
            if is_strip(region, group) or not any(b[0] <= x <= b[2] and b[1] <= y <= b[3] for b in boxes):
                continue
            middle = Lying(group, None, Pose(x, y, 0.0), 0.0)
            if not _lies_off(finding, middle):
                continue
            mask = finding.in_view(SHADOW_MM)
            if _part(finding.sheet, middle, mask) < LEAST_SHOWS / 2:
                continue
            back = _back_about(finding.sheet, middle, backs, mask)
            if back is not None:
                finding.take(back)


def _lies_off(finding: CardSearch, middle: Lying) -> bool:
    """Whether a whole card found lies over a place, off its middle, and none lies just there."""
    over = [card for card in finding.found if shared(card, middle) >= COVERS]
    off = [(_off(card, middle), card.visible == 1) for card in over]
    return any(whole for _, whole in off) and all(
        far > (OFF_MM if whole else HIDDEN_OFF_MM) for far, whole in off
    )


def _off(card: Lying, middle: Lying) -> float:
    return hypot(card.pose.x - middle.pose.x, card.pose.y - middle.pose.y)


def _back_about(sheet: Sheet, middle: Lying, backs: Sequence[int], mask: Picture) -> Lying | None:
    """The back that lies about a place; None where what shows of it (`mask`) is not clearly one."""
    group = middle.group
    likeliest = _likeliest(sheet, middle, backs, mask)
    finer = (_put_right(sheet, middle, one, mask) for one in likeliest if one.score >= LIKELY)
    best = sorted(finer, key=_score, reverse=True)[:WEIGHED]
    levels = [float(_by_windows(sheet, group, one.pose, mask, (one.index,))[0]) for one in best]
    level, one = max(zip(levels, best, strict=True), key=lambda pair: pair[0], default=(0.0, None))
    if one is None:
        return None
    card = Lying(group, one.index, one.pose, 0.0)
    part = _part(sheet, card, mask)
    strays = max(abs(one.pose.x - middle.pose.x), abs(one.pose.y - middle.pose.y)) > MOST_OFF_MM
    if strays or part < LEAST_SHOWS or level < (AGREES if part >= LITTLE else LITTLE_AGREES):
        return None
    faces = tuple(index for index, reference in enumerate(group.all) if reference.label is not None)
    rival = float(_by_windows(sheet, group, one.pose, mask, faces).max()) if faces else 0.0
    scores = agreements(sheet, group, one.pose, mask)
    if level - rival < LEADS or group.all[int(np.argmax(scores))].label is not None:
        return None
    return replace(card, agreement=float(scores[one.index]), visible=part)


def _likeliest(sheet: Sheet, middle: Lying, backs: Sequence[int], mask: Picture) -> list[_Tried]:
    """The likeliest poses of backs about a place, no two that are one."""
    group = middle.group
    size, shape = size_of(middle), group.middle.shape
    reach = np.arange(-REACH_MM, REACH_MM + STEP_MM / 2, STEP_MM)
    across, along = np.meshgrid(middle.pose.x + reach, middle.pose.y + reach)
    places = np.column_stack([across.ravel(), along.ravel()])
    found: list[_Tried] = []
    for angle in TURNS_DEG:
        shows = _shown(_windows(sheet, places, angle, size, shape, mask))
        seen = _each_stands_out(_windows(sheet, places, angle, size, shape, sheet.middle), shows)
        flat, weights = seen.reshape(len(places), -1), shows.reshape(len(places), -1)
        own, much = np.einsum("ns,ns->n", flat, flat), np.sqrt(weights.mean(axis=1))
        mostly = (shows.mean(axis=0) > 0.5).astype(np.float32)
        for index in backs:
            for turn in group.turns:
                turned = np.rot90(group.middle_picture(index), turn)
                wanted = stand_out(turned[None], weights=mostly)[0]
                theirs = weights @ (wanted**2).sum(axis=2).ravel()
                scores = much * (flat @ wanted.ravel()) / np.sqrt(own * theirs + np.float32(1e-6))
                for n in np.argsort(-scores, kind="stable")[:LIKELY_PLACES].tolist():
                    pose = Pose(float(places[n, 0]), float(places[n, 1]), (angle + 90 * turn) % 360)
                    found.append(_Tried(float(scores[n]), index, pose))
    chosen: list[_Tried] = []
    for one in sorted(found, key=_score, reverse=True):
        if len(chosen) < LIKELIEST and not any(_are_one(one, other) for other in chosen):
            chosen.append(one)
    return chosen


def _are_one(one: _Tried, other: _Tried) -> bool:
    near = hypot(one.pose.x - other.pose.x, one.pose.y - other.pose.y) < APART_MM
    return one.index == other.index and near


def _put_right(sheet: Sheet, middle: Lying, start: _Tried, mask: Picture) -> _Tried:
    """The best pose that steps from one lead to, in whichever turn fits best there."""
    group, index = middle.group, start.index

    def tried(x: float, y: float, angle: float) -> _Tried:
        pose = Pose(x, y, angle % 360)
        return _Tried(_agreement(sheet, group, index, pose, mask), index, pose)

    best = tried(start.pose.x, start.pose.y, start.pose.angle)
    for step, turn in FINER:
        for _ in range(CLIMBS):
            x, y, angle = best.pose.x, best.pose.y, best.pose.angle
            aside = [
                tried(x + dx, y + dy, angle) for dx, dy in ((step, 0), (-step, 0), (0, step), (0, -step))
            ]
            better = max((*aside, tried(x, y, angle + turn), tried(x, y, angle - turn)), key=_score)
            if better.score <= best.score:
                break
            best = better
    turned = (tried(best.pose.x, best.pose.y, best.pose.angle + 90 * turn) for turn in group.turns[1:])
    return max((best, *turned), key=_score)


def _score(one: _Tried) -> float:
    return one.score


def _agreement(sheet: Sheet, group: References, index: int, pose: Pose, mask: Picture) -> float:
    """Correlation of what shows at a pose with the same part of a back, times the root of the part that shows."""
    size, shape = (group.width_mm, group.height_mm), group.middle.shape
    shows = _shown(sheet.patch(pose, size, shape, mask))
    seen, wanted = stand_out(
        np.stack([sheet.patch(pose, size, shape), group.middle_picture(index)]), weights=shows
    )
    own, theirs = float(np.vdot(seen, seen)), float(np.vdot(wanted, wanted))
    return float(np.vdot(seen, wanted)) * float(np.sqrt(shows.mean() / (own * theirs + 1e-6)))


def _by_windows(
    sheet: Sheet, group: References, pose: Pose, mask: Picture, chosen: tuple[int, ...]
) -> Values:
    """Agreement window by window of what shows at a pose with each chosen reference."""
    rows, columns = group.fine_pictures.shape[1:3]
    size, shape = (group.width_mm, group.height_mm), (int(rows), int(columns))
    everywhere = np.ones(shape, dtype=np.float32)
    shows = _shown(sheet.patch(pose, size, shape, mask))
    return window_agreements(sheet.patch(pose, size, shape), everywhere, group, chosen, shows)[0]


def _part(sheet: Sheet, card: Lying, mask: Picture) -> float:
    return float(_shown(sheet.patch(card.pose, size_of(card), (30, 30), mask)).mean())


def _shown(mask: Picture | Values) -> Values:
    return np.asarray(mask > 255 * IN_VIEW, dtype=np.float32)


def _windows(
    sheet: Sheet,
    places: Floats,
    angle: float,
    size: tuple[float, float],
    shape: tuple[int, int],
    layer: Picture,
) -> Picture:
    """Windows of a layer about many places, between its samples: fine lines agree within half a millimetre only."""
    right, up = offsets(*size, *shape)
    cosine, sine = np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))
    x = (cosine * right[None, :] - sine * up[:, None])[None] + places[:, 0, None, None]
    y = (sine * right[None, :] + cosine * up[:, None])[None] + places[:, 1, None, None]
    columns = np.asarray(x - sheet.x - 0.5, dtype=np.float32).reshape(-1, shape[1])
    rows = np.asarray(sheet.far - y - 0.5, dtype=np.float32).reshape(-1, shape[1])
    taken = cv2.remap(layer, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(taken, dtype=np.uint8).reshape(len(places), *shape, *layer.shape[2:])


def _each_stands_out(patches: Picture, weights: Values) -> Values:
    """`stand_out` of patches (N x rows x columns x 3), each with weights of its own (N x rows x columns)."""
    rows, columns = patches.shape[1:3]
    down, across = (smoothing(count, REACH * min(rows, columns)) for count in (rows, columns))
    planes, weight = channel_planes(np.asarray(patches, dtype=np.float32)), weights[:, None]
    share = np.maximum(smooth(weight, down, across), np.float32(1e-4))
    rest = np.asarray((planes - smooth(planes * weight, down, across) / share) * weight, dtype=np.float32)
    power = smooth(channel_sums(rest * rest), down, across) / share[:, 0]
    rest /= np.sqrt(power + np.float32(NOISE * NOISE))[:, None]
    return np.ascontiguousarray(rest.transpose(0, 2, 3, 1))
