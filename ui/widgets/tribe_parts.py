"""Parts of the tribe screens: a sum against its limit, a card in small, a movement grid to tap on."""

from typing import Any

from kivy.graphics import Color, Line, Rectangle, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.games.zoon.family.grids import SQUARES, reached
from companion.kits.grid import Offset
from ui.present.tribes import Gauge, GridModel, TapSquare
from ui.widgets.boxes import Column, Row
from ui.widgets.keys import Send, Touched
from ui.widgets.palette import Colour
from ui.widgets.text import Fitted
from ui.widgets.theme import SMALL, colours, u

GREEN: Colour = (0.24, 0.62, 0.36, 1.0)
YELLOW: Colour = (0.93, 0.80, 0.42, 1.0)
VIOLET: Colour = (0.62, 0.45, 0.86, 1.0)
INK: Colour = (0.07, 0.08, 0.09, 1.0)
GAUGE = 54.0
MINI = 52.0


class Bar(Widget):
    """How much of a limit is used up; beyond it the bar is full and hatched in the colour of what is forbidden."""

    def __init__(self, gauge: Gauge, **more: Any) -> None:
        super().__init__(**more)
        self._part = min(1.0, gauge.found / max(gauge.most, 1))
        with self.canvas:
            Color(*colours().raised)
            self._whole = SmoothRoundedRectangle(pos=self.pos, size=self.size)
            Color(
                *(
                    (colours().wrong.ink if gauge.is_over else colours().success.ink)
                    if gauge.found
                    else colours().raised
                )
            )
            self._filled = SmoothRoundedRectangle(pos=self.pos, size=self.size)
            Color(*colours().night)
            self._hatches = [Line(width=u(1)) for _n in range(7 if gauge.is_over else 0)]
        self.bind(pos=self._follow, size=self._follow)

    def _follow(self, *_changed: object) -> None:
        round_by = [self.height / 2]
        wide = max(self.height, self.width * self._part)
        for shape, width in ((self._whole, self.width), (self._filled, wide)):
            shape.pos, shape.size, shape.radius = self.pos, (width, self.height), round_by
        for n, hatch in enumerate(self._hatches, start=1):
            x = self.x + self.width * n / (len(self._hatches) + 1)
            hatch.points = [x, self.y, x + self.height, self.y + self.height]


class GaugeView(Column):
    """One sum: its words with the numbers, and a bar."""

    def __init__(self, gauge: Gauge, **more: Any) -> None:
        ink = colours().wrong.ink if gauge.is_over else colours().text
        words = f"{gauge.words} {gauge.found}/{gauge.most}"
        label = Fitted(words, SMALL, ink, bold=gauge.is_over, align="left")
        super().__init__((label, Bar(gauge, size_hint_y=None, height=u(10))), gap=2, **more)


def gauge_row(gauges: tuple[Gauge, ...]) -> Row:
    """All sums side by side."""
    return Row([GaugeView(gauge) for gauge in gauges], height=GAUGE - 12, gap=14)


class MiniCard(Widget):
    """A card in small: its picture if there is one, else its four corners on plain ground."""

    def __init__(self, texture: Any | None, corners: tuple[str, ...], **more: Any) -> None:
        super().__init__(size_hint=(None, None), size=(u(MINI), u(MINI)), **more)
        self._texture, self._corners = texture, corners
        self._labels: list[Fitted] = []
        if texture is None:
            for sign in corners:
                label = Fitted(
                    sign,
                    18,
                    colours().text,
                    bold=True,
                    size_hint=(None, None),
                    size=(u(MINI / 2), u(MINI / 2)),
                )
                self._labels.append(label)
                self.add_widget(label)
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_changed: object) -> None:
        self.canvas.before.clear()
        side = u(MINI)
        with self.canvas.before:
            if self._texture is None:
                Color(*colours().surface)
                SmoothRoundedRectangle(pos=self.pos, size=(side, side), radius=[u(6)])
                Color(*colours().line)
                SmoothLine(rounded_rectangle=(self.x, self.y, side, side, u(6)), width=u(1))
            else:
                Color(1, 1, 1)
                Rectangle(texture=self._texture, pos=self.pos, size=(side, side))
        half = side / 2
        places = ((0, half), (half, half), (half, 0), (0, 0))
        for label, (x, y) in zip(self._labels, places, strict=False):
            label.pos = (self.x + x, self.y + y)


class GridSquare(Touched):
    """One square of a movement grid."""

    def __init__(self, square: Offset, send: Send) -> None:
        middle = square == (0, 0)
        super().__init__(
            TapSquare(square), send, enabled=not middle, ground=colours().surface, edge=colours().line
        )
        self.square = square


class GridPad(GridLayout):
    """A movement grid as on the card: paths in black, dots to stop on, green squares; every square can be tapped."""

    def __init__(self, model: GridModel, send: Send, **more: Any) -> None:
        super().__init__(cols=5, spacing=u(2), **more)
        self._model = model
        self._squares = {square: GridSquare(square, send) for square in SQUARES}
        for square in SQUARES:
            self.add_widget(self._squares[square])
        for widget in self._squares.values():
            widget.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_changed: object) -> None:
        self.canvas.after.clear()
        found = reached(self._model.strides)
        dot = u(7)
        with self.canvas.after:
            for square, green in found.items():
                widget = self._squares.get(square)
                if widget is not None:
                    Color(*(GREEN if green else YELLOW))
                    inset = u(3)
                    size = (widget.width - 2 * inset, widget.height - 2 * inset)
                    SmoothRoundedRectangle(pos=(widget.x + inset, widget.y + inset), size=size, radius=[u(6)])
            middle = self._squares[0, 0]
            Color(*INK)
            for stride in self._model.strides:
                ways = [(0, 0), *stride.offsets]
                seen = [self._squares[way] for way in ways if way in self._squares]
                if not stride.flown and len(seen) == len(ways):
                    points = [part for widget in seen for part in widget.center]
                    SmoothLine(points=points, width=u(1.6))
            for square in found:
                if square in self._squares:
                    x, y = self._squares[square].center
                    Color(*INK)
                    SmoothEllipse(pos=(x - dot, y - dot), size=(2 * dot, 2 * dot))
            Color(*VIOLET)
            x, y = middle.center
            SmoothEllipse(pos=(x - 2 * dot, y - 2 * dot), size=(4 * dot, 4 * dot))
