"""Icons as signs of a font, which stays sharp at every size."""

import tomllib
from importlib.resources import files
from typing import Final

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from ui.widgets.palette import Colour
from ui.widgets.text import letters
from ui.widgets.theme import colours

SIGNS: Final[dict[str, str]] = tomllib.loads(
    (files("ui.widgets") / "signs" / "signs.toml").read_text(encoding="utf-8")
)
FILLING: Final = 1.1
"""A sign of the font leaves a rim in its square: so much larger it fills the square."""


class Icon(Widget):
    """A square picture of a name; an unknown name draws nothing."""

    def __init__(self, name: str, colour: Colour | None = None, **more: object) -> None:
        super().__init__(**more)
        self._name, self._colour = name, colour or colours().text
        self.bind(pos=self._draw, size=self._draw)
        self._draw()

    def show(self, name: str) -> None:
        """Draws another picture."""
        self._name = name
        self._draw()

    def _draw(self, *_changed: object) -> None:
        self.canvas.clear()
        side = min(self.size)
        with self.canvas:
            draw_icon(
                self._name,
                (self.x + self.width / 2) - side / 2,
                (self.y + self.height / 2) - side / 2,
                side,
                self._colour,
            )


def draw_icon(name: str, x: float, y: float, side: float, colour: Colour) -> None:
    """Draws into the canvas that is open: `x`, `y` is the lower left corner."""
    Color(*colour)
    if name in SIGNS:
        sign = letters(SIGNS[name], max(1, round(side * FILLING)))
        pos = (round(x + (side - sign.width) / 2), round(y + (side - sign.height) / 2))
        Rectangle(texture=sign, pos=pos, size=sign.size)
