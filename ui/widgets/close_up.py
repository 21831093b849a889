"""A card of the board close up: its picture with its figures, and beside it in words what it is worth and may do.

One touch closes it.
"""

from typing import Any

from kivy.uix.widget import Widget

from ui.present.models import CloseUp, Piece
from ui.present.table_touches import Close
from ui.widgets.boxes import Column, Row
from ui.widgets.faces import Faces
from ui.widgets.keys import Send, Touched
from ui.widgets.pieces import draw_piece, draw_signs
from ui.widgets.text import Words
from ui.widgets.theme import BODY, colours, u

PICTURE = 108.0


class CardLarge(Widget):
    """A card as large as its place, with what stands on it."""

    def __init__(self, piece: Piece, faces: Faces, **more: Any) -> None:
        super().__init__(**more)
        self._piece, self._faces = piece, faces
        self.bind(pos=self._draw, size=self._draw)
        self._draw()

    def _draw(self, *_changed: object) -> None:
        self.canvas.clear()
        piece = self._piece
        scale = min(self.width / piece.width_mm, self.height / piece.height_mm)
        at = (self.x + self.width / 2, self.y + self.height / 2)
        with self.canvas:
            draw_piece(piece, self._faces, at, scale)
            draw_signs(piece, at, scale)


class CloseUpCard(Touched):
    """The card with its words."""

    def __init__(self, shown: CloseUp, faces: Faces, send: Send, **more: Any) -> None:
        super().__init__(
            Close(), send, enabled=True, ground=colours().surface, edge=None, orientation="vertical",
            padding=u(8), spacing=u(6), size_hint_y=None, **more,
        )  # fmt: skip
        piece = shown.piece
        high = u(PICTURE)
        wide = high * piece.width_mm / piece.height_mm
        picture = CardLarge(piece, faces, size_hint=(None, None), size=(wide, high))
        said = [Words(text, BODY, colours().text) for text in shown.lines]
        if shown.says:
            said.append(Words(shown.says, BODY - 2, colours().text))
        words = Column(said, tight=True, gap=4)
        words.pos_hint = {"top": 1}
        picture.pos_hint = {"top": 1}
        row = Row((picture, words), gap=10, size_hint_y=None)
        words.bind(height=lambda _words, height: setattr(row, "height", max(height, high)))
        row.height = max(words.height, high)
        self.add_widget(row)
        self.bind(minimum_height=self.setter("height"))
        self.height = self.minimum_height
