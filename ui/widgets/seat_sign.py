"""A seat's own shape, as large as its place."""

from typing import Any

from kivy.uix.widget import Widget

from ui.widgets.icons import seat_shape
from ui.widgets.theme import seat_colour


class SeatSign(Widget):
    """A seat's own shape in its own colour."""

    def __init__(self, seat: int, **more: Any) -> None:
        super().__init__(**more)
        self._seat = seat
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_changed: object) -> None:
        self.canvas.clear()
        side = min(self.width, self.height)
        x, y = self.x + (self.width - side) / 2, self.y + (self.height - side) / 2
        with self.canvas:
            seat_shape(self._seat, x, y, side, seat_colour(self._seat))
