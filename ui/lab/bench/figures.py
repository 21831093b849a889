"""What was found, read and invented, counted kind by kind over many pictures.

Sightings are held against what really lies there, one to one, by where they are in the picture. Rule kept: a thing is
found where outlines share at least two fifths of what both cover, or, for small things, where the middles are half a
radius apart at most; the best pairs are made first. Figures as counted; too small or too well hidden things are
matched, but missing them is no fault.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any, NamedTuple

import cv2
import numpy as np

from companion.kits.options import sheet_in
from companion.sight import Face, Kind, Sighting
from vision import arrays
from vision.arrays import Floats
from vision.loose.outlines import same

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


class Zone(NamedTuple):
    """A circle (px) in which nothing is known: what is seen there is neither right nor invented."""

    x: float
    y: float
    r: float


class Matched(NamedTuple):
    """Pairs of (true object, sighting) by number; the true ones that were missed, the sightings that match none."""

    pairs: tuple[tuple[int, int], ...]
    missed: tuple[int, ...]
    invented: tuple[int, ...]


def matched(true: Sequence[TrueObject], seen: Sequence[Sighting], zones: Sequence[Zone] = ()) -> Matched:
    """Pairs what is there with what was seen, kind by kind; sightings in `zones` that match nothing are left out."""
    outlines = [outline(sighting) for sighting in seen]
    shown = [_shown(number, outlines, seen) for number in range(len(seen))]
    likely = sorted(
        (-likeness(one, (shown if one.boxed else outlines)[there]), here, there)
        for here, one in enumerate(true)
        for there, other in enumerate(seen)
        if one.kind == other.kind
    )
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for how, here, there in likely:
        if how < 0 and here not in pairs and there not in taken:
            pairs[here] = there
            taken.add(there)
    invented = [
        there
        for there, its in enumerate(outlines)
        if there not in taken
        and not (len(its) and any(np.hypot(*(centre(its) - (x, y))) <= r for x, y, r in zones))
    ]
    missed = tuple(here for here in range(len(true)) if here not in pairs)
    return Matched(tuple(sorted(pairs.items())), missed, tuple(invented))


def likeness(one: TrueObject, seen: Floats) -> float:
    """How well an outline (N x 2 px) fits a true object: 0 where it is not found by it, up to 1."""
    if len(seen) < 3:
        return 0.0
    common = same(boxed(one.outline), boxed(seen)) if one.boxed else same(one.outline, seen)
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
    """The hull of the part of a thing that shows: its outline less those of like things of which more is seen."""
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
    return np.array([x, y]) + r * arrays.circle(60)


SURE = 0.9
"""A wrong reading that claims at least this is counted as wrong and sure."""
FOUND_FROM: dict[Kind, float] = {"card": 0.45, "penny": 0.5, "die": 0.5, "disc": 0.5, "pawn": 0.5}
"""Things of which a smaller part can be seen need not be found."""
READ_FROM: dict[Kind, float] = {"card": 0.6, "penny": 0.5, "die": 0.5, "disc": 0.5, "pawn": 0.5}
LEAST_PX: dict[Kind, float] = {"card": 90.0, "penny": 30.0, "die": 25.0, "disc": 0.0, "pawn": 0.0}
"""Smaller ones need not be found: a card's longer side, a penny's diameter, a die's side."""

Value = float | int | bool | str | None | list[str] | dict[str, "Value"]
Summary = dict[str, Value]


COUNTS = sheet_in("ui.lab.bench", "counts", dict[str, list[dict[str, str | tuple[str, str]]]])
"""The figures that are told of things, of places and of the mat: in groups, by name, each a count or a share."""


class Tally(Counter[str]):
    """Counts of one kind of thing, by name. `notes`: what went wrong where.

    `asked` are those whose label is wanted, found or not; what was missed is unread. `strangers` are cards of no
    enrolled deck. `backs` are cards face down.
    """

    def __init__(self) -> None:
        super().__init__()
        self.notes: list[str] = []

    def told(self, what: str = "things") -> Summary:
        """Shares (0..1) and counts; None where there was nothing to count, all groups but the first where asked."""
        first, *others = COUNTS[what]
        return {
            name: self[of] if isinstance(of, str) else share(self[of[0]], self[of[1]])
            for group in (first, *(each for each in others if self[next(iter(each))]))
            for name, of in group.items()
        }


@dataclass(slots=True)
class SourceFigures:
    """The counts of one source of pictures, kind by kind, and what a picture took (ms of one core, decoded).

    `small <kind>` counts what is smaller than need be found.
    """

    pictures: int = 0
    kinds: defaultdict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    ms: list[float] = field(default_factory=list)

    def summary(self, *, notes: bool = False) -> Summary:
        """Figures by kind. `notes`: what went wrong where."""
        found: Summary = {"pictures": self.pictures, "ms": middle(self.ms)}
        for name, tally in sorted(self.kinds.items()):
            if tally.total():
                more: Summary = {"notes": tally.notes} if notes and tally.notes else {}
                found[name] = tally.told() | more
        return found


def together(sources: Iterable[SourceFigures]) -> SourceFigures:
    whole = SourceFigures()
    for one in sources:
        whole.pictures += one.pictures
        whole.ms += one.ms
        for name, tally in one.kinds.items():
            whole.kinds[name].update(tally)
            whole.kinds[name].notes += tally.notes
    return whole


def count_picture(
    figures: SourceFigures,
    where: str,
    true: Sequence[TrueObject],
    seen: Sequence[Sighting],
    kinds: Iterable[Kind],
    zones: Sequence[Zone] = (),
) -> None:
    figures.pictures += 1
    wanted = set(kinds)
    there = [one for one in true if one.kind in wanted]
    found = [sighting for sighting in seen if sighting.kind in wanted]
    pairs = matched(there, found, zones)
    seen_as = {number: found[other] for number, other in pairs.pairs}
    for number in (*pairs.missed, *seen_as):
        thing = there[number]
        size = thing.longest if thing.kind == "card" else 2 * thing.radius
        name = f"small {thing.kind}" if size < LEAST_PX[thing.kind] else thing.kind
        _count(figures.kinds[name], where, thing, seen_as.get(number))
    for number in pairs.invented:
        tally = figures.kinds[found[number].kind]
        tally["invented"] += 1
        tally.notes.append(f"{where}: invented {_told(found[number])}")


def _count(tally: Tally, where: str, one: TrueObject, seen: Sighting | None) -> None:
    if one.counts:
        tally["objects"] += 1
        tally["found"] += seen is not None
        if seen is None:
            tally["missed"] += 1
            tally.notes.append(f"{where}: missed {_name(one)}")
    if one.colour is not None and seen is not None and one.counts:
        tally["coloured"] += 1
        tally["colours_right"] += seen.colour == one.colour
        tally["colours_wrong"] += seen.colour not in (None, one.colour)
    if not one.asked:
        return
    if one.face == "down":
        tally["backs"] += 1
        tally["backs_right"] += seen is not None and seen.face == "down"
        tally["backs_named"] += seen is not None and seen.label is not None
    elif not one.known:
        named = seen is not None and seen.label is not None and seen.label not in one.labels
        tally["strangers"] += 1
        tally["strangers_named"] += named
        tally["strangers_named_and_sure"] += seen is not None and named and seen.sure >= SURE
        if named:
            tally.notes.append(f"{where}: {_name(one)} is of no deck, read as {_told(seen)}")
    elif one.labels:
        tally["asked"] += 1
        tally["unread"] += seen is None or seen.label is None
        if seen is None:
            return
        tally["asked_and_found"] += 1
        if seen.label in one.labels:
            tally["right"] += 1
            return
        if seen.label is not None:
            tally["wrong"] += 1
            tally["wrong_and_sure"] += seen.sure >= SURE
        tally.notes.append(f"{where}: {_name(one)}, read as {_told(seen)}")


def _name(one: TrueObject) -> str:
    at = one.centre
    name = "a back" if one.face == "down" else one.labels[0] if one.labels else one.kind
    return f"{name} at {at[0]:.0f}, {at[1]:.0f}"


def _told(seen: Sighting | None) -> str:
    if seen is None:
        return "nothing"
    corners = seen.corners_px or ((0.0, 0.0),)
    x, y = (sum(axis) / len(corners) for axis in zip(*corners, strict=True))
    best = (
        seen.label
        or ", ".join(f"unread {name} {chance:.2f}" for name, chance in seen.others[:2])
        or seen.face
    )
    return f"{seen.kind} {best} ({seen.sure:.2f}) at {x:.0f}, {y:.0f}"


def share(part: int, whole: int) -> float | None:
    """A part of a whole (0..1); None of nothing."""
    return round(part / whole, 5) if whole else None


def middle(values: Sequence[float], digits: int = 2) -> float | None:
    """The median, rounded; None of nothing."""
    return round(median(values), digits) if values else None


# What is asked of the eye, and whether the measured figures reach it: one line for each demand and source. Rule kept:
# a demand that could not be measured is not met, and said so.


Figures = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Demand:
    """One figure that is asked for: of which kind, by which name in its summary, and its bound."""

    what: str
    kind: str
    figure: str
    least: float | None = None
    most: float | None = None


DEMANDS = sheet_in("ui.lab.bench", "demands", dict[str, list[Demand]])
"""By what they are measured on: frames, photos, the mat and the machine."""


def held_against(
    frames: Mapping[str, Figures], photos: Mapping[str, Figures], machine: Figures
) -> dict[str, Any]:
    """A line for each demand and source that tells of it, and the demands of which nothing was told."""
    of_frames = DEMANDS["frames"] + DEMANDS["mat"]
    told = [line for name, found in frames.items() for line in lines(of_frames, name, found)]
    told += [line for name, found in photos.items() for line in lines(DEMANDS["photos"], name, found)]
    told += lines(DEMANDS["machine"], "painted", machine)
    every = of_frames + DEMANDS["photos"] + DEMANDS["machine"]
    return {"demands": told, "not_measured": unmet(every, told)}


def lines(demands: Iterable[Demand], source: str, figures: Figures) -> list[Summary]:
    """A line for each demand that the figures (by kind) of a source tell of."""
    found = list[Summary]()
    for one in demands:
        value = figures.get(one.kind, {}).get(one.figure)
        if value is not None:
            figure = float(value)
            met = (one.least is None or figure >= one.least) and (one.most is None or figure <= one.most)
            bound: Summary = {"least": one.least} if one.least is not None else {"most": one.most}
            found.append({"what": one.what, "source": source, "figure": figure, **bound, "met": met})
    return found


def unmet(demands: Iterable[Demand], told: Iterable[Summary]) -> list[str]:
    """The demands of which nothing was told: what could not be measured."""
    known = {line["what"] for line in told}
    return [demand.what for demand in demands if demand.what not in known]
