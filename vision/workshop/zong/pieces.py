"""Pieces and discs to flick, from above."""

from math import cos, pi, sin

from vision.faces.zong.palette import GOLD, NIGHT, PIECES, mixed
from vision.faces.zong.pieces import CUT, tone
from vision.printed.marks import Drawing, Mark, Shape
from vision.printed.shapes import circle, moved, oval, star


def draw_top(colour: str, wide: float) -> Drawing:
    """A piece from above: its colour, with a planet on its orbit that is little darker or lighter."""
    ground, middle = PIECES[colour], wide / 2
    mark = tone(ground)
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
