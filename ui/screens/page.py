"""What every screen has in common: it fills the window, draws a model, and sends what was touched."""

# mypy: disable-error-code="misc"
from collections.abc import Callable
from typing import Any

from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from ui.present.models import Action, Button
from ui.theme import GAP, TITLE, TOUCH, u
from ui.widgets.boxes import Row
from ui.widgets.keys import Tool
from ui.widgets.text import Fitted

Send = Callable[[Action], None]


class Page(FloatLayout):
    """One screen. `show` draws a model; `keys` are the actions that number keys pick, in order."""

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

    def build(self, model: Any) -> Widget:
        """The whole screen for a model."""
        raise TypeError(f"{type(self).__name__} builds nothing")

    @property
    def answers(self) -> tuple[Action, ...]:
        """What the number keys pick."""
        return ()


def heading(title: str, buttons: tuple[Button, ...], send: Send, wide: float = 132) -> Row:
    """A title with buttons at its right."""
    keys = [Tool(button, send, size_hint_x=None, width=u(wide)) for button in buttons]
    return Row((Fitted(title, TITLE, bold=True, align="left"), *keys), height=TOUCH, gap=GAP)
