"""Icons as signs of a font, which stays sharp at every size."""

import tomllib
from importlib.resources import files
from typing import Final

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from ui.widgets.palette import Colour
from ui.widgets.text import letters
from ui.widgets.theme import colours, u

SIGNS: Final[dict[str, str]] = tomllib.loads(
    (files("ui.widgets") / "signs" / "signs.toml").read_text(encoding="utf-8")
)
FILLING: Final = 1.1
"""A sign of the font leaves a rim in its square: so much larger it fills the square."""


class Icon(Widget):
    """A square picture of a name; an unknown name draws nothing. `side` (units): no larger, whatever room there is."""

    def __init__(
        self, name: str, colour: Colour | None = None, side: float | None = None, **more: object
    ) -> None:
        if side is not None:
            more |= {"size_hint": (None, None), "size": (u(side), u(side))}
        super().__init__(**more)
        self._name, self._colour = name, colour or colours().text
        self.bind(pos=self._draw, size=self._draw)
        self._draw()

    def show(self, name: str) -> None:
        self._name = name
        self._draw()

    def _draw(self, *_changed: object) -> None:
        self.canvas.clear()
        side = min(self.size)
        with self.canvas:
            x, y = self.x + (self.width - side) / 2, self.y + (self.height - side) / 2
            draw_icon(self._name, x, y, side, self._colour)


def draw_icon(name: str, x: float, y: float, side: float, colour: Colour) -> None:
    """Draws into the canvas that is open: `x`, `y` is the lower left corner."""
    Color(*colour)
    if name in SIGNS:
        sign = letters(SIGNS[name], max(1, round(side * FILLING)))
        pos = (round(x + (side - sign.width) / 2), round(y + (side - sign.height) / 2))
        Rectangle(texture=sign, pos=pos, size=sign.size)
