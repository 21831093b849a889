"""Judges the exposure: white paper bright but not burnt out, and little noise."""

from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.language import _, number
from vision.arrays import Picture
from vision.calibration.verdict import Verdict, failed, passed, untold
from vision.light.fitness import paper_colours
from vision.mat.plane import Plane

NAME = "exposure"
DARK_PAPER = 90.0
"""White paper (0..255) darker than this leaves prints in the noise; the eye gives up at about half of it."""
BURNT_PAPER = 253.5
"""White paper brighter than this in its middle channel has reached the sensor's end."""
NOISY = 9.0
"""Standard deviation of a pixel (grey levels) from which on small prints drown."""


def judge_exposure(pictures: Sequence[Picture], plane: Plane) -> Verdict:
    """The verdict on the exposure: the paper of the tags, and the noise."""
    papers = [colour for picture in pictures for colour in paper_colours(picture, plane)]
    if not papers:
        return untold(NAME, _("No white paper can be seen around the tags."))
    channels = np.median(np.array(papers), axis=0)
    level, dimmest = float(np.median(channels)), float(min(paper.max() for paper in papers))
    noise = noise_of(pictures)
    figures = {"paper": level, "dimmest_paper": dimmest, "noise": noise}
    if dimmest < DARK_PAPER:
        words = _("Too dark: at one corner, white paper has a brightness of only {n} out of 255.")
        fix = _("Put on a lamp or bring it nearer; a longer exposure helps too.")
        return failed(NAME, words.format(n=number(dimmest)), fix, **figures)
    if level > BURNT_PAPER:
        words = _("Too bright: white paper is burnt out ({n} out of 255).").format(n=number(level))
        return failed(NAME, words, _("Dim the lamp, or shorten the camera’s exposure."), **figures)
    if noise > NOISY:
        words = _("Grainy: a pixel varies by ±{n} out of 255.").format(n=number(noise))
        return failed(NAME, words, _("Give it more light, so that the camera amplifies less."), **figures)
    words = _("White paper has a brightness of {n} out of 255, give or take {noise}.")
    return passed(NAME, words.format(n=number(level), noise=number(noise, 1)), **figures)


def noise_of(pictures: Sequence[Picture]) -> float:
    """The standard deviation of a pixel of grey from picture to picture; of one picture, from its flattest parts."""
    small = [_grey(picture) for picture in pictures]
    if len(small) > 1 and all(one.shape == small[0].shape for one in small):
        gaps = [after - before for before, after in pairwise(small)]
        # Light that varied as a whole is flicker, not noise; the median leaves out what moved.
        still = [gap - np.median(gap) for gap in gaps]
        return float(np.median([np.median(np.abs(gap)) for gap in still]) / 0.6745 / np.sqrt(2))
    return _noise_alone(small[0])


def _grey(picture: Picture) -> NDArray[np.float32]:
    """Every other row and column in grey: all that noise needs."""
    return np.asarray(cv2.cvtColor(picture[::2, ::2], cv2.COLOR_BGR2GRAY), dtype=np.float32)


def _noise_alone(grey: NDArray[np.float32]) -> float:
    """Immerkær's mask (1996), which knows no slopes nor bends, over the flattest quarter of the picture's blocks."""
    mask = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], dtype=np.float32)
    rough = np.abs(cv2.filter2D(grey, cv2.CV_32F, mask))
    blocks = cv2.resize(
        rough, (max(1, grey.shape[1] // 16), max(1, grey.shape[0] // 16)), interpolation=cv2.INTER_AREA
    )
    return float(np.percentile(blocks, 25)) * float(np.sqrt(np.pi / 2)) / 6
