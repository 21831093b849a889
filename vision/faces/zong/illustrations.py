"""The kept pictures of ZONG, put where they belong."""

from collections.abc import Sequence
from typing import Final

from vision.faces.zong.palette import mixed
from vision.printed.marks import WHITE, Drawing, Mark, Path, Placed, Shape
from vision.printed.shapes import box, circle, star
from vision.printed.svg_read import kept_drawing

QUIET_MM: Final = 10.0
"""So far about the board's corners, where the tags are, the paper stays white."""
PLANET_MM: Final = 10.0
"""Radius of a planet in its picture, in whose middle it is."""
_ROUND: Final = 0.5522847498


def planet(name: str, x: float, y: float, radius: float) -> Placed:
    """A planet about (x, y) mm."""
    picture, scale = kept_drawing(__package__, name), radius / PLANET_MM
    half = picture.width_mm / 2 * scale
    return Placed(picture, x - half, y - half, scale=scale)


def filling(name: str, side: float) -> Placed:
    """What lies in a square of this side, its top left at (0, 0)."""
    picture = kept_drawing(__package__, name)
    return Placed(picture, 0, 0, scale=side / picture.width_mm)


def sky(wide: float, high: float, suns: Sequence[tuple[float, float, float]], *, corners: bool) -> Placed:
    """The ground of a board of this size, its top left at (0, 0).

    `suns`: where goals lie, and their sides; `corners`: there are tags at the board's corners.
    """
    picture = kept_drawing(__package__, "sky")
    scale = max(wide / picture.width_mm, high / picture.height_mm)
    halos = [mark for sun in suns for mark in _halo(*sun)]
    whole = Drawing("sky", wide, high, (Placed(picture, 0, 0, scale=scale), *halos))
    ground = _without_corners(wide, high) if corners else box(0, 0, wide, high)
    return Placed(whole, 0, 0, within=ground)


def _halo(x: float, y: float, side: float) -> list[Mark]:
    """Rays and rings about a goal, seen from afar."""
    rays = star(x, y, 28, 1.16 * side, 0.84 * side, 3)
    marks: list[Mark] = [Shape(rays, fill=(253, 240, 204), edge=(240, 214, 150), edge_mm=0.3)]
    for n, away in enumerate((0.92, 0.84, 0.77)):
        ring = mixed((252, 232, 180), WHITE, 0.35 * (2 - n) / 2)
        marks.append(Shape(circle(x, y, away * side), fill=ring, edge=(236, 206, 136), edge_mm=0.25))
    return marks


def _without_corners(wide: float, high: float) -> Path:
    """The board without a quarter of a circle at each corner."""
    r, k = QUIET_MM, QUIET_MM * (1 - _ROUND)
    return (
        ("move", (r, 0)), ("line", (wide - r, 0)),
        ("curve", (wide - r, r - k), (wide - r + k, r), (wide, r)), ("line", (wide, high - r)),
        ("curve", (wide - r + k, high - r), (wide - r, high - r + k), (wide - r, high)), ("line", (r, high)),
        ("curve", (r, high - r + k), (r - k, high - r), (0, high - r)), ("line", (0, r)),
        ("curve", (r - k, r), (r, r - k), (r, 0)),
    )  # fmt: skip
