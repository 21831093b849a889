"""Lays a card that is half beneath another along those of its edges that are free: what shows of it tells too little of
its corners to be believed about each of them.

Method: the upper card, which shows wholly, tells how the table is seen there; on the table the lower one is as stiff as
any card. So it is shifted and turned, never stretched, to where the picture changes most along what shows of its sides.
Rule kept: beneath another card nothing is measured.
"""

from collections.abc import Callable, Sequence
from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats, Picture, Values
from vision.loose.overlaps import showing
from vision.loose.reading import straightened
from vision.loose.sides import slopes_of

PX_PER_MM: Final = 1.2
"""Px a millimetre in the picture of the table in which edges are looked for."""
MARGIN_MM: Final = 14.0
"""It reaches so far beyond the card on every side."""
ALONG: Final = 25
"""Points on each side."""
GRID: Final = 24
LEAST_POINTS: Final = 40
"""A card is looked at in so many points each way, of which so many must show."""
ENDS: Final = 0.07
"""So much of each side's ends is left out: corners are round."""
ROUNDS: Final = (
    ((-5.0, -2.5, 0.0, 2.5, 5.0), (-7.5, -5.0, -2.5, 0.0, 2.5, 5.0, 7.5)),
    ((-2.0, -1.0, 0.0, 1.0, 2.0), (-2.0, -1.0, 0.0, 1.0, 2.0)),
    ((-0.8, -0.4, 0.0, 0.4, 0.8), (-0.8, -0.4, 0.0, 0.4, 0.8)),
)
"""By how much the card is shifted each way (mm) and turned (degrees), coarse to fine."""
UNLIKELY: Final = 0.003
"""What a shift by a millimetre from where the face seemed to lie costs, in units of an edge's strength."""


def along_free_edges(
    image: Picture,
    corners: Floats,
    size_mm: tuple[float, float],
    upper: tuple[Floats, tuple[float, float]],
    hidden: Sequence[Floats],
) -> tuple[Floats, float]:
    """The outline (4 x 2 px, in the same order) of a card of that size (mm) along edges of the picture (BGR), and how
    much the picture changes along what shows of it (0 to about 1).

    `upper`: outline and size of the card that lies on it; `hidden`: all outlines that hide something of it.
    """
    middle, table = corners.mean(axis=0), _table(*upper)
    places = (corners - middle) @ np.linalg.inv(table).T
    shows = _showing_points(corners, hidden)
    if len(shows) < LEAST_POINTS:
        return corners, 0.0
    card, pivot = _stiff(places, _lying(places, size_mm), shows)
    reach = float(np.hypot(*size_mm)) / 2 + MARGIN_MM
    across = round(2 * reach * PX_PER_MM)
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * reach
    look, onto = straightened(image, square @ table.T + middle, (across, across))
    free = showing(hidden, onto, (across, across))
    mask = np.ones((across, across), np.float32) if free is None else free
    mask = np.asarray(cv2.erode(mask, np.ones((5, 5), np.uint8)), dtype=np.float32)
    seen = np.dstack([*slopes_of(look), mask])
    best, strength = _settled(
        card, pivot, lambda quads: _strengths(quads * PX_PER_MM + (across - 1) / 2, seen)
    )
    return np.asarray(best @ table.T + middle, dtype=np.float64), strength


def _table(corners: Floats, size_mm: tuple[float, float]) -> Floats:
    """The matrix from mm on the table to px about a card that shows wholly."""
    wide, high = _lying(corners, size_mm)
    one = (corners[1] + corners[2] - corners[0] - corners[3]) / 2 / wide
    other = (corners[2] + corners[3] - corners[0] - corners[1]) / 2 / high
    return np.asarray(np.stack([one, other], axis=1))


def _lying(corners: Floats, size_mm: tuple[float, float]) -> tuple[float, float]:
    """A card's sizes (mm) along corner 0 to 1, and 1 to 2."""
    first, second = np.hypot(*(corners[[1, 2]] - corners[[0, 1]]).T)
    small, large = sorted(size_mm)
    return (small, large) if first <= second else (large, small)


def _showing_points(corners: Floats, hidden: Sequence[Floats]) -> Floats:
    """Points of a card (N x 2, 0 to 1 along its sides) that no other outline hides."""
    unit = np.array([[0, 0], [GRID, 0], [GRID, GRID], [0, GRID]], dtype=np.float32) - np.float32(0.5)
    onto = np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), unit), dtype=np.float64)
    mask = showing(hidden, onto, (GRID, GRID))
    down, across = np.nonzero(np.ones((GRID, GRID)) if mask is None else mask)
    return np.stack([across + 0.5, down + 0.5], axis=1) / GRID


def _stiff(places: Floats, size: tuple[float, float], points: Floats) -> tuple[Floats, Floats]:
    """The corners (mm) of a card of that size whose points lie as near as can be to where they lie in an outline, and
    the middle of these points."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
    onto = cv2.getPerspectiveTransform(unit, places.astype(np.float32))
    seen = cv2.perspectiveTransform(points[None].astype(np.float64), np.asarray(onto, dtype=np.float64))[0]
    own = points * size
    a, b = own - own.mean(axis=0), seen - seen.mean(axis=0)
    turn = np.arctan2((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum(), (a * b).sum())
    middle = np.asarray(seen.mean(axis=0))
    return _turned(unit * size - own.mean(axis=0), float(turn)) + middle, middle


def _turned(points: Floats, by: float) -> Floats:
    cosine, sine = np.cos(by), np.sin(by)
    return np.asarray(points @ np.array([[cosine, sine], [-sine, cosine]]))


def _strengths(quads: Floats, seen: Values) -> Floats:
    """How much the picture changes across what shows of each outline's sides (N x 4 x 2): 0 to about 1."""
    parts = np.linspace(ENDS, 1 - ENDS, ALONG)[:, None]
    ends = np.roll(quads, -1, axis=1)
    places = (quads[:, :, None] * (1 - parts) + ends[:, :, None] * parts).astype(np.float32)
    flat = places.reshape(len(quads), -1, 2)
    told = cv2.remap(seen, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR).reshape(*places.shape[:3], 3)
    across, down, free = np.moveaxis(told, -1, 0)
    steps = np.abs(ends - quads)
    along = steps / np.maximum(np.hypot(steps[..., 0], steps[..., 1]), 1e-6)[..., None]
    change = across * along[..., 1:] + down * along[..., :1]
    return np.asarray((change * free).sum(axis=(1, 2)) / np.maximum(1.0, free.sum(axis=(1, 2))))


def _settled(card: Floats, pivot: Floats, strengths: Callable[[Floats], Floats]) -> tuple[Floats, float]:
    """A card shifted, and turned about the middle of what shows, coarse to fine, to where the picture changes most."""
    start = card
    for shifts, turns in ROUNDS:
        moves = [(x, y, turn) for x in shifts for y in shifts for turn in turns]
        by = np.array([(x, y) for x, y, _ in moves])[:, None]
        quads = np.stack([_turned(card - pivot, np.deg2rad(turn)) for *_, turn in moves]) + pivot + by
        far = np.linalg.norm(quads - start, axis=2).mean(axis=1)
        best = int(np.argmax(strengths(quads) - UNLIKELY * far))
        card, pivot = quads[best], pivot + by[best, 0]
    return card, float(strengths(card[None])[0])
