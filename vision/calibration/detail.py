"""Judges the detail: how many pixels a millimetre has where it has fewest, and what can be read with them."""

import numpy as np

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
    means = f"cards from {card:.0f} mm of height, coins from {coin:.0f} mm and dice from {die:.0f} mm are read for sure"
    if least < LEAST_PX_PER_MM:
        words = f"{least:.2f} pixels a millimetre at the farthest corner, {LEAST_PX_PER_MM} are needed: only {means}."
        return failed(NAME, words, "Hang the camera lower, or choose a larger picture.", **figures)
    return passed(NAME, f"{least:.1f} pixels a millimetre or more: {means}.", **figures)


def px_per_mm_range(plane: Plane) -> tuple[float, float]:
    """The least and the most pixels a millimetre over the playing area, in the direction that is foreshortened most."""
    found = []
    for x in np.linspace(0, plane.width_mm, 7):
        for y in np.linspace(0, plane.height_mm, 7):
            at = plane.to_px(np.array([[x, y], [x + 1, y], [x, y + 1]]))
            slopes = np.column_stack([at[1] - at[0], at[2] - at[0]])
            found.append(float(np.linalg.svd(slopes, compute_uv=False)[1]))
    return min(found), max(found)
