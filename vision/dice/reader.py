"""Dice on the table: where they lie, what their tops show, and which of them lean so that no face counts.

Rule kept: only the top face counts. A top that cannot be read, and a die that leans, are said to be there, unread.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi
from typing import Final

import numpy as np

from companion.sight import Kind, Sighting
from vision.arrays import Floats, Picture
from vision.boxes import Box
from vision.dice import finding as die_finding
from vision.dice import reading as die_reading
from vision.dice.alike import as_sets
from vision.dice.leaning import leaning
from vision.dice.reading import KINDS, DieCrop, DieReading
from vision.light.colours import White, body_colour, white_of
from vision.mat.plane import Plane
from vision.pieces import PieceReader
from vision.reader import View

LONGEST_PX: Final = 1280
"""Without a mat a larger picture is first looked at in this size: dice are at least some 12 px a side in it."""
STEP: Final = 2.2
STEPS: Final = 4
"""Without a mat the picture is looked at so often, each time so many times smaller."""
SMALLEST_MM: Final = 10.0
LARGEST_MM: Final = 26.0
"""Sides of dice that are looked for on a mat."""
SIDES_MM: Final = (6.5, 34.0)
"""What has come out smaller or larger than this is no die: measured sides are a little off."""
ROOM: Final = 64
"""Pixels of the shrunk picture that are looked at about a box."""
MOST_BOXED: Final = 0.6
"""Boxes that hold more of the picture than this are not worth cutting out."""
MOST_PLACES: Final = 60
LEAST_DIE: Final = 0.7
LEAST_SYMBOL: Final = 0.92
"""Probabilities below which a place is no die: one that shows pips, and one that shows a symbol, as coins do."""
LEAST_READ: Final = 0.5
"""Of a die, a face less likely than this is not named."""
LEAST_LEANING: Final = 0.25
"""A needless question is a small harm, a leaning die that is booked a great one: asked early."""
TOO_NEAR: Final = 0.8
"""Two tops cannot lie nearer than this, in sides and along the table."""
LEAST_LIKE: Final = 0.97
"""What is no die by at least this probability at first sight is not looked at again."""
SECOND_TURN: Final = -pi / 4
"""How the second look at a place is turned: an eighth of a turn makes it another picture of the same face."""
THIRD_TURN: Final = pi / 2
SETTLED: Final = 0.9
ALIKE_AT_LEAST: Final = 0.08
"""What is likelier one thing, or less likely a die than this, is not looked at a third time."""
DOUBTFUL: Final = 0.5
MOST_BY_HUE: Final = 24
"""So many places at most, each less likely a die than not, are looked at by hue as well."""


@dataclass(frozen=True, slots=True)
class Trust:
    """What is believed to be a die.

    `least_heat` (0..1): so likely the finder must have it for a place to be looked at. `odds`: log odds of a die are
    the first + the second x those of the reader + the third x those of the finder + the fourth x the share (0..1) of
    the likeliest top among all. `hue_over_grey`: so many times more than their greys the hues of a top must differ to
    be looked at by hue.
    """

    least_heat: float
    odds: tuple[float, float, float, float]
    hue_over_grey: float


ON_A_MAT: Final = Trust(0.25, (0.5, 0.53, 1.53, 0.0), 1.8)
"""Where a plane tells how large a die must be seen; fitted on painted tables."""
LYING_FREE: Final = Trust(0.15, (-2.2, 0.55, 1.2, 3.7), 1.2)
"""Elsewhere: what is no die seldom shows one face clearly. Fitted on photographs of two sources and painted dice."""
LESS_STEEP: Final = 0.8
"""What the log odds of the tops are multiplied by, so that `sure` comes true as often as it says."""


class DiceReader(PieceReader):
    """Reads dice."""

    kind: Kind = "die"

    def find(self, view: View, boxes: Sequence[Box] | None) -> Sequence[Sighting]:
        return find_dice(view.image, view.plane, boxes)


def find_dice(image: Picture, plane: Plane | None, boxes: Sequence[Box] | None) -> tuple[Sighting, ...]:
    """The dice in a picture (BGR, H x W x 3), each with its top face's outline, value and colour.

    Looks within `boxes` (px; None: everywhere). With a plane `x`, `y` (mm) are those of the top's middle and
    `angle` (0 to 90 deg) that of its sides; without one all three are None. A top that shows a printed symbol or
    cannot be read has no label. A die that leans has none either: it is `cocked`, and `others` holds the likeliest
    faces. Without a plane only dice that lean far from the way their neighbours lie are known to be cocked.
    """
    found: list[die_finding.DiePlace] = []
    shrinks, trust = _shrinks(image, plane), LYING_FREE if plane is None else ON_A_MAT
    for left, top, right, bottom in _parts(image, boxes, shrinks):
        part = image[top:bottom, left:right]
        for place in die_finding.places(part, shrinks, trust.least_heat):
            found.append(die_finding.DiePlace(place.x + left, place.y + top, place.side, place.heat))
    hottest = die_finding.apart(found)[:MOST_PLACES]
    readings = _read(image, hottest, trust)
    readings = [reading for reading in readings if plane is None or _fits(plane, reading)]
    if not readings:
        return ()
    leans = leaning(image, readings, plane)
    white = white_of(image, plane)
    return tuple(
        _sighting(image, plane, white, reading, lean) for reading, lean in zip(readings, leans, strict=True)
    )


def _shrinks(image: Picture, plane: Plane | None) -> list[float]:
    """How many times smaller the picture is looked at, each time."""
    if plane is None:
        first = max(1.0, max(image.shape[:2]) / LONGEST_PX)
        return [first * STEP**k for k in range(STEPS)]
    high, wide = image.shape[:2]
    spots = plane.to_mm(
        np.array([[wide / 2, high / 2], [wide / 2, 0], [wide / 2, high], [0, high / 2], [wide, high / 2]])
    )
    scales = [plane.px_per_mm(x, y) for x, y in spots.tolist()]
    least, most = min(scales), max(scales)
    first = max(1.0, least * SMALLEST_MM / die_finding.SMALLEST_PX)
    return [first] if most * LARGEST_MM / first <= die_finding.LARGEST_PX * 1.15 else [first, first * STEP]


def _parts(
    image: Picture, boxes: Sequence[Box] | None, shrinks: Sequence[float]
) -> list[tuple[int, int, int, int]]:
    """The parts of the picture to look at: left, top, right, bottom in px."""
    high, wide = image.shape[:2]
    if boxes is None:
        return [(0, 0, wide, high)]
    room = ROOM * shrinks[0]
    parts = []
    for left, top, right, bottom in boxes:
        cut = (
            max(0, int(left - room)),
            max(0, int(top - room)),
            min(wide, int(right + room)),
            min(high, int(bottom + room)),
        )
        if cut[2] > cut[0] and cut[3] > cut[1]:
            parts.append(cut)
    if sum((right - left) * (bottom - top) for left, top, right, bottom in parts) > MOST_BOXED * wide * high:
        return [(0, 0, wide, high)]
    return parts


def _read(image: Picture, places: Sequence[die_finding.DiePlace], trust: Trust) -> list[DieReading]:
    """What lies at the places, read twice, the second time where the first has put it; dice only, each once."""
    once = die_reading.read(image, [DieCrop(place.x, place.y, place.side) for place in places])
    first = [(r, place.heat) for r, place in zip(once, places, strict=True) if r.kinds[0] < LEAST_LIKE]
    again = [reading.place for reading, _ in first]
    second = die_reading.read(image, again, mirrored=True, turn=SECOND_TURN)
    looks = [(one, other) for (one, _), other in zip(first, second, strict=True)]
    both = _looked_again(image, looks, [heat for _, heat in first], trust)
    both = as_sets(image, [*both, *_by_hue(image, places, once, trust)])
    kept: list[DieReading] = []
    for reading in sorted(both, key=lambda r: float(r.kinds[0])):
        if _is_die(reading) and all(_clear(reading, other) for other in kept):
            kept.append(reading)
    return kept


def _looked_again(
    image: Picture, looks: Sequence[tuple[DieReading, DieReading]], heats: Sequence[float], trust: Trust
) -> list[DieReading]:
    """What two looks say of each place; the doubtful ones are looked at once more where the second has put them."""
    told = [_agreed(pair, heat, trust) for pair, heat in zip(looks, heats, strict=True)]
    doubtful = [k for k, reading in enumerate(told) if not _settled(reading)]
    third = die_reading.read(image, [told[k].place for k in doubtful], turn=THIRD_TURN)
    for k, reading in zip(doubtful, third, strict=True):
        told[k] = _agreed((*looks[k], reading), heats[k], trust)
    return told


def _settled(reading: DieReading) -> bool:
    """Whether two looks are enough to say that there is no die, or what it shows."""
    return bool(reading.kinds[0] > 1 - ALIKE_AT_LEAST or reading.kinds[1:].max() >= SETTLED)


def _by_hue(
    image: Picture, places: Sequence[die_finding.DiePlace], once: Sequence[DieReading], trust: Trust
) -> list[DieReading]:
    """What the hottest places are that looked like no die, if their pips may differ from the body in hue alone."""
    doubtful = [(p, r) for p, r in zip(places, once, strict=True) if r.kinds[0] > DOUBTFUL][:MOST_BY_HUE]
    hues = [(DieCrop(p.x, p.y, p.side), p.heat) for p, _ in doubtful]
    hues = [
        (place, heat) for place, heat in hues if die_reading.differs_in_hue(image, place, trust.hue_over_grey)
    ]
    first = die_reading.read(image, [place for place, _ in hues], by_hue=True)
    again = [reading.place for reading in first]
    second = die_reading.read(image, again, mirrored=True, turn=SECOND_TURN, by_hue=True)
    return [
        _agreed((one, other), heat, trust) for one, other, (_, heat) in zip(first, second, hues, strict=True)
    ]


def _agreed(looks: Sequence[DieReading], heat: float, trust: Trust) -> DieReading:
    """Several readings of one die as one: the place of the last, the geometric mean of what they say it is.

    Whether it is a die at all the `heat` (0..1) of the finder has a say in, too, and how clearly a face shows.
    """
    odds = np.mean([np.log(look.kinds + 1e-6) for look in looks], axis=0)
    none = float(odds[0] - np.logaddexp.reduce(odds[1:]))
    warm = float(np.log(max(heat, 1e-4) / max(1 - heat, 1e-4)))
    tops = np.exp(LESS_STEEP * (odds[1:] - odds[1:].max()))
    tops /= tops.sum()
    first, close, hot, clear = trust.odds
    die = 1 / (1 + np.exp(-(first - close * none + hot * warm + clear * float(tops.max()))))
    kinds = np.concatenate([[1 - die], die * tops])
    slant = np.mean([look.slant for look in looks], axis=0)
    leans = float(np.mean([look.leans for look in looks]))
    last = looks[-1]
    return DieReading(kinds, last.place, (float(slant[0]), float(slant[1])), last.turn, leans)


def _is_die(reading: DieReading) -> bool:
    symbol = int(reading.kinds[1:].argmax()) == KINDS - 2
    return float(reading.kinds[0]) <= 1 - (LEAST_SYMBOL if symbol else LEAST_DIE)


def _clear(one: DieReading, other: DieReading) -> bool:
    """Whether two tops lie far enough apart to be of two dice."""
    off = np.array([one.place.x - other.place.x, one.place.y - other.place.y])
    along = np.linalg.solve(die_reading.foreshortening(other.slant), off)
    return bool(np.hypot(*along) >= TOO_NEAR * (one.place.side + other.place.side) / 2)


def _fits(plane: Plane, reading: DieReading) -> bool:
    """Whether the die is as large as dice are."""
    spot = plane.to_mm([(reading.place.x, reading.place.y)], 15.0)[0]
    side = reading.place.side / plane.px_per_mm(float(spot[0]), float(spot[1]))
    return SIDES_MM[0] <= side <= SIDES_MM[1]


def _sighting(
    image: Picture, plane: Plane | None, white: White, reading: DieReading, lean: float
) -> Sighting:
    quad = reading.quad()
    corners = tuple((float(x), float(y)) for x, y in quad)
    die = float(1 - reading.kinds[0])
    faces = reading.kinds[1 : KINDS - 1]
    named = [(str(k + 1), float(faces[k])) for k in np.argsort(-faces, kind="stable").tolist()]
    cocked = lean >= LEAST_LEANING
    label, chance = named[0]
    read = not cocked and chance >= LEAST_READ * die
    others = named[1:4] if read else named[:3]
    x = y = angle = None
    if plane is not None:
        x, y, angle = _on_table(plane, reading)
    return Sighting(
        "die",
        label if read else None,
        sure=chance * (1 - lean) if read else die,
        others=tuple((name, p) for name, p in others if p >= 0.01),
        x=x,
        y=y,
        angle=angle,
        corners_px=corners,
        colour=body_colour(image, np.asarray(_inner(quad), np.float64), white),
        cocked=cocked,
    )


def _inner(quad: Floats) -> Floats:
    middle = quad.mean(axis=0)
    return np.asarray(middle + (quad - middle) * 0.85)


def _on_table(plane: Plane, reading: DieReading) -> tuple[float, float, float]:
    """Where the top's middle lies (mm) and how its sides are turned (0 to 90 deg)."""
    place = (reading.place.x, reading.place.y)
    high = 15.0
    for _ in range(2):
        spot = plane.to_mm([place], high)[0]
        high = reading.place.side / plane.px_per_mm(float(spot[0]), float(spot[1])) * _nearer(plane, high)
    spot = plane.to_mm([place], high)[0]
    edge = np.diff(plane.to_mm(reading.quad()[:2], high), axis=0)[0]
    return float(spot[0]), float(spot[1]), float(np.degrees(np.arctan2(edge[1], edge[0])) % 90)


def _nearer(plane: Plane, high: float) -> float:
    """How much smaller things look on the table than so much (mm) above it."""
    above = plane.camera_mm()[2]
    return (above - high) / above
