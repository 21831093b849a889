"""Quay's own board: berths, store and bales, drawn as large as there is room; a bale follows the finger."""

import math
from typing import Any

from kivy.graphics import Color, Line, Rectangle, SmoothEllipse
from kivy.uix.widget import Widget

from tests.toys.quay.side import BALE_MM, DragBale, QuayModel
from ui.widgets.keys import Send
from ui.widgets.own_board import OwnBoard
from ui.widgets.text import letters
from ui.widgets.theme import colours, seat_colour, u

GROUND, WORDS = 30.0, 16
"""A finger this far (units) from a bale's middle still means it; the size of words."""


class QuayView(Widget):
    """A QuayModel drawn."""

    def __init__(self, model: QuayModel, send: Send, **more: Any) -> None:
        super().__init__(**more)
        self.model, self._send = model, send
        self._held: tuple[str, tuple[float, float]] | None = None
        self.bind(pos=self.draw, size=self.draw)

    @property
    def scale(self) -> float:
        """Pixels a millimetre."""
        return float(max(0.01, min(self.width / self.model.wide, self.height / self.model.high)))

    def to_px(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the table (mm) is in the window."""
        scale = self.scale
        left, low = self.center_x - self.model.wide * scale / 2, self.center_y - self.model.high * scale / 2
        return left + x * scale, low + y * scale

    def on_touch_down(self, touch: Any) -> bool:
        if not self.model.drags or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        near = [(math.dist(self.to_px(x, y), touch.pos), bale) for bale, x, y in self.model.bales]
        away, bale = min(near)
        if away <= max(u(GROUND), BALE_MM * self.scale / 2):
            self._held = (bale, touch.pos)
            touch.grab(self)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self or self._held is None:
            return bool(super().on_touch_move(touch))
        self._held = (self._held[0], touch.pos)
        self.draw()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self or self._held is None:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        (bale, _at), self._held = self._held, None
        (left, low), scale = self.to_px(0, 0), self.scale
        self._send(DragBale(bale, round((touch.x - left) / scale, 1), round((touch.y - low) / scale, 1)))
        self.draw()
        return True

    def draw(self, *_changed: object) -> None:
        self.canvas.clear()
        scale = self.scale
        with self.canvas:
            Color(*colours().table)
            Rectangle(pos=self.to_px(0, 0), size=(self.model.wide * scale, self.model.high * scale))
            for _name, (x, y, wide, high), words in self.model.regions:
                Color(*colours().line)
                Line(rectangle=(*self.to_px(x, y), wide * scale, high * scale), width=u(1))
                self._word(words, *self.to_px(x + wide / 2, y + 8), colours().text)
            held = dict([self._held]) if self._held is not None else {}
            for n, (bale, x, y) in enumerate(self.model.bales):
                across, up = held.get(bale, self.to_px(x, y))
                size = BALE_MM * scale
                Color(*(colours().chosen.ink if bale in held else seat_colour(n)))
                SmoothEllipse(pos=(across - size / 2, up - size / 2), size=(size, size))
                self._word(bale, across, up, colours().night)

    def _word(self, words: str, x: float, y: float, ink: Any) -> None:
        sign = letters(words, round(u(WORDS)))
        Color(*ink)
        Rectangle(texture=sign, pos=(x - sign.width / 2, y - sign.height / 2), size=sign.size)


class QuayBoard(OwnBoard):
    """The board, which stays while models come and go."""

    def __init__(self, model: QuayModel, send: Send, **more: Any) -> None:
        self.view = QuayView(model, send)
        super().__init__(model, send, **more)
        self.add_widget(self.view)

    def show(self, model: QuayModel) -> None:
        self.view.model = model
        self.view.draw()

    def high(self, width: float) -> float:
        return width * self.view.model.high / self.view.model.wide
