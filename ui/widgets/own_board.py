"""Boards that games draw themselves, in the place of the table: of squares, tiles or discs, and what is below them."""

from collections.abc import Sequence
from typing import Any

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from ui.present.drawn import DrawnBoard, piece
from ui.present.field import FieldModel, ScreenModel, SupplyCell, tile_marks, token_marks
from ui.present.models import Button
from ui.present.thrown import DiscColour, DiscFace, ShownDisc, ThrowModel, disc_marks
from ui.present.touches import NothingToDo
from ui.present.track import Ballot, Foot, TrackModel
from ui.widgets.boxes import Card, Column, Row, grid, in_rows, paint_ground
from ui.widgets.drawing import DrawingView, SmallDrawing
from ui.widgets.faces import Faces
from ui.widgets.keys import Key, Send, Tool, Touched
from ui.widgets.text import Fitted, Icon
from ui.widgets.theme import BODY, GAP, SMALL, TOUCH, colours, u
from vision.printed.marks import Disc, Drawing, Shape
from vision.printed.shapes import circle

CELL_GAP = 4.0


class OwnBoard(Column):
    """It stays while models come and go, so that a drag is not cut off."""

    model: Any = None

    def __init__(self, model: Any, send: Send, gap: float = GAP, **more: Any) -> None:
        super().__init__(gap=gap, **more)
        self._send = send
        self.show(model)

    def show(self, model: Any) -> None:
        """Draws another model, if it is another."""
        if model != self.model:
            self.model = model
            self._build()

    def _build(self) -> None:
        """Draws the model; each board has its own way."""

    def high(self, _width: float, /) -> float | None:
        """How high it is at a width, where it has a shape of its own; None: as square as there is room."""
        return None


class BoardWithCells(OwnBoard):
    """A drawn board, with cells to choose from below it where its game has any."""

    def __init__(self, model: DrawnBoard, faces: Faces | None, send: Send, **more: Any) -> None:
        self._faces = faces
        self._cells: Sequence[Any] = ()
        self._below: GridLayout | None = None
        self.view = DrawingView(model, faces, send)
        super().__init__(model, send, CELL_GAP, **more)
        self.add_widget(self.view, index=len(self.children))

    def cells_of(self, _model: Any, /) -> tuple[Sequence[Any], int]:
        """The cells of a model, and how many stand side by side; a plain board has none."""
        return (), 1

    def cell(self, cell: Any, /) -> Widget:
        raise TypeError(f"{type(self).__name__} has no cells, found {cell}")

    def show(self, model: Any) -> None:
        """Draws another model; only the cells that changed are built anew, each in its place."""
        self.view.show(model)
        before, (self._cells, across) = self._cells, self.cells_of(model)
        if self._below is not None and (len(before), self._below.cols) == (len(self._cells), across):
            places = list(reversed(self._below.children))
            for place, old, new in zip(places, before, self._cells, strict=False):
                if old != new:
                    at = self._below.children.index(place)
                    self._below.remove_widget(place)
                    self._below.add_widget(self.cell(new), index=at)
            return
        if self._below is not None:
            self.remove_widget(self._below)
            self._below = None
        if self._cells:
            self._below = grid([self.cell(each) for each in self._cells], across, TOUCH, CELL_GAP)
            self.add_widget(self._below)

    def high(self, width: float) -> float:
        """How high this is at a width: the board in its own shape, and its cells."""
        _x, _y, wide, deep = self.view.model.window
        rim = 2 * u(self.view.model.rim)
        below = 0.0 if self._below is None else self._below.height + u(CELL_GAP)
        return float((width - rim) * deep / wide + rim + below)


KEY, LOW_KEY = 64.0, 50.0
MOST_KEYS = 3
DISCS = ("disc-blue", "disc-violet", "disc-yellow")


class PieceSign(SmallDrawing):
    """A piece: its colour, with its seat's shape on it where a seat plays it."""

    def __init__(self, colour: str, seat: int | None, **more: Any) -> None:
        marks = (Disc(15, 15, 32, "line"), *piece(colour, seat, 15, 15, 30))
        super().__init__(Drawing(colour, 30, 30, marks), most=u(30), **more)


def disc_counts(discs: tuple[int, int, int], **more: Any) -> SmallDrawing:
    """A small disc of each kind for every one that is owned."""
    inks = [ink for ink, count in zip(DISCS, discs, strict=True) for _disc in range(count)]
    marks = tuple(Disc(0.5 + n * 1.16, 0.5, 1, ink) for n, ink in enumerate(inks))
    return SmallDrawing(Drawing("discs", 1.16 * max(len(inks), 5), 1, marks), at_left=True, **more)


class FootCell(Touched):
    """One cell; one that can be touched is as high as a finger."""

    def __init__(self, foot: Foot, send: Send, **more: Any) -> None:
        ground = colours().raised if foot.lit else colours().surface
        edge = colours().chosen.ink if foot.lit else colours().warning.ink if foot.doubtful else None
        parts: list[Widget] = []
        if foot.colour and foot.seat is not None:
            parts.append(PieceSign(foot.colour, foot.seat, size_hint_x=None, width=u(30)))
        words = [Fitted(foot.words, BODY - 2, colours().text, bold=foot.lit, align="left")]
        if foot.discs is not None:
            parts.append(Column((*words, disc_counts(foot.discs, size_hint_y=0.6)), gap=1))
        else:
            if foot.detail:
                ink = colours().warning.ink if foot.doubtful else colours().quiet
                words.append(Fitted(foot.detail, SMALL - 2, ink, align="left"))
            parts.append(Column(words, gap=0))
        if foot.done:
            parts.append(Icon("done", colours().success.ink, size_hint_x=None, width=u(22)))
        super().__init__(
            foot.action or NothingToDo(), send, parts, enabled=foot.action is not None, ground=ground, edge=edge,
            spacing=u(5), padding=(u(6), u(3)), **more,
        )  # fmt: skip

    def on_touch_down(self, touch: Any) -> bool:
        return False if self.disabled else bool(super().on_touch_down(touch))


class TrackBoard(BoardWithCells):
    """A board of squares, and below it the seats, the pieces or the ballots."""

    def __init__(self, model: TrackModel, send: Send, **more: Any) -> None:
        super().__init__(model, None, send, **more)

    def cells_of(self, model: TrackModel) -> tuple[Sequence[Ballot | Foot], int]:
        cells = model.ballots or model.feet
        return cells, min(len(cells), 2 if model.ballots or len(cells) == 4 else 3)

    def cell(self, cell: Ballot | Foot) -> Widget:
        return BallotRow(cell, self._send) if isinstance(cell, Ballot) else FootCell(cell, self._send)


class BallotRow(Row):
    """One seat's vote: its piece, its name, a key for each choice."""

    def __init__(self, ballot: Ballot, send: Send, **more: Any) -> None:
        wide = KEY if len(ballot.keys) <= 2 else LOW_KEY
        keys = [Tool(key, send, size_hint_x=None, width=u(wide)) for key in ballot.keys[:MOST_KEYS]]
        sign = PieceSign(ballot.colour, ballot.seat, size_hint_x=None, width=u(26))
        super().__init__(
            (sign, Fitted(ballot.name, BODY, colours().text, align="left"), *keys), gap=3, **more
        )


class CellKey(Touched):
    def __init__(self, cell: SupplyCell, faces: Faces | None, send: Send, **more: Any) -> None:
        ground = colours().raised if cell.lit or cell.enabled else colours().surface
        edge = colours().chosen.ink if cell.lit else None
        ink = colours().text if cell.enabled else colours().quiet
        shown: Widget = Fitted(cell.name, SMALL, ink, bold=cell.lit)
        if cell.tile or cell.label:
            if cell.tile:
                marks = tile_marks(cell.tile, cell.colour, 0, 0, 30)
            else:
                marks = token_marks(cell.label, cell.name, cell.colour, 15, 15, 30, faint=not cell.enabled)
            drawing = Drawing(cell.name, 30, 30, tuple(marks))
            parts: list[Widget] = [SmallDrawing(drawing, faces, size_hint_x=None, width=u(30))]
            if cell.count is not None:
                parts.append(Fitted(f"×{cell.count}", BODY, ink, bold=True, align="left"))
            shown.size_hint_y, shown.height = None, u(20)
            shown = Column((Row(parts, gap=6), shown), gap=0)
        look: Any = {"ground": ground, "edge": edge, "spacing": u(4), "padding": (u(6), u(3))}
        super().__init__(cell.action, send, (shown,), enabled=cell.enabled, **look, **more)


class FieldBoard(BoardWithCells):
    """A board of tiles, and below it what may be laid."""

    def cells_of(self, model: FieldModel) -> tuple[Sequence[SupplyCell], int]:
        return model.cells, model.across

    def cell(self, cell: SupplyCell) -> CellKey:
        return CellKey(cell, self._faces, self._send)


BAR = 34.0


class ScreenBoard(OwnBoard):
    """The far half with the keys of seat 1, the screen, the near half with those of seat 0."""

    model: ScreenModel

    def high(self, width: float) -> float:
        return width

    def _build(self) -> None:
        self.clear_widgets()
        near, far = self.model.halves
        bar = Fitted(self.model.words, BODY, colours().text, bold=True, size_hint_y=None, height=u(BAR))
        mine, others = self.model.notes
        for part in (self._half(far, others), bar, self._half(near, mine)):
            self.add_widget(part)

    def _half(self, keys: tuple[Button, ...], note: str) -> Widget:
        """The cloth of a half, and on it its seat's keys, or what there is to say of it."""
        if note:
            return Card((Fitted(note, BODY, colours().text),), colours().table, tight=False, pad=16)
        shown = Column([Key(key, self._send) for key in keys], tight=True)
        return Card((Widget(), shown, Widget()), colours().table, tight=False, pad=16)


ACROSS = 2
"""So many discs stand side by side."""
THROWN_PART = 0.3
"""How much of the height the throw takes."""
ROUND_BY = 60.0
CLEAR = (0.0, 0.0, 0.0, 0.0)
MISSING = Drawing("", 30, 30, (Shape(circle(15, 15, 13.2), edge="line", edge_mm=0.9),))
"""Where one of the thrown discs is still missing."""
WORD = 74.0
SUM = 104.0


class DiscKey(Touched):
    """One face of a disc, as large as its place allows; what fell has a bright ring."""

    def __init__(self, colour: DiscColour, face: DiscFace, send: Send, **more: Any) -> None:
        self.words = face.words
        marks = disc_marks(colour, face.sign, 15, 15, 30, lit=face.lit, faded=face.faded)
        disc = SmallDrawing(Drawing(face.words, 30, 30, tuple(marks)))
        super().__init__(face.action, send, (disc,), ground=CLEAR, edge=CLEAR, padding=u(3), **more)


class DiscBoard(OwnBoard):
    """The throw above, the discs below it two a row."""

    model: ThrowModel

    def high(self, width: float) -> float:
        return float(width * 1.1)

    def _build(self) -> None:
        self.clear_widgets()
        self.add_widget(self._thrown())
        discs = [self._pair(disc) for disc in self.model.discs]
        rows = in_rows(discs, ACROSS)
        if len(discs) % ACROSS:
            alone = rows[-1]
            discs[-1].size_hint_x = 2
            alone.add_widget(Widget(), index=1)
            alone.add_widget(Widget())
        self.add_widget(Column(rows))

    def _pair(self, disc: ShownDisc) -> Widget:
        """A disc's faces side by side on one ground: they belong together."""
        row = Row([DiscKey(disc.colour, face, self._send) for face in disc.faces], gap=2)
        row.padding = (u(8), u(2))
        paint_ground(row, colours().surface, ROUND_BY)
        return row

    def _thrown(self) -> Widget:
        model = self.model
        fell: list[Widget] = [
            DiscKey(disc.colour, face, self._send) for disc in model.fallen for face in disc.faces
        ]
        fell += [SmallDrawing(MISSING) for _missing in range(model.places - len(fell))]
        total = Column(
            (
                Fitted(str(model.total), 64, colours().text, bold=True),
                Fitted(model.total_words, SMALL, colours().quiet, size_hint_y=0.34),
            ),
            gap=0,
            size_hint_x=None,
            width=u(SUM),
        )
        words = Fitted(model.words, BODY, colours().quiet, size_hint_y=0.4)
        whose = Column((PieceSign(model.piece, model.seat), words), gap=0, size_hint_x=None, width=u(WORD))
        row = Row((whose, *fell, total), gap=2)
        return Card((row,), colours().raised, tight=False, pad=4, size_hint_y=THROWN_PART)
