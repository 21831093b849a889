"""Round outlines that are new on the table: they betray a piece on ground of its own colour.

Rule kept: an outline alone makes no piece; what lies within it must have the colour, looked at closely.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.towers.ground import lit_alike, most_of
from vision.towers.look import TowerLook
from vision.towers.tops import WHOLE, Floats, TopCandidate

CLEAR: Final = 9.0
"""A colour with a top at least so good needs no other word."""
LEAST_NEW: Final = 0.5
"""About a piece that came to lie somewhere at least so much of its outline is new."""
USUALLY_NEW: Final = 0.8
NEW_WEIGHT: Final = 8.0
"""What it counts that less than usual of a top's outline is new."""
LEAST_FITS: Final = 1.0
LEAST_SCORE: Final = 5.0
_PLACES: Final = 8
_REACH_MM: Final = 3.0
"""So many places are looked at closely, each so far around."""
_FAINT: Final = 2.0
_NOISES: Final = 2.0
_EDGE: Final = 0.4
"""A slope counts in full from this on: so much, so many times the noise, and so much of the edges there before."""


def with_outlined(
    look: TowerLook,
    earlier: TowerLook,
    candidates: Sequence[TopCandidate],
    colours: Sequence[str],
    hidden: NDArray[np.bool_],
) -> list[TopCandidate]:
    """The candidates, those of colours that have no clear one judged by their outlines as well, and with tops that
    only show by those. `hidden`: samples that show other things already found."""
    clear = {one.colour for one in candidates if one.score >= CLEAR}
    weak = [colour for colour in colours if colour not in clear]
    if not weak:
        return list(candidates)
    new = _new_outlines(look, earlier)
    judged = [one if one.colour in clear else _judged(look, new, one) for one in candidates]
    taken = [one for one in candidates if one.colour in clear]
    for x, y in _places(look, np.where(hidden, 0, new), taken):
        steps = _within(look, x, y)
        for colour in weak:
            if float(np.median(look.colours.top(colour, steps))) < LEAST_FITS:
                continue
            top = look.top_near(x, y, colour, look.size.high, _REACH_MM)
            if top.fits >= LEAST_FITS and top.score >= LEAST_SCORE:
                judged.append(_judged(look, new, TopCandidate(colour, top, top.score)))
    return sorted(judged, key=lambda one: -one.score)


def _within(look: TowerLook, x: float, y: float) -> NDArray[np.int32]:
    """The numbers of the colours that show well within a piece at a place (mm)."""
    column, row = np.rint(look.sheet.samples(np.array([x, y]))).astype(int).tolist()
    half = round(0.5 * look.radius(0) * look.sheet.scale)
    return look.steps[max(0, row - half) : row + half + 1, max(0, column - half) : column + half + 1]


def _judged(look: TowerLook, new: Floats, one: TopCandidate) -> TopCandidate:
    column, row = np.rint(look.sheet.samples(np.array([one.top.x, one.top.y]))).astype(int).tolist()
    rows, columns = new.shape
    here = new[max(0, row - 1) : min(rows, row + 2), max(0, column - 1) : min(columns, column + 2)]
    known = float(here.max()) if here.size else 0.0
    if one.visible < WHOLE:
        return one
    less = NEW_WEIGHT * max(0.0, USUALLY_NEW - known)
    return TopCandidate(one.colour, one.top, one.score - less, one.visible, one.ground)


def _places(look: TowerLook, new: Floats, taken: Sequence[TopCandidate]) -> list[tuple[float, float]]:
    """Where (mm) a round outline is new and no piece is known, the clearest first."""
    left = np.array(new, np.float32)
    radius = look.radius(0) * look.sheet.scale
    for one in taken:
        column, row = np.rint(look.sheet.samples(np.array([one.top.x, one.top.y]))).astype(int).tolist()
        cv2.circle(left, (column, row), round(radius), 0, -1)
    places = []
    for _ in range(_PLACES):
        row, column = divmod(int(left.argmax()), left.shape[1])
        if left[row, column] < LEAST_NEW:
            break
        places.append(look.sheet.place(column, row))
        cv2.circle(left, (column, row), round(0.7 * radius), 0, -1)
    return places


def _new_outlines(look: TowerLook, earlier: TowerLook) -> Floats:
    """How much (0..1) of a piece's outline about each sample of the sheet is an edge that was not there."""
    view = look.view & earlier.view
    now, was = lit_alike(look.sheet.picture, earlier.sheet.picture, view)
    steep = _steep(now - was)
    noise = float(np.median(steep[view])) if view.any() else 0.0
    edges = cv2.dilate(_steep(was), np.ones((3, 3), np.uint8))
    shows = np.minimum(steep / (_FAINT + _NOISES * noise + _EDGE * edges), 1.0)
    shows[~view] = 0
    radius = look.radius(0) * look.sheet.scale
    half = int(np.ceil(radius + 1.5))
    steps = np.arange(-half, half + 1)
    ring = np.clip(1.2 - np.abs(np.hypot(*np.meshgrid(steps, steps)) - radius), 0, 1).astype(np.float32)
    return np.asarray(cv2.filter2D(shows, cv2.CV_32F, ring / ring.sum()), np.float32)


def _steep(values: Floats) -> Floats:
    """By how many levels a sample the steepest channel changes."""
    across, down = cv2.Sobel(values, cv2.CV_32F, 1, 0, ksize=3), cv2.Sobel(values, cv2.CV_32F, 0, 1, ksize=3)
    return np.asarray(np.sqrt(most_of(across * across + down * down)) / 8, np.float32)
