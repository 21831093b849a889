"""The corner tags in a picture, to a fraction of a pixel.

Rule kept: a tag seen twice is left out; if half size does not show all four, the full picture is searched.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from companion.sight import Tags
from vision.arrays import Floats, Mask, Picture

# The edges of a tag, to a hundredth of a pixel: measured at many places along each side, and only where black is
# inside and white outside.

ALONG = np.linspace(0.08, 0.92, 20)
"""Places along each side where the edge is measured; every lens rounds the corners themselves."""
REACH_CELLS = 0.6
"""Reach inside and outside, in cells: a tag's rim is one cell wide, and the paper about it at least as wide."""
LEAST_REACH_PX = 2.0
STEP_PX = 0.5
LEAST_CONTRAST = 16.0
LEAST_SEEN = 0.6
"""Minimum share of each side that shows an edge."""
NEAR_ENOUGH_PX = 0.7
"""Shift of the corners in the first round below which a second is not needed."""
FAR_OUT_PX = 0.25
"""Maximum distance of a place's edge from the line through the others."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Profiles:
    """Brightness across the four sides of a tag, from inside to outside.

    `values`: 4 sides x places x steps; `offsets`: px outwards from the given side; `places`: 4 x places x 2 px;
    `outwards`: 4 unit vectors; `dark`, `bright`: the levels of each side.
    """

    values: Floats
    offsets: Floats
    places: Floats
    outwards: Floats
    dark: Floats
    bright: Floats


def profiles(grey: Picture, corners: Floats, cells: int, reach_cells: float = REACH_CELLS) -> Profiles:
    """The brightness across the sides of a tag of `cells` cells per side, rim included, near corners (4 x 2 px)."""
    ends = np.roll(corners, -1, axis=0)
    ways = ends - corners
    sides = np.hypot(ways[:, 0], ways[:, 1])
    # Corners run clockwise and y points down, so outwards is to the left of each side.
    outwards = np.column_stack([ways[:, 1], -ways[:, 0]]) / np.maximum(sides, 1e-6)[:, None]
    reach = max(LEAST_REACH_PX, float(sides.mean()) / cells * reach_cells)
    offsets = np.linspace(-reach, reach, 2 * max(2, round(reach / STEP_PX)) + 1)
    places = corners[:, None] + ALONG[:, None] * ways[:, None]
    at = (places[:, :, None] + offsets[:, None] * outwards[:, None, None]).astype(np.float32)
    flat = at.reshape(4 * len(ALONG), len(offsets), 2)
    taken = cv2.remap(grey, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    values = taken.astype(np.float64).reshape(4, len(ALONG), len(offsets))
    # The darkest sample inside and the brightest outside, as the paper may end within the reach.
    half = len(offsets) // 2
    dark, bright = _middle(values[:, :, :half].min(axis=2)), _middle(values[:, :, half + 1 :].max(axis=2))
    return Profiles(
        values=values, offsets=offsets, places=places, outwards=outwards, dark=dark, bright=bright
    )


def refined(grey: Picture, corners: Floats, cells: int) -> Floats | None:
    """The corners (4 x 2 px) of a tag from straight lines through its edges; None if an edge cannot be seen.

    The edge at each place is where the brightness crosses the middle between black and white.
    """
    for reach in (REACH_CELLS, REACH_CELLS / 2):
        across = profiles(grey, corners, cells, reach)
        if float((across.bright - across.dark).min()) < LEAST_CONTRAST:
            return None
        lines = _lines(across)
        if lines is None:
            return None
        met = [meeting(lines[side - 1], lines[side]) for side in range(4)]
        if any(point is None for point in met):
            return None
        before, corners = corners, np.array(met)
        if float(np.abs(corners - before).max()) < NEAR_ENOUGH_PX:
            break
    return corners


def _lines(across: Profiles) -> list[tuple[Floats, Floats]] | None:
    """A point and the direction of each side's edge; None if one cannot be seen.

    Medians first (slopes over half the side, after Theil and Sen), as many places may show something else.
    """
    # Offsets (px outwards) of the crossings, valid where there is just one; 4 x places.
    values = across.values - ((across.bright + across.dark) / 2)[:, None, None]
    rises = (values[..., :-1] < 0) & (values[..., 1:] >= 0)
    at = rises.argmax(axis=2)
    before, after = (np.take_along_axis(values, (at + k)[..., None], axis=2)[..., 0] for k in (0, 1))
    share = before / np.where(before == after, 1.0, before - after)
    off = across.offsets[at] + share * (across.offsets[1] - across.offsets[0])
    seen = rises.sum(axis=2) == 1
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
    # Least squares through the inliers, all four sides at once.
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


def _middle(values: Floats) -> Floats:
    """The upper median of each row; ten times as fast as NumPy's own for rows this short."""
    half = values.shape[1] // 2
    return np.asarray(np.partition(values, half, axis=1)[:, half])


def meeting(one: tuple[Floats, Floats], other: tuple[Floats, Floats]) -> Floats | None:
    """Where two lines (point, direction) meet; None if they are nearly parallel."""
    (p, v), (q, w) = one, other
    across = float(v[0] * w[1] - v[1] * w[0])
    if abs(across) < 0.2 * float(np.hypot(*v) * np.hypot(*w)):
        return None
    gap = q - p
    return np.asarray(p + v * (gap[0] * w[1] - gap[1] * w[0]) / across, dtype=np.float64)


LARGE_PX = 1200
"""Width or height above which a picture is searched at half size first, in a third of the time."""
LEAST_CELL_PX = 3.0
"""Minimum cell size of a tag at half size; smaller ones are searched at full size."""
WINDOW_PX, WINDOW_CELLS = 5, 0.3
"""Maximum half side of the window in which a single corner is refined: in px, and in cells of its tag."""

MOST_WRONG = 1
"""Maximum cells of a tag that may read wrongly at its expected place."""
NEAR_SIDES = 0.8
"""Reach of the search for a tag that was pushed, in its sides."""


def find_tags(image: Picture, tags: Tags) -> dict[int, Floats]:
    """Corners (4 x 2 px) of the corner tags in a picture (BGR or grey), by corner (0..3)."""
    grey = _grey(image)
    if max(grey.shape) > LARGE_PX:
        found = _at_half_size(grey, tags)
        if len(found) == len(tags.ids):
            return found
    return {corner: _exact(grey, rough, tags) for corner, rough in _detected(grey, tags).items()}


def _grey(image: Picture) -> Picture:
    return np.asarray(image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def _at_half_size(grey: Picture, tags: Tags) -> dict[int, Floats]:
    """Tags found at half size, their corners refined at full size."""
    size = (grey.shape[1] // 2, grey.shape[0] // 2)
    even = grey[: 2 * size[1], : 2 * size[0]]
    half = np.asarray(cv2.resize(even, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    found = {}
    for corner, rough in _detected(half, tags, quickly=True).items():
        if _cell_px(rough, tags) >= LEAST_CELL_PX:
            # The middle of a half-size pixel lies between four pixels, hence + 0.5.
            found[corner] = _exact(grey, rough * 2 + 0.5, tags)
    return found


def _exact(grey: Picture, rough: Floats, tags: Tags) -> Floats:
    """A tag's corners by its edges, or, if these cannot be followed, each by itself."""
    by_edges = refined(grey, rough, len(tag_pattern(tags, 0)))
    if by_edges is not None:
        return by_edges
    reach = max(1, min(WINDOW_PX, round(WINDOW_CELLS * _cell_px(rough, tags))))
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 30, 0.01)
    start = rough.astype(np.float32).reshape(-1, 1, 2)
    alone = cv2.cornerSubPix(grey, start, (reach, reach), (-1, -1), stop)
    return np.asarray(alone, dtype=np.float64).reshape(4, 2)


def _cell_px(corners: Floats, tags: Tags) -> float:
    return float(np.hypot(*(corners - np.roll(corners, 1, axis=0)).T).mean()) / len(tag_pattern(tags, 0))


def _detected(grey: Picture, tags: Tags, *, quickly: bool = False) -> dict[int, Floats]:
    parameters = cv2.aruco.DetectorParameters()
    if quickly:  # one threshold takes a third of the time; where it misses a tag, all are tried
        parameters.adaptiveThreshWinSizeMax = parameters.adaptiveThreshWinSizeMin
    # Otherwise a tag whose paper touches the border of the picture would be rejected.
    parameters.minDistanceToBorder = 0
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, tags.dictionary))
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(grey)
    found: dict[int, list[Floats]] = {}
    for quad, number in zip(corners, [] if ids is None else ids.ravel().tolist(), strict=True):
        if number in tags.ids:
            found.setdefault(tags.ids.index(number), []).append(np.asarray(quad[0], dtype=np.float64))
    if quickly and len(found) < len(tags.ids):
        return _detected(grey, tags)
    return {corner: quads[0] for corner, quads in found.items() if len(quads) == 1}


def tags_where_expected(image: Picture, tags: Tags, expected_px: Mapping[int, Floats]) -> dict[int, Floats]:
    """Corners (px) of the tags (by corner 0..3) that still show at expected corners (4 x 2 px each).

    Takes a fraction of a millisecond. A tag is there if its cells read right, except MOST_WRONG of them; one that is
    covered, or has moved by half a cell, is left out.
    """
    found = {}
    for corner, expected in expected_px.items():
        pattern = tag_pattern(tags, corner)
        cell = _cell_px(expected, tags)
        low = np.floor(expected.min(axis=0) - cell).astype(int)
        high = np.ceil(expected.max(axis=0) + cell).astype(int) + 1
        if cell < LEAST_CELL_PX or (low < 0).any() or (high > np.array(image.shape[1::-1])).any():
            continue
        grey = _grey(image[low[1] : high[1], low[0] : high[0]])
        # Read each cell at its middle and compare with the tag's pattern.
        cells = pattern.shape[0]
        square = np.array([[0, 0], [cells, 0], [cells, cells], [0, cells]], dtype=np.float32)
        onto = cv2.getPerspectiveTransform(square, (expected - low).astype(np.float32))
        steps = np.arange(cells) + 0.5
        middles = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(1, -1, 2)
        columns, rows = np.rint(cv2.perspectiveTransform(middles, onto).reshape(-1, 2)).astype(int).T
        seen = grey[rows, columns].astype(np.float64).reshape(cells, cells)
        white, black = seen[pattern].mean(), seen[~pattern].mean()
        wrong = int(((seen > (white + black) / 2) != pattern).sum())
        if white - black >= LEAST_CONTRAST and wrong <= MOST_WRONG:
            corners = refined(grey, expected - low, cells)
            if corners is not None:
                found[corner] = corners + low
    return found


LOOKS_SAME, MOST_OTHERS = 0.12, 0.004
"""Tolerance of a pixel, as a share of the tag's contrast, and the maximum share of pixels beyond it: noise stays below;
of a tag that moved by a third of a pixel ten times as many differ."""


class TagLooks:
    """How tags look in a picture (BGR or grey), each about its expected corners (4 x 2 px)."""

    def __init__(self, image: Picture, expected_px: Iterable[Floats]) -> None:
        self._parts = list[tuple[tuple[slice, slice], Picture]]()
        for one in expected_px:
            (left, top), (right, low) = np.maximum([one.min(axis=0) - 2, one.max(axis=0) + 3], 0).astype(int)
            part = np.s_[top:low, left:right]
            if image[part].size:
                self._parts.append((part, _grey(image[part])))

    def still_seen(self, image: Picture) -> bool:
        """Whether all look the same in another picture of that size."""
        for part, grey in self._parts:
            off, most = cv2.absdiff(grey, _grey(image[part])), LOOKS_SAME * float(np.ptp(grey))
            if np.count_nonzero(off > most) > MOST_OTHERS * grey.size:
                return False
        return True


def tag_pattern(tags: Tags, corner: int) -> Mask:
    """Mask (cells x cells) of the white cells of a corner's tag, its black rim included."""
    return tag_cells(tags.dictionary, tags.ids[corner])


@lru_cache(maxsize=128)
def tag_cells(dictionary: str, number: int) -> Mask:
    """Mask (cells x cells, from its own top) of the white cells of a tag, its black rim included.

    Raises ValueError for an unknown dictionary or number.
    """
    code = getattr(cv2.aruco, dictionary, None)
    if not isinstance(code, int):
        raise ValueError(f"expected a dictionary of tags, found {dictionary!r}")
    tags = cv2.aruco.getPredefinedDictionary(code)
    if not 0 <= number < len(tags.bytesList):
        raise ValueError(f"expected a tag from 0 to {len(tags.bytesList) - 1}, found {number}")
    return np.asarray(cv2.aruco.generateImageMarker(tags, number, tags.markerSize + 2) > 127)


def tags_near(image: Picture, tags: Tags, expected_px: Mapping[int, Floats]) -> dict[int, Floats]:
    """Corners (px) of the tags (by corner 0..3) within NEAR_SIDES of their expected corners; about 1 ms per tag."""
    found = {}
    for corner, expected in expected_px.items():
        low, high = expected.min(axis=0), expected.max(axis=0)
        reach = float((high - low).max()) * NEAR_SIDES
        left, top = np.maximum(np.floor(low - reach).astype(int), 0)
        right, bottom = np.minimum(np.ceil(high + reach).astype(int) + 1, np.array(image.shape[1::-1]))
        if min(right - left, bottom - top) < LEAST_CELL_PX * 6:
            continue
        quads = find_tags(np.ascontiguousarray(image[top:bottom, left:right]), tags)
        if corner in quads:
            found[corner] = quads[corner] + (left, top)
    return found
