"""The faces of the discs that are thrown: a number, a lightning or a spiral, large and strong on the disc's colour.

What is on a face must be told whichever way it lies, so a 6 and a 9 have a line beneath them.
"""

from typing import Final, Literal

from vision.printed.letters import width_mm
from vision.printed.marks import WHITE, Drawing, Font, Label, Shape
from vision.printed.shapes import box
from vision.printed.svg import kept_drawing

DISC_MM: Final = 26.0
DiscKind = Literal["blue", "risk", "lightning"]
_DIGIT_MM: Final = 13.5
_FONTS: Final[dict[str, Font]] = {"1": "tall", "4": "tall", "6": "bold", "9": "bold"}
"""Fonts of the digits that the reader of faces takes for others in the font of the rest: a 1 for a 7, a 6 for a 5."""


def draw_disc(face: str, kind: DiscKind) -> Drawing:
    """One side of a disc: `face` is a number, `lightning` or `spiral`."""
    marks = [*kept_drawing(__package__, f"disc-{kind}").marks]
    if face in ("lightning", "spiral"):
        marks += kept_drawing(__package__, f"sign-{face}").marks
    else:
        middle = DISC_MM / 2
        font: Font = _FONTS.get(face, "round")
        if face in ("6", "9"):
            wide = width_mm(face, font, _DIGIT_MM) * 0.8
            marks.append(Shape(box(middle - wide / 2, middle + 7.9, wide, 1.3, 0.6), fill=WHITE))
        low = middle + _DIGIT_MM / 2 - 0.4
        marks.append(Label(middle, low, face, _DIGIT_MM, WHITE, font=font, anchor="middle"))
    return Drawing(f"{kind} {face}", DISC_MM, DISC_MM, tuple(marks), sign=True)
