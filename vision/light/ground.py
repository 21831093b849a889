"""The colour of the light where no paper tells it: guessed from all that a picture shows.

Method: shades of grey (Finlayson and Trezzi, "Shades of Gray and Colour Constancy", 2004): what is seen is taken to be
grey in the mean, bright things counting more. Rule kept: the ground has a colour of its own, so half of it at most is
put down to the light, and who uses it weighs the picture as it is as well.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture, Values
from vision.mat.white import NO_GAINS, Gains

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in px."""

# How unlike the bare ground each pixel is, by the picture's own rim or by a picture of the empty table:
# colours in Lab, the light's fall-off taken out by a plane, then the Mahalanobis distance with their full
# covariance, so that the grain of wood, which varies along one line of colours, hides little.

RIM: Final = 0.06
"""The rim that counts as ground, as a part of the picture's longer side."""
SOFT_PX: Final = 2.0
LEAST_SPREAD: Final = (0.8, 0.55, 0.55)
"""Standard deviations in L, a and b below which no ground is trusted to vary."""
FAR: Final = 3.0
"""Rim pixels farther off than this count less: something may lie on the rim."""
GROUND_PART: Final = 97.0
"""Percentile of the rim's own distances up to which all is ground."""
LEAST_LIMIT: Final = 2.5
CHANGED: Final = 3.0
"""A step in Lab, beyond what the light did, from which on a pixel differs from the empty table."""
CUTS: Final = (1.2, 2.0)
LEAST_AREA: Final = 0.004
MOST_PATCHES: Final = 2


@dataclass(frozen=True, slots=True, eq=False)
class Unlike:
    """`distance` from the ground for each pixel (H × W), and the `limit` up to which it is ground."""

    distance: NDArray[np.float32]
    limit: float

    def hulls(self) -> tuple[NDArray[np.int32], ...]:
        """The convex hulls (px) of the largest patches that are no ground."""
        found = []
        for mask in self._masks():
            outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
            largest = sorted(outlines, key=cv2.contourArea, reverse=True)[:MOST_PATCHES]
            found += [
                cv2.convexHull(one) for one in largest if cv2.contourArea(one) >= LEAST_AREA * mask.size
            ]
        return tuple(np.asarray(hull, np.int32) for hull in found)

    def _masks(self) -> tuple[NDArray[np.uint8], ...]:
        """What is no ground, by a careful and by a bold cut."""
        close = max(5, round(0.02 * max(self.distance.shape))) | 1
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (close, close))
        masks = []
        for cut in CUTS:
            mask = np.asarray(self.distance > self.limit * cut, np.uint8)
            mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
            masks.append(np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel), np.uint8))
        return tuple(masks)

    def patches(self) -> tuple[Box, ...]:
        found: list[Box] = []
        for mask in self._masks():
            _count, _labels, sizes, _middles = cv2.connectedComponentsWithStats(mask)
            largest = sorted(sizes[1:].tolist(), key=lambda size: -size[4])[:MOST_PATCHES]
            found += [(x, y, x + w, y + h) for x, y, w, h, area in largest if area >= LEAST_AREA * mask.size]
        return tuple(dict.fromkeys(found))


def unlike_rim(lab: Values) -> Unlike:
    """Against the picture's own rim, which must show the ground for the most part."""
    rows, columns = lab.shape[:2]
    soft = np.asarray(cv2.GaussianBlur(lab, (0, 0), SOFT_PX), np.float32)
    rim = max(4, round(RIM * max(rows, columns)))
    edge = np.ones((rows, columns), bool)
    edge[rim:-rim, rim:-rim] = False
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    terms = np.dstack([np.ones_like(x), x / columns - 0.5, y / rows - 0.5])
    places, colours = terms[edge].astype(np.float64), soft[edge].astype(np.float64)
    weight = np.ones(len(places))
    for _round in range(3):
        flat, *_ = np.linalg.lstsq(places * weight[:, None], colours * weight[:, None], rcond=None)
        rest = colours - places @ flat
        scatter = (rest * weight[:, None]).T @ (rest * weight[:, None]) / weight.sum()
        inverse = np.linalg.inv(scatter + np.diag(np.square(LEAST_SPREAD)))
        off = np.sqrt(np.einsum("ij,jk,ik->i", rest, inverse, rest))
        weight = np.clip(FAR / np.maximum(off, 1e-6), 0.0, 1.0)
    whiten = np.linalg.cholesky(inverse).astype(np.float32)
    distance = np.linalg.norm((soft - terms @ flat.astype(np.float32)) @ whiten, axis=2).astype(np.float32)
    return Unlike(distance, max(float(np.percentile(distance[edge], GROUND_PART)), LEAST_LIMIT))


def unlike_flat(lab: Values) -> Unlike:
    """In what differs from a picture of the empty table; a light that changed everywhere is no difference."""
    soft = np.asarray(cv2.GaussianBlur(lab, (0, 0), SOFT_PX), np.float32)
    distance = np.linalg.norm(soft - np.median(soft, axis=(0, 1)), axis=2).astype(np.float32)
    return Unlike(distance, max(CHANGED, 4.0 * float(np.median(distance))))


SAMPLES: Final = 20_000
BURNT: Final = 250
DARK: Final = 8
LEAST_SAMPLES: Final = 50
GAMMA: Final = 2.2
NORM: Final = 5.0
"""Order of the mean (Minkowski norm): 1 were a plain mean, a large one the brightest alone."""
TRUST: Final = 0.5
"""How far (0..1) the guess is followed."""


def ground_gains(image: Picture) -> Gains:
    """Factors (at most 1) for blue, green and red under which a picture (BGR) comes out half as coloured as it is."""
    step = max(1, round(float(np.sqrt(image.shape[0] * image.shape[1] / SAMPLES))))
    pixels = image[::step, ::step].reshape(-1, 3)
    brightest = pixels.max(axis=1)
    pixels = pixels[(brightest < BURNT) & (brightest > DARK)]
    if len(pixels) < LEAST_SAMPLES:
        return NO_GAINS
    light = ((pixels / 255.0) ** (GAMMA * NORM)).mean(axis=0) ** (1 / (GAMMA * NORM))
    gains = (light.min() / np.maximum(light, 1e-6)) ** TRUST
    return float(gains[0]), float(gains[1]), float(gains[2])
