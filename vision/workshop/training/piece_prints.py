"""Flat prints among the pieces: numbered fields, cards with pips, pictures full of shapes.

Print has neither side nor shadow: only these distinguish a piece from its picture.
"""

import cv2
import numpy as np

from vision.arrays import Points, Values
from vision.discs.reader import FACES, OTHER
from vision.workshop.training.painted_prints import TEXTURE, Printer, some_body
from vision.workshop.training.piece_brush import View, mask_of

_WHITE = np.array([238.0, 240.0, 242.0], np.float32)
_INKS = ((40, 35, 200), (25, 25, 25), (150, 60, 20), (40, 120, 40))


def print_field(
    canvas: Values, at: Points, reach: float, view: View, printer: Printer, chance: np.random.Generator
) -> None:
    """A board's field, square, round or with cut corners, with a printed number or sign."""
    body = some_body(chance)
    named = chance.random() < 0.75
    label = str(FACES[int(chance.integers(len(FACES)))]) if named else OTHER
    face = printer.face(label, body, chance, plain=chance.random() < 0.8)
    turn = view.flat / float(np.sqrt(abs(np.linalg.det(view.flat))))
    corners = int(chance.choice([4, 4, 4, 6, 8, 64], p=[0.3, 0.2, 0.2, 0.1, 0.1, 0.1]))
    start = np.pi / 4 if corners == 4 else 0.0
    along = start + np.arange(corners) / corners * 2 * np.pi
    ring = np.column_stack([np.cos(along), np.sin(along)]) * (1.414 if corners == 4 else 1.1)
    spin = chance.normal(0, 0.15)
    turn = turn @ np.array([[np.cos(spin), -np.sin(spin)], [np.sin(spin), np.cos(spin)]])
    outline = at + reach * ring @ turn.T
    if chance.random() < 0.4:
        paint_outline(canvas, at + 1.06 * reach * ring @ turn.T, chance.uniform(10, 245, 3))
    window, mask = mask_of(canvas, outline)
    if window is None:
        return
    scale = turn * (reach * 2 / TEXTURE)
    middle = at - np.array([window[1].start, window[0].start])
    matrix = np.column_stack([scale, middle - scale @ np.array([(TEXTURE - 1) / 2] * 2)])
    shape = (mask.shape[1], mask.shape[0])
    print_ = cv2.warpAffine(face, matrix, shape, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    part = canvas[window]
    part += mask[..., None] * (print_ - part)


def print_card(
    canvas: Values, at: Points, reach: float, printer: Printer, chance: np.random.Generator
) -> None:
    """A card with rows of one sign like playing cards, or a picture of many small shapes."""
    turn = chance.uniform(0, 2 * np.pi)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    wide = reach * chance.uniform(0.6, 1.0)
    corners = np.array([(-wide, -reach), (wide, -reach), (wide, reach), (-wide, reach)])
    body = _WHITE * chance.uniform(0.85, 1.05) if chance.random() < 0.7 else some_body(chance)
    paint_outline(canvas, at + corners @ spin.T, body)
    if chance.random() < 0.45:
        for _ in range(int(chance.integers(12, 45))):
            middle = at + (chance.uniform(-0.85, 0.85, 2) * (wide, reach)) @ spin.T
            _small_shape(canvas, middle, reach * chance.uniform(0.03, 0.28), chance)
        return
    label = str(FACES[int(chance.integers(len(FACES)))]) if chance.random() < 0.35 else OTHER
    mark = printer.stamp(label, chance, 1.2)
    if mark is None:
        return
    ink = np.array(_INKS[int(chance.integers(len(_INKS)))], np.float32)
    size = reach * chance.uniform(0.1, 0.3)
    for row in np.linspace(-0.7, 0.7, int(chance.integers(1, 5))):
        for column in np.linspace(-0.55, 0.55, int(chance.integers(1, 4))):
            _stamp_at(canvas, mark, at + (np.array([column * wide, row * reach])) @ spin.T, size, ink)


def _stamp_at(canvas: Values, mark: Values, at: Points, size: float, ink: Values) -> None:
    square = at + size * np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
    window, _ = mask_of(canvas, square)
    if window is None:
        return
    scale = size * 2 / TEXTURE
    corner = at - size - np.array([window[1].start, window[0].start])
    matrix = np.array([[scale, 0.0, corner[0]], [0.0, scale, corner[1]]])
    shape = (window[1].stop - window[1].start, window[0].stop - window[0].start)
    share = cv2.warpAffine(mark, matrix, shape, flags=cv2.INTER_LINEAR)[..., None]
    part = canvas[window]
    part += share * (ink - part)


def _small_shape(canvas: Values, at: Points, size: float, chance: np.random.Generator) -> None:
    colour = chance.uniform(0, 255, 3)
    if chance.random() < 0.4:
        angles = np.arange(24) / 24 * 2 * np.pi
        ring = np.column_stack([np.cos(angles), np.sin(angles)]) * size * chance.uniform(0.5, 1.0, 2)
        paint_outline(canvas, at + ring, colour)
    else:
        paint_outline(canvas, at + size * chance.uniform(-1, 1, (int(chance.integers(3, 7)), 2)), colour)


def paint_outline(canvas: Values, outline: Points, colour: Points | Values) -> None:
    """Fills an outline (px) with a colour (BGR)."""
    window, mask = mask_of(canvas, np.asarray(outline, np.float64))
    if window is not None:
        part = canvas[window]
        part += mask[..., None] * (np.asarray(colour, np.float32) - part)
