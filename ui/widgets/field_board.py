"""A board of tiles with the cells below it: what may be laid, how many are left, what is chosen."""

from typing import Any

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from ui.present.field import FieldModel, SupplyCell, tile_marks, token_marks
from ui.widgets.boxes import Column, Row
from ui.widgets.drawing import DrawingView, Sign
from ui.widgets.faces import Faces
from ui.widgets.keys import Send, Touched
from ui.widgets.own_board import OwnBoard
from ui.widgets.text import Fitted
from ui.widgets.theme import BODY, SMALL, TOUCH, colours, u
from vision.printed.marks import Drawing

GAP = 4.0


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
        parts: list[Widget] = [Sign(_pictured(cell), faces, size_hint_x=None, width=u(30))]
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
        self.view = DrawingView(model, faces, send)
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
        rim = 2 * u(model.rim)
        return float((width - rim) * model.rows / model.columns + rim + below)


def _pictured(cell: SupplyCell) -> Drawing:
    """The picture of a cell: its tile or token."""
    if cell.tile:
        return Drawing(cell.name, 30, 30, tile_marks(cell.tile, cell.colour, 0, 0, 30))
    token = token_marks(cell.label, cell.name, cell.colour, 15, 15, 30, faint=not cell.enabled)
    return Drawing(cell.name, 30, 30, token)
