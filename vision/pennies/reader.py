"""Pennies: first those anywhere on the table, with a mat in view and without; then those that lie on cards.

Rule kept: what is round is not yet a penny. A place counts after two close looks, and where the table's scale is
known, only if it has a penny's size. Colours are judged as under white light, by the paper of the tags. Without a
mat the camera's own white is believed; where it shows no penny at all, the ground's is tried. A penny on a card that
was not read again is not read again either, and one that a card was laid over is remembered.
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
from vision.mat.plane import NO_GAINS, Gains, Plane, white_gains, whitened
from vision.networks import answers
from vision.reader import PieceReader, Seen, SeenPieces, View, bears

# Reads crops of would-be pennies: is it one, how much of it shows, and which side is up.
# Rule kept: the networks see a crop evened out, so that neither the lamp's strength nor its colour decides. They are
# small, were taught by `vision.workshop.training.teach_pennies`, and run on any OpenCV from 4.10 on.

PENNY_MM: Final = 19.05
"""Diameter of a US cent."""
CROP_PX, CROP_PX_PER_MM = 48, 2.0
"""Size and scale of the square that is cut out round a would-be penny."""
WHOLE_PX, SIDE_PX = 56, 48
"""The crop is brought to WHOLE_PX a side, and its inner SIDE_PX are what the reader of sides looks at."""
SIDE_RADIUS_PX: Final = PENNY_MM / 2 * CROP_PX_PER_MM * WHOLE_PX / CROP_PX
"""The penny's radius there."""
WITHIN_RIM: Final = 0.85
"""The rim, often much brighter or darker than the rest, lies outside this part of the radius."""
MOST_EVEN: Final = 4.0
"""The most standard deviations from the mean that a brightness is told as."""
Look = tuple[float, float, float, bool]
LOOKS: Final[tuple[Look, ...]] = ((0.97, 0.0, 0.0, False), (1.03, 0.0, 0.0, True))
"""A side is read several times: with the radius times this factor, the middle moved right and down by these parts of
the radius, mirrored or not."""
OFF: Final = 0.06
MORE_LOOKS: Final[tuple[Look, ...]] = tuple(
    (1.0, right, down, mirrored)
    for right, down in ((0.0, 0.0), (OFF, 0.0), (-OFF, 0.0), (0.0, OFF), (0.0, -OFF))
    for mirrored in (False, True)
)
"""The same for a penny of which only the outline is known: shadows at its foot move that."""
CAUTION: Final = 1.25
"""The log odds of a side are divided by this: fitted (least log loss) on frames from which nothing was learnt."""
RINGS, RAYS = 24, 96
"""The view is unrolled about the penny's middle, so that a turned penny is the same strip, shifted."""
FIND_PX: Final = 32
"""Size of the same square as the finder reads it."""


def penny_chances(crops: Sequence[Picture]) -> tuple[Floats, Floats]:
    """For each crop the probability that a penny lies in its middle, and the part of it that is visible."""
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
    """For each crop of a penny (BGR) the probability that heads is up; the mean over the looks (log odds).

    A crop may have any size: the penny in its middle is PENNY_MM * CROP_PX_PER_MM / CROP_PX of its side across. More
    than CROP_PX pixels are worth while where the picture has them.
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
    """A grey crop as the reader of sides looks at it: SIDE_PX square, the penny nearly filling it."""
    how = cv2.INTER_AREA if len(grey) > WHOLE_PX else cv2.INTER_LINEAR
    whole = cv2.resize(grey.astype(np.float32), (WHOLE_PX, WHOLE_PX), interpolation=how)
    margin = (WHOLE_PX - SIDE_PX) // 2
    return np.asarray(whole[margin:-margin, margin:-margin], dtype=np.float32)


def ring_radii() -> Floats:
    """How far from the middle of a view (px) each of the RINGS lies."""
    return (np.arange(RINGS) + 0.5) / RINGS * 1.04 * SIDE_RADIUS_PX


def ring_weights() -> Values:
    """What each place counts when a view is evened (RINGS x RAYS, sum 1): its area; nothing on the rim."""
    radii = ring_radii()[:, None]
    weight = np.repeat(radii * (radii < WITHIN_RIM * SIDE_RADIUS_PX), RAYS, axis=1)
    return np.asarray(weight / weight.sum(), dtype=np.float32)


@cache
def _unrolling(size: float, right: float = 0.0, down: float = 0.0) -> tuple[Values, Values]:
    """Where in a view each place of the unrolled one is taken from, by the size and place of a look."""
    angle = 2 * np.pi * np.arange(RAYS) / RAYS
    middle = (SIDE_PX - 1) / 2
    x = middle + right * SIDE_RADIUS_PX + size * ring_radii()[:, None] * np.cos(angle)
    y = middle + down * SIDE_RADIUS_PX + size * ring_radii()[:, None] * np.sin(angle)
    return x.astype(np.float32), y.astype(np.float32)


# What two looks at one penny tell together, after the camera moved or the lamp changed between them. A clear
# look needs no other. Of two that are not clear the log odds are added where both mean one side (naive Bayes:
# another angle or lamp shows the relief otherwise); where they do not, no side is told.

CLEAR_ODDS: Final = log(9.0)
"""A side is clear from these log odds on (0.9); the look before counts for no more than that."""
TOGETHER: Final = 0.7
"""Two looks at one penny are not wholly independent: of 700 struck pennies, each under two lamps, the sum itself had
the least log loss; real ones, shiny or worn, are believed a little less."""
SIDE_MARGIN: Final = 0.6
"""A side less likely than this is not named."""
SAME_PLACE_MM: Final = 2.0
"""A penny that nobody moved is found again so near to where it was, whatever the camera did."""


def told_penny(
    chance: float,
    heads: float,
    visible: float,
    corners_px: Sequence[Sequence[float]],
    place: Sequence[float] | None,
) -> Sighting:
    """A penny of this chance, with heads up by another (0..1 each), at a place in mm, where that is known."""
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
    """The pennies of this look, of which those not clearly read are held against the look before.

    Nothing changes where only parts of the picture did: what lies there may have been turned by hand. Without a mat
    no penny is known again.
    """
    if view.changes is not None or view.plane is None:
        return tuple(pennies)
    known = [one for one in before if one.kind == "penny"]
    return tuple(_together(one, min(known, key=partial(apart_mm, one), default=None)) for one in pennies)


def side_unread(penny: Sighting) -> Sighting:
    """The penny with no word on its side: what shows of it is too blurred to tell."""
    return _with_side(penny, min(1.0, sum(_shares(penny).values())), 0.5)


def apart_mm(one: Sighting, other: Sighting) -> float:
    """How far apart two things lie; infinitely where a place is not known."""
    if one.x is None or one.y is None or other.x is None or other.y is None:
        return inf
    return hypot(one.x - other.x, one.y - other.y)


def _together(penny: Sighting, earlier: Sighting | None) -> Sighting:
    """A penny as this look and the nearest penny of the look before tell it."""
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
    """The log odds of heads; 0 where nothing is known of the sides."""
    told = _shares(penny)
    return log((told["heads"] + 1e-6) / (told["tails"] + 1e-6))


# Looks a whole picture over for places where a penny may lie, at every size it may have. This is only the
# first look. It is to miss nothing; what is no penny after all is told by the close look. The network
# was taught by `vision.workshop.training.teach_coin_finding`.

LEVEL_PX: Final = (8.5, 18.5)
"""Diameters (px) that the network knows; larger coins are looked for in smaller copies of the picture."""
USUAL_PX: Final = 14.0
"""Diameter (px) that the network's answers are counted from."""
STEP_PX: Final = 4
"""The pixels, each way, for which the network answers once."""
EDGE_PX: Final = 8
"""What is added all round, as the border looks, so that coins cut off by it are seen as well."""
MOST_ODDS: Final = 13.8
"""No place is likelier, or less likely, at first sight."""
LEAST_CHANCE: Final = 0.15
"""Places less likely than this at first sight are not looked at _closely."""
SAME: Final = 0.33
"""Places nearer than this, in diameters of the larger, and of like size are one."""


@dataclass(frozen=True, eq=False)
class Ellipse:
    """An ellipse in a picture: its middle (px) and the 2 x 2 matrix (px) that makes it of the unit circle.

    `odds`: log odds that it is a coin's, `visible` the part of it that shows, `copper` the chance (0..1) of that metal.
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
        """Of the circle of the same area, px."""
        (a, b), (c, d) = self.shape.tolist()
        return sqrt(abs(a * d - b * c))

    def points(self, number: int, size: float = 1.0) -> Floats:
        """So many points (N x 2, px) of the outline, in turn; of one `size` times as large."""
        return np.asarray(self.middle + circle(number) * size @ self.shape.T, dtype=np.float64)

    def off(self, other: "Ellipse") -> float:
        """How far apart two middles lie, px."""
        return dist(self.middle.tolist(), other.middle.tolist())


def likely_places(
    image: Picture, smallest_px: float, largest_px: float, most: int, light: Gains = NO_GAINS
) -> list[Ellipse]:
    """The likeliest places of pennies of these diameters (px) in a picture (BGR), likeliest first, at most `most`.

    `light`: the factors under which the picture is seen as in white light.
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
    """What the network says of a picture: rows x columns x (log odds, shift right, shift down, log of size).

    One answer for STEP_PX each way, EDGE_PX beyond the picture all round; shifts in steps.
    """
    high, wide = level.shape[:2]
    more_down, more_right = -high % (2 * STEP_PX), -wide % (2 * STEP_PX)
    padded = cv2.copyMakeBorder(
        level, EDGE_PX, EDGE_PX + more_down, EDGE_PX, EDGE_PX + more_right, cv2.BORDER_REPLICATE
    )
    batch = cv2.dnn.blobFromImage(padded, 1 / 64.0, mean=(128.0, 128.0, 128.0))
    return np.asarray(answers("coin_scan.onnx", batch)[0].transpose(1, 2, 0))


def peaks(told: Values, least: float) -> list[Ellipse]:
    """Every place (px of the level) that stands out from those about it."""
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
    """Whether two places mean one coin."""
    smaller, larger = sorted((one.radius, other.radius))
    return one.off(other) < 2 * SAME * larger and larger < 1.6 * smaller


# Tells copper from silver and brass: how red and how yellow is what lies within an outline? Rule kept: what looks like
# a coin is a penny only as far as it may be copper. The light speaks only against it, as a lamp makes copper of silver.

BURNT, DARK = 205, 12
"""Where green is brighter, copper's red is burnt out: it turns yellow before white; what is dark has no colour."""
LEAST_SEEN, HARDLY = 0.4, 0.04
"""If less of a coin is neither burnt nor dark, redness only speaks against copper; below HARDLY nothing does."""
COPPER_FROM, STEEP = 0.13, 50.0
"""Copper as likely as not, by the logarithm of red over green, and the log odds of it for each unit more. Photographed
British pennies, worn, lie from 0.15 on, US cents from 0.2; silver and brass, their light half known, up to 0.16."""
YELLOW_FROM, YELLOW, MOST_YELLOW = 0.1, 0.5, 0.16
"""By so much more than red over green may green over blue be (logarithms); what is more is brass, and takes this part
of it off the redness, at most MOST_YELLOW: shiny copper under a bulb is yellow, too."""
REDDEST: Final = 1.25
"""What is redder than so many times its green is never white under a lamp, once the camera has set its own white."""
WHITE, UNTOLD = 0.15, 0.85
"""Burnt all over, silver has less green over blue than WHITE where white is known, copper more; where that tells
nothing either, copper has this chance: enough for a penny, too little for a side that is sure (0.9)."""


def copper_chance(crop: Picture, guessed: Gains | None = None) -> float:
    """The chance (0..1) that the coin in a crop (BGR, as `Shrinking.crop` gives it for a close look) is copper.

    `guessed`: the factors under which white would be white, as far as can be guessed; None where white is white.
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
"""Side of the crop that is looked at."""
RADIUS_PX: Final = 16.0
"""Radius of the would-be coin within it."""
FIRST_LOOK: Final = 0.7
"""How much of the log odds of the first look counts beside those of the close ones."""
LONGEST: Final = 1.6
"""Longer axis over shorter of the flattest outline that is believed: a table seen from 50 deg off straight down."""


class Shrinking:
    """A picture (BGR) and smaller copies of it, made when first asked for: large coins are cut out of those.

    What is cut out is seen as in white light, if `light` are the factors for that; `guessed`: see `copper_chance`.
    """

    def __init__(self, image: Picture, light: Gains = NO_GAINS, guessed: Gains | None = None) -> None:
        self._copies = [image]
        self._light, self._guessed = light, guessed

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

    def copper(self, coin: Ellipse) -> float:
        """The chance (0..1) that a coin of this outline is of copper."""
        return copper_chance(self.crop(coin, CLOSE_PX, RADIUS_PX), self._guessed)


def looked_at(picture: Shrinking, outlines: Sequence[Ellipse]) -> list[Ellipse]:
    """The outlines as they are after a closer look, each with its chance and visible part, in the same order."""
    if not outlines:
        return []
    crops = np.stack([picture.crop(outline, CLOSE_PX, RADIUS_PX) for outline in outlines])
    told = np.asarray(answers("coin_check.onnx", evened(crops)), dtype=np.float64)
    return [_told(outline, answer) for outline, answer in zip(outlines, told, strict=True)]


def evened(crops: Picture) -> Values:
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


# Without a mat: the pennies of one picture are of like size, so that a worn one is known by those about it.

LEAST_SURE_OF_SIZE: Final = 0.75
"""Chance from which a find is sure enough to tell the size of others."""
USUAL_SIZES, ODD_SIZE_WEIGHT = 0.45, 6.0
MOST, LEAST_TO_COMPARE = 0.6, 4
"""The pennies of one picture are of like size. If MOST (by weight) of at least LEAST_TO_COMPARE finds
are, one that is off by more than USUAL_SIZES (log) loses ODD_SIZE_WEIGHT log odds for each unit more."""
SAME_SIZE, SAME_SIZE_WEIGHT = 0.1, 1.0
"""… and if MOST of at least LEAST_TO_COMPARE sure ones are within SAME_SIZE (log) of each other's middle size, what has
that size gains SAME_SIZE_WEIGHT log odds: a worn penny is known by those that lie about it."""


def of_like_size(finds: list[Ellipse]) -> list[Ellipse]:
    """The finds with chances that heed how far each one's size lies from that of most.

    Where no size has most of the weight, nothing is said against any.
    """
    if len(finds) < LEAST_TO_COMPARE:
        return finds
    weights = np.array([find.chance**2 * np.sqrt(find.radius) for find in finds])
    logs = np.log([find.radius for find in finds])
    order = np.argsort(logs, kind="stable")
    middle = logs[order][int(np.searchsorted(np.cumsum(weights[order]), weights.sum() / 2))]
    beyond = np.maximum(0.0, np.abs(logs - middle) - USUAL_SIZES)
    if float(weights[beyond == 0].sum()) < MOST * float(weights.sum()):
        return finds
    # Those of the size of most sure ones; none where these are few or of many sizes.
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
"""Without a mat pennies are looked for from SMALLEST_PX across, or the picture's longer side over this, if more."""
LARGEST_PART: Final = 1.1
"""… and up to this part of the picture's shorter side."""
SIZE_RANGE: Final = (0.8, 1.22)
"""With a mat: how many times a US cent's diameter a find may have. British pennies are larger by 1.07."""
THICK_MM: Final = 1.5
PLACES_A_LOOK: Final = 48
"""Most places of a picture that are looked at _closely."""
LEAST_AGAIN: Final = 0.12
LEAST_SURE: Final = (0.5, 0.75)
"""Chance after a close look from which a place is looked at again; and after that, weighed, from which it is a penny:
with a mat, whose scale rules out most else, and without."""
LEAST_VISIBLE: Final = 0.35
FINER: Final = 2
"""How many times finer a penny is cut out for its side than to be found: shrunk once, it stays sharper."""
FINE_PX, FINE_HEADS = 30.0, 0.5
"""Of a coin seen larger than this radius, scratches and glare pass for the fine print of tails: the odds of tails are
multiplied by this. Chosen on photographs of one collection of coins; other sources bear it out."""
WELL_ON: Final = 0.5
"""A place that lies deeper within a card's sides than this part of its radius lies on it, wherever closer looks put its
middle."""
OUTLINE_POINTS: Final = 12
WITHIN, LEAST_TO_HOLD = 0.6, 0.6
"""Without a mat: what is smaller than a likely penny by this factor and lies within it is a part of its relief."""


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
    """The pennies in a picture (BGR), each with its side, outline (px) and how much of it shows.

    Nothing is looked for outside `boxes` (px; None: everywhere). With a plane, pennies that lie on one of the
    `cards` are left out (see `PenniesOnCards`), and each has its place in mm; without one `x` and `y` are None
    and pennies on cards are found like all others. A penny whose side cannot be read has no label.
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
    """The pennies in a picture if its light has this colour; `guessed`: see `copper_chance`."""
    finds: list[Ellipse] = []
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
            outlines = [
                one
                for one in outlines
                if not _on_card(replace(one, middle=one.middle + corner), cards, WELL_ON)
            ]
        finds += [replace(find, middle=find.middle + corner) for find in _closely(picture, outlines)]
    finds = [find for find in finds if find.visible >= LEAST_VISIBLE]
    if plane is None:
        # A head or a numeral on a coin is round, too: what lies within a larger find is left out.
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
    """What two close looks make of the places, those left out that the first of them speaks against."""
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
    """The smallest and largest diameter (px) a penny may have in a window; None where none can lie."""
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
    """Whether a find has a penny's size where it lies."""
    ring = plane.to_mm(find.points(16), THICK_MM)
    off = ring - ring.mean(axis=0)
    diameter = 2 * float(np.sqrt((off**2).sum(axis=1).mean()))
    return SIZE_RANGE[0] <= diameter / PENNY_MM <= SIZE_RANGE[1]


def _on_card(find: Ellipse, cards: Sequence[Sighting], deep: float = 0.0) -> bool:
    """Whether the middle of a find lies on a card, at least `deep` of its radii within that card's sides."""
    point = (float(find.middle[0]), float(find.middle[1]))
    least = deep * find.radius
    return any(
        card.kind == "card"
        and card.corners_px is not None
        and cv2.pointPolygonTest(np.array(card.corners_px, np.float32), point, measureDist=True) >= least
        for card in cards
    )


def apart(finds: list[Ellipse]) -> list[Ellipse]:
    """The likeliest of the finds, without those that mean a coin already named."""

    def same(one: Ellipse, other: Ellipse) -> bool:
        # Coins cannot lie nearer with half of each showing.
        return one.off(other) < 0.6 * max(one.radius, other.radius)

    return list(each_once(sorted(finds, key=lambda find: -find.odds), same))


# What was taken for a penny and is only what its card has printed there. A coin is opaque, so that nothing of
# the print beneath it shows; where the print does show, no coin lies.

REACH_MM: Final = 9.0
"""How far about the penny's middle the print is compared."""
SHOWS: Final = 0.6
"""Correlation with the print from which it shows: of print 0.9 and more, under pennies up to 0.25 (painted)."""
LEAST_PRINT: Final = 4.0
"""Where print differs by fewer grey levels there is nothing to compare."""
LEAST_PART: Final = 0.5


def is_print(image: Picture, plane: Plane, penny: Sighting, card: Lying) -> bool:
    """Whether a penny (with its place in mm) that was seen on a card is the print of it."""
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
"""How high above the table the upper side of a penny on a card lies, roughly."""
LEAST_LIKELY, ON_CARD_SURE = 0.1, 0.7
"""Chance at first sight from which a place is looked at closely, and after that from which it is a penny."""
HALF_SURE: Final = 0.5
"""Chance from which a penny lies half hidden."""
SEARCH_PX_PER_MM: Final = 1.0
LEAST_ROUND: Final = 0.18
"""Roundness (0..1) below which a place is not looked at."""
MOST_AT_A_CARD: Final = 3
"""Of 171 pennies on 346 cards of recorded games each was the roundest place of its card."""
ON_CARD_VISIBLE, WHOLE = 0.3, 0.8
FROM_EDGE_MM: Final = 12.0
"""A penny that looks covered in part (visible below WHOLE) is believed only so far within a card's edge."""


def find_pennies(image: Picture, plane: Plane, cards: Sequence[Sighting]) -> list[Sighting]:
    """The pennies in a picture (BGR), each with its side, place in mm and how much of it is visible.

    Looks on the cards given (those with a place in mm), or all over the playing area where there are none. Regions
    are left None: a penny belongs where its card lies. A penny whose side cannot be read has no label.
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
    # The odds by the crop from straight above and those by the outline are added up.
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
    """Where (N x 2 mm) in a box (mm) edges run round a middle at a penny's radius: roundest first.

    At most `most` places (None: a handful a card).
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
    """How well (up to 1) the edges about each pixel run round it at a penny's radius, whatever their contrast.

    The colour gradient's double angle is compared with that of a ring (after Di Zenzo; and Reisfeld's
    symmetry transform, at one radius).
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
    """The squares (CROP_PX x CROP_PX, BGR) round places (N x 2 mm), as if seen from straight above."""
    side = CROP_PX / CROP_PX_PER_MM
    return list(plane.rectify_each(image, places, side, side, CROP_PX_PER_MM, RAISED_MM))


def square_px(plane: Plane, x: float, y: float) -> Corners:
    """The corners (px) of the square about a penny at a place (mm)."""
    half = PENNY_MM / 2
    square = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    return tuple((float(a), float(b)) for a, b in plane.to_px(square, RAISED_MM))


# Pennies that a card laid over them hides in part: told by what of them still shows beside that card. What
# shows must differ from the card's own picture, look like copper, and end where a penny of its true size
# would; a painted sun is part of the picture, so it is no penny.

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
CONTRAST_HALF, CONTRAST_SPREAD = 0.2, 0.02
"""Contrast between circle and ring at which a penny is as likely as none, and the scale of the logistic chance."""
LITTLE, LITTLE_WEIGHT = 0.16, 2.0
"""How much more contrast is asked of a penny of which less shows."""
OTHER_FROM, OTHER_WEIGHT = 0.25, 2.0
"""The rest of a card looks less unlike its picture than this, or it may well be another card: then by so much more
contrast is asked for. Fitted, with the above, on the pennies of two tables beside outlines drawn over them: no false
find among 350 outlines that hide the penny whole (largest contrast 0.17), nor among attacks painted without one."""
COPPER: Final = (0.24, 0.30)
COPPER_SPREAD: Final = (0.16, 0.11)
"""Logarithms of red over green and of green over blue of a copper penny under white light, and how they vary."""


def half_chance(visible: float, inside: float, ring: float, rest: float) -> float:
    """The chance (0..1) that a penny lies half hidden of which a part (0..1) is `visible`.

    `inside`, `ring`: how much like copper, and unlike the card, it looks within the circle and just outside it (0..1).
    `rest`: how unlike its picture the rest of the card looks, whatever its colour (0..1).
    """
    doubt = OTHER_WEIGHT * max(0.0, rest - OTHER_FROM) + LITTLE_WEIGHT * max(0.0, LITTLE - visible)
    return 1 / (1 + float(np.exp((CONTRAST_HALF + doubt - inside + ring) / CONTRAST_SPREAD)))


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
) -> Sighting | None:
    """The penny that may lie on a card half hidden under the outlines (4 x 2 mm each, in turn round) laid over it.

    `others`: pennies (mm) that are accounted for. None where the card is not known, or no place qualifies.
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
    # How well each sample's colour goes with copper, shining or dull.
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
    part = told(disc, (clear > 0).astype(np.float32)) / whole
    ruled_out = (np.hypot(right, up) > FROM_MIDDLE_MM) | (part < SHOWING[0]) | (part > SHOWING[1])
    likely[ruled_out] = -1
    row, column = (int(k) for k in np.unravel_index(int(likely.argmax()), likely.shape))
    if likely[row, column] <= 0:
        return None
    at_x, at_y = float(x[row, column]), float(y[row, column])
    beyond = visible * (np.hypot(x - at_x, y - at_y) > PENNY_MM / 2 + RING_MM)
    rest = float((strange * beyond).sum() / max(float(beyond.sum()), 1.0))
    shows = float(part[row, column])
    sure = half_chance(shows, float(inside[row, column]), float(outside[row, column]), rest)
    x_mm, y_mm = round(at_x, 2), round(at_y, 2)
    return Sighting("penny", None, sure=round(sure, 4), x=x_mm, y=y_mm, visible=round(shows, 3))


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


# The pennies of cards that other cards were laid over: seen in part, or remembered. A penny that lay on a
# card is still there when another card hides it, as long as its own card has not moved; where enough of it
# should show, it is believed only if it is seen.

STAYED_MM, STAYED_DEG = 4.0, 6.0
"""A card found again within this of where it lay has not moved."""
SAME_MM: Final = 6.0
"""A penny seen in part within this of where one lay is that one."""
NEAR_EDGE_MM: Final = 4.0
"""A penny whose middle lies so near to the edge of a card sticks out far over it."""
SHOULD_SHOW: Final = 0.25
"""A penny of which more than this must show is not taken on trust."""
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
    """Pennies on those of the fresh cards that are face up, covered by cards after them, and have no penny yet.

    `cards`: all of the table, bottom first; `placed`: the pennies found whole, with their cards; `known`: pennies
    of an earlier picture with the cards that they lay on.
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
            penny = half
            if before is not None and apart_mm(before, half) <= SAME_MM:
                sure = before.sure * half.sure
                penny = replace(before, sure=sure, x=half.x, y=half.y, visible=half.visible)
        elif before is not None and before.x is not None and before.y is not None:
            part = showing(before.x, before.y, over)
            if part <= SHOULD_SHOW:
                trust = 1.0 if before.visible <= SHOULD_SHOW else STILL_THERE
                penny = replace(before, sure=before.sure * trust, visible=part)
        if penny is not None:
            corners = square_px(plane, penny.x or 0.0, penny.y or 0.0)
            found.append((replace(penny, corners_px=corners), card))
    return found


def _above(card: Card, cards: Sequence[Card]) -> list[Lying]:
    """Those of some cards, bottom first, that lie on one of them."""
    after = (other.lying for other in cards[cards.index(card) + 1 :])
    return [other for other in after if shared(card.lying, other) > 0]


def card_beneath(penny: Sighting, cards: Sequence[Card]) -> Card | None:
    """The card that a penny lies on, of cards bottom first: the uppermost under its middle.

    But a penny that sticks out far over the edge of an upper card lies on the card below: it is half hidden.
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
    """Reads the pennies that lie on the cards seen before; without a mat they are found as all others are."""

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
