"""What every screen has in common: it fills the window, draws a model, and sends what was touched."""

from collections.abc import Callable
from typing import Any

from kivy.uix.floatlayout import FloatLayout

from ui.present.touches import Touch

Send = Callable[[Touch], None]


class ScreenPage(FloatLayout):
    """One screen; the table and all other pages each have theirs."""

    def __init__(self, send: Send, **more: Any) -> None:
        super().__init__(**more)
        self.send = send
        self._model: Any = None

    def show(self, _model: Any, /) -> bool:
        """Draws a model, if it is another one; whether widgets were built anew."""
        raise NotImplementedError

    @property
    def shown(self) -> object:
        """The model that is drawn, None before the first."""
        return self._model

    def redraw(self) -> None:
        """Draws the same model again, as for a window of another size."""
        model, self._model = self._model, None
        if model is not None:
            self.show(model)

    @property
    def answers(self) -> tuple[Touch, ...]:
        """What number keys pick."""
        return tuple(key.action for key in getattr(self._model, "answers", ()))

    def pressed(self, _key: int, /) -> Touch | None:
        """What a key of the keyboard asks for on this screen alone; None: nothing."""
        return None
