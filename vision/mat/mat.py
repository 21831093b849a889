"""Whether the table was found in a picture, and where it lies there."""

from dataclasses import dataclass

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
