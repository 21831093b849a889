"""Towers: where those of the book stand, whether they were touched, and what a top that is left stands on.

Rule kept: pieces that are still stacked keep the order that the book has; what a picture cannot tell is said to be
unsure, never made up.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Mask, Values
from vision.towers.colour import BEST
from vision.towers.ground import as_ground, as_surroundings
from vision.towers.look import Top, TowerLook
from vision.towers.sheet import BoardSheet, Circle, fill, in_view, sheet_of

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


def stand(
    look: TowerLook, booked: BookedTower, taken: Sequence[tuple[float, float]] = (), apart_mm: float = 0.0
) -> StandingTower:
    """Where a tower of the book stands in a picture: `apart_mm` at least from places (mm) that are taken.

    Its top's score is far below 0 where all its places are taken.
    """
    level = len(booked.colours) - 1
    high = look.size.high * (level + 1)
    x, y, _ = look.viewpoint.seen(booked.x, booked.y, high, 1.0)
    shown = [look.viewpoint.seen(*place, high, apart_mm) for place in taken]
    top = look.top_near(x, y, booked.colours[-1], high, booked.reach_mm, taken=shown)
    at_x, at_y = look.viewpoint.stands(top.x, top.y, high)
    return StandingTower(booked, at_x, at_y, top)


def top_on(look: TowerLook, tower: StandingTower, level: int, colour: str, reach_mm: float) -> Top:
    """How a top of a colour looks at a level of a tower, or near there."""
    high = look.size.high * (level + 1)
    x, y, _ = look.viewpoint.seen(tower.x, tower.y, high, 1.0)
    return look.top_near(x, y, colour, high, reach_mm)


def body(look: TowerLook, x: float, y: float, pieces: int, more_mm: float = 0.0) -> list[tuple[Circle, ...]]:
    """The outlines (two circles each) of the pieces of a tower at (x, y) mm, bottom first, and `more_mm` about."""
    radius, high = look.size.across / 2 + more_mm, look.size.high
    rings = [look.viewpoint.seen(x, y, high * level, radius) for level in range(pieces + 1)]
    return [(low, top) for low, top in pairwise(rings)]


def levels(
    look: TowerLook, sheet: BoardSheet, foot: tuple[float, float], count: int
) -> list[tuple[Mask, Mask]]:
    """Where the side, and where the top, of each piece of a tower shows, bottom first."""
    shows = np.zeros(sheet.picture.shape[:2], np.uint8)
    for level, circles in enumerate(body(look, *foot, count)):
        fill(shows, sheet, circles, 2 * level + 1)
        fill(shows, sheet, circles[1:], 2 * level + 2)
    return [(shows == 2 * level + 1, shows == 2 * level + 2) for level in range(count)]


def part_changed(look: TowerLook, ground: Values, tower: StandingTower) -> float:
    """How much of what a tower showed (0..1) shows something else now; a shadow on it is no change."""
    mask = np.zeros(ground.shape, np.uint8)
    for circles in body(look, tower.x, tower.y, len(tower.booked.colours)):
        fill(mask, look.sheet, circles, 1)
    inside = (mask > 0) & look.view
    return float((ground[inside] < 0).mean()) if inside.any() else 0.0


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
    site: Site,
    colour: str,
    top: Top,
    missing: Sequence[str],
    each: float = 0.0,
    only: Sequence[tuple[str, ...]] | None = None,
) -> list[Stack]:
    """What may lie beneath a top: any of the `missing` colours in the order of the book, or nothing.

    `each`: what it counts (mm² of picture) for every colour of the top's own tower that would otherwise be nowhere,
    and against any other: few pieces come to lie right beneath one from elsewhere. `only`: what is weighed, if not all.
    """
    look, before, former = site.look, site.before, site.former
    sheet, fits, ground = surroundings(look, before, top, former, len(missing) + 1)
    if only is None:
        others = [name for name in missing if name != colour]
        only = [some for count in range(len(others) + 1) for some in combinations(others, count)]
    families = [set(tower.booked.colours) for tower in former]
    weighed = []
    for stack in only:
        high = look.size.high * (len(stack) + 1)
        x, y = look.viewpoint.stands(top.x, top.y, high)
        weight = _weight(look, sheet, fits, ground, (*stack, colour), x, y)
        unmoved = _unmoved(stack, x, y, former)
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


def _unmoved(stack: tuple[str, ...], x: float, y: float, former: Iterable[StandingTower]) -> int:
    """How many pieces of a stack would be where they were: the lowest ones of a tower that stood there."""
    for tower in former:
        if np.hypot(tower.x - x, tower.y - y) <= UNMOVED_MM and tower.booked.colours[: len(stack)] == stack:
            return len(stack)
    return 0


def surroundings(
    look: TowerLook, before: TowerLook | None, top: Top, former: Iterable[StandingTower], most: int
) -> tuple[BoardSheet, NDArray[np.int32], Values]:
    """A finer sheet about a top, the numbers of its colours, and how well it shows the ground.

    `most`: so many pieces there may be. Where the ground was never seen it is taken to be of the colours about it.
    """
    reach = look.size.across + _AROUND_MM
    box = (top.x - reach, top.y - reach, top.x + reach, top.y + reach)
    sheet = sheet_of(look.image, look.plane, box, SCALE)
    foot = look.viewpoint.stands(top.x, top.y, look.size.high * most)
    radius = look.size.across / 2
    hull: list[tuple[Circle, ...]] = [((*foot, radius + 1.5), (top.x, top.y, look.radius(most) + 1.5))]
    wide: tuple[Circle, ...] = ((*foot, radius + _RING_MM), (top.x, top.y, radius + _RING_MM))
    if before is not None:
        hull = [
            circles
            for tower in former
            for circles in body(before, tower.x, tower.y, len(tower.booked.colours), 1.5)
        ]
    covers, about = np.zeros(sheet.picture.shape[:2], np.uint8), np.zeros(sheet.picture.shape[:2], np.uint8)
    fill(about, sheet, wide, 1)
    for circles in hull:
        fill(covers, sheet, circles, 1)
        fill(about, sheet, circles, 0)
    fill(about, sheet, ((*foot, radius + 1.5), (top.x, top.y, radius + 1.5)), 0)
    unknown = covers > 0
    ground = as_surroundings(sheet.picture, unknown, about > 0)
    if before is not None:
        was = sheet_of(before.image, before.plane, box, SCALE)
        known = as_ground(sheet.picture, was.picture, in_view(look.plane, sheet))
        ground[~unknown] = known[~unknown]
    return sheet, look.steps_of(sheet), ground


def _weight(
    look: TowerLook,
    sheet: BoardSheet,
    steps: NDArray[np.int32],
    ground: Values,
    stack: tuple[str, ...],
    x: float,
    y: float,
) -> float:
    """How much speaks for a tower of these colours at (x, y) mm, in mm² of the table."""
    total = 0.0
    for colour, level in zip(stack, levels(look, sheet, (x, y), len(stack)), strict=True):
        for inside, fit in zip(level, (look.colours.side, look.colours.top), strict=True):
            if inside.any():
                total += float((np.maximum(fit(colour, steps[inside]), -0.5 * BEST) - ground[inside]).sum())
    return total / sheet.scale**2
