"""Plain names of colours, judged under the lamp that lights them.

Rule kept: a colour is judged relative to white in the same picture, never by fixed values alone. Hues are measured in
Oklab (B. Ottosson, "A perceptual color space for image processing", 2020), where blue and violet stay apart.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.mat.plane import NO_GAINS, Gains, Plane, white_paper

# The colour of the light without paper: estimated from the whole picture.
# Method: shades of grey (Finlayson and Trezzi, "Shades of Gray and Colour Constancy", 2004): the picture's mean is
# taken for grey, bright things counting more. Rule kept: the ground has a colour of its own, so only half of the cast
# is ascribed to the light, and callers try the uncorrected picture too.

SAMPLES: Final = 20_000
TRUST: Final = 0.5
"""Share (0..1) of an estimated cast that is corrected."""
BURNT: Final = 250
DARK: Final = 8
LEAST_SAMPLES: Final = 50
GAMMA: Final = 2.2
NORM: Final = 5.0
"""Order of the Minkowski mean: 1 is the plain mean, a large order only the brightest."""
_POWERS = (np.arange(256) / 255) ** (GAMMA * NORM)


def ground_gains(image: Picture, reddest: float = 256.0) -> Gains:
    """Factors (at most 1) for blue, green and red that remove half of a picture's (BGR) cast.

    Pixels with more than `reddest` times as much red as green are left out.
    """
    step = max(1, round(float(np.sqrt(image.shape[0] * image.shape[1] / SAMPLES))))
    pixels = image[::step, ::step].reshape(-1, 3)
    brightest = pixels.max(axis=1)
    pixels = pixels[(brightest < BURNT) & (brightest > DARK) & (pixels[:, 2] < reddest * pixels[:, 1])]
    if len(pixels) < LEAST_SAMPLES:
        return NO_GAINS
    light = _POWERS[pixels].mean(axis=0) ** (1 / (GAMMA * NORM))
    gains = (light.min() / np.maximum(light, 1e-6)) ** TRUST
    return float(gains[0]), float(gains[1]), float(gains[2])


PAPER: Final = 0.8
"""Reflectance of white paper."""
BRIGHTEST: Final = 98.0
"""Percentile of brightness that is nearly white, in a picture without paper."""
MOST_LIFT, MOST_DIM = 2.5, 0.8
"""Maximum and minimum factor of brightness for a picture without paper."""
NEUTRAL: Final = 0.07
"""Maximum chroma of bright things that may be white under a coloured lamp."""
LEAST_NEUTRAL: Final = 0.01
"""Minimum share of the picture of such things; with less, white is searched as under a warm lamp."""
LAMP_HUES: Final = (40.0, 105.0)
MOST_WARM: Final = 0.16
"""Hues (deg) of bulbs, and the maximum chroma of bright things of these hues that may be white under one."""
BLUEST: Final = 80.0
"""Percentile of blue among them from which they are white: in a warm light only blue things are bluer than white."""

_GREY: Final = np.array([0.11, 0.59, 0.30])
GREYISH: Final = 0.05
UNGLOSSED: Final = 25.0
"""Below the chroma GREYISH, lightness is this percentile instead of the median, as gloss makes black look grey."""
HUES: Final = (
    (33.0, "red"), (66.0, "orange"), (112.0, "yellow"), (220.0, "green"), (287.0, "blue"), (338.0, "violet"),
    (360.0, "pink"),
)  # fmt: skip
"""Upper ends (deg) of the hues."""


@dataclass(frozen=True, slots=True)
class White:
    """The white of a picture: factors for linear blue, green and red that bring paper to PAPER."""

    gains: tuple[float, float, float] = NO_GAINS

    def oklab(self, pixels: Picture | Floats) -> Floats:
        """Oklab (N x 3: lightness and two hue axes) of BGR pixels (N x 3, 0..255) under white light."""
        light = _LINEAR[np.clip(np.rint(pixels), 0, 255).astype(np.uint8)] * np.array(self.gains)
        return oklab_of(light[:, ::-1])


def white_of(image: Picture, plane: Plane | None) -> White:
    """The white of a picture (BGR): by the tags' paper; without a mat, by bright things of little colour."""
    paper = white_paper(image, plane) if plane is not None else None
    if paper is not None:
        return _white(paper, PAPER, 1.0, (0.4, 12.0))
    step = max(1, round(float(np.sqrt(image.shape[0] * image.shape[1] / 20_000))))
    pixels = image[::step, ::step].reshape(-1, 3)
    grey = pixels @ _GREY
    unburnt = pixels.max(axis=1) < 250
    bright = pixels[unburnt & (grey >= np.percentile(grey, 80)) & (grey > 60)]
    level = float(np.percentile(grey, BRIGHTEST))
    # White among the bright pixels: neutral ones, else the bluest of those with a bulb's hue, else brightness only.
    lab, least = White().oklab(bright), LEAST_NEUTRAL * len(pixels)
    chroma, hue = np.hypot(lab[:, 1], lab[:, 2]), np.degrees(np.arctan2(lab[:, 2], lab[:, 1])) % 360
    likely = bright[chroma < NEUTRAL]
    if len(likely) < least:
        warm = bright[(chroma < MOST_WARM) & (hue > LAMP_HUES[0]) & (hue < LAMP_HUES[1])]
        if len(warm) < max(1.0, least):
            return _white(np.array([level] * 3), 0.9, 1.0, (MOST_DIM, MOST_LIFT))
        likely = warm[warm[:, 0] >= np.percentile(warm[:, 0], BLUEST)]
    white = np.median(likely, axis=0)
    return _white(white * (level / max(1.0, float(white @ _GREY))), 0.9, TRUST, (MOST_DIM, MOST_LIFT))


def colour_name(lab: Floats) -> str:
    """The plain name of an Oklab colour (lightness 0..1; paper has about 0.93)."""
    light, chroma = float(lab[0]), float(np.hypot(lab[1], lab[2]))
    hue = float(np.degrees(np.arctan2(lab[2], lab[1]))) % 360
    # `least`: chroma below which a colour is black, grey or white. It is higher for dark and bright things, as black
    # reflects the lamp's and the sky's colour and white is seldom pure; for bluish things that are not quite dark, as
    # black shows the sky; and for warm ones, as ivory counts as white.
    if 40 < hue < 115:
        least = 0.04 if light < 0.7 else 0.058 if light < 0.84 else 0.078
    elif 200 < hue < 320 and light < 0.55:
        least = 0.063 if light < 0.42 else 0.045
    else:
        least = 0.063 if light > 0.84 or light < 0.42 else 0.028
    if chroma < least:
        return "black" if light < 0.5 else "grey" if light < 0.76 else "white"
    if light < 0.24:
        return "black"
    name = next(name for end, name in HUES if hue <= end)
    if name in ("red", "pink") and (hue > 338 or hue < 25) and light > 0.66:
        return "pink"
    if name == "pink":
        return "red" if light < 0.58 else "pink"
    if name in ("orange", "yellow") and (light < 0.5 or (hue < 90 and light < 0.75 and chroma < 0.105)):
        return "brown"
    return name


def oklab_of(rgb: Floats) -> Floats:
    """Oklab of linear red, green and blue (N x 3, 0..1)."""
    cones = np.cbrt(np.maximum(rgb, 0) @ _TO_CONES.T)
    return np.asarray(cones @ _TO_LAB.T, np.float64)


_TO_CONES = np.array(
    [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
     [0.0883024619, 0.2817188376, 0.6299787005]]
)  # fmt: skip
_TO_LAB = np.array(
    [[0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
     [0.0259040371, 0.7827717662, -0.8086757660]]
)  # fmt: skip


def linear(share: Floats) -> Floats:
    """Linear light (0..1) of sRGB values (0..1)."""
    return np.asarray(np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4))


_LINEAR = linear(np.arange(256) / 255)


def _white(seen: Floats, wanted: float, trust: float, bounds: tuple[float, float]) -> White:
    """The white that brings `seen` (BGR 0..255) to `wanted`; `trust`: share (0..1) of its cast that is corrected."""
    light = np.maximum(_LINEAR[np.clip(np.rint(seen), 0, 255).astype(np.uint8)], 1e-3)
    level = float(light @ np.array([0.0722, 0.7152, 0.2126]))
    cast = (level / light) ** trust
    gains = cast * float(np.clip(wanted / level, *bounds))
    return White((float(gains[0]), float(gains[1]), float(gains[2])))


def body_colour(image: Picture, outline: Floats, white: White) -> str:
    """The name of the main colour within an outline (N x 2 px)."""
    low = np.maximum(np.floor(outline.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + 1, [image.shape[1], image.shape[0]])
    if (high - low < 1).any():
        return "grey"
    step = max(1, int(np.sqrt(float(np.prod(high - low)) / 900)))
    part = image[low[1] : high[1] : step, low[0] : high[0] : step]
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round((outline - low) / step * 16).astype(np.int32)], 1, cv2.LINE_8, 4)
    pixels = part[mask > 0]
    if not len(pixels):
        pixels = part.reshape(-1, 3)
    lab = white.oklab(pixels)
    if len(lab) < 12:
        return colour_name(np.median(lab, axis=0))
    # Two clusters (print, gloss or shade are the other); the larger has the main colour.
    spread = lab * np.array([0.6, 1.5, 1.5])
    first = np.median(spread, axis=0)
    far = spread[np.argmax(((spread - first) ** 2).sum(axis=1))]
    centres = np.stack([first, far])
    belongs = np.zeros(len(lab), int)
    for _ in range(6):
        belongs = ((spread[:, None] - centres[None]) ** 2).sum(axis=2).argmin(axis=1)
        for k in (0, 1):
            if (belongs == k).any():
                centres[k] = np.median(spread[belongs == k], axis=0)
    main = lab[belongs == int(np.bincount(belongs, minlength=2).argmax())]
    light, one, two = np.median(main, axis=0)
    if np.hypot(one, two) < GREYISH:  # gloss lightens black, and darkens nothing
        light = np.percentile(main[:, 0], UNGLOSSED)
    return colour_name(np.array([light, one, two]))
