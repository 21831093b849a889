"""Textures of table tops: cloth and wood, drawn from random numbers, seamless by mirroring."""

from itertools import pairwise
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture

Ground = Literal["green cloth", "blue cloth", "grey cloth", "dark wood", "light wood"]
GROUNDS: tuple[Ground, ...] = ("green cloth", "blue cloth", "grey cloth", "dark wood", "light wood")
PX_PER_MM = 2.0
SIDE_PX = 1024

_CLOTHS = {"green cloth": (58, 92, 24), "blue cloth": (104, 62, 38), "grey cloth": (92, 92, 96)}
_WOODS = {"dark wood": (34, 52, 86), "light wood": (112, 158, 196)}


def ground(kind: Ground, rng: np.random.Generator) -> Picture:
    """A square of table top, SIDE_PX pixels a side, PX_PER_MM pixels per mm, BGR."""
    if kind in _CLOTHS:
        shade = _cloth(rng)
        colour = _CLOTHS[kind]
    else:
        shade = _wood(rng)
        colour = _WOODS[kind]
    lit = np.array(colour, np.float32) * (1.0 + shade)[..., None]
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def _clouds(rng: np.random.Generator, cells: tuple[int, int]) -> NDArray[np.float32]:
    coarse = rng.uniform(-1.0, 1.0, cells).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_CUBIC), np.float32)


def _cloth(rng: np.random.Generator) -> NDArray[np.float32]:
    fuzz = rng.normal(0.0, 1.0, (SIDE_PX, SIDE_PX)).astype(np.float32)
    warp = cv2.GaussianBlur(fuzz, (0, 0), sigmaX=2.6, sigmaY=0.7)
    weft = cv2.GaussianBlur(fuzz[::-1], (0, 0), sigmaX=0.7, sigmaY=2.6)
    weave = warp / float(warp.std()) + weft / float(weft.std())
    return np.asarray(0.05 * weave + 0.05 * _clouds(rng, (7, 7)) + 0.04 * _clouds(rng, (40, 40)), np.float32)


def _wood(rng: np.random.Generator) -> NDArray[np.float32]:
    y = np.linspace(0.0, 1.0, SIDE_PX, dtype=np.float32)[:, None]
    bend = 0.05 * _clouds(rng, (3, 3)) + 0.012 * _clouds(rng, (9, 3))
    rings = np.sin((y + bend) * np.float32(2 * np.pi * 22.0)) * 0.5 + 0.5
    pores = cv2.GaussianBlur(
        rng.normal(0.0, 1.0, (SIDE_PX, SIDE_PX)).astype(np.float32), (0, 0), 14.0, sigmaY=0.8
    )
    shade = 0.28 * (rings**2 - 0.4) + 0.10 * pores / float(pores.std()) + 0.10 * _clouds(rng, (6, 2))
    planks = int(rng.integers(4, 7))
    for seam in np.linspace(0, SIDE_PX, planks + 1)[1:-1].astype(int):
        shade[seam - 1 : seam + 2] -= 0.35
    for start, stop in pairwise(np.linspace(0, SIDE_PX, planks + 1).astype(int)):
        shade[start:stop] += rng.uniform(-0.12, 0.12)
    return np.asarray(shade, np.float32)
