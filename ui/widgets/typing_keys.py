"""Keys of the keyboard on the screen that do something else when they are held, and the row of variants they open."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.clock import Clock

from ui.present.models import Button
from ui.present.touches import Touch
from ui.widgets.boxes import Row, paint_ground
from ui.widgets.keys import Down, Send, Tool
from ui.widgets.text import Fitted
from ui.widgets.theme import TOUCH, colours, u

LETTER = 28.0
AROUND = 4.0


class TypeSign(Touch, frozen=True):
    sign: str


class HeldKey(Tool):
    """A key that means one thing when it is let go of, and another (`held`) when a finger stays on it."""

    def __init__(
        self, button: Button, send: Send, held: Callable[["HeldKey"], None] | None, **more: Any
    ) -> None:
        super().__init__(button, send, LETTER, **more)
        self._held = held
        self._was_held = False
        self._waiting: Any = None

    def show(self, words: str) -> None:
        """Other words on the same key."""
        next(part for part in self.children if isinstance(part, Fitted)).text = words

    def on_press(self) -> None:
        self._was_held = False
        if self._held is not None:
            self._waiting = Clock.schedule_interval(partial(self._hold, Down()), 0)

    def _hold(self, down: Down, _seconds: float) -> bool:
        """Once a frame, until the finger has stayed for long enough."""
        if self._held is not None and self.state == "down" and down.is_held:
            self._was_held = True
            self._held(self)
        return not self._was_held

    def on_touch_up(self, touch: Any) -> bool:
        if self._waiting is not None:
            self._waiting.cancel()
        return bool(super().on_touch_up(touch))

    def on_release(self) -> None:
        if not self._was_held:
            super().on_release()


class Variants(Row):
    """The variants of a letter, side by side above it."""

    def __init__(self, key: HeldKey, signs: Sequence[str], send: Send) -> None:
        width = len(signs) * u(TOUCH) + (len(signs) + 1) * u(AROUND)
        super().__init__(
            gap=AROUND, size_hint=(None, None), size=(width, u(TOUCH + 2 * AROUND)), padding=u(AROUND)
        )
        paint_ground(self, colours().line)
        self.key = key
        for sign in signs:
            self.add_widget(Tool(Button(sign, TypeSign(sign), "plain"), send, LETTER))

    def place(self, left: float, right: float) -> None:
        """Above its key, as far within these edges (pixels) as it can be."""
        key = self.key
        x = key.x + key.width / 2 - self.width / 2
        self.pos = (max(left, min(x, right - self.width)), key.y + key.height + u(2))

    def under(self, x: float, y: float) -> Tool | None:
        """The variant under a finger, which is lit; others are not."""
        found = None
        for key in self.children:
            inside = (
                key.x <= x <= key.x + key.width and self.y - self.key.height / 2 <= y <= self.y + self.height
            )
            key.state = "down" if inside else "normal"
            found = key if inside else found
        return found
