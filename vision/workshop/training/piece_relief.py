"""Faces in relief and in many colours: draughtsmen with rims and crowns, ribs, caps with badges.

Rule kept: relief has no ink; it shows by light and shade of the scene's lamp alone.
"""

import cv2
import numpy as np

from vision.arrays import Values
from vision.discs.reader import FACES, OTHER
from vision.workshop.training.painted_prints import TEXTURE, Printer, some_body
from vision.workshop.training.piece_brush import View


def press(face: Values, printer: Printer, view: View, chance: np.random.Generator) -> None:
    """Presses rims, ribs, dents and signs into a face (TEXTURE x TEXTURE x 3), lit by the scene's lamp."""
    y, x = (np.mgrid[0:TEXTURE, 0:TEXTURE] - (TEXTURE - 1) / 2) / (TEXTURE / 2)
    out, towards = np.hypot(x, y), np.arctan2(y, x)
    high = np.zeros((TEXTURE, TEXTURE), np.float32)
    for _ in range(int(chance.integers(1, 5))):  # rims and grooves, sunken or raised middles
        at, wide = chance.uniform(0.25, 0.95), chance.uniform(0.02, 0.07)
        step = chance.choice([-1.0, 1.0]) * chance.uniform(0.4, 1.0)
        if chance.random() < 0.5:
            high += (step * np.exp(-(((out - at) / wide) ** 2))).astype(np.float32)
        else:
            high += (step / (1 + np.exp(-(out - at) / (0.4 * wide)))).astype(np.float32)
    if chance.random() < 0.3:  # ribs about the edge
        count, inner = int(chance.integers(10, 60)), chance.uniform(0.6, 0.9)
        high += ((out > inner) * chance.uniform(0.2, 0.7) * np.sin(count * towards)).astype(np.float32)
    for _ in range(int(chance.integers(0, 3))):
        label = str(FACES[int(chance.integers(len(FACES)))]) if chance.random() < 0.4 else OTHER
        mark = printer.stamp(label, chance, chance.uniform(0.5, 1.0))
        if mark is not None:
            high += chance.choice([-1.0, 1.0]) * chance.uniform(0.4, 1.0) * mark
    if chance.random() < 0.4:  # a picture: blobs one beside the other
        cells = int(chance.integers(4, 11))
        coarse = chance.normal(0, 1, (cells, cells)).astype(np.float32)
        wide_blobs = cv2.resize(coarse, (TEXTURE, TEXTURE), interpolation=cv2.INTER_CUBIC)
        high += np.where(out < chance.uniform(0.55, 0.9), np.clip(wide_blobs, -0.6, 0.8), 0).astype(
            np.float32
        )
    soft = cv2.GaussianBlur(high, (0, 0), float(chance.uniform(0.8, 2.5)))
    down, across = np.gradient(soft)
    lamp = view.sun / max(0.1, float(np.hypot(*view.sun)))
    slope = -(across * lamp[0] + down * lamp[1]) * TEXTURE / 30
    steep = chance.uniform(0.25, 1.3)
    face *= np.clip(1 + steep * slope, 0.15, 2.2)[..., None].astype(np.float32)
    if chance.random() < 0.5:  # polished edges glint
        face += (chance.uniform(0, 160) * np.clip(slope, 0, 1) ** 2)[..., None].astype(np.float32)
    if chance.random() < 0.5:  # hollows are darker
        face *= (1 + chance.uniform(0, 0.25) * np.clip(soft, -1, 1))[..., None].astype(np.float32)


def badge(face: Values, printer: Printer, chance: np.random.Generator) -> None:
    """Prints fields, signs and words of several colours on top of each other, as on caps and badges."""
    for _ in range(int(chance.integers(2, 6))):
        ink = chance.uniform(5, 250, 3).astype(np.float32) if chance.random() < 0.5 else some_body(chance)
        mark = printer.stamp(OTHER, chance, chance.uniform(0.4, 1.1))
        if mark is None:
            continue
        shift = np.array([[1, 0, chance.normal(0, 0.12 * TEXTURE)], [0, 1, chance.normal(0, 0.12 * TEXTURE)]])
        moved = cv2.warpAffine(mark, shift, (TEXTURE, TEXTURE))
        face += moved[..., None] * (ink - face)
