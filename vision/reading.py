"""What one look at the table gives: the scene, and how well it could be seen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot

from companion.sight import Scene, Sighting, Table
from vision.light.fitness import Light
from vision.mat.mat import Mat
from vision.mat.plane import Plane
from vision.motion.hands import HandsInView

STAYS_MM = 3.0
"""What is told again no farther away has not moved."""
SHOWS_LESS = 0.1
"""What shows less by more than this part of it has something over it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A frame read: the scene, the mat, the light, and the milliseconds that each part took.

    `other_look`: most cards lie there in the look of their deck that they are not read in (see `Eye.switch_looks`).
    """

    scene: Scene
    mat: Mat
    light: Light
    ms: Mapping[str, float] = field(default_factory=dict)
    other_look: bool = False


def hidden_regions(
    table: Table, plane: Plane | None, hand: HandsInView | None, light: Light, sightings: Sequence[Sighting]
) -> frozenset[str]:
    """The regions in which nobody can tell what lies there: under a hand, or burnt out."""
    names: set[str] = set()
    if hand is not None and plane is not None:
        for region in table.regions:
            if hand.covers(plane.rectangle_px(region.x, region.y, region.w, region.h)):
                names.add(region.name)
    # What burns out in a lamp's glare hides as well as a hand does, unless a card was made out all the same.
    seen = {sighting.region for sighting in sightings}
    return frozenset(names | {name for name in light.lost if name not in seen})


def alike(before: Sequence[Sighting], after: Sequence[Sighting]) -> bool:
    """Whether all that was seen before is seen after, just where it lay and as much of it, and nothing else is."""
    if len(before) != len(after):
        return False
    return all(any(_lies_as(one, other) for other in after) for one in before)


def _lies_as(before: Sighting, after: Sighting) -> bool:
    if (before.kind, before.label, before.face) != (after.kind, after.label, after.face):
        return False
    if before.x is None or before.y is None or after.x is None or after.y is None:
        return False
    apart = hypot(after.x - before.x, after.y - before.y)
    return apart <= STAYS_MM and after.visible >= before.visible - SHOWS_LESS
