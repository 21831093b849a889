"""How alike two card faces look to a camera: the most different patch decides, not the average.

Faces are compared in Lab colour on a grid of 96 × 96, after taking out overall light and contrast and, for
near pairs, after registering one on the other (findTransformECC), so that two photos of one card come out
near. The distance is the greatest root mean square difference over patches of a sixteenth of a card's side.
Measured on 117 faces of seven decks: one picture saved again smaller as JPEG 0.02 … 0.09; one card taken
twice, turned by 1.5 deg under another lamp 0.06 … 0.22; one corner number exchanged 0.07 … 0.75, median 0.16;
other pairs from 0.21, median 0.9.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture

SAME_UP_TO = 0.09
"""Distance up to which two faces are one picture: nothing can tell them apart."""
TAKEN_TWICE_UP_TO = 0.2
"""Distance up to which two pictures may well show one card, taken twice."""
CLOSE_UP_TO = 0.3
"""Distance up to which two faces are worth a warning."""

_GRID = 96
"""Faces are compared at so many samples a side …"""
_EDGE = 6
"""… without so many at the border, where a cut may be off."""
_PATCH = 6
"""The distance is that of the patch, so many samples a side, which differs most: look-alikes differ in one place."""
_COARSE = 24
_COARSE_FAR = 0.3
"""Pairs that differ by more than this at so few samples a side are not compared closely."""
_SHAPE_SLACK = 1.1
"""Faces whose sides differ by more than this factor are of different cards."""
_SPREAD = 0.3
"""Every face is brought to this standard deviation of colour (Lab / 100), so that the exposure drops out."""

Grid = NDArray[np.float32]
Named = tuple[str, Picture, float, float]
"""A face to compare: its name, its picture, its width and height in mm."""


@dataclass(frozen=True, slots=True)
class LookAlike:
    """Two faces that are hard to tell apart: `distance` as above; `same`: nothing can tell them apart."""

    a: str
    b: str
    distance: float
    same: bool


def alike(faces: Sequence[Named]) -> tuple[LookAlike, ...]:
    """The pairs with a distance up to CLOSE_UP_TO, nearest first; each face is also tried upside down."""
    grids = [_grid(image) for _, image, _, _ in faces]
    coarse = [_coarse(grid) for grid in grids]
    found: list[LookAlike] = []
    for i, j in combinations(range(len(faces)), 2):
        if not _same_size(faces[i], faces[j]):
            continue
        turns = [turn for turn in (0, 2) if _rms(coarse[i], _turned(coarse[j], turn)) < _COARSE_FAR]
        distance = min(
            (_distance(grids[i], _turned(grids[j], turn)) for turn in turns), default=CLOSE_UP_TO + 1
        )
        if distance <= CLOSE_UP_TO:
            found.append(LookAlike(faces[i][0], faces[j][0], round(distance, 3), distance <= SAME_UP_TO))
    return tuple(sorted(found, key=lambda pair: (pair.distance, pair.a, pair.b)))


def same_faces(faces: Sequence[tuple[str, Picture]]) -> Iterator[tuple[str, str]]:
    """The pairs of names whose pictures are the same one, one of them perhaps upside down."""
    grids = [_grid(image) for _, image in faces]
    coarse = [_coarse(grid) for grid in grids]
    for i, j in combinations(range(len(faces)), 2):
        for turn in (0, 2):
            near = _rms(coarse[i], _turned(coarse[j], turn)) < SAME_UP_TO
            if near and _peak(grids[i], _turned(grids[j], turn)) <= SAME_UP_TO:
                yield faces[i][0], faces[j][0]
                break


def distance(a: Picture, b: Picture) -> float:
    """The distance of two pictures of the same shape, both upright, after registering them on each other."""
    return _distance(_grid(a), _grid(b))


def _grid(image: Picture) -> Grid:
    small = cv2.resize(image, (_GRID, _GRID), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), 1.0)
    lab = cv2.cvtColor(small.astype(np.float32) / 255.0, cv2.COLOR_BGR2Lab) / 100.0
    return _levelled(np.asarray(lab, np.float32))


def _levelled(lab: Grid) -> Grid:
    centred = lab - lab.mean(axis=(0, 1))
    spread = max(float(np.sqrt((centred**2).sum(axis=2).mean())), 0.1)
    return np.asarray(centred * (_SPREAD / spread), np.float32)


def _coarse(grid: Grid) -> Grid:
    return np.asarray(cv2.resize(grid, (_COARSE, _COARSE), interpolation=cv2.INTER_AREA), np.float32)


def _turned(grid: Grid, turns: int) -> Grid:
    return np.ascontiguousarray(np.rot90(grid, turns))


def _rms(a: Grid, b: Grid) -> float:
    return float(np.sqrt(((a - b) ** 2).sum(axis=2).mean()))


def _distance(a: Grid, b: Grid) -> float:
    return min(_peak(a, b), _peak(a, _registered(a, b)))


def _peak(a: Grid, b: Grid) -> float:
    inner = slice(_EDGE, -_EDGE)
    squared = ((_levelled(a[inner, inner]) - _levelled(b[inner, inner])) ** 2).sum(axis=2)
    return float(np.sqrt(cv2.boxFilter(squared, -1, (_PATCH, _PATCH)).max()))


def _registered(a: Grid, b: Grid) -> Grid:
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 1e-4)
    start, everywhere = np.eye(2, 3, dtype=np.float32), np.ones(a.shape[:2], np.uint8)
    one, other = np.ascontiguousarray(a[..., 0]), np.ascontiguousarray(b[..., 0])
    try:
        _, found = cv2.findTransformECC(one, other, start, cv2.MOTION_AFFINE, stop, everywhere, 3)
    except cv2.error:
        return b
    warp = np.asarray(found, np.float32)
    if np.abs(warp[:, :2] - np.eye(2)).max() > 0.08 or np.abs(warp[:, 2]).max() > _GRID / 12:
        return b
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    moved = cv2.warpAffine(b, warp, (_GRID, _GRID), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.float32)


def _same_size(a: Named, b: Named) -> bool:
    ratios = (a[2] / b[2], a[3] / b[3])
    return all(1.0 / _SHAPE_SLACK <= ratio <= _SHAPE_SLACK for ratio in ratios)
