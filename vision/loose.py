"""Reads cards on a table whose mat is not in the picture: in pixels, with no regions.

Method: local features (SIFT) of all references matched with those of the picture; matches that agree on where one
card lies (RANSAC) propose it, and the face is then read as on the mat. Rule kept: a proposal that does not look like
its reference when straightened is dropped.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Sighting
from vision.card_reading import BURNT, read_face, window_agreements
from vision.references import References

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]

REFERENCE_PX = 240
"""Width at which a reference's features are taken."""
MOST_FEATURES = 6000
LEAST_MATCHES = 7
RANSAC_PX = 6.0
TRIES_PER_REFERENCE = 3
LEAST_LEVEL = 0.45
LEAST_SIDE_PX = 24.0
MOST_SLANTED = 2.2
"""Opposite sides of a card never differ by more than this factor under a camera that stands over the table."""
SAME_PLACE = 0.35


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """Where features are (N x 2 px) and what they look like (N x 128)."""

    places: NDArray[np.float32]
    looks: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """A card that may be there: its group and reference, and the map from the reference's mm to picture px."""

    group: References
    index: int
    to_px: Floats
    level: float

    @property
    def corners(self) -> Floats:
        wide, high = self.group.width_mm, self.group.height_mm
        flat = np.array([[[0, 0], [wide, 0], [wide, high], [0, high]]], dtype=np.float64)
        return np.asarray(cv2.perspectiveTransform(flat, self.to_px)[0], dtype=np.float64)


def read_loose(image: Picture, groups: Sequence[References]) -> tuple[Sighting, ...]:
    """The cards in a picture (BGR), each with its outline in px; place, angle and region stay None."""
    seen = features(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8), MOST_FEATURES)
    proposals = [
        proposal for group in groups if len(seen.looks) for proposal in _proposals(image, seen, group)
    ]
    kept: list[Proposal] = []
    for proposal in sorted(proposals, key=lambda p: -p.level):
        if all(_common(proposal.corners, other.corners) < SAME_PLACE for other in kept):
            kept.append(proposal)
    return tuple(_sighting(image, proposal) for proposal in kept)


def features(grey: Picture, most: int) -> Features:
    """SIFT features of a grey picture, looks made comparable (RootSIFT)."""
    points, looks = cv2.SIFT.create(nfeatures=most, contrastThreshold=0.02).detectAndCompute(grey, None)
    if looks is None or not len(points):
        return Features(np.zeros((0, 2), np.float32), np.zeros((0, 128), np.float32))
    sums = looks.sum(axis=1, keepdims=True) + np.float32(1e-6)
    return Features(
        np.array([point.pt for point in points], dtype=np.float32),
        np.asarray(np.sqrt(looks / sums), dtype=np.float32),
    )


@lru_cache(maxsize=16)
def reference_features(group: References) -> tuple[Features, NDArray[np.int64]]:
    """Features of all references of a group, places in mm from the card's top-left; and whose each one is."""
    places, looks, owners = [], [], []
    for index, reference in enumerate(group.all):
        scale = REFERENCE_PX / reference.image.shape[1]
        high = max(1, round(reference.image.shape[0] * scale))
        small = cv2.resize(reference.image, (REFERENCE_PX, high), interpolation=cv2.INTER_AREA)
        found = features(np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), dtype=np.uint8), 400)
        mm = np.array([group.width_mm / REFERENCE_PX, group.height_mm / high], dtype=np.float32)
        places.append((found.places + np.float32(0.5)) * mm)
        looks.append(found.looks)
        owners.append(np.full(len(found.looks), index, dtype=np.int64))
    return Features(np.concatenate(places), np.concatenate(looks)), np.concatenate(owners)


@lru_cache(maxsize=16)
def _matcher(group: References) -> cv2.FlannBasedMatcher:
    """Finds the nearest features of a group by randomised trees."""
    matcher = cv2.FlannBasedMatcher({"algorithm": 1, "trees": 4}, {"checks": 64})
    matcher.add([reference_features(group)[0].looks])
    matcher.train()
    return matcher


def _proposals(image: Picture, seen: Features, group: References) -> list[Proposal]:
    known, owners = reference_features(group)
    matches = _matcher(group).knnMatch(seen.looks, k=4)
    pairs = np.array([(m.queryIdx, m.trainIdx) for several in matches for m in several], dtype=np.int64)
    found = []
    for index in range(len(group.all)):
        rest = pairs[owners[pairs[:, 1]] == index] if len(pairs) else pairs.reshape(0, 2)
        for _ in range(TRIES_PER_REFERENCE):
            if len(rest) < LEAST_MATCHES:
                break
            flat, px = known.places[rest[:, 1]], seen.places[rest[:, 0]]
            rough, inside = cv2.estimateAffinePartial2D(
                flat, px, method=cv2.RANSAC, ransacReprojThreshold=RANSAC_PX, maxIters=3000
            )
            if rough is None or int(inside.sum()) < LEAST_MATCHES:
                break
            good = inside.ravel() > 0
            exact, _ = cv2.findHomography(flat[good], px[good], cv2.RANSAC, RANSAC_PX / 2)
            rest = rest[~good]
            for to_px in (exact, np.vstack([rough, [0, 0, 1]])):
                proposal = None if to_px is None else _checked(image, group, index, np.asarray(to_px))
                if proposal is not None:
                    found.append(proposal)
                    break
    return found


def _checked(image: Picture, group: References, index: int, to_px: Floats) -> Proposal | None:
    corners = Proposal(group, index, to_px, 0.0).corners
    if not np.isfinite(corners).all():
        return None
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    if sides.min() < LEAST_SIDE_PX or not cv2.isContourConvex(corners.astype(np.float32)):
        return None
    if max(sides[0] / sides[2], sides[2] / sides[0], sides[1] / sides[3], sides[3] / sides[1]) > MOST_SLANTED:
        return None
    patch, whole = _straightened(image, group, to_px)
    levels, _ = window_agreements(patch, whole, group, (index,))
    return Proposal(group, index, to_px, float(levels[0])) if levels[0] >= LEAST_LEVEL else None


def _straightened(
    image: Picture, group: References, to_px: Floats
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    rows, columns = group.fine_pictures.shape[1:3]
    across, down = group.width_mm / columns, group.height_mm / rows
    samples = np.array([[across, 0, across / 2], [0, down, down / 2], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpPerspective(
        image, to_px @ samples, (columns, rows), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    soft = cv2.GaussianBlur(patch, (0, 0), 0.6)
    return soft.astype(np.float32), (soft.min(axis=2) < BURNT).astype(np.float32)


def _sighting(image: Picture, proposal: Proposal) -> Sighting:
    group = proposal.group
    patch, whole = _straightened(image, group, proposal.to_px)
    backs = tuple(index for index, reference in enumerate(group.all) if reference.label is None)
    faces = tuple(index for index, reference in enumerate(group.all) if reference.label is not None)
    corners = tuple((float(x), float(y)) for x, y in proposal.corners)
    there = min(1.0, 0.5 + proposal.level / 1.6)
    told = Sighting(kind="card", label=None, sure=round(there, 4), corners_px=corners)
    if group.all[proposal.index].label is None:
        reading = read_face(patch, whole, group, backs)
        index, chance = reading.chances[0]
        deck = group.all[index].deck if chance >= 0.8 or len(backs) == 1 else None
        return Sighting("card", None, sure=round(there, 4), face="down", deck=deck, corners_px=corners)
    reading = read_face(patch, whole, group, faces)
    likely = tuple((str(group.all[i].label), round(p, 4)) for i, p in reading.chances if p >= 0.001)
    if not likely or likely[0][1] < 0.3:
        return Sighting("card", None, sure=told.sure, others=likely[:3], face="up", corners_px=corners)
    return Sighting(
        "card",
        likely[0][0],
        sure=likely[0][1],
        others=likely[1:4],
        face="up",
        deck=group.all[reading.chances[0][0]].deck,
        corners_px=corners,
    )


def _common(one: Floats, other: Floats) -> float:
    """The part of the smaller outline that two outlines share."""
    a, b = one.astype(np.float32), other.astype(np.float32)
    area, _ = cv2.intersectConvexConvex(a, b)
    return float(area) / max(1.0, min(float(cv2.contourArea(a)), float(cv2.contourArea(b))))
