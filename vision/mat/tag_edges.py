"""The edges of a corner tag, black on white: where they run to a hundredth of a pixel, and how soft they are.

Rule kept: an edge is told from many places along it, and from none that do not show black within and white without.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture

ALONG = np.linspace(0.08, 0.92, 20)
"""Where along each side the edge is looked for; the very corners are rounded by every lens."""
REACH_CELLS = 0.6
"""How far within and without: a tag's rim is one cell wide, and so, at least, is the paper about it."""
LEAST_REACH_PX = 2.0
STEP_PX = 0.5
LEAST_CONTRAST = 16.0
LEAST_SEEN = 0.6
"""So much of each side must show an edge."""
NEAR_ENOUGH_PX = 0.7
"""Corners that were given as well as this need no second look."""
FAR_OUT_PX = 0.25
"""A place whose edge lies farther than this from the line through the others does not count."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Profiles:
    """Brightness across the four sides of a tag, from within to without.

    `values`: 4 sides x places x steps; `offsets`: px from the side as given, outwards; `places`: 4 x places x 2 px;
    `outwards`: 4 unit vectors; `dark`, `bright`: the levels of each side.
    """

    values: Floats
    offsets: Floats
    places: Floats
    outwards: Floats
    dark: Floats
    bright: Floats


def profiles(grey: Picture, corners: Floats, cells: int, reach_cells: float = REACH_CELLS) -> Profiles:
    """The brightness across the sides of a tag of so many cells, rim included, with corners (4 x 2 px) about here."""
    ends = np.roll(corners, -1, axis=0)
    ways = ends - corners
    sides = np.hypot(ways[:, 0], ways[:, 1])
    # Clockwise in a picture whose y points down: outwards lies to the left of the way.
    outwards = np.column_stack([ways[:, 1], -ways[:, 0]]) / np.maximum(sides, 1e-6)[:, None]
    reach = max(LEAST_REACH_PX, float(sides.mean()) / cells * reach_cells)
    offsets = np.linspace(-reach, reach, 2 * max(2, round(reach / STEP_PX)) + 1)
    places = corners[:, None] + ALONG[:, None] * ways[:, None]
    at = (places[:, :, None] + offsets[:, None] * outwards[:, None, None]).astype(np.float32)
    flat = at.reshape(4 * len(ALONG), len(offsets), 2)
    taken = cv2.remap(grey, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    values = taken.astype(np.float64).reshape(4, len(ALONG), len(offsets))
    # The darkest within and the brightest without: the paper may end before the reach does.
    half = len(offsets) // 2
    dark, bright = _middle(values[:, :, :half].min(axis=2)), _middle(values[:, :, half + 1 :].max(axis=2))
    return Profiles(
        values=values, offsets=offsets, places=places, outwards=outwards, dark=dark, bright=bright
    )


def refined(grey: Picture, corners: Floats, cells: int) -> Floats | None:
    """The corners (4 x 2 px) of a tag from straight lines through its edges; None where these cannot be seen.

    The edge at each place is where the brightness passes the middle between black and white.
    """
    for reach in (REACH_CELLS, REACH_CELLS / 2):
        across = profiles(grey, corners, cells, reach)
        if float((across.bright - across.dark).min()) < LEAST_CONTRAST:
            return None
        lines = _lines(across)
        if lines is None:
            return None
        met = [_meeting(lines[side - 1], lines[side]) for side in range(4)]
        if any(point is None for point in met):
            return None
        before, corners = corners, np.array(met)
        if float(np.abs(corners - before).max()) < NEAR_ENOUGH_PX:
            break
    return corners


def _lines(across: Profiles) -> list[tuple[Floats, Floats]] | None:
    """A point and the direction of each side's edge; None where one cannot be seen.

    Medians first (the slope over half the side, as Theil and Sen would): many places may show something else.
    """
    off, seen = _crossings(across)
    if float(seen.mean(axis=1).min()) < LEAST_SEEN:
        return None
    centred = ALONG - 0.5
    half = len(ALONG) // 2
    ordered = np.sort(np.where(seen, off, np.inf), axis=1)
    level = ordered[np.arange(4), seen.sum(axis=1) // 2]
    filled = np.where(seen, off, level[:, None])
    slope = _middle(filled[:, half:] - filled[:, :half]) / (ALONG[half] - ALONG[0])
    level = _middle(filled - slope[:, None] * centred)
    near = seen & (np.abs(off - level[:, None] - slope[:, None] * centred) < FAR_OUT_PX)
    if float(near.mean(axis=1).min()) < LEAST_SEEN:
        return None
    # Least squares through what is left, all four sides at once.
    count = near.sum(axis=1)
    along = (near * centred).sum(axis=1) / count
    mean = (near * off).sum(axis=1) / count
    apart = near * (centred - along[:, None])
    slope = (apart * (off - mean[:, None])).sum(axis=1) / (apart**2).sum(axis=1)
    lines = []
    for side in range(4):
        start, end = (
            across.places[side, k]
            + across.outwards[side] * (mean[side] + slope[side] * (centred[k] - along[side]))
            for k in (0, -1)
        )
        lines.append((start, end - start))
    return lines


def _crossings(across: Profiles) -> tuple[Floats, NDArray[np.bool_]]:
    """Where each place's brightness passes the middle (px outwards), and where it does so just once; 4 x places."""
    values = across.values - ((across.bright + across.dark) / 2)[:, None, None]
    rises = (values[..., :-1] < 0) & (values[..., 1:] >= 0)
    at = rises.argmax(axis=2)
    before, after = (np.take_along_axis(values, (at + k)[..., None], axis=2)[..., 0] for k in (0, 1))
    share = before / np.where(before == after, 1.0, before - after)
    step = across.offsets[1] - across.offsets[0]
    return np.asarray(across.offsets[at] + share * step), rises.sum(axis=2) == 1


def _middle(values: Floats) -> Floats:
    """The (upper) median of each row; NumPy's own takes ten times as long for so few."""
    half = values.shape[1] // 2
    return np.asarray(np.partition(values, half, axis=1)[:, half])


def _meeting(one: tuple[Floats, Floats], other: tuple[Floats, Floats]) -> Floats | None:
    """Where two lines meet; None where they are as good as parallel."""
    (p, v), (q, w) = one, other
    across = float(v[0] * w[1] - v[1] * w[0])
    if abs(across) < 0.2 * float(np.hypot(*v) * np.hypot(*w)):
        return None
    gap = q - p
    return np.asarray(p + v * (gap[0] * w[1] - gap[1] * w[0]) / across, dtype=np.float64)
