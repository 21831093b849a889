"""The panel's buttons on pages where no game is on the table: it is opened between games, and let go of before one."""

import os
from collections import deque
from collections.abc import Callable
from typing import Any

from hardware.board import is_pi
from hardware.panel import Panel, owners_panel
from ui.places import pins_file

SEATS = 2

Open = Callable[[Callable[[str], None]], Panel]


def has_pins() -> bool:
    """Whether buttons may be there at all: elsewhere nothing is looked for."""
    return is_pi() or bool(os.environ.get("GPIOZERO_PIN_FACTORY"))


def open_pins(post: Callable[[str], None]) -> Panel:
    return owners_panel(pins_file(), SEATS, post)


class PagesPanel:
    """The panel between games. A game on the table opens one of its own, on the same pins."""

    def __init__(self, open_panel: Open | None = None) -> None:
        """`open_panel` opens the pins; None: as this machine has them."""
        self._open = open_panel or (open_pins if has_pins() else None)
        self._panel: Any = None
        self._presses: deque[str] = deque()

    def let_go(self) -> None:
        """Gives the pins back; presses that nobody has heard are forgotten."""
        panel, self._panel = self._panel, None
        if panel is not None:
            panel.close()
        self._presses.clear()

    def pressed(self, *, free: bool) -> list[str]:
        """The buttons pressed since the last time. `free`: no game is on the table, so the pins may be had."""
        if free and self._panel is None and self._open is not None:
            self._panel = self._open(self._presses.append)
        found = list(self._presses)
        self._presses.clear()
        return found
