"""Bars against what is expected, and lines over the turns of a game, in the seats' colours and shapes.

Each draws marks for a place that is `wide` and `high`, in units of the screen.
"""

from collections.abc import Iterator
from itertools import accumulate, pairwise
from math import dist
from typing import Any

from ui.present.board import SIDE, rolled
from ui.present.drawn import CAPITAL, seat_shape
from ui.present.models import Chart, Plot
from ui.widgets.drawing import SmallDrawing
from ui.widgets.theme import u
from vision.printed.marks import Block, Ink, Label, Line, Mark, Placed, Point, Shape
from vision.printed.shapes import polygon

LABEL, COUNT = 24.0, 22.0
BAR_PART = 0.62
"""How wide a bar is, as part of the room it has."""
LEFT, LOW, RIM = 44.0, 42.0, 16.0
"""Room for the numbers beside and below the lines, and at the other sides."""
MARKED = 12
"""Most marks on a line."""
DASHES = ((1, 0), (10, 5), (3, 4), (14, 4), (6, 6), (2, 6))
"""By seat: how long a stroke and a gap are, in units."""
ROUND_STEPS = (1, 2, 5, 10, 20, 50, 100, 1000)


def bar(
    part: float, ink: Ink, ground: Ink, hatches: int = 0, high: float = 14.0, **more: Any
) -> SmallDrawing:
    """A part of a whole from left to right, so many units high; more than the whole fills it, with so many hatches."""

    def drawn(wide: float, high: float) -> Iterator[Mark]:
        yield Block(0, 0, wide, high, ground, round_mm=high / 2)
        if part:
            yield Block(0, 0, max(high, wide * min(1.0, part)), high, ink, round_mm=high / 2)
        for n in range(1, hatches + 1):
            x = wide * n / (hatches + 1)
            yield Line(x, high, x + high, 0, ink="night", width_mm=2)

    return SmallDrawing(drawn, size_hint_y=None, height=u(high), **more)


def _number(words: str, x: float, y: float, size: float, ink: Ink = "text") -> Label:
    return Label(x, y + size * CAPITAL / 2, words, size * CAPITAL, ink, anchor="middle")


def face_bars(chart: Chart, wide: float, high: float) -> Iterator[Mark]:
    """A bar for each face as high as it fell often, its number above it; a line across shows what is expected."""
    each, low, room = wide / max(1, len(chart.bars)), high - LABEL - 4, high - LABEL - COUNT - 8
    own = "primary" if chart.seat is None else f"s{chart.seat}"
    most = max(1.0, *(float(max(one.count, one.expected)) for one in chart.bars))
    for n, one in enumerate(chart.bars):
        middle, left = (n + 0.5) * each, (n + 0.5 - BAR_PART / 2) * each
        tall, level = room * one.count / most, room * one.expected / most
        if one.count:
            tall = max(3.0, tall)
            yield Block(left, low - tall, each * BAR_PART, tall, own, round_mm=3)
        right = left + each * BAR_PART
        yield Line(left - 4, low - level, right + 4, low - level, ink="text", width_mm=2.4)
        yield _number(str(one.count), middle, low - max(tall, level) - COUNT / 2 - 2, 16)
        if chart.dice:
            die = rolled("dice", int(one.face), "quiet")
            yield Placed(die, middle - LABEL / 2, high - LABEL, scale=LABEL / SIDE)
        else:
            yield _number(one.face, middle, high - LABEL / 2, 15)


def line_plot(plot: Plot, wide: float, high: float) -> Iterator[Mark]:
    """One number of each seat, turn by turn: a line in its colour and its own dashes, with its shape on it."""
    from numpy import arange, interp

    turns = len(plot.values[0]) - 1
    every = [value for line in plot.values for value in line]
    least, most = min(0, *every), max(1, *every)

    def point(turn: int, value: float) -> Point:
        x = LEFT + (wide - LEFT - RIM) * turn / max(1, turns)
        return x, high - LOW - (high - LOW - RIM) * (value - least) / (most - least)

    # Lines across at round numbers, and the turns below.
    step = next(each for each in ROUND_STEPS if (most - least) / each <= 6)
    for value in range(-(-least // step) * step, most + 1, step):
        _x, level = point(0, value)
        yield Line(LEFT, level, point(turns, value)[0], level, ink="line", width_mm=1.2)
        yield _number(str(value), LEFT / 2, level, 16)
    for turn in range(0, turns + 1, next(each for each in ROUND_STEPS if turns / each <= 8)):
        yield _number(str(turn), point(turn, least)[0], high - LOW * 0.62, 15, "quiet")
    yield _number(plot.below, wide / 2, high - LOW * 0.12, 14, "quiet")
    for seat, values in enumerate(plot.values):
        ink, points = f"s{seat}", [point(turn, value) for turn, value in enumerate(values)]
        stroke, gap = DASHES[seat % len(DASHES)]
        yield Shape(polygon(points), edge=ink, edge_mm=1.2 if gap else 3.0, closed=False)
        if gap:
            # Strokes along the line, one behind the other whatever corners there are.
            far = [0.0, *accumulate(dist(one, other) for one, other in pairwise(points))]
            xs, ys = zip(*points, strict=True)
            for start in arange(0.0, far[-1], stroke + gap):
                ends = [start, min(start + stroke, far[-1])]
                (x0, x1), (y0, y1) = interp(ends, far, xs), interp(ends, far, ys)
                yield Line(float(x0), float(y0), float(x1), float(y1), ink=ink, width_mm=3.4)
        every_nth = max(1, -(-len(values) // MARKED))
        for turn in sorted({*range(seat % every_nth, len(values), every_nth), len(values) - 1}):
            x, y = points[turn]
            yield seat_shape(seat, x, y, 17, "night")
            yield seat_shape(seat, x, y, 13, ink)
