"""Pennies: first those anywhere on the table, with a mat in view and without; then those that lie on cards.

Rule kept: a round place is not yet a penny. It counts after two close looks, and where the table's scale is known,
only with a penny's size. Colours are judged under white light, by the paper of the tags. Without a mat the camera's
white balance is used; if it shows no penny at all, the ground's colour is tried as white. A penny on a card that is
not read again is not read again either, and one that a card was laid over is remembered.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from itertools import islice
from math import dist, exp, hypot, inf, log, sqrt
from typing import Final

import cv2
import numpy as np

from companion.sight import Kind, Sighting
from vision.arrays import (
    Box,
    Corners,
    Floats,
    Mask,
    Picture,
    PxBox,
    Size,
    Values,
    as_corners,
    box_about,
    circle,
    each_once,
    grown,
    stretch,
)
from vision.cards.fitting import Lying, apart_deg, fine_patch, shared
from vision.cards.reader import LAID_UPON, Card, SeenCards
from vision.decks.references import FINE_MM, offsets
from vision.light.colours import ground_gains
from vision.mat.plane import NO_GAINS, Gains, Plane, rectangle, white_gains, whitened
from vision.networks import answers
from vision.reader import PieceReader, Seen, SeenPieces, View, bears

# Reads crops of candidate pennies: whether it is one, its visible share, and which side is up.
# Rule kept: crops are normalised, so that neither the lamp's strength nor its colour decides. The networks are small,
# were trained by `vision.workshop.training.teach_pennies`, and run on any OpenCV from 4.10 on.

PENNY_MM: Final = 19.05
"""Diameter of a US cent."""
CROP_PX, CROP_PX_PER_MM = 48, 2.0
"""Side and scale of the square crop about a candidate."""
WHOLE_PX, SIDE_PX = 56, 48
"""The crop is resized to WHOLE_PX a side; sides are read in its inner SIDE_PX."""
SIDE_RADIUS_PX: Final = PENNY_MM / 2 * CROP_PX_PER_MM * WHOLE_PX / CROP_PX
"""The penny's radius there."""
WITHIN_RIM: Final = 0.85
"""Share of the radius inside the rim, which is often much brighter or darker than the rest."""
MOST_EVEN: Final = 4.0
"""Maximum deviation of a brightness from the mean, in standard deviations."""
Look = tuple[float, float, float, bool]
LOOKS: Final[tuple[Look, ...]] = ((0.97, 0.0, 0.0, False), (1.03, 0.0, 0.0, True))
"""The looks at a side: factor of the radius, shifts of the middle right and down (in radii), mirrored or not."""
OFF: Final = 0.06
MORE_LOOKS: Final[tuple[Look, ...]] = tuple(
    (1.0, right, down, mirrored)
    for right, down in ((0.0, 0.0), (OFF, 0.0), (-OFF, 0.0), (0.0, OFF), (0.0, -OFF))
    for mirrored in (False, True)
)
"""The same for a penny known by its outline only, which shadows at its foot displace."""
CAUTION: Final = 1.25
"""Divisor of a side's log odds; fitted (minimum log loss) on frames outside the training set."""
RINGS, RAYS = 24, 96
"""Rows and columns of the polar view; in it, a turn of the penny is a shift."""
FIND_PX: Final = 32
"""Side of the same square for the finder."""


def penny_chances(crops: Sequence[Picture]) -> tuple[Floats, Floats]:
    """For each crop the probability of a penny in its middle, and the penny's visible share (0..1)."""
    if not crops:
        return np.zeros(0), np.zeros(0)
    small = np.stack([cv2.resize(crop, (FIND_PX, FIND_PX), interpolation=cv2.INTER_AREA) for crop in crops])
    scaled = small.astype(np.float32).transpose(0, 3, 1, 2)
    brightness = scaled.mean(axis=1, keepdims=True)
    middle = brightness.mean(axis=(2, 3), keepdims=True)
    spread = brightness.std(axis=(2, 3), keepdims=True, ddof=1)
    told = np.asarray(answers("penny_found.onnx", (scaled - middle) / (spread + 12)), np.float64)
    chances = 1 / (1 + np.exp(-told))
    return chances[:, 0], chances[:, 1]


def heads_chances(crops: Sequence[Picture], looks: Sequence[Look] = LOOKS) -> Floats:
    """For each crop of a penny (BGR) the probability that heads is up, by the mean log odds over the looks.

    A crop may have any size; the penny in its middle is PENNY_MM * CROP_PX_PER_MM / CROP_PX of its side across. More
    than CROP_PX pixels help if the picture has them.
    """
    if not crops:
        return np.zeros(0)
    views = [side_view(np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), dtype=np.uint8)) for crop in crops]
    odds = np.mean([_heads_odds(views, look) for look in looks], axis=0)
    return np.asarray(1 / (1 + np.exp(-odds / CAUTION)), dtype=np.float64)


def _heads_odds(views: Sequence[Values], look: Look) -> Floats:
    *where, mirrored = look
    at = _unrolling(*where)
    unrolled = np.stack(
        [cv2.remap(view, *at, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) for view in views]
    )
    weight = ring_weights()
    middle = (unrolled * weight).sum(axis=(1, 2), keepdims=True)
    spread = np.sqrt(((unrolled - middle) ** 2 * weight).sum(axis=(1, 2), keepdims=True))
    even = np.clip((unrolled - middle) / (spread + 4), -MOST_EVEN, MOST_EVEN)
    shown = even[:, None, :, ::-1] if mirrored else even[:, None]
    told = np.asarray(answers("penny_side.onnx", shown), np.float64)
    return np.asarray(told[:, 0] - told[:, 1])


def side_view(grey: Picture) -> Values:
    """A grey crop resized for reading the side: SIDE_PX square, nearly filled by the penny."""
    how = cv2.INTER_AREA if len(grey) > WHOLE_PX else cv2.INTER_LINEAR
    whole = cv2.resize(grey.astype(np.float32), (WHOLE_PX, WHOLE_PX), interpolation=how)
    margin = (WHOLE_PX - SIDE_PX) // 2
    return np.asarray(whole[margin:-margin, margin:-margin], dtype=np.float32)


def ring_radii() -> Floats:
    """The radius (px of a view) of each of the RINGS."""
    return (np.arange(RINGS) + 0.5) / RINGS * 1.04 * SIDE_RADIUS_PX


def ring_weights() -> Values:
    """Weights (RINGS x RAYS, sum 1) for normalising a view: each place's area; 0 on the rim."""
    radii = ring_radii()[:, None]
    weight = np.repeat(radii * (radii < WITHIN_RIM * SIDE_RADIUS_PX), RAYS, axis=1)
    return np.asarray(weight / weight.sum(), dtype=np.float32)


@cache
def _unrolling(size: float, right: float = 0.0, down: float = 0.0) -> tuple[Values, Values]:
    """The places (x, y in px) in a view of each sample of its polar view, for a look's size and shift."""
    angle = 2 * np.pi * np.arange(RAYS) / RAYS
    middle = (SIDE_PX - 1) / 2
    x = middle + right * SIDE_RADIUS_PX + size * ring_radii()[:, None] * np.cos(angle)
    y = middle + down * SIDE_RADIUS_PX + size * ring_radii()[:, None] * np.sin(angle)
    return x.astype(np.float32), y.astype(np.float32)


# Combines two looks at one penny, between which the camera moved or the lamp changed. A clear look stands alone.
# Log odds of two unclear looks are added if both favour one side (naive Bayes: another angle or lamp shows the
# relief otherwise); if they contradict, no side is reported.

CLEAR_ODDS: Final = log(9.0)
"""Log odds (0.9) from which a side is clear, and the maximum that the look before counts."""
TOGETHER: Final = 0.7
"""Weight of the sum, because two looks are not independent: 1 had the minimum log loss on 700 struck pennies, each
under two lamps; real ones, shiny or worn, get a little less."""
SIDE_MARGIN: Final = 0.6
"""Minimum probability of a side that is named."""
SAME_PLACE_MM: Final = 2.0
"""Maximum distance at which an unmoved penny is found again after the camera moved."""


def told_penny(
    chance: float,
    heads: float,
    visible: float,
    corners_px: Sequence[Sequence[float]],
    place: Sequence[float] | None,
) -> Sighting:
    """A penny as a sighting: its `chance`, the chance of `heads` given a penny (0..1 each), its place in mm or None."""
    x, y = (None, None) if place is None else (round(float(place[0]), 2), round(float(place[1]), 2))
    outline = tuple((float(x), float(y)) for x, y in corners_px)
    shows = visible if visible < 0.93 else 1.0
    return _with_side(Sighting("penny", None, x=x, y=y, corners_px=outline, visible=shows), chance, heads)


def _with_side(penny: Sighting, chance: float, heads: float) -> Sighting:
    likely, other = sorted(
        (("heads", heads * chance), ("tails", (1 - heads) * chance)), key=lambda side: -side[1]
    )
    if likely[1] < SIDE_MARGIN * chance:
        return replace(penny, label=None, sure=chance, others=(likely, other))
    return replace(penny, label=likely[0], sure=likely[1], others=(other,))


def seen_again(view: View, pennies: Sequence[Sighting], before: Sequence[Sighting]) -> tuple[Sighting, ...]:
    """The pennies of this look, unclear sides combined with the look before.

    Only if the whole picture changed: where parts of it did, a hand may have turned the penny. Never without a mat,
    where no penny can be matched.
    """
    if view.changes is not None or view.plane is None:
        return tuple(pennies)
    known = [one for one in before if one.kind == "penny"]
    return tuple(_together(one, min(known, key=partial(apart_mm, one), default=None)) for one in pennies)


def side_unread(penny: Sighting) -> Sighting:
    """The penny with its side unread, because the picture is blurred."""
    return _with_side(penny, min(1.0, sum(_shares(penny).values())), 0.5)


def apart_mm(one: Sighting, other: Sighting) -> float:
    """Distance (mm) of two things; inf if a place is unknown."""
    if one.x is None or one.y is None or other.x is None or other.y is None:
        return inf
    return hypot(one.x - other.x, one.y - other.y)


def _together(penny: Sighting, earlier: Sighting | None) -> Sighting:
    """A penny, combined with the nearest penny of the look before if that is the same."""
    if earlier is None or apart_mm(penny, earlier) > SAME_PLACE_MM:
        return penny
    now, then = _heads_odds_again(penny), _heads_odds_again(earlier)
    if abs(now) >= CLEAR_ODDS or then == 0:
        return penny
    shares = _shares(penny)
    chance = min(1.0, sum(shares.values()))
    if now * then < 0:
        return replace(penny, label=None, sure=chance, others=tuple(shares.items()))
    then = max(-CLEAR_ODDS, min(CLEAR_ODDS, then))
    return _with_side(penny, chance, 1 / (1 + exp(-TOGETHER * (now + then))))


def _shares(penny: Sighting) -> dict[str, float]:
    """The probability of each side, the likelier first."""
    told = {"heads": 0.0, "tails": 0.0} | dict(penny.others)
    if penny.label is not None:
        told[penny.label] = penny.sure
    return dict(sorted(told.items(), key=lambda side: -side[1]))


def _heads_odds_again(penny: Sighting) -> float:
    """The log odds of heads; 0 if the side is unknown."""
    told = _shares(penny)
    return log((told["heads"] + 1e-6) / (told["tails"] + 1e-6))


# First look: searches a whole picture for places of pennies, at every possible size. It should miss none; the
# close looks reject the false ones. The network was trained by `vision.workshop.training.teach_coin_finding`.

LEVEL_PX: Final = (8.5, 18.5)
"""Diameters (px) that the network finds; larger coins are searched in smaller copies of the picture."""
USUAL_PX: Final = 14.0
"""Diameter (px) to which the network's sizes are relative."""
STEP_PX: Final = 4
"""Side (px) of the network's output cells."""
EDGE_PX: Final = 8
"""Width (px) of the replicated border, so that coins cut off by the picture are found too."""
MOST_ODDS: Final = 13.8
"""Maximum absolute log odds of the first look."""
LEAST_CHANCE: Final = 0.15
"""Minimum chance in the first look for a close look."""
SAME: Final = 0.33
"""Places of like size nearer than this, in diameters of the larger, are one."""


@dataclass(frozen=True, eq=False)
class Ellipse:
    """An ellipse in a picture: its middle (px) and the 2 x 2 matrix (px) that maps the unit circle to it.

    `odds`: log odds that it is a coin; `visible`: its visible share (0..1); `copper`: the chance (0..1) of that metal.
    """

    middle: Floats
    shape: Floats
    odds: float = 0.0
    visible: float = 1.0
    copper: float = 1.0

    @property
    def chance(self) -> float:
        """The probability (0..1) that it is a penny's outline."""
        return self.copper / (1 + float(np.exp(-self.odds)))

    @cached_property
    def radius(self) -> float:
        """Radius (px) of the circle of the same area."""
        (a, b), (c, d) = self.shape.tolist()
        return sqrt(abs(a * d - b * c))

    def points(self, number: int, size: float = 1.0) -> Floats:
        """`number` points (N x 2, px) in turn along the outline, enlarged by `size`."""
        return np.asarray(self.middle + circle(number) * size @ self.shape.T, dtype=np.float64)

    def off(self, other: "Ellipse") -> float:
        """Distance (px) of two middles."""
        return dist(self.middle.tolist(), other.middle.tolist())


def likely_places(
    image: Picture, smallest_px: float, largest_px: float, most: int, light: Gains = NO_GAINS
) -> list[Ellipse]:
    """The likeliest places of pennies of these diameters (px) in a picture (BGR), likeliest first, at most `most`.

    `light`: the channels' gains to white light.
    """
    places: list[Ellipse] = []
    scale = min(1.0, LEVEL_PX[0] / smallest_px)
    level = whitened(_shrunk(image, scale), light)
    while True:
        across, down = image.shape[1] / level.shape[1], image.shape[0] / level.shape[0]
        for one in peaks(scanned(level), LEAST_CHANCE):
            middle, shape = (one.middle + 0.5) * (across, down) - 0.5, one.shape * (across + down) / 2
            places.append(replace(one, middle=middle, shape=shape))
        scale /= 2
        if largest_px * scale < LEVEL_PX[0] or min(level.shape[:2]) < LEVEL_PX[0]:
            likeliest = sorted(places, key=lambda one: -one.odds)
            return list(islice(each_once(likeliest, same), most))
        level = _shrunk(level, 0.5)


def scanned(level: Picture) -> Values:
    """The network's answers for a picture: rows x columns x (log odds, shift right, shift down, log of size).

    One per cell of STEP_PX, from EDGE_PX outside the picture on; shifts are in cells.
    """
    high, wide = level.shape[:2]
    more_down, more_right = -high % (2 * STEP_PX), -wide % (2 * STEP_PX)
    padded = cv2.copyMakeBorder(
        level, EDGE_PX, EDGE_PX + more_down, EDGE_PX, EDGE_PX + more_right, cv2.BORDER_REPLICATE
    )
    batch = cv2.dnn.blobFromImage(padded, 1 / 64.0, mean=(128.0, 128.0, 128.0))
    return np.asarray(answers("coin_scan.onnx", batch)[0].transpose(1, 2, 0))


def peaks(told: Values, least: float) -> list[Ellipse]:
    """The local maxima (px of the level) whose chance is above `least`."""
    odds = np.ascontiguousarray(told[..., 0])
    around = cv2.dilate(odds, np.ones((3, 3), np.uint8))
    floor = float(np.log(least / (1 - least)))
    rows, columns = np.nonzero((odds >= around) & (odds > floor))
    found = []
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        log_odds, right, down, size = told[row, column].tolist()
        middle = (np.array([column + right, row + down]) + 0.5) * STEP_PX - 0.5 - EDGE_PX
        radius = USUAL_PX / 2 * float(np.exp(np.clip(size, -1.2, 1.2)))
        found.append(Ellipse(middle, np.eye(2) * radius, max(-MOST_ODDS, min(MOST_ODDS, log_odds))))
    return found


def _shrunk(image: Picture, scale: float) -> Picture:
    if scale >= 1:
        return image
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def same(one: Ellipse, other: Ellipse) -> bool:
    """Whether two places are one coin."""
    smaller, larger = sorted((one.radius, other.radius))
    return one.off(other) < 2 * SAME * larger and larger < 1.6 * smaller


# Copper against silver and brass, by how red and how yellow an outline's inside is (logarithms of red over green and of
# green over blue). A coin is a penny only as far as it may be copper: P(penny) = P(coin) P(copper). A guessed light
# only lowers the chance of copper, since a warm lamp makes silver look like it.

BURNT: Final = 205
"""Green above which copper's red channel burns out: it turns yellow, then white."""
DARK: Final = 12
LEAST_SEEN: Final = 0.4
"""Minimum share of a coin, neither burnt nor dark, whose redness may speak for copper."""
HARDLY: Final = 0.04
"""Share below which redness does not speak against copper either."""
COPPER_FROM: Final = 0.13
"""Redness at which copper is as likely as not. Photographed: worn British pennies from 0.15, US cents from 0.2; silver
and brass up to 0.16 where their light is half known."""
STEEP: Final = 50.0
"""Log odds of copper per unit of redness."""
YELLOW_FROM: Final = 0.1
YELLOW: Final = 0.5
MOST_YELLOW: Final = 0.16
"""Yellowness beyond redness by more than YELLOW_FROM is brass: the share YELLOW of it is taken off the redness, at most
MOST_YELLOW, since shiny copper under a bulb is yellow as well."""
REDDEST: Final = 1.25
"""Red over green above which nothing is white under any lamp, once the camera has balanced its white."""
WHITE: Final = 0.15
"""Maximum yellowness of silver that is burnt all over, where white is known."""
UNTOLD: Final = 0.85
"""Chance of copper where colour tells nothing: enough for a penny, too little for a sure side (0.9)."""


def copper_chance(crop: Picture, guessed: Gains | None = None) -> float:
    """The chance (0..1) that the coin in a close look's crop (BGR) is copper.

    `guessed`: the channels' gains to white as the picture suggests them; None where white is known.
    """
    light = guessed or NO_GAINS
    inside = crop[_disc(CLOSE_PX, 0.88 * RADIUS_PX)].astype(np.float64)
    told = (inside[:, 1] < BURNT) & (inside.max(axis=1) > DARK)
    part = float(told.mean())
    blue, green, red = np.log(inside[told if part > HARDLY else slice(None)].mean(axis=0) + 1).tolist()
    redness = red - green - max(0.0, log(light[1] / light[2]))
    yellow = green - blue - max(0.0, log(light[0] / light[1]))
    if part < LEAST_SEEN and not guessed and yellow >= WHITE and green >= log(DARK):
        return 1.0
    if part >= LEAST_SEEN:
        redness -= min(MOST_YELLOW, YELLOW * max(0.0, yellow - redness - YELLOW_FROM))
    chance = 1 / (1 + exp(STEEP * (COPPER_FROM - redness)))
    return chance if part >= LEAST_SEEN else min(chance, UNTOLD) if part > HARDLY else UNTOLD


@cache
def _disc(side: int, radius: float) -> Mask:
    y, x = np.mgrid[0:side, 0:side] - (side - 1) / 2
    return np.asarray(np.hypot(x, y) < radius, dtype=np.bool_)


CLOSE_PX: Final = 48
"""Side of the crop of a close look."""
RADIUS_PX: Final = 16.0
"""Radius of the candidate in it."""
FIRST_LOOK: Final = 0.7
"""Weight of the first look's log odds beside those of the close looks."""
LONGEST: Final = 1.6
"""Maximum ratio of an outline's axes: that of a table seen 50 deg off straight down."""


class Shrinking:
    """A picture (BGR) with lazily made smaller copies, from which large coins are cropped.

    `light`: the channels' gains to white light, applied to crops; `guessed`: see `copper_chance`.
    """

    def __init__(self, image: Picture, light: Gains = NO_GAINS, guessed: Gains | None = None) -> None:
        self._copies = [image]
        self._light, self._guessed = light, guessed

    def crop(self, outline: Ellipse, side: int, radius_px: float) -> Picture:
        """The square (`side` px) about an outline, warped so that the outline is a circle of `radius_px` in it."""
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

    def copper(self, coin: Ellipse) -> float:
        """The chance (0..1) that the coin in this outline is copper."""
        return copper_chance(self.crop(coin, CLOSE_PX, RADIUS_PX), self._guessed)


def looked_at(picture: Shrinking, outlines: Sequence[Ellipse]) -> list[Ellipse]:
    """The outlines corrected by a close look, with new odds and visible shares, in the same order."""
    if not outlines:
        return []
    crops = np.stack([picture.crop(outline, CLOSE_PX, RADIUS_PX) for outline in outlines])
    told = np.asarray(answers("coin_check.onnx", evened(crops)), dtype=np.float64)
    return [_told(outline, answer) for outline, answer in zip(outlines, told, strict=True)]


def evened(crops: Picture) -> Values:
    """Crops (N x CLOSE_PX x CLOSE_PX x 3) normalised for the network: N x 3 x CLOSE_PX x CLOSE_PX."""
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


# Without a mat: the pennies of one picture have like sizes, so that a worn one is recognised by the others.

LEAST_SURE_OF_SIZE: Final = 0.75
"""Minimum chance of a find that counts for the usual size."""
USUAL_SIZES: Final = 0.45
ODD_SIZE_WEIGHT: Final = 6.0
MOST: Final = 0.6
LEAST_TO_COMPARE: Final = 4
"""If the share MOST (by weight) of at least LEAST_TO_COMPARE finds is within USUAL_SIZES (log) of the median size, any
other loses ODD_SIZE_WEIGHT log odds per unit beyond."""
SAME_SIZE: Final = 0.1
SAME_SIZE_WEIGHT: Final = 1.0
"""If the share MOST of at least LEAST_TO_COMPARE sure finds is within SAME_SIZE (log) of their median size, every find
of that size gains SAME_SIZE_WEIGHT log odds."""


def of_like_size(finds: list[Ellipse]) -> list[Ellipse]:
    """The finds with odds corrected by their size against the usual one; unchanged if no size is usual."""
    if len(finds) < LEAST_TO_COMPARE:
        return finds
    weights = np.array([find.chance**2 * np.sqrt(find.radius) for find in finds])
    logs = np.log([find.radius for find in finds])
    order = np.argsort(logs, kind="stable")
    middle = logs[order][int(np.searchsorted(np.cumsum(weights[order]), weights.sum() / 2))]
    beyond = np.maximum(0.0, np.abs(logs - middle) - USUAL_SIZES)
    if float(weights[beyond == 0].sum()) < MOST * float(weights.sum()):
        return finds
    # A bonus for the size of most sure finds, unless these are few or of many sizes.
    same = np.zeros(len(finds), dtype=bool)
    sure = logs[[find.chance >= LEAST_SURE_OF_SIZE for find in finds]]
    if len(sure) >= LEAST_TO_COMPARE:
        agreeing = int((np.abs(sure - np.median(sure)) < SAME_SIZE).sum())
        same = (np.abs(logs - np.median(sure)) < SAME_SIZE) & (agreeing >= MOST * len(sure))
    return [
        replace(find, odds=find.odds - ODD_SIZE_WEIGHT * far + SAME_SIZE_WEIGHT * one)
        for find, far, one in zip(finds, beyond.tolist(), same.tolist(), strict=True)
    ]


SMALLEST_PX, LONG_SIDE_OVER = 17.0, 80.0
"""Minimum diameter (px) without a mat: the larger of SMALLEST_PX and the picture's longer side over the second."""
LARGEST_PART: Final = 1.1
"""Maximum diameter without a mat, over the picture's shorter side."""
SIZE_RANGE: Final = (0.8, 1.22)
"""Minimum and maximum diameter with a mat, over a US cent's. British pennies are larger by 1.07."""
THICK_MM: Final = 1.5
PLACES_A_LOOK: Final = 48
"""Maximum places of a picture that get a close look."""
LEAST_AGAIN: Final = 0.12
"""Minimum chance after each close look."""
LEAST_SURE: Final = (0.5, 0.75)
"""Minimum chance of a penny after both: with a mat, whose scale rules out most other things, and without."""
LEAST_VISIBLE: Final = 0.35
FINER: Final = 2
"""Factor of resolution of a crop for the side against one for finding; resized once only, it stays sharper."""
FINE_PX, FINE_HEADS = 30.0, 0.5
"""Factor of the odds of tails on a coin of at least this radius (px), where scratches and glare pass for the fine
print of tails. Chosen on photographs of one collection of coins; other sources confirm it."""
WELL_ON: Final = 0.5
"""Depth within a card, in radii, from which a place lies on that card even if close looks move its middle."""
OUTLINE_POINTS: Final = 12
WITHIN, LEAST_TO_HOLD = 0.6, 0.6
"""Without a mat, a find smaller than WITHIN of a penny about it, of chance LEAST_TO_HOLD, is part of its relief."""


class FreePennyReader(PieceReader):
    kind: Kind = "penny"

    def find(self, view: View, boxes: Sequence[Box] | None) -> Sequence[Sighting]:
        found = find_free_pennies(view.image, view.plane, boxes, view.sightings)
        if not view.sharp:
            return tuple(map(side_unread, found))
        earlier = view.earlier(SeenPieces)
        return found if earlier is None else seen_again(view, found, earlier.sightings)


def find_free_pennies(
    image: Picture, plane: Plane | None, boxes: Sequence[Box] | None, cards: Sequence[Sighting]
) -> tuple[Sighting, ...]:
    """The pennies in a picture (BGR), each with its side, outline (px) and visible share.

    Searched: `boxes` (px; None: everywhere). With a plane each has its place in mm, and those on one of the `cards`
    are left out (see `PenniesOnCards`); without one `x` and `y` are None and pennies on cards are found like all
    others. A penny whose side cannot be read has no label.
    """
    if boxes is not None and not boxes:
        return ()
    if plane is not None:
        finds = _under(white_gains(image, plane), None, image, plane, boxes, cards)
    else:
        finds = _under(NO_GAINS, ground_gains(image, REDDEST), image, plane, boxes, cards) or _under(
            ground_gains(image), NO_GAINS, image, plane, boxes, cards
        )
    whole = Shrinking(image)
    radius = FINER * PENNY_MM / 2 * CROP_PX_PER_MM
    sides = heads_chances([whole.crop(find, FINER * CROP_PX, radius) for find in finds], MORE_LOOKS)
    told = []
    for find, seen in zip(finds, sides.tolist(), strict=True):
        heads = seen if find.radius < FINE_PX else 1 / (1 + (1 / max(seen, 1e-9) - 1) * FINE_HEADS)
        place = None if plane is None else plane.to_mm(find.middle[None], THICK_MM)[0]
        told.append(told_penny(find.chance, heads, find.visible, find.points(OUTLINE_POINTS).tolist(), place))
    return tuple(told)


def _under(
    light: Gains,
    guessed: Gains | None,
    image: Picture,
    plane: Plane | None,
    boxes: Sequence[Box] | None,
    cards: Sequence[Sighting],
) -> list[Ellipse]:
    """The pennies in a picture, given its light (gains to white); `guessed`: see `copper_chance`."""
    finds: list[Ellipse] = []
    # Each box is searched as a picture of its own; finds are shifted back by its corner.
    high, wide = image.shape[:2]
    for box in [(0, 0, wide, high)] if boxes is None else boxes:
        left, top = max(0, int(box[0])), max(0, int(box[1]))
        right, bottom = min(wide, int(box[2]) + 1), min(high, int(box[3]) + 1)
        window = image[top:bottom, left:right]
        sizes = _sizes(image, plane, (left, top, right, bottom))
        if sizes is None or not window.size:
            continue
        picture = Shrinking(window, light, guessed)
        outlines = likely_places(window, *sizes, PLACES_A_LOOK, light)
        corner = np.array([left, top], dtype=np.float64)
        if plane is not None:
            # Places deep within a card belong to `PenniesOnCards`; close looks at them would be wasted.
            outlines = [
                one
                for one in outlines
                if not _on_card(replace(one, middle=one.middle + corner), cards, WELL_ON)
            ]
        finds += [replace(find, middle=find.middle + corner) for find in _closely(picture, outlines)]
    finds = [find for find in finds if find.visible >= LEAST_VISIBLE]
    if plane is None:
        # A head or a numeral on a coin is round too: finds within a larger sure one are dropped.
        sure = [find for find in finds if find.chance >= LEAST_TO_HOLD]
        outermost = [
            find
            for find in finds
            if not any(
                find.radius < WITHIN * other.radius and other.off(find) < other.radius for other in sure
            )
        ]
        finds = of_like_size(outermost)
    else:
        finds = [find for find in finds if fits_a_penny(find, plane) and not _on_card(find, cards)]
    least = LEAST_SURE[0] if plane is not None else LEAST_SURE[1]
    return apart([find for find in finds if find.chance >= least])


def _closely(picture: Shrinking, outlines: list[Ellipse]) -> list[Ellipse]:
    """The places after two close looks, without those that either look rejects."""
    once = looked_at(picture, outlines)
    kept = apart([found for found in once if found.chance >= LEAST_AGAIN])
    looks = [(first, one) for first, one in zip(outlines, once, strict=True) if one in kept]
    again = looked_at(picture, [one for _, one in looks])
    return [
        replace(last, odds=(one.odds + last.odds) / 2 + FIRST_LOOK * first.odds, copper=picture.copper(last))
        for (first, one), last in zip(looks, again, strict=True)
        if last.chance >= LEAST_AGAIN
    ]


def _sizes(image: Picture, plane: Plane | None, window: PxBox) -> Size | None:
    """Minimum and maximum diameter (px) of a penny in a window; None if none can lie there (beyond the horizon)."""
    if plane is None:
        smallest = max(SMALLEST_PX, max(image.shape[:2]) / LONG_SIDE_OVER)
        return smallest, LARGEST_PART * min(image.shape[:2])
    left, top, right, bottom = window
    corners = plane.to_mm(np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float64))
    scales = [plane.px_per_mm(float(x), float(y)) for x, y in corners]
    if not np.all(np.isfinite(scales)) or min(scales) <= 0:
        return None
    return max(8.0, SIZE_RANGE[0] * PENNY_MM * min(scales)), SIZE_RANGE[1] * PENNY_MM * max(scales)


def fits_a_penny(find: Ellipse, plane: Plane) -> bool:
    """Whether a find has a penny's size (SIZE_RANGE) on the table."""
    ring = plane.to_mm(find.points(16), THICK_MM)
    off = ring - ring.mean(axis=0)
    diameter = 2 * float(np.sqrt((off**2).sum(axis=1).mean()))
    return SIZE_RANGE[0] <= diameter / PENNY_MM <= SIZE_RANGE[1]


def _on_card(find: Ellipse, cards: Sequence[Sighting], deep: float = 0.0) -> bool:
    """Whether the middle of a find lies on a card, at least `deep` radii within its sides."""
    point = (float(find.middle[0]), float(find.middle[1]))
    least = deep * find.radius
    return any(
        card.kind == "card"
        and card.corners_px is not None
        and cv2.pointPolygonTest(np.array(card.corners_px, np.float32), point, measureDist=True) >= least
        for card in cards
    )


def apart(finds: list[Ellipse]) -> list[Ellipse]:
    """The finds, each coin once, the likeliest first."""

    def same(one: Ellipse, other: Ellipse) -> bool:
        # Two coins nearer than this cannot both show by half.
        return one.off(other) < 0.6 * max(one.radius, other.radius)

    return list(each_once(sorted(finds, key=lambda find: -find.odds), same))


# False finds that are print on a card. A coin is opaque: where the card's print shows, there is no coin.

REACH_MM: Final = 9.0
"""Radius about the find's middle in which print is compared."""
SHOWS: Final = 0.6
"""Correlation from which the print shows. Painted: at least 0.9 on print, at most 0.25 on pennies."""
LEAST_PRINT: Final = 4.0
"""Minimum contrast (standard deviation, grey levels) of print that is compared."""
LEAST_PART: Final = 0.5
"""Minimum share of the circle that lies on the card."""


def is_print(image: Picture, plane: Plane, penny: Sighting, card: Lying) -> bool:
    """Whether a penny found on a card (place in mm) is that card's print."""
    if card.index is None or penny.x is None or penny.y is None:
        return False
    group = card.group
    known = group.fine_pictures[card.index]
    rows, columns = known.shape[:2]
    x, y = card.pose.places(*np.meshgrid(*offsets(*group.size, rows, columns)))
    within = np.hypot(x - penny.x, y - penny.y) < REACH_MM
    cell = group.width_mm * group.height_mm / (rows * columns)
    if within.sum() * cell < LEAST_PART * np.pi * REACH_MM**2:
        return False
    printed = known[within].astype(np.float64)
    printed -= printed.mean(axis=0)
    if float(printed.std()) < LEAST_PRINT:
        return False
    seen = fine_patch(image, plane, card.pose, group)[0][within].astype(np.float64)
    seen -= seen.mean(axis=0)
    alike = float((seen * printed).sum() / np.sqrt((seen**2).sum() * (printed**2).sum() + 1e-6))
    return alike >= SHOWS


RAISED_MM: Final = 1.0
"""Approximate height above the table of the upper side of a penny on a card."""
LEAST_LIKELY, ON_CARD_SURE = 0.1, 0.7
"""Minimum chance in the first look, and after the close look."""
HALF_SURE: Final = 0.5
"""Minimum chance of a half-hidden penny."""
SEARCH_PX_PER_MM: Final = 1.0
LEAST_ROUND: Final = 0.18
"""Minimum roundness (0..1) of a place."""
MOST_AT_A_CARD: Final = 3
"""Maximum places per card. Each of 171 pennies on 346 cards of recorded games was the roundest place of its card."""
ON_CARD_VISIBLE: Final = 0.3
WHOLE: Final = 0.8
FROM_EDGE_MM: Final = 12.0
"""Minimum distance from the card's edge of a penny that seems partly covered (visible below WHOLE)."""


def find_pennies(image: Picture, plane: Plane, cards: Sequence[Sighting]) -> list[Sighting]:
    """The pennies in a picture (BGR), each with its side, place in mm and visible share.

    Searched: the cards given (those with corners), or without any the whole playing area. Regions stay None: a penny
    belongs to its card's. A penny whose side cannot be read has no label.
    """
    quads = [
        plane.to_mm(np.array(card.corners_px)).astype(np.float32)
        for card in cards
        if card.kind == "card" and card.corners_px is not None
    ]
    area = (0.0, 0.0, plane.width_mm, plane.height_mm)
    asked = [box_about(quad.astype(np.float64)) for quad in quads] or [area]
    places = np.concatenate([round_places(image, plane, box) for box in asked])
    chances = np.clip(penny_chances(crops_at(image, plane, places))[0], 1e-6, 1 - 1e-6)
    likely = chances >= LEAST_LIKELY
    places, odds = places[likely], np.log(chances[likely] / (1 - chances[likely]))
    outlines = [
        Ellipse(middle, np.eye(2) * PENNY_MM / 2 * plane.px_per_mm(*place), float(one))
        for middle, place, one in zip(plane.to_px(places, RAISED_MM), places.tolist(), odds, strict=True)
    ]
    # Odds of the rectified crop and of the outline's close look are added.
    picture = Shrinking(image, white_gains(image, plane))
    looks = looked_at(picture, outlines)
    looks = [replace(look, odds=look.odds + first.odds) for look, first in zip(looks, outlines, strict=True)]
    coins = [one for one in apart(looks) if one.chance >= ON_CARD_SURE and fits_a_penny(one, plane)]
    pennies = [replace(coin, copper=picture.copper(coin)) for coin in coins]
    finds = [one for one in pennies if one.chance >= ON_CARD_SURE]
    at = plane.to_mm(np.array([find.middle for find in finds]), RAISED_MM)

    def deep(place: Floats) -> bool:
        x, y = place.tolist()
        return any(cv2.pointPolygonTest(quad, (x, y), measureDist=True) >= FROM_EDGE_MM for quad in quads)

    # A find that seems partly covered counts only well within a card.
    told = [
        (find, place, crop)
        for find, place, crop in zip(finds, at, crops_at(image, plane, at), strict=True)
        if find.visible >= WHOLE or not quads or (find.visible >= ON_CARD_VISIBLE and deep(place))
    ]
    sides = heads_chances([crop for _, _, crop in told])
    return [
        told_penny(find.chance, heads, find.visible, square_px(plane, *place), place)
        for (find, place, _), heads in zip(told, sides.tolist(), strict=True)
    ]


def round_places(image: Picture, plane: Plane, box: Box, most: int | None = None) -> Floats:
    """Places (N x 2 mm) in a box (mm) with edges all round at a penny's radius, roundest first.

    At most `most` (None: MOST_AT_A_CARD per area of a card).
    """
    reach = PENNY_MM / 2 + 3
    left, bottom, right, top = grown(box, reach)
    patch = plane.rectify(image, left, bottom, right - left, top - bottom, SEARCH_PX_PER_MM, RAISED_MM)
    margin = int(reach * SEARCH_PX_PER_MM)
    inner = roundness(patch, SEARCH_PX_PER_MM)[margin:-margin, margin:-margin]
    if inner.size == 0:
        return np.zeros((0, 2))
    rows, columns = np.nonzero(
        (inner >= cv2.dilate(inner, np.ones((5, 5), np.uint8))) & (inner > LEAST_ROUND)
    )
    number = most or max(MOST_AT_A_CARD, int(MOST_AT_A_CARD * inner.size / 66**2))
    order = np.argsort(-inner[rows, columns], kind="stable")[:number]
    x = left + (columns[order] + margin + 0.5) / SEARCH_PX_PER_MM
    return np.column_stack([x, top - (rows[order] + margin + 0.5) / SEARCH_PX_PER_MM])


def roundness(patch: Picture, px_per_mm: float) -> Values:
    """Per pixel, how well (up to 1) edges at a penny's radius run round it, regardless of their contrast.

    Method: the double angle of the colour gradient (after Di Zenzo) is compared with a ring's (Reisfeld's symmetry
    transform, at one radius).
    """
    soft = cv2.GaussianBlur(patch, (0, 0), 0.4 * px_per_mm).astype(np.float32)
    across = cv2.Scharr(soft, cv2.CV_32F, 1, 0, scale=px_per_mm / 64)
    down = cv2.Scharr(soft, cv2.CV_32F, 0, 1, scale=px_per_mm / 64)
    even = np.asarray(cv2.transform(across * across - down * down, np.ones((1, 3), np.float32)))
    odd = np.asarray(cv2.transform(across * down, np.full((1, 3), 2.0, np.float32)))
    strength = np.sqrt(np.sqrt(even * even + odd * odd))
    weight = 1 / ((strength + 12.0) * np.maximum(strength, 1e-3))
    ring_even, ring_odd = _ring(px_per_mm)
    first = cv2.filter2D(even * weight, -1, ring_even, borderType=cv2.BORDER_CONSTANT)
    second = cv2.filter2D(odd * weight, -1, ring_odd, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(first + second, dtype=np.float32)


@cache
def _ring(px_per_mm: float) -> tuple[Values, Values]:
    radius = PENNY_MM / 2 * px_per_mm
    half = int(radius + 2 * px_per_mm)
    y, x = np.mgrid[-half : half + 1, -half : half + 1].astype(np.float64)
    weight = np.exp(-0.5 * ((np.hypot(x, y) - radius) / (0.6 * px_per_mm)) ** 2)
    weight /= weight.sum()
    double = 2 * np.arctan2(y, x)
    return (weight * np.cos(double)).astype(np.float32), (weight * np.sin(double)).astype(np.float32)


def crops_at(image: Picture, plane: Plane, places: Floats) -> list[Picture]:
    """The rectified squares (CROP_PX x CROP_PX, BGR) about places (N x 2 mm)."""
    side = CROP_PX / CROP_PX_PER_MM
    return list(plane.rectify_each(image, places, side, side, CROP_PX_PER_MM, RAISED_MM))


def square_px(plane: Plane, x: float, y: float) -> Corners:
    """The corners (px) of the square about a penny at a place (mm)."""
    half = PENNY_MM / 2
    return as_corners(plane.to_px(rectangle(x - half, y - half, PENNY_MM, PENNY_MM), RAISED_MM))


# Pennies that another card laid over them hides in part, found by what shows beside that card. The visible part
# must differ from the lower card's own picture, look like copper, and have a penny's true size; a painted sun is
# part of the picture, so it is not taken for one.

LEAST_OPEN: Final = 0.1
"""Minimum visible share of the lower card."""
CLEAR_MM: Final = 0.8
"""Width of the rim about a covering card where only its edge and shadow show."""
FROM_MIDDLE_MM: Final = 14.0
"""Maximum distance of a penny from the middle of its card."""
SHOWING: Final = (0.09, 0.9)
"""Minimum and maximum visible share of a half-hidden penny; those that show more are found as whole."""
RING_MM: Final = 3.0
"""Width of the ring about a penny that must look like the card's own picture."""
SHIFT_MM: Final = 0.5
"""Tolerance of the reference's position."""
PLAIN_NOISE: Final = 7.0
"""Minimum standard deviation (grey levels) of a card from its reference, where both are plain."""
ODD_FROM: Final = 12.0
"""Squared difference, in units of that noise and summed over three channels, at which a sample is odd by one half."""
FAR_OFF: Final = 12.0
"""Difference (grey levels) from which a sample's weight in the fit of the light falls off."""
USUAL_LIGHT: Final = np.array([0.8, 0.0, 0.0, 0.0])
LIGHT_TIES: Final = np.array([3e4, 1e-4, 100.0, 100.0])
"""Prior of a card's light (contrast, haze, slopes to its right and down) and the prior's weights, so that a small plain
visible part is not explained by extreme light."""
CONTRAST_HALF, CONTRAST_SPREAD = 0.2, 0.02
"""Contrast between circle and ring at which the chance of a penny is one half, and the logistic scale."""
LITTLE, LITTLE_WEIGHT = 0.16, 2.0
"""Visible share below which more contrast is required, and how much more per unit."""
OTHER_FROM, OTHER_WEIGHT = 0.25, 2.0
"""Oddness of the rest of the card from which more contrast is required, because it may be another card, and how much
more per unit. Fitted, with the above, on the pennies of two tables under outlines drawn over them: no false find in
350 outlines that hide the penny whole (maximum contrast 0.17), or in attacks painted without one."""
COPPER: Final = (0.24, 0.30)
COPPER_SPREAD: Final = (0.16, 0.11)
"""Logarithms of red over green and green over blue of a copper penny under white light, and their deviations."""


def half_chance(visible: float, inside: float, ring: float, rest: float) -> float:
    """The chance (0..1) of a half-hidden penny whose visible share is `visible`.

    `inside`, `ring`: mean likeness to copper, and unlikeness to the card, within the circle and just outside it (0..1).
    `rest`: unlikeness of the rest of the card to its picture, in any colour (0..1).
    """
    doubt = OTHER_WEIGHT * max(0.0, rest - OTHER_FROM) + LITTLE_WEIGHT * max(0.0, LITTLE - visible)
    return 1 / (1 + float(np.exp((CONTRAST_HALF + doubt - inside + ring) / CONTRAST_SPREAD)))


def find_half(
    image: Picture,
    plane: Plane,
    gains: Gains,
    under: Lying,
    over: Sequence[Floats],
    others: Sequence[tuple[float, float]] = (),
) -> Sighting | None:
    """The penny that may lie half hidden on a card, under the outlines `over` (4 x 2 mm each, in turn round).

    None if the card is unidentified or no place qualifies. `others`: pennies (mm) found already. Method: the card's
    face is known, so a sample is evidence if it differs from it and is coppery. A matched filter takes the visible
    mean over a penny's disc minus that over the ring about it, times the root of the visible share, because a mean
    over fewer samples is noisier.
    """
    if under.index is None:
        return None
    group, pose = under.group, under.pose
    seen, _ = fine_patch(image, plane, pose, group, gains)
    wanted = group.fine_pictures[under.index]
    rows, columns = wanted.shape[:2]
    right, up = np.meshgrid(*offsets(*group.size, rows, columns))
    x, y = pose.places(right, up)
    clear = np.min([off_outline(outline, x, y) for outline in over], axis=0)
    for other_x, other_y in others:
        clear = np.minimum(clear, np.hypot(x - other_x, y - other_y) - PENNY_MM / 2)
    visible = (clear > CLEAR_MM).astype(np.float32)
    if float(visible.mean()) < LEAST_OPEN:
        return None
    strange = _odd(seen, wanted, visible)
    # Likeness of each sample's colour to copper, shining or dull.
    logs = np.log(seen + 8)
    red = (logs[..., 2] - logs[..., 1] - COPPER[0]) / COPPER_SPREAD[0]
    green = (logs[..., 1] - logs[..., 0] - COPPER[1]) / COPPER_SPREAD[1]
    odd = strange * np.asarray(np.exp(-0.5 * (red * red + green * green)), dtype=np.float32)
    disc, ring = _kernels(columns / group.width_mm, rows / group.height_mm)

    def told(kernel: Values, values: Values) -> Values:
        return np.asarray(cv2.filter2D(values, -1, kernel, borderType=cv2.BORDER_CONSTANT), np.float32)

    whole = float(disc.sum())
    shown, beside = told(disc, visible), told(ring, visible)
    inside = told(disc, odd) / np.maximum(shown, 1)
    outside = told(ring, odd) / np.maximum(beside, 1)
    likely = (inside - outside) * np.sqrt(np.maximum(shown, 0) / whole)
    # Not `visible`: the rim's shadow spoils samples, but the penny shows there too.
    part = told(disc, (clear > 0).astype(np.float32)) / whole
    ruled_out = (np.hypot(right, up) > FROM_MIDDLE_MM) | (part < SHOWING[0]) | (part > SHOWING[1])
    likely[ruled_out] = -1
    row, column = (int(k) for k in np.unravel_index(int(likely.argmax()), likely.shape))
    if likely[row, column] <= 0:
        return None
    at_x, at_y = float(x[row, column]), float(y[row, column])
    # The rest of the card, away from the penny: odd there too means that it may be another card.
    beyond = visible * (np.hypot(x - at_x, y - at_y) > PENNY_MM / 2 + RING_MM)
    rest = float((strange * beyond).sum() / max(float(beyond.sum()), 1.0))
    shows = float(part[row, column])
    sure = half_chance(shows, float(inside[row, column]), float(outside[row, column]), rest)
    x_mm, y_mm = round(at_x, 2), round(at_y, 2)
    return Sighting("penny", None, sure=round(sure, 4), x=x_mm, y=y_mm, visible=round(shows, 3))


def showing(x: float, y: float, over: Sequence[Floats]) -> float:
    """The share (0..1) of a penny at a place (mm) that the outlines over it leave visible."""
    across, up = _DOTS
    clear = np.min([off_outline(outline, x + across, y + up) for outline in over], axis=0)
    return float((clear > 0).mean())


def off_outline(outline: Floats, x: Floats, y: Floats) -> Floats:
    """Distance (mm, a lower bound) of points outside a rectangle (4 x 2 mm); negative inside."""
    middle = outline.mean(axis=0)
    off = []
    for side in (outline[1] - outline[0], outline[2] - outline[1]):
        half = float(np.hypot(*side)) / 2
        off.append(np.abs((x - middle[0]) * side[0] + (y - middle[1]) * side[1]) / (2 * half) - half)
    return np.asarray(np.maximum(*off), dtype=np.float64)


def _odd(seen: Values, wanted: Values, visible: Values) -> Values:
    """Per sample, the certainty (0..1) that it does not show the card's own picture.

    Method: a robust fit, by channel, of the reference's contrast, a haze and two slopes of light; outliers (the penny
    itself, a shadow) are weighted down.
    """
    rows, columns = visible.shape
    down, across = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    steps = cv2.dilate(wanted, _DOT) - cv2.erode(wanted, _DOT)
    far = np.zeros((rows, columns))
    for channel in range(3):
        # Iteratively reweighted least squares, with the usual light as prior.
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
        # Noise grows with the reference's own steps, as it may lie a little aside.
        noise = PLAIN_NOISE**2 + (SHIFT_MM / FINE_MM / 2 * light[0] * steps[..., channel]) ** 2
        far += (seen[..., channel] - terms @ light) ** 2 / noise
    return np.asarray(far / (far + ODD_FROM) * visible, dtype=np.float32)


def _dots() -> tuple[Floats, Floats]:
    """Points spread evenly over a penny, from its middle (mm)."""
    y, x = np.mgrid[-1:1:41j, -1:1:41j] * (PENNY_MM / 2)
    inside = np.hypot(x, y) <= PENNY_MM / 2
    return np.asarray(x[inside], dtype=np.float64), np.asarray(y[inside], dtype=np.float64)


_DOT: Final = np.ones((3, 3), np.uint8)
_DOTS: Final = _dots()


@cache
def _kernels(across: float, up: float) -> tuple[Values, Values]:
    """A penny's disc and the ring about it, with `across` and `up` samples per mm."""
    wide, high = (int((PENNY_MM / 2 + RING_MM) * scale) + 1 for scale in (across, up))
    y, x = np.mgrid[-high : high + 1, -wide : wide + 1]
    off = np.hypot(x / across, y / up) - PENNY_MM / 2
    disc, ring = off <= 0, (off > 0.7) & (off <= RING_MM)
    return disc.astype(np.float32), ring.astype(np.float32)


# Pennies of cards that other cards were laid over: seen in part, or remembered. A penny that another card hides
# is still there as long as its own card has not moved; if enough of it should show, it must be seen.

STAYED_MM, STAYED_DEG = 4.0, 6.0
"""Maximum shift and turn of a card that has not moved."""
SAME_MM: Final = 6.0
"""Maximum distance between a half-hidden penny and the one that lay there before."""
NEAR_EDGE_MM: Final = 4.0
"""Minimum distance within a card's edge of a penny that lies on that card."""
SHOULD_SHOW: Final = 0.25
"""Maximum visible share of a penny that is remembered without being seen."""
STILL_THERE: Final = 0.9
"""The chance that a penny was not taken away while a card was laid over it."""


def pennies_beneath(
    image: Picture,
    plane: Plane,
    cards: Sequence[Card],
    fresh: Sequence[Card],
    placed: Sequence[tuple[Sighting, Card]],
    known: Sequence[tuple[Sighting, Lying]],
) -> list[tuple[Sighting, Card]]:
    """Pennies on `fresh` cards that are face up, covered by other cards, and have no penny yet; each with its card.

    `cards`: all of the table, bottom first; `placed`: pennies found whole, with their cards; `known`: pennies of an
    earlier picture with the cards that they lay on.
    """
    having = [card for _, card in placed]
    whole = [(penny.x, penny.y) for penny, _ in placed if penny.x is not None and penny.y is not None]
    found = []
    for card in fresh:
        if card.sighting.face != "up" or card.lying.index is None or card in having:
            continue
        above = _above(card, cards)
        over = [other.corners for other in above]
        if not any(shared(card.lying, other) >= LAID_UPON for other in above):
            continue
        before = next((penny for penny, lay_on in known if _stayed(lay_on, card.lying)), None)
        half = find_half(image, plane, white_gains(image, plane), card.lying, over, whole)
        penny = None
        if half is not None and half.sure >= HALF_SURE:
            # Seen in part: if it is the one from before, that one's side is kept.
            penny = half
            if before is not None and apart_mm(before, half) <= SAME_MM:
                sure = before.sure * half.sure
                penny = replace(before, sure=sure, x=half.x, y=half.y, visible=half.visible)
        elif before is not None and before.x is not None and before.y is not None:
            part = showing(before.x, before.y, over)
            # Not seen: remembered only if hardly any of it should show. Trust is lost once, when it is covered.
            if part <= SHOULD_SHOW:
                trust = 1.0 if before.visible <= SHOULD_SHOW else STILL_THERE
                penny = replace(before, sure=before.sure * trust, visible=part)
        if penny is not None:
            corners = square_px(plane, penny.x or 0.0, penny.y or 0.0)
            found.append((replace(penny, corners_px=corners), card))
    return found


def _above(card: Card, cards: Sequence[Card]) -> list[Lying]:
    """The cards that lie on a card, of `cards` bottom first."""
    after = (other.lying for other in cards[cards.index(card) + 1 :])
    return [other for other in after if shared(card.lying, other) > 0]


def card_beneath(penny: Sighting, cards: Sequence[Card]) -> Card | None:
    """The card that a penny lies on, of `cards` bottom first: the uppermost under its middle.

    A penny whose middle is near the edge of an upper card is half hidden by it and lies on the card below.
    """
    if penny.x is None or penny.y is None:
        return None
    at = (np.array(penny.x), np.array(penny.y))
    near = [
        card
        for card in reversed(cards)
        if hypot(card.lying.pose.x - penny.x, card.lying.pose.y - penny.y) <= card.lying.reach
    ]
    depths = [(-float(off_outline(card.lying.corners, *at)), card) for card in near]
    holding = [(depth, card) for depth, card in depths if depth >= 0]
    for depth, card in holding:
        if depth >= NEAR_EDGE_MM:
            return card
    return max(holding, key=lambda held: held[0])[1] if holding else None


def _stayed(before: Lying, now: Lying) -> bool:
    same = before.group is now.group and before.index == now.index
    turned = apart_deg(before.pose.angle, now.pose.angle)
    return same and before.pose.off(now.pose) <= STAYED_MM and turned <= STAYED_DEG


@dataclass(frozen=True, slots=True, eq=False)
class SeenPennies(Seen):
    """The pennies on cards: `lie_on` has the card beneath each."""

    lie_on: tuple[Card, ...] = ()

    def told_after(self, others: Sequence[Sighting]) -> tuple[Sighting, ...]:
        told: list[Sighting] = []
        for other in others:
            told.append(other)
            told += [
                one for one, card in zip(self.sightings, self.lie_on, strict=True) if card.sighting is other
            ]
        return tuple(told)


class PenniesOnCards:
    """Reads the pennies on cards; without a mat `FreePennyReader` finds them."""

    part = "pennies"

    def read(self, view: View) -> SeenPennies:
        cards = view.so_far(SeenCards)
        if view.plane is None or cards is None:
            return SeenPennies()
        pennies = [
            (penny, card)
            for penny, card in _placed(view, view.plane, cards)
            if not any(bears(points, np.array([penny.x, penny.y], np.float64)) for points in view.covers)
        ]
        return SeenPennies(
            tuple(replace(penny, region=card.sighting.region) for penny, card in pennies),
            lie_on=tuple(card for _, card in pennies),
        )


def _placed(view: View, plane: Plane, cards: SeenCards) -> list[tuple[Sighting, Card]]:
    image, lying = view.image, cards.lying
    old = {card.lying for card in cards.kept}
    now = {card.lying: card for card in lying}
    fresh = [card for card in lying if card.lying not in old]
    earlier = view.earlier(SeenPennies) or SeenPennies()
    lay_on = [card.lying for card in earlier.lie_on]
    before = list(zip(earlier.sightings, lay_on, strict=True))
    placed = [(penny, now[beneath]) for penny, beneath in before if beneath in old]
    known = len(placed)
    if fresh:
        found = find_pennies(image, plane, [card.sighting for card in fresh])
        for penny in seen_again(view, found, earlier.sightings):
            card = card_beneath(penny, lying)
            if card is None or card.lying in old or is_print(image, plane, penny, card.lying):
                continue
            over = [other.corners for other in _above(card, lying)]
            part = showing(penny.x or 0.0, penny.y or 0.0, over) if over else 1.0
            placed.append((replace(penny, visible=part) if part < WHOLE else penny, card))
        placed += pennies_beneath(image, plane, lying, fresh, placed, before)
    if not view.sharp:
        placed[known:] = [(side_unread(penny), card) for penny, card in placed[known:]]
    return placed
