"""Discs to be touched as they fell: those of whoever throws by their faces, and above them the throw with its sum."""

from typing import Any

from kivy.uix.widget import Widget

from ui.present.thrown import DiscColour, DiscFace, ShownDisc, ThrowModel, disc_marks
from ui.widgets.boxes import Card, Column, Row, in_rows, paint_ground
from ui.widgets.drawing import SmallDrawing
from ui.widgets.keys import Send, Touched
from ui.widgets.own_board import OwnBoard
from ui.widgets.text import Fitted
from ui.widgets.theme import BODY, SMALL, colours, u
from ui.widgets.track_feet import PieceSign
from vision.printed.marks import Drawing, Shape
from vision.printed.shapes import circle

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
