"""What every screen has in common: it fills the window, draws a model, and sends what was touched."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from ui.present.models import Button
from ui.present.touches import Touch
from ui.widgets.boxes import Row, in_rows
from ui.widgets.keys import HOME, SoundKey, Tool, home_key
from ui.widgets.text import Fitted
from ui.widgets.theme import SMALL, TITLE, TOUCH, type_px, u, upright
from ui.widgets.typing_pad import TypingPad

TABS, NARROW, MANY, TAB = 6, 3, 9, 64.0
"""Tabs side by side at most, beside a board, and where there are more than usual; how high one with an emblem is."""
LARGE = 1.25
"""Type that is larger than usual by this needs twice the room."""

Send = Callable[[Touch], None]


class ScreenPage(FloatLayout):
    """One screen. `show` draws a model, or a keyboard while something is typed."""

    def __init__(self, send: Send, **more: Any) -> None:
        super().__init__(**more)
        self.send = send
        self._model: object = None

    def show(self, model: Any) -> bool:
        """Draws a model, if it is another one; whether widgets were built anew."""
        if model == self._model:
            return False
        self._model = model
        self.clear_widgets()
        editing = getattr(model, "editing", None)
        if editing is not None:
            title, text = editing
            self.add_widget(TypingPad(title, text, self.send, plain=getattr(model, "names", False)))
        else:
            self.add_widget(self.build(model))
        return True

    @property
    def shown(self) -> object:
        """The model that is drawn, None before the first."""
        return self._model

    def redraw(self) -> None:
        """Draws the same model again, as for a window of another size."""
        model, self._model = self._model, None
        if model is not None:
            self.show(model)

    def build(self, _model: Any, /) -> Widget:
        raise TypeError(f"{type(self).__name__} builds nothing")

    @property
    def answers(self) -> tuple[Touch, ...]:
        """What number keys pick."""
        return tuple(key.action for key in getattr(self._model, "answers", ()))

    def pressed(self, _key: int, /) -> Touch | None:
        """What a key of the keyboard asks for on this screen alone; None: nothing."""
        return None


def title_row(title: str, send: Send) -> Row:
    """A page's title, with the key for the sound at its end."""
    return Row((Fitted(title, TITLE, bold=True, align="left"), SoundKey(send)), height=TOUCH)


def foot_of(buttons: Sequence[Button], send: Send, *before: Widget) -> Row:
    """The buttons at the foot of a page; the way home at their end, where none of them leads there."""
    keys: list[Widget] = [*before, *(Tool(button, send) for button in buttons)]
    if buttons and all(button.action != HOME for button in buttons):
        keys.append(home_key(send, size_hint=(None, 1)))
    return Row(keys, height=TOUCH + 4)


def tab_rows(tabs: Sequence[Button], send: Send, most: int = TABS) -> list[Widget]:
    """Tabs side by side, half as many a row where the window is upright or type is large; emblems over their words."""
    if any(tab.emblem for tab in tabs):
        return [Row([Tool(tab, send, SMALL, stacked=True) for tab in tabs], height=TAB, gap=6)]
    most = MANY if len(tabs) > TABS and most == TABS else most
    across = -(-most // 2) if upright() or type_px(1) > LARGE * u(1) else most
    across = -(-len(tabs) // -(-len(tabs) // across)) if tabs else across
    return in_rows([Tool(tab, send, SMALL) for tab in tabs], across, TOUCH, 6)
