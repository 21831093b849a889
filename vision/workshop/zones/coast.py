"""The coast on both sides of the screen: hills and forests behind, fields before them, and longships on the water."""

from math import pi, sin
from random import Random
from typing import Final

from vision.faces.zones.parts import FOOT_MM, INK, SCREEN_MM, WOOD
from vision.printed.marks import (
    LINE_MM,
    WHITE,
    Colour,
    Drawing,
    Glow,
    Gradient,
    Line,
    Mark,
    Shape,
    grey,
    mixed,
)
from vision.printed.shapes import box, circle, polygon, smooth
from vision.workshop.zones.figures import fir, longship, runes
from vision.workshop.zones.palette import GOLD, LANDS

BEYOND_MM: Final = 20.0
"""Excess length of the screen on each side, so that its feet stand off the board."""
SLIT_MM: Final = 30.0
GAP_MM: Final = 5.0
CUT, FOLD = grey(110), grey(190)
WIDTHS_MM: Final = (300.0, 450.0, 250.0)
"""Widths of the possible boards."""


def coast(board_mm: float) -> Drawing:
    """One side upright: sky, sun, ridges, forest, fields, water with ships, and a plank for the title."""
    wide = board_mm + 2 * BEYOND_MM
    chance = Random(f"screen {wide:g}")
    marks: list[Mark] = [
        Shape(box(0, 0, wide, SCREEN_MM), fill=Gradient((0, 0), (0, 62), (122, 166, 214), (252, 226, 178))),
        Shape(
            circle(wide * 0.76, 33, 13), fill=Glow((wide * 0.76, 33), 13, (255, 244, 200), (252, 214, 130))
        ),
    ]
    for _ in range(9):
        marks += _cloud(chance.uniform(0, wide), chance.uniform(6, 26), chance.uniform(6, 13))
    hills = LANDS["hills"]
    layers: tuple[tuple[float, float, Colour], ...] = (
        (42, 11, (150, 164, 196)),
        (49, 9, (134, 132, 150)),
        (56, 7, hills.second),
        (62, 5, hills.ground),
    )
    for level, tall, tint in layers:
        marks.append(_range(chance, wide, level, tall, tint))
    forest = LANDS["forest"]
    for row, (foot, size) in enumerate(((63.0, 9.0), (66.0, 11.0))):
        for n in range(round(wide / 4.4)):
            x = (n + 0.5 * row) * 4.4 + chance.uniform(-1, 1)
            if sin(x / 23 + row) > -0.25:
                marks += fir(
                    x,
                    foot + chance.uniform(-0.8, 0.8),
                    size * chance.uniform(0.8, 1.15),
                    mixed(forest.second, forest.ground, 0.35 * row),
                    forest,
                )
    marks += _shore(wide)
    for n in range(4):
        at = wide * (0.12 + 0.25 * n) + chance.uniform(-9, 9)
        marks += longship(at, 84 + chance.uniform(-3, 3), 20 + 5 * (n % 2), "ship" * (n + 1))
    return Drawing("side of the screen", wide, SCREEN_MM, (*marks, *_plank(wide)))


def cuts(board_mm: float) -> Drawing:
    """Marks over both sides: folds, cuts, and the feet below."""
    wide = board_mm + 2 * BEYOND_MM
    marks: list[Mark] = [
        *_dashed(wide, SCREEN_MM),
        *(Line(0, y, wide, y, ink=CUT) for y in (0.0, 2 * SCREEN_MM)),
        *(Line(x, 0, x, 2 * SCREEN_MM, ink=CUT) for x in (0.0, wide)),
    ]
    for x in (BEYOND_MM / 2, wide - BEYOND_MM / 2):
        # The slits for the feet, through both sides: visible on any ground.
        for ink, wide_mm in ((WHITE, 3 * LINE_MM), (CUT, LINE_MM)):
            marks += [
                Line(x, 0, x, SLIT_MM, ink=ink, width_mm=wide_mm),
                Line(x, 2 * SCREEN_MM - SLIT_MM, x, 2 * SCREEN_MM, ink=ink, width_mm=wide_mm),
            ]
    top = 2 * SCREEN_MM + GAP_MM
    # Words and feet side by side on the first sheet of the narrowest paper.
    for left in (FOOT_MM + GAP_MM / 2, 2 * FOOT_MM + GAP_MM):
        middle = left + FOOT_MM / 2
        marks += [
            Shape(box(left, top, FOOT_MM, FOOT_MM), fill=mixed(WOOD, WHITE, 0.75), edge=CUT),
            Line(middle, top, middle, top + FOOT_MM - SLIT_MM, ink=CUT),
        ]
    return Drawing("cuts", wide, top + FOOT_MM, tuple(marks))


def _dashed(wide: float, y: float) -> list[Mark]:
    count = max(1, round(wide / 8))
    step = wide / count
    return [Line(n * step, y, (n + 0.5) * step, y, ink=FOLD) for n in range(count)]


def _plank(wide: float) -> list[Mark]:
    """A board of wood with two rows of runes."""
    half, top = 62.0, 13.0
    left = wide / 2 - half
    marks: list[Mark] = [
        Shape(box(left + 1, top + 1.2, 2 * half, 34, 3), fill=INK, opacity=0.35),
        Shape(
            box(left, top, 2 * half, 34, 3),
            fill=Gradient((0, top), (0, top + 34), mixed(WOOD, WHITE, 0.12), mixed(WOOD, INK, 0.3)),
            edge=INK,
            edge_mm=0.6,
        ),
        Shape(box(left + 1.6, top + 1.6, 2 * half - 3.2, 30.8, 2), edge=GOLD, edge_mm=0.5),
    ]
    for y in (top + 5.4, top + 29.2):
        marks += runes(wide / 2, y, 3.2, 40, mixed(GOLD, WOOD, 0.25))
    for x in (left + 4, left + 2 * half - 4):
        marks += [Shape(circle(x, top + 17, 1.3), fill=GOLD, edge=INK, edge_mm=0.3)]
    return marks


def _shore(wide: float) -> list[Mark]:
    """A strip of fields, the beach, and the water before it in rows of waves."""
    water, field = LANDS["water"], LANDS["field"]
    marks: list[Mark] = [
        Shape(box(0, 65, wide, 8), fill=Gradient((0, 65), (0, 73), (166, 178, 96), field.ground))
    ]
    for n in range(round(wide / 7)):
        x = n * 7.0
        marks.append(
            Shape(
                polygon([(x, 73), (x + 3.5, 73), (x + 6.4, 66), (x + 4.6, 66)]),
                fill=field.second,
                opacity=0.6,
            )
        )
    marks.append(Shape(box(0, 72, wide, 18), fill=Gradient((0, 72), (0, 90), water.ground, water.shade)))
    for row in range(5):
        y, size = 74.2 + 3.4 * row, 1.5 + 0.45 * row
        for n in range(-1, int(wide / (4 * size)) + 2):
            x = (n + 0.5 * (row % 2)) * 4 * size
            crest = smooth([(x - 2 * size, y), (x, y - 0.9 * size), (x + 2 * size, y), (x, y - 0.3 * size)])
            marks.append(Shape(crest, fill=water.light, opacity=0.75))
    return marks


def _range(chance: Random, wide: float, level: float, tall: float, tint: Colour) -> Shape:
    """A ridge `tall` mm above its level."""
    shift = chance.uniform(0, 6)
    points = [
        (
            x * 6.0 - 6,
            level
            - tall * (0.5 + 0.5 * sin(x * 0.72 + shift) * sin(x * 0.31 + 2 * shift))
            - chance.uniform(0, tall * 0.3),
        )
        for x in range(round(wide / 6) + 4)
    ]
    outline = (*smooth(points, closed=False), ("line", (wide + 12, SCREEN_MM)), ("line", (-6.0, SCREEN_MM)))
    fill = Gradient((0, level - tall), (0, level + 12), mixed(tint, WHITE, 0.3), tint)
    return Shape(outline, fill=fill, edge=mixed(tint, INK, 0.4), edge_mm=0.4)


def _cloud(x: float, y: float, size: float) -> list[Mark]:
    return [
        Shape(
            circle(x + size * 0.5 * n, y - 1.2 * sin(pi * (n + 2) / 4), size * (0.42 - 0.06 * abs(n))),
            fill=WHITE,
            opacity=0.7,
        )
        for n in (-2, -1, 0, 1, 2)
    ]
