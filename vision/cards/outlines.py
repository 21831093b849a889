"""Cards that the search did not make out: told by their outline, so that an unread card is still a card.

Rule kept: three free sides must stand out sharply; a side along which another card lies is no evidence.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import atan2, degrees, hypot, log, sqrt
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Region, Sighting, Table
from vision.arrays import Box, Floats, Picture, grown, meets_any
from vision.cards.fitting import Lying, Pose, Sheet, back_at, cover, shared
from vision.decks.references import References
from vision.loose.reader import read_loose
from vision.mat.plane import Plane, tag_corners_mm

# Cards that lie anywhere on the mat, at any angle: what the places of the game did not explain is read as if there
# were no mat, and then measured by the mat.
# Rule kept: what is found so must have the size of an enrolled card and explain what nothing else does.

Proposed = tuple[References, int | None, Pose]
"""A card that may lie somewhere: its group, its reference (None: of no deck) and its pose."""

SIZE_WITHIN: Final = 0.14
"""How far (natural logarithm) an outline's sides may be from those of a card for it to be one."""
CARD_PX: Final = 80.0
"""Cards need not be larger (geometric mean of their sides) to be found and read."""
AROUND_MM: Final = 50.0
"""The table about what is unexplained that is looked at."""


def find_free(
    image: Picture, plane: Plane, sheet: Sheet, groups: Sequence[References], left: Picture, height_mm: float
) -> list[Proposed]:
    """Cards about what is left unexplained (a mask over the sheet): group, reference (None: of no deck), and pose.

    `height_mm`: how high a card's face lies above the table.
    """
    down, across = np.nonzero(left)
    if not len(down) or not groups:
        return []
    corners_mm = np.array(
        [
            (sheet.x + x, sheet.far - y)
            for x in (across.min() - AROUND_MM, across.max() + AROUND_MM)
            for y in (down.min() - AROUND_MM, down.max() + AROUND_MM)
        ]
    )
    px = plane.to_px(corners_mm)
    high, wide = image.shape[:2]
    x0, y0 = (int(v) for v in np.clip(px.min(axis=0), 0, (wide - 1, high - 1)))
    x1, y1 = (int(v) + 1 for v in np.clip(px.max(axis=0), 0, (wide - 1, high - 1)))
    part, scale = _part(image[y0:y1, x0:x1], plane, groups)
    found = []
    for sighting in read_loose(part, groups):
        if sighting.corners_px is None:
            continue
        corners_px = (np.array(sighting.corners_px) + 0.5) * scale - 0.5 + (x0, y0)
        corners = plane.to_mm(corners_px, height_mm)
        card = _card(sighting, corners, groups)
        if card is not None:
            found.append(card)
    return found


def _part(image: Picture, plane: Plane, groups: Sequence[References]) -> tuple[Picture, float]:
    """A part of the picture, made smaller where cards would be larger than CARD_PX in it, and by how much."""
    side_mm = min(sqrt(group.width_mm * group.height_mm) for group in groups)
    scale = plane.px_per_mm(plane.width_mm / 2, plane.height_mm / 2) * side_mm / CARD_PX
    if scale <= 1:
        return np.ascontiguousarray(image), 1.0
    size = (max(1, round(image.shape[1] / scale)), max(1, round(image.shape[0] / scale)))
    part = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return np.asarray(part, dtype=np.uint8), scale


def _card(sighting: Sighting, corners: Floats, groups: Sequence[References]) -> Proposed | None:
    """The sighting as a card of a group that has its size (mm); None where no group has."""
    right, up = (
        corners[1] - corners[0] + corners[2] - corners[3],
        corners[0] - corners[3] + corners[1] - corners[2],
    )
    wide, high = hypot(*right) / 2, hypot(*up) / 2
    x, y = corners.mean(axis=0).tolist()
    pose = Pose(x, y, degrees(atan2(right[1], right[0])) % 360)
    for group in groups:
        for index, reference in enumerate(group.all):
            if sighting.face is not None and reference.face == sighting.face:
                same = reference.label == sighting.label and reference.deck == sighting.deck
                if same and _off(group, wide, high) <= SIZE_WITHIN:
                    return group, index, pose
    fits = [(_off(group, wide, high), 0.0, n) for n, group in enumerate(groups)]
    fits += [(_off(group, high, wide), 90.0, n) for n, group in enumerate(groups)]
    off, turn, n = min(fits)
    if off > SIZE_WITHIN:
        return None
    return groups[n], None, replace(pose, angle=(pose.angle + turn) % 360)


def _off(group: References, wide: float, high: float) -> float:
    """How far sides (mm) are from a card's (natural logarithm)."""
    return max(abs(log(max(wide, 1e-3) / group.width_mm)), abs(log(max(high, 1e-3) / group.height_mm)))


LEAST_BUSY = 4.0
BUSIER = 2.5
SPREADS = 12
"""So far (samples) an edge makes its surroundings busy."""
PAPER_ROUND_A_TAG = 1.4
"""The white paper of a tag, over its black square."""


def busy(sheet: Sheet, table: Table, plain: float | None = None) -> tuple[Picture, float]:
    """Where something may lie on the table (255), tags set aside: more contrast about than the bare table has.

    `plain` is the bare table's contrast (grey levels), where an earlier look at all of it has told; without one it is
    that of the plainest fifth of the sheet. It is given back.
    """
    # How much the surroundings of each sample differ (grey levels).
    blue, green, red = cv2.split(cv2.absdiff(sheet.middle, cv2.blur(sheet.middle, (15, 15))))
    level = cv2.blur(cv2.max(cv2.max(blue, green), red), (11, 11))
    bare = float(np.percentile(level[::4, ::4], 20)) if plain is None else plain
    _, above = cv2.threshold(level, int(max(LEAST_BUSY, BUSIER * bare)), 255, cv2.THRESH_BINARY)
    restless = np.asarray(above, dtype=np.uint8)
    _cover_tags(restless, sheet, table, 0)
    if sheet.beyond is not None:
        # The edge of the picture is no edge of anything on the table.
        restless[cv2.dilate(sheet.beyond, np.ones((2 * SPREADS + 1, 2 * SPREADS + 1), np.uint8)) > 0] = 0
    return restless, bare


def _cover_tags(mask: Picture, sheet: Sheet, table: Table, value: int) -> None:
    for corners in () if table.tags is None else tag_corners_mm(table, table.tags):
        middle = corners.mean(axis=0)
        cover(mask, sheet, middle + (corners - middle) * PAPER_ROUND_A_TAG, value)


SHARP = 13.0
"""Grey levels between the strips within and without a side, from which it stands out …"""
SHARP_ON_BUSY = 26.0
"""… and on a table as busy as a card is."""
STRIP_MM = 2.5
"""How far within and without a side its strips lie."""
POINTS = 15
LEAST_FREE = 0.7
"""Part of a side beyond which no other card may lie for it to count."""
SHIFTS_MM = (-8.0, -4.0, 0.0, 4.0, 8.0)
GLANCES_MM = (-4.0, 0.0, 4.0)
NUDGES_MM = (-2.0, 0.0, 2.0)
TURNS_DEG = (-9.0, -6.0, -3.0, 0.0, 3.0, 6.0, 9.0)
APART_MM = 40.0
ROOM_MM = 45.0
"""A card's middle lies so far within the sheet."""
LEAST_BUSY_PART = 0.1
"""A region of which less than this part shows anything at all is bare."""
EDGE_MM = 26.0
"""How much larger than a card (both sides together) the place is that its edges make busy."""
CARD_IN_REGION = 0.91
MOST_SHARED_SIDE = 0.05
"""An outline that reaches farther than this into a known card (part of its area) is made of that card's sides."""


def find_outlines(
    sheet: Sheet,
    groups: Sequence[References],
    table: Table,
    boxes: Sequence[Box],
    known: Sequence[Lying],
    busy: Picture,
    changed: Sequence[Box] | None = None,
) -> tuple[Lying, ...]:
    """Cards near the middles of regions (within the boxes, mm) in which none is known: backs, and those of no deck.

    `busy`: where something may lie, as for `find_lying`. Where nothing is busier than the table only backs are told.
    `changed`: boxes (mm) that hold all that changed since nothing more was seen; None: anything may have.
    """
    sizes = tuple(groups) or likely_sizes(table)
    taken = np.zeros(sheet.middle.shape[:2], dtype=np.uint8)
    _cover_tags(taken, sheet, table, 255)
    for card in known:
        cover(taken, sheet, card.wider(4), 255)
    restless = np.asarray(cv2.subtract(busy, taken), dtype=np.uint8)
    for card in known:
        cover(restless, sheet, card.wider(EDGE_MM), 0)
    left, bottom, wide, high = sheet.box
    inner = (left + ROOM_MM, bottom + ROOM_MM, left + wide - ROOM_MM, bottom + high - ROOM_MM)
    free = [
        region
        for region in table.regions
        if meets_any((*region.centre, *region.centre), boxes)
        # A card that lies off the middle reaches beyond the region.
        and (
            changed is None
            or meets_any(
                grown((region.x, region.y, region.x + region.w, region.y + region.h), max(SHIFTS_MM)), changed
            )
        )
        and not _is_near(region, known)
        and meets_any((*region.centre, *region.centre), [inner])
    ]
    glanced = []
    for region in free:
        square = sheet.patch(Pose(*region.centre, 0.0), (region.w, region.h), (22, 22), restless)
        if float((square > 127).mean()) < LEAST_BUSY_PART:
            glanced.append(region)
    bare_ones = {region.name for region in glanced}
    # A quick look about the middle of a bare one shows whether there is anything of a card's sides.
    about = [(dx, dy) for dx in GLANCES_MM for dy in GLANCES_MM]
    poses = [
        Pose(region.centre[0] + dx, region.centre[1] + dy, 0.0) for region in glanced for dx, dy in about
    ]
    plain = set[str]()
    if poses:
        sharp = np.max([_third_sharpest(sheet, taken, group, poses) for group in sizes], axis=0)
        sharpest = sharp.reshape(len(glanced), -1).max(axis=1)
        plain = {region.name for region, most in zip(glanced, sharpest, strict=True) if most < SHARP}
    found: list[Lying] = []
    for region in free:
        if region.name in plain or _is_near(region, found):
            continue
        bare = region.name in bare_ones
        tried = (_best_at(sheet, taken, group, *region.centre) for group in sizes)
        sharpness, pose, group = max(tried, key=lambda one: one[0])
        stands_out = Lying(group, None, pose, 0.0)
        if sharpness < (SHARP_ON_BUSY if bare else SHARP):
            continue
        if any(shared(stands_out, other) > MOST_SHARED_SIDE for other in (*known, *found)):
            continue
        back = back_at(sheet, group, pose)
        if back is not None or not bare:
            found.append(back or stands_out)
    return tuple(found)


def _is_near(region: Region, cards: Sequence[Lying]) -> bool:
    """Whether one of the cards lies so near to the middle of a region that no other has room there."""
    x, y = region.centre
    return any(hypot(x - card.pose.x, y - card.pose.y) < APART_MM for card in cards)


def likely_sizes(table: Table) -> tuple[References, ...]:
    """The size of card that the regions were made for, where no deck tells it: a tenth smaller than the smallest."""
    if not table.regions:
        return ()
    wide, high = min(region.w for region in table.regions), min(region.h for region in table.regions)
    return (References(wide * CARD_IN_REGION, high * CARD_IN_REGION, ()),)


def _best_at(
    sheet: Sheet, taken: Picture, group: References, x: float, y: float
) -> tuple[float, Pose, References]:
    """The pose near a place whose third-sharpest side is sharpest, and how sharp that is."""
    poses = [Pose(x + dx, y + dy, turn) for dx in SHIFTS_MM for dy in SHIFTS_MM for turn in TURNS_DEG]
    scores = _third_sharpest(sheet, taken, group, poses)
    first = poses[int(np.argmax(scores))]
    near = [Pose(first.x + dx, first.y + dy, first.angle) for dx in NUDGES_MM for dy in NUDGES_MM]
    scores = _third_sharpest(sheet, taken, group, near)
    best = int(np.argmax(scores))
    return float(scores[best]), near[best], group


def _third_sharpest(sheet: Sheet, taken: Picture, group: References, poses: Sequence[Pose]) -> Floats:
    size = group.size
    within, without = _strips(*size, -STRIP_MM), _strips(*size, STRIP_MM)
    turns = np.deg2rad([pose.angle for pose in poses])
    axes = np.stack([np.cos(turns), -np.sin(turns), np.sin(turns), np.cos(turns)], axis=1).reshape(-1, 2, 2)
    middles = np.array([(pose.x, pose.y) for pose in poses])[:, None, None]
    inner = _sampled(sheet, sheet.middle, np.einsum("nij,skj->nski", axes, within) + middles)
    places = np.einsum("nij,skj->nski", axes, without) + middles
    outer = _sampled(sheet, sheet.middle, places)
    free = (_sampled(sheet, taken[..., None], places)[..., 0] < 128).mean(axis=2)
    jumps = np.abs((inner - outer).mean(axis=2)).max(axis=2) * (free >= LEAST_FREE)
    return np.asarray(np.sort(jumps, axis=1)[:, -3], dtype=np.float64)


@lru_cache(maxsize=16)
def _strips(wide: float, high: float, out_mm: float) -> Floats:
    """Points (4 sides x POINTS x 2 mm) along the sides of a card about its middle, `out_mm` without them."""
    half = np.array([wide, high]) / 2
    along = np.linspace(-0.85, 0.85, POINTS)
    right = np.column_stack([np.full(POINTS, half[0] + out_mm), along * half[1]])
    top = np.column_stack([along * half[0], np.full(POINTS, half[1] + out_mm)])
    return np.stack([right, top, -right, -top])


def _sampled(sheet: Sheet, layer: Picture, places: Floats) -> NDArray[np.float32]:
    high, wide = layer.shape[:2]
    column = np.clip(np.rint(places[..., 0] - sheet.x - 0.5), 0, wide - 1).astype(np.int64)
    row = np.clip(np.rint(sheet.far - places[..., 1] - 0.5), 0, high - 1).astype(np.int64)
    return np.asarray(layer[row, column], dtype=np.float32)
