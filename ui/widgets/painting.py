"""A picture from a file: it fills its place, cut where it does not fit, or stands whole in it."""

from pathlib import Path
from typing import Any

from kivy.core.image import Image
from kivy.graphics import (
    Color,
    Rectangle,
    RoundedRectangle,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
)
from kivy.uix.widget import Widget

from ui.widgets.theme import Colour, u

PLAIN: Colour = (1.0, 1.0, 1.0, 1.0)


def painted(file: Path) -> Any:
    """A picture as a texture, soft where it is small; Kivy forgets it when unused. Raises OSError for none."""
    if not file.is_file():
        raise FileNotFoundError(f"{file}: expected a picture")
    # A title is shown near its size; its smaller copies would take as much memory again, and twice the time.
    return Image(str(file), mipmap=file.stem != "title").texture


class Painting(Widget):
    """Shows a picture. `whole`: all of it is seen, else it fills its place. `tint` is multiplied with its colours."""

    def __init__(
        self,
        shown: Path | Any,
        *,
        whole: bool = False,
        round_by: float = 0.0,
        tint: Colour = PLAIN,
        **more: Any,
    ) -> None:
        """`shown`: a file, or a texture."""
        super().__init__(**more)
        self._whole, self._texture = whole, painted(shown) if isinstance(shown, Path) else shown
        self._holes = tuple(RoundedRectangle(radius=[u(round_by)]) for _time in range(2 if round_by else 0))
        self._shape = Rectangle()
        with self.canvas:
            if self._holes:
                StencilPush()
                self.canvas.add(self._holes[0])
                StencilUse()
            Color(*tint)
            self.canvas.add(self._shape)
            if self._holes:
                StencilUnUse()
                self.canvas.add(self._holes[1])
                StencilPop()
        self.bind(pos=self._place, size=self._place)
        self._place()

    def _place(self, *_changed: object) -> None:
        texture, size = self._texture, self.size
        wide, high = texture.size
        if self._whole:
            scale = min(self.width / wide, self.height / high)
            size = (wide * scale, high * scale)
        else:
            part = filling(wide, high, *size)
            texture = texture.get_region((wide - part[0]) / 2, (high - part[1]) / 2, *part)
        self._shape.texture = texture
        place = (self.x + (self.width - size[0]) / 2, self.y + (self.height - size[1]) / 2)
        for shape in (self._shape, *self._holes):
            shape.pos, shape.size = place, size


def filling(wide: float, high: float, place_wide: float, place_high: float) -> tuple[float, float]:
    """The width and height of the largest part of a picture that has the form of a place."""
    if place_wide <= 0 or place_high <= 0:
        return wide, high
    scale = min(wide / place_wide, high / place_high)
    return place_wide * scale, place_high * scale
