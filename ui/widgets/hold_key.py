"""A key at a seat's own edge of the table, turned towards that seat; one that is held shows something only so long."""

from typing import Any

from ui.present.models import Button
from ui.widgets.boxes import turn_round
from ui.widgets.icons import Icon
from ui.widgets.keys import Down, Send, Touched, paints
from ui.widgets.text import Fitted
from ui.widgets.theme import TOUCH, u

FAR = 1
"""The seat that sits opposite: it reads the other way round."""


class EdgeKey(Touched):
    """A key as wide as its place. A held one asks for its `action` at once, and for `let_go` when the finger leaves."""

    def __init__(self, button: Button, send: Send, **more: Any) -> None:
        ground, ink, edge = paints(button)
        super().__init__(
            button.action, send, enabled=button.enabled, ground=ground, edge=edge, orientation="horizontal",
            spacing=u(12), padding=(u(14), u(6)), size_hint_y=None, height=u(TOUCH + 16), **more,
        )  # fmt: skip
        self.button = button
        self.always_release = button.let_go is not None
        self._down = Down()
        self.add_widget(Icon(button.icon, ink, side=34, pos_hint={"center_y": 0.5}))
        self.add_widget(Fitted(button.words, 24, ink, bold=True, align="left"))
        if button.seat == FAR:
            turn_round(self)

    def on_press(self) -> None:
        if self.button.let_go is not None:
            self._down = Down()
            self._send(self.action)

    def on_release(self) -> None:
        """What was shown is hidden even if the key has been drawn anew under the finger meanwhile."""
        if self.button.let_go is None:
            super().on_release()
        elif self._down.is_held or not self.button.stays:
            self._send(self.button.let_go)
