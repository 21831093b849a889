"""A closer look at a place: what kind of round piece stands there, its top face, its foot and how much of it shows.

A shape is told in px of the picture: millimetres are worked out by those who know the plane.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final, Literal

import cv2
import numpy as np

from vision.arrays import Box, Floats, Picture, Values
from vision.networks import network

# Where round pieces may stand in a picture: one small network over the picture at two sizes. The network only
# points: what stands there is told by a closer look (`disc_shapes`). It was taught by
# `vision.workshop.training.teach_discs` and runs on any OpenCV from 4.10 on. The form of its answer, a map of
# middles with a size for each, is that of X. Zhou, D. Wang, P. Krähenbühl, "Objects as Points", 2019.

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


Shape = Literal["nothing", "disc", "cylinder", "pawn"]

SHAPES: Final[tuple[Shape, ...]] = ("nothing", "disc", "cylinder", "pawn")
CROP_PX: Final = 36
"""Side of the square as the network sees it."""
AROUND: Final = 1.65
"""The square cut out is so many times larger than the piece."""
OUTLINE: Final = 24
"""Points of an outline."""


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A round piece in a picture, in px.

    `chances` by SHAPES (sum 1). `anchor`: the middle of the top face, of a pawn the middle of its foot; `other`: the
    middle of the lower end, of a pawn that of its head. `spread` (2 x 2) maps the unit circle to the top face (a
    pawn: to its foot). `visible`: 0..1.
    """

    chances: tuple[float, float, float, float]
    anchor: Floats
    other: Floats
    spread: Floats
    visible: float

    @property
    def shape(self) -> Shape:
        """The likeliest kind of piece, if it is one."""
        return SHAPES[1 + int(np.argmax(self.chances[1:]))]

    @property
    def radius(self) -> float:
        """Radius (px) of a circle as large as the top face or foot."""
        return float(np.sqrt(abs(np.linalg.det(self.spread))))

    def ring(self, share: float = 1.0) -> Floats:
        """Points (OUTLINE x 2) of the top face's edge, of a pawn's foot; `share` of the way out."""
        return np.asarray(self.anchor + share * _CIRCLE @ self.spread.T, np.float64)

    def outline(self) -> Floats:
        """Points about all that is seen of the piece; of a disc its top face alone."""
        if self.shape == "disc":
            return self.ring()
        small = 0.5 if self.shape == "pawn" else 1.0
        both = np.concatenate([self.ring(), self.other + small * _CIRCLE @ self.spread.T])
        return np.asarray(cv2.convexHull(both.astype(np.float32))[:, 0], np.float64)


_CIRCLE = np.column_stack(
    [np.cos(np.arange(OUTLINE) * 2 * np.pi / OUTLINE), np.sin(np.arange(OUTLINE) * 2 * np.pi / OUTLINE)]
)


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """A square cut out about a place: CROP_PX square BGR, its middle and half side in px of the picture."""

    picture: Picture
    x: float
    y: float
    half: float


def cut_at(image: Picture, x: float, y: float, reach: float) -> Cut:
    """The square about a place (px), brought to CROP_PX; the picture's border is carried on outside."""
    half = max(3, round(AROUND * reach))
    left, top = round(x + 0.5) - half, round(y + 0.5) - half
    high, wide = image.shape[:2]
    part: Picture = image[max(0, top) : max(0, top + 2 * half), max(0, left) : max(0, left + 2 * half)]
    if part.size == 0:
        part = np.zeros((1, 1, 3), np.uint8)
    short = (max(0, -top), max(0, top + 2 * half - high), max(0, -left), max(0, left + 2 * half - wide))
    if any(short):
        part = np.asarray(cv2.copyMakeBorder(part, *short, cv2.BORDER_REPLICATE), np.uint8)
    way = cv2.INTER_AREA if half * 2 > CROP_PX else cv2.INTER_LINEAR
    small = cv2.resize(part, (CROP_PX, CROP_PX), interpolation=way)
    return Cut(np.asarray(small, np.uint8), left + half - 0.5, top + half - 0.5, float(half))


def evened(crops: Values) -> Values:
    """Crops (N x 3 x CROP_PX x CROP_PX, 0..255) evened out in brightness and contrast, their colours kept."""
    grey = crops.mean(axis=1, keepdims=True)
    middle = grey.mean(axis=(2, 3), keepdims=True)
    spread = crops.std(axis=(1, 2, 3), keepdims=True)
    return np.asarray((crops - middle) / (spread + 10), np.float32)


def look_closer(image: Picture, places: Sequence[DiscPlace], turns: int = 1) -> tuple[Body, ...]:
    """The body at each place; its kind is the mean over so many quarter turns (1..4) of what is seen."""
    if not places:
        return ()
    cuts = [cut_at(image, place.x, place.y, place.reach) for place in places]
    crops = evened(np.stack([cut.picture for cut in cuts]).astype(np.float32).transpose(0, 3, 1, 2))
    turned = np.concatenate([np.rot90(crops, quarter, axes=(2, 3)) for quarter in range(turns)])
    reader = network("disc_shape.onnx")
    reader.setInput(np.ascontiguousarray(turned))
    told = np.asarray(reader.forward(), np.float64).reshape(turns, len(cuts), -1)
    answers = told[0].copy()
    answers[:, :4] = told[:, :, :4].mean(axis=0)
    return tuple(_body(answer, cut) for answer, cut in zip(answers, cuts, strict=True))


def _body(answer: Floats, cut: Cut) -> Body:
    odds = np.exp(answer[:4] - answer[:4].max())
    chances = odds / odds.sum()
    middle = np.array([cut.x, cut.y])
    anchor = middle + answer[4:6] * cut.half
    return Body(
        chances=(float(chances[0]), float(chances[1]), float(chances[2]), float(chances[3])),
        anchor=anchor,
        other=anchor + answer[6:8] * cut.half,
        spread=spread_of(answer[8:11]) * cut.half,
        visible=float(1 / (1 + np.exp(-answer[11]))),
    )


def spread_of(numbers: Floats) -> Floats:
    """The symmetric matrix (2 x 2) that maps the unit circle to an ellipse, from its logarithm's three numbers."""
    size, one, two = np.clip(numbers, -4, 2).tolist()
    long = float(np.hypot(one, two))
    ratio = np.sinh(long) / long if long > 1e-9 else 1.0
    plain, slant = np.cosh(long), ratio * np.array([[one, two], [two, -one]])
    return np.asarray(np.exp(size) * (plain * np.eye(2) + slant), np.float64)


def numbers_of(spread: Floats) -> Floats:
    """The three numbers of `spread_of` for any matrix that maps the unit circle to the ellipse."""
    values, vectors = np.linalg.eigh(spread @ spread.T)
    logarithm = vectors @ np.diag(0.5 * np.log(np.maximum(values, 1e-9))) @ vectors.T
    size = (logarithm[0, 0] + logarithm[1, 1]) / 2
    return np.array([size, (logarithm[0, 0] - logarithm[1, 1]) / 2, logarithm[0, 1]])
