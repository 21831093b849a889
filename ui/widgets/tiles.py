"""Parts that fill a place: paged rows, cards, tiles, cells."""

from collections.abc import Callable, Sequence
from math import inf
from typing import Any, TypeAlias

from kivy.clock import Clock
from kivy.uix.layout import Layout
from kivy.uix.widget import Widget

from companion.sight import Face, Thing
from ui.present.board import BACK, Piece, thing_parts
from ui.present.drawn import MARK_INKS, said, seat_shape
from ui.present.models import Button, Cell, Sign, Tally, Tile
from ui.present.touches import NothingToDo, Touch, do, taken_by
from ui.widgets.boxes import Card, Column, Row, Scroll, in_rows, paint_ground, taken_out
from ui.widgets.drawing import DrawingView, Send, SmallDrawing
from ui.widgets.keys import FAR, Key, Tool, Touched
from ui.widgets.pictures import Faces, Painting
from ui.widgets.text import Fitted, Words, readable
from ui.widgets.theme import BODY, GAP, SMALL, TOUCH, sized, u, upright
from vision.printed.marks import Drawing, Image, Placed

Made: TypeAlias = Widget | Callable[[], Widget]
"""A row, or a function that makes it when it is first visible."""
LEAST_PICTURE = 72.0
"""Minimum side of an answer's picture in units."""


def settled(widget: Widget, width: float) -> float:
    """The height (px) of a widget that fits its content, at this width (px)."""
    widget.width = width
    inside = [each for each in widget.walk(restrict=True) if isinstance(each, Layout)]
    # Widths go down, then heights up; Kivy's own passes would take a frame per level.
    for each in (*inside, *reversed(inside)):
        each.do_layout()
    return float(widget.height)


class Paged(Column):
    """As many `rows` as fit from the top, and keys to page through the rest.

    `fill`: rows below them, only if all fit and there is room. `spared`: a row that is left out if the others
    only fit without it.
    """

    def __init__(
        self, rows: Sequence[Made], fill: Sequence[Made] = (), spared: Widget | None = None, **more: Any
    ) -> None:
        super().__init__(**more)
        self._spared = spared
        self._rows = list(rows)
        self._fill = fill
        # First rows of this page and of those before it.
        self._starts = [0]
        self._soon = Clock.create_trigger(self._fit, -1)
        self.bind(size=self._soon)

    def turn_on(self, first: int) -> None:
        """Shows the rows from this one on."""
        self._starts.append(first)
        self._fit()

    def turn_back(self) -> None:
        self._starts.pop()
        self._fit()

    def _fit(self, *_seconds: object) -> None:
        if self.width < 2 or self.height < 2:
            return
        self.clear_widgets()
        gap, turning = u(GAP), u(TOUCH)
        if self._spared in self._rows and len(self._from(0, self.height)) < len(self._rows):
            kept, self._rows = self._rows, [row for row in self._rows if row is not self._spared]
            if len(self._from(0, self.height)) < len(self._rows):
                self._rows = kept  # it changes nothing
            self._spared = None
        first = self._starts[-1]
        shown = self._from(first, self.height)
        whole = len(shown) == len(self._rows)
        if not whole:
            room = self.height - turning - gap
            if room < turning:
                # The largest type may leave no room for paging keys.
                self.add_widget(Scroll(self._from(first, inf)))
                return
            shown = self._from(first, room)
            if shown[0].height > room + 1:
                # A rule may then need more than the whole place.
                shown = [Scroll((taken_out(shown[0]),), size_hint_y=None, height=room)]
        left = self.height - sum(row.height + gap for row in shown)
        below: list[Widget] = []
        if whole:
            # Pictures of keys grow into the remaining room.
            pictured = [
                [key for key in row.walk(restrict=True) if isinstance(key, Key) and key.picture]
                for row in shown
            ]
            keys, before, least = [key for some in pictured for key in some], left, u(LEAST_PICTURE)
            if keys:
                high = sum(row.height for row in shown)
                each = least + max(left, 0) / sum(bool(some) for some in pictured)
                large = max(least, min(each, keys[0].width * 0.45, u(190)))
                # Beside a larger picture words may need too many lines.
                for side in (large, least):
                    for key in keys:
                        key.picture.size = (side, side)
                    left = before - float(sum(settled(row, self.width) for row in shown) - high)
                    if left >= 0:
                        break
            for made in self._fill:
                row = made if isinstance(made, Widget) else made()
                if settled(row, self.width) > left:
                    break
                shown.append(row)
                left -= row.height + gap
        else:
            # Paging keys, and between them the visible rows and their total.
            end = first + len(shown)
            wide: Any = {"size_hint_x": None, "width": u(TOUCH)}
            back = Button("", do(self.turn_back), "plain", "step-back", enabled=first > 0)
            on = Button("", do(self.turn_on, end), "plain", "step-on", enabled=end < len(self._rows))
            told = Fitted(f"{first + 1}–{end} / {len(self._rows)}", BODY, "quiet")
            below = [Row((Tool(back, self._take, **wide), told, Tool(on, self._take, **wide)), height=TOUCH)]
            left -= turning + gap
        if left > 0:
            below.insert(0, Widget(size_hint_y=None, height=left))
        for row in (*shown, *below):
            self.add_widget(row)

    def _from(self, first: int, room: float) -> list[Widget]:
        """The rows from this one on that fit in a room (px), at least one."""
        shown: list[Widget] = []
        for n in range(first, len(self._rows)):
            made = self._rows[n]
            row = self._rows[n] = made if isinstance(made, Widget) else made()
            room -= settled(row, self.width)
            if shown and room < -1:
                break
            shown.append(row)
            room -= u(GAP)
        after = self._rows[first + len(shown) :]
        # A heading, of one or two lines, stays with the row below it.
        heading = any(isinstance(row, Words) and row.height <= u(TOUCH) for row in shown[1:][-1:])
        if heading and after and not isinstance(after[0], Words):
            shown.pop()
        return [taken_out(row) for row in shown]

    def _take(self, touch: Touch) -> None:
        taken_by(self, touch)


# Single cards.


def card_picture(card: Thing, faces: Faces, side: float) -> SmallDrawing:
    """A card's face or back, of a size in units."""
    return SmallDrawing(card_drawing(card, faces, side), faces, pos_hint={"center_y": 0.5}, **sized(side))


def picture_beside(button: Button, faces: Faces, card: float, board: float) -> Widget | None:
    """The card or board beside a button's words, of a size in units; None if it has neither."""
    if button.card is not None:
        return card_picture(button.card, faces, card)
    if button.board is None:
        return None
    return DrawingView(button.board.small, faces, **sized(board))


def card_board(card: Thing, faces: Faces) -> SmallDrawing:
    """One card as large as its place, to be read."""
    image = None if card.face == "down" else faces.large(card.deck, card.label or "back")
    drawing = card_drawing(card, faces, 300)
    if image is not None:
        high, wide = image.shape[:2]
        rim = 0.02 * max(high, wide)
        shown = Image(rim, rim, wide, high, image)
        drawing = Drawing("card", wide + 2 * rim, high + 2 * rim, (shown,))
    board = SmallDrawing(drawing, faces)
    paint_ground(board, "table", 8)
    return board


def card_drawing(card: Thing, faces: Faces, side: float) -> Drawing:
    """A card in the middle of a square of `side` mm, in its picture's shape; for a unit of 1 mm."""
    down = card.face == "down" or card.label is None
    label = BACK if down else card.label or ""
    texture = None if down and card.deck is None else faces.face(card.deck, label)
    face: Face = "down" if down else "up"
    ratio = 1.0 if texture is None else texture.width / max(texture.height, 1)
    sides = side * min(1.0, ratio), side * min(1.0, 1 / ratio)
    piece = Piece("card", card.label, 0, 0, 0, face, card.deck, *sides, card.seat)
    body, _signs = thing_parts(piece, (side / 2, side / 2), 1.0)
    return Drawing("card", side, side, (body,))


class SignBoard(SmallDrawing):
    """A seat's shape and name on its colour, as large as possible and turned towards it: read across a dim
    table.
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


# Tiles of one size with a name and numbers before and after.

FEW = 8
"""Maximum number of cards with two a row."""
CELL_GAP = 4.0


class TileKey(Touched):
    def __init__(self, tile: Tile, send: Send, faces: Faces | None = None, **more: Any) -> None:
        edge = MARK_INKS[tile.mark] if tile.mark else "line"
        ground = "surface" if tile.faded else "raised"
        if tile.lit:
            ground, edge = "chosen-ground", "chosen"
        room: Any = {"spacing": u(4), "padding": (u(7), u(3), u(5), u(3))}
        super().__init__(tile.action, send, ground=ground, edge=edge, **room, **more)
        ink = "quiet" if tile.faded else "text"
        words = Fitted(tile.words, BODY, ink, bold=True, align="left")
        if tile.card is not None and faces is not None:
            art = Widget(size_hint_x=None, width=0)
            if (found := faces.picture(tile.card.deck, tile.card.label or "back")) is not None:
                # The art of the face, recognisable without small print.
                texture, (top, bottom) = found.texture, found.art
                low, high = texture.height * (1 - bottom), texture.height * (bottom - top)
                middle = texture.get_region(0, low, texture.width, high)
                tint = (1, 1, 1, 0.4 if tile.faded else 1.0)
                art = Painting(middle, whole=True, tint=tint, size_hint_x=None, width=u(54))
            self.add_widget(art)
        cost = "quiet" if tile.faded else "warning"
        own: dict[str, Any] = {"bold": True, "align": "left", "size_hint_x": None, "width": u(26)}
        before = [Fitted(tile.before, 24, cost, **own)] if tile.before else []
        if tile.detail:
            second = Fitted(tile.detail, SMALL - 2, "quiet", align="left", size_hint_y=0.62)
            parts: list[Widget] = [*before, Column((words, second), gap=0)]
        elif before or tile.after:
            after = Fitted(tile.after, 24, "chosen" if tile.lit else ink, bold=True, align="right")
            parts = [Column((words, Row((*before, after), gap=2, size_hint_y=0.66)), gap=0)]
        else:
            parts = [words]
        for part in parts:
            self.add_widget(part)


def grid(cells: Sequence[Widget], columns: int, high: float | None, gap: float) -> Column:
    """Cells of a height in units, or filling the room; an incomplete row keeps its columns."""
    missing = [Widget() for _missing in range(-len(cells) % columns)]
    rows = in_rows([*cells, *missing], columns, high, gap)
    room: Any = {} if high is None else {"size_hint_y": None, "height": len(rows) * u(high + gap) - u(gap)}
    return Column(rows, gap=gap, **room)


class TileBoard(Column):
    """Tiles that fill their place; few stay low, and too many are paged."""

    def __init__(
        self, tiles: Sequence[Tile], send: Send, columns: int = 3, faces: Faces | None = None, *,
        high: float = 0.0, guided: bool = False,
    ) -> None:  # fmt: skip
        """`faces`: the cards' pictures.

        `high`: fixed height of each in units. `guided`: the guide stands above them, so that rows hold more
        tiles, without pictures.
        """
        super().__init__(gap=0)
        if len(tiles) <= FEW and any(tile.card for tile in tiles):
            columns = 2
        if guided and len(tiles) > FEW:
            columns, faces = columns + 1, None
        self._tiles = tiles
        self._send, self._faces = send, faces
        self._cells = [self._made(tile) for tile in tiles]
        rows = -(-len(tiles) // columns)
        few = rows < 5 and not high
        if not few and (high or rows > (9 if upright() else 6)):
            missing = [Widget() for _missing in range(-len(tiles) % columns)]
            self.add_widget(Paged(in_rows([*self._cells, *missing], columns, high or TOUCH)))
            return
        self.add_widget(grid(self._cells, columns, 96 if few else None, CELL_GAP if guided else 5))
        if few:
            self.add_widget(Widget())

    def _made(self, tile: Tile) -> Widget:
        """A tile; a separate key takes one away, so that a touch on the tile always means one more."""
        own = TileKey(tile, self._send, self._faces)
        if tile.less is None:
            return own
        less = Tool(Button("−", tile.less), self._send, 26, size_hint_x=None, width=u(TOUCH))
        return Row((own, less), gap=3)

    def show(self, tiles: Sequence[Tile]) -> None:
        """Redraws the tiles that changed; their number must be the same."""
        for n, (old, tile) in enumerate(zip(self._tiles, tiles, strict=True)):
            if old != tile:
                cell, self._cells[n] = self._cells[n], self._made(tile)
                place = cell.parent
                at = place.children.index(cell)
                place.remove_widget(cell)
                place.add_widget(self._cells[n], index=at)
        self._tiles = tiles


class CellKey(Touched):
    def __init__(self, cell: Cell, faces: Faces | None, send: Send, **more: Any) -> None:
        asks = cell.action is not None
        edge = "chosen" if cell.lit else MARK_INKS[cell.mark] if cell.mark else ""
        ink = "text" if asks or cell.lit else "quiet"
        parts: list[Widget] = [Fitted(cell.words, BODY - 2, bold=cell.lit, align="left")]
        if cell.sign is not None:
            after = [Fitted(cell.after, BODY, ink, bold=True, align="right")] if cell.after else []
            sign = SmallDrawing(cell.sign, faces, at_left=True, size_hint_x=0.4 if after else 1)
            parts.append(Row((sign, *after), gap=4))
        super().__init__(
            cell.action or NothingToDo(), send, (Column(parts, gap=1),), enabled=asks,
            ground="raised" if asks or cell.lit else "surface",
            edge=edge, padding=(u(7), u(3)), **more,
        )  # fmt: skip


class OwnBoard(Column):
    """A game's own board, with cells below it if it has any.

    It stays while models come and go, so that a drag is not interrupted.
    """

    def __init__(self, model: Any, faces: Faces | None, send: Send, **more: Any) -> None:
        self.view = DrawingView(model, faces, send)
        super().__init__((self.view,), gap=CELL_GAP, **more)
        self._faces, self._send, self._below = faces, send, Column(tight=True)
        self._cells: Sequence[Cell] = ()
        self.show(model)

    def show(self, model: Any) -> None:
        self.view.show(model)
        cells: Sequence[Cell] = getattr(model, "cells", ())
        if cells == self._cells:
            return
        self._cells = cells
        self.remove_widget(self._below)
        if cells:
            made: list[Widget] = []
            for cell in cells:
                keys = [Tool(key, self._send, size_hint_x=None, width=u(TOUCH)) for key in cell.keys]
                own = CellKey(cell, self._faces, self._send)
                made.append(Row((own, *keys), gap=3) if keys else own)
            self._below = grid(made, model.across, TOUCH, CELL_GAP)
            self.add_widget(self._below)

    def high(self, width: float) -> float:
        """Its height at a width: the board in its own shape, and its cells."""
        _x, _y, wide, deep = self.view.model.window
        rim = 2 * u(self.view.model.rim)
        below = self._below.height + u(CELL_GAP) if self._cells else 0.0
        return float((width - rim) * deep / wide + rim + below)


class TallyBar(Row):
    """Large numbers with their words, legible across the table, and the switch of pictures."""

    def __init__(self, tally: Tally, send: Send, **more: Any) -> None:
        super().__init__(height=TOUCH + 2, gap=5, **more)
        self._send = send
        self._tally: Tally | None = None
        self.show(tally)

    def show(self, tally: Tally) -> None:
        if tally == self._tally:
            return
        self._tally = tally
        self.clear_widgets()
        for words, number in tally.numbers:
            large = Fitted(str(number), 40, bold=True, size_hint_x=0.62)
            named = Fitted(words, SMALL, "quiet", align="left")
            self.add_widget(Card((Row((large, named), gap=4),), tight=False, pad=4))
        if tally.switch is not None:
            key = Tool(tally.switch, self._send, SMALL, stacked=True, size_hint_x=None, width=u(72))
            self.add_widget(key)
