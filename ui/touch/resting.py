"""The screen at rest: dark, with the time on it, until somebody touches it or something happens at the table."""

from typing import Any

from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from hardware.backlight import Backlight
from ui.widgets.boxes import paint_ground
from ui.widgets.text import Fitted
from vision.printed.marks import BLACK

STEPS = 5
"""The time moves through this many places, so that no place of the screen wears out."""


class Rest(FloatLayout):
    """Covers everything after some minutes without a touch or an event; the touch that ends it does nothing else.

    `light`: None where it cannot be dimmed.
    """

    def __init__(self, root: Widget, light: Backlight | None, now: float) -> None:
        super().__init__()
        self._root, self._light = root, light
        self.is_resting = False
        self._since = self._now = now
        self._percent = 0
        paint_ground(self, BLACK, 0)

    def stir(self, now: float) -> None:
        """Something happened, at `now` (s): the screen is awake."""
        self._since = now
        if self.is_resting:
            self.is_resting = False
            self._root.remove_widget(self)
            self._shine(self._percent)

    def follow(self, now: float, time: str, minutes: int, percent: int) -> None:
        """Once a frame. `minutes`: to wait, 0 never; `percent`: the brightness while awake; `time`: of day, HH:MM."""
        self._now = now
        if percent != self._percent:
            self._percent = percent
            self._shine(percent)
        if not self.is_resting and minutes and now - self._since >= 60 * minutes:
            self.is_resting = True
            self.clear_widgets()
            self._time = Fitted("", 64, "quiet", size_hint=(0.4, 0.2))
            self.add_widget(self._time)
            self._root.add_widget(self)
            self._shine(min(percent, 10))
        if self.is_resting and time != self._time.text:
            # At another place each minute.
            minute = int(time[-2:]) if time[-2:].isdecimal() else 0
            self._time.pos_hint = {
                "x": 0.05 + 0.1 * (minute % STEPS),
                "y": 0.1 + 0.13 * (minute // STEPS % STEPS),
            }
            self._time.say(time)

    def _shine(self, percent: float) -> None:
        if self._light is not None:
            self._light.set(percent)

    def on_touch_down(self, _touch: Any) -> bool:
        self.stir(self._now)
        return True

    def on_touch_move(self, _touch: Any) -> bool:
        return True

    def on_touch_up(self, _touch: Any) -> bool:
        return True
