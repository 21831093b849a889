"""A card as large as its place or as a small picture, and who alone may look."""

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.sight import Face, Thing
from ui.present.drawn import said, seat_shape
from ui.present.models import Piece
from ui.present.models import Sign as Alone
from ui.widgets.boxes import paint_ground
from ui.widgets.drawing import Sign, paint_piece
from ui.widgets.faces import Faces
from ui.widgets.hold_key import FAR
from ui.widgets.text import readable
from ui.widgets.theme import colours, seat_deep
from vision.printed.marks import Drawing, Placed


class CardPicture(Widget):
    """A card by itself: its face or its back, turned by so many degrees."""

    def __init__(self, card: Thing, faces: Faces, turned: float = 0.0, **more: Any) -> None:
        super().__init__(**more)
        self._card, self._faces, self._turned = card, faces, turned
        self.bind(pos=self._draw, size=self._draw)
        self._draw()

    def _draw(self, *_changed: object) -> None:
        self.canvas.clear()
        side = min(self.size)
        if side > 4:
            with self.canvas:
                x, y = self.x + self.width / 2, self.y + self.height / 2
                draw_card(self._card, self._faces, x, y, side, self._turned)


class CardBoard(CardPicture):
    """One card as large as its place, to be read."""

    def __init__(self, card: Thing, faces: Faces, **more: Any) -> None:
        super().__init__(card, faces, **more)
        paint_ground(self, colours().table, 8)

    def _draw(self, *_changed: object) -> None:
        card = self._card
        shown = None if card.face == "down" else self._faces.large(card.deck, card.label or "back")
        if shown is None:
            super()._draw()
            return
        self.canvas.clear()
        wide, high = shape(shown, min(self.size) * 0.96)
        with self.canvas:
            Color(1, 1, 1)
            middle = (self.x + (self.width - wide) / 2, self.y + (self.height - high) / 2)
            Rectangle(texture=shown, pos=middle, size=(wide, high))


def draw_card(card: Thing, faces: Faces, x: float, y: float, side: float, turned: float) -> None:
    """Draws a card around a middle; `side` is its longer side in pixels."""
    down = card.face == "down" or card.label is None
    texture = faces.back(card.deck) if down else faces.face(card.deck, card.label or "")
    size = shape(texture, side)
    face: Face = "down" if down else "up"
    piece = Piece("card", card.label, x, y, turned, face, card.deck, *size, card.seat)
    paint_piece(piece, faces, (x, y), signs=False)


def shape(texture: Any, side: float) -> tuple[float, float]:
    """Width and height of a card whose longer side is given, in the shape of its picture; square without one."""
    ratio = 1.0 if texture is None else texture.width / max(texture.height, 1)
    return (side * min(1.0, ratio), side * min(1.0, 1 / ratio))


class SignBoard(Sign):
    """A seat's shape and name on its colour, as large as its place allows, turned towards that seat: read from across a
    dim table.
    """

    def __init__(self, model: Alone, **more: Any) -> None:
        name, ink = readable(model.name), f"s{model.seat}"
        words = (
            seat_shape(model.seat, 50, 28, 32, ink),
            said(50, 62, name, min(20, 150 / max(len(name), 3)), ink),
            said(50, 80, readable(model.words), 9, "text"),
        )
        turned = Placed(Drawing("", 100, 100, words), 0, 0, turn=180.0 if model.seat == FAR else 0.0)
        super().__init__(Drawing("alone", 100, 100, (turned,)), **more)
        paint_ground(self, seat_deep(model.seat), 8)
