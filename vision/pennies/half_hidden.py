"""Pennies that a card laid over them hides in part: told by what of them still shows beside that card.

Rule kept: what shows must differ from the card's own picture, look like copper, and end where a penny of its true
size would; a painted sun is part of the picture, so it is no penny.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture
from vision.cards.lying import Lying
from vision.cards.reader import CARD_TOP_MM
from vision.cards.reading import fine_patch
from vision.decks.references import FINE_MM, offsets
from vision.mat.plane import Plane
from vision.mat.white import Gains
from vision.pennies.reading import PENNY_MM

Values = NDArray[np.float32]

LEAST_OPEN: Final = 0.1
"""A card of which less is open to view tells nothing."""
CLEAR_MM: Final = 0.8
"""So near to a covering card its edge and shadow are seen, not what lies under it."""
FROM_MIDDLE_MM: Final = 14.0
"""A penny lies so near to the middle of its card."""
SHOWING: Final = (0.09, 0.9)
"""The part of a penny that shows: with less of it nothing can be told, with more it is no affair of this file."""
RING_MM: Final = 3.0
"""Width of the ring about a penny in which the card looks as its own picture does."""
SHIFT_MM: Final = 0.5
"""A reference may lie so far aside."""
PLAIN_NOISE: Final = 7.0
"""Standard deviation (grey levels) of a card about its reference where both are plain, at least."""
ODD_FROM: Final = 12.0
"""Sum over three channels of squared differences, in units of that noise, at which a sample is as odd as not."""
FAR_OFF: Final = 12.0
"""Difference (grey levels) beyond which a sample says less and less about the light."""
USUAL_LIGHT: Final = np.array([0.8, 0.0, 0.0, 0.0])
LIGHT_TIES: Final = np.array([3e4, 1e-4, 100.0, 100.0])
"""How a card is lit before anything is known (contrast, haze, slopes to its right and down), and how firmly: a card
of which little shows, and that without contrast, must not be explained by wild light."""
CONTRAST_HALF: Final = 0.2
CONTRAST_SPREAD: Final = 0.02
"""Contrast between circle and ring at which a penny is as likely as none, and the scale of the logistic chance."""
LITTLE: Final = 0.16
LITTLE_WEIGHT: Final = 2.0
"""Of a penny of which less shows, so much more contrast is asked for."""
OTHER_FROM: Final = 0.25
OTHER_WEIGHT: Final = 2.0
"""The rest of a card looks less unlike its picture than this, or it may well be another card: then by so much more
contrast is asked for. Fitted, with the above, on the pennies of two tables beside outlines drawn over them: no false
find among 350 outlines that hide the penny whole (largest contrast 0.17), nor among attacks painted without one."""
COPPER: Final = (0.24, 0.30)
COPPER_SPREAD: Final = (0.16, 0.11)
"""Logarithms of red over green and of green over blue of a copper penny under white light, and how they vary."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Half:
    """The likeliest place of a half hidden penny (mm), how much of it shows (0..1), and what speaks for it.

    `inside`, `ring`: how much like copper, and unlike the card, it looks within the circle and just outside it (0..1).
    `rest`: how unlike its picture the rest of the card looks, whatever its colour (0..1).
    """

    x: float
    y: float
    visible: float
    inside: float
    ring: float
    rest: float

    @property
    def sure(self) -> float:
        """The chance (0..1) that a penny lies there."""
        doubt = OTHER_WEIGHT * max(0.0, self.rest - OTHER_FROM)
        doubt += LITTLE_WEIGHT * max(0.0, LITTLE - self.visible)
        return 1 / (1 + float(np.exp((CONTRAST_HALF + doubt - self.inside + self.ring) / CONTRAST_SPREAD)))


# The card's own face is known, so what shows of a penny is what differs from it and is coppery. The place is a matched
# filter's: the mean of that over a penny's disc less the mean over a ring about it, over what shows of both; the
# square root of the part that shows weighs it, as a mean over fewer pixels is noisier.
def find_half(
    image: Picture,
    plane: Plane,
    gains: Gains,
    under: Lying,
    over: Sequence[Floats],
    others: Sequence[tuple[float, float]] = (),
) -> Half | None:
    """Where on a card a penny may lie half hidden under the outlines (4 x 2 mm each, in turn round) laid over it.

    `others`: pennies (mm) that are accounted for. None where the card is not known, or no place qualifies.
    """
    if under.index is None:
        return None
    group, pose = under.group, under.pose
    seen, _ = fine_patch(image, plane, pose, group, CARD_TOP_MM, gains)
    wanted = group.fine_pictures[under.index]
    rows, columns = wanted.shape[:2]
    right, up = np.meshgrid(*offsets(group.width_mm, group.height_mm, rows, columns))
    cosine, sine = np.cos(np.deg2rad(pose.angle)), np.sin(np.deg2rad(pose.angle))
    x, y = pose.x + cosine * right - sine * up, pose.y + sine * right + cosine * up
    clear = np.min([off_outline(outline, x, y) for outline in over], axis=0)
    for other_x, other_y in others:
        clear = np.minimum(clear, np.hypot(x - other_x, y - other_y) - PENNY_MM / 2)
    visible = (clear > CLEAR_MM).astype(np.float32)
    if float(visible.mean()) < LEAST_OPEN:
        return None
    strange = _odd(seen, wanted, visible)
    odd = strange * _copper(seen)
    disc, ring = _kernels(columns / group.width_mm, rows / group.height_mm)

    def told(kernel: Values, values: Values) -> Values:
        return np.asarray(cv2.filter2D(values, -1, kernel, borderType=cv2.BORDER_CONSTANT), np.float32)

    whole = float(disc.sum())
    shown, beside = told(disc, visible), told(ring, visible)
    inside = told(disc, odd) / np.maximum(shown, 1)
    outside = told(ring, odd) / np.maximum(beside, 1)
    likely = (inside - outside) * np.sqrt(np.maximum(shown, 0) / whole)
    part = told(disc, (clear > 0).astype(np.float32)) / whole
    ruled_out = (np.hypot(right, up) > FROM_MIDDLE_MM) | (part < SHOWING[0]) | (part > SHOWING[1])
    likely[ruled_out] = -1
    row, column = (int(k) for k in np.unravel_index(int(likely.argmax()), likely.shape))
    if likely[row, column] <= 0:
        return None
    at_x, at_y = float(x[row, column]), float(y[row, column])
    beyond = visible * (np.hypot(x - at_x, y - at_y) > PENNY_MM / 2 + RING_MM)
    rest = float((strange * beyond).sum() / max(float(beyond.sum()), 1.0))
    return Half(
        x=at_x,
        y=at_y,
        visible=float(part[row, column]),
        inside=float(inside[row, column]),
        ring=float(outside[row, column]),
        rest=rest,
    )


def showing(x: float, y: float, over: Sequence[Floats]) -> float:
    """How much (0..1) of a penny at a place (mm) the outlines laid over it leave to be seen."""
    across, up = _DOTS
    clear = np.min([off_outline(outline, x + across, y + up) for outline in over], axis=0)
    return float((clear > 0).mean())


def off_outline(outline: Floats, x: Floats, y: Floats) -> Floats:
    """How far (mm) points lie outside a rectangle (4 x 2 mm), at least; negative within it."""
    middle = outline.mean(axis=0)
    off = []
    for side in (outline[1] - outline[0], outline[2] - outline[1]):
        half = float(np.hypot(*side)) / 2
        off.append(np.abs((x - middle[0]) * side[0] + (y - middle[1]) * side[1]) / (2 * half) - half)
    return np.asarray(np.maximum(*off), dtype=np.float64)


def _odd(seen: Values, wanted: Values, visible: Values) -> Values:
    """How surely (0..1) each sample does not show the card's own picture, under whatever even light falls on it.

    Each channel is fitted by the reference, a haze and two slopes of light; what is far off (the penny itself, a
    shadow) counts less and less.
    """
    rows, columns = visible.shape
    down, across = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    steps = cv2.dilate(wanted, _DOT) - cv2.erode(wanted, _DOT)
    far = np.zeros((rows, columns))
    for channel in range(3):
        terms = np.stack([wanted[..., channel], np.ones_like(down), across, down], axis=-1)
        picked = terms[visible > 0]
        values = seen[..., channel][visible > 0].astype(np.float64)
        weight: Floats = np.ones(len(values))
        light = USUAL_LIGHT
        for _ in range(5):
            weighted = picked * weight[:, None]
            normal = picked.T @ weighted + np.diag(LIGHT_TIES)
            light = np.asarray(np.linalg.solve(normal, weighted.T @ values + LIGHT_TIES * USUAL_LIGHT))
            weight = np.asarray(1 / (1 + ((values - picked @ light) / FAR_OFF) ** 2), dtype=np.float64)
        noise = PLAIN_NOISE**2 + (SHIFT_MM / FINE_MM / 2 * light[0] * steps[..., channel]) ** 2
        far += (seen[..., channel] - terms @ light) ** 2 / noise
    return np.asarray(far / (far + ODD_FROM) * visible, dtype=np.float32)


def _copper(seen: Values) -> Values:
    """How well (0..1) each sample's colour goes with copper, shining or dull."""
    logs = np.log(seen + 8)
    red = (logs[..., 2] - logs[..., 1] - COPPER[0]) / COPPER_SPREAD[0]
    green = (logs[..., 1] - logs[..., 0] - COPPER[1]) / COPPER_SPREAD[1]
    return np.asarray(np.exp(-0.5 * (red * red + green * green)), dtype=np.float32)


def _dots() -> tuple[Floats, Floats]:
    """Points spread evenly over a penny, from its middle (mm)."""
    y, x = np.mgrid[-1:1:41j, -1:1:41j] * (PENNY_MM / 2)
    inside = np.hypot(x, y) <= PENNY_MM / 2
    return np.asarray(x[inside], dtype=np.float64), np.asarray(y[inside], dtype=np.float64)


_DOT: Final = np.ones((3, 3), np.uint8)
_DOTS: Final = _dots()


@cache
def _kernels(across: float, up: float) -> tuple[Values, Values]:
    """A penny's disc and the ring about it, in samples (so many per mm)."""
    wide, high = (int((PENNY_MM / 2 + RING_MM) * scale) + 1 for scale in (across, up))
    y, x = np.mgrid[-high : high + 1, -wide : wide + 1]
    off = np.hypot(x / across, y / up) - PENNY_MM / 2
    disc, ring = off <= 0, (off > 0.7) & (off <= RING_MM)
    return disc.astype(np.float32), ring.astype(np.float32)
