"""What changed on the table between two pictures: how well each place of it still shows the ground it showed before.

Rule kept: a shadow is no change of the ground; it dims all three channels alike and adds nothing.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture, Values
from vision.towers.colour import BEST

NOISE: Final = 4.0
"""Grey levels by which a place may differ and be the same …"""
SHARE: Final = 0.04
"""… and so much of its brightness, …"""
EDGE: Final = 0.5
"""… and so much of its change from one sample to the next: no camera stands quite still."""
OTHERWISE: Final = 1.5
"""What differs by so many times as much looks otherwise."""
DEEPEST: Final = 0.25
"""No shadow leaves less of the light."""
PALETTE: Final = 8
"""So many colours of the surroundings are held against a place whose ground is not known."""
SHADE_DOUBT: Final = 1.0
"""A shadow is believed less than the bare ground by so much, …"""
DEPTH_DOUBT: Final = 2.5
"""… and by so much more for each factor e that it takes from the light: it may be something black as well."""


def as_ground(after: Picture, before: Picture, view: NDArray[np.bool_]) -> Values:
    """How well each sample of a sheet (BGR) still shows what it showed `before`, lit or in a new shadow (-BEST..BEST).

    `view`: where both can be judged.
    """
    now, was = lit_alike(after, before, view)
    doubt = _doubt(was)
    off = most_of(np.abs(now - was) / doubt)
    fits = BEST - 0.5 * off * off
    # A shadow is never believed more than this: most of the table need not be held against one.
    unlike = np.nonzero(view & (fits < BEST - SHADE_DOUBT))
    lit = now[unlike] + 8
    share = np.log(lit / (was[unlike] + 8))
    mean = (share[:, 0] + share[:, 1] + share[:, 2]) / 3
    uneven = most_of(np.abs(share - mean[:, None]) / (0.06 + doubt[unlike] / lit))
    shade = BEST - SHADE_DOUBT + DEPTH_DOUBT * mean - 0.5 * uneven * uneven
    shade[(mean > 0) | (mean < np.log(DEEPEST))] = -BEST
    fits[unlike] = np.maximum(fits[unlike], np.asarray(shade, np.float32))
    fits = np.maximum(fits, -BEST)
    fits[~view] = 0
    return np.asarray(fits, np.float32)


def differs(after: Picture, before: Picture, view: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which samples of a sheet (BGR) look otherwise than `before`, under one light; a new shadow does as well."""
    now, was = lit_alike(after, before, view)
    return np.asarray(most_of(np.abs(now - was) / _doubt(was)) > OTHERWISE)


def _doubt(was: Values) -> Values:
    """By how many grey levels a colour may differ and be the same."""
    steps = np.maximum(
        np.abs(cv2.Sobel(was, cv2.CV_32F, 1, 0, ksize=3)), np.abs(cv2.Sobel(was, cv2.CV_32F, 0, 1, ksize=3))
    )
    return np.asarray(NOISE + SHARE * was + (EDGE / 8) * steps, np.float32)


def lit_alike(after: Picture, before: Picture, view: NDArray[np.bool_]) -> tuple[Values, Values]:
    """Both pictures of a sheet a little softened, the one before as if under the later one's light."""
    now = cv2.GaussianBlur(after, (3, 3), 0.7).astype(np.float32)
    was = cv2.GaussianBlur(before, (3, 3), 0.7).astype(np.float32)
    some = np.zeros_like(view)
    some[::5, ::5] = view[::5, ::5]
    if some.sum() >= 20:
        gains = np.median((now[some] + 4) / (was[some] + 4), axis=0)
        was *= np.asarray(np.clip(gains, 0.5, 2.0), np.float32)
    return now, was


def as_surroundings(picture: Picture, unknown: NDArray[np.bool_], about: NDArray[np.bool_]) -> Values:
    """How well the `unknown` samples of a sheet (BGR) fit the commonest colours of those `about` (-BEST..BEST), lit or
    in a shadow; 0 elsewhere, and everywhere if there is nothing about."""
    fits = np.zeros(unknown.shape, np.float32)
    if not unknown.any() or about.sum() < 20:
        return fits
    soft = np.asarray(cv2.GaussianBlur(picture, (3, 3), 0.7), np.uint8)
    now = soft[unknown].astype(np.float32)
    best = np.full(len(now), -BEST, np.float32)
    for colour in _commonest(soft[about]):
        off = np.abs(now - colour) / (2 * NOISE + 2 * SHARE * colour)
        plain = BEST - 0.5 * np.square(most_of(off))
        share = np.log((now + 8) / (colour + 8))
        mean = share.mean(axis=1)
        shade = (
            BEST
            - SHADE_DOUBT
            + DEPTH_DOUBT * mean
            - 0.5 * np.square(most_of(np.abs(share - mean[:, None]) / 0.12))
        )
        shade[(mean > 0) | (mean < np.log(DEEPEST))] = -BEST
        best = np.maximum(best, np.maximum(plain, shade))
    fits[unknown] = best
    return fits


def _commonest(pixels: Picture) -> Values:
    """The commonest colours among pixels (N x 3): means of what falls into one step of 24 levels."""
    coarse = (pixels // 24).astype(np.int32)
    keys, places, counts = np.unique(
        (coarse[:, 0] * 11 + coarse[:, 1]) * 11 + coarse[:, 2], return_inverse=True, return_counts=True
    )
    often = np.argsort(-counts, kind="stable")[:PALETTE]
    kept = [pixels[places == key].mean(axis=0) for key in often if counts[key] >= 0.03 * len(pixels)]
    return np.array(kept or [pixels.mean(axis=0)], np.float32) if len(keys) else np.zeros((0, 3), np.float32)


def most_of(values: Values) -> Values:
    """The largest of three channels: channel by channel, as over so short an axis NumPy is slow."""
    return np.asarray(np.maximum(np.maximum(values[..., 0], values[..., 1]), values[..., 2]))
