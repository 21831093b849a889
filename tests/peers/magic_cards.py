"""The method of magic_card_detector (T. Ikonen, 2020), as its author describes it, in our own words and code.

Contrast is evened out (CLAHE on lightness). The picture is thresholded, adaptively or channel by channel, and the hulls
of the contours are gone through from the largest: each is turned into the smallest quadrilateral about it that is made
of its own sides. Those with the shape of a card, and corners no rounder than a card's, are straightened and hashed (a
perceptual hash of 1 024 bits) in four turns. A card is known when the nearest reference stands apart from all others by
more than four of their standard deviations.
"""

from collections.abc import Sequence
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Sighting
from tests.peers.perceptual_hash import differing, hash_of

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]

LARGEST_PX = 1000
"""Pictures are shrunk until their shorter side has so many px."""
APART = 4.0
HASH_SIDE = 32
SHORT_SIDE = 0.15
"""Sides of a hull shorter than this part of its outline are taken for rounded corners."""
MOST_SIDES = 12
ROUNDEST = 0.35
SHAPE = (0.25, 0.33)
"""Area over outline times shortest side: between those of a long card and of a square."""


class MagicCardMethod:
    """Finds and names the cards of a picture."""

    name = "magic_card_detector's method"

    def __init__(self, references: Sequence[tuple[str, Picture]]) -> None:
        self.labels = [label for label, _ in references]
        self._even = cv2.createCLAHE(clipLimit=2.0, tileGridSize=(8, 8))
        self._hashes = np.stack([hash_of(self._evened(picture), HASH_SIDE) for _, picture in references])

    def identify(self, crop: Picture) -> str | None:
        """The label of a straightened card, or None."""
        return self._named(self._evened(crop))[0]

    def read(self, image: Picture) -> tuple[Sighting, ...]:
        """The cards that are found and named, as sightings with their outlines."""
        scale = min(1.0, LARGEST_PX / min(image.shape[:2]))
        small = (
            cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
        )
        even = self._evened(np.asarray(small, dtype=np.uint8))
        found: list[tuple[float, str, Floats]] = []
        for contours in (_adaptive(even), self._by_channel(even)):
            for quad, inner in _candidates(contours, even.shape[0] * even.shape[1]):
                label, apart = self._named(_straightened(even, inner))
                if label is not None:
                    found.append((apart, label, quad))
            if found and _covered([quad for _, _, quad in found], even.shape[0] * even.shape[1]):
                break
        kept: list[tuple[float, str, Floats]] = []
        for apart, label, quad in sorted(found, key=lambda one: -one[0]):
            if all(_shared(quad, other) <= 0.5 for _, _, other in kept):
                kept.append((apart, label, quad))
        return tuple(
            Sighting("card", label, sure=1.0, corners_px=tuple((float(x), float(y)) for x, y in quad / scale))
            for _, label, quad in kept
        )

    def _evened(self, picture: Picture) -> Picture:
        lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)
        lab[..., 0] = self._even.apply(lab[..., 0])
        return np.asarray(cv2.cvtColor(lab, cv2.COLOR_LAB2BGR), dtype=np.uint8)

    def _by_channel(self, picture: Picture) -> list[Picture]:
        contours: list[Picture] = []
        for channel in cv2.split(picture):
            _, bright = cv2.threshold(self._even.apply(channel), 110, 255, cv2.THRESH_BINARY)
            contours += _contours(np.asarray(bright, dtype=np.uint8))
        return contours

    def _named(self, card: Picture) -> tuple[str | None, float]:
        """The nearest reference's label where it stands apart in just one turn, and by how many deviations."""
        apart, labels = [], []
        for turns in range(4):
            bits = hash_of(np.ascontiguousarray(np.rot90(card, turns)), HASH_SIDE)
            distances = differing(self._hashes, bits).astype(np.float64)
            nearest = int(np.argmin(distances))
            others = distances[distances > distances[nearest]]
            spread = float(others.std()) if len(others) > 1 else 0.0
            apart.append((float(others.mean()) - float(distances[nearest])) / spread if spread > 0 else 0.0)
            labels.append(self.labels[nearest])
        best = int(np.argmax(apart))
        return (labels[best], apart[best]) if apart[best] > APART else (None, apart[best])


def _adaptive(picture: Picture) -> list[Picture]:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    reach = 1 + 2 * (min(grey.shape) // 20)
    bright = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_GAUSSIAN_C, cv2.THRESH_BINARY, reach, 10)
    return _contours(np.asarray(bright, dtype=np.uint8))


def _contours(bright: Picture) -> list[Picture]:
    found, _ = cv2.findContours(bright, cv2.RETR_TREE, cv2.CHAIN_APPROX_SIMPLE)
    return [np.asarray(contour) for contour in found]


def _candidates(contours: Sequence[Picture], image_area: int) -> list[tuple[Floats, Floats]]:
    """Quadrilaterals that may be cards, each with the one inside it that is straightened; the largest first."""
    found: list[tuple[Floats, Floats]] = []
    largest = 0.0
    for contour in sorted(contours, key=cv2.contourArea, reverse=True):
        hull = cv2.convexHull(contour).reshape(-1, 2).astype(np.float64)
        area = float(cv2.contourArea(hull.astype(np.float32)))
        if area < max(0.1 * largest, image_area / 1000):
            break
        quad = _bounding_quad(hull)
        if quad is None:
            continue
        size = float(cv2.contourArea(quad.astype(np.float32)))
        sides = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T)
        form = size / (sides.sum() * sides.min())
        roundness = _roundness(hull, quad)
        if size < 0.99 * image_area and roundness < ROUNDEST and SHAPE[0] < form < SHAPE[1]:
            largest = largest or size
            inside = quad.mean(axis=0) + (quad - quad.mean(axis=0)) * min(1.0, 1 - 0.22 * roundness)
            found.append((quad, inside))
    return found


def _bounding_quad(hull: Floats) -> Floats | None:
    """The smallest quadrilateral about a convex outline whose sides are sides of it, made longer."""
    outline = _without_short_sides(hull)
    if len(outline) < 4 or len(outline) > MOST_SIDES:
        return None
    best, least = None, np.inf
    for chosen in combinations(range(len(outline)), 4):
        corners = [
            _crossing(outline, one, other)
            for one, other in zip(chosen, (*chosen[1:], chosen[0]), strict=True)
        ]
        if any(corner is None for corner in corners):
            continue
        quad = np.array(corners, dtype=np.float64)
        area = float(cv2.contourArea(quad.astype(np.float32)))
        if area < least and cv2.isContourConvex(quad.astype(np.float32)) and _holds(quad, outline):
            best, least = quad, area
    return best


def _without_short_sides(hull: Floats) -> Floats:
    points = [np.asarray(point) for point in hull]
    while len(points) > 4:
        line = np.array(points)
        sides = np.hypot(*(np.roll(line, -1, axis=0) - line).T)
        shortest = int(np.argmin(sides))
        if sides[shortest] >= SHORT_SIDE * sides.sum():
            break
        corner = _crossing(line, shortest - 1, shortest + 1)
        if corner is None or not np.isfinite(corner).all():
            break
        points[shortest] = corner
        del points[(shortest + 1) % len(points)]
    return np.array(points)


def _crossing(outline: Floats, one: int, other: int) -> Floats | None:
    """Where two sides of an outline, made longer, cross."""
    count = len(outline)
    a, b = outline[one % count], outline[(one + 1) % count]
    c, d = outline[other % count], outline[(other + 1) % count]
    first, second = b - a, d - c
    across = first[0] * second[1] - first[1] * second[0]
    if abs(across) < 1e-9:
        return None
    along = ((c - a)[0] * second[1] - (c - a)[1] * second[0]) / across
    return np.asarray(a + along * first, dtype=np.float64)


def _holds(quad: Floats, outline: Floats) -> bool:
    slack = 1e-3 * float(np.hypot(*np.ptp(quad, axis=0)))
    shape = quad.astype(np.float32)
    return all(cv2.pointPolygonTest(shape, (float(x), float(y)), True) >= -slack for x, y in outline)


def _roundness(hull: Floats, quad: Floats) -> float:
    """The share of the quadrilateral's corners, cut off a tenth of the way in, that the hull leaves empty."""
    middle = quad.mean(axis=0)
    filled = whole = 0.0
    for number in range(4):
        corner = quad[number]
        out = corner - middle
        length = float(out @ out)
        sides = []
        for k in (-1, 1):
            beside = quad[(number + k) % 4]
            depth = 1 - float((beside - middle) @ out) / length
            sides.append(corner + (beside - corner) * (0.1 / max(depth, 0.1)))
        triangle = np.array([corner, *sides], dtype=np.float32)
        whole += float(cv2.contourArea(triangle))
        filled += float(cv2.intersectConvexConvex(triangle, hull.astype(np.float32))[0])
    return 1 - filled / whole if whole > 0 else 1.0


def _straightened(picture: Picture, quad: Floats) -> Picture:
    sides = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T)
    wide, high = max(8, round(max(sides[0], sides[2]))), max(8, round(max(sides[1], sides[3])))
    corners = np.array([[0, 0], [wide - 1, 0], [wide - 1, high - 1], [0, high - 1]], dtype=np.float32)
    # Corners that run the other way round would give a mirror image.
    ordered = quad if _clockwise(quad) else quad[::-1]
    warp = cv2.getPerspectiveTransform(np.ascontiguousarray(ordered, dtype=np.float32), corners)
    return np.asarray(cv2.warpPerspective(picture, warp, (wide, high)), dtype=np.uint8)


def _clockwise(quad: Floats) -> bool:
    """Whether corners run clockwise as seen (y downwards)."""
    after = np.roll(quad, -1, axis=0)
    return float((quad[:, 0] * after[:, 1] - after[:, 0] * quad[:, 1]).sum()) > 0


def _covered(quads: Sequence[Floats], image_area: int) -> bool:
    """Whether no further card as large as the smallest found would fit beside those found."""
    areas = [float(cv2.contourArea(quad.astype(np.float32))) / image_area for quad in quads]
    return sum(areas) + 1.5 * min(areas) >= 1


def _shared(one: Floats, other: Floats) -> float:
    a, b = one.astype(np.float32), other.astype(np.float32)
    area = float(cv2.intersectConvexConvex(a, b)[0])
    return area / max(1.0, min(float(cv2.contourArea(a)), float(cv2.contourArea(b))))
