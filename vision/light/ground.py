"""The colour of the light where no paper tells it: guessed from all that a picture shows.

Method: shades of grey (Finlayson and Trezzi, "Shades of Gray and Colour Constancy", 2004): what is seen is taken to be
grey in the mean, bright things counting more. Rule kept: the ground has a colour of its own, so half of it at most is
put down to the light, and who uses it weighs the picture as it is as well.
"""

from typing import Final

import numpy as np

from vision.arrays import Picture
from vision.mat.white import NO_GAINS, Gains

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
