"""All round pieces in a picture, whatever they are: pointed at, looked at twice, and each told once.

Rule kept: discs and pawns are told by one look, so that a piece is never both; who asks second for the same picture
gets the same answer without a second search.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.arrays import Box, Floats, Picture
from vision.decks.printed_faces import face_at
from vision.discs.shapes import ANY, AROUND, Body, DiscPlace, Reaches, find_places, look_closer
from vision.mat.plane import Plane
from vision.reader import kin_of_sure, likelier, middle_colour

# How high a top face lies over the table, and so where a piece or a tower really stands. Three things are
# weighed: where the network sees the foot, where an edge runs as the lower rim's would, and how high pieces
# usually are. Straight from above height tells nothing and changes nothing.


USUAL_MM: Final = (6.0, 20.0)
"""Usual height of a top face and its spread, for want of better knowledge."""
HIGHEST_MM: Final = 60.0
FOOT_SHARE: Final = 0.12
LEAST_FOOT_PX: Final = 1.5
"""How well the network tells a foot: as part of the piece's radius, and at least."""
EDGE_WEIGHT: Final = 3.0
"""How much an edge counts against the other two."""
BESIDE_MM: Final = 0.9
"""An edge is looked for between points so far within and without the rim."""
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
    """How much the picture changes across the lower rim, were it about each of the `middles` (mm); 1 is usual."""
    angles = np.arange(RIM) * 2 * np.pi / RIM
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    ends = plane.to_px(middles[0] + radius * circle)
    outward = ends - ends.mean(axis=0)
    seen = outward @ (leaning / np.hypot(*leaning)) > 0.5 * np.hypot(*outward.T)
    colours = []
    for reach in (radius - BESIDE_MM, radius + BESIDE_MM):
        points = plane.to_px((middles[:, None] + reach * circle[seen]).reshape(-1, 2)).astype(np.float32)
        sampled = cv2.remap(
            image, points[:, 0].copy(), points[:, 1].copy(), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        colours.append(sampled.reshape(len(middles), -1, 3).astype(np.float64).mean(axis=1))
    strength = np.abs(colours[1] - colours[0]).sum(axis=1)
    strength = np.convolve(np.pad(strength, 1, mode="edge"), (0.25, 0.5, 0.25), mode="valid")
    return np.asarray(strength / (float(np.median(strength)) + 1.0), np.float64)


# Round pieces come in sets, too: a place that is as large and coloured as a sure piece is likelier to be one.
# A closer look alone takes a pressed draughtsman now and then for a coin; beside others of its set nobody
# does.

SURE: Final = 0.75
"""A piece speaks for others from this probability on …"""
LEAST_POINTED: Final = 0.5
"""… where the finder pointed at least so surely: prints and shadows, too, are alike."""
COLOUR_PX: Final = 16
"""A piece's colour is told by its top face in a square of so many px …"""
MIDDLE: Final = slice(4, 12)
"""… and by these rows and columns of it."""


def as_sets(
    image: Picture, bodies: Sequence[Body], chances: Sequence[float], pointed: Sequence[float]
) -> list[float]:
    """How likely each body of a picture (BGR) is a piece: likelier than by itself where a sure one is like it.

    `chances`: by themselves (0..1); `pointed`: how surely the finder pointed there (0..1).
    """
    sure = [k for k, chance in enumerate(chances) if chance >= SURE]
    if not sure or len(sure) == len(bodies):
        return list(chances)
    faces = [face_at(image, body.anchor, body.spread, COLOUR_PX) for body in bodies]
    colours = [middle_colour(face[MIDDLE, MIDDLE]) for face in faces]
    kin = kin_of_sure([body.radius for body in bodies], colours, sure)
    known = set(sure)
    return [
        chance if k in known or pointed[k] < LEAST_POINTED else likelier(chance, kin[k])
        for k, chance in enumerate(chances)
    ]


POSSIBLE: Final = 0.02
"""A place is looked at again when it is a piece at least this probably."""
LIKELY: Final = 0.5
"""… and told as one from here on."""
WORTH: Final = (0.85, 0.2, 0.65)
USUAL: Final = -0.55
"""What the log odds of pointing, of the first look and of the second, closer one are worth, and where they begin: by
logistic regression over painted scenes that no network was taught on."""
DOUBTFUL: Final = (0.05, 0.8)
SIZES: Final = (0.92, 1.08)
"""A place whose chance lies between is looked at taken for so many times its size as well: a relief, the print of caps
or a blurred edge pass for nothing at one size, not at all of them. Such looks only speak for a piece."""
LEAST: Final = 1e-9
"""No kind of piece is less likely than this."""
VISIBLE: Final = 0.35
"""A piece of which less shows is not told."""


@dataclass(frozen=True, slots=True, eq=False)
class FoundBody:
    """A round piece and the probability (0..1) that it is one."""

    body: Body
    chance: float


_last: tuple[tuple[object, ...], tuple[FoundBody, ...]] | None = None


def find_bodies(
    image: Picture, boxes: Sequence[Box] | None = None, reaches: Reaches = ANY
) -> tuple[FoundBody, ...]:
    """The round pieces in a picture (BGR), likeliest first; with `boxes` (px) only those within them.

    `reaches`: half the size (px), roughly, of the smallest and of the largest that are looked for.
    """
    global _last
    key = (image.shape, image[::31, ::37].tobytes(), None if boxes is None else tuple(boxes), reaches)
    last = _last
    if last is not None and last[0] == key:
        return last[1]
    places = find_places(image, boxes, reaches)
    near = [
        (place, body)
        for place, body in zip(places, look_closer(image, places), strict=True)
        if 1 - body.chances[0] >= POSSIBLE and _sound(body, place)
    ]
    again = [_place_of(body, place.chance) for place, body in near]
    looked = [
        (body, _chance(place.chance, before, body), place.chance)
        for place, (_, before), body in zip(again, near, _looks(image, again, near), strict=True)
        if _sound(body, place)
    ]
    bodies = [body for body, _, _ in looked]
    chances = as_sets(image, bodies, [chance for _, chance, _ in looked], [pointed for *_, pointed in looked])
    found = [FoundBody(body, chance) for body, chance in zip(bodies, chances, strict=True)]
    likely = _each_once([f for f in found if f.chance >= LIKELY and f.body.visible >= VISIBLE])
    _last = (key, likely)
    return likely


def _looks(image: Picture, places: Sequence[DiscPlace], near: Sequence[tuple[DiscPlace, Body]]) -> list[Body]:
    """A closer look at each place; what that leaves in doubt is likelier a piece if it is so at other sizes, too."""
    bodies = list(look_closer(image, places, turns=4))
    doubtful = [
        number
        for number, (place, (_, before), body) in enumerate(zip(places, near, bodies, strict=True))
        if DOUBTFUL[0] < _chance(place.chance, before, body) < DOUBTFUL[1]
    ]
    sized = [
        replace(places[number], reach=size * places[number].reach) for number in doubtful for size in SIZES
    ]
    looks = iter(look_closer(image, sized, turns=4))
    for number in doubtful:
        three = (bodies[number], *(next(looks) for _ in SIZES))
        chances = np.exp(np.log(np.maximum([body.chances for body in three], LEAST)).mean(axis=0))
        nothing, *kinds = three[0].chances
        less = min(nothing, float(chances[0] / chances.sum()))
        disc, cylinder, pawn = (kind * (1 - less) / max(1 - nothing, LEAST) for kind in kinds)
        bodies[number] = replace(bodies[number], chances=(less, disc, cylinder, pawn))
    return bodies


def _chance(pointed: float, first: Body, second: Body) -> float:
    """The probability of a piece after all looks, by what they are worth."""
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
    """Where a body is to be looked at again: its middle and reach."""
    outline = body.outline()
    low, high = outline.min(axis=0), outline.max(axis=0)
    middle = (low + high) / 2
    return DiscPlace(float(middle[0]), float(middle[1]), max(3.0, float((high - low).max() / 2)), chance)


def _each_once(found: list[FoundBody]) -> tuple[FoundBody, ...]:
    """The likeliest of those that mean one and the same piece."""
    kept: list[FoundBody] = []
    for one in sorted(found, key=lambda f: -f.chance):
        place = _place_of(one.body, 0.0)
        for other in kept:
            held = _place_of(other.body, 0.0)
            if np.hypot(place.x - held.x, place.y - held.y) < 0.6 * max(place.reach, held.reach):
                break
        else:
            kept.append(one)
    return tuple(kept)
