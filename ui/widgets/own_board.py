"""A board that a game draws itself, in the place of the table."""

from collections.abc import Callable
from typing import Any

from ui.widgets.boxes import Column


class OwnBoard(Column):
    """It stays while models come and go, so that a drag is not cut off."""

    model: Any
    _build: Callable[[], None]
    """Draws the model; each board has its own way."""

    def show(self, model: Any) -> None:
        """Draws another model, if it is another."""
        if model != self.model:
            self.model = model
            self._build()

    def high(self, _width: float, /) -> float | None:
        """How high it is at a width, where it has a shape of its own; None: as square as there is room."""
        return None
