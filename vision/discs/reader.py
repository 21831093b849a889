"""Finds discs (round flat counters, draughtsmen, chips and caps), with their colour and what is printed on them.

Rule kept: a face is named only if it reads the same in every turn, or if it was enrolled; every other disc is
reported by its colour, unread.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from math import hypot
from typing import Final, Literal

import cv2
import numpy as np

from companion.sight import Kind, Sighting
from vision.arrays import Box, Floats, Picture, Values, as_corners, circle, each_once, stretch
from vision.decks.alike import (
    EDGE,
    FACE_PX,
    SHARP,
    SIDE_PX,
    TURNS,
    Spectra,
    face_at,
    filling,
    left_over,
    spectrum,
    turned_fits,
)
from vision.decks.deck import Deck
from vision.light.colours import White, body_colour, white_of
from vision.mat.plane import Plane, rectangle
from vision.networks import answers
from vision.reader import PieceReader, View, in_sets

# Where round pieces may stand: one small network over the picture at two sizes. It only gives places;
# `look_closer` decides what stands there. It was trained by `vision.workshop.training.teach_discs` and runs on
# any OpenCV from 4.10 on. The form of its output, a map of middles with a size for each, is that of X. Zhou,
# D. Wang, P. Krähenbühl, "Objects as Points", 2019.

STEP: Final = 4
"""Side (px) of the network's output cells."""
LOOK_PX: Final = 400_000.0
"""Maximum area (px) of the picture that is searched; larger ones are scaled down."""
COARSER: Final = 3.0
"""Factor between the first picture and a second, smaller one for large pieces."""
MOST_REACH, LEAST_REACH = 30.0, 3.4
"""Maximum and minimum half size (px as searched) that the network was made for."""
MOST_SEEN: Final = 1.25 * MOST_REACH
"""Maximum half size that is believed."""
LEAST_COARSE: Final = 7.0
"""Minimum half size in the smaller picture; smaller pieces are seen better in the first."""
USUAL_REACH: Final = 12.0
"""Half size to which the network's logarithmic sizes are relative."""
LEAST_CHANCE: Final = 0.2
MOST_PLACES: Final = 120
Reaches = tuple[float, float]
ANY: Final[Reaches] = (0.0, float("inf"))


@dataclass(frozen=True, slots=True)
class DiscPlace:
    """A place of something round: its middle and half size in px, and its chance (0..1)."""

    x: float
    y: float
    reach: float
    chance: float


def find_places(
    image: Picture, boxes: Sequence[Box] | None = None, reaches: Reaches = ANY
) -> tuple[DiscPlace, ...]:
    """Places in a picture (BGR), likeliest first; within `boxes` (px; None: everywhere).

    `reaches`: minimum and maximum half size (px).
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
    """Places in a part of the picture, scaled by `scale`, of half size `least` or more."""
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
    answer = answers("disc_found.onnx", levelled(np.asarray(padded, np.uint8)))[0]
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
    """The places, likeliest first, without those near the middle of a likelier one."""

    def same(one: DiscPlace, other: DiscPlace) -> bool:
        return hypot(one.x - other.x, one.y - other.y) < 0.5 * min(other.reach, one.reach)

    return tuple(islice(each_once(sorted(places, key=lambda p: -p.chance), same), MOST_PLACES))


def levelled(picture: Picture) -> Values:
    """The picture as the network's input: 1 x 3 x H x W, about -2..2."""
    return (picture.astype(np.float32).transpose(2, 0, 1)[None] - 110.0) * np.float32(1 / 64)


Shape = Literal["nothing", "disc", "cylinder", "pawn"]

SHAPES: Final[tuple[Shape, ...]] = ("nothing", "disc", "cylinder", "pawn")
CROP_PX: Final = 36
"""Side of the network's input."""
AROUND: Final = 1.65
"""Side of the crop, in sizes of the piece."""
OUTLINE: Final = 24
"""Points of an outline."""


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A round piece in a picture, in px.

    `chances`: by SHAPES, sum 1. `anchor`: the middle of the top face (pawn: of its foot); `other`: the middle of the
    lower end (pawn: of its head). `spread` (2 x 2) maps the unit circle to the top face (pawn: to its foot).
    `visible`: the visible share (0..1). `sure`: the probability (0..1) of a piece.
    """

    chances: tuple[float, float, float, float]
    anchor: Floats
    other: Floats
    spread: Floats
    visible: float
    sure: float = 1.0

    @property
    def shape(self) -> Shape:
        """The likeliest kind of piece, given that it is one."""
        return SHAPES[1 + int(np.argmax(self.chances[1:]))]

    @property
    def radius(self) -> float:
        """Radius (px) of the circle with the area of the top face or foot."""
        return float(np.sqrt(abs(np.linalg.det(self.spread))))

    def ring(self, share: float = 1.0) -> Floats:
        """Points (OUTLINE x 2) about the top face (pawn: its foot), at `share` of its radius."""
        return np.asarray(self.anchor + share * _CIRCLE @ self.spread.T, np.float64)

    def outline(self) -> Floats:
        """Points about the whole piece; of a disc about its top face only."""
        if self.shape == "disc":
            return self.ring()
        small = 0.5 if self.shape == "pawn" else 1.0
        both = np.concatenate([self.ring(), self.other + small * _CIRCLE @ self.spread.T])
        return np.asarray(cv2.convexHull(both.astype(np.float32))[:, 0], np.float64)


_CIRCLE = circle(OUTLINE)


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """A crop about a place: CROP_PX square BGR, with its middle and half side in px of the picture."""

    picture: Picture
    x: float
    y: float
    half: float


def cut_at(image: Picture, x: float, y: float, reach: float) -> Cut:
    """The crop about a place (px), resized to CROP_PX; outside the picture its border is replicated."""
    half, middle = max(3, round(AROUND * reach)), (round(x + 0.5) - 0.5, round(y + 0.5) - 0.5)
    part = cv2.getRectSubPix(image, (2 * half, 2 * half), middle)
    way = cv2.INTER_AREA if half * 2 > CROP_PX else cv2.INTER_LINEAR
    small = cv2.resize(part, (CROP_PX, CROP_PX), interpolation=way)
    return Cut(np.asarray(small, np.uint8), *middle, float(half))


def evened(crops: Values) -> Values:
    """Crops (N x 3 x CROP_PX x CROP_PX, 0..255) normalised in brightness and contrast, colours kept."""
    grey = crops.mean(axis=1, keepdims=True)
    middle = grey.mean(axis=(2, 3), keepdims=True)
    spread = crops.std(axis=(1, 2, 3), keepdims=True)
    return np.asarray((crops - middle) / (spread + 10), np.float32)


def look_closer(image: Picture, places: Sequence[DiscPlace], turns: int = 1) -> tuple[Body, ...]:
    """The body at each place; its chances are the mean over `turns` quarter turns of the crop (1 to 4)."""
    if not places:
        return ()
    cuts = [cut_at(image, place.x, place.y, place.reach) for place in places]
    crops = evened(np.stack([cut.picture for cut in cuts]).astype(np.float32).transpose(0, 3, 1, 2))
    turned = np.concatenate([np.rot90(crops, quarter, axes=(2, 3)) for quarter in range(turns)])
    told = np.asarray(answers("disc_shape.onnx", turned), np.float64).reshape(turns, len(cuts), -1)
    first = told[0].copy()
    first[:, :4] = told[:, :, :4].mean(axis=0)
    return tuple(_body(answer, cut) for answer, cut in zip(first, cuts, strict=True))


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
    size, along, aslant = np.clip(numbers, -4, 2).tolist()
    return np.asarray(np.exp(size) * stretch(along, aslant), np.float64)


# The height of a top face above the table, which gives the place where a piece or tower stands. Three clues are
# weighed: the foot by the network, an edge where the lower rim would be, and the usual height of pieces. Seen
# straight from above, height cannot be told and does not matter.

USUAL_MM: Final = (6.0, 20.0)
"""Prior of a top face's height: mean and standard deviation."""
HIGHEST_MM: Final = 60.0
FOOT_SHARE, LEAST_FOOT_PX = 0.12, 1.5
"""Standard error of the network's foot: as a share of the piece's radius, and its minimum."""
EDGE_WEIGHT: Final = 3.0
"""Weight of the edge against the other two."""
BESIDE_MM: Final = 0.9
"""Distance inside and outside the rim where colours are compared."""
RIM: Final = 40
HEIGHTS: Final = np.arange(2.0, HIGHEST_MM + 0.5, 1.0)


def height_mm(image: Picture, plane: Plane, body: Body) -> float:
    """The height (mm) of a disc's or cylinder's top face over the table."""
    low, high = plane.to_mm(body.anchor[None], 0.0)[0], plane.to_mm(body.anchor[None], 100.0)[0]
    middles = low + (high - low) * (HEIGHTS / 100.0)[:, None]
    feet = plane.to_px(middles)
    off = np.hypot(*(feet - body.other).T) / max(LEAST_FOOT_PX, FOOT_SHARE * body.radius)
    against = off**2 + ((HEIGHTS - USUAL_MM[0]) / USUAL_MM[1]) ** 2
    rim = plane.to_mm(body.ring(), USUAL_MM[0])
    radius = float(np.hypot(*(rim - rim.mean(axis=0)).T).mean())
    leaning = feet[-1] - feet[0]
    if float(np.hypot(*leaning)) > 1.0:
        against -= EDGE_WEIGHT * np.log(_edges(image, plane, middles, radius, leaning) + 0.3)
    return float(HEIGHTS[int(np.argmin(against))])


def _edges(image: Picture, plane: Plane, middles: Floats, radius: float, leaning: Floats) -> Floats:
    """Edge strength along the lower rim for each of the `middles` (mm) that it may have; 1 is usual."""
    rim = circle(RIM)
    ends = plane.to_px(middles[0] + radius * rim)
    outward = ends - ends.mean(axis=0)
    seen = outward @ (leaning / np.hypot(*leaning)) > 0.5 * np.hypot(*outward.T)
    colours = []
    for reach in (radius - BESIDE_MM, radius + BESIDE_MM):
        points = plane.to_px((middles[:, None] + reach * rim[seen]).reshape(-1, 2)).astype(np.float32)
        sampled = cv2.remap(
            image, points[:, 0].copy(), points[:, 1].copy(), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        colours.append(sampled.reshape(len(middles), -1, 3).astype(np.float64).mean(axis=1))
    strength = np.abs(colours[1] - colours[0]).sum(axis=1)
    strength = np.convolve(np.pad(strength, 1, mode="edge"), (0.25, 0.5, 0.25), mode="valid")
    return np.asarray(strength / (float(np.median(strength)) + 1.0), np.float64)


# Round pieces come in sets: a place with the size and colour of a certain piece is likelier one too. A close look
# alone sometimes takes a pressed draughtsman for a coin; among others of its set it does not.

SURE: Final = 0.75
"""Minimum probability of a piece that supports others."""
LEAST_POINTED: Final = 0.5
"""Minimum chance by the finder of a place that others support; prints and shadows resemble each other too."""
COLOUR_PX: Final = 16
"""Side (px) of the square about a piece's top face, of which MIDDLE is compared."""
MIDDLE: Final = slice(4, 12)
"""Rows and columns of that square."""


def as_sets(
    image: Picture, bodies: Sequence[Body], chances: Sequence[float], pointed: Sequence[float]
) -> list[float]:
    """The chance of each body of a picture (BGR), raised if it resembles a certain piece.

    `chances`: of each by itself (0..1); `pointed`: by the finder (0..1).
    """
    sure = [k for k, chance in enumerate(chances) if chance >= SURE]
    faces = (face_at(image, body.anchor, body.spread, COLOUR_PX)[MIDDLE, MIDDLE] for body in bodies)
    told = in_sets(chances, sure, [body.radius for body in bodies], faces)
    spoken = zip(chances, told, pointed, strict=True)
    return [chance if point < LEAST_POINTED else after for chance, after, point in spoken]


POSSIBLE: Final = 0.02
"""Minimum probability of a piece for a second look."""
LIKELY: Final = 0.5
"""Minimum probability of a piece that is reported."""
WORTH: Final = (0.85, 0.2, 0.65)
USUAL: Final = -0.55
"""Logistic weights of the log odds of the finder, the first and the second look, and the offset. Fitted on painted
scenes outside all training sets."""
DOUBTFUL: Final = (0.05, 0.8)
SIZES: Final = (0.92, 1.08)
"""A place with a chance in DOUBTFUL gets further looks, scaled by these factors. A relief, the print of caps or a
blurred edge may hide a piece at one size, not at all of them. These looks can only raise the chance."""
LEAST: Final = 1e-9
"""Minimum probability of a kind, against logarithms of 0."""
VISIBLE: Final = 0.35
"""Minimum visible share of a piece that is reported."""


_last: tuple[Picture, tuple[object, ...], tuple[Body, ...]] | None = None


def find_bodies(
    image: Picture, boxes: Sequence[Box] | None = None, reaches: Reaches = ANY
) -> tuple[Body, ...]:
    """The round pieces in a picture (BGR), likeliest first; within `boxes` (px; None: everywhere).

    `reaches`: approximate minimum and maximum half size (px).
    """
    # Two readers ask for the same picture in turn (discs and pawns): the last answer is kept.
    global _last
    key = (image[::31, ::37].tobytes(), None if boxes is None else tuple(boxes), reaches)
    if _last is not None and _last[0] is image and _last[1] == key:
        return _last[2]
    places = find_places(image, boxes, reaches)
    near = [
        (place, body)
        for place, body in zip(places, look_closer(image, places), strict=True)
        if 1 - body.chances[0] >= POSSIBLE and _sound(body, place)
    ]
    # Second look, in four turns, where the first look has put each body.
    again = [_place_of(body, place.chance) for place, body in near]
    closer = list(look_closer(image, again, turns=4))
    # Third looks at two more sizes, for bodies still in doubt; only the chance of "nothing" may fall.
    doubtful = [
        number
        for number, (place, (_, before), body) in enumerate(zip(again, near, closer, strict=True))
        if DOUBTFUL[0] < _chance(place.chance, before, body) < DOUBTFUL[1]
    ]
    sized = [
        replace(again[number], reach=size * again[number].reach) for number in doubtful for size in SIZES
    ]
    looks = iter(look_closer(image, sized, turns=4))
    for number in doubtful:
        three = (closer[number], *(next(looks) for _ in SIZES))
        odds = np.exp(np.log(np.maximum([body.chances for body in three], LEAST)).mean(axis=0))
        nothing, *kinds = three[0].chances
        less = min(nothing, float(odds[0] / odds.sum()))
        disc, cylinder, pawn = (kind * (1 - less) / max(1 - nothing, LEAST) for kind in kinds)
        closer[number] = replace(closer[number], chances=(less, disc, cylinder, pawn))
    looked = [
        (body, _chance(place.chance, before, body), place.chance)
        for place, (_, before), body in zip(again, near, closer, strict=True)
        if _sound(body, place)
    ]
    bodies = [body for body, _, _ in looked]
    chances = as_sets(image, bodies, [chance for _, chance, _ in looked], [pointed for *_, pointed in looked])
    found = [replace(body, sure=chance) for body, chance in zip(bodies, chances, strict=True)]
    likely = _each_once([body for body in found if body.sure >= LIKELY and body.visible >= VISIBLE])
    _last = (image, key, likely)
    return likely


def _chance(pointed: float, first: Body, second: Body) -> float:
    """The probability of a piece by the finder and two looks (WORTH)."""
    looks = (_odds(pointed, 0.03), _odds(1 - first.chances[0], 0.02), _odds(1 - second.chances[0], 1e-3))
    odds = USUAL + sum(worth * look for worth, look in zip(WORTH, looks, strict=True))
    return float(1 / (1 + np.exp(-odds)))


def _odds(chance: float, least: float) -> float:
    held = min(max(chance, least), 1 - least)
    return float(np.log(held / (1 - held)))


def _sound(body: Body, place: DiscPlace) -> bool:
    size = body.radius / place.reach
    off = float(np.hypot(*(body.anchor - (place.x, place.y)))) / place.reach
    return 0.3 <= size <= 1.5 and off <= AROUND


def _place_of(body: Body, chance: float) -> DiscPlace:
    """The place of a body for another look: the middle and half size of its outline."""
    outline = body.outline()
    low, high = outline.min(axis=0), outline.max(axis=0)
    middle = (low + high) / 2
    return DiscPlace(float(middle[0]), float(middle[1]), max(3.0, float((high - low).max() / 2)), chance)


def _each_once(found: list[Body]) -> tuple[Body, ...]:
    """The bodies, each piece once by the likeliest."""

    def same(one: Body, other: Body) -> bool:
        place, held = _place_of(one, 0.0), _place_of(other, 0.0)
        return hypot(place.x - held.x, place.y - held.y) < 0.6 * max(place.reach, held.reach)

    return tuple(each_once(sorted(found, key=lambda body: -body.sure), same))


# Reads print on a disc's top face in any turn: a digit or a simple sign.
# Rule kept: 6 and 9 are never named, because each is the other turned; print outside FACES is not named either.

FACES: Final = ("0", "1", "2", "3", "4", "5", "7", "8", "6/9", "lightning", "spiral", "star", "dot")
OTHER: Final = "other"
BLANK: Final = "blank"
CLASSES: Final = (*FACES, OTHER, BLANK)


@dataclass(frozen=True, slots=True)
class FaceReading:
    """What a disc's face shows: its label (None: unread); `others` as in a sighting.

    `deck`, `angle_px`: of an enrolled face; the direction of its right side in the picture (deg counter-clockwise).
    """

    label: str | None
    sure: float
    others: tuple[tuple[str, float], ...]
    deck: str | None = None
    angle_px: float | None = None


def printed_face(chances: Floats) -> FaceReading:
    """The reading by the probability of each of CLASSES; `others` are the likeliest that can be named."""
    best, told = CLASSES[int(chances.argmax())], list[tuple[str, float]]()
    for name, chance in zip(CLASSES, chances.tolist(), strict=True):
        if name == "6/9":
            told += [("6", chance / 2), ("9", chance / 2)]
        elif name not in (OTHER, BLANK, best):
            told.append((name, chance))
    likeliest = sorted(told, key=lambda one: -one[1])[:3]
    others = tuple((name, chance) for name, chance in likeliest if chance >= 0.01)
    return FaceReading(None if best in (OTHER, BLANK, "6/9") else best, float(chances.max()), others)


def read_faces(faces: Sequence[Picture]) -> tuple[FaceReading, ...]:
    """Reads each face (FACE_PX square), by the mean over four quarter turns."""
    if not faces:
        return ()
    crops = evened_faces(np.stack(faces).astype(np.float32).transpose(0, 3, 1, 2))
    turned = np.concatenate([np.rot90(crops, quarter, axes=(2, 3)) for quarter in range(4)])
    told = np.asarray(answers("disc_face.onnx", turned), np.float64)
    told = told.reshape(4, len(faces), len(CLASSES)).mean(axis=0)
    odds = np.exp(told - told.max(axis=1, keepdims=True))
    return tuple(printed_face(row) for row in odds / odds.sum(axis=1, keepdims=True))


def evened_faces(crops: Values) -> Values:
    """Faces (N x 3 x FACE_PX x FACE_PX) normalised in brightness and contrast over the disc, 0 outside."""
    y, x = np.mgrid[0:FACE_PX, 0:FACE_PX] - (FACE_PX - 1) / 2
    disc = np.asarray(np.clip(EDGE + 0.5 - np.hypot(x, y), 0, 1), np.float32)
    weight = disc / disc.sum()
    middle = (crops * weight).sum(axis=(2, 3), keepdims=True)
    spread = np.sqrt((((crops - middle) ** 2) * weight).sum(axis=(1, 2, 3), keepdims=True) / 3)
    return np.asarray((crops - middle) / (spread + 6) * disc, np.float32)


# Enrolled discs: a disc's top face is compared with all faces of the decks of discs, in every turn. A face is named
# only if it is clearly the best of all in its best turn; faces that look alike when turned (6 and 9) stay unread.

LEAST_ALIKE: Final = 0.5
"""Minimum fit of an enrolled face."""
STEPS: Final = (0.08, 0.04)
"""Steps by which a disc's place and size are refined, in radii."""
_AROUND: Final = ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))
NONE_ALIKE: Final = 0.55
"""Assumed fit of an unknown face to the nearest enrolled one."""


def enrolled_faces(
    decks: tuple[Deck, ...], image: Picture, bodies: Sequence[Body]
) -> tuple[FaceReading | None, ...]:
    """The reading of each body by enrolled faces; None if none is like it."""
    if not decks:
        return (None,) * len(bodies)
    names, spectra = _known(decks)
    return tuple(_told(names, _best_fits(spectra, image, body)) for body in bodies)


@lru_cache(maxsize=4)
def _known(decks: tuple[Deck, ...]) -> tuple[list[tuple[str, str]], Spectra]:
    """The deck and label of each enrolled picture of a face, and its spectrum."""
    faces = [(deck.name, face) for deck in decks for look in deck.looks for face in look.faces]
    return [(deck, face.label) for deck, face in faces], np.stack(
        [spectrum(filling(face.image)) for _, face in faces]
    )


def _best_fits(spectra: Spectra, image: Picture, body: Body) -> Floats:
    """The fit of each face in each turn, at the place and size about the body where any face fits best.

    The body's own place is exact to a pixel or two only.
    """

    def fits_at(shift: tuple[float, float], scale: float) -> Floats:
        anchor = body.anchor + body.spread @ np.array(shift)
        return turned_fits(spectra, spectrum(face_at(image, anchor, body.spread * scale, SIDE_PX)))

    place, scale = (0.0, 0.0), 1.0
    fits = fits_at(place, scale)
    for step in STEPS:
        tries = [((place[0] + x * step, place[1] + y * step), scale) for x, y in _AROUND]
        tries += [(place, scale * (1 - step)), (place, scale * (1 + step))]
        for shift, size in tries:
            found = fits_at(shift, size)
            if found.max() > fits.max():
                fits, place, scale = found, shift, size
    return fits


def _told(known: Sequence[tuple[str, str]], fits: Floats) -> FaceReading | None:
    best = fits.max(axis=1)
    if float(best.max()) < LEAST_ALIKE:
        return None
    # Each face once, by the picture that fits best, so that it is no rival of its own.
    kept: dict[tuple[str, str], int] = {}
    for k in np.argsort(-best, kind="stable"):
        kept.setdefault(known[k], int(k))
    rows = sorted(kept.values())
    names, fits, best = [known[k] for k in rows], fits[rows], best[rows]
    odds = np.exp(SHARP * (best - best.max())) * left_over(best)
    chances = odds / (odds.sum() + np.exp(SHARP * (NONE_ALIKE - float(best.max()))))
    order = np.argsort(-chances, kind="stable")
    first = int(order[0])
    others = tuple((names[k][1], float(chances[k])) for k in order[1:4] if chances[k] >= 0.01)
    if chances[first] < 0.6:
        told = ((names[first][1], float(chances[first])), *others)[:3]
        return FaceReading(None, 1.0, told)
    deck, label = names[first]
    turn = float(int(fits[first].argmax()) * 360 / TURNS)
    return FaceReading(label, float(chances[first]), others, deck, turn)


Unlike = Callable[[Floats, Plane, Sequence[Floats]], bool]
"""Whether an outline (N x 2 px) cannot be a disc's, given the outlines (mm) of things on cards."""

LEAST_SURE: Final = 0.6
"""Minimum chance of a printed face that is reported."""
ROUGHLY: Final = 1.6
"""Tolerance (factor) of the finder's size of a disc."""
LEAST_RADIUS_PX: Final = 7.0
"""Minimum radius of a disc whose print is read."""
FLAT: Final = 0.2
"""Maximum distance between the two ends of a piece, in radii, from which its height cannot be told."""
FLAT_SURE: Final = 0.8
"""Minimum probability of such a piece to be a disc. In painted scenes this recovers 54 of 64 discs that passed for
taller pieces, and lets 8 more dice and coins pass for discs (314 do anyway). Of 38 pawns in rendered scenes, seen
from the side, 4 pass for discs with it and without."""
COLOURED: Final = 0.94
"""Share of the top face's radius within which the colour is judged."""


class DiscReader(PieceReader):
    """Reads discs, also on other things, and the uppermost of a tower; those of enrolled decks by their faces.

    On a table without pawns, a round piece that shows no height is a disc. With a plane, `x` and `y` are the middle of
    the disc in mm, corrected for its height, and `angle` is the turn of an enrolled face.
    """

    kind: Kind = "disc"

    def __init__(
        self, decks: Sequence[Deck], unlike: Unlike | None = None, widths_mm: Sequence[float] = ()
    ) -> None:
        """`unlike`: rejects outlines that cannot be discs. `widths_mm`: with a mat, only discs of about these widths
        are searched; empty: all.
        """
        self.decks = tuple(decks)
        self._unlike = unlike
        self._widths = tuple(widths_mm)

    def find(self, view: View, boxes: Sequence[Box] | None) -> Sequence[Sighting]:
        plane, covers, unlike = view.plane, view.covers, self._unlike

        def may_be(body: Body) -> bool:
            # Seen straight from above, a cap with its rim up or a draughtsman with a relief passes for a pawn or a
            # cylinder.
            above = float(np.hypot(*(body.other - body.anchor))) <= FLAT * body.radius
            may_lie = "pawn" not in view.table.kinds and above and body.sure >= FLAT_SURE
            flat = body.shape == "disc" or may_lie
            return flat and (plane is None or unlike is None or not unlike(body.ring(), plane, covers))

        reaches = ANY
        # Not with pawns on the table: then both readers share one search (see `find_bodies`).
        if plane is not None and self._widths and "pawn" not in view.table.kinds:
            # Sizes (px) of discs of these widths anywhere on the table, as the finder may see them.
            corners = rectangle(0, 0, plane.width_mm, plane.height_mm).tolist()
            scales = [plane.px_per_mm(x, y) / 2 for x, y in corners]
            reaches = min(self._widths) * min(scales) / ROUGHLY, max(self._widths) * max(scales) * ROUGHLY
        image = view.image
        found = [one for one in find_bodies(image, boxes, reaches) if may_be(one)]
        if not found:
            return ()
        white = white_of(image, plane)
        large = [body for body in found if body.radius >= LEAST_RADIUS_PX]
        faces = read_faces([face_at(image, body.anchor, body.spread) for body in large])
        printed = dict(zip(large, faces, strict=True))
        enrolled = enrolled_faces(tuple(deck for deck in self.decks if deck.kind == "disc"), image, found)
        told = zip(found, enrolled, strict=True)
        return tuple(_disc(view, white, body, known or printed.get(body)) for body, known in told)


def _disc(view: View, white: White, body: Body, said: FaceReading | None) -> Sighting:
    """A disc with its face's reading: always if enrolled, printed only if LEAST_SURE."""
    high = None if view.plane is None else height_mm(view.image, view.plane, body)
    told = _piece(view, "disc", body, high, body.ring(), body_colour(view.image, body.ring(COLOURED), white))
    if said is None:
        return told
    told = replace(told, others=said.others)
    if said.label is None or (said.deck is None and said.sure < LEAST_SURE):
        return told
    turned = None
    if view.plane is not None and high is not None and said.angle_px is not None:
        # From a direction in the picture to one on the table.
        towards = np.radians(said.angle_px)
        way = body.radius * np.array([np.cos(towards), -np.sin(towards)])
        start, end = view.plane.to_mm(np.stack([body.anchor, body.anchor + way]), high)
        turned = float(np.degrees(np.arctan2(end[1] - start[1], end[0] - start[0])) % 360)
    return replace(told, label=said.label, sure=said.sure * body.sure, deck=said.deck, angle=turned)


def _piece(
    view: View, kind: Kind, body: Body, high: float | None, outline: Floats, colour: str | None
) -> Sighting:
    """A round piece without a label, its anchor `high` mm above the table (None: unknown)."""
    x = y = None
    if view.plane is not None and high is not None:
        x, y = (round(value, 2) for value in view.plane.to_mm(body.anchor[None], high)[0].tolist())
    return Sighting(
        kind=kind,
        label=None,
        sure=body.sure,
        x=x,
        y=y,
        corners_px=as_corners(outline),
        visible=body.visible if body.visible < 0.9 else 1.0,
        colour=colour,
    )


# Finds upright pieces, turned pawns and cylinders, with their colour. The place of a piece is where it touches the
# table, however far its head leans in the picture.

PAWN_COLOURED: Final = 0.9
"""Share of the outline, from its middle, within which the colour is judged."""


class PawnReader(PieceReader):
    """Reads pawns and cylinders, labels `pawn` and `cylinder`; with a plane, `x` and `y` are where they stand (mm).

    On a table without discs, flat round pieces are the players' own and count as cylinders; of a tower, the uppermost.
    """

    kind: Kind = "pawn"

    def find(self, view: View, boxes: Sequence[Box] | None) -> Sequence[Sighting]:
        flat = ("disc",) if "disc" not in view.table.kinds else ()
        wanted = ("pawn", "cylinder", *flat)
        found = [body for body in find_bodies(view.image, boxes) if body.shape in wanted]
        if not found:
            return ()
        white, told = white_of(view.image, view.plane), []
        for body in found:
            high, chance = 0.0, body.chances[3]
            if body.shape != "pawn":
                high = 0.0 if view.plane is None else height_mm(view.image, view.plane, body)
                chance = body.chances[2] + (body.chances[1] if body.shape == "disc" else 0.0)
            label, other = ("pawn", "cylinder") if body.shape == "pawn" else ("cylinder", "pawn")
            share = min(1.0, chance / max(1e-6, 1 - body.chances[0]))
            outline = body.outline()
            middle = outline.mean(axis=0)
            colour = body_colour(view.image, middle + PAWN_COLOURED * (outline - middle), white)
            others = ((other, body.sure * (1 - share)),) if share < 0.99 else ()
            piece = _piece(view, "pawn", body, high, outline, colour)
            told.append(replace(piece, label=label, sure=body.sure * share, others=others))
        return told
