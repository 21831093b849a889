"""Draws a table from above: cloth, squares, cards, pennies, marks and arrows, all in millimetres. Knows no game.

What a mark means is told twice, by colour and by shape, so that no eye depends on hue.
"""

from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.graphics import (
    Color,
    Rectangle,
    SmoothEllipse,
    SmoothRoundedRectangle,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
)

from companion.sight import Region, place_of
from ui.present.models import Arrow, BoardModel, Mark, Piece
from ui.present.motion import Motion, motion
from ui.present.table_touches import SquareTouch, TouchSquare
from ui.widgets.arrows import draw_arrow
from ui.widgets.card_signs import fitted_name
from ui.widgets.faces import Faces
from ui.widgets.in_parts import in_parts
from ui.widgets.keys import Send
from ui.widgets.moving import Motions, Pulse, fading, sliding, turning
from ui.widgets.pieces import covered, draw_piece, draw_signs
from ui.widgets.squares import InMillimetres, Square, TouchedSquares, draw_mark
from ui.widgets.text import LEAST, letters
from ui.widgets.theme import colours, mark_colour, seat_colour, still, type_px, u

RIM = 18.0
"""Room for the names of rows and columns, in units."""
LIT = 0.45
"""How strong a square is lit on which a card may go, and a card that it may take."""


Pairs = tuple[tuple[Piece, Piece], ...]


class TableView(InMillimetres, TouchedSquares):
    """A board model drawn as large as its place allows. `send`: its regions are touched and dragged from."""

    def __init__(
        self,
        model: BoardModel,
        faces: Faces,
        send: Send | None = None,
        *,
        rim: bool = True,
        **more: Any,
    ) -> None:
        super().__init__(send, **more)
        self._model, self._faces, self._rim = model, faces, rim
        self._motions = Motions(self._moved)
        self._pulse = Pulse()
        self._changing: tuple[Pairs, Pairs] = ((), ())
        self._gone: tuple[Piece, ...] = ()
        soon = Clock.create_trigger(self.draw, -1)  # once, however often it is laid out before the next frame
        self.bind(pos=soon, size=soon)

    @property
    def model(self) -> BoardModel:
        return self._model

    def show(self, model: BoardModel) -> None:
        """Draws another model, if it is another; what lies elsewhere than before moves there."""
        if model == self._model:
            return
        before, same = self.pieces(), model.window == self._model.window
        self._model = model
        if not same:
            self._moved()
        elif self.pieces() != before:
            self.move(before)
        else:
            self.draw()

    @property
    def window(self) -> tuple[float, float, float, float]:
        return self._model.window

    @property
    def rim(self) -> float:
        return u(RIM) if self._rim else u(2)

    @property
    def scale(self) -> float:
        """Pixels a millimetre."""
        _x, _y, width, height = self._model.window
        room_x, room_y = self.width - 2 * self.rim, self.height - 2 * self.rim
        return float(max(0.01, min(room_x / max(width, 1), room_y / max(height, 1))))

    def square_at(self, x: float, y: float) -> str | None:
        """The region under a place on the screen."""
        at_x, at_y = self.to_mm(x, y)
        return next((region.name for region in self._model.regions if region.contains(at_x, at_y)), None)

    @property
    def taps(self) -> type[SquareTouch] | None:
        return TouchSquare

    def squares(self) -> list[Square]:
        """The regions that may be touched, as they lie on the screen."""
        send, scale = self._send, self.scale
        if send is None:
            return []
        shown = [region for region in self._model.regions if self._seen(*region.centre, 0)]
        return [
            Square(
                region.name,
                (*self.to_px(region.x, region.y), region.w * scale, region.h * scale),
                partial(send, TouchSquare(region.name)),
            )
            for region in shown
        ]

    def draw(self, *_changed: object) -> None:
        if self.width < 4 or self.height < 4:
            return
        self.canvas.clear()
        self._pulse.forget()
        with self.canvas:
            if not self._rim:
                self._cut()
            self._cloth()
            self._pieces()
            for region, count in self._model.counts:
                self._count(region, count)
            for mark in self._model.marks:
                self._mark(mark)
            with self.carried():
                for piece in self.pieces():
                    if self._is_lifted(piece):
                        self._whole(piece)
            if not self._rim:
                StencilUnUse()
                Rectangle(pos=self.pos, size=self.size)
                StencilPop()
        self._pulse.begin(self)

    def _cut(self) -> None:
        """A small picture shows nothing beyond its own edge: what lies across it is cut there."""
        StencilPush()
        Rectangle(pos=self.pos, size=self.size)
        StencilUse()

    def pieces(self) -> tuple[Piece, ...]:
        return self._model.pieces

    def _seen(self, x: float, y: float, reach: float) -> bool:
        left, near, width, height = self._model.window
        return left - reach < x < left + width + reach and near - reach < y < near + height + reach

    def _cloth(self) -> None:
        left, near, width, height = self._model.window
        x, y = self.to_px(left, near)
        scale, edge = self.scale, self.rim * (0.9 if self._rim else 0.5)
        Color(*colours().table)
        SmoothRoundedRectangle(
            pos=(x - edge, y - edge),
            size=(width * scale + 2 * edge, height * scale + 2 * edge),
            radius=[u(8)],
        )
        Color(*colours().square)
        for region in self._model.regions:
            if self._seen(*region.centre, -min(region.w, region.h) / 2 + 1):
                px, py = self.to_px(region.x, region.y)
                Rectangle(pos=(px + u(1), py + u(1)), size=(region.w * scale - u(2), region.h * scale - u(2)))
        if self._rim:
            self._edges(left, near)

    def _edges(self, left: float, near: float) -> None:
        """The names of rows and columns, and each seat's colour along its own edge."""
        edge = self.rim
        for seat, side in enumerate(self._model.edges):
            self._seats_edge(seat, side)
        Color(*colours().quiet)
        for region in self._model.regions:
            square = place_of(region.name).square
            if square is None:
                continue
            if region.y == near:
                self._text(square[0], *self._off(region.centre[0], near, 0, -edge * 0.38), u(12))
            if region.x == left:
                self._text(square[1], *self._off(left, region.centre[1], -edge * 0.46, 0), u(12))

    def _seats_edge(self, seat: int, side: str) -> None:
        """A line in a seat's colour along the side on which it sits."""
        left, near, width, height = self._model.window
        scale, edge = self.scale, self.rim
        Color(*seat_colour(seat))
        if side in ("near", "far"):
            px, py = self.to_px(left, near if side == "near" else near + height)
            low = py - edge * 0.9 if side == "near" else py + edge * 0.9 - u(3)
            SmoothRoundedRectangle(pos=(px, low), size=(width * scale, u(3)), radius=[u(1.5)])
        else:
            px, py = self.to_px(left if side == "left" else left + width, near)
            at = px - edge * 0.9 if side == "left" else px + edge * 0.9 - u(3)
            SmoothRoundedRectangle(pos=(at, py), size=(u(3), height * scale), radius=[u(1.5)])

    def _count(self, name: str, count: int) -> None:
        """How many lie on a pile, on a dark disc in its corner, bright yellow where none is left."""
        region = next((region for region in self._model.regions if region.name == name), None)
        if region is None or not self._seen(*region.centre, 0):
            return
        x, y = self.to_px(region.x, region.y)
        width, height = region.w * self.scale, region.h * self.scale
        side = max(min(width, height) * 0.42, u(15))
        sign = letters(str(count), max(8, round(side * 0.62)))
        left, low = x + width - side, y + height - side
        Color(*colours().night[:3], 0.9)
        SmoothEllipse(pos=(left, low), size=(side, side))
        Color(*(colours().text if count else colours().warning.ink))
        Rectangle(
            texture=sign,
            pos=(left + side / 2 - sign.width / 2, low + side / 2 - sign.height / 2),
            size=sign.size,
        )

    def _off(self, x: float, y: float, dx: float, dy: float) -> tuple[float, float]:
        px, py = self.to_px(x, y)
        return px + dx, py + dy

    def _text(self, text: str, x: float, y: float, pixels: float) -> None:
        texture = letters(text, max(8, round(pixels)))
        Rectangle(texture=texture, pos=(x - texture.width / 2, y - texture.height / 2), size=texture.size)

    def _pieces(self) -> None:
        """What lies there, bottom first, each card with what stands on it; what moves lies above all that rests."""
        motions = self._motions
        motions.forget()
        pieces = tuple(piece for piece in self.pieces() if self._seen(piece.x, piece.y, 0))
        slides, turns = ({after: before for before, after in pairs} for pairs in self._changing)
        later = []
        for n, piece in enumerate(in_parts(pieces)):
            if self._is_lifted(piece):
                continue
            if piece in turns:
                at = self.to_px(piece.x, piece.y)
                motions.add(turning(partial(self._whole, turns[piece]), partial(self._whole, piece), at))
            elif piece not in slides:
                draw_piece(piece, self._faces, self.to_px(piece.x, piece.y), self.scale)
                if covered(piece, pieces[n + 1 :]):
                    draw_signs(piece, self.to_px(piece.x, piece.y), self.scale)
                else:
                    later.append(piece)
        for arrow in self._model.arrows:
            self._arrow(arrow)
        for piece in in_parts(later):
            draw_signs(piece, self.to_px(piece.x, piece.y), self.scale)
        for piece in self._gone:
            motions.add(fading(partial(self._whole, piece)))
        for piece in pieces:
            if piece in slides:
                before = slides[piece]
                (x, y), (to_x, to_y) = self.to_px(before.x, before.y), self.to_px(piece.x, piece.y)
                self._motions.add(sliding(partial(self._whole, piece), x - to_x, y - to_y))

    def _is_lifted(self, piece: Piece) -> bool:
        return self.lifted is not None and self.square_at(*self.to_px(piece.x, piece.y)) == self.lifted[0]

    def _whole(self, piece: Piece) -> None:
        """A thing with what stands on it, at its place."""
        at = self.to_px(piece.x, piece.y)
        draw_piece(piece, self._faces, at, self.scale)
        draw_signs(piece, at, self.scale)

    def move(self, before: tuple[Piece, ...]) -> None:
        """Shows how what lay there before became what lies there now, and draws it."""
        found = Motion() if still() or self.width < 4 else motion(before, self.pieces())
        self._changing, self._gone = (found.slides, found.turns), found.gone
        if found:
            self._motions.begin()
        else:
            self._motions.stop()
        self.draw()

    def _moved(self) -> None:
        """Everything is at its place."""
        self._changing, self._gone = ((), ()), ()
        self.draw()

    def _mark(self, mark: Mark) -> None:
        region = next((region for region in self._model.regions if region.name == mark.region), None)
        if region is None or not self._seen(*region.centre, 0):
            return
        x, y = self.to_px(region.x, region.y)
        width, height = region.w * self.scale, region.h * self.scale
        if mark.kind == "go":
            Color(*mark_colour("go")[:3], LIT)
            SmoothRoundedRectangle(
                pos=(x + u(2), y + u(2)), size=(width - u(4), height - u(4)), radius=[u(5)]
            )
        ink = draw_mark(mark.kind, (x, y), (width, height), due=mark.due)
        if mark.due:
            self._pulse.add(ink)
        if mark.words and not self._named(region):
            room = width - u(4)
            named = fitted_name(mark.words, room, height * 0.6)
            texture, wide = named or (letters(mark.words, round(type_px(LEAST))), room)
            Color(*colours().text)
            Rectangle(
                texture=texture,
                pos=(x + (width - wide) / 2, y + height * 0.36 - texture.height / 2),
                size=(wide, texture.height),
            )

    def _named(self, region: Region) -> bool:
        """Whether a card that is to be laid in a region already bears its name there."""
        return any(p.faint and p.name and region.contains(p.x, p.y) for p in self._model.pieces)

    def _arrow(self, arrow: Arrow) -> None:
        places = {region.name: region.centre for region in self._model.regions}
        points = [self.to_px(*places[name]) for name in arrow.regions if name in places]
        if len(points) < 2:
            return
        draw_arrow(points, self.scale * 17, mark_colour(arrow.kind))
