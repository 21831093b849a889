"""A card as large as its place, to be touched at one of its four corners, and a card as a small picture.

What was touched is told by a ring and a filled corner, so that it is seen without colour.
"""

from functools import partial
from typing import Any

from kivy.graphics import (
    Color,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Rotate,
    SmoothEllipse,
    SmoothLine,
    SmoothRoundedRectangle,
)
from kivy.uix.widget import Widget

from companion.sight import Face, Thing
from ui.present.models import Pad, Piece, Sign
from ui.widgets.boxes import paint_ground
from ui.widgets.drawing import paint_piece
from ui.widgets.faces import Faces
from ui.widgets.hold_key import FAR
from ui.widgets.icons import seat_shape
from ui.widgets.keys import Send
from ui.widgets.squares import Square
from ui.widgets.text import letters, readable
from ui.widgets.theme import colours, seat_colour, seat_deep, u

PART = 0.62
"""The card's side as part of its place: the rest is room for fingers beyond its corners."""
REACH = 0.2
"""A corner's ring, as part of the place's side."""


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


class SignBoard(Widget):
    """A seat's shape and name on its colour, as large as its place allows, turned towards that seat: read from across a
    dim table.
    """

    def __init__(self, model: Sign, **more: Any) -> None:
        super().__init__(**more)
        self.model = model
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_changed: object) -> None:
        self.canvas.clear()
        side = min(self.size)
        if side < 8:
            return
        x, y = self.x + self.width / 2, self.y + self.height / 2
        ink = seat_colour(self.model.seat)
        pixels = round(min(side * 0.2, side * 1.5 / max(len(self.model.name), 3)))
        with self.canvas:
            Color(*seat_deep(self.model.seat))
            SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[u(8)])
            PushMatrix()
            Rotate(angle=180 if self.model.seat == FAR else 0, origin=(x, y))
            seat_shape(self.model.seat, x - side * 0.16, y + side * 0.06, side * 0.32, ink)
            Color(*ink)
            self._words(self.model.name, x, y - side * 0.12, pixels)
            Color(*colours().text)
            self._words(self.model.words, x, y - side * 0.3, round(side * 0.09))
            PopMatrix()

    def _words(self, words: str, x: float, y: float, pixels: int) -> None:
        sign = letters(readable(words), max(8, pixels))
        Rectangle(texture=sign, pos=(x - sign.width / 2, y - sign.height / 2), size=sign.size)


class CornerPad(Widget):
    """The enemy's card as it lies before whoever touches it; the nearest corner is the one touched."""

    def __init__(self, model: Pad, faces: Faces, send: Send, **more: Any) -> None:
        super().__init__(**more)
        self.model, self._faces, self._send = model, faces, send
        self.bind(pos=self._draw, size=self._draw)

    def places(self) -> tuple[tuple[float, float], ...]:
        """The four corners on the screen: near left, near right, far right, far left."""
        reach = min(self.size) * PART / 2
        x, y = self.x + self.width / 2, self.y + self.height / 2
        return (
            (x - reach, y - reach),
            (x + reach, y - reach),
            (x + reach, y + reach),
            (x - reach, y + reach),
        )

    def _draw(self, *_changed: object) -> None:
        self.canvas.clear()
        side = min(self.size)
        if side < 8:
            return
        x, y = self.x + self.width / 2, self.y + self.height / 2
        with self.canvas:
            Color(*colours().table)
            SmoothRoundedRectangle(pos=(x - side / 2, y - side / 2), size=(side, side), radius=[u(8)])
            draw_card(self.model.card, self._faces, x, y, side * PART, 180.0)
            for number, (at_x, at_y) in enumerate(self.places()):
                self._corner(at_x, at_y, side * REACH, chosen=number == self.model.chosen)

    def _corner(self, x: float, y: float, side: float, *, chosen: bool) -> None:
        Color(*colours().night[:3], 0.18)
        SmoothEllipse(pos=(x - side / 2, y - side / 2), size=(side, side))
        for colour, wide in (
            (colours().night, 5.0 if chosen else 3.2),
            (colours().chosen.ink if chosen else colours().text, 3.0 if chosen else 1.6),
        ):
            Color(*colour)
            SmoothLine(circle=(x, y, side / 2), width=u(wide))
        if chosen:
            SmoothEllipse(pos=(x - side / 4, y - side / 4), size=(side / 2, side / 2))

    def squares(self) -> list[Square]:
        """The four corners, as they lie on the screen."""
        side = min(self.size) * REACH
        return [
            Square(
                str(n), (x - side / 2, y - side / 2, side, side), partial(self._send, self.model.corners[n])
            )
            for n, (x, y) in enumerate(self.places())
        ]

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        far = [abs(touch.x - x) + abs(touch.y - y) for x, y in self.places()]
        nearest = far.index(min(far))
        if min(far) < min(self.size) * PART / 2:
            self._send(self.model.corners[nearest])
        return True
