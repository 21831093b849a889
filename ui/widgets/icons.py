"""Icons drawn as shapes: no font has them all, and shapes stay sharp at every size."""

import math
from collections.abc import Callable

from kivy.graphics import Color, Line, SmoothEllipse, SmoothLine, SmoothTriangle
from kivy.uix.widget import Widget

from ui.widgets.palette import Colour
from ui.widgets.theme import colours

Draw = Callable[[float, float, float], None]


class Icon(Widget):  # type: ignore[misc]
    """A square picture of a name; an unknown name draws nothing."""

    def __init__(self, name: str, colour: Colour | None = None, **more: object) -> None:
        super().__init__(**more)
        self._name, self._colour = name, colour or colours().text
        self.bind(pos=self._draw, size=self._draw)
        self._draw()

    def show(self, name: str) -> None:
        """Draws another picture."""
        self._name = name
        self._draw()

    def _draw(self, *_changed: object) -> None:
        self.canvas.clear()
        side = min(self.size)
        with self.canvas:
            draw_icon(
                self._name,
                (self.x + self.width / 2) - side / 2,
                (self.y + self.height / 2) - side / 2,
                side,
                self._colour,
            )


def draw_icon(name: str, x: float, y: float, side: float, colour: Colour) -> None:
    """Draws into the canvas that is open: `x`, `y` is the lower left corner."""
    Color(*colour)
    draw = _DRAWN.get(name)
    if draw is not None:
        draw(x, y, side)


def seat_shape(seat: int, x: float, y: float, side: float, colour: Colour) -> None:
    """A seat's own shape: a disc for seat 0, a diamond for seat 1, corners more for each further seat."""
    Color(*colour)
    if seat == 0:
        SmoothEllipse(pos=(x + side * 0.1, y + side * 0.1), size=(side * 0.8, side * 0.8))
        return
    corners = 3 + seat if seat > 1 else 4
    middle_x, middle_y, reach = x + side / 2, y + side / 2, side * 0.5
    ring = [
        (
            middle_x + reach * math.sin(2 * math.pi * n / corners),
            middle_y + reach * math.cos(2 * math.pi * n / corners),
        )
        for n in range(corners)
    ]
    for n in range(1, corners - 1):
        SmoothTriangle(points=(*ring[0], *ring[n], *ring[n + 1]))


def _path(*points: tuple[float, float], close: bool = False, weight: float = 0.1) -> Draw:
    def draw(x: float, y: float, side: float) -> None:
        flat = [value for px, py in points for value in (x + px * side, y + py * side)]
        SmoothLine(points=flat, width=max(1.0, side * weight / 2), close=close, cap="round", joint="round")

    return draw


def _ring(
    cx: float, cy: float, reach: float, start: float = 0, end: float = 360, weight: float = 0.1
) -> Draw:
    def draw(x: float, y: float, side: float) -> None:
        SmoothLine(
            circle=(x + cx * side, y + cy * side, reach * side, start, end), width=max(1.0, side * weight / 2)
        )

    return draw


def _dot(cx: float, cy: float, reach: float) -> Draw:
    def draw(x: float, y: float, side: float) -> None:
        size = 2 * reach * side
        SmoothEllipse(pos=(x + (cx - reach) * side, y + (cy - reach) * side), size=(size, size))

    return draw


def _wedge(*points: tuple[float, float]) -> Draw:
    def draw(x: float, y: float, side: float) -> None:
        SmoothTriangle(points=[value for px, py in points for value in (x + px * side, y + py * side)])

    return draw


def _box(left: float, low: float, width: float, height: float, weight: float = 0.1) -> Draw:
    def draw(x: float, y: float, side: float) -> None:
        Line(
            rounded_rectangle=(x + left * side, y + low * side, width * side, height * side, side * 0.08),
            width=max(1.0, side * weight / 2),
        )

    return draw


def _all(*parts: Draw) -> Draw:
    def draw(x: float, y: float, side: float) -> None:
        for part in parts:
            part(x, y, side)

    return draw


_BACK = _all(
    _path((0.2, 0.6), (0.62, 0.6), (0.78, 0.52), (0.82, 0.4), (0.78, 0.28), (0.62, 0.2), (0.35, 0.2)),
    _path((0.38, 0.8), (0.18, 0.6), (0.38, 0.4)),
)
_LOUDSPEAKER = _path(
    (0.06, 0.38), (0.06, 0.62), (0.22, 0.62), (0.44, 0.84), (0.44, 0.16), (0.22, 0.38), close=True
)
_DRAWN: dict[str, Draw] = {
    "sound": _all(_LOUDSPEAKER, _ring(0.46, 0.5, 0.2, 40, 140), _ring(0.46, 0.5, 0.4, 45, 135)),
    "mute": _all(_LOUDSPEAKER, _path((0.62, 0.36), (0.9, 0.64)), _path((0.62, 0.64), (0.9, 0.36))),
    "done": _path((0.15, 0.5), (0.4, 0.25), (0.87, 0.78), weight=0.14),
    "back": _BACK,
    "wrong": _path((0.22, 0.22), (0.5, 0.5), (0.22, 0.78), (0.5, 0.5), (0.78, 0.78), (0.5, 0.5), (0.78, 0.22)),
    "menu": _all(_dot(0.2, 0.5, 0.09), _dot(0.5, 0.5, 0.09), _dot(0.8, 0.5, 0.09)),
    "play": _wedge((0.25, 0.12), (0.25, 0.88), (0.88, 0.5)),
    "pause": _all(_path((0.34, 0.18), (0.34, 0.82), weight=0.2), _path((0.66, 0.18), (0.66, 0.82), weight=0.2)),
    "step-on": _path((0.34, 0.14), (0.7, 0.5), (0.34, 0.86), weight=0.14),
    "step-back": _path((0.66, 0.14), (0.3, 0.5), (0.66, 0.86), weight=0.14),
    "to-end": _all(_path((0.2, 0.14), (0.56, 0.5), (0.2, 0.86), weight=0.14),
                   _path((0.8, 0.14), (0.8, 0.86), weight=0.14)),
    "to-start": _all(_path((0.8, 0.14), (0.44, 0.5), (0.8, 0.86), weight=0.14),
                     _path((0.2, 0.14), (0.2, 0.86), weight=0.14)),
    "plus": _all(_path((0.5, 0.15), (0.5, 0.85), weight=0.13), _path((0.15, 0.5), (0.85, 0.5), weight=0.13)),
    "list": _all(
        *(_dot(0.14, y, 0.06) for y in (0.25, 0.5, 0.75)), *(_path((0.32, y), (0.9, y)) for y in (0.25, 0.5, 0.75))
    ),
    "check": _all(_box(0.12, 0.12, 0.76, 0.76), _path((0.3, 0.5), (0.45, 0.34), (0.72, 0.66), weight=0.12)),
    "off": _all(_ring(0.5, 0.46, 0.34, 40, 320), _path((0.5, 0.5), (0.5, 0.92))),
    "eye": _all(
        _path(
            (0.06, 0.5), (0.2, 0.66), (0.36, 0.75), (0.5, 0.77), (0.64, 0.75), (0.8, 0.66), (0.94, 0.5),
            (0.8, 0.34), (0.64, 0.25), (0.5, 0.23), (0.36, 0.25), (0.2, 0.34), close=True, weight=0.08,
        ),
        _dot(0.5, 0.5, 0.15),
    ),
    "hand": _all(
        _path((0.3, 0.5), (0.3, 0.82), weight=0.13), _path((0.45, 0.5), (0.45, 0.9), weight=0.13),
        _path((0.6, 0.5), (0.6, 0.84), weight=0.13), _path((0.74, 0.45), (0.74, 0.72), weight=0.13),
        _path((0.3, 0.52), (0.14, 0.4), (0.34, 0.14), (0.66, 0.14), (0.74, 0.3), (0.74, 0.5), weight=0.13),
    ),
    "home": _all(
        _path((0.08, 0.5), (0.5, 0.88), (0.92, 0.5)),
        _path((0.2, 0.45), (0.2, 0.12), (0.8, 0.12), (0.8, 0.45)),
    ),
    "book": _all(
        _path((0.5, 0.2), (0.5, 0.78)),
        _path((0.5, 0.2), (0.3, 0.28), (0.1, 0.24), (0.1, 0.8), (0.3, 0.84), (0.5, 0.78), (0.7, 0.84), (0.9, 0.8),
              (0.9, 0.24), (0.7, 0.28), close=True),
    ),
    "turn": _all(_ring(0.5, 0.5, 0.34, 60, 350), _wedge((0.28, 0.98), (0.3, 0.6), (0.62, 0.82))),
    "pen": _all(_path((0.2, 0.2), (0.26, 0.42), (0.72, 0.88), (0.88, 0.72), (0.42, 0.26), close=True, weight=0.08),
                _path((0.14, 0.1), (0.8, 0.1), weight=0.06)),
    "pass": _all(_ring(0.5, 0.5, 0.42), _path((0.3, 0.5), (0.45, 0.35), (0.72, 0.64), weight=0.12)),
    "fail": _all(_ring(0.5, 0.5, 0.42), _path((0.35, 0.35), (0.65, 0.65)), _path((0.35, 0.65), (0.65, 0.35))),
    "wait": _all(_ring(0.5, 0.5, 0.42), _path((0.5, 0.72), (0.5, 0.5), (0.66, 0.42))),
    "refuse": _all(_ring(0.5, 0.5, 0.42), _path((0.22, 0.78), (0.78, 0.22))),
    "trouble": _all(_path((0.5, 0.92), (0.06, 0.1), (0.94, 0.1), close=True),
                    _path((0.5, 0.64), (0.5, 0.4)), _dot(0.5, 0.25, 0.06)),
    "ask": _all(_path((0.3, 0.66), (0.34, 0.8), (0.5, 0.88), (0.66, 0.8), (0.68, 0.64), (0.5, 0.48), (0.5, 0.34),
                      weight=0.12), _dot(0.5, 0.14, 0.08)),
    "good": _path((0.15, 0.5), (0.4, 0.25), (0.87, 0.78), weight=0.14),
    "calm": _dot(0.5, 0.5, 0.12),
    "camera": _all(_box(0.06, 0.16, 0.88, 0.56), _path((0.34, 0.74), (0.42, 0.86), (0.58, 0.86), (0.66, 0.74)),
                   _ring(0.5, 0.44, 0.17)),
    "tidy": _all(_path((0.86, 0.9), (0.5, 0.5), weight=0.09), _wedge((0.5, 0.62), (0.62, 0.5), (0.16, 0.08)),
                 _path((0.5, 0.6), (0.1, 0.3), (0.32, 0.08), (0.62, 0.48), close=True, weight=0.07)),
    "cards": _all(_box(0.12, 0.1, 0.46, 0.66), _path((0.36, 0.88), (0.86, 0.88), (0.86, 0.28), (0.68, 0.28))),
}  # fmt: skip
