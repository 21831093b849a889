"""A picture from a file that fills its place, cut where it has another shape."""

# mypy: disable-error-code="misc"
from functools import lru_cache
from pathlib import Path
from typing import Any

from kivy.core.image import Image as CoreImage
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

from ui.widgets.theme import ROUND, u


@lru_cache(maxsize=48)
def texture_of(file: Path) -> Any:
    """A file's picture; kept, for a page is drawn anew often."""
    return CoreImage(str(file), mipmap=True).texture


class Picture(Widget):
    """Fills its place with a picture, its corners rounded by so many units. `strength`: 1 as it is, less: fainter."""

    def __init__(self, file: Path, *, round_by: float = ROUND, strength: float = 1.0, **more: Any) -> None:
        super().__init__(**more)
        self._file, self._round, self._strength = file, round_by, strength
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_changed: object) -> None:
        self.canvas.clear()
        if min(self.size) < 1:
            return
        texture = texture_of(self._file)
        scale = min(texture.width / self.width, texture.height / self.height)
        wide, high = self.width * scale, self.height * scale
        part = texture.get_region((texture.width - wide) / 2, (texture.height - high) / 2, wide, high)
        with self.canvas:
            StencilPush()
            self._shape()
            StencilUse()
            Color(1, 1, 1, self._strength)
            Rectangle(texture=part, pos=self.pos, size=self.size)
            StencilUnUse()
            self._shape()
            StencilPop()

    def _shape(self) -> None:
        RoundedRectangle(pos=self.pos, size=self.size, radius=[u(self._round)])
