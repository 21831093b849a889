"""The height of a top face is told from its foot and the lower rim's edge."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.sight import Table
from vision.discs.reader import Body, height_mm, spread_of
from vision.mat.plane import Plane
from vision.painted.standpoint import CameraPose
from vision.workshop.training.disc_lessons import numbers_of

SLANTED = CameraPose((300.0, -200.0, 700.0), (300.0, 150.0))
ABOVE = CameraPose((520.0, 259.0, 700.0), (520.0, 260.0))
AT = np.array([520.0, 260.0])
RADIUS_MM = 11.0


def ring(plane: Plane, high: float) -> NDArray[np.float64]:
    angles = np.arange(48) / 48 * 2 * np.pi
    return plane.to_px(AT + RADIUS_MM * np.column_stack([np.cos(angles), np.sin(angles)]), high)


def piece(plane: Plane, high: float) -> tuple[NDArray[np.uint8], Body]:
    """A picture with a round piece of this height on it, and its body as a good network would tell it."""
    image = np.full((1080, 1920, 3), 110, np.uint8)
    side = cv2.convexHull(np.concatenate([ring(plane, 0.0), ring(plane, high)]).astype(np.float32))
    cv2.fillPoly(image, [np.round(side[:, 0] * 16).astype(np.int32)], (30, 30, 120), cv2.LINE_AA, 4)
    top = ring(plane, high)
    cv2.fillPoly(image, [np.round(top * 16).astype(np.int32)], (40, 40, 210), cv2.LINE_AA, 4)
    middle, foot = plane.to_px([tuple(AT)], high)[0], plane.to_px([tuple(AT)], 0.0)[0]
    across = (top[0] - top[24]) / 2, (top[12] - top[36]) / 2
    spread = spread_of(numbers_of(np.column_stack(across) / 40)) * 40
    return image, Body((0.0, 1.0, 0.0, 0.0), middle, foot, spread, 1.0)


@pytest.mark.parametrize("high", [4.0, 8.0, 16.0, 24.0, 32.0])
def test_a_height_is_told_where_the_camera_looks_aslant(high: float) -> None:
    plane = SLANTED.plane(Table(600.0, 300.0))
    image, body = piece(plane, high)
    assert height_mm(image, plane, body) == pytest.approx(high, abs=2.0)


@pytest.mark.parametrize("high", [8.0, 24.0])
def test_an_edge_mends_a_foot_told_wrongly(high: float) -> None:
    plane = SLANTED.plane(Table(600.0, 300.0))
    image, body = piece(plane, high)
    wrong = Body(body.chances, body.anchor, body.other + (body.anchor - body.other) * 0.25, body.spread, 1.0)
    assert height_mm(image, plane, wrong) == pytest.approx(high, abs=2.5)


def test_from_above_the_usual_height_comes_out() -> None:
    plane = ABOVE.plane(Table(600.0, 300.0))
    image, body = piece(plane, 8.0)
    assert 2.0 <= height_mm(image, plane, body) <= 12.0


def test_without_an_edge_the_foot_tells_and_without_a_foot_the_usual_height() -> None:
    plane = SLANTED.plane(Table(600.0, 300.0))
    image, body = piece(plane, 24.0)
    plain = np.full_like(image, 110)
    assert height_mm(plain, plane, body) == pytest.approx(24.0, abs=4.0)
    above = ABOVE.plane(Table(600.0, 300.0))
    image, body = piece(above, 8.0)
    for off in (-3.0, 3.0):
        aside = Body(body.chances, body.anchor, body.other + np.array([0.0, off]), body.spread, 1.0)
        assert height_mm(image, above, aside) == pytest.approx(6.0, abs=4.0)
