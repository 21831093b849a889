"""What one look at the table gives: the scene, and how well it could be seen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.sight import Scene, Sighting, Table
from vision.light.fitness import Light
from vision.mat.mat import Mat
from vision.mat.plane import Plane
from vision.motion.hands import HandsInView


@dataclass(frozen=True, slots=True)
class Reading:
    """A frame read: the scene, the mat, the light, and the milliseconds that each part took."""

    scene: Scene
    mat: Mat
    light: Light
    ms: Mapping[str, float] = field(default_factory=dict)


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
