"""Puts an outline right by the straight edges in the picture: each of its four sides is looked for on its own.

Method: in the card straightened with a margin, the mean slope of colour across lines at every place and small tilt
near each side; of the likeliest lines those four are taken that are strongest together and make a card of a likely
size. Rule kept: sides of an enrolled card's size are preferred where the table's scale is known.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats, Picture, Values
from vision.loose.outlines import Finder

ACROSS: Final = 72
"""Px across the shorter side of the card as it is looked at."""
MARGIN: Final = 0.3
"""How far the look goes beyond the outline on every side, as a part of it."""
REACH: Final = 0.28
"""How far a side may be from where the outline has it."""
TILTS: Final = (-6, -4, -2, 0, 2, 4, 6)
"""By how many px a side may lean over its length."""
BAND: Final = 0.1
"""So much of a side's ends is left out."""
LEAST_CAP: Final = 10.0
"""Slopes (grey levels a px) beyond which an edge counts no more: at least this."""
LINES: Final = 5
"""Lines kept for each side."""
APART: Final = 3
SIZE_SPREAD: Final = 0.05
"""How well sides agree with a card's true size (standard deviation of the logarithm), …"""
GUESS_SPREAD: Final = 0.16
"""… and with the outline that is put right."""
WEIGHT: Final = 0.12
"""What a size one standard deviation off costs, in units of a side's strength."""
OUTER: Final = 0.35
"""What it gains that a card is larger by a factor of e: frames are printed within cards, seldom round them."""
BESIDE: Final = 0.14
"""How far within and without a side colours are compared (parts of the half card): beyond a printed line."""
LEAN: Final = 0.02
"""What it costs that opposite sides lean apart by a px."""


def sides_found(image: Picture, corners: Floats, sizes_px: Sequence[tuple[float, float]] = ()) -> Floats:
    """The outline (4 x 2 px) with its sides along edges of the picture.

    `sizes_px`: how long the sides (first along corners 0 to 1, then the other) of known cards would be there.
    """
    wide_px, high_px = _lengths(corners)
    scale = ACROSS / min(wide_px, high_px)
    wide, high = wide_px * scale, high_px * scale
    left, top = MARGIN * wide, MARGIN * high
    size = (round(wide + 2 * left), round(high + 2 * top))
    square = np.array([[left, top], [left + wide, top], [left + wide, top + high], [left, top + high]])
    pair = cv2.getPerspectiveTransform(corners.astype(np.float32), square.astype(np.float32))
    onto = np.asarray(pair, dtype=np.float64)
    look = _warped(image, corners, onto, size, scale)
    across, down = slopes_of(look)
    lines = []
    for slopes, place, length, start, span in (
        (down.T, top, high, left, wide),
        (across, left + wide, wide, top, high),
        (down.T, top + high, high, left, wide),
        (across, left, wide, top, high),
    ):
        lines.append(_lines(slopes, place, REACH * length, start, span))
    best = _together(lines, (wide, high), [(a * scale, b * scale) for a, b in sizes_px])
    if best is None:
        return corners
    upper, right, lower, left_line = best
    middle = (left + wide / 2, top + high / 2)
    met = [
        _meeting(upper, left_line, middle, (wide, high)),
        _meeting(upper, right, middle, (wide, high)),
        _meeting(lower, right, middle, (wide, high)),
        _meeting(lower, left_line, middle, (wide, high)),
    ]
    found = cv2.perspectiveTransform(np.array([met], dtype=np.float64), np.linalg.inv(onto))[0]
    return np.asarray(found, dtype=np.float64)


def steps_along(image: Picture, corners: Floats) -> Floats:
    """How far the colour just within each side of an outline is from that just without (Lab), side by side."""
    centre = corners.mean(axis=0)
    parts = np.linspace(0.1, 0.9, 15)[None, :, None]
    sides = corners[:, None] * (1 - parts) + np.roll(corners, -1, axis=0)[:, None] * parts - centre
    told = []
    for by in (1 - BESIDE, 1 + BESIDE):
        places = (centre + sides * by).astype(np.float32)
        seen = cv2.remap(
            image, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        lab = cv2.cvtColor(np.asarray(seen, dtype=np.float32) / 255, cv2.COLOR_BGR2LAB)
        told.append(np.median(lab, axis=1))
    return np.asarray(np.linalg.norm(told[0] - told[1], axis=1), dtype=np.float64)


Line = tuple[float, float, float]
"""A line's strength (0..1), its place (px, at the middle of the card's other side) and its lean (px over that side)."""


def _lengths(corners: Floats) -> tuple[float, float]:
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    return max(4.0, float(sides[0] + sides[2]) / 2), max(4.0, float(sides[1] + sides[3]) / 2)


def _warped(image: Picture, corners: Floats, onto: Floats, size: tuple[int, int], scale: float) -> Picture:
    if scale > 0.7:
        source, shift = image, np.eye(3)
    else:
        spread = (corners.max(axis=0) - corners.min(axis=0)) * (MARGIN + 0.1)
        low = np.clip(
            np.floor(corners.min(axis=0) - spread), 0, (image.shape[1] - 2, image.shape[0] - 2)
        ).astype(int)
        high = np.maximum(np.ceil(corners.max(axis=0) + spread).astype(int), low + 2)
        part = image[low[1] : high[1], low[0] : high[0]]
        fewer = (max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale)))
        source = np.asarray(cv2.resize(part, fewer, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        x, y = part.shape[1] / fewer[0], part.shape[0] / fewer[1]
        shift = np.array([[x, 0, low[0] + x / 2 - 0.5], [0, y, low[1] + y / 2 - 0.5], [0, 0, 1]])
    seen = cv2.warpPerspective(
        source, onto @ shift, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen, dtype=np.uint8)


def slopes_of(look: Picture) -> tuple[Values, Values]:
    """How steeply the colour changes to the right and down, from 0 to 1 (where it is as steep as edges are here)."""
    soft = cv2.GaussianBlur(look, (0, 0), 0.8)
    both = []
    for dx, dy in ((1, 0), (0, 1)):
        blue, green, red = cv2.split(np.abs(cv2.Sobel(soft, cv2.CV_16S, dx, dy, ksize=3)))
        both.append(np.asarray(cv2.max(cv2.max(blue, green), red), dtype=np.float32) * np.float32(0.125))
    cap = np.float32(max(LEAST_CAP, 0.5 * float(np.percentile(np.maximum(*both), 95))))
    return np.minimum(both[0] / cap, np.float32(1)), np.minimum(both[1] / cap, np.float32(1))


def _lines(slopes: Values, place: float, reach: float, start: float, span: float) -> list[Line]:
    """The strongest upright lines within `reach` of a column, seen over rows `start` to `start + span`."""
    first, last = round(start + BAND * span), round(start + (1 - BAND) * span)
    middle = start + span / 2
    low, high = max(1, int(place - reach)), min(int(place + reach) + 1, slopes.shape[1])
    if high <= low:
        return []
    # only what the leaning lines near the place run through
    left, right = max(0, low - int(max(TILTS))), min(high + int(max(TILTS)), slopes.shape[1])
    near = np.ascontiguousarray(slopes[first:last, left:right])
    strengths = []
    for tilt in TILTS:
        lean = tilt / span
        shear = np.array([[1.0, lean, -lean * (middle - first)], [0, 1, 0]])
        leant = cv2.warpAffine(
            near, shear, (near.shape[1], near.shape[0]), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        )
        strengths.append(cv2.reduce(leant, 0, cv2.REDUCE_AVG)[0, low - left : high - left])
    table = np.array(strengths)
    best, which = table.max(axis=0), table.argmax(axis=0)
    found: list[Line] = []
    for column in np.argsort(-best, kind="stable"):
        if all(abs(float(low + column) - line[1]) >= APART for line in found):
            found.append((float(best[column]), float(low + column), float(TILTS[which[column]])))
        if len(found) == LINES:
            break
    return found


def _together(
    lines: Sequence[Sequence[Line]], guess: tuple[float, float], sizes: Sequence[tuple[float, float]]
) -> tuple[Line, ...] | None:
    """The four lines (top, right, bottom, left) that are strongest together and make a card of a likely size."""
    if not all(lines):
        return None
    four = np.array(list(product(*(range(len(side)) for side in lines))))
    told = [np.array(side)[four[:, k]] for k, side in enumerate(lines)]
    top, right, bottom, left = told
    high, wide = bottom[:, 1] - top[:, 1], right[:, 1] - left[:, 1]
    good = (high > 4) & (wide > 4)
    if not good.any():
        return None
    logs = np.log(np.maximum(wide, 1)), np.log(np.maximum(high, 1))
    off = _off(logs, guess, GUESS_SPREAD)
    if sizes:
        off = 0.3 * off + np.min([_off(logs, size, SIZE_SPREAD) for size in sizes], axis=0)
    score = sum(side[:, 0] for side in told) - WEIGHT * off
    score = score - LEAN * (np.abs(top[:, 2] - bottom[:, 2]) + np.abs(left[:, 2] - right[:, 2]))
    if not sizes:
        score = score + OUTER * (logs[0] + logs[1])
    best = int(np.argmax(np.where(good, score, -np.inf)))
    return tuple(lines[k][int(four[best, k])] for k in range(4))


def _off(logs: tuple[Floats, Floats], size: tuple[float, float], spread: float) -> Floats:
    wide, high = (np.abs(log - np.log(side)) / spread for log, side in zip(logs, size, strict=True))
    return np.asarray(np.minimum(wide, 4.0) + np.minimum(high, 4.0))


def _meeting(
    lying: Line, upright: Line, middle: tuple[float, float], size: tuple[float, float]
) -> tuple[float, float]:
    """Where a lying and an upright line meet (px of the look)."""
    a, b = lying[2] / size[0], upright[2] / size[1]
    # y = place + a (x - middle x); x = place + b (y - middle y)
    x = (upright[1] + b * (lying[1] - a * middle[0] - middle[1])) / (1 - a * b)
    return x, lying[1] + a * (x - middle[0])


# The chance that a card lies at an outline that was not read: what would be seen if one did. A card ends:
# along its sides the colour changes, except where another card adjoins it that looks the same there. The
# finder sees card within and edges all round. What only fills the room between cards, borrowing their edges,
# is none.

LEAST_STEP: Final = 8.0
"""A card's colour differs by so much (Lab) from what lies about it, along all sides but one."""
MOST_STEP: Final = 40.0
"""Steps of colour beyond which larger ones tell no more."""
BEYOND: Final = 1.2
"""So far out from a card's middle (in half cards) it is looked whether another adjoins."""
POINTS: Final = 7
ADJOINS: Final = 0.55
"""The part of a side along which another card must lie."""
JOINED_STEP: Final = 20.0
"""What a side counts as, at which another card adjoins that looks the same there."""
CALIBRATION: Final = (1.07, 3.26, 2.88, 1.61, 0.99, 1.66, 0.65, -4.75)
"""The chance of a card: logistic in `Signs.values`, and an offset. Fitted on what nothing was read of in photographs of
seven sources, rendered scenes and painted tables, each source checked with the fit of the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """What speaks for a card: the finder's chance, what it sees within and along the sides (mean, weakest), and the
    steps of colour (Lab) beyond the sides, the weakest first. `own`: sides at which no other card ends."""

    finder: float
    cover: float
    edges: float
    weakest: float
    steps: tuple[float, float, float, float]
    own: int

    @property
    def values(self) -> Floats:
        """As numbers of about one size, for the calibration."""
        chance = min(max(self.finder, 0.02), 0.98)
        steps = [min(step, MOST_STEP) / MOST_STEP for step in self.steps]
        return np.array([np.log(chance / (1 - chance)), self.cover, self.edges, self.weakest, *steps[:3]])

    @property
    def sure(self) -> float:
        """The chance that a card lies there; none where its colour goes on beyond two sides, or no side is its own."""
        if self.steps[1] < LEAST_STEP or not self.own:
            return 0.0
        odds = float(self.values @ np.array(CALIBRATION[:-1])) + CALIBRATION[-1]
        return 1 / (1 + float(np.exp(-odds)))


def signs(image: Picture, finder: Finder, corners: Floats, chance: float, others: Sequence[Floats]) -> Signs:
    """What is seen at an outline (4 x 2 px), beside the outlines of other cards."""
    seen = finder.evidence(corners)
    steps = steps_along(image, corners).tolist()
    joined = _adjoining(corners, others)
    sides = list(zip(steps, joined, strict=True))
    ended = [JOINED_STEP if touched and step < LEAST_STEP else step for step, touched in sides]
    own = sum(touched == (step < LEAST_STEP) for step, touched in sides)
    weakest, second, third, strongest = sorted(float(step) for step in ended)
    return Signs(
        finder=chance,
        cover=seen.cover,
        edges=seen.edges,
        weakest=seen.weakest,
        steps=(weakest, second, third, strongest),
        own=own,
    )


def _adjoining(corners: Floats, others: Sequence[Floats]) -> list[bool]:
    """For each side (from the first corner on) whether another outline lies just beyond most of it."""
    centre = corners.mean(axis=0)
    parts = np.linspace(0.1, 0.9, POINTS)[None, :, None]
    sides = corners[:, None] * (1 - parts) + np.roll(corners, -1, axis=0)[:, None] * parts
    places = centre + (sides - centre) * BEYOND
    within = np.zeros(places.shape[:2], dtype=bool)
    for other in others:
        hull = cv2.convexHull(other.astype(np.float32))
        low, high = other.min(axis=0), other.max(axis=0)
        if (places.max(axis=(0, 1)) < low).any() or (places.min(axis=(0, 1)) > high).any():
            continue
        within |= np.array(
            [
                [cv2.pointPolygonTest(hull, (float(x), float(y)), measureDist=False) >= 0 for x, y in side]
                for side in places
            ]
        )
    return [bool(side.mean() >= ADJOINS) for side in within]
