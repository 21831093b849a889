"""The faces of the discs that are thrown: a number, a lightning or a spiral, large and strong on the disc's colour.

What is on a face must be told whichever way it lies, so a 6 and a 9 have a line beneath them.
"""

from math import cos, pi, sin
from typing import Final, Literal

from vision.faces.zong.palette import NIGHT, mixed
from vision.printed.letters import Font, width_mm
from vision.printed.marks import WHITE, Colour, Drawing, Glow, Label, Mark, Path, Placed, Point, Shape
from vision.printed.shapes import box, circle, polygon, smooth, star

DISC_MM: Final = 26.0
DiscKind = Literal["blue", "risk", "lightning"]
COLOURS: Final[dict[DiscKind, Colour]] = {
    "blue": (36, 84, 186), "risk": (118, 50, 150), "lightning": (246, 208, 56),
}  # fmt: skip
_FLASH: Final = ((14.6, 3.4), (6.6, 14.2), (11.7, 14.2), (9.2, 22.8), (19.4, 10.7), (13.9, 10.7), (17.4, 3.4))
_DIGIT_MM: Final = 13.5
_FONTS: Final[dict[str, Font]] = {"1": "tall", "4": "tall", "6": "bold", "9": "bold"}
"""Fonts of the digits that the reader of faces takes for others in the font of the rest: a 1 for a 7, a 6 for a 5."""


def draw_disc(face: str, kind: DiscKind) -> Drawing:
    """One side of a disc: `face` is a number, `lightning` or `spiral`."""
    middle, ground = DISC_MM / 2, COLOURS[kind]
    fill = Glow((middle - 4, middle - 5), 19, mixed(ground, WHITE, 0.2), ground)
    rim = mixed(ground, NIGHT, 0.35)
    inner: list[Mark] = [Shape(box(0, 0, DISC_MM, DISC_MM), fill=fill), *_ornament(kind, ground)]
    marks: list[Mark] = [
        Placed(
            Drawing("ground", DISC_MM, DISC_MM, tuple(inner)), 0, 0, within=circle(middle, middle, middle)
        ),
        Shape(circle(middle, middle, middle - 0.75), edge=rim, edge_mm=1.5),
    ]
    if face == "lightning":
        marks.append(Shape(polygon(_FLASH), fill=NIGHT, edge=WHITE, edge_mm=0.5))
    elif face == "spiral":
        marks.append(Shape(_spiral(middle), edge=NIGHT, edge_mm=1.9, closed=False))
    else:
        marks += _number(face, middle)
    return Drawing(f"{kind} {face}", DISC_MM, DISC_MM, tuple(marks), sign=True)


def _number(face: str, middle: float) -> list[Mark]:
    font: Font = _FONTS.get(face, "round")
    number = Label(middle, middle + _DIGIT_MM / 2 - 0.4, face, _DIGIT_MM, WHITE, font=font, anchor="middle")
    if face not in ("6", "9"):
        return [number]
    wide = width_mm(face, font, _DIGIT_MM) * 0.8
    return [Shape(box(middle - wide / 2, middle + 7.9, wide, 1.3, 0.6), fill=WHITE), number]


def _spiral(middle: float) -> Path:
    points: list[Point] = []
    for n in range(61):
        turn = 5 * pi * n / 60
        away = 0.4 + 0.56 * turn
        points.append((middle + away * cos(turn), middle + away * sin(turn)))
    return smooth(points, closed=False)


def _ornament(kind: DiscKind, ground: Colour) -> list[Mark]:
    """Little that is little darker or lighter, along the rim: never in the way of what is read."""
    middle = DISC_MM / 2
    marks: list[Mark] = []
    for n in range(12):
        angle = 2 * pi * n / 12
        x, y = middle + 10.4 * cos(angle), middle + 10.4 * sin(angle)
        tint = mixed(ground, WHITE, 0.3)
        if kind == "blue":
            marks.append(Shape(circle(x, y, 0.42), fill=tint))
        elif kind == "risk":
            marks.append(Shape(star(x, y, 4, 0.95, 0.3), fill=tint))
        else:
            marks.append(Shape(star(x, y, 3, 0.9, 0.4, 30 * n + 90), fill=mixed(ground, NIGHT, 0.22)))
    return marks
