"""The corner tags in a picture, to a fraction of a pixel.

Rule kept: a tag seen twice is left out; where the quick look does not show all four, the whole picture is searched.
"""

from collections.abc import Mapping
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Tags

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]

LARGE_PX = 1200
"""A picture wider or higher than this is first searched at half its size, in a third of the time."""
LEAST_CELL_PX = 3.0
"""A tag whose cells are smaller than this at half size is searched for at full size."""
WINDOW_PX = 5
WINDOW_CELLS = 0.3
"""Half the side of the window in which a corner is refined: so many px or cells of its tag, whichever is less."""

LEAST_CONTRAST = 16.0
"""White and black cells (0..255) that differ by less tell nothing."""
MOST_WRONG = 1
"""So many cells of a tag may read wrongly where it is expected."""
EDGE_CELLS = 0.15
"""So many cells inside a tag's outline it is black, and as far outside white."""


def find_tags(image: Picture, tags: Tags) -> dict[int, Floats]:
    """Corners in px (4 x 2) of the corner tags in view (BGR or grey), by corner (0..3)."""
    grey = np.asarray(image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    if max(grey.shape) > LARGE_PX:
        found = _at_half_size(grey, tags)
        if len(found) == len(tags.ids):
            return found
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.cornerRefinementWinSize = WINDOW_PX
    parameters.relativeCornerRefinmentWinSize = WINDOW_CELLS
    return _detected(grey, tags, parameters)


def _at_half_size(grey: Picture, tags: Tags) -> dict[int, Floats]:
    """Tags found in the picture at half its size, their corners refined in the picture itself."""
    size = (grey.shape[1] // 2, grey.shape[0] // 2)
    even = grey[: 2 * size[1], : 2 * size[0]]
    half = np.asarray(cv2.resize(even, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, tags.dictionary))
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 30, 0.01)
    found = {}
    for corner, rough in _detected(half, tags, cv2.aruco.DetectorParameters()).items():
        side = float(np.hypot(*(rough - np.roll(rough, 1, axis=0)).T).mean())
        cell = side / (dictionary.markerSize + 2)
        if cell < LEAST_CELL_PX:
            continue
        # The middle of a pixel at half size lies between four pixels of the picture.
        start = (rough * 2 + 0.5).astype(np.float32).reshape(-1, 1, 2)
        reach = max(1, min(WINDOW_PX, round(WINDOW_CELLS * 2 * cell)))
        refined = cv2.cornerSubPix(grey, start, (reach, reach), (-1, -1), stop)
        found[corner] = np.asarray(refined, dtype=np.float64).reshape(4, 2)
    return found


def _detected(grey: Picture, tags: Tags, parameters: cv2.aruco.DetectorParameters) -> dict[int, Floats]:
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, tags.dictionary))
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(grey)
    found: dict[int, list[Floats]] = {}
    for quad, number in zip(corners, [] if ids is None else ids.ravel().tolist(), strict=True):
        if number in tags.ids:
            found.setdefault(tags.ids.index(number), []).append(np.asarray(quad[0], dtype=np.float64))
    return {corner: quads[0] for corner, quads in found.items() if len(quads) == 1}


def tags_where_expected(image: Picture, tags: Tags, expected_px: Mapping[int, Floats]) -> dict[int, Floats]:
    """Corners in px of the tags (by corner 0..3) that still show at corners expected (4 x 2 px each).

    Only there is looked, so it takes a fraction of a millisecond. A tag is there if its cells read as they should,
    all but MOST_WRONG of them; one that is covered, or lies elsewhere by half a cell, is left out.
    """
    found = {}
    for corner, expected in expected_px.items():
        pattern = tag_pattern(tags, corner)
        cells = pattern.shape[0]
        side = float(np.hypot(*(expected - np.roll(expected, 1, axis=0)).T).mean())
        cell = side / cells
        low = np.floor(expected.min(axis=0) - cell).astype(int)
        high = np.ceil(expected.max(axis=0) + cell).astype(int) + 1
        if cell < LEAST_CELL_PX or (low < 0).any() or (high > np.array(image.shape[1::-1])).any():
            continue
        part = image[low[1] : high[1], low[0] : high[0]]
        grey = np.asarray(part if part.ndim == 2 else cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        if not _reads_as(grey, expected - low, pattern):
            continue
        reach = max(1, min(WINDOW_PX, round(WINDOW_CELLS * cell)))
        start = (expected - low).astype(np.float32).reshape(-1, 1, 2)
        stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 30, 0.01)
        refined = np.asarray(cv2.cornerSubPix(grey, start, (reach, reach), (-1, -1), stop), dtype=np.float64)
        quad = refined.reshape(4, 2)
        if _has_edges(grey, quad, EDGE_CELLS * cell):
            found[corner] = quad + low
    return found


@lru_cache(maxsize=16)
def tag_pattern(tags: Tags, corner: int) -> NDArray[np.bool_]:
    """Which cells of a corner's tag are white, its black rim included (cells x cells)."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, tags.dictionary))
    cells = dictionary.markerSize + 2
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, tags.ids[corner], cells) > 127)


def _reads_as(grey: Picture, corners: Floats, pattern: NDArray[np.bool_]) -> bool:
    """Whether the cells within these corners are as bright and dark as a tag's."""
    cells = pattern.shape[0]
    square = np.array([[0, 0], [cells, 0], [cells, cells], [0, cells]], dtype=np.float32)
    onto = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    steps = np.arange(cells) + 0.5
    middles = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(1, -1, 2)
    at = cv2.perspectiveTransform(middles, onto).reshape(-1, 2)
    columns, rows = np.rint(at).astype(int).T
    seen = grey[rows, columns].astype(np.float64).reshape(cells, cells)
    white, black = seen[pattern].mean(), seen[~pattern].mean()
    if white - black < LEAST_CONTRAST:
        return False
    return int(((seen > (white + black) / 2) != pattern).sum()) <= MOST_WRONG


def _has_edges(grey: Picture, corners: Floats, reach_px: float) -> bool:
    """Whether these corners bound something black on white: all but a tenth of what lies just within and without."""
    reach = max(1.0, reach_px)
    along = np.linspace(0.15, 0.85, 8)[:, None]
    rows, columns = grey.shape
    darker = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        edge = start + along * (end - start)
        # Clockwise in a picture whose y points down: inwards lies to the right of the way.
        inwards = np.array([start[1] - end[1], end[0] - start[0]]) / max(
            1e-6, float(np.hypot(*(end - start)))
        )
        sides = []
        for step in (inwards, -inwards):
            at = np.rint(edge + step * reach).astype(int)
            at = np.clip(at, 0, (columns - 1, rows - 1))
            sides.append(grey[at[:, 1], at[:, 0]].astype(np.float64))
        darker.append(sides[1] - sides[0] > LEAST_CONTRAST / 2)
    return float(np.mean(darker)) >= 0.9
