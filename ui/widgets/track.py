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
from kivy.graphics.texture import Texture

from ui.present.motion import came_from
from ui.present.touches import Touch
from ui.present.track import Cell, DragPiece, TapSpot, Token, TouchPiece, TrackModel, Way
from ui.widgets.arrows import draw_arrow
from ui.widgets.discs import paint_piece
from ui.widgets.icons import draw_icon
from ui.widgets.in_parts import in_parts
from ui.widgets.keys import Send
from ui.widgets.moving import Motions, sliding
from ui.widgets.palette import Colour
from ui.widgets.squares import InMillimetres, Square
from ui.widgets.text import letters
from ui.widgets.theme import PIECE_INKS, PIECES, colours, mark_colour, still, u

# How a board of squares from above is drawn: its ground or the picture behind it, squares, pieces, ways.


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
