"""Finds the cards on the sheet: at the places of the game, where something is left over, and last at any angle.

Rule kept: the clearest card first, then what it covers, until nothing is left that a card would explain.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import hypot

import cv2
import numpy as np

from companion.sight import Region, Table
from vision.arrays import Box, Floats, Picture, Values, grown, meets_any
from vision.cards.explaining import (
    LEAST_KNOWN,
    LEAST_LEFT,
    LEAST_VISIBLE,
    MOSTLY_LEFT,
    SEEN_PART,
    CardSearch,
    size_of,
)
from vision.cards.fitting import (
    NEARLY_UPRIGHT,
    SEEN_WHOLE,
    STEP_MM,
    CardCandidate,
    Lying,
    agreements,
    angles_near_upright,
    grid_around,
    search,
    search_visible,
    shared,
)
from vision.cards.outlines import Proposed
from vision.cards.reading import window_agreements
from vision.cards.sheet import Pose, Sheet, reach_mm
from vision.decks.references import References, offsets
from vision.light.contrast import NOISE, REACH, channel_planes, channel_sums, smooth, smoothing, stand_out

# Backs beneath cards that lie off the middle of a square: attacked cards, at first sight. only backs are
# looked for, only about the middle of a region where a card lies off it, and only what shows beside that card
# has a say. In a strip a fit slides along and away, so poses are held against what is seen one by one.
# Coarsely a printed square passes for the rim of a back; window by window it never does.

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
FINE_STEP_MM, REACH_MM, MOST_OFF_MM = 0.8, 4.0, 4.8
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
            if is_strip(region, group) or not meets_any((x, y, x, y), boxes):
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
    x, y = middle.pose.x, middle.pose.y
    over = [card for card in finding.found if shared(card, middle) >= COVERS]
    off = [(hypot(card.pose.x - x, card.pose.y - y), card.visible == 1) for card in over]
    return any(whole for _, whole in off) and all(
        far > (OFF_MM if whole else HIDDEN_OFF_MM) for far, whole in off
    )


def _back_about(sheet: Sheet, middle: Lying, backs: Sequence[int], mask: Picture) -> Lying | None:
    """The back that lies about a place; None where what shows of it (`mask`) is not clearly one."""
    group = middle.group
    likeliest = _likeliest(sheet, middle, backs, mask)
    finer = (_put_right(sheet, middle, one, mask) for one in likeliest if one.score >= LIKELY)
    best = sorted(finer, key=lambda one: one.score, reverse=True)[:WEIGHED]
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
    reach = np.arange(-REACH_MM, REACH_MM + FINE_STEP_MM / 2, FINE_STEP_MM)
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
    for one in sorted(found, key=lambda tried: tried.score, reverse=True):
        same = [other.pose for other in chosen if other.index == one.index]
        near = any(hypot(one.pose.x - pose.x, one.pose.y - pose.y) < APART_MM for pose in same)
        if len(chosen) < LIKELIEST and not near:
            chosen.append(one)
    return chosen


def _put_right(sheet: Sheet, middle: Lying, start: _Tried, mask: Picture) -> _Tried:
    """The best pose that steps from one lead to, in whichever turn fits best there."""
    group, index = middle.group, start.index

    size, shape = size_of(middle), group.middle.shape

    def tried(x: float, y: float, angle: float) -> _Tried:
        """Scored by the correlation of what shows with the same part of the back, times the root of that part."""
        pose = Pose(x, y, angle % 360)
        shows = _shown(sheet.patch(pose, size, shape, mask))
        seen, wanted = stand_out(
            np.stack([sheet.patch(pose, size, shape), group.middle_picture(index)]), weights=shows
        )
        own, theirs = float(np.vdot(seen, seen)), float(np.vdot(wanted, wanted))
        level = float(np.vdot(seen, wanted)) * float(np.sqrt(shows.mean() / (own * theirs + 1e-6)))
        return _Tried(level, index, pose)

    best = tried(start.pose.x, start.pose.y, start.pose.angle)
    for step, turn in FINER:
        for _ in range(CLIMBS):
            x, y, angle = best.pose.x, best.pose.y, best.pose.angle
            aside = [
                tried(x + dx, y + dy, angle) for dx, dy in ((step, 0), (-step, 0), (0, step), (0, -step))
            ]
            turned = (tried(x, y, angle + turn), tried(x, y, angle - turn))
            better = max((*aside, *turned), key=lambda one: one.score)
            if better.score <= best.score:
                break
            best = better
    across = (tried(best.pose.x, best.pose.y, best.pose.angle + 90 * turn) for turn in group.turns[1:])
    return max((best, *across), key=lambda one: one.score)


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


# Cards in strips: regions that have room for several cards side by side, or overlapping at least half
# visible. The uppermost card of a row is whole and found first; then those that it half hides, and so on
# down. What lies beside a card that was just found is looked for there and in its own turn only, so that long
# rows cost little.


CLEAR, WHOLE = 0.72, 0.85
"""Coarse correlation and agreement of a card that nothing covers, under most lamps; half hidden ones have less."""
PERHAPS_WHOLE, BESIDE_ALL = 0.5, 0.25
"""Coarse correlation from which one that is not clear may be whole all the same, if it shares no more than so much of
its area with those found: a place on the grid is a little off, and cards side by side may touch."""
HARDLY_SEEN = 0.2
"""A place of which less than this part shows, after better ones were taken, is not worth a fit."""
OFF_LINE_MM = 10.0
"""How far from the middle line of its strip a card is looked for first."""
CERTAIN = 0.8
"""Agreement of what shows of a card that no bare table has."""
OFF_ROW_MM = 7.5
"""How far a card lies from the line of those beside it, at most."""
DEEPEST = 16
"""So many cards may lie one half under the other in one row."""
BESIDE = 0.85
"""How far from a card's middle, over its shorter side, the middle of one is that it half hides."""


def search_strips(finding: CardSearch, table: Table, boxes: Sequence[Box]) -> list[CardCandidate]:
    """Takes the cards in the strips of a table whose middles lie in the boxes (mm); gives back what did not fit."""
    rest: list[CardCandidate] = []
    for group in finding.groups:
        strips = [region for region in table.regions if is_strip(region, group)]
        if not strips:
            continue
        candidates: list[CardCandidate] = []
        for region in strips:
            places = inside(finding.sheet, group, _along(region), boxes)
            if len(places):
                places = places[part_at(finding, finding.visible, group, places) > LEAST_VISIBLE]
            candidates += search(finding.sheet, group, places, angles_in(region, group), WORTH_A_FIT)
        # What is half hidden, in glare or in a hand's shadow comes after all that is plain to see.
        left: list[CardCandidate] = []
        # A card slid under one that looks as before lies beside that one, and nothing else betrays it: first those are
        # followed that nothing hides, as any row, then the others.
        over = [card for card in (*finding.kept, *finding.found) if card.group is group]
        for score, agreement in ((CLEAR, WHOLE), (0.0, WHOLE), (0.0, SEEN_WHOLE)):
            tried = [*left, *(candidate for candidate in candidates if candidate.score >= score)]
            candidates = [candidate for candidate in candidates if candidate.score < score]
            known = {id(card) for card in finding.found}
            left = finding.accept(tried, clearly=True, least=agreement)
            # Nothing is half hidden where a whole card lies: all that fit are taken before rows are followed.
            whole = [one for one in candidates if one.score >= PERHAPS_WHOLE and _is_beside(finding, one)]
            finding.accept(whole, clearly=True, least=WHOLE)
            fresh = [card for card in finding.found if id(card) not in known]
            uppermost = [card for card in over if card.visible == 1] or over
            over = [card for card in over if card not in uppermost]
            _follow_rows(finding, group, strips, [*uppermost, *fresh], boxes)
        rest += left
    return rest


def _is_beside(finding: CardSearch, candidate: CardCandidate) -> bool:
    """Whether a candidate shares so little with what was found that it may lie beside all of it."""
    return finding.shares(Lying(candidate.group, None, candidate.pose, 0.0)) <= BESIDE_ALL


def is_strip(region: Region, group: References) -> bool:
    """Whether a region has room for two cards of a group's size side by side."""
    wide, high = group.width_mm, group.height_mm
    upright = (region.w // wide) * (region.h // high)
    return max(upright, (region.w // high) * (region.h // wide)) >= 2


def angles_in(region: Region, group: References) -> tuple[float, ...]:
    """Grid angles of cards that lie as the region has room for them; all near a quarter turn where it has for both."""
    if group.is_square:
        return angles_near_upright(group)
    long = max(group.width_mm, group.height_mm)
    if min(region.w, region.h) >= 1.5 * long or min(region.w, region.h) < 0.95 * long:
        return angles_near_upright(group)
    upright = (region.h < region.w) == (group.width_mm < group.height_mm)
    return NEARLY_UPRIGHT if upright else tuple(90 + angle for angle in NEARLY_UPRIGHT)


def _along(region: Region) -> Floats:
    """Grid places along the middle line of a strip and a little beside it."""
    x, y = region.centre
    reach = max(region.w, region.h) / 2
    steps = np.arange(-reach, reach + STEP_MM, STEP_MM)
    centres = np.column_stack([x + steps, np.full(len(steps), y)])
    if region.h > region.w:
        centres = np.column_stack([np.full(len(steps), x), y + steps])
    aside = np.arange(-OFF_LINE_MM + STEP_MM / 2, OFF_LINE_MM, STEP_MM)
    off = np.column_stack([np.zeros(len(aside)), aside])
    if region.h > region.w:
        off = off[:, ::-1]
    return np.asarray((centres[:, None] + off[None]).reshape(-1, 2), dtype=np.float64)


def _follow_rows(
    finding: CardSearch,
    group: References,
    strips: Sequence[Region],
    fresh: Sequence[Lying],
    boxes: Sequence[Box],
) -> None:
    """Takes the cards that those just found half hide, then what these hide, until no more comes to light."""
    stand_out = finding.cards_stand_out
    for _ in range(DEEPEST):
        if not fresh:
            return
        before = len(finding.found)
        for turned in (0.0, 90.0):
            beside = [
                _beside(card, region)
                for card in fresh
                if _is_turned(card, turned)
                for region in strips
                if region.contains(card.pose.x, card.pose.y)
            ]
            if not beside:
                continue
            places = np.unique(np.rint(np.concatenate(beside) / STEP_MM) * STEP_MM, axis=0)
            places = half_hidden(
                finding, group, inside(finding.sheet, group, places, boxes), cards_stand_out=stand_out
            )
            angles = tuple(turned + angle for angle in NEARLY_UPRIGHT)
            take_hidden(finding, group, places, angles, certain=CERTAIN)
        fresh = finding.found[before:]


def _beside(card: Lying, region: Region) -> Floats:
    """Grid places along a strip on both sides of a card that lies in it, where it would half hide another."""
    reach = BESIDE * min(card.group.width_mm, card.group.height_mm)
    along = np.arange(-reach, reach + 0.1, STEP_MM)
    off = np.arange(-OFF_ROW_MM, OFF_ROW_MM + 0.1, STEP_MM)
    if region.h > region.w:
        along, off = off, along
    across, up = np.meshgrid(card.pose.x + along, card.pose.y + off)
    return np.column_stack([across.ravel(), up.ravel()])


def _is_turned(card: Lying, turned: float) -> bool:
    """Whether a card lies within 45 deg of a turn or of its half turn."""
    return abs((card.pose.angle - turned + 90) % 180 - 90) < 45


def take_hidden(
    finding: CardSearch, group: References, places: Floats, angles: Sequence[float], certain: float = 1.0
) -> None:
    """Takes cards about these places that lie under those found, held against what shows of them.

    What agrees by `certain` or more need not stand out from the table.
    """
    visible = finding.visible
    for candidate in search_visible(finding.sheet, group, places, angles, WORTH_A_FIT, visible):
        if finding.seen_part(Lying(group, None, candidate.pose, 0.0)) < HARDLY_SEEN:
            continue
        card = finding.fit(candidate, visible)
        if card.agreement < SEEN_PART or not finding.proves(card, visible):
            continue
        part = finding.seen_part(card)
        if part < LEAST_VISIBLE or (card.agreement < certain and not finding.explains(card, part)):
            continue
        finding.take(replace(card, visible=part))


def half_hidden(
    finding: CardSearch, group: References, places: Floats, *, cards_stand_out: bool = True
) -> Floats:
    """Places where a card would be partly hidden by one found, yet much of it seen, and that unexplained.

    Where cards do not stand out from the table, what is bare is not told from what is unexplained.
    """
    if not len(places) or not (finding.found or finding.kept):
        return np.zeros((0, 2))
    seen = part_at(finding, finding.visible, group, places)
    open_to_view = (seen > LEAST_VISIBLE) & (seen < 0.97)
    if not cards_stand_out:
        return places[open_to_view]
    left = part_at(finding, finding.left, group, places)
    return places[open_to_view & (left > LEAST_LEFT * seen)]


def part_at(finding: CardSearch, mask: Picture, group: References, places: Floats) -> Floats:
    """The part of a mask that is set within the largest upright square of a card about each place."""
    if not len(places):
        return np.zeros(0)
    side = int(min(group.width_mm, group.height_mm))
    column = np.clip(np.rint(places[:, 0] - finding.sheet.x), 0, mask.shape[1] - 1).astype(int)
    row = np.clip(np.rint(finding.sheet.far - places[:, 1]), 0, mask.shape[0] - 1).astype(int)
    # Only about the places: a change is small, and the sheet large.
    left, top = max(int(column.min()) - side, 0), max(int(row.min()) - side, 0)
    about = mask[top : int(row.max()) + side + 1, left : int(column.max()) + side + 1]
    part = cv2.blur(about, (side, side), borderType=cv2.BORDER_REPLICATE)
    return np.asarray(part[row - top, column - left] / 255.0, dtype=np.float64)


def inside(sheet: Sheet, group: References, places: Floats, boxes: Sequence[Box]) -> Floats:
    """The places that lie in a box and so far inside the sheet that a card does not stick out."""
    if not len(places):
        return places.reshape(0, 2)
    margin = reach_mm(group.width_mm, group.height_mm)
    x, y, w, h = sheet.box
    good = (places[:, 0] > x + margin) & (places[:, 0] < x + w - margin)
    good &= (places[:, 1] > y + margin) & (places[:, 1] < y + h - margin)
    boxed = np.zeros(len(places), dtype=bool)
    for left, bottom, right, top in boxes:
        boxed |= (
            (places[:, 0] >= left)
            & (places[:, 0] <= right)
            & (places[:, 1] >= bottom)
            & (places[:, 1] <= top)
        )
    return places[good & boxed]


Elsewhere = Callable[[Picture], Sequence[Proposed]]
"""What may lie at any angle where a mask over the sheet is set."""

NEAR_MM = 10.0
"""How far from the middle of its region a card is looked for first."""
MIDDLE_MM = 20.0
"""So much about the middle of its region a card that lies there covers in any case."""
WORTH_A_FIT = 0.38
"""Coarse correlation from which a place is worth fitting."""
CLOSE_STEP_MM, FEW = 2.0, 4
"""Steps of a closer look at places that are busier than the table; where more are it is the table itself."""
ROUNDS = 3
LEAST_TOGETHER = 0.16
"""Part of a card's area that must be left unexplained together for a card at any angle to be looked for there: of one
of which 45 % shows, MOSTLY_LEFT of what shows."""
LEAST_AT_ODDS = 0.1
"""Part of a place where cards that were found are at odds with what is seen, from which one is looked for that lies
across them: between them the bare table may show no more than they do."""
OFF_MIDDLE_MM = 34.0
"""How far from an outline that nothing explains a card is looked for: farther than half a square."""
LOST_PART = 0.1
"""The place of a card that is gone shows nothing, or less than this part of it does, where it is bare."""
TURNED_WITHIN_MM = 7.5
"""A card that is turned over beneath another comes to lie no farther from where it lay …"""
STRIP_CLEAR = 0.8
"""… and is told by the strip that shows of it where that agrees so well with a face."""
MOST_PLACES = 1500
"""On a table as busy as the cards no more places than this are searched for what is left over."""


def find_lying(
    finding: CardSearch,
    table: Table,
    boxes: Sequence[Box],
    elsewhere: Elsewhere | None = None,
    changed: Sequence[Box] | None = None,
) -> tuple[Lying, ...]:
    """The cards whose middle lies in one of the boxes (mm), in the order in which they were made out.

    `finding`: what is known beforehand. `elsewhere` tells what may lie at any angle where a mask over the sheet is set.
    `changed`: boxes (mm) that hold all that changed since; None: anything may have.
    """
    sheet, groups = finding.sheet, finding.groups
    centres = [
        region.centre
        for region in table.regions
        if not any(is_strip(region, group) for group in groups)
        and meets_any((*region.centre, *region.centre), boxes)
    ]
    finding.accept_unmoved()
    worth_a_look = [middle for middle in centres if _may_be_new(finding, middle, changed)]
    known = _known_middles(finding)
    doubtful: list[CardCandidate] = []
    for group in groups:
        places = _off(inside(sheet, group, grid_around(worth_a_look, NEAR_MM), boxes), known)
        candidates = search(sheet, group, places, angles_near_upright(group), WORTH_A_FIT)
        doubtful += finding.accept(candidates, clearly=True)
    # A pattern as fine as waves, in a small picture or beside a token, agrees at no place of the coarse grid: the few
    # middles of regions where something shows and no card was found yet are looked at more closely.
    middles = np.array(worth_a_look).reshape(-1, 2)
    for group in groups:
        free = [(x, y) for x, y in _off(middles, _known_middles(finding)).tolist()]
        busy = [at for at in free if finding.is_busy(Lying(group, None, Pose(*at, 0.0), 0.0))]
        near = grid_around(busy if len(busy) <= FEW else [], OFF_MM, CLOSE_STEP_MM)
        places, angles = inside(sheet, group, near, boxes), angles_near_upright(group)
        seen = search_visible(sheet, group, places, angles, WORTH_A_FIT, finding.bare_of_others)
        finding.accept(seen, clearly=True)
    doubtful += search_strips(finding, table, boxes)
    doubtful += _search_left(finding, centres, boxes)
    worth = _room_for_cards(finding)
    proposed = elsewhere(worth) if elsewhere is not None and worth.any() else ()
    finding.accept_free(proposed, boxes)
    # What is less clear waits until all that is certain has been explained.
    before = list(finding.found)
    finding.accept(sorted(doubtful, key=lambda one: -one.score))
    if _has_new(finding, before):
        _uncover(finding, centres, boxes)
    _take_known(finding)
    # A card that is not seen any more, yet its place is not bare.
    gone = [old for old in finding.earlier if not finding.is_known(old)]
    find_near(finding, boxes, [old for old in gone if finding.unexplained(old) >= LOST_PART])
    if changed is None:
        take_beneath(finding, table, boxes)
    finding.accept_unread(proposed, boxes)
    return tuple(finding.found)


def _known_middles(finding: CardSearch) -> Floats:
    return np.array([(card.pose.x, card.pose.y) for card in (*finding.kept, *finding.found)]).reshape(-1, 2)


def _may_be_new(finding: CardSearch, middle: tuple[float, float], changed: Sequence[Box] | None) -> bool:
    """Whether another card than before may lie at the middle (mm) of a region: one would have changed what is seen
    there, or one that lay there is not made out yet."""
    if changed is None:
        return True
    x, y = middle
    if meets_any(grown((x, y, x, y), MIDDLE_MM), changed):
        return True
    return any(
        hypot(old.pose.x - x, old.pose.y - y) < OFF_MIDDLE_MM and not finding.is_known(old)
        for old in finding.earlier
    )


def find_near(finding: CardSearch, boxes: Sequence[Box], puzzling: Sequence[Lying]) -> bool:
    """Takes cards, and those under them, off the middle of their region; whether there were any.

    On cloth as busy as a dark back nothing is left over where a card lies askew over another; the outline that both
    make together, or that one is lost and its place not bare, betrays that something is there.
    """
    places = [(card.pose.x, card.pose.y) for card in puzzling]
    if not places:
        return False
    before = list(finding.found)
    for group in finding.groups:
        near = inside(finding.sheet, group, grid_around(places, OFF_MIDDLE_MM), boxes)
        candidates = search(finding.sheet, group, near, angles_near_upright(group), WORTH_A_FIT)
        finding.accept(candidates, clearly=True)
    if not _has_new(finding, before):
        return False
    _uncover(finding, places, boxes)
    _take_known(finding)
    return True


def _has_new(finding: CardSearch, before: Sequence[Lying]) -> bool:
    """Whether a card was taken since; as many as there were may be others, where one was given up for it."""
    known = {id(card) for card in before}
    return any(id(card) not in known for card in finding.found)


def _take_known(finding: CardSearch) -> None:
    """Takes what lay there before and shows still, and what was turned over just where it lay under another."""
    finding.accept_earlier()
    visible = finding.visible
    for old in finding.earlier:
        if finding.is_known(old) or not LEAST_KNOWN <= finding.seen_part(old) < LEAST_VISIBLE:
            continue
        near = grid_around([(old.pose.x, old.pose.y)], TURNED_WITHIN_MM)
        angles = angles_near_upright(old.group)
        for candidate in search_visible(finding.sheet, old.group, near, angles, WORTH_A_FIT, visible):
            card = finding.fit(candidate, visible)
            part = finding.seen_part(card)
            if card.agreement >= STRIP_CLEAR and part >= LEAST_KNOWN and finding.proves(card, visible):
                finding.take(replace(card, visible=part))
                break


def _search_left(
    finding: CardSearch, centres: Sequence[tuple[float, float]], boxes: Sequence[Box]
) -> list[CardCandidate]:
    """Takes cards that lie along or across the table where something is left unexplained, and those under them; gives
    back what did not fit well."""
    doubtful: list[CardCandidate] = []
    for _ in range(ROUNDS):
        before = len(finding.found)
        if not finding.left.any():
            break
        for group in finding.groups:
            places = _left_places(finding, group, boxes)
            candidates = search(finding.sheet, group, places, angles_near_upright(group), WORTH_A_FIT)
            doubtful += finding.accept(candidates, clearly=True)
        _uncover(finding, centres, boxes)
        if len(finding.found) == before:
            break
    return doubtful


def _room_for_cards(finding: CardSearch) -> Picture:
    """What is left (a mask over the sheet) where so much of it lies together that it may be what shows of a card."""
    if not finding.groups:
        return np.zeros_like(finding.left)
    smallest = min(finding.groups, key=lambda group: group.width_mm * group.height_mm)
    side = int(max(smallest.width_mm, smallest.height_mm))
    together = cv2.blur(finding.left, (side, side), borderType=cv2.BORDER_CONSTANT)
    least = 255 * LEAST_TOGETHER * smallest.width_mm * smallest.height_mm / side**2
    _, enough = cv2.threshold(together, least, 255, cv2.THRESH_BINARY)
    near = cv2.dilate(enough, np.ones((side, side), np.uint8))
    return np.asarray(cv2.bitwise_and(near, finding.left), dtype=np.uint8)


def _uncover(finding: CardSearch, centres: Sequence[tuple[float, float]], boxes: Sequence[Box]) -> None:
    """Takes cards that lie under those found, held against what shows of them."""
    for group in finding.groups:
        around = list(centres) or [(c.pose.x, c.pose.y) for c in finding.found]
        reach = NEAR_MM if centres else 36.0
        places = inside(finding.sheet, group, grid_around(around, reach), boxes)
        places = half_hidden(finding, group, places)
        take_hidden(finding, group, places, angles_near_upright(group))


def _left_places(finding: CardSearch, group: References, boxes: Sequence[Box]) -> Floats:
    """Grid places where most of a card's area is still unexplained, or where cards found are at odds with it."""
    x, y, w, h = finding.sheet.box
    across, along = np.meshgrid(np.arange(x, x + w, STEP_MM), np.arange(y, y + h, STEP_MM))
    places = inside(finding.sheet, group, np.column_stack([across.ravel(), along.ravel()]), boxes)
    if not len(places):
        return places
    left = part_at(finding, finding.left, group, places)
    odd = part_at(finding, finding.at_odds, group, places)
    worth = np.maximum(left / MOSTLY_LEFT, odd / LEAST_AT_ODDS)
    most = np.argsort(-worth, kind="stable")[:MOST_PLACES]
    return places[most[worth[most] > 1]]


def _off(places: Floats, known: Floats) -> Floats:
    """The places that no known card's middle is near to."""
    if not len(known) or not len(places):
        return places
    apart = np.hypot(places[:, None, 0] - known[None, :, 0], places[:, None, 1] - known[None, :, 1])
    return np.asarray(places[apart.min(axis=1) > 25.0], dtype=np.float64)
