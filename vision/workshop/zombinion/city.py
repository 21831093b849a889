"""The city: skylines with lit windows, streets, lamps, walls of brick, fences and wires."""

from vision.faces.zombinion.card import INK
from vision.printed.marks import Colour, Fill, mixed
from vision.workshop.zombinion.canvas import Canvas


def skyline(
    canvas: Canvas,
    foot: float,
    heights: tuple[float, float],
    ink: Fill,
    windows: Colour | None = None,
    *,
    wide: float = 7.0,
    lit: float = 0.3,
) -> None:
    """Houses side by side, with tanks and aerials, some broken; `windows`: colour of the lit ones."""
    chance, x = (canvas.chance, -2.0)
    while x < canvas.wide + 2:
        w, h = (chance.uniform(0.6, 1.4) * wide, chance.uniform(*heights))
        top, kind = (foot - h, chance.randrange(6))
        roof = [(x, top), (x + w, top)]
        if kind == 1:
            roof = [
                (x, top),
                (x + w * 0.3, top - 1.2),
                (x + w * 0.45, top + 0.9),
                (x + w * 0.7, top - 0.4),
                (x + w, top + 1.6),
            ]
        elif kind == 2:
            roof = [
                (x, top),
                (x + w * 0.25, top),
                (x + w * 0.25, top - h * 0.16),
                (x + w * 0.75, top - h * 0.16),
                (x + w * 0.75, top),
                (x + w, top),
            ]
        elif kind == 3:
            roof = [(x, top), (x + w / 2, top - w * 0.35), (x + w, top)]
        canvas.poly([(x, foot + 1), *roof, (x + w + 0.05, foot + 1)], ink)
        if kind == 4:
            canvas.box(x + w * 0.6, top - 3.4, 0.22, 3.4, ink)
            canvas.box(x + w * 0.6 - 0.8, top - 2.6, 1.8, 0.2, ink)
        if kind == 0 and w > 4:
            canvas.poly(
                [
                    (x + w * 0.3, top - 0.9),
                    (x + w * 0.3, top - 2.6),
                    (x + w * 0.45, top - 3.4),
                    (x + w * 0.6, top - 2.6),
                    (x + w * 0.6, top - 0.9),
                ],
                ink,
            )
            canvas.box(x + w * 0.32, top - 1, 0.25, 1.1, ink)
            canvas.box(x + w * 0.55, top - 1, 0.25, 1.1, ink)
        if windows is not None:
            _windows(canvas, x, top, w, foot, windows, lit)
        x += w


def _windows(canvas: Canvas, x: float, top: float, w: float, foot: float, ink: Colour, lit: float) -> None:
    columns = max(int(w / 1.7), 1)
    for row in range(int((foot - top - 1.6) / 2)):
        for column in range(columns):
            if canvas.chance.random() < lit:
                canvas.box(x + (column + 0.5) * w / columns - 0.45, top + 1.4 + row * 2, 0.85, 1.15, ink)


def street(
    canvas: Canvas, horizon: float, middle: float, ink: Colour, line: Colour, *, wide: float = 1.1
) -> None:
    """A street in perspective to the horizon."""
    low = canvas.high + 1
    canvas.poly(
        [
            (middle - 1.5, horizon),
            (middle + 1.5, horizon),
            (middle + canvas.wide * wide, low),
            (middle - canvas.wide * wide, low),
        ],
        ink,
    )
    for n in range(6):
        a, b = ((n / 6) ** 1.7, ((n + 0.55) / 6) ** 1.7)
        y0, y1 = (horizon + (low - horizon) * a, horizon + (low - horizon) * b)
        canvas.poly(
            [
                (middle - 0.05 - a, y0),
                (middle + 0.05 + a, y0),
                (middle + 0.05 + b, y1),
                (middle - 0.05 - b, y1),
            ],
            line,
        )


def lamp(
    canvas: Canvas, x: float, foot: float, high: float, inks: tuple[Colour, Colour, Colour], side: int = 1
) -> None:
    """A street lamp with its cone of light; `inks`: of lamp, light, and sky behind."""
    ink, light, sky = inks
    head = x + side * high * 0.2
    canvas.poly(
        [
            (head - 0.8, foot - high),
            (head + 0.8, foot - high),
            (head + high * 0.42, foot),
            (head - high * 0.42, foot),
        ],
        mixed(sky, light, 0.5),
        0.5,
    )
    canvas.stroke(
        [
            (x, foot),
            (x, foot - high * 0.85),
            (x + side * high * 0.06, foot - high * 1.02),
            (head, foot - high * 1.03),
        ],
        ink,
        0.7,
    )
    canvas.poly(
        [
            (head - 1.6, foot - high),
            (head - 0.8, foot - high * 1.05),
            (head + 0.8, foot - high * 1.05),
            (head + 1.6, foot - high),
        ],
        ink,
    )
    canvas.oval(head, foot - high + 0.2, 1.1, 0.5, light)


def bricks(
    canvas: Canvas, x: float, y: float, w: float, h: float, fill: Colour, *, high: float = 2.4
) -> None:
    """A wall of bricks, a few of them lighter or darker."""
    canvas.box(x, y, w, h, mixed(fill, INK, 0.45))
    rows = int(h / high) + 1
    for row in range(rows):
        at = x - row % 2 * high
        while at < x + w:
            left, right = (max(at, x), min(at + high * 2 - 0.35, x + w))
            low = min(y + (row + 1) * high - 0.35, y + h)
            if right > left and low > y + row * high:
                canvas.box(
                    left,
                    y + row * high,
                    right - left,
                    low - y - row * high,
                    mixed(fill, INK, canvas.chance.choice((0, 0, 0.08, 0.16, 0.25))),
                )
            at += high * 2


def plank(canvas: Canvas, x0: float, y0: float, x1: float, y1: float, wide: float, fill: Colour) -> None:
    """A plank between two ends, with grain and nails."""
    from math import hypot

    long = hypot(x1 - x0, y1 - y0)
    ux, uy = ((x1 - x0) / long, (y1 - y0) / long)

    def at(along: float, aside: float) -> tuple[float, float]:
        return (x0 + ux * along - uy * aside, y0 + uy * along + ux * aside)

    half = wide / 2
    canvas.poly(
        [
            at(0, -half),
            at(long * 0.5, -half * 1.04),
            at(long, -half),
            at(long + 0.7, 0),
            at(long, half),
            at(0, half),
            at(-0.6, half * 0.2),
        ],
        fill,
        edge=(INK, 0.5),
    )
    canvas.poly(
        [
            at(0.3, -half * 0.8),
            at(long - 0.3, -half * 0.8),
            at(long - 0.3, -half * 0.45),
            at(0.3, -half * 0.45),
        ],
        mixed(fill, (255, 240, 200), 0.35),
    )
    for n, aside in enumerate((-0.1, 0.35, 0.65)):
        canvas.brush(
            [
                at(long * 0.08, half * aside),
                at(long * (0.3 + n * 0.1), half * (aside + 0.15)),
                at(long * 0.6, half * aside),
                at(long * 0.93, half * (aside + 0.1)),
            ],
            mixed(fill, INK, 0.45),
            0.3,
        )
    for along in (0.06, 0.94):
        for aside in (-0.45, 0.45):
            nail = at(long * along, half * aside)
            canvas.oval(*nail, 0.33, 0.33, INK)


def wire(canvas: Canvas, y: float, ink: Colour, sag: float = 2.0) -> None:
    """A cable across the street."""
    canvas.stroke([(-1, y), (canvas.wide / 2, y + sag), (canvas.wide + 1, y - 1)], ink, 0.25)
