"""Small pictures of what was played, side by side: cards, discs, towers of pieces, tokens, tiles."""

from collections.abc import Sequence
from typing import Any

from kivy.uix.widget import Widget

from companion.sight import Thing
from ui.present.drawn import piece
from ui.present.event_pictures import DiscPicture, EventPicture, TilePicture, TokenPicture, TowerPicture
from ui.present.field import tile_marks, token_marks
from ui.present.thrown import disc_marks
from ui.widgets.card_board import draw_card
from ui.widgets.drawing import Painter
from ui.widgets.faces import Faces
from ui.widgets.theme import u

SHARE = (1.0, 0.76, 0.62)
"""The side of each of one, two or three pictures, as part of the side of one alone."""
STEP = 0.28
"""How far a piece of a tower is drawn above the one below it, as part of its size."""


class EventPictures(Widget):
    """As wide as what it shows; `side`: how high one picture alone is, in units."""

    def __init__(self, pictures: Sequence[EventPicture], faces: Faces, side: float, **more: Any) -> None:
        self._pictures, self._faces = pictures, faces
        self._side = u(side) * SHARE[min(len(pictures), len(SHARE)) - 1]
        super().__init__(size_hint=(None, None), size=(self._side * len(pictures), u(side)), **more)
        self.pos_hint = {"center_y": 0.5}
        self.bind(pos=self._draw, size=self._draw)
        self._draw()

    def _draw(self, *_changed: object) -> None:
        self.canvas.clear()
        middle = self.y + self.height / 2
        with self.canvas:
            for n, one in enumerate(self._pictures):
                self._one(one, self.x + (n + 0.5) * self._side, middle, self._side * 0.96)

    def _one(self, one: EventPicture, x: float, y: float, side: float) -> None:
        half = side / 2
        painter = Painter(self._faces, x - half, y + half)
        match one:
            case Thing():
                draw_card(one, self._faces, x, y, side, 0.0)
            case DiscPicture():
                painter.paint(disc_marks(one.colour, one.sign, half, half, side))
            case TokenPicture():
                painter.paint(token_marks(one.label, one.name, one.colour, half, half, side))
            case TilePicture():
                painter.paint(tile_marks(one.tile, one.colour, 0, 0, side))
            case TowerPicture():
                size = side / (1 + STEP * (len(one.pieces) - 1))
                for level, (colour, seat) in enumerate(one.pieces):
                    high = side - size / 2 - level * STEP * size
                    painter.paint(piece(colour, seat, half, high, size))
