"""Judges the white balance: what colour white paper has, and what lamp that roughly means."""

from collections.abc import Sequence

import numpy as np

from companion.language import _, marked, number
from vision.arrays import Floats, Picture
from vision.calibration.verdict import Verdict, failed, passed, untold
from vision.light.fitness import paper_colours
from vision.mat.plane import Plane

NAME = "white balance"
CAST = 1.7
"""White paper whose strongest channel is so many times its weakest: red, brown and orange begin to look alike."""
SLIGHT = 1.12
UNEVEN = 1.45
"""Paper at one corner that is by so much warmer than at another: two lamps of different colour."""
LOOKS = {
    "white": marked("White paper looks white."),
    "blue": marked("White paper looks blue."),
    "green": marked("White paper looks green."),
    "red": marked("White paper looks red."),
    "yellow": marked("White paper looks yellow."),
    "pink": marked("White paper looks pink."),
    "tinted": marked("White paper looks coloured."),
}
SLIGHTLY = {
    "blue": marked("White paper looks slightly blue."),
    "green": marked("White paper looks slightly green."),
    "red": marked("White paper looks slightly red."),
    "yellow": marked("White paper looks slightly yellow."),
    "pink": marked("White paper looks slightly pink."),
    "tinted": marked("White paper looks slightly coloured."),
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
"""Linear sRGB to CIE XYZ (IEC 61966-2-1)."""


def judge_colour(pictures: Sequence[Picture], plane: Plane, lamp_k: float | None = None) -> Verdict:
    """The verdict on the white balance. `lamp_k`: the light's colour temperature (K) where the camera tells it."""
    papers = [c for picture in pictures for c in paper_colours(picture, plane) if 30 < c.max() < 252]
    if not papers:
        return untold(NAME, _("No white paper shows its colour: it is too dark or burnt out."))
    paper = np.median(np.array(papers), axis=0)
    cast = float(paper.max() / max(1.0, paper.min()))
    warmth = [float(colour[2] / max(1.0, colour[0])) for colour in papers]
    uneven = max(warmth) / max(1e-6, min(warmth))
    shown_k = temperature_k(paper)
    figures = {"cast": cast, "uneven": uneven}
    if lamp_k is not None:
        figures["lamp_k"] = lamp_k
        lamp = " " + _("The light is of about {kelvin} K.").format(kelvin=number(round(lamp_k, -2)))
    elif shown_k is not None:
        figures["shown_k"] = shown_k
        lamp = " " + _("It looks as under light of about {kelvin} K.").format(
            kelvin=number(round(shown_k, -2))
        )
    else:
        lamp = ""
    tint = tint_of(paper)
    if cast > CAST:
        times = _("One colour is {times} times as strong as another.").format(times=number(cast, 1))
        fix = _("Use a white lamp, or calibrate again so that the camera finds white.")
        return failed(NAME, f"{_(LOOKS[tint])} {times}{lamp}", fix, **figures)
    if uneven > UNEVEN:
        words = _("One side of the table is lit much warmer than another: there are two kinds of light.")
        return failed(NAME, words, _("Use one kind of lamp, or close the curtain."), **figures)
    seen = LOOKS["white"] if cast < SLIGHT else SLIGHTLY[tint]
    return passed(NAME, f"{_(seen)}{lamp}", **figures)


def tint_of(paper: Floats) -> str:
    """The plain name of the paper's tint (B, G, R)."""
    high = paper > 0.5 * (paper.max() + paper.min())
    names = {(True, False, False): "blue", (False, True, False): "green", (False, False, True): "red",
             (True, True, False): "blue", (False, True, True): "yellow", (True, False, True): "pink"}  # fmt: skip
    return names.get((bool(high[0]), bool(high[1]), bool(high[2])), "tinted")


def temperature_k(paper: Floats) -> float | None:
    """The colour temperature (K) that paper (B, G, R, as sRGB) shows; None where it is far from any lamp's white.

    McCamy's cubic (1992); roughly true from 2 000 to 12 000 K, and of what the picture shows after the camera's own
    white balance, not of the lamp itself.
    """
    encoded = paper[::-1] / 255
    linear = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
    x, y, z = (TO_XYZ @ linear).tolist()
    total = x + y + z
    if total <= 0:
        return None
    across, up = x / total, y / total
    n = (across - 0.3320) / (0.1858 - up)
    kelvin = 449 * n**3 + 3525 * n**2 + 6823.3 * n + 5520.33
    return kelvin if 1500 < kelvin < 15000 else None
