"""Reads what is printed on a disc's top face: a digit or a simple sign, whichever way it is turned.

Rule kept: a 6 may be a 9 that lies the other way, so neither is ever said; whatever else is printed is not named.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats, Picture, Values
from vision.networks import answers

FACES: Final = ("0", "1", "2", "3", "4", "5", "7", "8", "6/9", "lightning", "spiral", "star", "dot")
OTHER: Final = "other"
BLANK: Final = "blank"
CLASSES: Final = (*FACES, OTHER, BLANK)
FACE_PX: Final = 32
"""Side of a top face as the network sees it."""
EDGE: Final = 14.5
"""Radius of the face in that square."""


@dataclass(frozen=True, slots=True, eq=False)
class PrintedFaceReading:
    """What a face shows: the probability of each of CLASSES."""

    chances: Floats

    @property
    def label(self) -> str | None:
        """The likeliest face, where it is one that can be named."""
        best = CLASSES[int(self.chances.argmax())]
        return None if best in (OTHER, BLANK, "6/9") else best

    @property
    def sure(self) -> float:
        """The probability of the likeliest class."""
        return float(self.chances.max())

    def others(self) -> tuple[tuple[str, float], ...]:
        """Up to three further faces that can be named, likeliest first, with their probabilities."""
        told: list[tuple[str, float]] = []
        for name, chance in zip(CLASSES, self.chances.tolist(), strict=True):
            if name == "6/9":
                told += [("6", chance / 2), ("9", chance / 2)]
            elif name not in (OTHER, BLANK, self.label):
                told.append((name, chance))
        return tuple(
            (name, chance) for name, chance in sorted(told, key=lambda t: -t[1])[:3] if chance >= 0.01
        )


def face_at(image: Picture, anchor: Floats, spread: Floats, side: int = FACE_PX) -> Picture:
    """The top face as a circle: a square of `side` px, BGR; `spread` maps the unit circle to the face (px)."""
    finer = int(np.clip(np.ceil(float(np.sqrt(abs(np.linalg.det(spread)))) * FACE_PX / (EDGE * side)), 1, 4))
    wide = side * finer
    scale = spread * (FACE_PX / (EDGE * wide))
    matrix = np.column_stack([scale, anchor - scale @ np.array([(wide - 1) / 2] * 2)])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    face = cv2.warpAffine(image, matrix, (wide, wide), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    if finer > 1:
        face = cv2.resize(face, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(face, np.uint8)


def read_faces(faces: Sequence[Picture]) -> tuple[PrintedFaceReading, ...]:
    """What each face (FACE_PX square) shows; the mean over four quarter turns."""
    if not faces:
        return ()
    crops = evened_faces(np.stack(faces).astype(np.float32).transpose(0, 3, 1, 2))
    turned = np.concatenate([np.rot90(crops, quarter, axes=(2, 3)) for quarter in range(4)])
    told = np.asarray(answers("disc_face.onnx", turned), np.float64)
    told = told.reshape(4, len(faces), len(CLASSES)).mean(axis=0)
    odds = np.exp(told - told.max(axis=1, keepdims=True))
    return tuple(PrintedFaceReading(row) for row in odds / odds.sum(axis=1, keepdims=True))


def evened_faces(crops: Values) -> Values:
    """Faces (N x 3 x FACE_PX x FACE_PX) evened out in brightness and contrast over the disc."""
    y, x = np.mgrid[0:FACE_PX, 0:FACE_PX] - (FACE_PX - 1) / 2
    disc = np.asarray(np.clip(EDGE + 0.5 - np.hypot(x, y), 0, 1), np.float32)
    weight = disc / disc.sum()
    middle = (crops * weight).sum(axis=(2, 3), keepdims=True)
    spread = np.sqrt((((crops - middle) ** 2) * weight).sum(axis=(1, 2, 3), keepdims=True) / 3)
    return np.asarray((crops - middle) / (spread + 6) * disc, np.float32)
