"""Finds the tops of pieces of given colours on a coarse look: where, and how sure.

Rule kept: each colour is there once at most; the strongest is believed first, and what it hides is taken from the
others.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Values
from vision.towers.colour import BEST
from vision.towers.look import Top, TowerLook, disc_means
from vision.towers.sheet import Circle, fill

LEAST: Final = 0.6
"""A place whose colour fits less in the mean is no candidate."""
LEAST_SCORE: Final = 2.2
"""A top found with a smaller score is none."""
LEAST_FITS: Final = -0.3
"""Nor is a place of which less has the colour, when looked at closely."""
LEAST_VISIBLE: Final = 0.3
"""Of a top that others hide at least so much must show."""
WHOLE: Final = 0.999
"""A top of which so much shows is in full view."""
GROUND_WEIGHT: Final = 0.6
"""What it counts that a place changed, beside the top's own look."""
LEAST_DISC: Final = 8.0
"""A disc found with a smaller score is none."""
LEAST_BLACK: Final = -1.0
"""How black the disc must be in the mean, its letter and all."""
LIKELY_DISC: Final = 10.7
"""Few black pieces have so high a score as a disc, and few discs a lower one."""
SURELY_DISC: Final = 11.5
"""Where something has so high a score as a disc, one is about: there, or where another has a high score as well."""
LIKELY_BLACK: Final = 8.0
UNLIKELY_WEIGHT: Final = 3.0
"""What makes a worse black piece than this is a worse reason to take another black thing for the disc."""
DISC_DOUBT: Final = 2.2
"""What speaks against a disc being there, as there need not be one."""
LEAST_FILLED: Final = 0.3
"""Of the rim that the flicked disc has beyond a piece's size so much must be black, or new."""
SURROUNDINGS: Final = 0.5
"""What it counts that the colour goes on all about a place."""
_DISC_TRIES: Final = 4
_DISC_LEAST: Final = -0.5
_WITHIN: Final = 0.86
_APART: Final = 1.1
_APART_BLACK: Final = 1.9
_ABOUT: Final = (1.2, 1.6)
_REACH_MM: Final = 4.0


@dataclass(frozen=True, slots=True)
class TopCandidate:
    """A top of a colour and how much speaks for it; `visible`: the part of it that nothing known hides; `ground`: how
    far (-BEST..BEST) what shows there is still the ground."""

    colour: str
    top: Top
    score: float
    visible: float = 1.0
    ground: float = 0.0


@dataclass(frozen=True, slots=True)
class FlickedDisc:
    """The disc that is flicked: its middle in mm, and how much speaks for it."""

    x: float
    y: float
    score: float


def find_discs(look: TowerLook, ground: Values) -> list[FlickedDisc]:
    """Where the black disc may be, larger than a piece, among what changed; the likeliest first.

    It may bear a letter and a ring: not all of it need be black, but the ground must be gone to near its edge.
    """
    size = look.size
    radius = look.viewpoint.seen(0, 0, size.disc_high, size.disc_across / 2)[2]
    black = look.colours.top("black", look.steps)
    evidence = black - ground
    there = np.maximum(black, -ground) > 0
    evidence[~look.view] = -BEST
    scores = disc_means(evidence, _WITHIN * radius * look.sheet.scale)
    found: list[FlickedDisc] = []
    for _ in range(_DISC_TRIES):
        row, column = divmod(int(scores.argmax()), scores.shape[1])
        if scores[row, column] < _DISC_LEAST:
            break
        place = look.sheet.place(column, row)
        cv2.circle(scores, (column, row), round(radius * look.sheet.scale), -BEST, -1)
        inner, outer = look.radius(0) * 1.12, radius * 0.95
        top = look.top_near(*place, "black", size.disc_high, _REACH_MM, size.disc_across)
        middle = (top.x, top.y)
        ring = np.zeros(there.shape, np.uint8)
        fill(ring, look.sheet, ((*middle, outer),), 1)
        fill(ring, look.sheet, ((*middle, inner),), 0)
        filled = float(there[ring > 0].mean()) if ring.any() else 0.0
        if filled >= LEAST_FILLED and top.score >= LEAST_DISC and top.fits >= LEAST_BLACK:
            at = look.viewpoint.stands(top.x, top.y, size.disc_high)
            found.append(FlickedDisc(*at, top.score))
    return sorted(found, key=lambda one: -one.score)


def the_disc(found: list[FlickedDisc], blacks: list[TopCandidate], across: float) -> FlickedDisc | None:
    """Which of these is the flicked disc, if any; `blacks`: where the black piece may be, if it is not known.

    What is one cannot be the other; the piece is somewhere, the disc may have left the table.
    """
    best, most = None, max((one.score for one in blacks), default=0.0)
    if found and found[0].score >= SURELY_DISC:
        # One of them is the disc; which one is told by what the black piece would then be.
        best, most = found[0], 0.0
    for disc in found:
        apart = [one.score for one in blacks if np.hypot(one.top.x - disc.x, one.top.y - disc.y) > across / 2]
        surplus = disc.score - LIKELY_DISC
        other = max(apart, default=0.0)
        other = max(0.0, other - UNLIKELY_WEIGHT * max(0.0, LIKELY_BLACK - other))
        score = disc.score + surplus - DISC_DOUBT + other
        if score > most:
            best, most = disc, score
    return best


def find_tops(
    look: TowerLook,
    colours: Iterable[str],
    ground: Values,
    hidden: NDArray[np.bool_],
    tries: int,
    least_fits: float = LEAST_FITS,
) -> list[TopCandidate]:
    """The best candidates of each colour, at most `tries` of each, strongest first.

    `ground`: how well each sample of the look's sheet shows the ground (-BEST..BEST, 0 where that is not known);
    `hidden`: samples that show other things already found. `least_fits`: how well a top's colour must fit.
    """
    found = []
    radius = look.radius(0) * look.sheet.scale
    # Borders count as hidden by what disc_means takes for granted beyond them.
    free = np.maximum(disc_means(np.where(hidden, 0, 1).astype(np.float32), _WITHIN * radius), 1e-3)
    for colour in colours:
        fits = look.colours.top(colour, look.steps)
        evidence = fits - ground
        evidence[~look.view] = -BEST
        # The flicked disc is black as well, larger than a piece, and must not take more than one of the tries.
        apart = _APART_BLACK if colour == "black" else _APART
        for x, y, visible, changed in _peaks(look, evidence, ground, hidden, free, tries, apart):
            top = look.top_near(x, y, colour, look.size.high, _REACH_MM)
            score = top.score - GROUND_WEIGHT * changed
            if score * visible >= LEAST_SCORE and top.fits >= least_fits:
                found.append(TopCandidate(colour, top, score * visible, visible, changed))
    return sorted(found, key=lambda one: -one.score)


def chosen(candidates: Iterable[TopCandidate], apart: float) -> list[TopCandidate]:
    """The strongest candidates of which no two are of one colour or show nearer than `apart` mm."""
    taken: list[TopCandidate] = []
    for one in candidates:
        if all(
            one.colour != other.colour and np.hypot(one.top.x - other.top.x, one.top.y - other.top.y) >= apart
            for other in taken
        ):
            taken.append(one)
    return taken


def covered(look: TowerLook, outlines: Iterable[tuple[Circle, ...]]) -> NDArray[np.bool_]:
    """Which samples of a look's sheet lie within any outline about one circle or two."""
    mask = np.zeros(look.sheet.picture.shape[:2], np.uint8)
    for circles in outlines:
        fill(mask, look.sheet, circles, 1)
    return np.asarray(mask > 0)


def _peaks(
    look: TowerLook,
    evidence: Values,
    ground: Values,
    hidden: NDArray[np.bool_],
    free: Values,
    tries: int,
    apart: float,
) -> list[tuple[float, float, float, float]]:
    """Places (mm) where a disc of evidence shows, the part of each that is not hidden, and the ground's word there.

    `free`: which part of a disc about each sample is not hidden. `apart`: how far they lie apart, in radii of a top.
    """
    radius = look.radius(0) * look.sheet.scale
    shown = np.where(hidden, 0, evidence).astype(np.float32)
    scores = np.where(free >= LEAST_VISIBLE, disc_means(shown, _WITHIN * radius) / free, -BEST)
    scores = scores - SURROUNDINGS * (np.maximum(_ring_means(shown - hidden, radius), -BEST) + BEST)
    scores = np.asarray(scores * np.minimum(1.0, free + 0.3), np.float32)
    places = []
    for _ in range(tries):
        row, column = divmod(int(scores.argmax()), scores.shape[1])
        if scores[row, column] < LEAST:
            break
        x, y = look.sheet.place(column, row)
        half = round(_WITHIN * radius * 0.8)
        here = np.s_[max(0, row - half) : row + half + 1, max(0, column - half) : column + half + 1]
        seen = ~hidden[here]
        changed = float(ground[here][seen].mean()) if seen.any() else 0.0
        visible = float(free[row, column])
        places.append((x, y, visible if visible < WHOLE else 1.0, changed))
        cv2.circle(scores, (column, row), round(radius * apart), -BEST, -1)
    return places


def _ring_means(values: Values, radius: float) -> Values:
    """The mean over a square frame about each sample, outside a top of this radius (samples)."""
    outer, inner = (2 * round(radius * part) + 1 for part in reversed(_ABOUT))
    sums = cv2.boxFilter(values, cv2.CV_32F, (outer, outer), normalize=False, borderType=cv2.BORDER_REPLICATE)
    within = cv2.boxFilter(
        values, cv2.CV_32F, (inner, inner), normalize=False, borderType=cv2.BORDER_REPLICATE
    )
    return np.asarray((sums - within) / (outer**2 - inner**2), np.float32)
