"""What one seat has beside the simulated table, in a strip that slides under a finger."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.graphics import Color, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.uix.widget import Widget

from companion.sight import Face
from ui.box.by_touch import Brought
from ui.present.tabletop import Piece
from ui.widgets.drawing import paint_piece
from ui.widgets.faces import Faces
from ui.widgets.text import draw_icon, write
from ui.widgets.theme import colours, seat_colour, u

TRAY = 66.0
"""How wide the strip is, in units."""
COUNT = 26.0
"""The length (units) of the number of its cards, which stands at its end where not all can be seen."""
Signs = Callable[[Sequence[Piece]], tuple[Piece, ...]]


class Tray(Widget):
    """What one seat has beside the table, in a strip that slides: a penny first where the game has any, then cards."""

    def __init__(self, seat: int, faces: Faces, signs: Signs, *, pennies: bool = True, **more: Any) -> None:
        """`signs` gives cards the names and figures that stand on them."""
        super().__init__(**more)
        self.seat, self._faces, self._signs = seat, faces, signs
        self._first = 0 if pennies else 1
        self.cards: tuple[Brought, ...] = ()
        self._gone: frozenset[Brought] = frozenset()
        self.shown: frozenset[int] = frozenset()
        self.offset = 0.0
        self.bind(pos=self.draw, size=self.draw)

    @property
    def along(self) -> bool:
        """Whether the strip runs from left to right."""
        return bool(self.width > self.height)

    @property
    def step(self) -> float:
        return u(TRAY - 6)

    def show(self, cards: tuple[Brought, ...], gone: frozenset[Brought] = frozenset()) -> None:
        """`gone`: those that are out of play, which lie at its end, pale and beneath a sign of their own."""
        ordered = tuple(sorted(cards, key=gone.__contains__))
        if (ordered, gone) != (self.cards, self._gone):
            self.cards, self._gone = ordered, gone
            self.shown = frozenset()
            self.slide(0)
            self.draw()

    @property
    def beyond(self) -> float:
        """How much longer its cards are than the room for them, in pixels; 0 where all can be seen."""
        return float(max(0.0, self._items * self.step + u(8) - self._room))

    @property
    def _room(self) -> float:
        """The length of the strip; where not all cards find room it ends before their number, which covers none."""
        room = self.width if self.along else self.height
        return float(room if self._items * self.step + u(8) <= room else room - u(COUNT))

    def slide(self, by: float) -> None:
        """Slides the strip by so many pixels, no farther than its ends."""
        self.offset = min(max(self.offset + by, 0.0), self.beyond)

    def item_at(self, x: float, y: float) -> int | None:
        """The item at a place: 0 the penny, then cards from 1."""
        depth = x - self.x if self.along else self.y + self.height - y
        index = int((depth - u(4) + self.offset) // self.step) + self._first
        return index if depth < self._room and self._first <= index <= len(self.cards) else None

    @property
    def _items(self) -> int:
        return len(self.cards) + 1 - self._first

    def turn(self, index: int) -> None:
        """Lets its owner peep at a hidden card, or hides it again."""
        self.shown = self.shown ^ {index}
        self.draw()

    def draw(self, *_changed: object) -> None:
        self.canvas.clear()
        if self.width < 4 or self.height < 4:
            return
        colour = seat_colour(self.seat)
        with self.canvas:
            Color(*colours().surface)
            SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[u(8)])
            Color(*colour)
            SmoothLine(
                rounded_rectangle=(self.x + u(1), self.y + u(1), self.width - u(2), self.height - u(2), u(8)),
                width=u(0.8),
            )
            for index in range(self._first, len(self.cards) + 1):
                self._item(index)
            self._more()

    def _item(self, index: int) -> None:
        start = (index - self._first) * self.step - self.offset + u(4)
        size = self.step - u(6)
        if start < -u(2) or start + size > self._room + u(2):
            return
        x = self.x + start if self.along else (self.x + self.width / 2) - size / 2
        y = (self.y + self.height / 2) - size / 2 if self.along else self.y + self.height - start - size
        at = (x + size / 2, y + size / 2)
        if index == 0:
            Color(*colours().raised)
            SmoothRoundedRectangle(pos=(x, y), size=(size, size), radius=[u(6)])
            heads = Piece("penny", "heads", 0, 0, width_mm=0.6, height_mm=0.6)
            paint_piece(heads, self._faces, at, size)
            return
        card = self.cards[index - 1]
        face: Face = "up" if card.open or index in self.shown else "down"
        (piece,) = self._signs([Piece("card", card.label, 0, 0, 0.0, face, card.deck, 1.0, 1.0, self.seat)])
        paint_piece(piece, self._faces, at, size)
        if card in self._gone:
            Color(*colours().surface[:3], 0.6)
            SmoothRoundedRectangle(pos=(x, y), size=(size, size), radius=[u(4)])
            draw_icon("tomb", x + size * 0.25, y + size * 0.2, size * 0.5, colours().text)

    def _more(self) -> None:
        """How many cards that are in play there are, where not all can be seen."""
        if not self.beyond:
            return
        side = u(COUNT - 2)
        x, y = self.x + self.width - side - u(2), self.y + u(2)
        Color(*colours().night)
        SmoothEllipse(pos=(x, y), size=(side, side))
        Color(*colours().text)
        write(str(len(self.cards) - len(self._gone)), x + side / 2, y + side / 2, round(u(15)))
