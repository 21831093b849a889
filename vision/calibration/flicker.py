"""Judges flicker: brightness that varies from picture to picture, or in bands across one."""

from collections.abc import Sequence

import cv2
import numpy as np

from companion.language import _, number, percent
from vision.arrays import Floats, Picture
from vision.calibration.verdict import Verdict, failed, passed, untold

NAME = "flicker"
LEAST_PICTURES = 4
VARYING = 0.05
"""Brightness of the whole picture that varies by this share (peak to peak) disturbs."""
BANDED = 0.035
"""Bands across the picture that come and go with this share (peak to peak) disturb."""
ROWS = 90
COLUMNS = 32


def judge_flicker(pictures: Sequence[Picture]) -> Verdict:
    """The verdict on flicker; needs LEAST_PICTURES taken within seconds with nothing moving."""
    if len(pictures) < LEAST_PICTURES or any(one.shape != pictures[0].shape for one in pictures):
        return untold(NAME, _("It takes {n} pictures in a row to tell.").format(n=LEAST_PICTURES))
    varying, banded = flicker_of(pictures)
    figures = {"varying": varying, "banded": banded}
    if varying > VARYING:
        words = _("The brightness varies by {share} from picture to picture.").format(share=percent(varying))
        fix = _("Lock the exposure; if it goes on, the lamp flickers: use another, or another frame rate.")
        return failed(NAME, words, fix, **figures)
    if banded > BANDED:
        words = _("Bands of {share} run across the picture: the lamp flickers with the mains.")
        fix = _("Use another lamp, or expose for 10 ms (50 Hz) or {ms} ms (60 Hz), or a multiple of it.")
        return failed(NAME, words.format(share=percent(banded)), fix.format(ms=number(8.3, 1)), **figures)
    words = _("Steady: the brightness varies by {share}, in bands by {banded}.")
    return passed(NAME, words.format(share=percent(varying, 1), banded=percent(banded, 1)), **figures)


def flicker_of(pictures: Sequence[Picture]) -> tuple[float, float]:
    """The share (peak to peak) by which the whole picture's brightness varies, and by which rows do beyond that."""
    small = np.stack([
        cv2.resize(cv2.cvtColor(one, cv2.COLOR_BGR2GRAY), (COLUMNS, ROWS), interpolation=cv2.INTER_AREA)
        for one in pictures
    ]).astype(np.float64) + 8.0  # fmt: skip
    shares = small / np.median(small, axis=0)
    whole = np.median(shares, axis=(1, 2))
    # A row's own share is the median over its columns: what moves takes up less than half of a row.
    rows = np.median(shares, axis=2) / whole[:, None]
    # Bands are wider than a few rows; noise and edges are not.
    smooth = np.stack([_smooth(row) for row in rows])
    return float(np.ptp(whole)), float(np.ptp(smooth, axis=0).max())


def _smooth(row: Floats) -> Floats:
    return np.convolve(np.pad(row, 2, mode="edge"), np.full(5, 0.2), mode="valid")
