"""Pennies anywhere on the table: on cloth, wood, paper, mats; with a mat in view and without.

Rule kept: what is round is not yet a penny. A place counts after two close looks, and where the table's scale is
known, only if it has a penny's size. Colours are judged as under white light, by the paper of the tags. Without a
mat the camera's own white is believed; where it shows no penny at all, the ground's is tried.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from companion.sight import Kind, Sighting
from vision.arrays import Box, Picture
from vision.light.ground import ground_gains
from vision.mat.plane import Plane
from vision.mat.white import NO_GAINS, Gains, white_gains
from vision.pennies.check import Ellipse, Shrinking, likely_places, looked_at, outline_of, weighed
from vision.pennies.reading import (
    CROP_PX,
    CROP_PX_PER_MM,
    MORE_LOOKS,
    PENNY_MM,
    heads_chances,
    seen_again,
    side_unread,
)
from vision.reader import PieceReader, SeenPieces, View

# Without a mat: the pennies of one picture are of like size, so that a worn one is known by those about it.
# Where no size has most of the weight, nothing is said against any.

LEAST_SURE_OF_SIZE: Final = 0.75
"""Chance from which a find is sure enough to tell the size of others."""
USUAL_SIZES: Final = 0.45
ODD_SIZE_WEIGHT: Final = 6.0
MOST: Final = 0.6
LEAST_TO_COMPARE: Final = 4
"""The pennies of one picture are of like size. If MOST (by weight) of at least LEAST_TO_COMPARE finds
are, one that is off by more than USUAL_SIZES (log) loses ODD_SIZE_WEIGHT log odds for each unit more."""
SAME_SIZE: Final = 0.1
SAME_SIZE_WEIGHT: Final = 1.0
"""… and if MOST of at least LEAST_TO_COMPARE sure ones are within SAME_SIZE (log) of each other's middle size, what has
that size gains so many log odds: a worn penny is known by those that lie about it."""


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
    same = _of_one_size(finds)
    return [
        replace(find, odds=find.odds - ODD_SIZE_WEIGHT * float(far) + SAME_SIZE_WEIGHT * (one in same))
        for one, (find, far) in enumerate(zip(finds, beyond, strict=True))
    ]


def _of_one_size(finds: list[Ellipse]) -> set[int]:
    """The numbers of the finds that have the size of most sure ones; none where these are few or of many sizes."""
    logs = np.log([find.radius for find in finds])
    sure = logs[[find.chance >= LEAST_SURE_OF_SIZE for find in finds]]
    if len(sure) < LEAST_TO_COMPARE:
        return set()
    near = np.abs(logs - np.median(sure)) < SAME_SIZE
    agreeing = int((np.abs(sure - np.median(sure)) < SAME_SIZE).sum())
    return set(np.flatnonzero(near).tolist()) if agreeing >= MOST * len(sure) else set()


SMALLEST_PX: Final = 17.0
LONG_SIDE_OVER: Final = 80.0
"""Without a mat pennies are looked for from SMALLEST_PX across, or the picture's longer side over this, if more."""
LARGEST_PART: Final = 1.1
"""… and up to this part of the picture's shorter side."""
SIZE_RANGE: Final = (0.8, 1.22)
"""With a mat: how many times a US cent's diameter a find may have. British pennies are larger by 1.07."""
THICK_MM: Final = 1.5
PLACES_A_LOOK: Final = 48
"""At most so many places a picture are looked at closely."""
LEAST_AGAIN: Final = 0.12
LEAST_SURE: Final = (0.5, 0.75)
"""Chance after a close look from which a place is looked at again; and after that, weighed, from which it is a penny:
with a mat, whose scale rules out most else, and without."""
LEAST_VISIBLE: Final = 0.35
SIDE_MARGIN: Final = 0.6
"""A side less likely than this is not named."""
FINER: Final = 2
"""For its side a penny is cut out so many times finer than to be found: shrunk once, it stays sharper."""
FINE_PX: Final = 30.0
FINE_HEADS: Final = 0.5
"""Of a coin seen larger than this radius, scratches and glare pass for the fine print of tails: the odds of tails are
multiplied by this. Chosen on photographs of one collection of coins; other sources bear it out."""
WELL_ON: Final = 0.5
"""A place that lies so many of its radii within a card's sides lies on it, whatever closer looks make of its middle."""
OUTLINE_POINTS: Final = 12
WITHIN: Final = 0.6
LEAST_TO_HOLD: Final = 0.6
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
    `cards` are left out (they are found by `vision.pennies.reader`), and each has its place in mm; without one `x` and
    `y` are None and pennies on cards are found like all others. A penny whose side cannot be read has no label.
    """
    if boxes is not None and not boxes:
        return ()
    lights = (NO_GAINS, ground_gains(image)) if plane is None else (white_gains(image, plane),)
    found = (_under(light, image, plane, boxes, cards) for light in lights)
    finds = next((finds for finds in found if finds), [])
    whole = Shrinking(image)
    radius = FINER * PENNY_MM / 2 * CROP_PX_PER_MM
    sides = heads_chances([whole.crop(find, FINER * CROP_PX, radius) for find in finds], MORE_LOOKS)
    told = []
    for find, seen in zip(finds, sides.tolist(), strict=True):
        # How finely the picture shows the coin has a say.
        heads = seen if find.radius < FINE_PX else 1 / (1 + (1 / max(seen, 1e-9) - 1) * FINE_HEADS)
        place = None if plane is None else plane.to_mm(find.middle[None], THICK_MM)[0]
        label, other = ("heads", "tails") if heads >= 0.5 else ("tails", "heads")
        sure = max(heads, 1 - heads)
        read = sure >= SIDE_MARGIN
        rest = [(label, sure * find.chance), (other, (1 - sure) * find.chance)]
        told.append(
            Sighting(
                kind="penny",
                label=label if read else None,
                sure=sure * find.chance if read else find.chance,
                others=tuple(rest[1:] if read else rest),
                x=None if place is None else round(float(place[0]), 2),
                y=None if place is None else round(float(place[1]), 2),
                corners_px=tuple((float(x), float(y)) for x, y in find.points(OUTLINE_POINTS)),
                visible=find.visible if find.visible < 0.93 else 1.0,
            )
        )
    return tuple(told)


def _under(
    light: Gains, image: Picture, plane: Plane | None, boxes: Sequence[Box] | None, cards: Sequence[Sighting]
) -> list[Ellipse]:
    """The pennies in a picture if its light has this colour."""
    finds: list[Ellipse] = []
    for left, top, right, bottom in _windows(image, boxes):
        window = image[top:bottom, left:right]
        sizes = _sizes(image, plane, (left, top, right, bottom))
        if sizes is None or not window.size:
            continue
        picture = Shrinking(window, light)
        outlines = [outline_of(place) for place in likely_places(window, *sizes, PLACES_A_LOOK, light)]
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
        finds = of_like_size(_outermost(finds))
    else:
        finds = [find for find in finds if _fits(find, plane) and not _on_card(find, cards)]
    least = LEAST_SURE[0] if plane is not None else LEAST_SURE[1]
    return _apart([find for find in finds if find.chance >= least])


def _closely(picture: Shrinking, outlines: list[Ellipse]) -> list[Ellipse]:
    """What two close looks make of the places, those left out that the first of them speaks against."""
    once = looked_at(picture, outlines)
    kept = _apart([found for found in once if found.chance >= LEAST_AGAIN])
    looks = [(first, found) for first, found in zip(outlines, once, strict=True) if found in kept]
    again = looked_at(picture, [found for _, found in looks])
    return [
        weighed(picture, first, found, last)
        for (first, found), last in zip(looks, again, strict=True)
        if last.chance >= LEAST_AGAIN
    ]


def _windows(image: Picture, boxes: Sequence[Box] | None) -> list[tuple[int, int, int, int]]:
    high, wide = image.shape[:2]
    if boxes is None:
        return [(0, 0, wide, high)]
    return [
        (max(0, int(left)), max(0, int(top)), min(wide, int(right) + 1), min(high, int(bottom) + 1))
        for left, top, right, bottom in boxes
    ]


def _sizes(
    image: Picture, plane: Plane | None, window: tuple[int, int, int, int]
) -> tuple[float, float] | None:
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


def _fits(find: Ellipse, plane: Plane) -> bool:
    """Whether a find has a penny's size where it lies."""
    ring = plane.to_mm(find.points(16), THICK_MM)
    off = ring - ring.mean(axis=0)
    diameter = 2 * float(np.sqrt((off**2).sum(axis=1).mean()))
    return SIZE_RANGE[0] <= diameter / PENNY_MM <= SIZE_RANGE[1]


def _on_card(find: Ellipse, cards: Sequence[Sighting], deep: float = 0.0) -> bool:
    """Whether the middle of a find lies on a card, and so many of its own radii within that card's sides."""
    point = (float(find.middle[0]), float(find.middle[1]))
    least = deep * find.radius
    return any(
        card.kind == "card"
        and card.corners_px is not None
        and cv2.pointPolygonTest(np.array(card.corners_px, np.float32), point, measureDist=True) >= least
        for card in cards
    )


def _outermost(finds: list[Ellipse]) -> list[Ellipse]:
    """The finds without those that lie within a larger one: a head or a numeral on a coin is round, too."""
    sure = [find for find in finds if find.chance >= LEAST_TO_HOLD]
    kept = []
    for find in finds:
        larger = [other for other in sure if find.radius < WITHIN * other.radius]
        if not any(float(np.hypot(*(other.middle - find.middle))) < other.radius for other in larger):
            kept.append(find)
    return kept


def _apart(finds: list[Ellipse]) -> list[Ellipse]:
    """The likeliest of the finds, without those that mean a coin already named."""
    kept: list[Ellipse] = []
    for find in sorted(finds, key=lambda find: -find.odds):
        # Coins cannot lie nearer with half of each showing.
        apart = ((np.hypot(*(find.middle - other.middle)), max(find.radius, other.radius)) for other in kept)
        if all(float(off) >= 0.6 * larger for off, larger in apart):
            kept.append(find)
    return kept
