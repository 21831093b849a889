"""Draws an arrow over a board: a dark edge below, then its colour, so that it stands out on every card."""

import math
from collections.abc import Sequence

from kivy.graphics import Color, SmoothLine, SmoothTriangle

from ui.widgets.palette import Colour
from ui.widgets.theme import colours, u


def draw_arrow(points: Sequence[tuple[float, float]], long_as: float, colour: Colour) -> None:
    """Onto the canvas that is open: along at least two points (px), its head about so long (px)."""
    (fx, fy), (tx, ty) = points[-2], points[-1]
    long = math.hypot(tx - fx, ty - fy) or 1.0
    along = ((tx - fx) / long, (ty - fy) / long)
    head = max(u(7), min(u(17), long_as))
    end = (tx - along[0] * head * 0.4, ty - along[1] * head * 0.4)
    neck = (end[0] - along[0] * head, end[1] - along[1] * head)
    flat = [value for point in (*points[:-1], neck) for value in point]
    tip = (end[0], end[1])
    for paint, wider in (((*colours().night[:3], 0.85), 1.0), (colour, 0.0)):
        Color(*paint)
        SmoothLine(points=flat, width=head * 0.16 + u(wider * 1.6), cap="round", joint="round")
        wing = head * 0.62 + u(wider * 2.2)
        ahead = u(wider * 2.4)
        SmoothTriangle(
            points=(
                tip[0] + along[0] * ahead,
                tip[1] + along[1] * ahead,
                neck[0] - along[1] * wing,
                neck[1] + along[0] * wing,
                neck[0] + along[1] * wing,
                neck[1] - along[0] * wing,
            )
        )
