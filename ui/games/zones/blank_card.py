"""A blank roster card of ZoneS as the printed ones look, so that people know what is asked of theirs."""

from functools import cache
from typing import Any

from ui.present.steps import Shown

WIDE, HIGH = 560, 400
PAPER, INK, EMPTY = (232, 240, 244), (36, 30, 26), (250, 252, 253)
ASKED = (160, 106, 20)
"""The colour of the four fields that are asked for (BGR)."""
_FIELDS = (
    ("MOVEMENT", (150, 112, 130, 120), True),
    ("PREFERRED", (288, 112, 112, 120), True),
    ("SPECIAL", (408, 112, 140, 272), False),
    ("DIFFICULT", (150, 264, 130, 120), True),
    ("RESTRICTED", (288, 264, 112, 120), True),
)
"""Each field: its word, its place from the top left (x, y, width, height), and whether it is asked for."""


@cache
def blank_card() -> Shown:
    """The card: name and cost above, what is asked for with a question mark."""
    import cv2
    import numpy as np

    picture = np.full((HIGH, WIDE, 3), PAPER, np.uint8)
    cv2.rectangle(picture, (6, 6), (WIDE - 7, HIGH - 7), INK, 3)
    _written(cv2, picture, "NAME OF THE PIECE", (26, 54), 0.9, INK, 2)
    _written(cv2, picture, "COST", (WIDE - 110, 54), 0.9, INK, 2)
    cv2.rectangle(picture, (24, 112), (138, 384), INK, 2)
    _written(cv2, picture, "PICTURE", (34, 256), 0.7, (150, 150, 150), 2)
    cv2.line(picture, (24, 76), (WIDE - 24, 76), INK, 2)
    for words, (x, y, wide, high), asked in _FIELDS:
        colour = ASKED if asked else INK
        cv2.rectangle(picture, (x, y), (x + wide, y + high), EMPTY, -1)
        cv2.rectangle(picture, (x, y), (x + wide, y + high), colour, 4 if asked else 2)
        _written(cv2, picture, words, (x + 2, y - 8), 0.56, colour, 2)
        if asked:
            _written(cv2, picture, "?", (x + wide // 2 - 22, y + high // 2 + 26), 2.2, ASKED, 5)
    return Shown(np.ascontiguousarray(picture))


def _written(
    cv2: Any, picture: Any, words: str, at: tuple[int, int], size: float, ink: Any, bold: int
) -> None:
    cv2.putText(picture, words, at, cv2.FONT_HERSHEY_SIMPLEX, size, ink, bold, cv2.LINE_AA)
