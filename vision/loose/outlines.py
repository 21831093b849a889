"""Outlines of cards anywhere in a picture, with no mat: whole ones, fanned ones, cards of no deck.

Method: a small network, taught on painted tables only, tells for each cell of the picture whether the middle of what
shows of a card is there, and the card's whole outline (its middle, the logarithm of its scatter, four times its
angle). It says where cards are; which they are is told by `loose_reading`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture, Values
from vision.networks import network

LEAST_SHARED: Final = 0.02
"""Part of the smaller card that two cards share at least, where one hides something of the other."""
RIVALS: Final = 0.7
"""Outlines that share more than this are not two cards, but two guesses at one."""


def shared(one: Floats, other: Floats) -> float:
    """The part of the smaller outline that two convex outlines share (0..1)."""
    common, *areas = _areas(one, other)
    return common / max(1.0, min(areas))


def same(one: Floats, other: Floats) -> float:
    """How much two convex outlines share: the part of their union (0..1)."""
    common, *areas = _areas(one, other)
    return common / max(1.0, sum(areas) - common)


def _areas(one: Floats, other: Floats) -> tuple[float, float, float]:
    """The area that two convex outlines have in common, and that of each; none where they lie apart."""
    if (one.max(axis=0) < other.min(axis=0)).any() or (other.max(axis=0) < one.min(axis=0)).any():
        return 0.0, 0.0, 0.0
    a, b = one.astype(np.float32), other.astype(np.float32)
    area, _ = cv2.intersectConvexConvex(a, b)
    return float(area), abs(float(cv2.contourArea(a))), abs(float(cv2.contourArea(b)))


def showing(hidden: Sequence[Floats], onto: Floats, size: tuple[int, int]) -> Values | None:
    """What shows of a card in its crop of size (wide, high): 1, or 0 where another outline hides it; None: all of it.

    `onto` is the homography from the picture to the crop.
    """
    if not hidden:
        return None
    mask = np.ones((size[1], size[0]), dtype=np.float32)
    for other in hidden:
        corners = cv2.perspectiveTransform(other.reshape(1, -1, 2), onto)[0]
        cv2.fillConvexPoly(mask, np.rint(corners * 16).astype(np.int32), 0.0, cv2.LINE_8, 4)
    return mask


# Lays outlines along the edges that the outline finder sees: its maps are more exact than what it says of a
# card. Method: many small shifts, stretches and turns of each outline are tried (always the same ones),
# coarse to fine; the one along whose sides the finder sees most edge, with card within and none without, is
# kept. A side that another card hides shows no edge, so a change that only little speaks for is not made.

ROUNDS: Final = ((1.0, 240), (0.5, 240), (0.25, 240))
"""How large the changes are in each round, as parts of SPREAD, and how many are tried."""
SPREAD: Final = (0.10, 0.10, 0.12, 0.12, 0.06)
"""Standard deviations of the changes: shift along both sides and stretch of both (parts of them), turn (rad)."""
PRIOR: Final = 0.015
"""How much a change by one standard deviation must gain."""
ALONG: Final = 12
"""Points on each side."""
BESIDE: Final = 0.14
"""How far within and without a side it is looked whether a card shows there, as a part of the half sides."""
COVER: Final = 0.25
"""What card within and none without counts, against edges along the sides."""


def fitted(corners: Floats, edges: Values, cover: Values) -> tuple[Floats, float]:
    """An outline (4 x 2, in cells of the maps) laid along the edges, and how well it fits (0..1 + COVER).

    `edges` and `cover` (rows x columns, 0..1) tell the chance that a card's edge runs, or a card shows, in a cell.
    """
    centre = corners.mean(axis=0)
    one = (corners[1] + corners[2] - corners[0] - corners[3]) / 4
    other = (corners[2] + corners[3] - corners[0] - corners[1]) / 4
    changes = np.zeros((1, 5))
    score = 0.0
    for part, tries in ROUNDS:
        tried = changes + np.concatenate([np.zeros((1, 5)), _changes()[:tries] * part])
        quads = _quads(centre, one, other, tried)
        scores = _scores(quads, edges, cover) - PRIOR * ((tried / np.array(SPREAD)) ** 2).sum(axis=1)
        best = int(np.argmax(scores))
        changes, score = tried[best : best + 1], float(scores[best])
    return _quads(centre, one, other, changes)[0], score


@cache
def _changes() -> Floats:
    return np.asarray(
        np.random.default_rng(1).normal(size=(max(tries for _, tries in ROUNDS), 5)) * np.array(SPREAD),
        dtype=np.float64,
    )


def _quads(centre: Floats, one: Floats, other: Floats, changes: Floats) -> Floats:
    """The outline under each change (N x 5): N x 4 x 2."""
    middles = centre + changes[:, 0:1] * one + changes[:, 1:2] * other
    cosine, sine = np.cos(changes[:, 4]), np.sin(changes[:, 4])
    turn = np.stack([np.stack([cosine, -sine], axis=1), np.stack([sine, cosine], axis=1)], axis=1)
    ones = (turn @ one) * np.exp(changes[:, 2:3])
    others = (turn @ other) * np.exp(changes[:, 3:4])
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return np.asarray(np.stack([middles + a * ones + b * others for a, b in signs], axis=1), dtype=np.float64)


def _scores(quads: Floats, edges: Values, cover: Values) -> Floats:
    corners = quads.astype(np.float32)
    parts = np.linspace(0.08, 0.92, ALONG, dtype=np.float32)[None, None, :, None]
    starts, ends = corners[:, :, None], corners[:, [1, 2, 3, 0], None]
    places = starts + (ends - starts) * parts
    beside = (places - corners.mean(axis=1)[:, None, None]) * np.float32(BESIDE)
    along = sampled(edges, places)
    within, without = sampled(cover, places - beside), sampled(cover, places + beside)
    return np.asarray((along + COVER * (within - without)).mean(axis=(1, 2)), dtype=np.float64)


def sampled(values: Values, places: Floats) -> Values:
    """A map at places (… x 2: column, row), between its cells."""
    spots = places.astype(np.float32, copy=False).reshape(len(places), -1, 2)
    seen = cv2.remap(values, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.float32).reshape(places.shape[:-1])


CELL: Final = 4
"""The network answers for cells of so many px of its picture."""
OFFSET_PX: Final = 16.0
USUAL_PX: Final = 24.0
"""Units in which it tells how far a card's middle is and how large the card is (half sides)."""
LEVEL: Final = 110.0
CONTRAST: Final = 60.0
"""Brightness that it sees as 0, and that it sees as 1 above that."""
LOOK_PX: Final = 640
"""The longer side of the picture that it looks at first; half sides of FINEST to LARGEST px are found there."""
SHRINK: Final = 1.8
"""For larger cards it looks again at pictures this much smaller each time."""
FINEST, LARGEST = 5.0, 60.0
COVERED: Final = 45.0
"""Half sides (px) up to which all of a card is seen to be one; within larger ones only print stands out."""
SMALLER_LOOKS: Final = 3
LIKELY: Final = 0.3
"""Chance from which an outline is told."""
SAME: Final = 0.55
"""Outlines that share more of their union than this are of one card."""
TURNS: Final = np.linspace(0, np.pi / 2, 91)[:-1]
"""Angles that are tried when half sides are made of what the network tells (rad)."""
COVER_CHANNEL: Final = 1
EDGE_CHANNEL: Final = 9
ODDS: Final = (-5.5, 6.3, 12.0, 20.0)
"""Calibration of `Evidence.sure`: logistic in what is seen within an outline and along its sides."""
DIVISIBLE: Final = 32
"""The network takes pictures whose sides are multiples of this."""


@dataclass(frozen=True, slots=True, eq=False)
class CardOutline:
    """Where a card lies: its corners (4 x 2 px, clockwise as seen), and the chance that it is one (0..1)."""

    corners: Floats
    sure: float

    @property
    def area(self) -> float:
        return abs(float(cv2.contourArea(self.corners.astype(np.float32))))


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What the finder sees of a card at some outline: the chance that a card shows within it (mean), and that a card's
    edge runs along its sides (mean of all, and of the weakest)."""

    cover: float
    edges: float
    weakest: float

    @property
    def sure(self) -> float:
        """The chance that a card lies there."""
        odds = ODDS[0] + ODDS[1] * self.cover + ODDS[2] * self.edges + ODDS[3] * self.weakest
        return 1 / (1 + float(np.exp(-odds)))


class Finder:
    """What the network says of one picture (BGR): where cards are, and how likely one lies at a given place."""

    def __init__(self, image: Picture) -> None:
        self._size = (image.shape[1], image.shape[0])
        self._seen: list[tuple[float, Values]] = []
        reader = network("card_outline.onnx")
        for small, scale in _looks(image):
            reader.setInput(prepared(small))
            answers = np.asarray(reader.forward(), dtype=np.float32)
            self._seen.append((scale, np.asarray(answers[0], dtype=np.float32)))
        self._maps = [
            (_chances(answers[COVER_CHANNEL]), _chances(answers[EDGE_CHANNEL])) for _, answers in self._seen
        ]

    def outlines(self, least: float = LIKELY) -> tuple[CardOutline, ...]:
        """The outlines of all cards that are `least` likely, likeliest first."""
        found: list[CardOutline] = []
        for number, ((scale, answers), maps) in enumerate(zip(self._seen, self._maps, strict=True)):
            smallest = FINEST if number == 0 else LARGEST / SHRINK * 0.6
            found += _decoded(answers, maps, scale, least, smallest)
        kept: list[CardOutline] = []
        for outline in sorted(found, key=lambda one: -one.sure):
            if all(same(outline.corners, other.corners) < SAME for other in kept):
                kept.append(outline)
        return tuple(kept)

    def cover(self, half: float, cell: float) -> Values:
        """The chance that a card shows, in samples of `cell` px all over the picture, as seen where cards have half
        sides of `half` px."""
        scale, cover, _ = self._look(half, COVERED)
        wide, high = self._size
        size = (round(wide / cell), round(high / cell))
        by = cell / (scale * CELL)
        onto = np.array([[by, 0, by / 2 - 0.5], [0, by, by / 2 - 0.5]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpAffine(cover, onto, size, flags=flags, borderMode=cv2.BORDER_REPLICATE))

    def _look(self, half: float, largest: float = LARGEST) -> tuple[float, Values, Values]:
        """How many px of the whole picture one of the look's stands for, in which a card with such half sides (px) is
        seen best, and its maps of cards and of edges."""
        scales = [scale for scale, _ in self._seen]
        number = next((k for k, scale in enumerate(scales) if half / scale <= largest), len(scales) - 1)
        return scales[number], *self._maps[number]

    def evidence(self, corners: Floats) -> Evidence:
        """What is seen at an outline (4 x 2 px of the picture)."""
        half = float(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32))))) / 2
        scale, cover, edges = self._look(half)
        at = (((corners + 0.5) / scale - 0.5) - (CELL - 1) / 2) / CELL
        parts = np.linspace(0.06, 0.94, 13)[None, :, None]
        sides = at[:, None] * (1 - parts) + np.roll(at, -1, axis=0)[:, None] * parts
        rings = (
            at.mean(axis=0)
            + (sides[None] - at.mean(axis=0)) * np.array([0.25, 0.55, 0.8])[:, None, None, None]
        )
        along = sampled(edges, sides).mean(axis=1)
        return Evidence(
            float(sampled(cover, rings.reshape(-1, 1, 2)).mean()), float(along.mean()), float(along.min())
        )


def prepared(picture: Picture) -> Values:
    """A picture as the network takes it (1 x 3 x high x wide, sides multiples of DIVISIBLE)."""
    high, wide = picture.shape[:2]
    down, right = -high % DIVISIBLE, -wide % DIVISIBLE
    whole = cv2.copyMakeBorder(picture, 0, down, 0, right, cv2.BORDER_REPLICATE)
    even = (whole.astype(np.float32) - np.float32(LEVEL)) / np.float32(CONTRAST)
    return np.ascontiguousarray(even.transpose(2, 0, 1)[None])


def _looks(image: Picture) -> Iterator[tuple[Picture, float]]:
    """The picture smaller and smaller, each with how many px of the whole one of its px stands for."""
    scale = max(1.0, max(image.shape[:2]) / LOOK_PX)
    seen = image
    for _ in range(1 + SMALLER_LOOKS):
        size = (max(16, round(image.shape[1] / scale)), max(16, round(image.shape[0] / scale)))
        seen = np.asarray(cv2.resize(seen, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        yield seen, scale
        scale *= SHRINK


def _decoded(
    answers: Values, maps: tuple[Values, Values], scale: float, least: float, smallest: float
) -> list[CardOutline]:
    """The outlines at all peaks that are `least` likely and whose half sides (px) are `smallest` to LARGEST."""
    odds = answers[0]
    peaks = (odds >= cv2.dilate(odds, np.ones((3, 3), np.uint8))) & (odds > np.log(least / (1 - least)))
    cells = np.argwhere(peaks)
    if not len(cells):
        return []
    corners = _corners(answers[:, cells[:, 0], cells[:, 1]].astype(np.float64), cells)
    one, other = (corners[:, 1] - corners[:, 0]) / 2, (corners[:, 3] - corners[:, 0]) / 2
    half = np.sqrt(np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]))
    cover, edges = maps
    found: list[CardOutline] = []
    likely = np.argsort(-odds[cells[:, 0], cells[:, 1]], kind="stable")
    told: list[Floats] = []
    for number in likely[(half[likely] >= smallest) & (half[likely] <= LARGEST)].tolist():
        if any(same(corners[number], other) >= SAME for other in told):
            continue
        told.append(corners[number])
        row, column = cells[number].tolist()
        chance = 1 / (1 + float(np.exp(-odds[row, column])))
        middle = (CELL - 1) / 2
        quad, _ = fitted((corners[number] - middle) / CELL, edges, cover)
        quad = quad * CELL + middle
        found.append(CardOutline((quad + 0.5) * scale - 0.5, chance))
    return found


def _chances(odds: Values) -> Values:
    return np.asarray(1 / (1 + np.exp(-odds)), dtype=np.float32)


def _corners(values: Floats, cells: NDArray[np.int64]) -> Floats:
    """The corners (N x 4 x 2 px, clockwise) that cells (N x 2: row, column) with these values (10 x N) tell."""
    centres = cells[:, ::-1] * CELL + (CELL - 1) / 2 + values[2:4].T * OFFSET_PX
    # The half sides one and other (columns of a matrix) have a scatter root², whose logarithm the network tells.
    mean, half, mixed = values[4] + np.log(USUAL_PX), values[5], values[6]
    reach = np.hypot(half, mixed)
    swing = np.sinh(np.clip(reach, 0, 3)) / np.maximum(reach, 1e-9)
    size, even = np.exp(np.clip(mean, 0, 7)), np.cosh(np.clip(reach, 0, 3))
    root = np.empty((values.shape[1], 2, 2))
    root[:, 0, 0], root[:, 1, 1] = size * (even + swing * half), size * (even - swing * half)
    root[:, 0, 1] = root[:, 1, 0] = size * swing * mixed
    # How the half sides are turned within their scatter is told by four times their angle.
    cosine, sine = np.cos(TURNS), np.sin(TURNS)
    ones = root @ np.stack([cosine, sine])
    others = root @ np.stack([-sine, cosine])
    angles = np.exp(4j * np.arctan2(ones[:, 1], ones[:, 0])) + np.exp(
        4j * np.arctan2(others[:, 1], others[:, 0])
    )
    best = np.argmax((angles * np.conj(values[7] + 1j * values[8])[:, None]).real, axis=1)
    which = np.arange(len(cells))
    one, other = ones[which, :, best], others[which, :, best]
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return np.asarray(np.stack([centres + a * one + b * other for a, b in signs], axis=1), dtype=np.float64)
