"""Patterns behind symbols: each drawn over a whole panel in one colour."""

from collections.abc import Callable
from math import cos, pi, sin

from PIL import ImageDraw

from vision.faces.square_pen import Colour

Ground = Callable[[ImageDraw.ImageDraw, float, float, Colour], None]
"""Draws a pattern over a panel of so many px, in one colour."""


def slanting(steps: int, lean: float) -> Ground:
    """So many stripes that lean by `lean` of the height."""

    def draw(canvas: ImageDraw.ImageDraw, wide: float, high: float, colour: Colour) -> None:
        step, shift = (wide + abs(lean) * high) / steps, lean * high
        for n in range(-steps, 2 * steps):
            x = n * step
            canvas.polygon(
                [(x, 0), (x + step / 2, 0), (x + step / 2 + shift, high), (x + shift, high)], colour
            )

    return draw


def lying(steps: int) -> Ground:
    """So many stripes across."""

    def draw(canvas: ImageDraw.ImageDraw, wide: float, high: float, colour: Colour) -> None:
        for n in range(steps):
            canvas.rectangle([0, n * high / steps, wide, (n + 0.5) * high / steps], colour)

    return draw


def dots(across: int) -> Ground:
    """Dots, so many in a row."""

    def draw(canvas: ImageDraw.ImageDraw, wide: float, high: float, colour: Colour) -> None:
        step = wide / across
        for row in range(int(high / step) + 2):
            for column in range(across + 1):
                x, y, radius = (column + row % 2 / 2) * step, row * step, step * 0.3
                canvas.ellipse([x - radius, y - radius, x + radius, y + radius], colour)

    return draw


def squares(across: int) -> Ground:
    """A chequered ground, so many squares in a row."""

    def draw(canvas: ImageDraw.ImageDraw, wide: float, high: float, colour: Colour) -> None:
        step = wide / across
        for row in range(int(high / step) + 1):
            for column in range(row % 2, across, 2):
                canvas.rectangle([column * step, row * step, (column + 1) * step, (row + 1) * step], colour)

    return draw


def rays(count: int, x: float, y: float) -> Ground:
    """So many rays from a point, given as parts of the panel."""

    def draw(canvas: ImageDraw.ImageDraw, wide: float, high: float, colour: Colour) -> None:
        reach = 2 * max(wide, high)
        for n in range(count):
            ends = [
                (x * wide + reach * cos(turn), y * high + reach * sin(turn))
                for turn in (2 * pi * n / count, 2 * pi * (n + 0.5) / count)
            ]
            canvas.polygon([(x * wide, y * high), *ends], colour)

    return draw


def rings(step: float, x: float, y: float) -> Ground:
    """Rings about a point, `step` of the panel's width apart."""

    def draw(canvas: ImageDraw.ImageDraw, wide: float, high: float, colour: Colour) -> None:
        for n in range(int(2 / step), 0, -1):
            radius = n * step * wide
            box = [x * wide - radius, y * high - radius, x * wide + radius, y * high + radius]
            canvas.ellipse(box, outline=colour, width=round(step * wide / 2))

    return draw


def zigzag(rows: int, across: int) -> Ground:
    """Rows of zigzag lines, so many tips in each."""

    def draw(canvas: ImageDraw.ImageDraw, wide: float, high: float, colour: Colour) -> None:
        step, deep = wide / across, high / rows
        for row in range(-1, rows + 1):
            points = [(n * step / 2, (row + (n % 2) * 0.7) * deep) for n in range(2 * across + 1)]
            canvas.line(points, colour, round(deep * 0.42), joint="curve")

    return draw


def bricks(rows: int) -> Ground:
    """Rows of bricks."""

    def draw(canvas: ImageDraw.ImageDraw, wide: float, high: float, colour: Colour) -> None:
        deep, long, gap = high / rows, wide / 3, wide / 40
        for row in range(rows):
            for n in range(-1, 4):
                x = (n + row % 2 / 2) * long
                canvas.rectangle([x + gap, row * deep + gap, x + long - gap, (row + 1) * deep - gap], colour)

    return draw


def quarters(*, turn: bool) -> Ground:
    """Two of four quarters, cut straight or along the diagonals."""

    def draw(canvas: ImageDraw.ImageDraw, wide: float, high: float, colour: Colour) -> None:
        if turn:
            canvas.polygon([(0, 0), (wide, 0), (wide / 2, high / 2)], colour)
            canvas.polygon([(0, high), (wide, high), (wide / 2, high / 2)], colour)
        else:
            canvas.rectangle([0, 0, wide / 2, high / 2], colour)
            canvas.rectangle([wide / 2, high / 2, wide, high], colour)

    return draw
