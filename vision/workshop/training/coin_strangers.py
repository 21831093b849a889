"""Negative lessons for the coin finders: pictures without coins, dice, discs, pawns and towers.

Rule kept: nothing here may be a penny. Painters that also lay coins lend only their pieces.
"""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.pennies.reader import Ellipse, Shrinking
from vision.workshop.training.coin_lessons import Close, close_look
from vision.workshop.training.coin_scenes import Scene
from vision.workshop.training.dice_grounds import ground
from vision.workshop.training.painted_dice import Wanted, painted
from vision.workshop.training.painted_discs import scene
from vision.workshop.training.painted_prints import Printer

Scaled = tuple[Scene, float]
"""A picture and its scale for the first network."""

SCALES = (0.95, 0.5, 0.25, 0.12)
DICE_A_SIDE_PX = 1.3
"""Assumed penny diameter relative to a die's side, which sets the scale of dice."""


def strangers(pictures: Sequence[Picture], chance: np.random.Generator, times: int = 2) -> list[Scaled]:
    """Pictures without coins, each at several sizes, in other light, noisy and soft."""
    made: list[Scaled] = []
    for one in pictures:
        for _ in range(times):
            seen: Floats = one.astype(np.float64) * np.exp(
                chance.normal(scale=0.12, size=3) + chance.normal(scale=0.2)
            )
            if chance.random() < 0.4:
                seen = seen + chance.normal(size=seen.shape) * chance.uniform(2, 10)
            if chance.random() < 0.3:
                seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), chance.uniform(0.6, 2.0)), np.float64)
            shown = Scene(np.clip(seen, 0, 255).astype(np.uint8), ())
            made += [(shown, scale * float(np.exp(chance.uniform(-0.3, 0.05)))) for scale in SCALES]
    return made


def dice(number: int, faces: Sequence[Picture], chance: np.random.Generator) -> list[Scaled]:
    """Painted dice as large as pennies for the first network."""
    grounds = [ground(chance, faces) for _ in range(max(1, number // 5))]
    made: list[Scaled] = []
    for _ in range(number):
        table = painted(chance, grounds, Wanted())
        scale = 13 / (DICE_A_SIDE_PX * table.side_px) * np.exp(chance.normal(scale=0.25))
        made.append((Scene(table.picture, ()), float(np.clip(scale, 0.1, 1.0))))
    return made


def discs(number: int, fonts: Sequence[Path], chance: np.random.Generator) -> list[Close]:
    """Crops around painted discs, cylinders and pawns, as the first network may find them."""
    printer = Printer(fonts)
    made: list[Close] = []
    for _ in range(number):
        table = scene(printer, chance)
        picture = Shrinking(table.picture)
        for piece in table.pieces:
            x, y = (float(value) for value in piece.middle)
            if not (0 <= x < table.picture.shape[1] and 0 <= y < table.picture.shape[0]):
                continue
            for _ in range(2):
                middle = np.array([x, y]) + chance.normal(scale=0.08, size=2) * piece.reach
                outline = Ellipse(middle, np.eye(2) * piece.reach * chance.uniform(0.75, 1.15))
                made.append(close_look(picture, outline, ()))
    return made
