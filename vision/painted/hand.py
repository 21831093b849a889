"""A hand and an arm reaching over a painted table: an outline in millimetres at a height above it."""

import math
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture
from vision.mat.plane import Plane
from vision.painted.lit import LitTable
from vision.painted.tabletop import Hand

SKINS = ((150, 180, 224), (112, 148, 198), (86, 118, 168), (58, 82, 124), (40, 54, 82))
"""Skin colours (BGR) from light to dark."""
SLEEVES = ((86, 60, 44), (52, 50, 120), (120, 118, 112), (40, 40, 42), (70, 96, 60))
HEIGHT_MM = 35.0
"""How high a hand is over the table: it looks larger and stands aside of what it covers."""

_FINGERS = (
    (-62.0, 38.0, 15.0),
    (-14.0, 74.0, 17.0),
    (-2.0, 82.0, 18.0),
    (10.0, 76.0, 17.0),
    (24.0, 62.0, 15.0),
)
"""Direction (deg from straight ahead), length from the knuckles and width of thumb and fingers, mm."""
_PALM_MM = 78.0
_ARM_MM = 62.0
_WRIST_MM = 150.0
_CUFF_MM = 210.0


def paint_hand(picture: Picture, hand: Hand, plane: Plane, lit: LitTable) -> None:
    """Paints a hand, its arm and their shadow over a picture."""
    shape = (picture.shape[0], picture.shape[1])
    skin, sleeve = hand_strokes(hand)
    shift = np.array(lit.shadow_mm(hand.x, hand.y, HEIGHT_MM))
    fallen = [(line + shift, width) for line, width in skin + sleeve]
    scale = plane.px_per_mm(plane.width_mm / 2, plane.height_mm / 2)
    shadow = cv2.GaussianBlur(draw_strokes(fallen, plane, shape, 0.0), (0, 0), 4.5 * scale)
    rows, columns = _filled(np.asarray(shadow, np.uint8))
    dimmed = (
        picture[rows, columns] * (1.0 - 0.45 / 255.0 * shadow[rows, columns].astype(np.float32))[..., None]
    )
    picture[rows, columns] = dimmed.astype(np.uint8)
    for strokes, colours in ((sleeve, SLEEVES), (skin, SKINS)):
        mask = draw_strokes(strokes, plane, shape, HEIGHT_MM)
        rows, columns = _filled(mask)
        if rows.start == rows.stop:
            continue
        part = mask[rows, columns]
        inside = cv2.distanceTransform(np.asarray(part > 127, np.uint8), cv2.DIST_L2, 3)
        rounded = 0.62 + 0.38 * np.clip(inside / (10.0 * scale), 0.0, 1.0) ** 0.6
        colour = lit.lit(
            np.array(colours[hand.tone % len(colours)], np.float32) * rounded[..., None], rows, columns
        )
        cover = cv2.GaussianBlur(part, (0, 0), 0.8).astype(np.float32)[..., None] / 255.0
        under = picture[rows, columns].astype(np.float32)
        picture[rows, columns] = np.clip(under + cover * (colour - under), 0, 255).astype(np.uint8)


def hand_strokes(hand: Hand) -> tuple[list[tuple[Floats, float]], list[tuple[Floats, float]]]:
    """The hand's and the sleeve's strokes, each a line (N x 2, mm) and its width in mm; the arm comes from a seat."""
    ahead = 1.0 if hand.seat == 0 else -1.0
    knuckles = np.array([hand.x, hand.y - ahead * 70.0])
    lean = 0.12 * (1 if hand.seat == 0 else -1)

    def at(aside: float, forward: float) -> Floats:
        return np.array(
            [knuckles[0] + ahead * aside - lean * forward * ahead * 0.2, knuckles[1] + ahead * forward]
        )

    skin: list[tuple[Floats, float]] = [(np.array([at(0.0, -8.0), at(0.0, -34.0)]), _PALM_MM)]
    for degrees, length, width in _FINGERS:
        turn = math.radians(degrees)
        root = at(degrees * 1.15 if degrees > -40 else -34.0, -2.0 if degrees > -40 else -38.0)
        tip = root + np.array([ahead * math.sin(turn), ahead * math.cos(turn)]) * length
        skin.append((np.array([root, tip]), width))
    wrist, elbow = at(0.0, -_WRIST_MM), at(0.0, -_WRIST_MM - 900.0)
    skin.append((np.array([at(0.0, -30.0), wrist, at(0.0, -_CUFF_MM - 10.0)]), _ARM_MM))
    return skin, [(np.array([at(0.0, -_CUFF_MM), elbow]), _ARM_MM * 1.45)]


def draw_strokes(
    strokes: list[tuple[Floats, float]], plane: Plane, shape: tuple[int, int], z_mm: float
) -> NDArray[np.uint8]:
    """A mask (0/255) of strokes as the camera sees them at a height above the table."""
    mask = np.zeros(shape, np.uint8)
    for line, width in strokes:
        points = plane.to_px(line, z_mm)
        scale = plane.px_per_mm(float(line[0, 0]), float(line[0, 1]))
        closer = plane.camera_mm()[2] / max(plane.camera_mm()[2] - z_mm, 1.0)
        thick = max(1, round(width * scale * closer))
        for start, stop in pairwise(points):
            ends = [np.clip(np.rint(p), -20000, 20000).astype(int).tolist() for p in (start, stop)]
            cv2.line(mask, ends[0], ends[1], 255, thick, cv2.LINE_AA)
            cv2.circle(mask, ends[0], thick // 2, 255, -1, cv2.LINE_AA)
            cv2.circle(mask, ends[1], thick // 2, 255, -1, cv2.LINE_AA)
    return mask


def _filled(mask: NDArray[np.uint8]) -> tuple[slice, slice]:
    left, top, wide, high = cv2.boundingRect(mask)
    return slice(top, top + high), slice(left, left + wide)
