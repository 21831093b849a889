"""Dice on the table: where they lie, what their tops show, and which of them lean so that no face counts.

Rule kept: only the top face counts. A die whose top cannot be read, or that leans, is reported unread.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import atan2, cos, hypot, inf, pi, sin, sqrt
from typing import Final

import cv2
import numpy as np

from companion.sight import Kind, Sighting
from vision.arrays import Box, Floats, Picture, PxBox, Values, as_corners, each_once, grown
from vision.light.colours import White, body_colour, white_of
from vision.mat.plane import Plane
from vision.networks import answers
from vision.reader import PieceReader, View, in_sets

CROP_PX, SIDE_PX = 48, 22.0
"""Side of a crop in px, and of the die in it."""
TOP_PX: Final = slice(15, 33)
"""Rows and columns of a crop that lie on the top."""
LEAST_HUE: Final = 14.0
"""Minimum spread (0..255) of a top's hues for it to be read by hue."""
SHOWN_SPREAD: Final = 40.0
"""Spread (0..255) to which those hues are stretched as greys."""
KINDS: Final = 8
"""Classes of a place: 0 no die, 1..6 that face of pips, 7 a die with something else on top."""
ANSWERS: Final = KINDS + 8
"""The network's outputs: the classes' log odds, then off x, off y (sides), log of size, slant x, slant y, cos 4t,
sin 4t, log odds of a lean."""


@dataclass(frozen=True, slots=True)
class DiePlace:
    """Where the top of a die may lie: its middle and side in px, and the finder's chance (`heat`, 0..1)."""

    x: float
    y: float
    side: float
    heat: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class DieReading:
    """The network's answer for a place.

    `kinds`: KINDS probabilities. `place`: the corrected place of the top. `slant`: the top's normal in the frame of
    the camera's ray (x right, y down; 0, 0: straight at the camera). `turn`: of the top's sides (rad, modulo a quarter
    turn). `leans`: probability (0..1) that the die does not lie flat, by its looks alone.
    """

    kinds: Floats
    place: DiePlace
    slant: tuple[float, float]
    turn: float
    leans: float

    def quad(self) -> Floats:
        """The top's corners (4 x 2 px), clockwise as seen."""
        square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * self.place.side
        return square @ (foreshortening(self.slant) @ _spin(self.turn)).T + (self.place.x, self.place.y)


def crop_at(image: Picture, place: DiePlace, turn: float = 0.0) -> Picture:
    """The square (CROP_PX, BGR) about a place, turned by `turn` (rad, clockwise) against the picture."""
    x, y, scale = place.x, place.y, place.side / SIDE_PX
    if scale > 1.4:
        # Much smaller than the picture: average the part needed first, against aliasing.
        half = int(CROP_PX * scale / 2 * (abs(cos(turn)) + abs(sin(turn)))) + 3
        left, top = round(x) - half, round(y) - half
        part = image[max(0, top) : top + 2 * half, max(0, left) : left + 2 * half]
        if part.size == 0:
            return np.zeros((CROP_PX, CROP_PX, 3), np.uint8)
        wide, high = max(2, round(part.shape[1] / scale)), max(2, round(part.shape[0] / scale))
        image = np.asarray(cv2.resize(part, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
        x = (x - max(0, left) + 0.5) * wide / part.shape[1] - 0.5
        y = (y - max(0, top) + 0.5) * high / part.shape[0] - 0.5
        scale = 1.0
    spin = scale * _spin(turn)
    matrix = np.column_stack([spin, (x, y) - spin @ np.full(2, (CROP_PX - 1) / 2)])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    crop = cv2.warpAffine(image, matrix, (CROP_PX, CROP_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)


def _spin(turn: float) -> Floats:
    """The 2 x 2 matrix of a turn (rad, clockwise as seen)."""
    return np.array([[cos(turn), -sin(turn)], [sin(turn), cos(turn)]])


def differs_in_hue(image: Picture, place: DiePlace, over_grey: float) -> bool:
    """Whether the colours at a place differ in hue `over_grey` times more than in grey."""
    _, spread, grey = _main_colours(crop_at(image, place))
    return spread > LEAST_HUE and spread > over_grey * grey


def _main_colours(crop: Picture) -> tuple[Floats, float, float]:
    """The main axis of hue in the crop's middle (unit vector), the spread along it, and the spread of its greys."""
    middle = crop[TOP_PX, TOP_PX].reshape(-1, 3).astype(np.float64)
    spreads, ways = np.linalg.eigh(np.cov((middle - middle.mean(axis=1, keepdims=True)).T))
    return ways[:, -1], float(np.sqrt(max(0.0, spreads[-1]))), float(middle.mean(axis=1).std())


def levelled(crops: Values) -> Values:
    """Crops (N x 3 x H x W, 0..255) normalised in brightness and contrast for the network."""
    middle = crops.mean(axis=(1, 2, 3), keepdims=True)
    spread = crops.mean(axis=1, keepdims=True).std(axis=(2, 3), keepdims=True)
    return np.asarray((crops - middle) / (spread + 8), dtype=np.float32)


def read(
    image: Picture,
    places: Sequence[DiePlace],
    *,
    mirrored: bool = False,
    turn: float = 0.0,
    by_hue: bool = False,
) -> list[DieReading]:
    """Reads each place of a picture (BGR); `mirrored`, `turn` (rad) and `by_hue` make second opinions differ."""
    if not places:
        return []
    crops = np.stack([crop_at(image, place, turn) for place in places])
    if by_hue:
        # Greys show each colour's place along the main axis of hue.
        for crop in crops:
            way, spread, _ = _main_colours(crop)
            off = crop.astype(np.float64) - crop[TOP_PX, TOP_PX].reshape(-1, 3).mean(axis=0)
            crop[:] = np.clip(128 + off @ way * SHOWN_SPREAD / max(spread, 1.0), 0, 255)[..., None]
    if mirrored:
        crops = crops[:, :, ::-1]
    batch = np.ascontiguousarray(crops.transpose(0, 3, 1, 2), dtype=np.float32)
    told = np.array(answers("die_read.onnx", levelled(batch)), dtype=np.float64)
    if mirrored:
        told[:, [KINDS, KINDS + 3, KINDS + 6]] *= -1
    return [_reading(answer, place, turn) for answer, place in zip(told, places, strict=True)]


def _reading(answer: Floats, place: DiePlace, turn: float) -> DieReading:
    odds = np.exp(answer[:KINDS] - answer[:KINDS].max())
    off_x, off_y, size, slant_x, slant_y, four_cos, four_sin, leans = answer[KINDS:].tolist()
    spin = _spin(turn)
    x, y = (place.x, place.y) + spin @ (off_x, off_y) * place.side
    there = DiePlace(float(x), float(y), place.side * float(np.exp(np.clip(size, -1, 1))), place.heat)
    slant_x, slant_y = (spin @ (slant_x, slant_y)).tolist()
    steep = hypot(slant_x, slant_y)
    if steep > 0.9:
        slant_x, slant_y = slant_x / steep * 0.9, slant_y / steep * 0.9
    lean = float(1 / (1 + np.exp(-leans)))
    angle = float(np.arctan2(four_sin, four_cos)) / 4 + turn
    return DieReading(odds / odds.sum(), there, (slant_x, slant_y), angle, lean)


def foreshortening(slant: tuple[float, float]) -> Floats:
    """The 2 x 2 matrix by which a face with this slant appears squeezed: along the slant by its cosine."""
    steep = hypot(*slant)
    if steep < 1e-6:
        return np.eye(2)
    way = np.array(slant) / steep
    return np.asarray(np.eye(2) - (1 - sqrt(max(0.0, 1 - steep**2))) * np.outer(way, way))


SURE, SURELY_READ = 0.9, 0.7
"""Minimum probability of a die that supports others, and of one of its faces of pips; a label this sure is certain."""
LEAST_ALIKE: Final = 0.08
"""Minimum probability of a die that a set supports."""


def as_sets(image: Picture, readings: Sequence[DieReading]) -> list[DieReading]:
    """The readings of a picture (BGR), with higher chances of a die where they resemble a certain one."""
    # Certain dice must show pips: the backs of a deck resemble each other too.
    sure = [
        k
        for k, one in enumerate(readings)
        if one.kinds[0] <= 1 - SURE and one.kinds[1 : KINDS - 1].max() >= SURELY_READ
    ]
    by_itself = [max(1e-9, 1 - float(one.kinds[0])) for one in readings]
    faces = (crop_at(image, one.place)[TOP_PX, TOP_PX] for one in readings)
    dice = in_sets(by_itself, sure, [one.place.side for one in readings], faces)
    told = list(readings)
    for k, (reading, before, die) in enumerate(zip(readings, by_itself, dice, strict=True)):
        if sure and k not in sure and reading.kinds[0] <= 1 - LEAST_ALIKE:
            told[k] = replace(reading, kinds=np.concatenate([[1 - die], reading.kinds[1:] * (die / before)]))
    return told


SMALL_CARD: Final = 2.2
"""Minimum side of a card that touches a die's top, in sides of the die."""
MADE_OF_DICE: Final = 1 / 3
"""Maximum share of a card's outline that tops of dice fill."""


def is_certain(one: Sighting) -> bool:
    """Whether its label is sure enough to overrule other readers."""
    return one.label is not None and one.sure >= SURE


def beside_dice(seen: Sequence[Sighting], pieces: Sequence[Sighting]) -> tuple[Sighting, ...]:
    """The sightings without outlines of dice that were taken for cards: a die, its side, or dice side by side.

    A certain card stays; one with a name yields only to certain dice. With a mat all stay, as cards have a known size.
    """
    dice = [one for one in pieces if one.kind == "die"]

    def is_of_dice(card: Sighting) -> bool:
        if card.kind != "card" or card.x is not None or is_certain(card):
            return False
        outline, filled = np.array(card.corners_px, np.float32), 0.0
        area = float(cv2.contourArea(outline))
        for die in dice:
            top = np.array(die.corners_px, np.float32)
            part = cv2.intersectConvexConvex(outline, top)[0] if is_certain(die) or not card.label else 0.0
            filled += inf if part and area < SMALL_CARD**2 * cv2.contourArea(top) else part
        return filled > MADE_OF_DICE * area

    return tuple(one for one in seen if not (dice and is_of_dice(one)))


# Leaning dice: their tops are not parallel to the table, and sides show that should not. Without a mat the camera
# is unknown, and the table's slope is taken from the other dice.

Slope = tuple[float, float]
"""Normal of a face or of the table: x and y of a unit vector in the frame of the camera's ray (x right, y down;
0, 0: straight at the camera)."""

USUAL_FOCAL: Final = 0.85
"""Focal length over the longer side of the picture of an unknown camera."""
SLANT_ERROR, VIEW_SPREAD = 0.15, 0.5
"""Standard errors: of a slant that is read, and of an unknown camera's angle of view about the usual one."""
ENOUGH: Final = 3
"""Minimum dice that give the table's slope under an unknown camera."""
STEEPEST: Final = 0.9
Odds = tuple[float, float, float]
"""Log odds of a lean = first + second x log odds of `DieReading.leans` + third x those of `judgements`, whose network
is also given the table's slope."""
PLANE_ODDS: Final[Odds] = (0.15, 1.1, 0.83)
"""With a mat."""
NEIGHBOUR_ODDS: Final[Odds] = (-1.25, 1.2, 0.58)
"""Without a mat, with ENOUGH dice."""
ALONE_ODDS: Final[Odds] = (-5.0, 1.0, 0.0)
"""Without a mat, with fewer dice."""


def leaning(image: Picture, readings: Sequence[DieReading], plane: Plane | None) -> list[float]:
    """The probability (0..1) that each die of a picture (BGR) does not lie flat."""
    known = levels(readings, plane, (image.shape[1], image.shape[0]))
    if not known:
        return [chance(reading, 0.0, ALONE_ODDS) for reading in readings]
    judged = judgements(image, [reading.place for reading in readings], known)
    odds = NEIGHBOUR_ODDS if plane is None else PLANE_ODDS
    return [chance(*told, odds) for told in zip(readings, judged, strict=True)]


def levels(readings: Sequence[DieReading], plane: Plane | None, size: tuple[int, int]) -> list[Slope] | None:
    """The table's slope at each die, None if unknown; `size`: width and height of the picture (px)."""
    if plane is not None:
        return [table_slant(plane, reading.place) for reading in readings]
    if len(readings) < ENOUGH:
        return None
    seen = np.array([reading.slant for reading in readings])
    spots = np.array([(r.place.x, r.place.y) for r in readings]) / max(size)
    off = _view(spots, seen) * (spots - np.array(size) / 2 / max(size))
    told = np.median(seen - off, axis=0) + off
    return [(float(x), float(y)) for x, y in told]


def _view(spots: Floats, seen: Floats) -> float:
    """The change of slope over the picture's longer side: a ridge estimate from the dice about the usual camera.

    It is less in a picture cut out of a larger one. The usual camera counts as much as a few dice.
    """
    across, ways = spots - spots.mean(axis=0), seen - seen.mean(axis=0)
    weight = (SLANT_ERROR / VIEW_SPREAD) ** 2
    slope = (float((across * ways).sum()) + weight / USUAL_FOCAL) / (float((across**2).sum()) + weight)
    return float(np.clip(slope, 0.0, 2.0))


def judgements(image: Picture, places: Sequence[DiePlace], slopes: Sequence[Slope]) -> list[float]:
    """Log odds that the die at each place of a picture (BGR) leans, given the table's slope there."""
    shown = [square_on(image, place, slope) for place, slope in zip(places, slopes, strict=True)]
    crops = np.stack([crop for crop, _ in shown] + [crop[:, ::-1] for crop, _ in shown])
    steep = np.array([s for _, s in shown] * 2, dtype=np.float32)
    batch = levelled(np.ascontiguousarray(crops.transpose(0, 3, 1, 2), dtype=np.float32))
    sloped = np.broadcast_to(2 * steep[:, None, None, None], (len(crops), 1, *batch.shape[2:]))
    told = answers("die_leans.onnx", np.concatenate([batch, sloped], axis=1))
    return [float(value) for value in np.array(told, dtype=np.float64).reshape(2, -1).mean(axis=0)]


def square_on(image: Picture, place: DiePlace, slope: Slope) -> tuple[Picture, float]:
    """The crop about a place, turned so that the table's far side is up, and the table's steepness (0..1). The sides of
    a flat die then show below its top only."""
    x, y = slope
    return crop_at(image, place, atan2(x, -y)), min(STEEPEST, hypot(x, y))


def table_slant(plane: Plane, place: DiePlace) -> Slope:
    spot = plane.to_mm([(place.x, place.y)], 15.0)[0]
    along = np.array([spot[0], spot[1], 15.0]) - np.array(plane.camera_mm())
    along /= np.linalg.norm(along)
    right = plane.rotation[0] - along * (plane.rotation[0] @ along)
    right /= np.linalg.norm(right)
    down = np.cross(along, right)
    return float(right[2]), float(down[2])


def chance(reading: DieReading, judged: float, odds: Odds) -> float:
    """The probability (0..1) that a die leans; `judged`: its log odds by `judgements`."""
    looks = float(np.log(max(reading.leans, 1e-6) / max(1 - reading.leans, 1e-6)))
    return float(1 / (1 + np.exp(-(odds[0] + odds[1] * looks + odds[2] * judged))))


# Where dice may lie: peaks of a small network's map, at several sizes of the picture. A place is only a hint;
# `read` decides what lies there.

STRIDE: Final = 4
"""Side (px) of a cell of the map."""
COARSE: Final = 8
"""Side (px) of the network's output blocks, with (COARSE / STRIDE)² cells in each."""
SMALLEST_PX, LARGEST_PX = 9.0, 38.0
"""Minimum and maximum side (px) of dice that the network finds."""
USUAL_PX: Final = 19.0
"""Geometric mean of the two; the network gives the logarithm of a side over it."""
APART, ALIKE = 0.42, 1.6
"""Two places are one if nearer than APART (sides of the larger) and their sides differ by less than this factor."""


def places(image: Picture, shrinks: Sequence[float], least: float) -> list[DiePlace]:
    """Where dice may lie in a picture (BGR), hottest first; searched once per factor of `shrinks`."""
    found: list[DiePlace] = []
    small = image
    for shrink in sorted(shrinks):
        high, wide = (max(COARSE, round(length / shrink / COARSE) * COARSE) for length in image.shape[:2])
        if (high, wide) != small.shape[:2]:
            # Scaled from the size before: much quicker, and looks the same.
            small = np.asarray(cv2.resize(small, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
        across, down = image.shape[1] / wide, image.shape[0] / high
        blob = cv2.dnn.blobFromImage(small, 1 / 128.0, mean=(128.0, 128.0, 128.0))
        answer = answers("die_found.onnx", blob)[0]
        # Unpack the blocks into maps by cell: log odds of a top's middle, and logarithm of its side.
        parts, down_by, across_by = COARSE // STRIDE, answer.shape[1], answer.shape[2]
        cells = answer.reshape(2, parts, parts, down_by, across_by).transpose(0, 3, 1, 4, 2)
        odds, sizes = cells.reshape(2, down_by * parts, across_by * parts)
        heat = np.asarray(1 / (1 + np.exp(-odds)), np.float32)
        for place in peaks(heat, np.asarray(USUAL_PX * np.exp(np.clip(sizes, -2, 2)), np.float32), least):
            x, y = (place.x + 0.5) * across - 0.5, (place.y + 0.5) * down - 0.5
            found.append(DiePlace(x, y, place.side * (across + down) / 2, place.heat))
    return apart(found)


def peaks(heat: Values, sides: Values, least: float) -> list[DiePlace]:
    """The local maxima of the map, with sub-cell positions, in px of its picture."""
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat >= least))
    found = []
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        top, left = max(0, row - 1), max(0, column - 1)
        around = heat[top : row + 2, left : column + 2].astype(np.float64)
        share = around / around.sum()
        y = float((share.sum(axis=1) * np.arange(top, top + share.shape[0])).sum())
        x = float((share.sum(axis=0) * np.arange(left, left + share.shape[1])).sum())
        middle = (STRIDE - 1) / 2
        side = float(sides[row, column])
        found.append(DiePlace(x * STRIDE + middle, y * STRIDE + middle, side, float(heat[row, column])))
    return found


def apart(found: Sequence[DiePlace]) -> list[DiePlace]:
    """The places, hottest first, without those of much the same size too near a hotter one."""

    def same(one: DiePlace, other: DiePlace) -> bool:
        small, large = sorted((one.side, other.side))
        return large < ALIKE * small and hypot(one.x - other.x, one.y - other.y) < APART * large

    return list(each_once(sorted(found, key=lambda p: -p.heat), same))


LONGEST_PX: Final = 1280
"""Longer side of the first picture searched without a mat: dice are at least some 12 px a side in it."""
STEP, STEPS = 2.2, 4
"""Factor between the sizes searched without a mat, and their number."""
SMALLEST_MM, LARGEST_MM = 10.0, 26.0
"""Minimum and maximum side of dice that are searched on a mat."""
SIDES_MM: Final = (6.5, 34.0)
"""Minimum and maximum measured side of a die; measured sides are a little off."""
ROOM: Final = 64
"""Margin searched about a box, in px of the shrunk picture."""
MOST_BOXED: Final = 0.6
"""Share of the picture in boxes from which all of it is searched at once."""
MOST_PLACES: Final = 60
LEAST_DIE, LEAST_SYMBOL = 0.7, 0.92
"""Minimum probability of a die with pips, and of one with a symbol, which coins have too."""
LEAST_READ: Final = 0.5
"""Minimum probability of a face that is named, given that it is a die."""
LEAST_LEANING: Final = 0.25
"""Probability from which a die is cocked; low, as a needless question harms less than a leaning die that is booked.
Without a mat a certain face is withheld only from DOUBTFUL on, since nothing tells there what level is."""
TOO_NEAR: Final = 0.8
"""Minimum distance of two tops along the table, in sides."""
LEAST_LIKE: Final = 0.97
"""Probability of no die in the first look from which a place is dropped."""
SECOND_TURN: Final = -pi / 4
"""Turn (rad) of the second look; an eighth makes it another picture of the same face."""
THIRD_TURN: Final = pi / 2
SETTLED, ALIKE_AT_LEAST = 0.9, 0.08
"""A third look is taken only if the likeliest top is below SETTLED and a die has at least ALIKE_AT_LEAST."""
DOUBTFUL: Final = 0.5
MOST_BY_HUE: Final = 24
"""Maximum places, each likelier no die (DOUBTFUL), that are read by hue too."""


@dataclass(frozen=True, slots=True)
class Trust:
    """Limits and weights by which a place is a die.

    `least_heat` (0..1): the finder's minimum chance. `odds`: log odds of a die = first + second x those of the reader
    + third x those of the finder + fourth x the share (0..1) of the likeliest top. `hue_over_grey`: minimum spread of
    a top's hues over that of its greys for it to be read by hue.
    """

    least_heat: float
    odds: tuple[float, float, float, float]
    hue_over_grey: float


ON_A_MAT: Final = Trust(0.25, (0.5, 0.53, 1.53, 0.0), 1.8)
"""With a mat, which gives the size that a die must have; fitted on painted tables."""
LYING_FREE: Final = Trust(0.15, (-2.2, 0.55, 1.2, 3.7), 1.2)
"""Without: other things seldom show one face clearly. Fitted on photographs of two sources and painted dice."""
LESS_STEEP: Final = 0.8
"""Factor of the tops' log odds that calibrates `sure`."""


class DiceReader(PieceReader):
    """Reads dice, each with its top face's outline, value and colour.

    With a plane, `x` and `y` (mm) are the top's middle and `angle` (0 to 90 deg) the turn of its sides; without one
    all three are None. A top with a printed symbol, or one that cannot be read, has no label. A leaning die is
    `cocked` and has no label either; `others` holds its likeliest faces. Without a plane, only dice that lean far
    against their neighbours are cocked.
    """

    kind: Kind = "die"

    def find(self, view: View, boxes: Sequence[Box] | None) -> Sequence[Sighting]:
        image, plane = view.image, view.plane
        found: list[DiePlace] = []
        shrinks, trust = _shrinks(image, plane), LYING_FREE if plane is None else ON_A_MAT
        for left, top, right, bottom in _parts(image, boxes, shrinks):
            seen = places(image[top:bottom, left:right], shrinks, trust.least_heat)
            found += [replace(place, x=place.x + left, y=place.y + top) for place in seen]
        readings = _read(image, apart(found)[:MOST_PLACES], trust)
        readings = [reading for reading in readings if plane is None or _fits(plane, reading)]
        if not readings:
            return ()
        leans = leaning(image, readings, plane)
        white = white_of(image, plane)
        return tuple(_sighting(image, plane, white, *told) for told in zip(readings, leans, strict=True))


def _shrinks(image: Picture, plane: Plane | None) -> list[float]:
    """The factors by which the picture is shrunk, one per search."""
    if plane is None:
        first = max(1.0, max(image.shape[:2]) / LONGEST_PX)
        return [first * STEP**k for k in range(STEPS)]
    high, wide = image.shape[:2]
    spots = plane.to_mm(
        np.array([[wide / 2, high / 2], [wide / 2, 0], [wide / 2, high], [0, high / 2], [wide, high / 2]])
    )
    scales = [plane.px_per_mm(x, y) for x, y in spots.tolist()]
    least, most = min(scales), max(scales)
    first = max(1.0, least * SMALLEST_MM / SMALLEST_PX)
    return [first] if most * LARGEST_MM / first <= LARGEST_PX * 1.15 else [first, first * STEP]


def _parts(image: Picture, boxes: Sequence[Box] | None, shrinks: Sequence[float]) -> list[PxBox]:
    """The parts of the picture to search: left, top, right, bottom in px."""
    high, wide = image.shape[:2]
    if boxes is None:
        return [(0, 0, wide, high)]
    room = ROOM * shrinks[0]
    parts = []
    for box in boxes:
        left, top, right, bottom = map(int, grown(box, room, (0, 0, wide, high)))
        if right > left and bottom > top:
            parts.append((left, top, right, bottom))
    if sum((right - left) * (bottom - top) for left, top, right, bottom in parts) > MOST_BOXED * wide * high:
        return [(0, 0, wide, high)]
    return parts


def _read(image: Picture, places: Sequence[DiePlace], trust: Trust) -> list[DieReading]:
    """The dice at the places, each once; each place is read twice, the second time where the first has put it."""
    once = read(image, places)
    first = [reading for reading in once if reading.kinds[0] < LEAST_LIKE]
    second = read(image, [reading.place for reading in first], mirrored=True, turn=SECOND_TURN)
    looks = list(zip(first, second, strict=True))
    both = [_agreed(pair, trust) for pair in looks]
    # Doubtful ones get a third look, where the second has put them.
    doubtful = [k for k, reading in enumerate(both) if not _settled(reading)]
    third = read(image, [both[k].place for k in doubtful], turn=THIRD_TURN)
    for k, reading in zip(doubtful, third, strict=True):
        both[k] = _agreed((*looks[k], reading), trust)
    # Pips may differ from the body in hue alone: the hottest places that looked like no die are read by hue.
    unlike = [p for p, reading in zip(places, once, strict=True) if reading.kinds[0] > DOUBTFUL]
    hues = [place for place in unlike[:MOST_BY_HUE] if differs_in_hue(image, place, trust.hue_over_grey)]
    first = read(image, hues, by_hue=True)
    second = read(image, [look.place for look in first], mirrored=True, turn=SECOND_TURN, by_hue=True)
    both += [_agreed(pair, trust) for pair in zip(first, second, strict=True)]
    both = as_sets(image, both)
    dice = sorted(filter(_is_die, both), key=lambda r: float(r.kinds[0]))
    return list(each_once(dice, lambda one, other: not _clear(one, other)))


def _settled(reading: DieReading) -> bool:
    """Whether two looks suffice: it is no die, or one kind is clear."""
    return bool(reading.kinds[0] > 1 - ALIKE_AT_LEAST or reading.kinds[1:].max() >= SETTLED)


def _agreed(looks: Sequence[DieReading], trust: Trust) -> DieReading:
    """Several readings of one place as one: the place of the last, and the geometric mean of the probabilities.

    The probability of a die also depends on the finder's heat and on how clear the likeliest top is (`Trust.odds`).
    """
    odds = np.mean([np.log(look.kinds + 1e-6) for look in looks], axis=0)
    none, heat = float(odds[0] - np.logaddexp.reduce(odds[1:])), looks[0].place.heat
    warm = float(np.log(max(heat, 1e-4) / max(1 - heat, 1e-4)))
    tops = np.exp(LESS_STEEP * (odds[1:] - odds[1:].max()))
    tops /= tops.sum()
    first, close, hot, clear = trust.odds
    die = 1 / (1 + np.exp(-(first - close * none + hot * warm + clear * float(tops.max()))))
    kinds = np.concatenate([[1 - die], die * tops])
    x, y, leans = np.mean([(*look.slant, look.leans) for look in looks], axis=0).tolist()
    return DieReading(kinds, looks[-1].place, (x, y), looks[-1].turn, leans)


def _is_die(reading: DieReading) -> bool:
    symbol = int(reading.kinds[1:].argmax()) == KINDS - 2
    return float(reading.kinds[0]) <= 1 - (LEAST_SYMBOL if symbol else LEAST_DIE)


def _clear(one: DieReading, other: DieReading) -> bool:
    """Whether two tops are far enough apart for two dice."""
    off = np.array([one.place.x - other.place.x, one.place.y - other.place.y])
    along = np.linalg.solve(foreshortening(other.slant), off)
    return bool(np.hypot(*along) >= TOO_NEAR * (one.place.side + other.place.side) / 2)


def _fits(plane: Plane, reading: DieReading) -> bool:
    spot = plane.to_mm([(reading.place.x, reading.place.y)], 15.0)[0]
    side = reading.place.side / plane.px_per_mm(float(spot[0]), float(spot[1]))
    return SIDES_MM[0] <= side <= SIDES_MM[1]


def _sighting(
    image: Picture, plane: Plane | None, white: White, reading: DieReading, lean: float
) -> Sighting:
    quad = reading.quad()
    die = float(1 - reading.kinds[0])
    faces = reading.kinds[1 : KINDS - 1]
    named = [(str(k + 1), float(faces[k])) for k in np.argsort(-faces, kind="stable").tolist()]
    # A face is named only if the die does not lean and the face is likely among the faces.
    label, chance = named[0]
    cocked = lean >= (DOUBTFUL if plane is None and chance >= SURE else LEAST_LEANING)
    read = not cocked and chance >= LEAST_READ * die
    others = named[1:4] if read else named[:3]
    x, y, angle = (None, None, None) if plane is None else _on_table(plane, reading)
    return Sighting(
        "die",
        label if read else None,
        sure=chance * (1 - lean) if read else die,
        others=tuple((name, p) for name, p in others if p >= 0.01),
        x=x,
        y=y,
        angle=angle,
        corners_px=as_corners(quad),
        colour=body_colour(image, quad * 0.85 + quad.mean(axis=0) * 0.15, white),
        cocked=cocked,
    )


def _on_table(plane: Plane, reading: DieReading) -> tuple[float, float, float]:
    """The top's middle (x, y in mm) and the turn of its sides (0 to 90 deg)."""
    place = (reading.place.x, reading.place.y)
    high, above = 15.0, plane.camera_mm()[2]
    for _ in range(2):
        spot = plane.to_mm([place], high)[0]
        # The die's height is its side, and a side is seen larger the higher it lies: two rounds are enough.
        smaller = (above - high) / above
        high = reading.place.side / plane.px_per_mm(float(spot[0]), float(spot[1])) * smaller
    spot = plane.to_mm([place], high)[0]
    edge = np.diff(plane.to_mm(reading.quad()[:2], high), axis=0)[0]
    return float(spot[0]), float(spot[1]), float(np.degrees(np.arctan2(edge[1], edge[0])) % 90)
