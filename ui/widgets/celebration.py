"""What a won game is celebrated with: a poster with the winner's sign in a wreath, and confetti that falls once."""

import math
from collections.abc import Sequence
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Rotate
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from ui.art.pictures import picture, picture_of
from ui.widgets.boxes import Column, paint_ground
from ui.widgets.drawing import SeatSign
from ui.widgets.painting import Painting, painted
from ui.widgets.theme import ROUND, colours, seat_deep, still, u

PIECES, FALL_SECONDS = 42, 3.2
KINDS = ("confetti-strip", "confetti-disc", "confetti-star")
WREATHED = 0.46
"""How large a seat's shape is within the wreath."""
LEAST_ART, DIM = 92.0, (0.62, 0.62, 0.62, 1.0)
"""The picture of a poster is never lower, in units; it is dimmed, so that the wreath stands out from it."""


class WinnerSign(FloatLayout):
    """A seat's shape in its own colour, in a wreath."""

    def __init__(self, seat: int, **more: Any) -> None:
        middle = {"center_x": 0.5, "center_y": 0.5}
        super().__init__(**more)
        self.add_widget(Painting(picture("laurel"), whole=True, pos_hint=middle))
        self.add_widget(SeatSign(seat, size_hint=(WREATHED, WREATHED), pos_hint=middle))


class WinnerPoster(Column):
    """Who has won, to be photographed: the wreath over the game's own picture, and below it the words.

    It is as high as `room` (pixels) where its words leave room for the picture, and higher where they do not.
    """

    def __init__(self, game: str, seat: int, words: Sequence[Widget], **more: Any) -> None:
        sign = WinnerSign(seat, size_hint=(0.96, 0.96), pos_hint={"center_x": 0.5, "center_y": 0.5})
        self._art = FloatLayout(size_hint_y=None)
        behind = Painting(picture_of(game, "title"), round_by=ROUND, tint=DIM, pos_hint={"x": 0, "y": 0})
        self._art.add_widget(behind)
        self._art.add_widget(sign)
        self._words = Column(words, tight=True, gap=6)
        super().__init__((self._art, self._words), gap=10, padding=u(12), size_hint_y=None, **more)
        paint_ground(self, seat_deep(seat))
        self.room = 0.0
        self._words.bind(height=self.fill)
        self.fill()

    def fill(self, *_changed: object) -> None:
        """The picture takes what the words leave of the room."""
        beside = self._words.height + self.spacing + 2 * u(12)
        self._art.height = max(u(LEAST_ART), self.room - beside)
        self.height = beside + self._art.height


class Confetti(Widget):
    """Paper that falls over the whole place once and is gone; none where motion is reduced. Touches go through it."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self._began = Clock.get_time()
        self._clock = None if still() else Clock.schedule_interval(self._tick, 1 / 30)

    def stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        self.canvas.clear()

    def _tick(self, _seconds: float) -> None:
        part = (Clock.get_time() - self._began) / FALL_SECONDS
        if part >= 1 or self.get_parent_window() is None:
            self.stop()
            return
        self.canvas.clear()
        inks = colours().seats
        with self.canvas:
            for n in range(PIECES):
                self._piece(n, part, inks[n % len(inks)])

    def _piece(self, n: int, part: float, ink: Any) -> None:
        """Each falls at its own pace, swings and turns; where it begins follows from its number."""
        across = (n * 0.618) % 1.0
        pace = 0.8 + 0.5 * ((n * 0.383) % 1.0)
        way = part * pace * 1.35 - 0.35 * ((n * 0.271) % 1.0)
        x = self.x + self.width * across + u(26) * math.sin(part * 9 + n)
        y = self.top - self.height * way
        if way < 0 or y < self.y - u(20):
            return
        side = u(16)
        PushMatrix()
        Rotate(angle=part * 540 * (1 if n % 2 else -1) + n * 40, origin=(x, y))
        Color(*ink[:3], min(1.0, 3 * (1 - part)))
        Rectangle(
            texture=painted(picture(KINDS[n % len(KINDS)])),
            pos=(x - side / 2, y - side / 2),
            size=(side, side),
        )
        PopMatrix()

    def collide_point(self, *_at: float) -> bool:
        return False
