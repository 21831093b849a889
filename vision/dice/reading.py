"""What lies at a place: is it a die, which face is up, how it is turned and whether it leans.

Rule kept: a printed symbol is no pips; a face that carries one is said to be there and is not read.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, hypot, sin, sqrt
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture
from vision.networks import network

CROP_PX: Final = 48
SIDE_PX: Final = 22.0
"""A place is shown in CROP_PX pixels, at a scale at which a side of the die is SIDE_PX long."""
TOP_PX: Final = slice(15, 33)
"""Rows and columns of a crop that lie on the top."""
LEAST_HUE: Final = 14.0
"""Colours of a top that differ so much (0..255) may be looked at by hue."""
SHOWN_SPREAD: Final = 40.0
"""How far apart (0..255) the hues of a top are shown as greys."""
KINDS: Final = 8
"""What a place may be: 0 no die, 1..6 that face of pips, 7 a die with something else on top."""
ANSWERS: Final = KINDS + 8
"""The kinds' log odds, then: off x, off y (sides), log of size, slant x, slant y, cos 4t, sin 4t, odds of a lean."""


@dataclass(frozen=True, slots=True)
class DieCrop:
    """Where to look closely: the middle of the top (px) and a die's side (px)."""

    x: float
    y: float
    side: float


@dataclass(frozen=True, slots=True, eq=False)
class DieReading:
    """What the network says of a place.

    `kinds`: KINDS probabilities. `place`: where the top really is. `slant`: which way the top looks, in the frame
    of the camera's ray (x right, y down; 0, 0 = straight at the camera). `turn`: of the top's sides, in radians, a
    quarter turn is none. `leans`: probability that the die does not lie flat, going by looks alone.
    """

    kinds: Floats
    place: DieCrop
    slant: tuple[float, float]
    turn: float
    leans: float

    def quad(self) -> Floats:
        """The top's corners (4 x 2 px), clockwise as seen."""
        return quad_of(self.place, self.slant, self.turn)


def crop_at(image: Picture, place: DieCrop, turn: float = 0.0) -> Picture:
    """The square (CROP_PX, BGR) about a place; its own down lies `turn` (radians, clockwise) from the picture's."""
    scale = place.side / SIDE_PX
    if scale > 1.4:
        # Much is thrown away: averaged first, over the part needed.
        half = int(CROP_PX * scale / 2 * (abs(cos(turn)) + abs(sin(turn)))) + 3
        left, top = round(place.x) - half, round(place.y) - half
        part = image[max(0, top) : top + 2 * half, max(0, left) : left + 2 * half]
        if part.size == 0:
            return np.zeros((CROP_PX, CROP_PX, 3), np.uint8)
        wide, high = max(2, round(part.shape[1] / scale)), max(2, round(part.shape[0] / scale))
        small = cv2.resize(part, (wide, high), interpolation=cv2.INTER_AREA)
        x = (place.x - max(0, left) + 0.5) * wide / part.shape[1] - 0.5
        y = (place.y - max(0, top) + 0.5) * high / part.shape[0] - 0.5
        return _cut(np.asarray(small, np.uint8), x, y, 1.0, turn)
    return _cut(image, place.x, place.y, scale, turn)


def _cut(image: Picture, x: float, y: float, scale: float, turn: float) -> Picture:
    middle = (CROP_PX - 1) / 2
    spin = scale * np.array([[cos(turn), -sin(turn)], [sin(turn), cos(turn)]])
    matrix = np.column_stack([spin, np.array([x, y]) - spin @ [middle, middle]])
    return np.asarray(
        cv2.warpAffine(
            image, matrix, (CROP_PX, CROP_PX),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE,
        ),
        dtype=np.uint8,
    )  # fmt: skip


def differs_in_hue(image: Picture, place: DieCrop, over_grey: float) -> bool:
    """Whether what lies at a place has colours that differ in hue so many times more than in grey."""
    _, spread, grey = _main_colours(crop_at(image, place))
    return spread > LEAST_HUE and spread > over_grey * grey


def _along_hue(crop: Picture) -> Picture:
    """The crop in grey that tells its hues: how far along the line on which those of its middle differ most."""
    way, spread, _ = _main_colours(crop)
    off = crop.astype(np.float64) - crop[TOP_PX, TOP_PX].reshape(-1, 3).mean(axis=0)
    grey = np.clip(128 + off @ way * SHOWN_SPREAD / max(spread, 1.0), 0, 255)
    return np.asarray(np.repeat(grey[..., None], 3, axis=2), dtype=np.uint8)


def _main_colours(crop: Picture) -> tuple[Floats, float, float]:
    """The line along which the hues of the crop's middle differ most, how much they do, and how much its greys do."""
    middle = crop[TOP_PX, TOP_PX].reshape(-1, 3).astype(np.float64)
    spreads, ways = np.linalg.eigh(np.cov((middle - middle.mean(axis=1, keepdims=True)).T))
    return ways[:, -1], float(np.sqrt(max(0.0, spreads[-1]))), float(middle.mean(axis=1).std())


def levelled(crops: NDArray[np.float32]) -> NDArray[np.float32]:
    """Crops (N x 3 x H x W, 0..255) brought to one brightness and contrast, as the network is shown them."""
    middle = crops.mean(axis=(1, 2, 3), keepdims=True)
    spread = crops.mean(axis=1, keepdims=True).std(axis=(2, 3), keepdims=True)
    return np.asarray((crops - middle) / (spread + 8), dtype=np.float32)


def read(
    image: Picture,
    places: Sequence[DieCrop],
    *,
    mirrored: bool = False,
    turn: float = 0.0,
    by_hue: bool = False,
) -> list[DieReading]:
    """What lies at each place of a picture (BGR); `mirrored`, turned (radians) and `by_hue`: for second opinions."""
    if not places:
        return []
    crops = np.stack([crop_at(image, place, turn) for place in places])
    if by_hue:
        crops = np.stack([_along_hue(crop) for crop in crops])
    if mirrored:
        crops = crops[:, :, ::-1]
    batch = np.ascontiguousarray(crops.transpose(0, 3, 1, 2), dtype=np.float32)
    reader = network("die_read.onnx")
    reader.setInput(levelled(batch))
    answers = np.array(reader.forward(), dtype=np.float64)
    if mirrored:
        answers[:, [KINDS, KINDS + 3, KINDS + 6]] *= -1
    return [_reading(answer, place, turn) for answer, place in zip(answers, places, strict=True)]


def _reading(answer: Floats, place: DieCrop, turn: float) -> DieReading:
    odds = np.exp(answer[:KINDS] - answer[:KINDS].max())
    off_x, off_y, size, slant_x, slant_y, four_cos, four_sin, leans = answer[KINDS:].tolist()
    spin = np.array([[cos(turn), -sin(turn)], [sin(turn), cos(turn)]])
    x, y = (place.x, place.y) + spin @ (off_x, off_y) * place.side
    there = DieCrop(float(x), float(y), place.side * float(np.exp(np.clip(size, -1, 1))))
    slant_x, slant_y = (spin @ (slant_x, slant_y)).tolist()
    steep = hypot(slant_x, slant_y)
    if steep > 0.9:
        slant_x, slant_y = slant_x / steep * 0.9, slant_y / steep * 0.9
    lean = float(1 / (1 + np.exp(-leans)))
    angle = float(np.arctan2(four_sin, four_cos)) / 4 + turn
    return DieReading(odds / odds.sum(), there, (slant_x, slant_y), angle, lean)


def foreshortening(slant: tuple[float, float]) -> Floats:
    """How a face that looks this way is squeezed (2 x 2): along the slant by its cosine, across it not at all."""
    steep = hypot(*slant)
    if steep < 1e-6:
        return np.eye(2)
    way = np.array(slant) / steep
    return np.asarray(np.eye(2) - (1 - sqrt(max(0.0, 1 - steep**2))) * np.outer(way, way))


def quad_of(place: DieCrop, slant: tuple[float, float], turn: float) -> Floats:
    """The corners (4 x 2 px) of a top face from its place, slant and turn."""
    square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * place.side
    spin = np.array([[cos(turn), -sin(turn)], [sin(turn), cos(turn)]])
    return np.asarray(square @ (foreshortening(slant) @ spin).T + (place.x, place.y))
