"""Reads crops of would-be pennies: is it one, how much of it shows, and which side is up.

Rule kept: the networks see a crop evened out, so that neither the lamp's strength nor its colour decides. They are
small, were taught by `vision.workshop.training.teach_pennies`, and run on any OpenCV from 4.10 on.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from math import exp, hypot, log
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Sighting
from vision.arrays import Floats, Picture
from vision.networks import answers
from vision.reader import View

PENNY_MM: Final = 19.05
"""Diameter of a US cent."""
CROP_PX: Final = 48
CROP_PX_PER_MM: Final = 2.0
"""Size and scale of the square that is cut out round a would-be penny."""
WHOLE_PX: Final = 56
SIDE_PX: Final = 48
"""The crop is brought to WHOLE_PX a side, and its inner SIDE_PX are what the reader of sides looks at."""
RADIUS_PX: Final = PENNY_MM / 2 * CROP_PX_PER_MM * WHOLE_PX / CROP_PX
"""The penny's radius there."""
WITHIN_RIM: Final = 0.85
"""The rim, often much brighter or darker than the rest, lies outside this part of the radius."""
MOST_EVEN: Final = 4.0
"""Brightness is told in standard deviations from the mean, and at most so many."""
Look = tuple[float, float, float, bool]
LOOKS: Final[tuple[Look, ...]] = ((0.97, 0.0, 0.0, False), (1.03, 0.0, 0.0, True))
"""A side is read several times: the penny taken for so many times its size, lying so much (parts of its radius) to the
right of the middle and below it, mirrored or not."""
OFF: Final = 0.06
MORE_LOOKS: Final[tuple[Look, ...]] = tuple(
    (1.0, right, down, mirrored)
    for right, down in ((0.0, 0.0), (OFF, 0.0), (-OFF, 0.0), (0.0, OFF), (0.0, -OFF))
    for mirrored in (False, True)
)
"""The same for a penny of which only the outline is known: shadows at its foot move that."""
CAUTION: Final = 1.25
"""The log odds of a side are divided by this: fitted (least log loss) on frames from which nothing was learnt."""
RINGS: Final = 24
RAYS: Final = 96
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


def _heads_odds(views: Sequence[NDArray[np.float32]], look: Look) -> Floats:
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


def side_view(grey: Picture) -> NDArray[np.float32]:
    """A grey crop as the reader of sides looks at it: SIDE_PX square, the penny nearly filling it."""
    how = cv2.INTER_AREA if len(grey) > WHOLE_PX else cv2.INTER_LINEAR
    whole = cv2.resize(grey.astype(np.float32), (WHOLE_PX, WHOLE_PX), interpolation=how)
    margin = (WHOLE_PX - SIDE_PX) // 2
    return np.asarray(whole[margin:-margin, margin:-margin], dtype=np.float32)


def ring_radii() -> Floats:
    """How far from the middle of a view (px) each of the RINGS lies."""
    return (np.arange(RINGS) + 0.5) / RINGS * 1.04 * RADIUS_PX


def ring_weights() -> NDArray[np.float32]:
    """What each place counts when a view is evened (RINGS x RAYS, sum 1): its area; nothing on the rim."""
    radii = ring_radii()[:, None]
    weight = np.repeat(radii * (radii < WITHIN_RIM * RADIUS_PX), RAYS, axis=1)
    return np.asarray(weight / weight.sum(), dtype=np.float32)


@cache
def _unrolling(
    size: float, right: float = 0.0, down: float = 0.0
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Where in a view each place of the unrolled one is taken from, by the size and place of a look."""
    angle = 2 * np.pi * np.arange(RAYS) / RAYS
    middle = (SIDE_PX - 1) / 2
    x = middle + right * RADIUS_PX + size * ring_radii()[:, None] * np.cos(angle)
    y = middle + down * RADIUS_PX + size * ring_radii()[:, None] * np.sin(angle)
    return x.astype(np.float32), y.astype(np.float32)


def relief(crop: Picture) -> float:
    """How uneven the middle of a crop is: standard deviation in grey levels, an even slope taken out."""
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float64)
    inside, plain, fit = _middle()
    values = grey[inside]
    return float((values - plain @ (fit @ values)).std())


@cache
def _middle() -> tuple[NDArray[np.bool_], Floats, Floats]:
    """Which pixels of a crop lie well within the penny, the terms of an even slope there, and the matrix fitting it."""
    y, x = np.mgrid[0:CROP_PX, 0:CROP_PX] - (CROP_PX - 1) / 2
    inside = np.hypot(x, y) < 0.76 * PENNY_MM / 2 * CROP_PX_PER_MM
    plain = np.column_stack([x[inside], y[inside], np.ones(int(inside.sum()))])
    return inside, plain, np.linalg.pinv(plain)


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
    label, other = ("heads", "tails") if heads >= 0.5 else ("tails", "heads")
    sure = max(heads, 1 - heads)
    read = sure >= SIDE_MARGIN
    shares = ((label, sure * chance), (other, (1 - sure) * chance))
    return Sighting(
        kind="penny",
        label=label if read else None,
        sure=sure * chance if read else chance,
        others=shares[1:] if read else shares,
        x=None if place is None else round(float(place[0]), 2),
        y=None if place is None else round(float(place[1]), 2),
        corners_px=tuple((float(x), float(y)) for x, y in corners_px),
        visible=visible if visible < 0.93 else 1.0,
    )


def seen_again(view: View, pennies: Sequence[Sighting], before: Sequence[Sighting]) -> tuple[Sighting, ...]:
    """The pennies of this look, of which those not clearly read are held against the look before.

    Nothing changes where only parts of the picture did: what lies there may have been turned by hand. Without a mat
    no penny is known again.
    """
    if view.changes is not None or view.plane is None:
        return tuple(pennies)
    known = [one for one in before if one.kind == "penny" and one.x is not None and one.y is not None]
    return tuple(_together(one, _same(one, known)) for one in pennies)


def side_unread(penny: Sighting) -> Sighting:
    """The penny with no word on its side: what shows of it is too blurred to tell."""
    chance = min(1.0, sum(share for _, share in _shares(penny)))
    return replace(penny, label=None, sure=chance, others=(("heads", chance / 2), ("tails", chance / 2)))


def _same(penny: Sighting, known: Sequence[Sighting]) -> Sighting | None:
    """The penny of the look before that lay where this one does."""

    def away(other: Sighting) -> float:
        return hypot((penny.x or 0.0) - (other.x or 0.0), (penny.y or 0.0) - (other.y or 0.0))

    nearest = min(known, key=away, default=None)
    return nearest if nearest is not None and away(nearest) <= SAME_PLACE_MM else None


def _together(penny: Sighting, earlier: Sighting | None) -> Sighting:
    """A penny as both looks tell it."""
    if earlier is None or abs(now := _heads_odds_again(penny)) >= CLEAR_ODDS:
        return penny
    then = max(-CLEAR_ODDS, min(CLEAR_ODDS, _heads_odds_again(earlier)))
    if then == 0:
        return penny
    chance = min(1.0, sum(share for _, share in _shares(penny)))
    if now * then < 0:
        return replace(penny, label=None, sure=chance, others=_shares(penny))
    heads = 1 / (1 + exp(-TOGETHER * (now + then)))
    sides = (("heads", heads * chance), ("tails", (1 - heads) * chance))
    likely, other = sorted(sides, key=lambda side: -side[1])
    if likely[1] < SIDE_MARGIN * chance:
        return replace(penny, label=None, sure=chance, others=(likely, other))
    return replace(penny, label=likely[0], sure=likely[1], others=(other,))


def _shares(penny: Sighting) -> tuple[tuple[str, float], ...]:
    """Both sides, each with its probability, the likelier first."""
    told = {"heads": 0.0, "tails": 0.0} | dict(penny.others)
    if penny.label is not None:
        told[penny.label] = penny.sure
    return tuple(sorted(told.items(), key=lambda side: -side[1]))


def _heads_odds_again(penny: Sighting) -> float:
    """The log odds of heads; 0 where nothing is known of the sides."""
    told = dict(_shares(penny))
    return log((told["heads"] + 1e-6) / (told["tails"] + 1e-6))
