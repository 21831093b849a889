"""A closer look at a place: what kind of round piece stands there, its top face, its foot and how much of it shows.

A shape is told in px of the picture: millimetres are worked out by those who know the plane.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture, Values
from vision.discs.finding import DiscPlace
from vision.networks import network

Doubles = NDArray[np.float64]
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
    anchor: Doubles
    other: Doubles
    spread: Doubles
    visible: float

    @property
    def shape(self) -> Shape:
        """The likeliest kind of piece, if it is one."""
        return SHAPES[1 + int(np.argmax(self.chances[1:]))]

    @property
    def radius(self) -> float:
        """Radius (px) of a circle as large as the top face or foot."""
        return float(np.sqrt(abs(np.linalg.det(self.spread))))

    def ring(self, share: float = 1.0) -> Doubles:
        """Points (OUTLINE x 2) of the top face's edge, of a pawn's foot; `share` of the way out."""
        return np.asarray(self.anchor + share * _CIRCLE @ self.spread.T, np.float64)

    def outline(self) -> Doubles:
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


def _body(answer: Doubles, cut: Cut) -> Body:
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


def spread_of(numbers: Doubles) -> Doubles:
    """The symmetric matrix (2 x 2) that maps the unit circle to an ellipse, from its logarithm's three numbers."""
    size, one, two = np.clip(numbers, -4, 2).tolist()
    long = float(np.hypot(one, two))
    ratio = np.sinh(long) / long if long > 1e-9 else 1.0
    plain, slant = np.cosh(long), ratio * np.array([[one, two], [two, -one]])
    return np.asarray(np.exp(size) * (plain * np.eye(2) + slant), np.float64)


def numbers_of(spread: Doubles) -> Doubles:
    """The three numbers of `spread_of` for any matrix that maps the unit circle to the ellipse."""
    values, vectors = np.linalg.eigh(spread @ spread.T)
    logarithm = vectors @ np.diag(0.5 * np.log(np.maximum(values, 1e-9))) @ vectors.T
    size = (logarithm[0, 0] + logarithm[1, 1]) / 2
    return np.array([size, (logarithm[0, 0] - logarithm[1, 1]) / 2, logarithm[0, 1]])
