"""What is still to be tidied, as a list to tick off: a touch anywhere on a line says that it is done."""

from collections.abc import Sequence
from typing import Any

from kivy.graphics import Color, SmoothLine
from kivy.uix.widget import Widget

from ui.present.models import Task
from ui.present.table_touches import WaveAll
from ui.present.touches import Touch
from ui.widgets.boxes import Row
from ui.widgets.icons import draw_icon
from ui.widgets.keys import Send, Touched
from ui.widgets.text import Fitted
from ui.widgets.theme import BODY, TOUCH, colours, u, upright
from ui.words import several

MOST_TASKS = 4
BOX = 34.0


class TickBox(Widget):
    """An open box with a faint tick in it."""

    def __init__(self, **more: Any) -> None:
        super().__init__(size_hint_x=None, width=u(BOX), **more)
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_changed: object) -> None:
        self.canvas.clear()
        side, ink = u(BOX), colours().warning.ink
        low = self.y + self.height / 2 - side / 2
        with self.canvas:
            Color(*ink)
            SmoothLine(rounded_rectangle=(self.x, low, side, side, u(7)), width=u(1.6))
            draw_icon("done", self.x + side * 0.18, low + side * 0.18, side * 0.64, (*ink[:3], 0.75))


class ChoreKey(Touched):
    """One chore: its box and its words."""

    def __init__(self, words: str, action: Touch, send: Send, **more: Any) -> None:
        warning = colours().warning
        super().__init__(
            action, send, enabled=True, ground=warning.ground, edge=warning.ink, spacing=u(12),
            padding=(u(11), u(4)), size_hint_y=None, height=u(TOUCH), **more,
        )  # fmt: skip
        self.add_widget(TickBox())
        self.add_widget(Fitted(words, BODY, colours().text, align="left"))


def chore_keys(tasks: Sequence[Task], send: Send) -> list[Widget]:
    """The chores, two a row where there is width; of many only the first, and one key for all."""
    shown = tasks if len(tasks) <= MOST_TASKS else tasks[: MOST_TASKS - 1]
    keys: list[Widget] = [ChoreKey(task.words, task.action, send) for task in shown]
    more = len(tasks) - len(shown)
    if more:
        words = several("All done: these and {n} more", "All done: these and {n} more", more)
        keys.append(ChoreKey(words, WaveAll(), send))
    if not upright() or len(keys) == 1:
        return keys
    pairs = [keys[n : n + 2] for n in range(0, len(keys), 2)]
    return [Row((*pair, *[Widget()] * (2 - len(pair))), height=TOUCH) for pair in pairs]
