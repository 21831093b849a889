"""Towers: where those of the book stand, whether they were touched, and what a top that is left stands on.

Rule kept: pieces that are still stacked keep the order that the book has; what a picture cannot tell is said to be
unsure, never made up.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Mask, Values
from vision.towers.colour import BEST, Colours, as_ground, as_surroundings, lit_alike, most_of
from vision.towers.look import (
    WHOLE,
    Circle,
    FlickedDisc,
    Size,
    Top,
    TowerLook,
    covered,
    fill,
    find_tops,
    in_view,
    peaks,
    sheet_of,
    the_disc,
)

UNTOUCHED: Final = 0.04
"""A tower of which no larger part changed stands as it stood."""
UNMOVED: Final = 80.0
UNMOVED_MM: Final = 5.0
"""What it counts (mm² of picture) for each piece beneath a top that it would be where it was, to within so much."""
SCALE: Final = 1.5
"""Samples a mm for telling what a tower is made of."""
_AROUND_MM: Final = 20.0
_RING_MM: Final = 14.0


@dataclass(frozen=True, slots=True)
class BookedTower:
    """Where by the book a tower stands, or a single piece: its square, the square's middle (mm), how far from it the
    tower's own may be, and its colours, bottom first."""

    square: str
    x: float
    y: float
    colours: tuple[str, ...]
    reach_mm: float = 12.0


@dataclass(frozen=True, slots=True)
class StandingTower:
    """A tower where a picture shows it: `x`, `y` (mm) of its uppermost piece, and how its top looks."""

    booked: BookedTower
    x: float
    y: float
    top: Top


def stand(look: TowerLook, booked: BookedTower, taken: Sequence[Circle] = ()) -> StandingTower:
    """Where a tower of the book stands in a picture, its middle in none of the circles (mm) that are `taken`.

    Its top's score is far below 0 where all its places are taken.
    """
    level, colour = len(booked.colours) - 1, booked.colours[-1]
    top = top_on(look, booked.x, booked.y, level, colour, booked.reach_mm, taken)
    return StandingTower(booked, *look.foot(top, level), top)


def top_on(
    look: TowerLook,
    x: float,
    y: float,
    level: int,
    colour: str,
    reach_mm: float,
    taken: Sequence[Circle] = (),
) -> Top:
    """How a top of a colour looks at a level of a tower at (x, y) mm, or near there."""
    high = look.size.high * (level + 1)
    shown = [look.seen(at_x, at_y, high, radius) for at_x, at_y, radius in taken]
    return look.top_near(*look.seen(x, y, high)[:2], colour, high, reach_mm, taken=shown)


def body(look: TowerLook, x: float, y: float, pieces: int, more_mm: float = 0.0) -> list[tuple[Circle, ...]]:
    """The outlines (two circles each) of the pieces of a tower at (x, y) mm, bottom first, and `more_mm` about."""
    radius, high = look.size.across / 2 + more_mm, look.size.high
    rings = [look.seen(x, y, high * level, radius) for level in range(pieces + 1)]
    return [(low, top) for low, top in pairwise(rings)]


@dataclass(frozen=True, slots=True)
class Stack:
    """What a top may stand on, bottom first, where it stands then (mm), and how much speaks for it (mm² of picture).

    `likely`: all of it was beneath that top before, or is where it was.
    """

    beneath: tuple[str, ...]
    x: float
    y: float
    weight: float
    likely: bool


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """A part of the board in which towers were touched: the look now, the one before the flick, the towers then.

    Where these stood the ground is not known.
    """

    look: TowerLook
    before: TowerLook | None
    former: Sequence[StandingTower]


def stacks_beneath(
    site: Site, top: Top, options: Sequence[tuple[str, ...]], each: float = 0.0
) -> list[Stack]:
    """What may lie beneath a top, of these options.

    `each`: what it counts (mm² of picture) for every colour of the top's own tower that would otherwise be nowhere,
    and against any other: few pieces come to lie right beneath one from elsewhere.
    """
    look, before, former, colour = site.look, site.before, site.former, top.colour
    # A finer sheet about the top, the numbers of its colours, and how well it shows the ground. Where that was never
    # seen it is taken to be of the colours about it.
    most, reach, radius = max(map(len, options)) + 1, look.size.across + _AROUND_MM, look.size.across / 2
    box = (top.x - reach, top.y - reach, top.x + reach, top.y + reach)
    sheet = sheet_of(look.image, look.plane, box, SCALE)
    steps = Colours.steps(sheet.picture)
    foot = look.foot(top, most - 1)
    hull: list[tuple[Circle, ...]] = [((*foot, radius + 1.5), (top.x, top.y, look.radius(most) + 1.5))]
    if before is not None:
        hull = [circles for tower in former for circles in bodies(before, tower, 1.5)]
    near, ring = (
        covered(sheet, [((*foot, radius + more), (top.x, top.y, radius + more))]) for more in (1.5, _RING_MM)
    )
    unknown = covered(sheet, hull)
    ground = as_surroundings(sheet.picture, unknown, ring & ~unknown & ~near)
    if before is not None:
        was = sheet_of(before.image, before.plane, box, SCALE)
        known = as_ground(sheet.picture, was.picture, in_view(look.plane, sheet))
        ground[~unknown] = known[~unknown]

    @cache
    def shown(count: int) -> list[tuple[Mask, Mask]]:
        """Where the side, and where the top, of each piece shows above `count` others and of these, bottom first."""
        shows = np.zeros(sheet.picture.shape[:2], np.uint8)
        for level, circles in enumerate(body(look, *look.foot(top, count), count + 1)):
            fill(shows, sheet, circles, 2 * level + 1)
            fill(shows, sheet, circles[1:], 2 * level + 2)
        return [(shows == 2 * level + 1, shows == 2 * level + 2) for level in range(count + 1)]

    @cache
    def fits(count: int, level: int, name: str) -> float:
        """How much speaks for a piece of a colour where a level shows, in mm² of the table."""
        total = 0.0
        for inside, shaded in zip(shown(count)[level], (True, False), strict=True):
            if inside.any():
                fit = look.colours.fits(name, steps[inside], shaded=shaded)
                total += float((np.maximum(fit, -0.5 * BEST) - ground[inside]).sum())
        return total / sheet.scale**2

    families = [set(tower.booked.colours) for tower in former]
    weighed = []
    for stack in options:
        x, y = look.foot(top, len(stack))
        weight = sum(fits(len(stack), level, name) for level, name in enumerate((*stack, colour)))
        # The lowest ones of a tower that stood there would be where they were.
        there = (tower for tower in former if np.hypot(tower.x - x, tower.y - y) <= UNMOVED_MM)
        unmoved = len(stack) * any(tower.booked.colours[: len(stack)] == stack for tower in there)
        akin = [any({one, colour} <= family for family in families) for one in stack]
        strange = 0 if unmoved else akin.count(False)
        weight += each * (len(stack) - 2 * strange) + UNMOVED * unmoved
        weighed.append(Stack(stack, x, y, weight, strange == 0))
    return weighed


def likeliest(options: Sequence[Sequence[Stack]]) -> list[tuple[Stack, float]]:
    """One stack for each top, such that no colour lies in two places, and by how much (mm²) it is ahead."""
    found = _best(options, frozenset())
    told = []
    for number, stack in enumerate(found[1]):
        others = [other for other in options[number] if other.beneath != stack.beneath]
        second = _best([*options[:number], others, *options[number + 1 :]], frozenset())[0]
        told.append((stack, found[0] - second))
    return told


def _best(options: Sequence[Sequence[Stack]], used: frozenset[str]) -> tuple[float, tuple[Stack, ...]]:
    if not options:
        return 0.0, ()
    best: tuple[float, tuple[Stack, ...]] = (-float("inf"), ())
    for stack in options[0]:
        if used.isdisjoint(stack.beneath):
            weight, rest = _best(options[1:], used.union(stack.beneath))
            if stack.weight + weight > best[0]:
                best = (stack.weight + weight, (stack, *rest))
    return best


# Round outlines that are new on the table: they betray a piece on ground of its own colour. An outline alone
# makes no piece; what lies within it must have the colour, looked at closely.

CLEAR: Final = 9.0
"""A colour with a top at least so good needs no other word."""
LEAST_NEW: Final = 0.5
"""The least part of its outline that is new about a piece that came to lie somewhere."""
USUALLY_NEW: Final = 0.8
NEW_WEIGHT: Final = 8.0
"""What it counts that less than usual of a top's outline is new."""
LEAST_FITS: Final = 1.0
LEAST_SCORE: Final = 5.0
_PLACES: Final = 8
_REACH_MM: Final = 3.0
"""Places that are looked at closely, and how far around each."""
_FAINT: Final = 2.0
_NOISES: Final = 2.0
_EDGE: Final = 0.4
"""A slope counts in full from this on: so much, so many times the noise, and so much of the edges there before."""


def with_outlined(
    look: TowerLook,
    earlier: TowerLook,
    candidates: Sequence[Top],
    colours: Sequence[str],
    hidden: NDArray[np.bool_],
) -> list[Top]:
    """The candidates, those of colours that have no clear one judged by their outlines as well, and with tops that
    only show by those. `hidden`: samples that show other things already found."""
    clear = {one.colour for one in candidates if one.score >= CLEAR}
    weak = [colour for colour in colours if colour not in clear]
    if not weak:
        return list(candidates)
    # How much (0..1) of a piece's outline about each sample of the sheet is an edge that was not there.
    view, radius = look.view & earlier.view, look.radius(0) * look.sheet.scale
    now, was = lit_alike(look.sheet.picture, earlier.sheet.picture, view)
    steep = _steep(now - was)
    noise = float(np.median(steep[view])) if view.any() else 0.0
    edges = cv2.dilate(_steep(was), np.ones((3, 3), np.uint8))
    shows = np.minimum(steep / (_FAINT + _NOISES * noise + _EDGE * edges), 1.0)
    shows[~view] = 0
    half = int(np.ceil(radius + 1.5))
    steps = np.arange(-half, half + 1)
    ring = np.clip(1.2 - np.abs(np.hypot(*np.meshgrid(steps, steps)) - radius), 0, 1).astype(np.float32)
    new = np.asarray(cv2.filter2D(shows, cv2.CV_32F, ring / ring.sum()), np.float32)

    def judged(one: Top) -> Top:
        if one.visible < WHOLE:
            return one
        column, row = look.sheet.nearest(one.x, one.y)
        here = new[max(0, row - 1) : max(0, row + 2), max(0, column - 1) : max(0, column + 2)]
        known = float(here.max()) if here.size else 0.0
        return replace(one, score=one.score - NEW_WEIGHT * max(0.0, USUALLY_NEW - known))

    found = [one if one.colour in clear else judged(one) for one in candidates]
    # Where a round outline is new and no piece is known, the clearest first.
    left = np.array(np.where(hidden, 0, new), np.float32)
    for one in candidates:
        if one.colour in clear:
            cv2.circle(left, look.sheet.nearest(one.x, one.y), round(radius), 0, -1)
    half = round(0.5 * radius)
    for column, row in peaks(left, LEAST_NEW, _PLACES, 0.7 * radius):
        numbers = look.steps[max(0, row - half) : row + half + 1, max(0, column - half) : column + half + 1]
        for colour in weak:
            if float(np.median(look.colours.fits(colour, numbers))) < LEAST_FITS:
                continue
            top = look.top_near(*look.sheet.place(column, row), colour, look.size.high, _REACH_MM)
            if top.fits >= LEAST_FITS and top.score >= LEAST_SCORE:
                found.append(judged(top))
    return sorted(found, key=lambda one: -one.score)


def _steep(values: Values) -> Values:
    """By how many levels a sample the steepest channel changes."""
    across, down = cv2.Sobel(values, cv2.CV_32F, 1, 0, ksize=3), cv2.Sobel(values, cv2.CV_32F, 0, 1, ksize=3)
    return np.asarray(np.sqrt(most_of(across * across + down * down)) / 8, np.float32)


STRAY_SCORE: Final = 8.0
STRAY_FITS: Final = 1.0
"""A top at least so good and of its colour, where the ground is gone, belongs to a tower that was touched."""
CLEARLY_ELSEWHERE: Final = 9.5
"""A tower is not whole of which a piece has so good a top elsewhere."""
STRAY_GROUND: Final = 1.0
STRAY_GAIN: Final = 2.5
STRAY_REACH_MM: Final = 2.0
"""What looks like a shadow, or like the ground about a tower that was there, may be a top all the same: if the picture
before has none so good there."""
GONE: Final = 2.5
"""A tower whose top has a score so much smaller than before is not as it was: white on white paper changes no more."""
RIDES_MM: Final = 6.0
"""How far a piece on a tower may show from where the tower's next piece would."""
WHOLE_LEAD: Final = 40.0
"""So much more (mm² of picture) must speak for all of a tower that changed than for any part of it."""
AS_GOOD_A_PIECE: Final = 1.0
"""What lies on a tower is the black piece rather than the disc if as that it has a score smaller by no more."""
RIDES_LEAD: Final = 40.0
"""So much more (mm² of picture) must speak for the whole tower beneath a top than for the top alone."""


def touched_towers(
    look: TowerLook,
    earlier: TowerLook,
    ground: Values,
    towers: Sequence[StandingTower],
    discs: list[FlickedDisc],
) -> list[StandingTower]:
    """The towers that changed, and those that look as they did but of which a piece has turned up elsewhere."""

    def was_not_there(one: Top) -> bool:
        """Whether the earlier picture shows less of a top of that colour in that place, or another colour."""
        before = earlier.top_near(one.x, one.y, one.colour, earlier.size.high, STRAY_REACH_MM)
        return before.score < one.looks - STRAY_GAIN or before.fits < 0

    touched = []
    for tower in towers:
        level, colour = len(tower.booked.colours) - 1, tower.booked.colours[-1]
        # A shadow on it is no change.
        inside = covered(look.sheet, bodies(look, tower)) & look.view
        if (inside.any() and (ground[inside] < 0).mean() > UNTOUCHED) or (
            top_on(look, tower.x, tower.y, level, colour, STRAY_REACH_MM).score < tower.top.score - GONE
        ):
            touched.append(tower)
    known = where_touched(look, ground, touched)
    nothing = np.zeros(ground.shape, np.bool_)
    steady = [colour for tower in towers if tower not in touched for colour in tower.booked.colours]
    disc = the_disc(discs, [], look.size.disc_across)
    strays = {
        one.colour
        for one in find_tops(look, steady, known, nothing, 2)
        if one.score >= STRAY_SCORE
        and one.fits >= STRAY_FITS
        and (
            one.ground < 0
            or ((one.ground < STRAY_GROUND or one.score >= CLEARLY_ELSEWHERE) and was_not_there(one))
        )
        and (disc is None or not is_the_disc(one, disc, look.size))
    }
    return [tower for tower in towers if tower in touched or strays & set(tower.booked.colours)]


def where_touched(look: TowerLook, ground: Values, touched: Sequence[StandingTower]) -> Values:
    """The ground where towers stood is not known: it should be as about it."""
    own = [covered(look.sheet, bodies(look, tower, 1.5)) for tower in touched]
    unknown = np.any([np.zeros_like(look.view), *own], axis=0)
    for tower, inside in zip(touched, own, strict=True):
        wide = covered(look.sheet, [((tower.x, tower.y, look.size.across / 2 + 12.0),)])
        fits = as_surroundings(look.sheet.picture, inside, wide & ~unknown & (ground > 0))
        ground = np.where(inside, fits, ground).astype(np.float32)
    return ground


def ridden(site: Site, candidates: Sequence[Top]) -> list[tuple[StandingTower, Top]]:
    """Towers on which a piece from elsewhere came to lie, each with that piece.

    Such a tower shows no top of its own, and printed things of its colours must not be taken for its pieces.
    """
    look, found = site.look, list[tuple[StandingTower, Top]]()
    for tower in site.former:
        names, high = tower.booked.colours, look.size.high * (len(tower.booked.colours) + 1)
        x, y, _ = look.seen(tower.x, tower.y, high)
        for one in candidates:
            near = np.hypot(one.x - x, one.y - y) <= RIDES_MM
            if not near or one.colour in names or one.score < STRAY_SCORE or one.visible < 1:
                continue
            if any(one.colour == other.colour for _, other in found):
                continue
            weights, most = _weights(site, one, names)
            if weights[names] > most and weights[names] > weights[()] + RIDES_LEAD:
                found.append((tower, one))
                break
    return found


def _weights(site: Site, top: Top, names: tuple[str, ...]) -> tuple[dict[tuple[str, ...], float], float]:
    """What speaks for each lower and upper part of a tower beneath a top, and the most for any but all of it."""
    parts = [names[:count] for count in range(len(names) + 1)]
    parts += [names[count:] for count in range(1, len(names))]
    weights = {one.beneath: one.weight for one in stacks_beneath(site, top, parts)}
    return weights, max(weight for beneath, weight in weights.items() if beneath != names)


def still_whole(site: Site, candidates: Sequence[Top]) -> list[StandingTower]:
    """Of the towers that changed those that stand as they stood all the same, by their tops and what shows beneath.

    Printed things of their colours elsewhere must not be taken for their pieces.
    """
    whole = []
    for tower in site.former:
        *lower, colour = tower.booked.colours
        names = tuple(lower)
        if not names or any(one.colour in names and one.score >= CLEARLY_ELSEWHERE for one in candidates):
            continue
        top = top_on(site.look, tower.x, tower.y, len(names), colour, STRAY_REACH_MM)
        if top.score < STRAY_SCORE or top.fits < STRAY_FITS:
            continue
        weights, most = _weights(site, top, names)
        # That all of it is where it was counts for it: the measure is what shows.
        if weights[names] - UNMOVED * len(names) > most + WHOLE_LEAD:
            whole.append(tower)
    return whole


def bodies(look: TowerLook, tower: StandingTower, more_mm: float = 0.0) -> list[tuple[Circle, ...]]:
    """The outlines of a tower's pieces, bottom first, and `more_mm` about."""
    return body(look, tower.x, tower.y, len(tower.booked.colours), more_mm)


def not_on_towers(
    look: TowerLook, discs: Sequence[FlickedDisc], touched: Sequence[StandingTower]
) -> list[FlickedDisc]:
    """The discs less those that are the black piece, come to lie on a tower: nearer the camera it looks larger."""

    def rides(disc: FlickedDisc, tower: StandingTower) -> bool:
        if "black" in tower.booked.colours or np.hypot(disc.x - tower.x, disc.y - tower.y) > RIDES_MM:
            return False
        top = top_on(look, tower.x, tower.y, len(tower.booked.colours), "black", RIDES_MM)
        return top.score >= disc.score - AS_GOOD_A_PIECE

    return [disc for disc in discs if not any(rides(disc, tower) for tower in touched)]


def is_the_disc(one: Top, disc: FlickedDisc, size: Size) -> bool:
    """Whether a black top is the disc, or a part of it."""
    near = np.hypot(one.x - disc.x, one.y - disc.y) < size.disc_across / 2
    return one.colour == "black" and bool(near)
