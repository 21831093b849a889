"""All round pieces in a picture, whatever they are: pointed at, looked at twice, and each told once.

Rule kept: discs and pawns are told by one look, so that a piece is never both; who asks second for the same picture
gets the same answer without a second search.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.arrays import Picture
from vision.boxes import Box
from vision.discs.alike import as_sets
from vision.discs.finding import ANY, DiscPlace, Reaches, find_places
from vision.discs.shapes import AROUND, Body, look_closer

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


@dataclass(frozen=True, slots=True, eq=False)
class _Answer:
    key: tuple[object, ...]
    found: tuple[FoundBody, ...]


_last: _Answer | None = None


def find_bodies(
    image: Picture, boxes: Sequence[Box] | None = None, reaches: Reaches = ANY
) -> tuple[FoundBody, ...]:
    """The round pieces in a picture (BGR), likeliest first; with `boxes` (px) only those within them.

    `reaches`: half the size (px), roughly, of the smallest and of the largest that are looked for.
    """
    global _last
    key = (image.shape, image[::31, ::37].tobytes(), None if boxes is None else tuple(boxes), reaches)
    last = _last
    if last is not None and last.key == key:
        return last.found
    found = _find(image, boxes, reaches)
    _last = _Answer(key, found)
    return found


def _find(image: Picture, boxes: Sequence[Box] | None, reaches: Reaches) -> tuple[FoundBody, ...]:
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
    likely = [f for f in found if f.chance >= LIKELY and f.body.visible >= VISIBLE]
    return _each_once(likely)


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
    """Whether a body fits the place where it was looked for."""
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
