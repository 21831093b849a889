"""The pictures of a card's gifts, and a round and a skull, which stand in scenes too."""

from collections.abc import Callable
from typing import Final

from vision.faces.zombinion.card import CREAM, INK, SIGN_HIGH, Gift
from vision.printed.marks import Colour, Drawing, Point, mixed
from vision.printed.shapes import circle, moved, polygon, smooth
from vision.workshop.zombinion.canvas import Canvas

BRASS: Final[Colour] = (226, 168, 52)
COPPER: Final[Colour] = (196, 96, 48)


def cost(radius: float = 6.0) -> Drawing:
    """A disc like the bottom of a round, for the figure of a cost."""
    wide = 2 * radius
    canvas = Canvas("cost", wide, wide)
    canvas.add(circle(radius, radius, radius), INK)
    canvas.add(circle(radius, radius, radius * 0.9), BRASS)
    canvas.add(circle(radius, radius, radius * 0.9), None, edge=(mixed(BRASS, INK, 0.45), radius * 0.05))
    canvas.add(circle(radius, radius, radius * 0.74), CREAM, edge=(INK, radius * 0.06))
    return canvas.drawing()


def gift(name: Gift) -> Drawing:
    """The picture beside the figure of a gift."""
    draw, wide = GIFTS[name]
    canvas = Canvas(f"gift {name}", wide, SIGN_HIGH)
    draw(canvas, wide / 2, SIGN_HIGH / 2)
    return canvas.drawing()


def _card(canvas: Canvas, x: float, y: float) -> None:
    for turn, fill in ((-0.9, mixed(CREAM, INK, 0.35)), (0.9, CREAM)):
        canvas.poly(
            [
                (x - 2.2 + turn, y - 3),
                (x + 1.8 + turn, y - 3.4 + abs(turn) / 2),
                (x + 2.2 + turn, y + 2.8),
                (x - 1.8 + turn, y + 3.3),
            ],
            fill,
            edge=(INK, 0.5),
        )
    canvas.poly(
        [(x + 0.3, y - 1.7), (x + 1.8, y - 0.1), (x + 0.6, y + 1.6), (x - 0.6, y - 0.1)], (164, 30, 34)
    )


def _action(canvas: Canvas, x: float, y: float) -> None:
    """A flash of lightning: an action."""
    canvas.oval(x, y, 3.5, 3.5, (44, 62, 92), edge=(INK, 0.4))
    canvas.poly(
        [
            (x + 0.9, y - 3.2),
            (x - 1.9, y + 0.6),
            (x - 0.1, y + 0.6),
            (x - 0.9, y + 3.2),
            (x + 2, y - 0.7),
            (x + 0.2, y - 0.7),
        ],
        (255, 214, 74),
        edge=(INK, 0.3),
    )


def _target(canvas: Canvas, x: float, y: float) -> None:
    for radius, fill in ((3.5, (190, 34, 38)), (2.4, CREAM), (1.3, (190, 34, 38))):
        canvas.oval(x, y, radius, radius, fill, edge=(INK, 0.3))
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        canvas.line([(x + dx * 1.9, y + dy * 1.9), (x + dx * 3.7, y + dy * 3.7)], INK, 0.6)


def _shot(canvas: Canvas, x: float, y: float) -> None:
    cartridge(canvas, x, y + 3.7, 7.4)


def _skull(canvas: Canvas, x: float, y: float) -> None:
    skull(canvas, x, y, 3.6)


_ROUND: Final[tuple[tuple[list[Point], Colour, Colour | None], ...]] = (
    (
        [(-0.155, -0.05), (-0.155, -0.52), (-0.13, -0.6), (0.13, -0.6), (0.155, -0.52), (0.155, -0.05)],
        BRASS,
        INK,
    ),
    ([(-0.112, -0.09), (-0.112, -0.5), (-0.047, -0.54), (-0.047, -0.09)], (255, 226, 140), None),
    ([(0.07, -0.07), (0.07, -0.55), (0.14, -0.5), (0.14, -0.07)], mixed(BRASS, INK, 0.35), None),
    ([(-0.07, -0.64), (-0.059, -0.78), (-0.016, -0.92), (-0.016, -0.64)], (246, 178, 128), None),
    ([(-0.178, 0), (-0.178, -0.06), (0.178, -0.06), (0.178, 0)], mixed(BRASS, INK, 0.2), INK),
)
"""A round of height 1 standing on its bottom, without its nose: parts with fill and edge."""
_NOSE: Final[list[Point]] = [
    (-0.127, -0.56), (-0.124, -0.7), (-0.07, -0.9), (0, -1), (0.07, -0.9), (0.124, -0.7), (0.127, -0.56),
]  # fmt: skip


def cartridge(canvas: Canvas, x: float, foot: float, high: float, turn: float = 0.0) -> None:
    """A round standing on its bottom, lit from the left."""
    mm = max(high * 0.025, 0.25)
    canvas.add(moved(smooth(_NOSE), x, foot, high, turn), COPPER, edge=(INK, mm))
    for points, fill, edge in _ROUND:
        canvas.add(moved(polygon(points), x, foot, high, turn), fill, edge=(edge, mm))


def skull(canvas: Canvas, x: float, y: float, half: float) -> None:
    """A skull from the front."""
    canvas.blob(
        [
            (x - half, y - half * 0.25),
            (x - half * 0.6, y - half * 0.9),
            (x, y - half * 1.05),
            (x + half * 0.6, y - half * 0.9),
            (x + half, y - half * 0.25),
            (x + half * 0.72, y + half * 0.35),
            (x + half * 0.5, y + half * 0.95),
            (x - half * 0.5, y + half * 0.95),
            (x - half * 0.72, y + half * 0.35),
        ],
        CREAM,
        edge=(INK, half * 0.12),
    )
    for side in (-1, 1):
        canvas.oval(x + side * half * 0.42, y - half * 0.05, half * 0.27, half * 0.3, INK)
        canvas.line(
            [(x + side * half * 0.17, y + half * 0.62), (x + side * half * 0.17, y + half * 0.95)],
            INK,
            half * 0.09,
        )
    canvas.poly(
        [(x, y + half * 0.18), (x - half * 0.13, y + half * 0.44), (x + half * 0.13, y + half * 0.44)], INK
    )


GIFTS: Final[dict[Gift, tuple[Callable[[Canvas, float, float], None], float]]] = {
    "cards": (_card, 6.0),
    "actions": (_action, 7.0),
    "targets": (_target, 7.2),
    "shots": (_shot, 3.2),
    "points": (_skull, 7.2),
}
"""The drawing function of each picture, and its width (mm)."""
