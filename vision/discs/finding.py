"""Where round pieces may stand in a picture: one small network over the picture at two sizes.

The network only points: what stands there is told by a closer look (`disc_shapes`). It was taught by
`vision.workshop.training.teach_discs` and runs on any OpenCV from 4.10 on. The form of its answer, a map of middles
with a size for each, is that of X. Zhou, D. Wang, P. Krähenbühl, "Objects as Points", 2019.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

import cv2
import numpy as np

from vision.arrays import Picture, Values
from vision.boxes import Box
from vision.networks import network

STEP: Final = 4
"""The network answers for cells of so many px a side."""
LOOK_PX: Final = 400_000.0
"""A picture is brought down to so many px in all before it is searched …"""
COARSER: Final = 3.0
"""… and once more by this factor for what is large in it."""
MOST_REACH: Final = 30.0
LEAST_REACH: Final = 3.4
"""Half the size (px as searched) of what is found at one size of the picture."""
MOST_SEEN: Final = 1.25 * MOST_REACH
"""What comes out larger than this was seen wrongly."""
LEAST_COARSE: Final = 7.0
"""What is smaller than this in the coarser picture is better seen in the finer one."""
USUAL_REACH: Final = 12.0
"""The network tells sizes as logarithms over this one."""
LEAST_CHANCE: Final = 0.2
MOST_PLACES: Final = 120
Reaches = tuple[float, float]
ANY: Final[Reaches] = (0.0, float("inf"))


@dataclass(frozen=True, slots=True)
class DiscPlace:
    """A place where something round may stand: its middle and half its size in px, and how likely it is (0..1)."""

    x: float
    y: float
    reach: float
    chance: float


def find_places(
    image: Picture, boxes: Sequence[Box] | None = None, reaches: Reaches = ANY
) -> tuple[DiscPlace, ...]:
    """Places in a picture (BGR), likeliest first; only within the `boxes` (px) where there are any.

    `reaches`: half the size (px) of the smallest and of the largest piece that is worth a look.
    """
    high, wide = image.shape[:2]
    scale = min(1.0, float(np.sqrt(LOOK_PX / (high * wide))))
    whole: list[Box] = [(0.0, 0.0, float(wide), float(high))]
    found: list[DiscPlace] = []
    looks = [
        (look, least)
        for look, least in ((scale, LEAST_REACH), (scale / COARSER, LEAST_COARSE))
        if reaches[0] * look <= MOST_SEEN and reaches[1] * look >= least
    ]
    for box in whole if boxes is None else boxes:
        for look, least in looks:
            found += _places(image, box, look, least)
    return _apart([place for place in found if reaches[0] <= place.reach <= reaches[1]])


def _places(image: Picture, box: Box, scale: float, least: float) -> list[DiscPlace]:
    """What one look at a part of the picture, brought down by `scale`, finds of `least` reach or more."""
    high, wide = image.shape[:2]
    left, top = max(0, int(box[0])), max(0, int(box[1]))
    right, bottom = min(wide, int(np.ceil(box[2]))), min(high, int(np.ceil(box[3])))
    if right - left < 8 or bottom - top < 8:
        return []
    part = image[top:bottom, left:right]
    across, down = max(8, round((right - left) * scale)), max(8, round((bottom - top) * scale))
    small = cv2.resize(part, (across, down), interpolation=cv2.INTER_AREA)
    more = (-down % (2 * STEP), -across % (2 * STEP))
    padded = cv2.copyMakeBorder(small, 0, more[0], 0, more[1], cv2.BORDER_REPLICATE)
    answer = _answer(np.asarray(padded, np.uint8))
    chance = 1 / (1 + np.exp(-answer[0]))
    peaks = (chance >= cv2.dilate(chance, np.ones((3, 3), np.uint8))) & (chance >= LEAST_CHANCE)
    rows, columns = np.nonzero(peaks)
    reach = USUAL_REACH * np.exp(np.clip(answer[1, rows, columns], -3, 3))
    x = (columns + 0.5 + answer[2, rows, columns]) * STEP * (right - left) / across + left - 0.5
    y = (rows + 0.5 + answer[3, rows, columns]) * STEP * (bottom - top) / down + top - 0.5
    size = reach * (right - left) / across
    usable = (reach >= least) & (reach <= MOST_SEEN)
    told = zip(x[usable], y[usable], size[usable], chance[rows, columns][usable], strict=True)
    return [DiscPlace(float(a), float(b), float(r), float(c)) for a, b, r, c in told]


def _apart(places: list[DiscPlace]) -> tuple[DiscPlace, ...]:
    """The places, likeliest first, without those that lie in the middle of a likelier one."""
    kept: list[DiscPlace] = []
    for place in sorted(places, key=lambda p: -p.chance):
        if all(hypot(place.x - k.x, place.y - k.y) >= 0.5 * min(k.reach, place.reach) for k in kept):
            kept.append(place)
        if len(kept) == MOST_PLACES:
            break
    return tuple(kept)


def levelled(picture: Picture) -> Values:
    """The picture as the network wants it: 1 x 3 x H x W, about -2..2."""
    return (picture.astype(np.float32).transpose(2, 0, 1)[None] - 110.0) * np.float32(1 / 64)


def _answer(picture: Picture) -> Values:
    finder = network("disc_found.onnx")
    finder.setInput(np.ascontiguousarray(levelled(picture)))
    return np.asarray(finder.forward()[0], np.float32)
