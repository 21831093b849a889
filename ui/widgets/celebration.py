"""What a won game is celebrated with: the winner's sign in a wreath of laurel, and confetti that falls once."""

# mypy: disable-error-code="misc"
import math
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Rotate
from kivy.uix.widget import Widget

from ui.art.pictures import picture
from ui.widgets.icons import seat_shape
from ui.widgets.painting import painted
from ui.widgets.theme import colours, seat_colour, still, u

PIECES, FALL_SECONDS = 42, 3.2
KINDS = ("confetti-strip", "confetti-disc", "confetti-star")
WREATHED = 0.46
"""How large a seat's shape is within the wreath."""


class WinnerSign(Widget):
    """A seat's shape in its own colour, in a wreath."""

    def __init__(self, seat: int, **more: Any) -> None:
        super().__init__(**more)
        self._seat = seat
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_changed: object) -> None:
        self.canvas.clear()
        side = min(self.width, self.height)
        x, y = self.x + (self.width - side) / 2, self.y + (self.height - side) / 2
        inner = side * WREATHED
        with self.canvas:
            Color(1, 1, 1)
            Rectangle(texture=painted(picture("laurel")), pos=(x, y), size=(side, side))
            at = (side - inner) / 2
            seat_shape(self._seat, x + at, y + at, inner, seat_colour(self._seat))


class Confetti(Widget):
    """Paper that falls over the whole place once and is gone; none where motion is reduced. Touches go through it."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self._began = Clock.get_time()
        self._clock = None if still() else Clock.schedule_interval(self._tick, 1 / 30)

    @property
    def falling(self) -> bool:
        return self._clock is not None

    def stop(self) -> None:
        """Nothing of it is left."""
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
