"""A blank roster card: parchment in a wooden frame, a band, a coin, and a compass of squares."""

from vision.faces.zones.parts import (
    COMPASS_AT,
    COMPASS_MM,
    EDGE,
    HIGH_MM,
    INK,
    LANDS,
    ROW,
    SPECIAL,
    TOP,
    WIDE_MM,
    WOOD,
)
from vision.printed.marks import WHITE, Drawing, Gradient, Line, Mark, Shape, mixed
from vision.printed.shapes import box, circle
from vision.workshop.zones.palette import GOLD, PARCHMENT


def roster() -> Drawing:
    marks = [*_ground(), *_band(), *_framed(EDGE, TOP, 36.0, 35.0)]
    marks += _framed(EDGE + 38, TOP, WIDE_MM - 2 * EDGE - 38, 35.0)
    marks += _compass(*COMPASS_AT, COMPASS_MM)
    marks += _framed(EDGE, SPECIAL, WIDE_MM - 2 * EDGE, 22.6)
    for row in range(3):
        marks += _framed(EDGE, LANDS + row * ROW, WIDE_MM - 2 * EDGE, ROW - 1)
    return Drawing("roster", WIDE_MM, HIGH_MM, tuple(marks))


def _ground() -> list[Mark]:
    """Parchment in a frame of wood."""
    return [
        Shape(box(0, 0, WIDE_MM, HIGH_MM), fill=WOOD),
        Shape(box(0.5, 0.5, WIDE_MM - 1, HIGH_MM - 1, 2), edge=GOLD, edge_mm=0.4),
        Shape(box(1.6, 1.6, WIDE_MM - 3.2, HIGH_MM - 3.2, 2.4), fill=Gradient((0, 0), (0, HIGH_MM), WHITE, PARCHMENT)),
    ]  # fmt: skip


def _band() -> list[Mark]:
    """A dark band for the name, and a coin for the cost."""
    return [
        Shape(box(1.6, 1.6, WIDE_MM - 3.2, 15.0, 2.2), fill=Gradient((0, 0), (0, 17), mixed(WOOD, INK, 0.35), WOOD)),
        Line(3, 15.4, WIDE_MM - 3, 15.4, ink=GOLD, width_mm=0.4),
        Shape(circle(WIDE_MM - 10.2, 9.1, 6.6), fill=GOLD, edge=mixed(GOLD, INK, 0.4), edge_mm=0.5),
        Shape(circle(WIDE_MM - 10.2, 9.1, 5.6), fill=mixed(GOLD, WHITE, 0.5)),
    ]  # fmt: skip


def _framed(x: float, y: float, wide: float, high: float) -> list[Mark]:
    return [
        Shape(box(x, y, wide, high, 1.4), fill=(255, 253, 246), edge=mixed(WOOD, WHITE, 0.35), edge_mm=0.35)
    ]


def _compass(x: float, y: float, side: float) -> list[Mark]:
    marks: list[Mark] = []
    for row in (-1, 0, 1):
        for column in (-1, 0, 1):
            left, top = x + (column - 0.5) * side, y + (row - 0.5) * side
            tint = mixed(PARCHMENT, GOLD, 0.22) if (row + column) % 2 else PARCHMENT
            marks.append(
                Shape(box(left, top, side, side), fill=tint, edge=mixed(WOOD, WHITE, 0.55), edge_mm=0.3)
            )
    marks.append(Shape(circle(x, y, 0.26 * side), fill=INK))
    return marks
