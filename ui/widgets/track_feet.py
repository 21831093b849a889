"""What stands below a board of squares: seats with their discs, or pieces with where they go; and ballots beside it."""

from collections.abc import Sequence
from typing import Any

from kivy.uix.widget import Widget

from ui.present.drawn import piece
from ui.present.table_touches import NothingToDo
from ui.present.track import Ballot, Foot, TrackModel
from ui.widgets.boxes import Column, Row
from ui.widgets.drawing import SmallDrawing
from ui.widgets.keys import Send, Tool, Touched
from ui.widgets.own_board import BoardWithCells
from ui.widgets.text import Fitted, Icon
from ui.widgets.theme import BODY, SMALL, colours, u
from vision.printed.marks import Disc, Drawing

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
