"""Judges the detail: how many pixels a millimetre has where it has fewest, and what can be read with them."""

import numpy as np

from companion.language import _, number
from vision.calibration.verdict import Verdict, failed, passed
from vision.mat.plane import Plane

NAME = "detail"
LEAST_PX_PER_MM = 1.1
"""Below this the small prints of cards are too few pixels to be read for sure."""
CARD_PX = 90.0
"""A card is read for sure from so many pixels of height on; a coin's side and a die's pips so:"""
COIN_PX = 30.0
DIE_PX = 25.0


def judge_detail(plane: Plane) -> Verdict:
    """The verdict on the resolution: the least over the playing area."""
    least, most = px_per_mm_range(plane)
    card, coin, die = CARD_PX / least, COIN_PX / least, DIE_PX / least
    figures = {"px_per_mm": least, "most_px_per_mm": most, "card_mm": card, "coin_mm": coin, "die_mm": die}
    sizes = {"card": number(card), "coin": number(coin), "die": number(die)}
    if least < LEAST_PX_PER_MM:
        few = _("The farthest corner has {least} pixels to a millimetre; {needed} are needed.")
        only = _("Only cards {card} mm high, coins of {coin} mm, dice of {die} mm or larger are surely read.")
        words = (
            few.format(least=number(least, 2), needed=number(LEAST_PX_PER_MM, 1)) + " " + only.format(**sizes)
        )
        return failed(NAME, words, _("Hang the camera lower, or choose a larger picture."), **figures)
    enough = _("There are {least} pixels or more to a millimetre.").format(least=number(least, 1))
    read = _("Cards {card} mm high, coins of {coin} mm, dice of {die} mm or larger are surely read.")
    return passed(NAME, f"{enough} {read.format(**sizes)}", **figures)


def px_per_mm_range(plane: Plane) -> tuple[float, float]:
    """The least and the most pixels a millimetre over the playing area, in the direction that is foreshortened most."""
    found = []
    for x in np.linspace(0, plane.width_mm, 7):
        for y in np.linspace(0, plane.height_mm, 7):
            at = plane.to_px(np.array([[x, y], [x + 1, y], [x, y + 1]]))
            slopes = np.column_stack([at[1] - at[0], at[2] - at[0]])
            found.append(float(np.linalg.svd(slopes, compute_uv=False)[1]))
    return min(found), max(found)
