"""Views of the simulated table's pennies for the reader of sides, as people try that table first."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Table
from vision.painted.painter import GROUNDS, Painter
from vision.painted.standpoint import CameraPose, Lamp
from vision.painted.tabletop import Laid, TableTop
from vision.pennies.reader import CROP_PX, CROP_PX_PER_MM, RAISED_MM, side_view

TABLE = Table(396.0, 396.0, kinds=("penny",))
APART_MM = 36.0
OFF_MM = 0.25
"""Standard deviation of the finder's error of a penny's middle."""


def simulated_views(tables: int, chance: np.random.Generator) -> Iterator[tuple[NDArray[np.uint8], bool]]:
    """Views of pennies (SIDE_PX square, grey) on painted tables under many lamps, and whether heads is up."""
    for number in range(tables):
        size = (1280, 720) if number % 3 else (1920, 1080)
        lamp = Lamp(
            at=(
                float(chance.uniform(-300, 700)),
                float(chance.uniform(-300, 700)),
                float(chance.uniform(500, 1100)),
            ),
            strength=float(chance.uniform(0.5, 1.15)),
            evenness=float(chance.uniform(0.3, 1.0)),
            warmth=float(chance.uniform(-0.2, 0.6)),
            glare=float(chance.uniform(0.0, 0.6)),
            noise=float(chance.uniform(1.0, 5.0)),
        )
        camera = CameraPose.over(TABLE, size, float(chance.uniform(0, 30)), float(chance.uniform(-180, 180)))
        places = np.stack(np.meshgrid(*[np.arange(30, 380, APART_MM)] * 2), axis=-1).reshape(-1, 2)
        pennies = [
            Laid(
                "penny",
                str(chance.choice(["heads", "tails"])),
                float(x),
                float(y),
                float(chance.uniform(0, 360)),
            )
            for x, y in chance.permutation(places)[:16]
        ]
        painter = Painter(TABLE, (), camera, lamp, number, GROUNDS[number % len(GROUNDS)])
        picture = painter.paint(TableTop(tuple(pennies)))
        half = CROP_PX / CROP_PX_PER_MM / 2
        for penny in pennies:
            x, y = penny.x + chance.normal(0, OFF_MM), penny.y + chance.normal(0, OFF_MM)
            crop = painter.plane.rectify(
                picture, x - half, y - half, 2 * half, 2 * half, CROP_PX_PER_MM, RAISED_MM
            )
            grey = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
            yield np.asarray(side_view(grey), dtype=np.uint8), penny.label == "heads"
