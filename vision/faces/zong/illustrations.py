"""The kept pictures of ZONG, put where they belong."""

from collections.abc import Sequence
from typing import Final

from vision.printed.marks import Drawing, Path, Placed
from vision.printed.shapes import box
from vision.printed.svg import kept_drawing

QUIET_MM: Final = 10.0
"""So far about the board's corners, where the tags are, the paper stays white."""
PLANET_MM: Final = 10.0
"""Radius of a planet in its picture, in whose middle it is."""
HALO_MM: Final = 42.0
"""Side of the goal about which a halo is drawn; it is in the middle of its picture as a planet is."""
_ROUND: Final = 0.5522847498


def planet(name: str, x: float, y: float, radius: float) -> Placed:
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
    halos = [planet("halo", x, y, side / HALO_MM * PLANET_MM) for x, y, side in suns]
    whole = Drawing("sky", wide, high, (Placed(picture, 0, 0, scale=scale), *halos))
    ground = _without_corners(wide, high) if corners else box(0, 0, wide, high)
    return Placed(whole, 0, 0, within=ground)


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
