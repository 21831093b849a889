"""A long evening over one painted table: the same picture knocked, sagged, relit and shaded, as cheaply as can be.

What lies flat moves in the picture by a homography when the camera moves, so one painted picture does for thousands.
"""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Scene, Table
from tests.vision.cards.test_cards import deck
from tests.vision.grain import noisy
from tests.vision.painted.test_paint import TABLE
from vision.arrays import Picture
from vision.eye import Eye
from vision.mat.plane import Plane
from vision.painted.painter import Painter
from vision.painted.standpoint import CameraPose, Lamp
from vision.painted.tabletop import Laid, TableTop
from vision.sources.frames import Frame

SIZE = (1280, 720)
CAMERA = replace(CameraPose.over(TABLE, SIZE, nearness=0.93), bend=(0.0, 0.0))
DECKS = ("boarix", "warus")


def card(label: str, column: int, row: int, deck_name: str = "boarix", angle: float = 0.0) -> Laid:
    return Laid("card", label, 33.0 + 66.0 * column, 33.0 + 66.0 * row, angle, face="up", deck=deck_name)


LAID = (
    card("kassin-a", 0, 0, angle=3.0),
    card("mourse-b", 2, 4, "warus", 180.0),
    card("kassin-b", 4, 1, angle=-4.0),
    card("mourse-a", 5, 5, "warus", 176.0),
)
PENNY = Laid("penny", "heads", 60.0 + 2 * 66.0, 280.0)


class Night:
    """One painted table, and the frames of it that a camera would give; noise follows from the number of the frame."""

    def __init__(self, things: tuple[Laid, ...] = (*LAID, PENNY), camera: CameraPose = CAMERA) -> None:
        painter = Painter(TABLE, [deck(name) for name in DECKS], camera, Lamp(noise=0.0), seed=4)
        self.camera = camera
        self.plane: Plane = painter.plane
        self.clean: Picture = painter.paint(TableTop(things))
        self.number = 0

    def frame(
        self,
        at: float,
        camera: CameraPose | None = None,
        light: NDArray[np.float32] | tuple[float, float, float] | float = 1.0,
    ) -> Frame:
        """The table at a time (s), from another camera if one is given, under other light (a factor, or one a px)."""
        image = self.clean
        if camera is not None:
            corners = np.array([(0.0, 0.0), (396.0, 0.0), (396.0, 396.0), (0.0, 396.0)])
            old, new = (
                plane.to_px(corners).astype(np.float32) for plane in (self.plane, camera.plane(TABLE))
            )
            onto = cv2.getPerspectiveTransform(old, new)
            image = np.asarray(
                cv2.warpPerspective(
                    image, onto, SIZE, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
                ),
                np.uint8,
            )
        self.number += 1
        factor = np.asarray(light, np.float32)
        lit = (
            image
            if factor.ndim == 0 and factor == 1
            else image * (factor[..., None] if factor.ndim == 2 else factor)
        )
        return Frame(noisy(lit, self.number, 2.0, grey=True), at, self.number)


def looker(table: Table = TABLE) -> Eye:
    """An eye as the live game has it."""
    return Eye(table, [deck(name) for name in DECKS], settle_s=0.2)


def lying(scene: Scene) -> dict[str, list[tuple[str, str | None]]]:
    """Kinds and labels by region."""
    return {name: [(one.kind, one.label) for one in things] for name, things in scene.by_region().items()}


def spot(x: float, y: float, reach: float, factor: float) -> NDArray[np.float32]:
    """Light with a soft round spot about a pixel, brighter (or darker) by a factor."""
    rows, columns = np.mgrid[0 : SIZE[1], 0 : SIZE[0]]
    far = np.hypot(columns - x, rows - y)
    return np.asarray(1 + (factor - 1) / (1 + np.exp((far - reach) / (reach / 8))), np.float32)


def edge(x: float, factor: float, soft: float = 40.0) -> NDArray[np.float32]:
    """Light that is changed by a factor left of a slanting edge that crosses the picture at column x."""
    rows, columns = np.mgrid[0 : SIZE[1], 0 : SIZE[0]]
    far = columns - x + 0.3 * (rows - SIZE[1] / 2)
    return np.asarray(1 + (factor - 1) / (1 + np.exp(far / soft)), np.float32)
