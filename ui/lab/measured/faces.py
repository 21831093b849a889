"""Invented card faces by the hundred: what a large collection looks like, to measure how well and fast one is told.

Rule kept: the same seed paints the same faces; faces of one seed share a layout, as those of a printed game do.
"""

import cv2
import numpy as np

from vision.arrays import Picture

WIDE, HIGH = 126, 176
"""Size of a painted face in px: a poker card at two px a mm."""
_WORDS = (
    "amber",
    "birch",
    "cinder",
    "dusk",
    "elm",
    "frost",
    "gale",
    "heron",
    "iron",
    "jade",
    "kelp",
    "loom",
    "oak",
)


def painted_faces(count: int, seed: int = 0) -> list[tuple[str, Picture]]:
    """So many faces with names of their own: a title, a picture of random shapes, lines of text, a number."""
    rng = np.random.default_rng(seed)
    return [_face(number, rng) for number in range(count)]


def _face(number: int, rng: np.random.Generator) -> tuple[str, Picture]:
    words = [_WORDS[int(rng.integers(len(_WORDS)))] for _ in range(2)]
    border = rng.integers(0, 90, 3)
    paper = rng.integers(165, 245, 3)
    face = np.empty((HIGH, WIDE, 3), dtype=np.uint8)
    face[:] = border
    face[6:-6, 6:-6] = paper
    face[24:106, 12:-12] = _art(82, WIDE - 24, rng)
    ink = (20, 20, 20)
    cv2.putText(face, " ".join(words), (12, 19), cv2.FONT_HERSHEY_SIMPLEX, 0.36, ink, 1, cv2.LINE_AA)
    cv2.putText(face, words[1], (12, 119), cv2.FONT_HERSHEY_SIMPLEX, 0.32, ink, 1, cv2.LINE_AA)
    for line in range(int(rng.integers(2, 5))):
        text = " ".join(_WORDS[int(rng.integers(len(_WORDS)))] for _ in range(3))
        at = (12, 132 + 9 * line)
        cv2.putText(face, text[:20], at, cv2.FONT_HERSHEY_SIMPLEX, 0.24, ink, 1, cv2.LINE_AA)
    value = str(int(rng.integers(1, 10)))
    cv2.putText(face, value, (WIDE - 22, HIGH - 11), cv2.FONT_HERSHEY_SIMPLEX, 0.45, ink, 1, cv2.LINE_AA)
    return f"{number:04d}-{'-'.join(words)}", face


def _art(rows: int, columns: int, rng: np.random.Generator) -> Picture:
    """A sky, a ground and some shapes."""
    top, bottom = rng.uniform(0, 255, 3), rng.uniform(0, 255, 3)
    shade = np.linspace(0, 1, rows)[:, None, None]
    art = np.repeat(top * (1 - shade) + bottom * shade, columns, axis=1).astype(np.uint8)
    for _ in range(int(rng.integers(4, 10))):
        colour = tuple(int(value) for value in rng.integers(0, 256, 3))
        x, y = int(rng.integers(0, columns)), int(rng.integers(0, rows))
        if rng.random() < 0.5:
            axes = (int(rng.integers(4, 30)), int(rng.integers(4, 22)))
            cv2.ellipse(art, (x, y), axes, float(rng.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA)
        else:
            corners = np.array([x, y]) + rng.integers(-28, 29, (int(rng.integers(3, 6)), 2))
            cv2.fillPoly(art, [corners.astype(np.int32)], colour, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(art, (0, 0), 0.6), dtype=np.uint8)
