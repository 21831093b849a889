"""The flicked discs without their signs, and the two signs other than numbers."""

from math import cos, pi, sin
from typing import Final

from vision.faces.zong.board import NIGHT
from vision.faces.zong.pieces import DISC_MM, DiscKind
from vision.printed.marks import WHITE, Colour, Drawing, Glow, Mark, Path, Placed, Point, Shape, mixed
from vision.printed.shapes import box, circle, polygon, smooth, star

COLOURS: Final[dict[DiscKind, Colour]] = {
    "blue": (36, 84, 186), "risk": (118, 50, 150), "lightning": (246, 208, 56),
}  # fmt: skip
_FLASH: Final = ((14.6, 3.4), (6.6, 14.2), (11.7, 14.2), (9.2, 22.8), (19.4, 10.7), (13.9, 10.7), (17.4, 3.4))


def ground(kind: DiscKind) -> Drawing:
    """A disc without a sign."""
    middle, colour = DISC_MM / 2, COLOURS[kind]
    fill = Glow((middle - 4, middle - 5), 19, mixed(colour, WHITE, 0.2), colour)
    inner: list[Mark] = [Shape(box(0, 0, DISC_MM, DISC_MM), fill=fill), *_ornament(kind, colour)]
    whole = Drawing("ground", DISC_MM, DISC_MM, tuple(inner))
    rim = Shape(circle(middle, middle, middle - 0.75), edge=mixed(colour, NIGHT, 0.35), edge_mm=1.5)
    return Drawing(kind, DISC_MM, DISC_MM, (Placed(whole, 0, 0, within=circle(middle, middle, middle)), rim))


def sign(name: str) -> Drawing:
    """A lightning or a spiral."""
    flash = Shape(polygon(_FLASH), fill=NIGHT, edge=WHITE, edge_mm=0.5)
    spiral = Shape(_spiral(DISC_MM / 2), edge=NIGHT, edge_mm=1.9, closed=False)
    return Drawing(name, DISC_MM, DISC_MM, (flash if name == "lightning" else spiral,))


def _spiral(middle: float) -> Path:
    points: list[Point] = []
    for n in range(61):
        turn = 5 * pi * n / 60
        away = 0.4 + 0.56 * turn
        points.append((middle + away * cos(turn), middle + away * sin(turn)))
    return smooth(points, closed=False)


def _ornament(kind: DiscKind, ground: Colour) -> list[Mark]:
    """Slightly darker or lighter ornaments along the rim, clear of the sign."""
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
