"""Bars against what is expected, and lines over the turns of a game, drawn in the seats' colours and shapes."""

from typing import Any

from kivy.graphics import Color, Line, SmoothLine, SmoothRoundedRectangle
from kivy.uix.widget import Widget

from ui.present.drawn import seat_shape
from ui.present.steps import Chart, Plot
from ui.widgets.dice import DieFace
from ui.widgets.drawing import Painter
from ui.widgets.text import write
from ui.widgets.theme import Colour, colours, seat_colour, u

LABEL, COUNT = 24.0, 22.0
BAR_PART = 0.62
"""How wide a bar is, as part of the room it has."""
LEFT, LOW = 44.0, 42.0
"""Room for the numbers beside and below the lines."""
MARKED = 12
"""So many marks at most stand on a line."""
DASHES = ((1, 0), (10, 5), (3, 4), (14, 4), (6, 6), (2, 6))
"""By seat: how long a stroke and a gap are, in units."""


class Bar(Widget):
    """A part of a whole from left to right, so many units high; more than the whole fills it, with so many hatches."""

    def __init__(
        self, part: float, ink: Colour, ground: Colour, hatches: int = 0, high: float = 14, **more: Any
    ) -> None:
        super().__init__(size_hint_y=None, height=u(high), **more)
        self._part = min(1.0, part)
        with self.canvas:
            Color(*ground)
            self._whole = SmoothRoundedRectangle()
            Color(*ink)
            self._filled = SmoothRoundedRectangle()
            Color(*colours().night)
            self._hatches = [Line(width=u(1)) for _n in range(hatches)]
        self.bind(pos=self._follow, size=self._follow)

    def _follow(self, *_changed: object) -> None:
        wide = max(self.height, self.width * self._part) if self._part else 0.0
        for shape, width in ((self._whole, self.width), (self._filled, wide)):
            shape.pos, shape.size, shape.radius = self.pos, (width, self.height), [self.height / 2]
        for n, hatch in enumerate(self._hatches, start=1):
            x = self.x + self.width * n / (len(self._hatches) + 1)
            hatch.points = [x, self.y, x + self.height, self.y + self.height]


class FaceBars(Widget):
    """A bar for each face as high as it fell often, its number above it; a line across shows what is expected."""

    def __init__(self, chart: Chart, **more: Any) -> None:
        super().__init__(**more)
        self._bars, self._seat = chart.bars, chart.seat
        self._faces = [
            DieFace("dice", int(bar.face), "quiet", size_hint=(None, None), size=(u(LABEL), u(LABEL)))
            if chart.dice
            else None
            for bar in chart.bars
        ]
        for face in self._faces:
            if face is not None:
                self.add_widget(face)
        self.bind(pos=self._draw, size=self._draw)

    def high(self, count: float) -> float:
        """How high a bar of so many is, in pixels."""
        most = max(1.0, *(float(max(bar.count, bar.expected)) for bar in self._bars))
        return float((self.height - u(LABEL) - u(COUNT) - u(8)) * count / most)

    def _draw(self, *_changed: object) -> None:
        self.canvas.before.clear()
        room = self.width / max(1, len(self._bars))
        low = self.y + u(LABEL) + u(4)
        own = colours().primary if self._seat is None else seat_colour(self._seat)
        with self.canvas.before:
            for n, (bar, face) in enumerate(zip(self._bars, self._faces, strict=True)):
                left, wide = self.x + n * room + room * (1 - BAR_PART) / 2, room * BAR_PART
                middle = self.x + (n + 0.5) * room
                if bar.count:
                    Color(*own)
                    SmoothRoundedRectangle(
                        pos=(left, low), size=(wide, max(u(3), self.high(bar.count))), radius=[u(3)]
                    )
                Color(*colours().text)
                level = low + self.high(bar.expected)
                SmoothLine(points=(left - u(4), level, left + wide + u(4), level), width=u(1.2))
                top = low + self.high(max(bar.count, bar.expected))
                write(str(bar.count), middle, top + u(COUNT) / 2 + u(2), round(u(16)), bold=False)
                if face is None:
                    write(bar.face, middle, self.y + u(LABEL) / 2, round(u(15)), bold=False)
                else:
                    face.pos = (middle - u(LABEL) / 2, self.y)


class LinePlot(Widget):
    """One number of each seat, turn by turn: a line in its colour and its own dashes, with its shape on it."""

    def __init__(self, plot: Plot, **more: Any) -> None:
        super().__init__(**more)
        self._plot = plot
        self.bind(pos=self._draw, size=self._draw)

    @property
    def _span(self) -> tuple[int, int]:
        """The least and the greatest number that is drawn."""
        every = [value for line in self._plot.values for value in line]
        return min(0, *every), max(1, *every)

    def point(self, turn: int, value: float) -> tuple[float, float]:
        """Where a number after so many turns is drawn."""
        least, most = self._span
        turns = max(1, len(self._plot.values[0]) - 1)
        wide, high = self.width - u(LEFT) - u(16), self.height - u(LOW) - u(16)
        return (
            float(self.x + u(LEFT) + wide * turn / turns),
            float(self.y + u(LOW) + high * (value - least) / (most - least)),
        )

    def _draw(self, *_changed: object) -> None:
        self.canvas.clear()
        if self.width < u(LEFT) * 2 or self.height < u(LOW) * 2:
            return
        with self.canvas:
            self._axes()
            for seat, line in enumerate(self._plot.values):
                self._line(seat, line)

    def _axes(self) -> None:
        """Lines across at round numbers, and the turns below."""
        (least, most), turns = self._span, len(self._plot.values[0]) - 1
        step = next(each for each in (1, 2, 5, 10, 20, 50, 100, 1000) if (most - least) / each <= 6)
        for value in range(-(-least // step) * step, most + 1, step):
            left, level = self.point(0, value)
            Color(*colours().line)
            Line(points=(left, level, self.point(turns, value)[0], level), width=1)
            Color(*colours().text)
            write(str(value), self.x + u(LEFT) / 2, level, round(u(16)), bold=False)
        every = next(each for each in (1, 2, 5, 10, 20, 50, 100, 1000) if turns / each <= 8)
        for turn in range(0, turns + 1, every):
            Color(*colours().quiet)
            write(str(turn), self.point(turn, least)[0], self.y + u(LOW) * 0.62, round(u(15)), bold=False)
        Color(*colours().quiet)
        write(self._plot.below, self.x + self.width / 2, self.y + u(LOW) * 0.12, round(u(14)), bold=False)

    def _line(self, seat: int, line: tuple[int, ...]) -> None:
        points = [part for turn, value in enumerate(line) for part in self.point(turn, value)]
        stroke, gap = DASHES[seat % len(DASHES)]
        Color(*seat_colour(seat))
        if gap:
            Line(points=points, width=u(1.3), dash_length=u(stroke), dash_offset=u(gap))
        SmoothLine(points=points, width=u(0.7 if gap else 1.5))
        every = max(1, -(-len(line) // MARKED))
        side = u(13)
        for turn in sorted({*range(seat % every, len(line), every), len(line) - 1}):
            x, y = self.point(turn, line[turn])
            mark = (seat_shape(seat, 0, 0, side * 1.3, "night"), seat_shape(seat, 0, 0, side, f"s{seat}"))
            Painter(None, x, y).paint(mark)
