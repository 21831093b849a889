"""A large die, penny or lot for one seat: press it to throw, see it run, read what fell from across the table."""

import random
from collections.abc import Sequence
from typing import Any

from kivy.clock import Clock

from ui.present.board import SIDE, rolled
from ui.present.models import Roll
from ui.present.names import throw_words
from ui.widgets.boxes import Column, turn_round
from ui.widgets.drawing import SmallDrawing
from ui.widgets.keys import Send, Touched
from ui.widgets.text import Fitted
from ui.widgets.theme import TITLE, colours, seat_colour, seat_deep, still, u
from ui.words import _
from vision.printed.marks import Drawing, Ink, Placed

STEP_SECONDS = 0.08
"""So long a face flickers by while a throw runs."""


class DieFace(SmallDrawing):
    """A die's face, a penny's side, or an empty frame that waits."""

    def __init__(self, what: str, value: int | str | None, ink: Ink, **more: Any) -> None:
        self._what, self._value, self._ink, self._askew = what, value, ink, 0.0
        super().__init__(rolled(what, value, ink), **more)
        self.draw()

    def show(self, value: int | str | None, askew: float = 0.0) -> None:
        """`askew`: turned by so many degrees."""
        self._value, self._askew = value, askew
        face = Placed(rolled(self._what, value, self._ink), 0, 0, turn=askew)
        self._drawing = Drawing(self._what, SIDE, SIDE, (face,))
        self.draw()

    def tumble(self) -> None:
        """Shows a throw on its way: a face that flickers by, always askew so that nobody takes it for the result."""
        known: dict[str, Sequence[int | str]] = {"dice": range(1, 7), "penny": ("heads", "tails")}
        self.show(
            random.choice(known.get(self._what, (None,))), random.choice((-1, 1)) * random.uniform(12.0, 33.0)
        )


class RollTile(Touched):
    """One seat's throw: its whole face is the button. A seat across the table reads it the right way up."""

    def __init__(self, roll: Roll, send: Send, *, turned: bool, **more: Any) -> None:
        words = throw_words(roll.what) if roll.value is None else roll.words
        if roll.running:
            words = _("on its way …")
        self.roll = roll
        self.face = DieFace(roll.what, None, f"s{roll.seat}", size_hint_x=None)
        self.face.bind(height=lambda face, height: setattr(face, "width", height))
        ink = colours().text if roll.value is None else colours().quiet
        what = Fitted(words, TITLE, colours().text, bold=True, align="left", valign="bottom")
        name = Fitted(roll.name, 22, ink, align="left", valign="top", size_hint_y=0.8)
        super().__init__(
            roll.action, send, (self.face, Column((what, name), gap=2)), enabled=roll.value is None,
            ground=seat_deep(roll.seat), edge=seat_colour(roll.seat), padding=u(12), spacing=u(12), **more,
        )  # fmt: skip
        if turned:
            turn_round(self)
        if roll.running and not still():
            self.face.tumble()
            Clock.schedule_interval(self._tumble, STEP_SECONDS)
        else:
            self.face.show(None if roll.running else roll.value)

    def _tumble(self, _seconds: float) -> bool:
        """Until the panel puts a tile in this one's place that shows what fell."""
        if self.get_parent_window() is None:
            return False
        self.face.tumble()
        return True
