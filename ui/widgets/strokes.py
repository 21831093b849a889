"""Strokes of which icons are made: each draws in a square, into the canvas that is open."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from kivy.graphics import Line, SmoothEllipse, SmoothLine, SmoothTriangle

Draw = Callable[[float, float, float], None]
"""Draws in a square: its left, its low side, and how long its sides are."""
Point = tuple[float, float]


def path(*points: Point, close: bool = False, weight: float = 0.1) -> Draw:
    """A line through points, with round ends."""

    def draw(x: float, y: float, side: float) -> None:
        flat = [value for px, py in points for value in (x + px * side, y + py * side)]
        SmoothLine(points=flat, width=max(1.0, side * weight / 2), close=close, cap="round", joint="round")

    return draw


def ring(cx: float, cy: float, reach: float, start: float = 0, end: float = 360, weight: float = 0.1) -> Draw:
    """Part of a circle; its angles (deg) go clockwise from the top."""

    def draw(x: float, y: float, side: float) -> None:
        SmoothLine(
            circle=(x + cx * side, y + cy * side, reach * side, start, end), width=max(1.0, side * weight / 2)
        )

    return draw


def dot(cx: float, cy: float, reach: float) -> Draw:
    """A filled circle."""

    def draw(x: float, y: float, side: float) -> None:
        size = 2 * reach * side
        SmoothEllipse(pos=(x + (cx - reach) * side, y + (cy - reach) * side), size=(size, size))

    return draw


def wedge(*points: Point) -> Draw:
    """A filled triangle."""

    def draw(x: float, y: float, side: float) -> None:
        SmoothTriangle(points=[value for px, py in points for value in (x + px * side, y + py * side)])

    return draw


def box(left: float, low: float, width: float, height: float, weight: float = 0.1) -> Draw:
    """The outline of a rectangle with round corners."""

    def draw(x: float, y: float, side: float) -> None:
        Line(
            rounded_rectangle=(x + left * side, y + low * side, width * side, height * side, side * 0.08),
            width=max(1.0, side * weight / 2),
        )

    return draw


def together(*parts: Draw) -> Draw:
    """Several strokes, one after the other."""

    def draw(x: float, y: float, side: float) -> None:
        for part in parts:
            part(x, y, side)

    return draw


def fan(*points: Point) -> Draw:
    """A filled shape, seen whole from its first point."""
    return together(*(wedge(points[0], one, other) for one, other in pairwise(points[1:])))


def mirrored(points: Sequence[Point]) -> tuple[Point, ...]:
    """The same points the other way round."""
    return tuple((1 - x, y) for x, y in points)
