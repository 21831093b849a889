"""The corner tags in a picture, to a fraction of a pixel.

Rule kept: a tag seen twice is left out; where the quick look does not show all four, the whole picture is searched.
"""

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
