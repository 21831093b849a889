"""A bar with a knob to be dragged to one of many places, with the places that stand out marked on it."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.graphics import Color, SmoothEllipse, SmoothRoundedRectangle
from kivy.uix.widget import Widget

from ui.widgets.theme import colours, u

BAR, KNOB, MARK = 8.0, 30.0, 5.0


class PlaceBar(Widget):
    """Places from 0 to `last`. `moved` is told the place under the finger, each once."""

    def __init__(self, moved: Callable[[int], None], **more: Any) -> None:
        super().__init__(**more)
        self._moved = moved
        self._at, self._last = 0, 0
        self._marks: tuple[int, ...] = ()
        self.bind(pos=self._draw, size=self._draw)

    def show(self, at: int, last: int, marks: Sequence[int] = ()) -> None:
        """Draws the knob at a place; `marks`: the places that stand out."""
        if (at, last, tuple(marks)) != (self._at, self._last, self._marks):
            self._at, self._last, self._marks = at, last, tuple(marks)
            self._draw()

    def x_of(self, place: int) -> float:
        """Where a place is on the screen."""
        part = place / self._last if self._last else 0.0
        return float(self.x + u(KNOB) / 2 + part * self._room)

    def place_at(self, x: float) -> int:
        """The place nearest to a point on the screen."""
        part = float(x - self.x - u(KNOB) / 2) / self._room
        return round(max(0.0, min(1.0, part)) * self._last)

    @property
    def _room(self) -> float:
        return max(1.0, float(self.width - u(KNOB)))

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        self._go(touch.x)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        self._go(touch.x)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        return True

    def _go(self, x: float) -> None:
        place = self.place_at(x)
        if place != self._at:
            self._moved(place)

    def _draw(self, *_changed: object) -> None:
        self.canvas.clear()
        if self.width < 4:
            return
        middle, knob = self.y + self.height / 2, u(KNOB)
        with self.canvas:
            self._bar(self.x + knob / 2, self._room, colours().line)
            self._bar(self.x + knob / 2, self.x_of(self._at) - self.x - knob / 2, colours().primary)
            Color(*colours().warning.ink)
            for place in self._marks:
                side = u(MARK)
                SmoothEllipse(pos=(self.x_of(place) - side / 2, middle + u(BAR)), size=(side, side))
            Color(*colours().night)
            SmoothEllipse(pos=(self.x_of(self._at) - knob / 2, middle - knob / 2), size=(knob, knob))
            Color(*colours().text)
            inner = knob - u(6)
            SmoothEllipse(pos=(self.x_of(self._at) - inner / 2, middle - inner / 2), size=(inner, inner))

    def _bar(self, x: float, wide: float, colour: Any) -> None:
        Color(*colour)
        low = self.y + self.height / 2 - u(BAR) / 2
        SmoothRoundedRectangle(pos=(x, low), size=(max(wide, 1.0), u(BAR)), radius=[u(BAR) / 2])
