"""Guns and their parts, drawn in mm around an origin and stamped into scenes."""

from typing import Final

from vision.faces.zombinion.card import INK
from vision.printed.marks import Colour, Path, Point, Shape, mixed
from vision.printed.shapes import box, moved, polygon, smooth
from vision.workshop.zombinion.canvas import Canvas, limb

Stamp = tuple[tuple[Path, Colour | None], ...]
"""Outlines with their fill; None: an ink line."""
STEEL: Final[Colour] = (86, 94, 108)
BRIGHT: Final[Colour] = (160, 170, 184)
WOOD: Final[Colour] = (142, 78, 36)
LIGHT_WOOD: Final[Colour] = (196, 124, 62)
_DARK: Final = mixed(STEEL, INK, 0.45)
SHOTGUN: Final[Stamp] = (
    (polygon([(-27, 1), (-12, -1.6), (-9, 1.6), (-12, 2.6), (-26, 8), (-28, 7)]), WOOD),
    (polygon([(-26.5, 1.9), (-12.5, -0.7), (-13, 0.4), (-26.4, 3.6)]), LIGHT_WOOD),
    (smooth([(-9, 2), (-8.4, 5), (-5, 5.4), (-3.6, 2.2)], closed=False), None),
    (polygon([(-13, -2.2), (2, -2.2), (3, -1), (3, 2), (-9, 2.2), (-13, 1)]), STEEL),
    (polygon([(-12, -1.8), (2, -1.8), (2.2, -1), (-12, -0.9)]), BRIGHT),
    (polygon([(-6, -0.5), (0, -0.5), (0, 0.9), (-6, 0.9)]), _DARK),
    (box(2.5, -2, 25, 1.9, 0.3), STEEL),
    (box(3, -1.8, 24, 0.6), BRIGHT),
    (box(2.5, 0.1, 20, 1.7, 0.6), _DARK),
    (box(6, -0.4, 9.5, 2.9, 0.8), WOOD),
    *((box(7 + n * 1.5, -0.2, 0.7, 2.5), mixed(WOOD, INK, 0.4)) for n in range(5)),
    (box(6.4, -0.1, 8.6, 0.5), LIGHT_WOOD),
    (box(26.6, -2.6, 0.8, 0.8), INK),
)
PISTOL: Final[Stamp] = (
    (polygon([(-9, -1), (-3.5, -1), (-5.2, 10), (-11, 9.4)]), _DARK),
    (polygon([(-8.4, 0.5), (-4.4, 0.5), (-5.6, 8.6), (-9.8, 8.2)]), WOOD),
    *(
        (
            polygon(
                [
                    (-8.7 - n * 0.28, 2 + n * 1.5),
                    (-4.9 - n * 0.2, 2 + n * 1.5),
                    (-5 - n * 0.2, 2.6 + n * 1.5),
                    (-8.8 - n * 0.28, 2.6 + n * 1.5),
                ]
            ),
            mixed(WOOD, INK, 0.4),
        )
        for n in range(4)
    ),
    (smooth([(-3.6, -0.8), (-3.6, 3), (0.4, 3.2), (1, -0.6)], closed=False), None),
    (polygon([(-10.5, -5.2), (11.5, -5.2), (12, -4.6), (12, -1.2), (2, -0.8), (-10.5, -0.8)]), STEEL),
    (polygon([(-10, -4.8), (11.2, -4.8), (11.4, -3.7), (-10, -3.6)]), BRIGHT),
    *((box(-9.5 + n * 0.9, -4.6, 0.4, 3), INK) for n in range(4)),
    (box(-1, -4.4, 5, 1.5), _DARK),
    (box(10.2, -5.9, 0.9, 0.8), INK),
    (box(-10.2, -5.9, 1.2, 0.8), INK),
    (polygon([(-1.9, 0), (-1.3, 0), (-1.5, 1.9), (-2.1, 1.7)]), INK),
)
RIFLE: Final[Stamp] = (
    (polygon([(-20, 0.2), (-9, -1), (-9, 1.4), (-18, 4.4), (-20.5, 4)]), WOOD),
    (box(-10, -1.4, 13, 2.8, 0.5), STEEL),
    (polygon([(-6, 1.2), (-3.6, 1.2), (-4.6, 4.6), (-7, 4.2)]), WOOD),
    (polygon([(-1.6, 1.2), (1.6, 1.2), (3, 5.8), (-0.2, 6.2)]), _DARK),
    (box(3, -1, 8, 2, 0.4), WOOD),
    (box(11, -0.6, 11, 1.0), STEEL),
    (box(-5, -3.6, 8, 1.6, 0.7), _DARK),
    (box(-3, -2.2, 1, 1), INK),
    (box(1, -2.2, 1, 1), INK),
)
MAGAZINE: Final[Stamp] = (
    (polygon([(-4.4, -12), (4.4, -12), (5.4, -2), (8.6, 11), (0.4, 13), (-3.4, 0)]), STEEL),
    (polygon([(-3.4, -11), (-1.4, -11), (-0.4, -1), (2.4, 11.4), (1.2, 11.8), (-2.4, 0)]), BRIGHT),
    *(
        (
            polygon(
                [
                    (-2.9 + n * 0.5, -8 + n * 4.4),
                    (4.7 + n * 0.75, -8.4 + n * 4.2),
                    (4.8 + n * 0.75, -7.6 + n * 4.2),
                    (-2.8 + n * 0.5, -7.2 + n * 4.4),
                ]
            ),
            _DARK,
        )
        for n in range(5)
    ),
    (polygon([(0.2, 12.2), (8.4, 10.1), (9.2, 12.4), (0.6, 14.6)]), _DARK),
    (polygon([(-4.7, -12.6), (4.7, -12.6), (4.5, -10.8), (-4.5, -10.8)]), _DARK),
)
AXE: Final[Stamp] = (
    (limb((0, 10), (0, -14), 0.7, 0.6), LIGHT_WOOD),
    (polygon([(-1, -13), (4, -15.4), (5.4, -11), (4.4, -7), (-1, -9)]), STEEL),
    (polygon([(3.4, -15), (5.6, -14.6), (6.4, -11), (5.2, -6.8), (3.6, -7.4), (4.6, -11)]), BRIGHT),
)
BAT: Final[Stamp] = (
    (
        polygon(
            [(-0.5, 10), (-0.6, 2), (-1.5, -10), (-1, -12.5), (1, -12.5), (1.5, -10), (0.6, 2), (0.5, 10)]
        ),
        LIGHT_WOOD,
    ),
    *(
        (
            polygon([(side * 1.2, -7 - n * 1.6), (side * 3, -7.6 - n * 1.6), (side * 1.2, -7.5 - n * 1.6)]),
            BRIGHT,
        )
        for n in range(3)
        for side in (-1, 1)
    ),
    (box(-0.8, 5, 1.6, 5), mixed(WOOD, INK, 0.4)),
)


def stamp(
    canvas: Canvas, parts: Stamp, at: Point, scale: float = 1.0, turn: float = 0.0, *, mirrored: bool = False
) -> None:
    """Draws parts with their origin at (x, y): an outline around the whole, then each part's fill."""
    paths = [(moved(path, *at, scale, turn, mirrored=mirrored), fill) for path, fill in parts]
    for path, fill in paths:
        if fill is not None:
            canvas.add(path, INK, edge=(INK, 1.2))
    for path, fill in paths:
        if fill is None:
            canvas.marks.append(Shape(path, edge=INK, edge_mm=1.0, closed=False))
        else:
            canvas.add(path, fill, edge=(INK, 0.17))


def shade(
    canvas: Canvas, parts: Stamp, at: Point, scale: float, turn: float, ink: Colour, *, mirrored: bool = False
) -> None:
    """Draws parts as a silhouette."""
    for path, fill in parts:
        if fill is not None:
            canvas.add(moved(path, *at, scale, turn, mirrored=mirrored), ink)
