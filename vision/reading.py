"""What one look at the table gives: the scene, and how well it could be seen."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.sight import Scene
from vision.light import Light

Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]


@dataclass(frozen=True, slots=True)
class Mat:
    """Whether the table was found by its corner tags, and where.

    `why`: in words, what is wrong where it was not found. `image_to_table`: pixels to table mm. `error_px`: how well
    the tags fit (rms). `moved_mm`: how far the table has moved under the camera since the picture before it.
    """

    found: bool
    why: str | None = None
    image_to_table: Matrix | None = None
    error_px: float | None = None
    moved_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Reading:
    """A frame read: the scene, the mat, the light, and the milliseconds that each part took."""

    scene: Scene
    mat: Mat
    light: Light
    ms: Mapping[str, float] = field(default_factory=dict)
