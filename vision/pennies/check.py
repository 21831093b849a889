"""Looks closely at a place where a penny may lie: is it one, where is its outline, and how much of it shows.

Rule kept: the network sees a crop evened out, the would-be coin in its middle at one size, so that neither distance
nor the lamp's strength decides. It was taught by `vision.workshop.training.teach_coin_finding`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture, Values
from vision.mat.white import NO_GAINS, Gains, whitened
from vision.networks import network

# Looks a whole picture over for places where a penny may lie, at every size it may have. This is only the
# first look. It is to miss nothing; what is no penny after all is told by `vision.pennies.check`. The network
# was taught by `vision.workshop.training.teach_coin_finding`.

LEVEL_PX: Final = (8.5, 18.5)
"""Diameters (px) that the network knows; larger coins are looked for in smaller copies of the picture."""
USUAL_PX: Final = 14.0
"""Diameter (px) that the network's answers are counted from."""
STEP_PX: Final = 4
"""The network answers once for so many pixels, each way."""
EDGE_PX: Final = 8
"""So much is added all round, as the border looks, so that coins cut off by it are seen as well."""
LEAST_CHANCE: Final = 0.15
"""Places less likely than this at first sight are not looked at closely."""
SAME: Final = 0.33
"""Places nearer than this, in diameters of the larger, and of like size are one."""


@dataclass(frozen=True, slots=True)
class PennyPlace:
    """Where a penny may lie: middle and radius in px, and how likely (0..1) at first sight."""

    x: float
    y: float
    radius: float
    chance: float


def likely_places(
    image: Picture, smallest_px: float, largest_px: float, most: int, light: Gains = NO_GAINS
) -> list[PennyPlace]:
    """The likeliest places of pennies of these diameters (px) in a picture (BGR), likeliest first, at most `most`.

    `light`: the factors under which the picture is seen as in white light.
    """
    places: list[PennyPlace] = []
    scale = min(1.0, LEVEL_PX[0] / smallest_px)
    level = whitened(_shrunk(image, scale), light)
    while True:
        across, down = image.shape[1] / level.shape[1], image.shape[0] / level.shape[0]
        for x, y, radius, chance in peaks(answers(level), LEAST_CHANCE):
            at_x, at_y = (x + 0.5) * across - 0.5, (y + 0.5) * down - 0.5
            places.append(PennyPlace(at_x, at_y, radius * (across + down) / 2, chance))
        scale /= 2
        if largest_px * scale < LEVEL_PX[0] or min(level.shape[:2]) < LEVEL_PX[0]:
            # The likeliest places, without those that mean a coin already named.
            kept: list[PennyPlace] = []
            for place in sorted(places, key=lambda p: -p.chance):
                if len(kept) == most:
                    break
                if not any(same(place, other) for other in kept):
                    kept.append(place)
            return kept
        level = _shrunk(level, 0.5)


def answers(level: Picture) -> Values:
    """What the network says of a picture: rows x columns x (log odds, shift right, shift down, log of size).

    One answer for STEP_PX each way, EDGE_PX beyond the picture all round; shifts in steps.
    """
    high, wide = level.shape[:2]
    more_down, more_right = -high % (2 * STEP_PX), -wide % (2 * STEP_PX)
    padded = cv2.copyMakeBorder(
        level, EDGE_PX, EDGE_PX + more_down, EDGE_PX, EDGE_PX + more_right, cv2.BORDER_REPLICATE
    )
    batch = cv2.dnn.blobFromImage(padded, 1 / 64.0, mean=(128.0, 128.0, 128.0))
    reader = network("coin_scan.onnx")
    reader.setInput(batch)
    told = np.asarray(reader.forward(), dtype=np.float32)[0].transpose(1, 2, 0)
    return np.asarray(told, dtype=np.float32)


def peaks(told: Values, least: float) -> list[tuple[float, float, float, float]]:
    """Middle, radius (px of the level) and chance of every place that stands out from those about it."""
    odds = np.ascontiguousarray(told[..., 0])
    around = cv2.dilate(odds, np.ones((3, 3), np.uint8))
    floor = float(np.log(least / (1 - least)))
    rows, columns = np.nonzero((odds >= around) & (odds > floor))
    found = []
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        log_odds, right, down, size = (float(value) for value in told[row, column])
        x = (column + 0.5 + right) * STEP_PX - 0.5 - EDGE_PX
        y = (row + 0.5 + down) * STEP_PX - 0.5 - EDGE_PX
        radius = USUAL_PX / 2 * float(np.exp(np.clip(size, -1.2, 1.2)))
        found.append((x, y, radius, float(1 / (1 + np.exp(-log_odds)))))
    return found


def _shrunk(image: Picture, scale: float) -> Picture:
    if scale >= 1:
        return image
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def same(one: PennyPlace, other: PennyPlace) -> bool:
    """Whether two places mean one coin."""
    larger, smaller = max(one.radius, other.radius), min(one.radius, other.radius)
    near = (one.x - other.x) ** 2 + (one.y - other.y) ** 2 < (2 * SAME * larger) ** 2
    return near and larger < 1.6 * smaller


# Tells copper from silver: how much redder than green what lies within an outline is. Colour only speaks
# against. Burnt and dark places have none to tell, and a coin that shines all over is left to what else is
# known of it.

BURNT: Final = 245
DARK: Final = 12
LEAST_SEEN: Final = 0.25
"""The part of a coin that must be neither burnt nor dark for its colour to be told."""
COPPER_FROM: Final = 0.2
"""Copper's logarithm of red over green is at least about so much, under usual lamps and a camera's white balance."""
DOUBT: Final = 22.0
"""Log odds lost for each unit less."""
MOST_DOUBT: Final = 4.5


def colour_doubt(crop: Picture, radius_px: float) -> float:
    """Log odds (0 or less) by which the colour of a crop (BGR) speaks against copper within a circle in its middle."""
    inside = crop[_disc(crop.shape[0], 0.88 * radius_px)].astype(np.float64)
    told = (inside.max(axis=1) < BURNT) & (inside.max(axis=1) > DARK)
    if float(told.mean()) < LEAST_SEEN:
        return 0.0
    _, green, red = inside[told].mean(axis=0)
    redness = float(np.log((red + 1) / (green + 1)))
    return max(-MOST_DOUBT, min(0.0, DOUBT * (redness - COPPER_FROM)))


@cache
def _disc(side: int, radius: float) -> NDArray[np.bool_]:
    y, x = np.mgrid[0:side, 0:side] - (side - 1) / 2
    return np.asarray(np.hypot(x, y) < radius, dtype=np.bool_)


CLOSE_PX: Final = 48
"""Side of the crop that is looked at."""
RADIUS_PX: Final = 16.0
"""Radius of the would-be coin within it."""
FIRST_LOOK: Final = 0.7
"""How much of the log odds of the first look counts beside those of the close ones."""
LONGEST: Final = 1.6
"""Longer axis over shorter of the flattest outline that is believed: a table seen from 50 deg off straight down."""


@dataclass(frozen=True, slots=True, eq=False)
class Ellipse:
    """An ellipse in a picture: its middle (px) and the 2 x 2 matrix (px) that makes it of the unit circle.

    `odds`: log odds that it is a penny's, `visible` the part of it that shows.
    """

    middle: Floats
    shape: Floats
    odds: float = 0.0
    visible: float = 1.0

    @property
    def chance(self) -> float:
        """The probability (0..1) that it is a penny's outline."""
        return 1 / (1 + float(np.exp(-self.odds)))

    @property
    def radius(self) -> float:
        """Of the circle of the same area, px."""
        return float(np.sqrt(abs(self.shape[0, 0] * self.shape[1, 1] - self.shape[0, 1] * self.shape[1, 0])))

    def points(self, number: int, size: float = 1.0) -> Floats:
        """So many points (N x 2, px) of the outline, in turn; of one `size` times as large."""
        turn = np.arange(number) / number * 2 * np.pi
        round_points = np.column_stack([np.cos(turn), np.sin(turn)]) * size
        return np.asarray(self.middle + round_points @ self.shape.T, dtype=np.float64)


def outline_of(place: PennyPlace) -> Ellipse:
    chance = min(max(place.chance, 1e-6), 1 - 1e-6)
    return Ellipse(
        np.array([place.x, place.y]), np.eye(2) * place.radius, float(np.log(chance / (1 - chance)))
    )


class Shrinking:
    """A picture (BGR) and smaller copies of it, made when first asked for: large coins are cut out of those.

    What is cut out is seen as in white light, if `light` are the factors for that.
    """

    def __init__(self, image: Picture, light: Gains = NO_GAINS) -> None:
        self._copies = [image]
        self._light = light

    def crop(self, outline: Ellipse, side: int, radius_px: float) -> Picture:
        """The square (`side` px) about an outline, bent so that this is a circle of a radius (px) in its middle."""
        step = 0
        while outline.radius / 2**step > 1.5 * radius_px:
            step += 1
        while len(self._copies) <= step:
            last = self._copies[-1]
            size = (max(1, last.shape[1] // 2), max(1, last.shape[0] // 2))
            self._copies.append(np.asarray(cv2.resize(last, size, interpolation=cv2.INTER_AREA), np.uint8))
        copy, whole = self._copies[step], self._copies[0]
        scale = np.array([copy.shape[1] / whole.shape[1], copy.shape[0] / whole.shape[0]])
        bent = outline.shape * scale[:, None] / radius_px
        middle = (outline.middle + 0.5) * scale - 0.5
        matrix = np.column_stack([bent, middle - bent @ np.full(2, (side - 1) / 2)])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        cut = cv2.warpAffine(copy, matrix, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return whitened(np.asarray(cut, dtype=np.uint8), self._light)


def looked_at(picture: Shrinking, outlines: Sequence[Ellipse]) -> list[Ellipse]:
    """The outlines as they are after a closer look, each with its chance and visible part, in the same order."""
    if not outlines:
        return []
    crops = np.stack([picture.crop(outline, CLOSE_PX, RADIUS_PX) for outline in outlines])
    reader = network("coin_check.onnx")
    reader.setInput(evened(crops))
    told = np.asarray(reader.forward(), dtype=np.float64)
    return [_told(outline, answer) for outline, answer in zip(outlines, told, strict=True)]


def weighed(picture: Shrinking, first: Ellipse, once: Ellipse, again: Ellipse) -> Ellipse:
    """The outline after two close looks, its odds weighed from all three looks and from its colour."""
    crop = picture.crop(again, CLOSE_PX, RADIUS_PX)
    odds = (once.odds + again.odds) / 2 + FIRST_LOOK * first.odds + colour_doubt(crop, RADIUS_PX)
    return replace(again, odds=odds)


def evened(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Crops (N x CLOSE_PX x CLOSE_PX x 3) as the network takes them: N x 3 x CLOSE_PX x CLOSE_PX."""
    planes = crops.astype(np.float32).transpose(0, 3, 1, 2)
    grey = planes.mean(axis=1, keepdims=True)
    middle = grey.mean(axis=(2, 3), keepdims=True)
    spread = grey.std(axis=(2, 3), keepdims=True)
    return np.ascontiguousarray((planes - middle) / (spread + 12), dtype=np.float32)


def _told(outline: Ellipse, answer: Floats) -> Ellipse:
    log_odds, visible, right, down, size, along, aslant = answer.tolist()
    middle = outline.middle + outline.shape @ [right, down]
    change = np.exp(size) * stretch(along, aslant)
    left, axes, _ = np.linalg.svd(outline.shape @ change)
    axes = np.clip(axes, np.sqrt(axes.prod() / LONGEST), np.sqrt(axes.prod() * LONGEST))
    return Ellipse(
        np.asarray(middle, dtype=np.float64),
        np.asarray(left @ np.diag(axes) @ left.T, dtype=np.float64),
        float(log_odds),
        1 / (1 + float(np.exp(-visible))),
    )


def stretch(along: float, aslant: float) -> Floats:
    """The symmetric matrix of determinant 1 whose logarithm is ((along, aslant), (aslant, -along))."""
    size = float(np.hypot(along, aslant))
    ratio = float(np.sinh(size)) / size if size > 1e-9 else 1.0
    flat = np.array([[along, aslant], [aslant, -along]], dtype=np.float64)
    return np.asarray(np.cosh(size) * np.eye(2) + ratio * flat, dtype=np.float64)
