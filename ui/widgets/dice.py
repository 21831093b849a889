"""A large die, penny or lot for one seat: press it to throw, see it run, read what fell from across the table."""

import random
from collections.abc import Sequence
from typing import Any

from kivy.clock import Clock
from kivy.graphics import (
    Color,
    PopMatrix,
    PushMatrix,
    Rotate,
    SmoothEllipse,
    SmoothLine,
    SmoothRoundedRectangle,
)
from kivy.uix.widget import Widget

from ui.present.models import Roll
from ui.present.names import throw_words
from ui.widgets.boxes import Column, turn_round
from ui.widgets.icons import draw_icon
from ui.widgets.keys import Send, Touched
from ui.widgets.palette import Colour
from ui.widgets.text import Fitted, write
from ui.widgets.theme import (
    HEADS,
    ON_HEADS,
    ON_TAILS,
    TAILS,
    TITLE,
    colours,
    seat_colour,
    seat_deep,
    still,
    u,
)
from ui.words import _

STEP_SECONDS = 0.08
"""So long a face flickers by while a throw runs."""
PIPS = {
    1: ((0.5, 0.5),),
    2: ((0.27, 0.73), (0.73, 0.27)),
    3: ((0.27, 0.73), (0.5, 0.5), (0.73, 0.27)),
    4: ((0.27, 0.27), (0.27, 0.73), (0.73, 0.27), (0.73, 0.73)),
    5: ((0.27, 0.27), (0.27, 0.73), (0.73, 0.27), (0.73, 0.73), (0.5, 0.5)),
    6: ((0.27, 0.22), (0.27, 0.5), (0.27, 0.78), (0.73, 0.22), (0.73, 0.5), (0.73, 0.78)),
}


class DieFace(Widget):
    """A die's face, a penny's side, or an empty frame that waits."""

    def __init__(self, what: str, value: int | str | None, colour: Colour, **more: Any) -> None:
        super().__init__(**more)
        self._what, self._value, self._colour = what, value, colour
        self._askew = 0.0
        self.bind(pos=self._draw, size=self._draw)
        self._draw()

    def show(self, value: int | str | None) -> None:
        """Shows what fell, at rest."""
        if (value, 0.0) != (self._value, self._askew):
            self._value, self._askew = value, 0.0
            self._draw()

    def tumble(self) -> None:
        """Shows a throw on its way: a face that flickers by, always askew so that nobody takes it for the result."""
        sides: Sequence[int | str | None] = {"dice": range(1, 7), "penny": ("heads", "tails")}.get(
            self._what, (None,)
        )
        self._value = random.choice(sides)
        self._askew = random.choice((-1, 1)) * random.uniform(12.0, 33.0)
        self._draw()

    @property
    def at_rest(self) -> int | str | None:
        """The value that can be read off; None while it waits or tumbles."""
        return None if self._askew else self._value

    def _draw(self, *_changed: object) -> None:
        self.canvas.clear()
        side = min(self.size)
        if side < 4:
            return
        # Kivy's own `center` is not up to date yet while a change of place is told.
        middle = (self.x + self.width / 2, self.y + self.height / 2)
        x, y = middle[0] - side / 2, middle[1] - side / 2
        with self.canvas:
            PushMatrix()
            Rotate(angle=self._askew, origin=middle)
            if isinstance(self._value, int) and self._what == "dice":
                self._die(x, y, side, self._value)
            elif self._value in ("heads", "tails"):
                self._penny(x, y, side, str(self._value))
            else:
                Color(*self._colour)
                inset = side * 0.04
                if self._what == "dice":
                    shape = (x + inset, y + inset, side - 2 * inset, side - 2 * inset, side * 0.18)
                    SmoothLine(rounded_rectangle=shape, width=max(1.2, side * 0.02))
                else:
                    SmoothLine(circle=(*middle, side / 2 - inset), width=max(1.2, side * 0.02))
                draw_icon("ask", x + side * 0.3, y + side * 0.3, side * 0.4, self._colour)
            PopMatrix()

    def _die(self, x: float, y: float, side: float, value: int) -> None:
        Color(*self._colour)
        SmoothRoundedRectangle(pos=(x, y), size=(side, side), radius=[side * 0.18])
        Color(*colours().night)
        reach = side * 0.095
        for px, py in PIPS.get(value, ()):
            SmoothEllipse(pos=(x + px * side - reach, y + py * side - reach), size=(2 * reach, 2 * reach))

    def _penny(self, x: float, y: float, side: float, label: str) -> None:
        ground, ink = (HEADS, ON_HEADS) if label == "heads" else (TAILS, ON_TAILS)
        Color(*ground)
        SmoothEllipse(pos=(x, y), size=(side, side))
        Color(*ink)
        SmoothLine(circle=(x + side / 2, y + side / 2, side * 0.42), width=max(1.0, side * 0.03))
        write(_("H") if label == "heads" else _("T"), x + side / 2, y + side / 2, round(side * 0.55))


class RollTile(Touched):
    """One seat's throw: its whole face is the button. A seat across the table reads it the right way up."""

    def __init__(self, roll: Roll, send: Send, *, turned: bool, **more: Any) -> None:
        deep = seat_deep(roll.seat)
        super().__init__(
            roll.action, send, enabled=roll.value is None, ground=deep, edge=seat_colour(roll.seat),
            orientation="horizontal", padding=u(12), spacing=u(12), **more,
        )  # fmt: skip
        words = throw_words(roll.what) if roll.value is None else roll.words
        if roll.running:
            words = _("on its way …")
        self.roll = roll
        self.face = DieFace(roll.what, None, seat_colour(roll.seat), size_hint_x=None)
        self.face.bind(height=lambda face, height: setattr(face, "width", height))
        self.add_widget(self.face)
        ink = colours().text if roll.value is None else colours().quiet
        what = Fitted(words, TITLE, colours().text, bold=True, align="left", valign="bottom")
        self.add_widget(Column((what, Fitted(roll.name, 22, ink, align="left", valign="top")), gap=2))
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
