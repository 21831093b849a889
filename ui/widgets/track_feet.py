"""What stands below a board of squares: seats with their discs, or pieces with where they go; and ballots beside it."""

from collections.abc import Sequence
from typing import Any

from kivy.graphics import Color, SmoothEllipse
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from ui.present.drawn import piece
from ui.present.table_touches import NothingToDo
from ui.present.track import Ballot, Foot, TrackModel
from ui.widgets.boxes import Column, Row
from ui.widgets.drawing import DrawingView, Sign
from ui.widgets.icons import Icon
from ui.widgets.keys import Send, Tool, Touched
from ui.widgets.own_board import OwnBoard
from ui.widgets.text import Fitted
from ui.widgets.theme import BODY, DISCS, SMALL, TOUCH, colours, u
from vision.printed.marks import Disc, Drawing

FOOT = TOUCH
GAP = 4.0
KEY, LOW_KEY = 64.0, 50.0
MOST_KEYS = 3


class PieceSign(Sign):
    """A piece: its colour, with its seat's shape on it where a seat plays it."""

    def __init__(self, colour: str, seat: int | None, **more: Any) -> None:
        marks = (Disc(15, 15, 32, "line"), *piece(colour, seat, 15, 15, 30))
        super().__init__(Drawing(colour, 30, 30, marks), most=u(30), **more)


class DiscCounts(Widget):
    """A small disc of each kind for every one that is owned."""

    def __init__(self, discs: tuple[int, int, int], **more: Any) -> None:
        super().__init__(**more)
        self._discs = discs
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_changed: object) -> None:
        self.canvas.clear()
        total = max(sum(self._discs), 5)
        size = min(self.height, self.width / total * 0.86)
        x, y = self.x, self.y + self.height / 2 - size / 2
        with self.canvas:
            for colour, count in zip(DISCS, self._discs, strict=True):
                for _n in range(count):
                    Color(*colour)
                    SmoothEllipse(pos=(x, y), size=(size, size))
                    x += size * 1.16


class FootCell(Touched):
    """One cell; one that can be touched is as high as a finger."""

    def __init__(self, foot: Foot, send: Send, **more: Any) -> None:
        ground = colours().raised if foot.lit else colours().surface
        edge = colours().chosen.ink if foot.lit else colours().warning.ink if foot.doubtful else None
        super().__init__(
            foot.action or NothingToDo(), send, enabled=foot.action is not None, ground=ground, edge=edge,
            spacing=u(5), padding=(u(6), u(3)), **more,
        )  # fmt: skip
        if foot.colour and foot.seat is not None:
            self.add_widget(PieceSign(foot.colour, foot.seat, size_hint_x=None, width=u(30)))
        words = Fitted(foot.words, BODY - 2, colours().text, bold=foot.lit, align="left")
        if foot.discs is not None:
            self.add_widget(Column((words, DiscCounts(foot.discs, size_hint_y=0.6)), gap=1))
        elif foot.detail:
            ink = colours().warning.ink if foot.doubtful else colours().quiet
            self.add_widget(Column((words, Fitted(foot.detail, SMALL - 2, ink, align="left")), gap=0))
        else:
            self.add_widget(words)
        if foot.done:
            self.add_widget(Icon("done", colours().success.ink, size_hint_x=None, width=u(22)))

    def on_touch_down(self, touch: Any) -> bool:
        return False if self.disabled else bool(super().on_touch_down(touch))


class TrackBoard(OwnBoard):
    """The board, and below it its cells. Stays while models come and go, so that a drag is not cut off."""

    def __init__(self, model: TrackModel, send: Send, **more: Any) -> None:
        super().__init__(gap=GAP, **more)
        self._send = send
        self._feet: tuple[object, ...] = ()
        self.view = DrawingView(model, None, send)
        self.add_widget(self.view)
        self._below: Widget | None = None
        self.show(model)

    def show(self, model: TrackModel) -> None:
        """Draws another model; the cells are built anew only where they changed."""
        self.view.show(model)
        wanted = model.ballots or model.feet
        if wanted == self._feet:
            return
        self._feet = wanted
        if self._below is not None:
            self.remove_widget(self._below)
            self._below = None
        if wanted:
            ballots = [BallotRow(ballot, self._send) for ballot in model.ballots]
            cells = ballots or [FootCell(foot, self._send) for foot in model.feet]
            self._below = _grid(cells, 2 if ballots or len(cells) == 4 else 3)
            self.add_widget(self._below)

    def high(self, width: float) -> float:
        """How high this is at a width: the board in its own shape, and its cells."""
        _x, _y, wide, deep = self.view.model.window
        below = 0.0 if self._below is None else self._below.height + u(GAP)
        return float(width * deep / wide + below)


def _grid(cells: Sequence[Widget], most: int) -> Widget:
    """Cells of one size, at most so many side by side."""
    columns = min(len(cells), most)
    rows = -(-len(cells) // columns)
    grid = GridLayout(
        cols=columns, spacing=u(GAP), size_hint_y=None, height=rows * u(FOOT) + (rows - 1) * u(GAP),
        row_default_height=u(FOOT), row_force_default=True,
    )  # fmt: skip
    for cell in cells:
        grid.add_widget(cell)
    for _missing in range(-len(cells) % columns):
        grid.add_widget(Widget())
    return grid


class BallotRow(Row):
    """One seat's vote: its piece, its name, a key for each choice."""

    def __init__(self, ballot: Ballot, send: Send, **more: Any) -> None:
        wide = KEY if len(ballot.keys) <= 2 else LOW_KEY
        keys = [Tool(key, send, size_hint_x=None, width=u(wide)) for key in ballot.keys[:MOST_KEYS]]
        sign = PieceSign(ballot.colour, ballot.seat, size_hint_x=None, width=u(26))
        super().__init__(
            (sign, Fitted(ballot.name, BODY, colours().text, align="left"), *keys), gap=3, **more
        )
