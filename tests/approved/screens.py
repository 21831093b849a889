"""The approved pictures of the screens: small, drawn from what stands on the canvas, so that they are alike everywhere.

A text is a box of its ink and a picture a grey plane (see `tests.ui.drawn`): what is kept is where things stand and in
which colour. With ZO_KEEP_SCREENS set, the tests of the screens keep what they find instead of comparing it:
`ZO_KEEP_SCREENS=1 python -m pytest tests/ui/screens/test_screens.py`; look at what changed, and commit it.
"""

import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.ui.drawn import Pixels, drawn

FOLDER = Path(__file__).parent / "kept" / "screens"
SCALE = 1 / 8
OTHER = 0.15
"""A colour is another one from this difference on, of 1; a line that lies a pixel aside changes less."""
MOST_OTHER = 0.002
"""So large a part of a picture may be of other colours: thin lines, rounded on another machine."""


SHADES = 16
"""So many steps of each colour are kept: small files, and steps far smaller than what counts as another."""


def differing_picture(name: str, size: tuple[int, int], root: Any) -> str:
    """What differs from the approved picture of a screen, in words; empty where nothing does."""
    file = FOLDER / f"{name}-{size[0]}x{size[1]}.png"
    now = small(drawn(root).pixels)
    if "ZO_KEEP_SCREENS" in os.environ:
        _keep(file, now)
        return ""
    kept = cv2.imread(str(file))
    if kept is None:
        return f"no picture {file.name} is kept"
    before = kept[..., ::-1].astype(np.float32) / 255
    if before.shape != now.shape:
        return f"{file.name}: {now.shape[:2]} pixels, kept {before.shape[:2]}"
    other = np.abs(now - before).max(axis=2) > OTHER
    if other.mean() <= MOST_OTHER:
        return ""
    rows, columns = np.nonzero(other)
    box = [round(float(each / SCALE)) for each in (columns.min(), rows.min(), columns.max(), rows.max())]
    return f"{file.name}: {other.mean():.1%} is of other colours, within {box} px of the screen"


def small(pixels: Pixels) -> Pixels:
    """A picture at the scale in which it is kept."""
    return np.asarray(cv2.resize(pixels, None, fx=SCALE, fy=SCALE, interpolation=cv2.INTER_AREA), np.float32)


def _keep(file: Path, picture: Pixels) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    few = np.clip(np.rint(picture * SHADES) * 255 / SHADES, 0, 255).astype(np.uint8)
    cv2.imwrite(str(file), few[..., ::-1], [cv2.IMWRITE_PNG_COMPRESSION, 9])
