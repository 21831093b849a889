"""How a board of squares from above is drawn: its ground or the picture behind it, squares, pieces, ways."""

import math
from typing import Any

from kivy.graphics import (
    Color,
    Rectangle,
    SmoothEllipse,
    SmoothLine,
)
from kivy.graphics.texture import Texture

from ui.present.track import Cell, Token, TrackModel, Way
from ui.widgets.arrows import draw_arrow
from ui.widgets.discs import paint_piece
from ui.widgets.icons import draw_icon
from ui.widgets.palette import Colour
from ui.widgets.squares import InMillimetres
from ui.widgets.text import letters
from ui.widgets.theme import PIECE_INKS, PIECES, colours, mark_colour, u

EMPTY: Colour = (0.90, 0.88, 0.82, 1.0)
"""The ground of a board of which there is no picture."""
NOT_PLAYED: Colour = (0.90, 0.90, 0.92, 0.72)
"""Over what is printed and not in use."""
OUTLINES: dict[str, Colour] = {"red": (0.93, 0.42, 0.36, 1.0), "start": (0.62, 0.76, 0.90, 1.0)}
NAME_INKS: dict[str, Colour] = {"red": (1.0, 1.0, 1.0, 1.0)}
NAME_INK: Colour = (0.13, 0.15, 0.32, 1.0)


class TrackDrawing(InMillimetres):
    """Where the things of a TrackModel lie on the screen, and how each is drawn."""

    def __init__(self, model: TrackModel, **more: Any) -> None:
        super().__init__(**more)
        self._model = model
        self._texture: Any = None
        self._of: object = None

    @property
    def window(self) -> tuple[float, float, float, float]:
        return self._model.window

    @property
    def scale(self) -> float:
        """Pixels a millimetre."""
        _x, _y, width, height = self._model.window
        return float(max(0.01, min(self.width / max(width, 1), self.height / max(height, 1))))

    def _around(self, x: float, y: float, size_mm: float) -> tuple[float, float, float, float]:
        """The box about a middle: its lower left corner and its size, in pixels."""
        side = size_mm * self.scale
        px, py = self.to_px(x, y)
        return px - side / 2, py - side / 2, side, side

    def _ground(self, low: tuple[float, float], size: tuple[float, float]) -> None:
        Color(*colours().table)
        Rectangle(pos=low, size=size)
        picture = self._model.picture
        if picture is not None:
            Color(1, 1, 1)
            Rectangle(texture=self._picture(picture.image), pos=low, size=size)
            return
        scale = self.scale
        board = (self._model.width_mm * scale, self._model.height_mm * scale)
        printed = self._model.ground
        Color(*((1.0, 1.0, 1.0, 1.0) if printed is not None else EMPTY))
        texture = None if printed is None else self._picture(printed.image)
        Rectangle(texture=texture, pos=self.to_px(0, 0), size=board)

    def _picture(self, image: Any) -> Any:
        """The picture as a texture, made once."""
        if self._of is not image:
            high, wide = image.shape[:2]
            self._texture = Texture.create(size=(wide, high), colorfmt="bgr", mipmap=True)
            self._texture.blit_buffer(image.tobytes(), colorfmt="bgr", bufferfmt="ubyte")
            self._texture.flip_vertical()
            self._of = image
        return self._texture

    def _cell(self, cell: Cell) -> None:
        scale = self.scale
        x, y = self.to_px(cell.x - cell.side / 2, cell.y - cell.side / 2)
        side = cell.side * scale
        printed = self._model.ground is not None
        if not printed:
            Color(*colours().night[:3], 0.8)
            SmoothLine(points=self._corners(x, y, side), width=u(1.8), close=True)
            Color(*OUTLINES.get(cell.kind, colours().chosen.ink))
            SmoothLine(points=self._corners(x, y, side), width=u(0.9), close=True)
        elif cell.kind == "idle":
            Color(*NOT_PLAYED)
            Rectangle(pos=(x, y), size=(side, side))
        ink = NAME_INKS.get(cell.kind, NAME_INK)
        self._name(cell, x, y, side, ink)
        if cell.mark in ("chore", "wrong"):
            Color(*mark_colour(cell.mark))
            inset = u(1.5)
            SmoothLine(points=self._corners(x + inset, y + inset, side - 2 * inset), width=u(2), close=True)
        elif cell.mark is not None:
            for line, width in ((NAME_INK, u(2.2)), (colours().chosen.ink, u(1.2))):
                Color(*line)
                SmoothLine(points=self._corners(x + 1, y + 1, side - 2), width=width, close=True)

    @staticmethod
    def _corners(x: float, y: float, side: float) -> list[float]:
        return [x, y, x + side, y, x + side, y + side, x, y + side]

    def _name(self, cell: Cell, x: float, y: float, side: float, ink: Colour) -> None:
        """The number in the lower left corner, where a tower leaves it free; where nothing is printed, S and Z too."""
        printed = self._model.ground is not None
        planets = cell.name[-1] if cell.name[-1].isdecimal() else ""
        signs = {} if printed else {"goal": "Z", "start": f"S{planets}"}
        word = cell.name if cell.name.isdecimal() else signs.get(cell.kind, "")
        if not word:
            return
        sign = letters(word, max(9, round(min(side * 0.5, u(20)))), bold=printed)
        if printed:
            Color(*ink)
        else:
            Color(*colours().night[:3], 0.75)
            Rectangle(pos=(x, y), size=(sign.width + u(3), sign.height))
            Color(*colours().text)
        Rectangle(texture=sign, pos=(x + u(1.5), y), size=sign.size)

    def _token(self, token: Token, x: float, y: float, larger: float = 1.0) -> None:
        size = token.size_mm * self.scale * larger
        picture = self._model.picture is not None
        if picture:
            self._outlined(token, x, y, size)
            return
        strength = 0.4 if token.faint else 1.0
        ring = (
            colours().chosen.ink
            if token.lit
            else colours().warning.ink
            if token.doubtful
            else colours().night
        )
        edge = u(2.6) if token.lit or token.doubtful else u(1.0)
        Color(*ring[:3], strength)
        SmoothEllipse(pos=(x - size / 2 - edge, y - size / 2 - edge), size=(size + 2 * edge,) * 2)
        paint_piece(token.colour, None if token.done else token.seat, (x, y), size, strength)
        if token.done:
            side = size * 0.6
            draw_icon("done", x - side / 2, y - side / 2, side, PIECE_INKS.get(token.colour, colours().night))

    def _outlined(self, token: Token, x: float, y: float, size: float) -> None:
        """On a picture the piece itself is to be seen: a ring around it, the piece in question bright."""
        if not token.lit:
            return
        for colour, width in ((colours().night, u(2.4)), (colours().warning.ink, u(1.2))):
            Color(*colour)
            SmoothLine(circle=(x, y, size / 2), width=width)

    def _way(self, way: Way) -> None:
        """A bright line from a piece to where it goes, with a head; a way gone is thin and quiet."""
        (fx, fy), (tx, ty) = self.to_px(*way.start), self.to_px(*way.end)
        if math.hypot(tx - fx, ty - fy) < u(6):
            return
        if way.done:
            Color(*colours().line[:3], 0.8)
            SmoothLine(points=(fx, fy, tx, ty), width=u(0.8))
        else:
            draw_arrow([(fx, fy), (tx, ty)], u(15), PIECES.get(way.colour, colours().chosen.ink))
