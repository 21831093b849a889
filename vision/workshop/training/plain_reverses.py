"""Further reverses of plain made-up coins: a building, a shield, a large numeral."""

import cv2
import numpy as np

from vision.arrays import Picture
from vision.painted.flat_things import RELIEF_PX, Heights, Side, Strike, bar, coin_relief, relief_px, wreath


def plain_relief(side: Side, rng: np.random.Generator) -> Heights:
    """A relief from `coin_relief`, for tails with any of the four reverses."""
    return coin_relief(side, rng, STRIKES[int(rng.integers(0, 4))] if side == "tails" else None)


def building(shape: Picture, rng: np.random.Generator) -> None:
    wide, top, foot = rng.uniform(0.46, 0.62), rng.uniform(-0.34, -0.2), rng.uniform(0.22, 0.36)
    if rng.random() < 0.5:
        gable = np.array([[-wide, top], [0.0, top - rng.uniform(0.12, 0.3)], [wide, top]])
        cv2.fillPoly(shape, [relief_px(gable)], 255)
    else:
        bar(shape, -wide * 0.8, top - 0.16, wide * 0.8, top)
    bar(shape, -wide, top + 0.01, wide, top + 0.09)
    bar(shape, -wide * 1.06, foot, wide * 1.06, foot + 0.07)
    bar(shape, -wide * 1.15, foot + 0.10, wide * 1.15, foot + 0.17)
    columns = int(rng.integers(5, 13))
    thick = wide / columns * rng.uniform(0.45, 0.65)
    for middle in np.linspace(-wide * 0.93, wide * 0.93, columns):
        bar(shape, middle - thick, top + 0.1, middle + thick, foot)


def shield(shape: Picture, rng: np.random.Generator) -> None:
    wide, top = rng.uniform(0.38, 0.5), rng.uniform(-0.56, -0.46)
    low = rng.uniform(0.46, 0.58)
    side = [(wide, top), (wide * 1.02, 0.1), (wide * 0.72, low * 0.72), (0.0, low)]
    points = np.array(side + [(-x, y) for x, y in reversed(side[:-1])])
    cv2.fillPoly(shape, [relief_px(points)], 255)
    stripes = int(rng.integers(5, 10))
    for middle in np.linspace(-wide, wide, 2 * stripes + 1)[1:-1:2]:
        bar(
            shape,
            middle - wide / stripes * 0.28,
            top + rng.uniform(0.26, 0.32),
            middle + wide / stripes * 0.28,
            0.8,
            0,
        )
    bar(shape, -wide * 1.3, -0.12, wide * 1.3, 0.02, 0)
    bar(shape, -wide * 1.25, -0.09, wide * 1.25, -0.01)


def numeral(shape: Picture, rng: np.random.Generator) -> None:
    digit = str(rng.integers(1, 10))
    (wide, high), _ = cv2.getTextSize(digit, cv2.FONT_HERSHEY_DUPLEX, 3.4, 11)
    at = (int(RELIEF_PX * 0.5 - wide / 2), int(RELIEF_PX * 0.5 + high / 2))
    cv2.putText(shape, digit, at, cv2.FONT_HERSHEY_DUPLEX, 3.4, 255, 11)
    for y in rng.uniform(0.35, 0.55, 2):
        bar(shape, -0.3, float(y), 0.3, float(y) + 0.05)


STRIKES: tuple[Strike, ...] = (building, shield, wreath, numeral)
