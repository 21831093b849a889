"""A drawing that takes less ink: fills become paler; lines and signs stay as they are, light words become black."""

from dataclasses import replace
from functools import lru_cache
from typing import Final

import numpy as np

from vision.printed.marks import (
    BLACK,
    WHITE,
    Block,
    Colour,
    Drawing,
    Glow,
    Gradient,
    Image,
    Ink,
    Label,
    Mark,
    Placed,
    Shape,
    mixed,
    rgb,
)

KEPT: Final = 0.4
"""How much of a colour is kept; the rest is paper."""
_LIGHT: Final = 3 * 150
"""Words whose red, green and blue add up to more are light ones."""


@lru_cache(maxsize=512)
def saving_ink(drawing: Drawing) -> Drawing:
    """The same drawing in paler fills; one and the same drawing always becomes one and the same.

    Contrasts all shrink alike, and the eye compares faces by contrasts over their own size, so it reads them as before.
    """
    if drawing.sign:
        return drawing
    return replace(drawing, marks=tuple(map(_paler, drawing.marks)))


def _paler(mark: Mark) -> Mark:
    match mark:
        case Block():
            return replace(mark, ink=_pale(mark.ink))
        case Shape() if mark.fill is not None:
            fill = mark.fill
            if isinstance(fill, Gradient | Glow):
                return replace(mark, fill=replace(fill, first=_pale(fill.first), last=_pale(fill.last)))
            return replace(mark, fill=_pale(fill))
        case Image():
            picture = 255 - (255 - mark.picture.astype(np.float32)) * KEPT
            return replace(mark, picture=np.asarray(np.rint(picture), np.uint8))
        case Label() if sum(rgb(mark.ink)) > _LIGHT:
            # Light words stood on a dark plate, which is a pale one now.
            return replace(mark, ink=BLACK)
        case Placed():
            return replace(mark, drawing=saving_ink(mark.drawing))
        case _:
            return mark


def _pale(ink: Ink) -> Colour:
    return mixed(WHITE, rgb(ink), KEPT)
