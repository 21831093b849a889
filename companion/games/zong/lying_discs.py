"""The discs in the strip for throws: whether they are three, and whether any lies on another (ZG-06).

The rule kept here: a disc that others hide in part is never counted by what can be read of it; people say, or throw it
again.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import dist
from typing import Literal

from companion.games.zong.state import BLUE, DISC_NAMES, LIGHTNING, RISK, THROWN, State
from companion.games.zong.table import THROW
from companion.games.zong.throwing import value
from companion.sight import Scene, Sighting

DISC_MM = 24.0
"""How far apart (mm) the middles of two discs lie at least that lie flat side by side, where no outline is told."""
TOUCHING = 0.95
"""Discs whose middles are nearer than this part of what lies between two that touch overlap: pictures are not exact."""
ZONG_DISC_COLOUR = "black"
DISC_COLOURS: dict[str, str] = {BLUE: "blue", RISK: "violet", LIGHTNING: "yellow"}
WHOLE = 0.85
"""Of a disc that lies free so much can be seen at least."""

Trouble = Literal["", "few", "many", "over"]


@dataclass(frozen=True, slots=True)
class Strip:
    """What lies in the strip: how many discs, and what is wrong with them, if anything.

    One lies `over` another, or they are too `few` (none is no trouble: nobody has thrown) or too `many`.
    """

    count: int
    trouble: Trouble


def discs_in(regions: Mapping[str, Sequence[Sighting]]) -> tuple[Sighting, ...]:
    """The discs in the strip; the ZONG disc is none of them."""
    discs = (sighting for sighting in regions.get(THROW, ()) if sighting.kind == "disc")
    return tuple(disc for disc in discs if disc.colour != ZONG_DISC_COLOUR)


def strip(state: State, regions: Mapping[str, Sequence[Sighting]]) -> Strip:
    """The strip while a throw is awaited. Discs of the turn before that are being picked up are no trouble."""
    discs = discs_in(regions)
    if len(discs) < THROWN and _left_over(state, discs):
        return Strip(len(discs), "")
    if len(discs) > THROWN:
        return Strip(len(discs), "many")
    if is_heap(discs):
        return Strip(len(discs), "over")
    return Strip(len(discs), "few" if 0 < len(discs) < THROWN else "")


def third_discs(state: State, scene: Scene) -> Iterator[Sighting]:
    """Every disc that may lie in the strip unseen where two of a throw do."""
    discs = discs_in(scene.by_region())
    if state.phase != "throw" or len(discs) != THROWN - 1 or _left_over(state, discs):
        return
    for name, owned in zip(DISC_NAMES, state.hands[state.turn], strict=True):
        for face in state.agreed.faces(name) if owned else ():
            yield Sighting("disc", str(face), THROW, colour=DISC_COLOURS[name])


def _left_over(state: State, discs: Sequence[Sighting]) -> bool:
    left = [str(value(disc.face)) for disc in state.throw.lying]
    for disc in discs:
        if disc.label is None or disc.label not in left:
            return False
        left.remove(disc.label)
    return True


def is_heap(discs: Sequence[Sighting]) -> bool:
    """Whether a disc lies on another or under one, as far as can be seen."""
    return any(disc.visible < WHOLE for disc in discs) or any(
        _overlap(one, other) for one, other in combinations(discs, 2)
    )


def _overlap(one: Sighting, other: Sighting) -> bool:
    """By their outlines in the picture, else by their places on the table."""
    if one.corners_px and other.corners_px:
        (x, y, radius), (x2, y2, radius2) = _circle(one.corners_px), _circle(other.corners_px)
        return dist((x, y), (x2, y2)) < TOUCHING * (radius + radius2)
    if one.x is None or one.y is None or other.x is None or other.y is None:
        return False
    return dist((one.x, one.y), (other.x, other.y)) < TOUCHING * DISC_MM


def _circle(ring: Sequence[tuple[float, float]]) -> tuple[float, float, float]:
    """The middle of an outline (px), and how far from it the outline lies in the mean."""
    x, y = (sum(point[n] for point in ring) / len(ring) for n in (0, 1))
    return x, y, sum(dist((x, y), point) for point in ring) / len(ring)
