"""A board that a game draws itself, in the place of the table."""

from collections.abc import Sequence
from typing import Any

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from ui.present.drawn import DrawnBoard
from ui.widgets.boxes import Column, grid
from ui.widgets.drawing import DrawingView
from ui.widgets.faces import Faces
from ui.widgets.keys import Send
from ui.widgets.theme import GAP, TOUCH, u

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

    def cell(self, _cell: Any, /) -> Widget:
        raise NotImplementedError

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
