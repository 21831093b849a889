"""How high a top face lies over the table, and so where a piece or a tower really stands.

Rule kept: three things are weighed: where the network sees the foot, where an edge runs as the lower rim's would, and
how high pieces usually are. Straight from above height tells nothing and changes nothing.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture
from vision.discs.shapes import Body
from vision.mat.plane import Plane

Doubles = NDArray[np.float64]

USUAL_MM: Final = (6.0, 20.0)
"""Usual height of a top face and its spread, for want of better knowledge."""
HIGHEST_MM: Final = 60.0
FOOT_SHARE: Final = 0.12
LEAST_FOOT_PX: Final = 1.5
"""How well the network tells a foot: as part of the piece's radius, and at least."""
EDGE_WEIGHT: Final = 3.0
"""How much an edge counts against the other two."""
BESIDE_MM: Final = 0.9
"""An edge is looked for between points so far within and without the rim."""
RIM: Final = 40
HEIGHTS: Final = np.arange(2.0, HIGHEST_MM + 0.5, 1.0)


def height_mm(image: Picture, plane: Plane, body: Body) -> float:
    """The height (mm) of a disc's or cylinder's top face over the table."""
    low, high = plane.to_mm(body.anchor[None], 0.0)[0], plane.to_mm(body.anchor[None], 100.0)[0]
    middles = low + (high - low) * (HEIGHTS / 100.0)[:, None]
    feet = plane.to_px(middles)
    off = np.hypot(*(feet - body.other).T) / max(LEAST_FOOT_PX, FOOT_SHARE * body.radius)
    against = off**2 + ((HEIGHTS - USUAL_MM[0]) / USUAL_MM[1]) ** 2
    rim = plane.to_mm(body.ring(), USUAL_MM[0])
    radius = float(np.hypot(*(rim - rim.mean(axis=0)).T).mean())
    leaning = feet[-1] - feet[0]
    if float(np.hypot(*leaning)) > 1.0:
        against -= EDGE_WEIGHT * np.log(_edges(image, plane, middles, radius, leaning) + 0.3)
    return float(HEIGHTS[int(np.argmin(against))])


def _edges(image: Picture, plane: Plane, middles: Doubles, radius: float, leaning: Doubles) -> Doubles:
    """How much the picture changes across the lower rim, were it about each of the `middles` (mm); 1 is usual."""
    angles = np.arange(RIM) * 2 * np.pi / RIM
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    ends = plane.to_px(middles[0] + radius * circle)
    outward = ends - ends.mean(axis=0)
    seen = outward @ (leaning / np.hypot(*leaning)) > 0.5 * np.hypot(*outward.T)
    colours = []
    for reach in (radius - BESIDE_MM, radius + BESIDE_MM):
        points = plane.to_px((middles[:, None] + reach * circle[seen]).reshape(-1, 2)).astype(np.float32)
        sampled = cv2.remap(
            image, points[:, 0].copy(), points[:, 1].copy(), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        colours.append(sampled.reshape(len(middles), -1, 3).astype(np.float64).mean(axis=1))
    strength = np.abs(colours[1] - colours[0]).sum(axis=1)
    strength = np.convolve(np.pad(strength, 1, mode="edge"), (0.25, 0.5, 0.25), mode="valid")
    return np.asarray(strength / (float(np.median(strength)) + 1.0), np.float64)
