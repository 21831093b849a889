"""A board with a screen across it: each seat's own keys on its own half, always at the same place."""

from typing import Any

from kivy.uix.widget import Widget

from ui.present.field import ScreenModel
from ui.present.models import Button
from ui.widgets.boxes import Card, Column
from ui.widgets.keys import Key, Send
from ui.widgets.own_board import OwnBoard
from ui.widgets.text import Fitted
from ui.widgets.theme import BODY, GAP, colours, u

BAR = 34.0


class ScreenBoard(OwnBoard):
    """The far half with the keys of seat 1, the screen, the near half with those of seat 0."""

    def __init__(self, model: ScreenModel, send: Send, **more: Any) -> None:
        super().__init__(gap=GAP, **more)
        self._send = send
        self.model = model
        self._build()

    def high(self, width: float) -> float:
        """As high as wide."""
        return width

    def _build(self) -> None:
        self.clear_widgets()
        near, far = self.model.halves
        bar = Fitted(self.model.words, BODY, colours().text, bold=True, size_hint_y=None, height=u(BAR))
        mine, others = self.model.notes
        for part in (self._half(far, others), bar, self._half(near, mine)):
            self.add_widget(part)

    def _half(self, keys: tuple[Button, ...], note: str) -> Widget:
        """The cloth of a half, and on it its seat's keys, or what there is to say of it."""
        if note:
            return Card((Fitted(note, BODY, colours().text),), colours().table, tight=False, pad=16)
        shown = Column([Key(key, self._send) for key in keys], tight=True)
        return Card((Widget(), shown, Widget()), colours().table, tight=False, pad=16)
