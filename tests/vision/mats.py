"""Bare mats painted quickly, for tests that need hundreds of pictures: a ground, four tags, noise; no lens bend."""

from dataclasses import replace

import cv2
import numpy as np

from companion.sight import Table
from tests.vision.grain import noisy
from vision.arrays import Picture
from vision.mat.plane import Plane, tag_corners_mm
from vision.mat.tags import tag_pattern
from vision.painted.standpoint import CameraPose

PX_PER_MM = 2.0
RIM_MM = 70.0
GROUND = (70, 96, 60)


def flat_mat(table: Table) -> Picture:
    """The mat from straight above at PX_PER_MM, RIM_MM more on each side; far side on top."""
    assert table.tags is not None
    wide, high = (round((size + 2 * RIM_MM) * PX_PER_MM) for size in (table.width_mm, table.height_mm))
    image = np.full((high, wide, 3), GROUND, np.uint8)
    for corner, places in enumerate(tag_corners_mm(table, table.tags)):
        cells = tag_pattern(table.tags, corner).astype(np.uint8) * 225 + 18
        left, far = places[0]
        column, row = round((left + RIM_MM) * PX_PER_MM), round((table.height_mm + RIM_MM - far) * PX_PER_MM)
        side = round(table.tags.side_mm * PX_PER_MM)
        rim = side // 6
        image[row - rim : row + side + rim, column - rim : column + side + rim] = 240
        tag = cv2.resize(cells, (side, side), interpolation=cv2.INTER_NEAREST)
        image[row : row + side, column : column + side] = tag[..., None]
    return image


def seen_by(
    flat: Picture,
    plane: Plane,
    table: Table,
    rng: np.random.Generator,
    noise: float = 2.5,
    light: float = 1.0,
) -> Picture:
    """The flat mat as a camera without lens bend sees it."""
    corners = np.array(
        [(0.0, 0.0), (table.width_mm, 0.0), (table.width_mm, table.height_mm), (0.0, table.height_mm)]
    )
    from_px = (corners + RIM_MM) * PX_PER_MM
    from_px[:, 1] = (table.height_mm + 2 * RIM_MM) * PX_PER_MM - from_px[:, 1]
    onto = cv2.getPerspectiveTransform(
        (from_px - 0.5).astype(np.float32), plane.to_px(corners).astype(np.float32)
    )
    seen = cv2.warpPerspective(
        flat,
        onto,
        plane.picture_size,
        flags=cv2.INTER_AREA,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=GROUND,
    )
    soft = cv2.GaussianBlur(seen, (0, 0), 0.8)
    lit = soft if light == 1.0 else soft * np.float32(light)
    return noisy(lit, int(rng.integers(1 << 20)), noise, grey=True)


def straight(camera: CameraPose) -> CameraPose:
    """The same camera with a lens that does not bend."""
    return replace(camera, bend=(0.0, 0.0))
