"""A card as large as its place or as a small picture, and who alone may look."""

from typing import Any

from kivy.uix.widget import Widget

from companion.sight import Face, Thing
from ui.present.board import BACK, Piece, thing_parts
from ui.present.drawn import said, seat_shape
from ui.present.models import Button, Sign
from ui.widgets.boxes import paint_ground
from ui.widgets.drawing import DrawingView, SmallDrawing
from ui.widgets.faces import Faces
from ui.widgets.keys import FAR
from ui.widgets.text import readable
from ui.widgets.theme import u
from vision.printed.marks import Drawing, Image, Placed

LARGE = 300.0
"""About how large a card is that has the whole place of a board, in units."""


def card_picture(card: Thing, faces: Faces, side: float) -> SmallDrawing:
    """A card by itself, so many units large: its face or its back."""
    size = (u(side), u(side))
    drawing = card_drawing(card, faces, side)
    return SmallDrawing(drawing, faces, size_hint=(None, None), size=size, pos_hint={"center_y": 0.5})


def picture_beside(button: Button, faces: Faces, card: float, board: float) -> Widget | None:
    """The card or the board that stands beside a button's words, so many units large; None where it has neither."""
    if button.card is not None:
        return card_picture(button.card, faces, card)
    if button.board is None:
        return None
    return DrawingView(button.board.small, faces, size_hint=(None, None), size=(u(board), u(board)))


def card_board(card: Thing, faces: Faces) -> SmallDrawing:
    """One card as large as its place, to be read."""
    image = None if card.face == "down" else faces.large(card.deck, card.label or "back")
    drawing = card_drawing(card, faces, LARGE)
    if image is not None:
        high, wide = image.shape[:2]
        rim = 0.02 * max(high, wide)
        shown = Image(rim, rim, wide, high, image)
        drawing = Drawing("card", wide + 2 * rim, high + 2 * rim, (shown,))
    board = SmallDrawing(drawing, faces)
    paint_ground(board, "table", 8)
    return board


def card_drawing(card: Thing, faces: Faces, side: float) -> Drawing:
    """A card in the middle of a square of `side` mm, in the shape of its picture; drawn for a unit of a millimetre."""
    down = card.face == "down" or card.label is None
    label = BACK if down else card.label or ""
    texture = None if down and card.deck is None else faces.face(card.deck, label)
    face: Face = "down" if down else "up"
    piece = Piece("card", card.label, 0, 0, 0, face, card.deck, *shape(texture, side), card.seat)
    body, _signs = thing_parts(piece, (side / 2, side / 2), 1.0)
    return Drawing("card", side, side, (body,))


def shape(texture: Any, side: float) -> tuple[float, float]:
    """Width and height of a card whose longer side is given, in the shape of its picture; square without one."""
    ratio = 1.0 if texture is None else texture.width / max(texture.height, 1)
    return (side * min(1.0, ratio), side * min(1.0, 1 / ratio))


class SignBoard(SmallDrawing):
    """A seat's shape and name on its colour, as large as its place allows, turned towards that seat: read from across a
    dim table.
    """

    def __init__(self, model: Sign, **more: Any) -> None:
        name, ink = readable(model.name), f"s{model.seat}"
        words = (
            seat_shape(model.seat, 50, 28, 32, ink),
            said(50, 62, name, min(20, 150 / max(len(name), 3)), ink),
            said(50, 80, readable(model.words), 9, "text"),
        )
        turned = Placed(Drawing("", 100, 100, words), 0, 0, turn=180.0 if model.seat == FAR else 0.0)
        super().__init__(Drawing("alone", 100, 100, (turned,)), **more)
        paint_ground(self, f"d{model.seat}", 8)
