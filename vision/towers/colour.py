"""How well a pixel fits a piece of a named colour: judged under the light that white paper shows.

Rule kept: colours are told relative to the paper of the corner tags; no picture's own numbers are known beforehand.
Light and shade move a colour along its ray from black; its hue stays.
"""

from dataclasses import dataclass
from importlib.resources import files
from typing import Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture, Values
from vision.light.colours import linear, oklab_of

PAPER: Final = 0.8
"""How much of the light white paper throws back."""
BEST: Final = 3.0
"""What a pixel says at most for or against a colour."""
SIDE_DIMMED: Final = 0.5
"""How light (Oklab) a side in the shade is at least, to a top in the light, …"""
SIDE_LIGHTEST: Final = 0.85
"""… and at most, …"""
SIDE_WASHED: Final = 0.35
"""… and how much of its colour is left: it is narrow, and pictures keep colour at half their fineness."""
SIDE_LOOSE: Final = 0.02
_STEPS: Final = 32
"""Steps a channel in which colours are told apart."""


@dataclass(frozen=True, slots=True)
class Paint:
    """A piece's colour as `paints.toml` has it; `hue` in deg, None: without colour."""

    least: float
    most: float
    dark: float
    light: float
    hue: float | None = None


PAINTS: Final = msgspec.toml.decode(
    files(__package__).joinpath("paints.toml").read_bytes(), type=dict[str, Paint]
)


class Colours:
    """Tells of each pixel how well it fits the top, and how well the side, of pieces of these colours."""

    def __init__(self, names: tuple[str, ...], white: Floats) -> None:
        """`white`: linear blue, green and red of paper in the picture. Raises KeyError for an unknown colour."""
        self._paints = {name: PAINTS[name] for name in names}
        level = (np.arange(_STEPS) + 0.5) / _STEPS * 255
        steps = linear(level / 255)
        blue, green, red = np.meshgrid(steps, steps, steps, indexing="ij")
        seen = np.stack([red / white[2], green / white[1], blue / white[0]], axis=-1).reshape(-1, 3) * PAPER
        self._lab = oklab_of(seen)
        self._known: dict[tuple[str, bool], Values] = {}

    @staticmethod
    def steps(picture: Picture) -> NDArray[np.int32]:
        """The number of each pixel's colour, for `fits`."""
        coarse = (picture >> 3).astype(np.int32)
        return np.asarray((coarse[..., 0] << 10) | (coarse[..., 1] << 5) | coarse[..., 2])

    def fits(self, name: str, steps: NDArray[np.int32], *, shaded: bool = False) -> Values:
        """How well pixels fit the lit top of a piece, or its side, which may be `shaded` (-BEST..BEST)."""
        if (name, shaded) not in self._known:
            self._known[name, shaded] = _fit(self._lab, self._paints[name], shaded=shaded)
        return self._known[name, shaded][steps]


def _fit(lab: Floats, paint: Paint, *, shaded: bool) -> Values:
    """How well colours (N x 3 Oklab) fit a paint in the light, or in the shade with some of its neighbours' in it."""
    light, one, two = lab.T
    dimmed, washed, loose = (SIDE_DIMMED, SIDE_WASHED, SIDE_LOOSE) if shaded else (1.0, 1.0, 0.012)
    if paint.hue is None:
        off = np.maximum(np.hypot(one, two) - paint.most, 0) / (1.3 * loose)
    else:
        towards = np.radians(paint.hue)
        chroma = one * np.cos(towards) + two * np.sin(towards)
        aside = one * np.sin(towards) - two * np.cos(towards)
        off = np.hypot(
            aside / (loose + 0.16 * np.abs(chroma)), np.maximum(paint.least * washed - chroma, 0) / 0.015
        )
        off = np.hypot(off, np.maximum(chroma - paint.most, 0) / 0.03)
    lightest = paint.light * (SIDE_LIGHTEST if shaded else 1.0)
    beyond = np.maximum(paint.dark * dimmed - light, light - lightest)
    off = np.hypot(off, np.maximum(beyond, 0) / 0.05)
    return np.asarray(np.clip(BEST - 0.75 * off**2, -BEST, BEST), np.float32)


# What changed on the table between two pictures: how well each place of it still shows the ground it showed before.
# Rule kept: a shadow is no change of the ground; it dims all three channels alike and adds nothing.

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
    shade = _shade(np.log(lit / (was[unlike] + 8)), 0.06 + doubt[unlike] / lit)
    fits[unlike] = np.maximum(fits[unlike], shade)
    fits = np.maximum(fits, -BEST)
    fits[~view] = 0
    return np.asarray(fits, np.float32)


def _shade(share: Values, doubt: Values | float) -> Values:
    """How well samples fit a ground in a shadow, by the logarithm of the light left of each channel (N x 3)."""
    mean = (share[:, 0] + share[:, 1] + share[:, 2]) / 3
    uneven = most_of(np.asarray(np.abs(share - mean[:, None]) / doubt, np.float32))
    shade = BEST - SHADE_DOUBT + DEPTH_DOUBT * mean - 0.5 * uneven * uneven
    shade[(mean > 0) | (mean < np.log(DEEPEST))] = -BEST
    return np.asarray(shade, np.float32)


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
    # The commonest colours about are means of what falls into one step of 24 levels.
    pixels = soft[about]
    coarse = (pixels // 24).astype(np.int32)
    _, places, counts = np.unique(
        (coarse[:, 0] * 11 + coarse[:, 1]) * 11 + coarse[:, 2], return_inverse=True, return_counts=True
    )
    often = np.argsort(-counts, kind="stable")[:PALETTE]
    kept = [pixels[places == key].mean(axis=0) for key in often if counts[key] >= 0.03 * len(pixels)]
    for colour in np.array(kept or [pixels.mean(axis=0)], np.float32):
        off = np.abs(now - colour) / (2 * NOISE + 2 * SHARE * colour)
        plain = BEST - 0.5 * np.square(most_of(off))
        shade = _shade(np.log((now + 8) / (colour + 8)), 0.12)
        best = np.maximum(best, np.maximum(plain, shade))
    fits[unknown] = best
    return fits


def most_of(values: Values) -> Values:
    """The largest of three channels: channel by channel, as over so short an axis NumPy is slow."""
    return np.asarray(np.maximum(np.maximum(values[..., 0], values[..., 1]), values[..., 2]))
