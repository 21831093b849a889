"""Several pictures of one card made one: the sharpest, with less noise, and without the glare that the others lack.

Method: the others are registered on the best (findTransformECC, affine); clipped spots are taken from pictures in
which they are not, the rest is the mean of those that agree. Rule kept: a picture that does not fit is left out, so
the result is never softer than one blurred edge away from the best.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture
from vision.decks.alike import TAKEN_TWICE_UP_TO, distance

WORK_PX: Final = 300
CLIPPED: Final = 250
AGREE: Final = 18.0
"""Grey levels between pictures of one spot up to which they show the same."""
GLARE_RIM: Final = 0.03
MOST_SHIFT: Final = 0.03
"""Pictures of one card are off each other by no more than this part of its side."""


def combined(pictures: Sequence[Picture]) -> Picture:
    """The pictures of one card as one, the first of which is the best. Raises ValueError for none."""
    if not pictures:
        raise ValueError("expected at least one picture, found none")
    best = pictures[0]
    fitting = [one for one in (_fitted(other, best) for other in pictures[1:]) if one is not None]
    if not fitting:
        return best
    layers = np.stack([best, *fitting]).astype(np.float32)
    clipped = layers.min(axis=3) >= CLIPPED
    # what is lost in the best is seen by the others; elsewhere only what agrees with the best counts
    agrees = np.abs(layers - layers[0]).max(axis=3) <= AGREE
    weight = np.where(clipped[0][None], ~clipped, agrees & ~clipped).astype(np.float32)
    weight[0] += weight.sum(axis=0) == 0
    mixed = (layers * weight[..., None]).sum(axis=0) / weight.sum(axis=0)[..., None]
    return np.asarray(np.clip(mixed + 0.5, 0, 255), np.uint8)


def _fitted(other: Picture, best: Picture) -> Picture | None:
    """Another picture laid exactly on the best one; None where they do not show the same."""
    if other.shape != best.shape:
        size = (best.shape[1], best.shape[0])
        other = np.asarray(cv2.resize(other, size, interpolation=cv2.INTER_CUBIC), np.uint8)
    scale = min(1.0, WORK_PX / max(best.shape[:2]))
    one, two = _grey(best, scale), _grey(other, scale)
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 20, 1e-4)
    everywhere = np.ones(one.shape, np.uint8)
    try:
        _, found = cv2.findTransformECC(
            one, two, np.eye(2, 3, dtype=np.float32), cv2.MOTION_AFFINE, stop, everywhere, 3
        )
    except cv2.error:
        return None
    warp = np.asarray(found, np.float64)
    if (
        np.abs(warp[:, 2]).max() > MOST_SHIFT * max(one.shape)
        or np.abs(warp[:, :2] - np.eye(2)).max() > MOST_SHIFT
    ):
        return None
    warp[:, 2] /= scale
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    moved = cv2.warpAffine(
        other, warp, (best.shape[1], best.shape[0]), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    fitted = np.asarray(moved, np.uint8)
    return fitted if distance(*_without_glare(best, fitted)) <= TAKEN_TWICE_UP_TO else None


def _without_glare(one: Picture, other: Picture) -> tuple[Picture, Picture]:
    """Both pictures with everything grey that is clipped in either."""
    lost = np.asarray((one.min(axis=2) >= CLIPPED) | (other.min(axis=2) >= CLIPPED), np.uint8)
    wide = max(3, round(GLARE_RIM * max(one.shape[:2]))) | 1
    grey = cv2.dilate(lost, np.ones((wide, wide), np.uint8)) > 0
    plain = one.copy(), other.copy()
    for picture in plain:
        picture[grey] = 128
    return plain


def _grey(picture: Picture, scale: float) -> NDArray[np.uint8]:
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
