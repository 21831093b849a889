"""Pieces and discs to flick, from above."""

from math import cos, pi, sin
from typing import Final

from vision.faces.zong.board import GOLD, NIGHT
from vision.faces.zong.pieces import FLAP_MM
from vision.printed.marks import WHITE, Colour, Drawing, Line, Mark, Shape, grey, mixed
from vision.printed.shapes import box, circle, moved, oval, star

CUT: Final = grey(120)
PIECES: Final[dict[str, Colour]] = {
    "red": (206, 44, 44),
    "blue": (36, 88, 184),
    "green": (36, 138, 66),
    "yellow": (246, 208, 48),
    "black": (34, 34, 38),
    "white": (250, 250, 248),
}


def draw_top(colour: str, wide: float) -> Drawing:
    """A piece from above: its colour, with a slightly darker or lighter planet on its orbit."""
    ground, middle = PIECES[colour], wide / 2
    mark = _tone(ground)
    marks: list[Mark] = [
        Shape(circle(middle, middle, middle - 0.1), fill=ground, edge=CUT, edge_mm=0.2),
        Shape(circle(middle, middle, middle * 0.86), edge=mark, edge_mm=0.5),
        Shape(circle(middle, middle, middle * 0.36), fill=mark),
        Shape(moved(oval(0, 0, middle * 0.66, middle * 0.17), middle, middle, turn=-24), edge=mark, edge_mm=0.7),
    ]  # fmt: skip
    for n in range(3):
        angle = 2 * pi * n / 3 + 0.5
        at = (middle + 0.64 * middle * cos(angle), middle + 0.64 * middle * sin(angle))
        marks.append(Shape(star(*at, 4, 1.3, 0.4), fill=mark))
    return Drawing(f"piece {colour}", wide, wide, tuple(marks))


def draw_flicked(side_mm: float) -> Drawing:
    """A ZONG disc from above: black with a golden star."""
    middle = side_mm / 2
    marks: list[Mark] = [
        Shape(circle(middle, middle, middle - 0.1), fill=(30, 30, 36), edge=CUT, edge_mm=0.2),
        Shape(circle(middle, middle, 0.84 * middle), edge=(84, 84, 96), edge_mm=0.5),
        Shape(star(middle, middle, 8, 0.66 * middle, 0.24 * middle), fill=mixed(GOLD, NIGHT, 0.35)),
        Shape(star(middle, middle, 4, 0.66 * middle, 0.2 * middle), fill=GOLD),
    ]
    return Drawing("flicked disc", side_mm, side_mm, tuple(marks))


def draw_strip(colour: str, wide: float, high: float) -> Drawing:
    """The strip rolled into a piece's side, and its flap."""
    long, ground = pi * wide, PIECES[colour]
    mark = _tone(ground)
    marks: list[Mark] = [
        Shape(box(0, 0, long, high), fill=ground, edge=CUT, edge_mm=0.2),
        Shape(box(long, 0, FLAP_MM, high), fill=WHITE, edge=CUT, edge_mm=0.2),
        *(Line(long + n, high, long + n + 2, 0, ink=grey(200), width_mm=0.3) for n in range(0, 6, 2)),
    ]
    for n in range(12):
        x = long * (n + 0.5) / 12
        marks.append(Shape(star(x, high / 2, 4, 1.6, 0.5), fill=mark))
    return Drawing(f"strip {colour}", long + FLAP_MM, high, tuple(marks))


def _tone(ground: Colour) -> Colour:
    """A shade that is visible on a colour without changing its perceived colour."""
    dark = sum(ground) < 330
    return mixed(ground, WHITE if dark else NIGHT, 0.16)
