"""Light normalisation: pictures minus their local mean, over their local contrast.

Rule kept: gain, offset and a smooth shade of the light hardly alter the result.
"""

from functools import lru_cache

import numpy as np

from vision.arrays import Picture, Values

REACH = 0.15
"""Standard deviation of the local mean's Gaussian, over the patch's shorter side."""
NOISE = 3.0
"""Contrast (grey levels) of camera noise alone in a coarse patch."""


def stand_out(patches: Values | Picture, noise: float = NOISE, weights: Values | None = None) -> Values:
    """Patches (N x rows x columns x channels) minus their local mean, over their local contrast, same shape.

    Mean and contrast are Gaussian-weighted within the patch, so nothing beyond its edge matters. The contrast is
    that of all channels together, so a grey patch stays grey. `weights` (rows x columns for all, or N of them, 0..1):
    weights of the samples in means and contrasts; a sample of weight 0 becomes 0.
    """
    rows, columns = patches.shape[1:3]
    deviation = REACH * min(rows, columns)
    down, across = smoothing(rows, deviation), smoothing(columns, deviation)
    planes = channel_planes(patches)
    if weights is None:
        rest = np.asarray(planes - smooth(planes, down, across), dtype=np.float32)
        power = smooth(channel_sums(rest * rest), down, across)
    else:
        weights = weights.reshape(-1, 1, rows, columns)
        share = np.maximum(smooth(weights, down, across), np.float32(1e-4))
        masked = (planes - smooth(planes * weights, down, across) / share) * weights
        rest = np.asarray(masked, dtype=np.float32)
        power = np.asarray(smooth(channel_sums(rest * rest), down, across) / share[:, 0], dtype=np.float32)
    rest /= np.sqrt(power + np.float32(noise * noise))[:, None]
    return np.ascontiguousarray(rest.transpose(0, 2, 3, 1))


def flat_unit(patches: Values) -> Values:
    """Each patch as a row (N x values) of mean 0 and length 1; the product of two is their correlation."""
    rows = patches.reshape(len(patches), -1)
    rows = rows - rows.mean(axis=1, keepdims=True)
    rows /= np.sqrt(np.einsum("ij,ij->i", rows, rows))[:, None] + np.float32(1e-6)
    return np.asarray(rows, dtype=np.float32)


@lru_cache(maxsize=64)
def smoothing(size: int, deviation: float) -> Values:
    """The matrix (size x size) that smooths a line of samples by a Gaussian, normalised at its ends."""
    at = np.arange(size)
    weights = np.exp(-0.5 * ((at[:, None] - at[None, :]) / deviation) ** 2)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), dtype=np.float32)


def smooth(planes: Values, down: Values, across: Values) -> Values:
    """Planes (any x rows x columns) smoothed by one matrix down and one across."""
    return np.asarray(np.matmul(np.matmul(down, planes), across.T), dtype=np.float32)


def channel_planes(patches: Values | Picture) -> Values:
    """Patches (N x rows x columns x channels) as planes: N x channels x rows x columns."""
    return np.ascontiguousarray(patches.transpose(0, 3, 1, 2), dtype=np.float32)


def channel_sums(products: Values) -> Values:
    """The sum over the channels of planes (N x channels x rows x columns): N x rows x columns."""
    return np.asarray(products.sum(axis=1), dtype=np.float32)
