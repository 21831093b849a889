"""Lays outlines along the edges that the outline finder sees: its maps are more exact than what it says of a card.

Method: many small shifts, stretches and turns of each outline are tried (always the same ones), coarse to fine; the
one along whose sides the finder sees most edge, with card within and none without, is kept. Rule kept: a side that
another card hides shows no edge, so a change that only little speaks for is not made.
"""

from functools import cache
from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats, Values

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
