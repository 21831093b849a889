"""How well the words of a drawing can be read: how high an x is, and how words stand out from what lies beneath them.

Contrast is the ratio of relative luminances of WCAG 2.1; beneath lies what is painted there without the words.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from tests.ui.wcag import contrast
from vision.printed.letters import size_of, width_mm
from vision.printed.marks import Colour, Drawing, Font, Label, Placed
from vision.printed.pdf import picture_of

LEAST_X_MM = 2.2
LEAST_CONTRAST = 4.5
PX_PER_MM = 6
SMALL: dict[Font, float] = {"text": 0.529, "bold": 0.531, "round": 0.5, "tall": 0.7, "gothic": 0.448}
"""Height of an x over the size of its font."""


def x_height(font: Font, capital_mm: float) -> float:
    """How high an x stands (mm) where capitals are so high."""
    return size_of(font, capital_mm) * SMALL[font]


def low_words(drawing: Drawing, *, own_scale_only: bool = False) -> tuple[str, ...]:
    """Words whose x is lower than LEAST_X_MM; with `own_scale_only` not those of drawings that are placed smaller."""
    low = [
        f"{drawing.name}: {label.words!r}"
        for label, _, _, scale in _labels(drawing)
        if x_height(label.font, label.size_mm) * scale < LEAST_X_MM and (scale >= 1 or not own_scale_only)
    ]
    turned = (low_words(inner, own_scale_only=own_scale_only) for inner in _turned(drawing))
    return (*low, *(words for inner in turned for words in inner))


def faint_words(drawing: Drawing) -> tuple[str, ...]:
    """Words that stand out by less than LEAST_CONTRAST from anything beneath more than a fiftieth of their box."""
    found = [words for inner in _turned(drawing) for words in faint_words(inner)]
    labels = list(_labels(drawing))
    if not labels:
        return tuple(found)
    beneath = picture_of(_wordless(drawing), PX_PER_MM)[..., ::-1]
    for label, x, y, scale in labels:
        wide, high = width_mm(label.words, label.font, label.size_mm) * scale, label.size_mm * scale
        left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[label.anchor]
        rows = slice(round((y - high) * PX_PER_MM), round(y * PX_PER_MM))
        under = beneath[rows, round(left * PX_PER_MM) : round((left + wide) * PX_PER_MM)].reshape(-1, 3)
        # A colour as one number, each part by its upper five bits.
        codes, counts = np.unique(under.astype(np.int64) // 8 @ (1, 32, 1024), return_counts=True)
        colours = codes[:, None] // (1, 32, 1024) % 32 * 8
        ratios = np.array([_ratio(label.ink, tuple(colour)) for colour in colours.tolist()])
        shares = counts / len(under)
        if (shares * (ratios < LEAST_CONTRAST)).sum() > 0.02:
            found.append(f"{drawing.name}: {label.words!r} {ratios.min():.1f}")
    return tuple(found)


def _labels(
    drawing: Drawing, x: float = 0.0, y: float = 0.0, scale: float = 1.0
) -> Iterator[tuple[Label, float, float, float]]:
    """Every label with where it begins and how much larger it is shown, but for what is turned."""
    for mark in drawing.marks:
        if isinstance(mark, Label):
            yield mark, x + mark.x * scale, y + mark.y * scale, scale
        elif isinstance(mark, Placed) and not mark.turn:
            yield from _labels(mark.drawing, x + mark.x * scale, y + mark.y * scale, scale * mark.scale)


def _turned(drawing: Drawing) -> Iterator[Drawing]:
    """What is placed in it at another angle."""
    for mark in drawing.marks:
        if isinstance(mark, Placed):
            yield from [mark.drawing] if mark.turn else _turned(mark.drawing)


def _wordless(drawing: Drawing) -> Drawing:
    marks = [
        replace(mark, drawing=_wordless(mark.drawing)) if isinstance(mark, Placed) else mark
        for mark in drawing.marks
        if not isinstance(mark, Label)
    ]
    return replace(drawing, marks=tuple(marks))


def _ratio(one: Colour, other: Colour) -> float:
    return contrast(*((*(part / 255 for part in colour), 1.0) for colour in (one, other)))
