"""A board of tiles with what may be laid below it; while a screen stands across it, the keys of each half."""

from collections.abc import Sequence
from typing import Any

from kivy.uix.widget import Widget

from ui.present.field import FieldModel, ScreenModel, SupplyCell, tile_marks, token_marks
from ui.present.models import Button
from ui.widgets.boxes import Card, Column, Row
from ui.widgets.drawing import SmallDrawing
from ui.widgets.faces import Faces
from ui.widgets.keys import Key, Send, Touched
from ui.widgets.own_board import BoardWithCells, OwnBoard
from ui.widgets.text import Fitted
from ui.widgets.theme import BODY, SMALL, colours, u
from vision.printed.marks import Drawing


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
