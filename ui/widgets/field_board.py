"""A board of tiles with the cells below it: what may be laid, how many are left, what is chosen."""

from functools import partial
from typing import Any

from kivy.graphics import Color, Rectangle, SmoothEllipse, SmoothLine
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.sight import place_of
from ui.present.field import FieldModel, Ground, Standing, SupplyCell
from ui.present.models import Piece
from ui.present.motion import Motion, motion
from ui.present.table_touches import SquareTouch
from ui.widgets.arrows import draw_arrow
from ui.widgets.boxes import Column, Row
from ui.widgets.card_signs import Box, draw_plates, draw_seat, name_strip
from ui.widgets.faces import Faces
from ui.widgets.in_parts import in_parts
from ui.widgets.keys import Send, Touched
from ui.widgets.moving import Motions, sliding
from ui.widgets.own_board import OwnBoard
from ui.widgets.palette import Colour
from ui.widgets.squares import Square, TouchedSquares, draw_mark
from ui.widgets.text import Fitted, letters
from ui.widgets.theme import BODY, SMALL, TOUCH, colours, seat_colour, still, u
from ui.widgets.tokens import paint_tile, paint_token, shield


class CellSign(Widget):
    """The picture of a cell: its tile or token."""

    def __init__(self, cell: SupplyCell, faces: Faces, **more: Any) -> None:
        super().__init__(**more)
        self._cell, self._faces = cell, faces
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_changed: object) -> None:
        self.canvas.clear()
        size = min(self.width, self.height)
        x, y = self.x + (self.width - size) / 2, self.y + (self.height - size) / 2
        cell = self._cell
        with self.canvas:
            if cell.tile:
                paint_tile(self._faces, cell.tile, cell.colour, (x, y), (size, size))
            elif cell.label:
                middle = (x + size / 2, y + size / 2)
                paint_token(
                    self._faces, cell.label, cell.name, cell.colour, middle, size, faint=not cell.enabled
                )


class CellKey(Touched):
    """One cell: its picture, its name, how many there are."""

    def __init__(self, cell: SupplyCell, faces: Faces, send: Send, **more: Any) -> None:
        ground = colours().raised if cell.lit or cell.enabled else colours().surface
        super().__init__(
            cell.action, send, enabled=cell.enabled, ground=ground, edge=colours().chosen.ink if cell.lit else None,
            spacing=u(4), padding=(u(6), u(3)), **more,
        )  # fmt: skip
        ink = colours().text if cell.enabled else colours().quiet
        name = Fitted(cell.name, SMALL, ink, bold=cell.lit)
        if not cell.tile and not cell.label:
            self.add_widget(name)
            return
        parts: list[Widget] = [CellSign(cell, faces, size_hint_x=None, width=u(30))]
        if cell.count is not None:
            parts.append(Fitted(f"×{cell.count}", BODY, ink, bold=True, align="left"))
        name.size_hint_y, name.height = None, u(20)
        self.add_widget(Column((Row(parts, gap=6), name), gap=0))


class FieldBoard(OwnBoard):
    """The board, and below it its cells. Stays while models come and go."""

    def __init__(self, model: FieldModel, faces: Faces, send: Send, **more: Any) -> None:
        super().__init__(gap=GAP, **more)
        self._faces, self._send = faces, send
        self._cells: tuple[SupplyCell, ...] = ()
        self.view = FieldView(model, faces, send)
        self.add_widget(self.view)
        self._below: Widget | None = None
        self.show(model)

    def show(self, model: FieldModel) -> None:
        """Draws another model; the cells are built anew only where they changed."""
        self.view.show(model)
        if model.cells == self._cells:
            return
        before, self._cells = self._cells, model.cells
        if self._below is not None and len(before) == len(model.cells):
            self._exchange(before, model.cells)
            return
        if self._below is not None:
            self.remove_widget(self._below)
            self._below = None
        if model.cells:
            self._below = self._grid(model)
            self.add_widget(self._below)

    def _exchange(self, before: tuple[SupplyCell, ...], after: tuple[SupplyCell, ...]) -> None:
        """Only the cells that changed are built anew, each in its place."""
        grid = self._below
        assert grid is not None
        keys = list(reversed(grid.children))
        for n, (old, new) in enumerate(zip(before, after, strict=True)):
            if old != new:
                at = grid.children.index(keys[n])
                grid.remove_widget(keys[n])
                grid.add_widget(CellKey(new, self._faces, self._send), index=at)

    def _grid(self, model: FieldModel) -> Widget:
        rows = -(-len(model.cells) // model.across)
        grid = GridLayout(
            cols=model.across, spacing=u(GAP), size_hint_y=None,
            height=rows * u(TOUCH) + (rows - 1) * u(GAP),
            row_default_height=u(TOUCH), row_force_default=True,
        )  # fmt: skip
        for cell in model.cells:
            grid.add_widget(CellKey(cell, self._faces, self._send))
        for _missing in range(-len(model.cells) % model.across):
            grid.add_widget(Widget())
        return grid

    def high(self, width: float) -> float:
        """How high this is at a width: the squares in their own shape, and the cells."""
        model = self.view.model
        below = 0.0 if self._below is None else self._below.height + u(GAP)
        side = (width - 2 * u(RIM)) / model.columns
        return float(side * model.rows + 2 * u(RIM) + below)


# A board of tiles with tokens from above, as the printed ones look. What a mark means is told twice, by
# colour and by shape, so that no eye depends on hue.


RIM = 16.0
GAP = 4.0
TOKEN_PART = 0.68
"""A token's width as part of its square's side."""
UNIT = 10.0
"""So many mm is a square where tokens are compared with where they stood."""


def _pieces(model: FieldModel) -> tuple[Piece, ...]:
    """Tokens as pieces, a square being `UNIT` mm."""
    places = {square.name: (square.column * UNIT, square.row * UNIT) for square in model.squares}
    return tuple(
        Piece("disc", token.label, *places.get(token.square, (0.0, 0.0)), seat=token.seat)
        for token in model.tokens
    )


def _alike(one: FieldModel, other: FieldModel) -> bool:
    """Whether both show the same part of a board from the same side."""
    return (one.columns, one.rows, one.first, one.facing) == (
        other.columns,
        other.rows,
        other.first,
        other.facing,
    )


class FieldView(TouchedSquares):
    """A FieldModel's squares and tokens, drawn as large as their place allows."""

    def __init__(self, model: FieldModel, faces: Faces, send: Send, **more: Any) -> None:
        super().__init__(send, **more)
        self._model, self._faces = model, faces
        self._motions = Motions(self._rest)
        self._slides: dict[Piece, Piece] = {}
        self._gone: tuple[Piece, ...] = ()
        self.bind(pos=self.draw, size=self.draw)

    @property
    def model(self) -> FieldModel:
        return self._model

    def show(self, model: FieldModel) -> None:
        """Draws another model, if it is another; tokens that stand elsewhere than before go there."""
        if model == self._model:
            return
        before, self._model = self._model, model
        found = motion(_pieces(before), _pieces(model)) if _alike(before, model) and not still() else Motion()
        self._slides, self._gone = {to: start for start, to in found.slides}, found.gone
        if found:
            self._motions.begin()
        else:
            self._motions.stop()
        self.draw()

    def _rest(self) -> None:
        self._slides, self._gone = {}, ()
        self.draw()

    @property
    def side(self) -> float:
        """A square's side in pixels."""
        model = self._model
        room_x, room_y = self.width - 2 * u(RIM), self.height - 2 * u(RIM)
        return float(max(4.0, min(room_x / model.columns, room_y / model.rows)))

    def corner(self, column: int, row: int) -> tuple[float, float]:
        """The lower left corner of a square on the screen, by its place from the board's near left corner."""
        model, side = self._model, self.side
        column, row = (column, row - model.first)
        if model.facing == 1:
            column, row = model.columns - 1 - column, model.rows - 1 - row
        left = self.x + (self.width - side * model.columns) / 2
        low = self.y + (self.height - side * model.rows) / 2
        return left + column * side, low + row * side

    def square_at(self, x: float, y: float) -> str | None:
        """The square under a place on the screen."""
        side = self.side
        for square in self._model.squares:
            left, low = self.corner(square.column, square.row)
            if left <= x < left + side and low <= y < low + side:
                return square.name
        return None

    @property
    def taps(self) -> type[SquareTouch] | None:
        return self._model.taps

    def middle(self, name: str) -> tuple[float, float] | None:
        """The middle of a square on the screen; None for one that is not shown."""
        square = next((each for each in self._model.squares if each.name == name), None)
        if square is None:
            return None
        left, low = self.corner(square.column, square.row)
        return left + self.side / 2, low + self.side / 2

    def squares(self) -> list[Square]:
        """The squares that may be touched, as they lie on the screen."""
        taps, side, send = self._model.taps, self.side, self._send
        if taps is None or send is None:
            return []
        return [
            Square(
                square.name,
                (*self.corner(square.column, square.row), side, side),
                partial(send, taps(square.name)),
            )
            for square in self._model.squares
        ]

    def draw(self, *_changed: object) -> None:
        if self.width < 4 or self.height < 4:
            return
        self.canvas.clear()
        with self.canvas:
            self._cloth()
            for square in in_parts(self._model.squares):
                self._ground(square)
            self._tokens()
            for square in self._model.squares:
                if square.mark is not None:
                    low, side = self.corner(square.column, square.row), self.side
                    draw_mark(square.mark, low, (side, side), due=False)
            for start, end in self._model.ways:
                self._way(start, end)
            if self._model.screen:
                self._screen()

    def _cloth(self) -> None:
        """The table around the board, with the names of columns and rows."""
        model, side = self._model, self.side
        left = self.x + (self.width - side * model.columns) / 2
        low = self.y + (self.height - side * model.rows) / 2
        rim = u(RIM)
        Color(*colours().table)
        Rectangle(
            pos=(left - rim, low - rim), size=(side * model.columns + 2 * rim, side * model.rows + 2 * rim)
        )
        for square in model.squares:
            x, y = self.corner(square.column, square.row)
            column, row = place_of(square.name).square or ("", "")
            if y - low < 1:
                self._text(column, x + side / 2, low - rim / 2, colours().quiet)
            if x - left < 1:
                self._text(row, left - rim / 2, y + side / 2, colours().quiet)

    def _text(self, text: str, x: float, y: float, colour: Colour, size: float = 12.0) -> None:
        texture = letters(text, max(8, round(u(size))))
        Color(*colour)
        Rectangle(texture=texture, pos=(x - texture.width / 2, y - texture.height / 2), size=texture.size)

    def _ground(self, square: Ground) -> None:
        side = self.side
        x, y = self.corner(square.column, square.row)
        pos, size = (x + u(1), y + u(1)), (side - u(2), side - u(2))
        if not square.tile:
            Color(*colours().square)
            Rectangle(pos=pos, size=size)
        else:
            paint_tile(self._faces, square.tile, square.colour, pos, size)
        for n, seat in enumerate(square.homes):
            self._home(seat, x, y, side, n)

    def _home(self, seat: int, x: float, y: float, side: float, n: int) -> None:
        """Whose home tile a square is: a bar in its colour along each side, those of a second seat within the first."""
        inset, half = u(5) + n * u(7), side * 0.15
        middle_x, middle_y = x + side / 2, y + side / 2
        far_x, far_y = x + side - inset, y + side - inset
        for ink, width in ((colours().night, u(3.1)), (seat_colour(seat), u(2.1))):
            Color(*ink)
            for at_y in (y + inset, far_y):
                SmoothLine(points=(middle_x - half, at_y, middle_x + half, at_y), width=width, cap="round")
            for at_x in (x + inset, far_x):
                SmoothLine(points=(at_x, middle_y - half, at_x, middle_y + half), width=width, cap="round")

    def _tokens(self) -> None:
        """Tokens where they stand; what moves above all that rests."""
        self._motions.forget()
        standing = list(zip(self._model.tokens, _pieces(self._model), strict=True))
        lifted = [token for token in self._model.tokens if self.lifted and token.square == self.lifted[0]]
        for token, piece in standing:
            if piece not in self._slides and token not in lifted:
                self._token(token)
        with self.carried():
            for token in lifted:
                self._token(token)
        for token, piece in standing:
            if piece in self._slides and token not in lifted:
                before, side = self._slides[piece], self.side / UNIT
                turn = -1 if self._model.facing == 1 else 1
                away = ((before.x - piece.x) * side * turn, (before.y - piece.y) * side * turn)
                self._motions.add(sliding(partial(self._token, token), *away))

    def _token(self, token: Standing) -> None:
        """A token with its name below it and its seat's shape beside it."""
        middle = self.middle(token.square)
        if middle is None:
            return
        side = self.side
        box = Box(*middle, side - u(4), side - u(4))
        names = (token.name, *token.name.split()[-1:])  # of a name too long for a square its last word
        strip = next((made for name in names if (made := name_strip(name, box, token.seat, 0.34))), None)
        size = side * TOKEN_PART
        x, y = middle[0], middle[1] + (0.0 if strip is None else strip.height * 0.42)
        ring = colours().chosen.ink if token.lit else seat_colour(token.seat)
        edge = u(3.0) if token.lit else u(2.0)
        for ink, wide in ((colours().night, size + 2 * edge + u(2)), (ring, size + 2 * edge)):
            Color(*ink)
            SmoothEllipse(pos=(x - wide / 2, y - wide / 2), size=(wide, wide))
        paint_token(self._faces, token.label, token.name, token.colour, (x, y), size, faint=token.faint)
        if strip is not None:
            draw_plates((strip,))
        draw_seat(token.seat, box, figure=False, corners=False)
        if token.shielded:
            shield(x + size * 0.5, y + size * 0.42, max(u(15), size * 0.36))

    def _way(self, start: str, end: str) -> None:
        """An arrow from square to square."""
        points = [middle for name in (start, end) if (middle := self.middle(name)) is not None]
        if len(points) == 2:
            draw_arrow(points, u(13), colours().text)

    def _screen(self) -> None:
        """The screen that stands across the middle, with its words."""
        model, side = self._model, self.side
        left = self.x + (self.width - side * model.columns) / 2
        low = self.y + (self.height - side * model.rows) / 2 + side * model.rows / 2
        high = u(46)
        Color(*colours().night)
        Rectangle(pos=(left - u(RIM), low - high / 2), size=(side * model.columns + 2 * u(RIM), high))
        Color(*colours().line)
        for edge in (-1, 1):
            y = low + edge * high / 2
            SmoothLine(points=(left - u(RIM), y, left + side * model.columns + u(RIM), y), width=u(1.4))
        self._text(model.screen, left + side * model.columns / 2, low, colours().text, 20)
