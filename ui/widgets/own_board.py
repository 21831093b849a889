"""A board that a game draws itself, in the place of the table."""

from collections.abc import Callable
from typing import Any

from ui.widgets.boxes import Column


class OwnBoard(Column):
    """It stays while models come and go, so that a drag is not cut off."""

    show: Callable[[Any], None]
    """Draws another model; each board has its own."""

    def high(self, _width: float, /) -> float | None:
        """How high it is at a width, where it has a shape of its own; None: as square as there is room."""
        return None
