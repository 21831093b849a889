"""A crop's corners put right against a face: outlines are off by a few percent of a card, sleeves and shadows by more.

Method: forward Lucas-Kanade with inverse-compositional gradients (Baker and Matthews 2004) over the shifts of the four
corners, on pictures freed of light, with a prior that holds each corner near where it was.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.arrays import Floats, Values
from vision.light.contrast import REACH, smoothing

STEPS = ((2.5, 2), (1.0, 1), (0.0, 2))
"""First on blurred pictures, then on sharp ones: the blur (in samples) and the number of steps."""
PRIOR = 0.035
"""How far corners are off as a rule (standard deviation), as a part of the card's sides."""
NOISE = 6.0
FAR = 0.2
"""A corner that would have to move by more than this stays where it was."""
SETTLED = 0.002
"""Steps shorter than this are not worth another."""
CONTRAST_ERROR = 0.5
"""How much two pictures of one card differ by a sample, after `stand_out` (standard deviation)."""
PATCH = 4.0
"""So many neighbouring samples err together."""
_PRIOR = np.eye(8, dtype=np.float32) * np.float32(CONTRAST_ERROR**2 * PATCH / PRIOR**2)


@dataclass(frozen=True, slots=True, eq=False)
class _Step:
    """A template at one blur: its values, how they change (samples x 8) and what makes a move of the difference."""

    wanted: Values
    slopes: Values
    pull: Values


class Template:
    """A face (grey, rows x columns, as made by `ready`) with what registering works out of it alone."""

    def __init__(self, face: Values) -> None:
        self.shape: tuple[int, int] = (face.shape[0], face.shape[1])
        blurred = [_blurred(face, blur) for blur, _ in STEPS]
        self.steps = tuple(_Step(wanted, slopes := _slopes(wanted), _pull(slopes)) for wanted in blurred)


def _pull(slopes: Values) -> Values:
    return np.asarray(np.linalg.inv(slopes.T @ slopes + _PRIOR), dtype=np.float32)


def registered(picture: Values, to_crop: Floats, template: Template, weights: Values | None) -> Floats:
    """The map from the unit square of the card to crop px that shows the template.

    `picture` is the crop (grey, rows x columns), `to_crop` (3 x 3) the map to begin with, `weights` which of the
    template's samples count.
    """
    rows, columns = template.shape
    samples = _samples(rows, columns)
    shift, found = np.zeros(8, dtype=np.float32), to_crop
    for (blur, steps), known in zip(STEPS, template.steps, strict=True):
        wanted, slopes, pull = known.wanted, known.slopes, known.pull
        if weights is not None:
            slopes = slopes * weights.ravel()[:, None]
            pull = _pull(slopes)
        for _ in range(steps):
            seen = ready(_warped(picture, found @ samples, rows, columns), weights)
            left = (_blurred(seen, blur) - wanted).ravel()
            move = pull @ (left @ slopes + shift * _PRIOR[0, 0])
            shift = shift - move
            if np.abs(shift).max() > FAR:
                return to_crop
            moved = _SQUARE + shift.reshape(4, 2)
            found = to_crop @ cv2.getPerspectiveTransform(_SQUARE, moved)
            if np.abs(move).max() < SETTLED:
                break
    return np.asarray(found, dtype=np.float64)


_SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)


def ready(grey: Values, weights: Values | None = None) -> Values:
    """A grey patch (rows x columns) freed of light; what has no weight (0..1) comes out as 0."""
    rows, columns = grey.shape
    deviation = REACH * min(rows, columns)
    down, across = smoothing(rows, deviation), smoothing(columns, deviation)
    if weights is None:
        rest = grey - down @ grey @ across.T
        power = down @ (rest * rest) @ across.T
    else:
        share = np.maximum(down @ weights @ across.T, np.float32(1e-3))
        rest = (grey - down @ (grey * weights) @ across.T / share) * weights
        power = down @ (rest * rest) @ across.T / share
    return np.asarray(rest / np.sqrt(power + np.float32(NOISE * NOISE)), dtype=np.float32)


def _warped(picture: Values, to_crop: Floats, rows: int, columns: int) -> Values:
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(
        picture, to_crop, (columns, rows), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen, dtype=np.float32)


def _blurred(picture: Values, blur: float) -> Values:
    if not blur:
        return picture
    return np.asarray(
        cv2.GaussianBlur(picture, (0, 0), blur, borderType=cv2.BORDER_REFLECT), dtype=np.float32
    )


def _slopes(template: Values) -> Values:
    """How the template changes (samples x 8) as each corner moves right and down, in parts of the card."""
    rows, columns = template.shape
    both = np.zeros((rows, columns, 1, 2), dtype=np.float32)
    both[:, 1:-1, 0, 0] = (template[:, 2:] - template[:, :-2]) * np.float32(columns / 2)
    both[1:-1, :, 0, 1] = (template[2:] - template[:-2]) * np.float32(rows / 2)
    return (_shares(rows, columns) * both).reshape(-1, 8)


@lru_cache(maxsize=16)
def _shares(rows: int, columns: int) -> Values:
    """How much of each corner's shift (TL TR BR BL) every sample takes part in: rows x columns x 4 x 1."""
    v, u = np.meshgrid((np.arange(rows) + 0.5) / rows, (np.arange(columns) + 0.5) / columns, indexing="ij")
    parts = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=-1)
    return np.asarray(parts[..., None], dtype=np.float32)


@lru_cache(maxsize=16)
def _samples(rows: int, columns: int) -> Floats:
    """The map from sample numbers to the unit square."""
    return np.array([[1 / columns, 0, 0.5 / columns], [0, 1 / rows, 0.5 / rows], [0, 0, 1.0]])
