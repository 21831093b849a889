"""Holds what the eye read in one picture against what lies on the table, thing by thing, and how well each shows there.

Rule kept: a thing is weighed by what can be seen of it; what lies under another is not counted as missed. Of a card
that is in no deck one thing is asked: that it is not taken for one that is. Where nothing is seen of it, it was not.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np

from companion.sight import Sighting, Table
from ui.selftest.plan import Asked
from vision.arrays import Floats, Picture
from vision.enrolling.folder import sharpness
from vision.mat.following import Mat

Verdict = Literal["right", "unread", "wrong", "sure", "missed", "hidden"]
"""`sure`: wrong, and claimed to be certain. `hidden`: too much of it is covered to ask for more."""

SURE = 0.9
NEAR_MM = 45.0
"""People lay things by eye: so far from where it was asked for, a thing may still be the one."""
OTHER_LABEL_MM = 30.0
"""Of two candidates the one read as asked is taken, unless it lies so much farther away."""
COVERED_BELOW = 0.6
"""Of a card less of which shows nothing is asked; what is claimed of it must be right all the same."""
UNDER = 0.5
"""About so much of a card that another lies over still shows."""
CLIPPED = 250
"""A pixel whose darkest channel is at least this (0..255) is lost in glare."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One thing in one picture: what became of it, and the sighting that was taken for it."""

    verdict: Verdict
    seen: Sighting | None


@dataclass(frozen=True, slots=True)
class Look:
    """One picture judged: a verdict for each thing that lies there, and what was seen where nothing lies."""

    things: tuple[Judged, ...]
    invented: tuple[Sighting, ...] = ()


def judge_look(
    lying: Sequence[Asked | None], sightings: Sequence[Sighting], table: Table, size: tuple[int, int]
) -> Look:
    """Judges a picture of `size` (width, height in px). None among `lying`: that thing was not laid.

    Without a mat sightings have no place on the table: then the picture's own parts stand for the table's.
    """
    placed = [on_table(sighting, table, size) for sighting in sightings]
    costs = (
        (_cost(asked, sighting), n, m)
        for n, asked in enumerate(lying)
        for m, sighting in enumerate(placed)
        if asked is not None
    )
    taken: dict[int, int] = {}
    # the likeliest pairs first
    for _far, n, m in sorted((cost, n, m) for cost, n, m in costs if cost is not None):
        if n not in taken and m not in taken.values():
            taken[n] = m
    things = []
    for n, asked in enumerate(lying):
        seen = placed[taken[n]] if n in taken else None
        verdict: Verdict = "hidden" if asked is None else _verdict(asked, seen, shows(n, lying))
        things.append(Judged(verdict, seen))
    left = (seen for m, seen in enumerate(placed) if m not in taken.values())
    return Look(tuple(things), tuple(seen for seen in left if seen.region is not None))


def on_table(sighting: Sighting, table: Table, size: tuple[int, int]) -> Sighting:
    """The sighting with a place on the table; without a mat its place in the picture is taken for it."""
    if sighting.x is not None or table.tags is not None or not sighting.corners_px:
        return sighting
    across = sum(x for x, _y in sighting.corners_px) / len(sighting.corners_px) / size[0]
    down = sum(y for _x, y in sighting.corners_px) / len(sighting.corners_px) / size[1]
    x, y = across * table.width_mm, (1 - down) * table.height_mm
    return replace(sighting, region=table.region_at(x, y))


def shows(n: int, lying: Sequence[Asked | None]) -> float:
    """About how much of a thing shows, with what lies upon it."""
    over = any(other is not None and other.on == n and other.trick == "over" for other in lying)
    return UNDER if over else 1.0


def _cost(asked: Asked, sighting: Sighting) -> float | None:
    """How unlikely it is that a sighting is this thing, in mm; None where it cannot be."""
    far = None
    if sighting.x is not None and sighting.y is not None:
        far = math.hypot(sighting.x - asked.x, sighting.y - asked.y)
    is_near = sighting.region == asked.region or (far is not None and far <= NEAR_MM)
    if asked.kind != sighting.kind or not is_near:
        return None
    return (far or 0.0) + (0.0 if _as_asked(asked, sighting) else OTHER_LABEL_MM)


def _as_asked(asked: Asked, sighting: Sighting) -> bool:
    """Whether a sighting reads as the thing was asked for."""
    if asked.kind == "card" and asked.face == "down":
        is_of_deck = asked.deck == sighting.deck or None in (asked.deck, sighting.deck)
        return sighting.face == "down" and is_of_deck
    if asked.trick == "stranger":
        return sighting.label is None and sighting.face != "down"
    return sighting.face != "down" and (asked.label is None or sighting.label == asked.label)


def _verdict(asked: Asked, sighting: Sighting | None, visible: float) -> Verdict:
    if sighting is None:
        if asked.trick == "stranger":
            return "right"
        return "hidden" if visible < COVERED_BELOW else "missed"
    if _as_asked(asked, sighting):
        return "right"
    if sighting.label is None and sighting.face != "down":
        if asked.kind == "card" and asked.face == "down":
            return "wrong"
        return "hidden" if visible < COVERED_BELOW else "unread"
    return "sure" if sighting.sure >= SURE else "wrong"


# How well a spot of the table can be seen in a picture: its light, its glare, its sharpness, its size.


@dataclass(frozen=True, slots=True)
class Conditions:
    """One spot in one picture.

    `glare`: the part (0..1) lost in clipped light. `bright`: its brighter tenth, 0..255. `sharp`: as
    `vision.enrolling.folder.sharpness` measures. `px_per_mm`: None where no mat says how large a millimetre is.
    """

    glare: float
    bright: float
    sharp: float
    px_per_mm: float | None = None


def conditions(
    picture: Picture, asked: Asked, seen: Sighting | None, mat: Mat, table: Table
) -> Conditions | None:
    """The conditions where a thing lies; None where that is not in the picture or not known."""
    corners = outline(asked, seen, mat, table, (picture.shape[1], picture.shape[0]))
    low, high = np.floor(corners.min(axis=0)).astype(int), np.ceil(corners.max(axis=0)).astype(int)
    patch = picture[max(0, low[1]) : max(0, high[1]), max(0, low[0]) : max(0, high[0])]
    if min(patch.shape[:2]) < 8:
        return None
    clipped = np.asarray(patch.min(axis=2) >= CLIPPED, np.uint8)
    # lone clipped pixels are print, or a coin's edge
    glare = float(cv2.morphologyEx(clipped, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).mean())
    bright = float(np.percentile(patch.max(axis=2), 90))
    scale = None
    if mat.image_to_table is not None:
        left, right = _to_px(mat, np.array([[asked.x - 5, asked.y], [asked.x + 5, asked.y]]))
        scale = float(np.linalg.norm(right - left) / 10)
    return Conditions(glare, bright, sharpness(np.ascontiguousarray(patch)), scale)


def outline(asked: Asked, seen: Sighting | None, mat: Mat, table: Table, size: tuple[int, int]) -> Floats:
    """The corners (N × 2 px) of a thing: where it was seen, else where it was asked for."""
    if seen is not None and seen.corners_px:
        return np.asarray(seen.corners_px, np.float64)
    square = np.array(((-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)))
    corners = square * (asked.width_mm, asked.height_mm) + (asked.x, asked.y)
    if mat.image_to_table is None:
        return np.asarray(corners / (table.width_mm, -table.height_mm) * size + (0, size[1]))
    return _to_px(mat, corners)


def _to_px(mat: Mat, points: Floats) -> Floats:
    back = np.linalg.inv(np.asarray(mat.image_to_table, np.float64))
    return np.asarray(cv2.perspectiveTransform(points[None], back)[0], np.float64)
