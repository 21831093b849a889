"""A board of squares from above: pieces in stacks, arrows, a picture behind it; pieces are touched and dragged."""

import math
from functools import partial
from typing import Any

from kivy.graphics import (
    Color,
    Rectangle,
    SmoothEllipse,
    SmoothLine,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
)

from ui.present.motion import came_from
from ui.present.touches import Touch
from ui.present.track import Cell, DragPiece, TapSpot, Token, TouchPiece, TrackModel
from ui.widgets.in_parts import in_parts
from ui.widgets.keys import Send
from ui.widgets.moving import Motions, sliding
from ui.widgets.squares import Square
from ui.widgets.theme import colours, still, u
from ui.widgets.track_drawing import TrackDrawing

DRAG = 10.0
"""A finger that moved less than this (units) has tapped."""
REACH = 30.0
"""A finger this far (units) from a piece's middle still means it."""
FALL = 0.3
"""So much larger a piece is for every piece it lay higher than where it lands."""


class TrackView(TrackDrawing):
    """A TrackModel drawn as large as its place allows."""

    def __init__(self, model: TrackModel, send: Send, **more: Any) -> None:
        super().__init__(model, **more)
        self._send = send
        self._held: tuple[Token, tuple[float, float]] | None = None
        self._carried = ""
        self._motions = Motions(self._rest)
        self._from: dict[str, Token] = {}
        self.bind(pos=self.draw, size=self.draw)

    @property
    def model(self) -> TrackModel:
        return self._model

    def show(self, model: TrackModel) -> None:
        """Draws another model, if it is another; pieces that lie elsewhere than before slide there."""
        if model == self._model:
            return
        before, self._model = self._model, model
        self._from = {} if still() or model.picture is not None else came_from(before, model, self._carried)
        self._carried = ""
        if self._from:
            self._motions.begin()
        else:
            self._motions.stop()
        self.draw()

    def _rest(self) -> None:
        self._from = {}
        self.draw()

    # touches

    def squares(self) -> list[Square]:
        """What may be touched, as it lies on the screen: the pieces, else the squares."""
        model = self._model
        if model.taps and model.tokens:
            return [
                Square(
                    token.colour,
                    self._around(token.x, token.y, token.size_mm),
                    partial(self._send, TouchPiece(token.colour)),
                )
                for token in model.tokens
                if self.token_at(*self.to_px(token.x, token.y)) == token  # of a stack the highest
            ]
        cells = [cell for cell in model.cells if cell.kind != "idle"]
        if model.spots:
            asked: list[Touch] = [TapSpot(round(cell.x, 1), round(cell.y, 1)) for cell in cells]
        else:
            asked = [model.square(cell.name) for cell in cells] if model.taps or model.drags else []
        return [
            Square(cell.name, self._around(cell.x, cell.y, cell.side), partial(self._send, touch))
            for cell, touch in zip(cells, asked, strict=False)
        ]

    def token_at(self, x: float, y: float) -> Token | None:
        """The piece under a finger: the nearest, of a stack the highest that the finger is on."""
        found = []
        for token in self._model.tokens:
            px, py = self.to_px(token.x, token.y)
            away = math.hypot(px - x, py - y)
            inside = away <= token.size_mm * self.scale / 2
            if away <= max(u(REACH), token.size_mm * self.scale / 2):
                found.append((not inside, -token.level if inside else away, away, token))
        return min(found, key=lambda each: each[:3])[3] if found else None

    def on_touch_down(self, touch: Any) -> bool:
        model = self._model
        if not self.collide_point(*touch.pos) or not (model.taps or model.drags or model.spots):
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        token = self.token_at(*touch.pos) if model.taps or model.drags else None
        touch.ud["token"], touch.ud["from"] = token, touch.pos
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        token, (x, y) = touch.ud["token"], touch.ud["from"]
        far = self._held is not None or math.hypot(touch.x - x, touch.y - y) > u(DRAG)
        if self._model.drags and token is not None and far:
            self._held = (token, touch.pos)
            self.draw()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        token, held = touch.ud["token"], self._held
        self._held = None
        if held is not None:
            x, y = self.to_mm(*touch.pos)
            self._carried = token.colour
            self._send(DragPiece(token.colour, round(x, 1), round(y, 1)))
            self.draw()
        elif token is not None and self._model.taps:
            self._send(TouchPiece(token.colour))
        elif self._model.spots:
            x, y = self.to_mm(*touch.pos)
            self._send(TapSpot(round(x, 1), round(y, 1)))
        elif (cell := self._cell_at(*touch.pos)) is not None:
            self._send(self._model.square(cell.name))
        return True

    def _cell_at(self, x: float, y: float) -> Cell | None:
        at_x, at_y = self.to_mm(x, y)
        cells = (cell for cell in self._model.cells if cell.kind != "idle")
        inside = (c for c in cells if max(abs(at_x - c.x), abs(at_y - c.y)) <= c.side / 2)
        return next(inside, None)

    # drawing

    def draw(self, *_changed: object) -> None:
        if self.width < 4 or self.height < 4:
            return
        self.canvas.clear()
        left, near, width, height = self._model.window
        low, size = self.to_px(left, near), (width * self.scale, height * self.scale)
        with self.canvas:
            StencilPush()
            Rectangle(pos=low, size=size)
            StencilUse()
            self._ground(low, size)
            for cell in in_parts(self._model.cells):
                self._cell(cell)
            tokens = self._model.tokens
            held = self._held[0].colour if self._held is not None else None
            for way in self._model.ways:
                if way.colour != held:
                    self._way(way)
            self._motions.forget()
            for token in tokens:
                if token.colour != held:
                    self._lying(token)
            if self._held is not None:
                self._lifted(*self._held)
            StencilUnUse()
            Rectangle(pos=low, size=size)
            StencilPop()

    def _lying(self, token: Token) -> None:
        """A piece where it lies, or on its way there; one that stood higher in a tower falls."""
        x, y = self.to_px(token.x, token.y)
        before = self._from.get(token.colour)
        if before is None:
            self._token(token, x, y)
            return
        from_x, from_y = self.to_px(before.x, before.y)
        draw = partial(self._token, token, x, y)
        high = FALL * max(0, before.level - token.level)
        self._motions.add(sliding(draw, from_x - x, from_y - y, (x, y), high))

    def _lifted(self, token: Token, at: tuple[float, float]) -> None:
        """A piece under the finger: larger, with a cross through its middle so that the finger can be exact."""
        size = token.size_mm * self.scale
        Color(0, 0, 0, 0.4)
        SmoothEllipse(pos=(at[0] - size * 0.6 + u(4), at[1] - size * 0.6 - u(5)), size=(size * 1.2,) * 2)
        self._token(token, *at, 1.1)
        Color(*colours().chosen.ink)
        reach = max(size, u(26))
        SmoothLine(points=(at[0] - reach, at[1], at[0] + reach, at[1]), width=u(0.7))
        SmoothLine(points=(at[0], at[1] - reach, at[0], at[1] + reach), width=u(0.7))
