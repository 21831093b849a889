"""Sightings held against what really lies there, one to one, by where they are in the picture.

Rule kept: a thing is found where outlines share at least two fifths of what both cover, or, for small things, where
the middles are half a radius apart at most; the best pairs are made first.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.sight import Face, Kind, Sighting
from vision.arrays import Floats

COMMON = 0.4
"""Least share of two outlines (what both cover, over what either covers)."""
NEAR = 0.5
"""How far apart the middles of small things may be, in radii (or half sides) of the true one."""
MASK_PX = 200
"""Longer side of the mask in which it is worked out what shows of a thing that others hide."""
SLIVER_PX = 9
"""A strip that is thinner in it does not count as showing."""
SMALL: frozenset[Kind] = frozenset({"penny", "die", "disc", "pawn"})


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TrueObject:
    """What really lies there: its outline in px (N x 2, convex), and what is known of it.

    `labels` are all names that are right (none: it is not known, or it has none); `counts`: whether missing it is a
    fault; `asked`: whether its label (or, for a card that lies face down, that it does) is asked for. `known` is False
    for a card whose face no enrolled deck has. `boxed`: the outline is only a box round what can be seen, and is held
    against the box of what shows of a sighting.
    """

    kind: Kind
    outline: Floats
    labels: tuple[str, ...] = ()
    face: Face | None = None
    deck: str | None = None
    colour: str | None = None
    counts: bool = True
    asked: bool = True
    known: bool = True
    boxed: bool = False

    @property
    def centre(self) -> Floats:
        return centre(self.outline)

    @property
    def radius(self) -> float:
        """Of a circle as large as the outline, or half the side of a die's top."""
        area = abs(float(cv2.contourArea(self.outline.astype(np.float32))))
        return float(np.sqrt(area)) / 2 if self.kind == "die" else float(np.sqrt(area / np.pi))

    @property
    def longest(self) -> float:
        """The longer side of the smallest rectangle about it, in px."""
        return float(max(cv2.minAreaRect(self.outline.astype(np.float32))[1]))


@dataclass(frozen=True, slots=True)
class Zone:
    """A circle (px) in which nothing is known: what is seen there is neither right nor invented."""

    x: float
    y: float
    r: float

    def holds(self, at: Floats) -> bool:
        return bool(np.hypot(at[0] - self.x, at[1] - self.y) <= self.r)


@dataclass(frozen=True, slots=True)
class Matched:
    """Pairs of (true object, sighting) by number; the true ones that were missed, the sightings that match none."""

    pairs: tuple[tuple[int, int], ...]
    missed: tuple[int, ...]
    invented: tuple[int, ...]


def matched(true: Sequence[TrueObject], seen: Sequence[Sighting], zones: Sequence[Zone] = ()) -> Matched:
    """Pairs what is there with what was seen, kind by kind; sightings in `zones` that match nothing are left out."""
    outlines = [outline(sighting) for sighting in seen]
    shown = [_shown(number, outlines, seen) for number in range(len(seen))]
    likely = sorted(
        (
            (likeness(one, (shown if one.boxed else outlines)[there]), here, there)
            for here, one in enumerate(true)
            for there, other in enumerate(seen)
            if one.kind == other.kind
        ),
        key=lambda found: (-found[0], found[1], found[2]),
    )
    pairs: list[tuple[int, int]] = []
    here_taken: set[int] = set()
    there_taken: set[int] = set()
    for how, here, there in likely:
        if how > 0 and here not in here_taken and there not in there_taken:
            pairs.append((here, there))
            here_taken.add(here)
            there_taken.add(there)
    invented = [
        there
        for there in range(len(seen))
        if there not in there_taken
        and not (len(outlines[there]) and any(zone.holds(centre(outlines[there])) for zone in zones))
    ]
    missed = [here for here in range(len(true)) if here not in here_taken]
    return Matched(tuple(sorted(pairs)), tuple(missed), tuple(invented))


def likeness(one: TrueObject, seen: Floats) -> float:
    """How well an outline (N x 2 px) fits a true object: 0 where it is not found by it, up to 1."""
    if len(seen) < 3:
        return 0.0
    common = overlap(boxed(one.outline), boxed(seen)) if one.boxed else overlap(one.outline, seen)
    best = common if common >= COMMON else 0.0
    if one.kind in SMALL:
        apart = float(np.hypot(*(centre(seen) - one.centre))) / max(one.radius, 1e-6)
        if apart <= NEAR:
            best = max(best, 1 - apart)
    return best


def outline(sighting: Sighting) -> Floats:
    """The convex outline of a sighting (N x 2 px); empty where it has none."""
    if not sighting.corners_px:
        return np.zeros((0, 2))
    return hull(np.array(sighting.corners_px, dtype=np.float64))


def hull(points: Floats) -> Floats:
    return np.asarray(cv2.convexHull(points.astype(np.float32)).reshape(-1, 2), dtype=np.float64)


def _shown(number: int, outlines: Sequence[Floats], seen: Sequence[Sighting]) -> Floats:
    """The hull of what shows of a thing seen: its outline less those of things like it of which more shows."""
    own = outlines[number]
    over = [
        outlines[other]
        for other, sighting in enumerate(seen)
        if sighting.kind == seen[number].kind
        and sighting.visible > seen[number].visible
        and len(outlines[other]) >= 3
    ]
    if len(own) < 3 or not over:
        return own
    low, scale = own.min(axis=0), MASK_PX / max(float(np.ptp(own, axis=0).max()), 1e-6)
    mask = np.zeros((MASK_PX + 1, MASK_PX + 1), dtype=np.uint8)
    cv2.fillConvexPoly(mask, np.rint((own - low) * scale).astype(np.int32), 1)
    for other in over:
        cv2.fillConvexPoly(mask, np.rint((other - low) * scale).astype(np.int32), 0)
    # outlines are never so exact that a thinner strip beside one would tell anything
    wide = np.ones((SLIVER_PX, SLIVER_PX), np.uint8)
    mask = np.asarray(
        cv2.morphologyEx(mask, cv2.MORPH_OPEN, wide, borderType=cv2.BORDER_CONSTANT, borderValue=0), np.uint8
    )
    left = np.argwhere(mask)[:, ::-1]
    return hull(left / scale + low) if len(left) >= MASK_PX else own


def centre(points: Floats) -> Floats:
    """The centre of gravity of a convex outline; the mean of its points where it has no area."""
    moments = cv2.moments(points.astype(np.float32))
    if abs(moments["m00"]) < 1e-6:
        return np.asarray(points.mean(axis=0), dtype=np.float64)
    return np.array([moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]])


def boxed(points: Floats) -> Floats:
    """The upright box about points, as four corners."""
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def circle(x: float, y: float, r: float) -> Floats:
    """A circle as an outline of 60 points."""
    turn = np.arange(60) * (2 * np.pi / 60)
    return np.column_stack([x + r * np.cos(turn), y + r * np.sin(turn)])


def overlap(one: Floats, other: Floats) -> float:
    """What two convex outlines both cover, over what either covers (0..1)."""
    a, b = one.astype(np.float32), other.astype(np.float32)
    areas = abs(float(cv2.contourArea(a))) + abs(float(cv2.contourArea(b)))
    common = float(cv2.intersectConvexConvex(a, b)[0])
    return common / (areas - common) if areas > common else 0.0
