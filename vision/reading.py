"""What one look at the table gives: the scene, and how well it could be seen."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.sight import Scene
from vision.light.fitness import Light
from vision.mat.mat import Mat


@dataclass(frozen=True, slots=True)
class Reading:
    """A frame read: the scene, the mat, the light, and the milliseconds that each part took."""

    scene: Scene
    mat: Mat
    light: Light
    ms: Mapping[str, float] = field(default_factory=dict)
