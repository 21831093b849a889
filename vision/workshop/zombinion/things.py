"""Things of the siege: crates, barrels, sandbags, a bottle, a radio, a car, a helicopter, a parachute, fists."""

from math import cos, pi, sin
from typing import Final

from vision.faces.zombinion.card import CREAM, INK
from vision.printed.marks import Colour, Path, mixed
from vision.printed.shapes import box, moved, polygon, smooth
from vision.workshop.zombinion.canvas import Canvas, limb

SKIN: Final[Colour] = (232, 176, 132)


def crate(
    canvas: Canvas, x: float, y: float, w: float, h: float, fill: Colour, *, cross: bool = True
) -> None:
    """A crate of boards from the front, lit from above."""
    canvas.box(x, y, w, h, fill, edge=(INK, 0.6))
    boards = 4
    for n in range(boards):
        top = y + n * h / boards
        canvas.box(
            x + 0.4,
            top + 0.3,
            w - 0.8,
            h / boards - 0.5,
            mixed(fill, (255, 240, 200), 0.12 if n % 2 else 0.0),
        )
        canvas.brush(
            [
                (x + 1, top + h / boards * 0.55),
                (x + w / 2, top + h / boards * 0.4),
                (x + w - 1, top + h / boards * 0.6),
            ],
            mixed(fill, INK, 0.35),
            0.25,
        )
    rim = max(min(w, h) * 0.13, 0.9)
    if cross:
        canvas.poly(
            [(x, y + h - rim), (x + w - rim, y), (x + w, y), (x + w, y + rim), (x + rim, y + h), (x, y + h)],
            mixed(fill, INK, 0.12),
            edge=(INK, 0.35),
        )
    for left, top, wide, high in (
        (x, y, w, rim),
        (x, y + h - rim, w, rim),
        (x, y, rim, h),
        (x + w - rim, y, rim, h),
    ):
        canvas.box(left, top, wide, high, mixed(fill, (255, 240, 200), 0.2), edge=(INK, 0.35))
    for left in (x + rim / 2, x + w - rim / 2):
        for top in (y + rim / 2, y + h - rim / 2):
            canvas.oval(left, top, 0.28, 0.28, INK)


def barrel(canvas: Canvas, x: float, foot: float, w: float, h: float, fill: Colour) -> None:
    canvas.box(x, foot - h, w, h, fill, radius=w * 0.08, edge=(INK, 0.5))
    canvas.box(x + w * 0.12, foot - h + 0.4, w * 0.2, h - 0.8, mixed(fill, CREAM, 0.45))
    canvas.box(x + w * 0.72, foot - h + 0.4, w * 0.24, h - 0.8, mixed(fill, INK, 0.35))
    for share in (0.0, 0.33, 0.66, 0.95):
        canvas.box(x - 0.3, foot - h + h * share, w + 0.6, h * 0.055, mixed(fill, INK, 0.3), edge=(INK, 0.25))


def sandbags(
    canvas: Canvas, left: float, right: float, foot: float, rows: int, fill: Colour, size: float = 7.0
) -> None:
    """A wall of sandbags, each with its seam and its shadow."""
    high = size * 0.5
    for row in range(rows):
        y = foot - (row + 0.5) * high * 0.92
        x = left + row % 2 * size / 2
        while x < right - row % 2 * size / 2 - 0.1:
            w, tone = (size * 0.53, mixed(fill, INK, canvas.chance.uniform(0, 0.16)))
            points = [
                (-w, 0.1 * high),
                (-w * 0.85, -high * 0.42),
                (0, -high * 0.55),
                (w * 0.85, -high * 0.42),
                (w, 0.1 * high),
                (w * 0.8, high * 0.5),
                (0, high * 0.55),
                (-w * 0.8, high * 0.5),
            ]
            at = x + size / 2
            canvas.blob([(at + a, y + b) for a, b in points], tone, edge=(INK, 0.5))
            canvas.brush(
                [(at - w * 0.7, y - high * 0.24), (at, y - high * 0.38), (at + w * 0.6, y - high * 0.26)],
                mixed(tone, CREAM, 0.5),
                high * 0.16,
            )
            canvas.brush(
                [(at - w * 0.6, y + high * 0.34), (at, y + high * 0.4), (at + w * 0.7, y + high * 0.26)],
                mixed(tone, INK, 0.35),
                high * 0.16,
            )
            canvas.line([(at + w * 0.72, y - high * 0.25), (at + w * 0.72, y + high * 0.3)], INK, 0.25)
            x += size


def bottle(canvas: Canvas, x: float, y: float, scale: float, turn: float, glass: Colour) -> None:
    """A bottle standing on (x, y), with a rag in its neck."""

    def add(
        points: list[tuple[float, float]], fill: Colour, edge: Colour | None = None, *, curved: bool = True
    ) -> None:
        path = smooth(points, tension=0.7) if curved else polygon(points)
        canvas.add(moved(path, x, y, scale, turn), fill, edge=(edge, 0.6))

    add([(-0.9, -8.4), (-1.5, -11), (0.4, -12.6), (1.6, -10.4), (0.9, -8.4)], CREAM, INK)
    add(
        [(-2.6, 0), (-2.7, -5.2), (-1.1, -6.8), (-0.95, -9), (0.95, -9), (1.1, -6.8), (2.7, -5.2), (2.6, 0)],
        glass,
        INK,
    )
    add([(-2.2, -0.4), (-2.3, -3.6), (2.3, -3.6), (2.2, -0.4)], mixed(glass, (255, 190, 60), 0.55))
    add([(-2, -0.6), (-2.1, -4.8), (-1.4, -5.6), (-1.3, -0.6)], mixed(glass, (255, 255, 255), 0.6))
    add([(-2.62, -1.2), (-2.62, -3.2), (2.62, -3.2), (2.62, -1.2)], CREAM, INK, curved=False)
    add([(-0.8, -1.6), (0, -2.9), (0.8, -1.6)], (206, 44, 28), curved=False)


def fist(canvas: Canvas, x: float, y: float, scale: float, turn: float, skin: Colour, sleeve: Colour) -> None:
    """A fist holding something upright at (x, y), its forearm pointing down."""

    def add(path: Path, fill: Colour) -> None:
        canvas.add(moved(path, x, y, scale, turn), fill, edge=(INK, 0.5))

    add(limb((0.6, 4), (2.6, 22), 2.7, 4.0), skin)
    add(polygon([(-2.6, 10), (4.6, 9.2), (9, 26), (-2, 28)]), sleeve)
    add(polygon([(-3, 9.6), (4.8, 8.8), (5.3, 11.4), (-2.8, 12.2)]), mixed(sleeve, CREAM, 0.25))
    add(smooth([(-3.6, -2.6), (0, -3.6), (3.6, -2.8), (4.2, 1), (3.4, 4.6), (-1, 5.2), (-3.6, 3.4)]), skin)
    for n in range(4):
        add(box(-4.4, -3.5 + n * 2.05, 5.4, 2.15, 1.0), mixed(skin, (255, 244, 224), 0.16 - 0.07 * n))
    add(
        smooth([(3.6, -3), (2.4, -4.6), (-0.6, -4.7), (-2.6, -3.6), (-2, -2.6), (0.8, -2.8), (2.4, -1.4)]),
        mixed(skin, (255, 244, 224), 0.2),
    )


def radio(canvas: Canvas, x: float, y: float, scale: float, fill: Colour, lit: Colour) -> None:
    """A field radio from the front, its top left at (x, y): dial, loudspeaker, knobs, an aerial."""
    s = scale

    def b(
        px: float, py: float, w: float, h: float, ink: Colour, radius: float = 0.0, edge: float = 0.5
    ) -> None:
        canvas.box(x + px * s, y + py * s, w * s, h * s, ink, radius * s, edge=(INK, edge))

    canvas.line([(x + 25 * s, y), (x + 31 * s, y - 17 * s)], INK, 1.1)
    canvas.line([(x + 25 * s, y), (x + 31 * s, y - 17 * s)], (190, 198, 206), 0.5)
    canvas.oval(x + 31 * s, y - 17 * s, 0.9, 0.9, (206, 44, 28), edge=(INK, 0.3))
    canvas.stroke(
        [
            (x + 5 * s, y + 1),
            (x + 6 * s, y - 4 * s),
            (x + 15 * s, y - 5 * s),
            (x + 23 * s, y - 4 * s),
            (x + 24 * s, y + 1),
        ],
        INK,
        1.8 * s,
    )
    b(0, 0, 29, 20, mixed(fill, INK, 0.3), 1.6, 0.8)
    b(0.8, 0.7, 27.4, 17.6, fill, 1.2, 0.3)
    b(1.6, 1.3, 25.8, 1.0, mixed(fill, CREAM, 0.4), 0.5, 0.0)
    b(14, 3.4, 12.6, 5.4, lit, 0.6)
    for n in range(9):
        canvas.line(
            [(x + (15 + n * 1.33) * s, y + 4.2 * s), (x + (15 + n * 1.33) * s, y + (5.6 + n % 2) * s)],
            INK,
            0.3,
        )
    canvas.line([(x + 21.6 * s, y + 3.8 * s), (x + 22.4 * s, y + 8.4 * s)], (206, 44, 28), 0.6)
    canvas.oval(x + 7 * s, y + 8.6 * s, 5.2 * s, 5.2 * s, mixed(fill, INK, 0.55), edge=(INK, 0.5))
    for n in range(5):
        for k in range(5):
            a, r = (k * 2 * pi / 5 + n * 0.5, n * 1.05 * s)
            canvas.oval(
                x + 7 * s + r * cos(a), y + 8.6 * s + r * sin(a), 0.42 * s, 0.42 * s, mixed(fill, CREAM, 0.55)
            )
    for px, tone in ((15.6, CREAM), (20.2, (206, 44, 28)), (24.8, CREAM)):
        canvas.oval(x + px * s, y + 12.6 * s, 1.8 * s, 1.8 * s, INK)
        canvas.oval(x + px * s, y + 12.4 * s, 1.5 * s, 1.5 * s, tone)
        canvas.line([(x + px * s, y + 12.4 * s), (x + (px + 0.8) * s, y + 11.4 * s)], INK, 0.4)
    for n in range(5):
        b(14.4 + n * 2.5, 15.4, 1.7, 1.5, mixed(fill, INK, 0.4), 0.3, 0.25)


def car(canvas: Canvas, x: float, foot: float, scale: float, paint: Colour) -> None:
    """An old car from the side, its rear wheel at (x, foot); it drives to the right."""

    def add(
        points: list[tuple[float, float]], fill: Colour, mm: float = 0.5, *, curved: bool = False
    ) -> None:
        path = smooth(points) if curved else polygon(points)
        canvas.add(moved(path, x, foot, scale), fill, edge=(INK, mm))

    def wheel(px: float) -> None:
        for radius, fill in ((3.1, INK), (1.9, (150, 156, 164)), (1.4, (70, 74, 82)), (0.5, (200, 204, 208))):
            canvas.oval(x + px * scale, foot - 3 * scale, radius * scale, radius * scale, fill)

    add(
        [
            (-6, -3.4),
            (-6.4, -8),
            (-4, -9.4),
            (-1, -9.6),
            (3, -14),
            (14, -14.4),
            (19, -9.6),
            (27, -8.4),
            (29, -6.4),
            (29.2, -3.2),
        ],
        paint,
        0.8,
    )
    add([(0.6, -9.6), (4, -13), (8.6, -13.2), (8.6, -9.6)], (36, 44, 60))
    add([(9.6, -9.6), (9.6, -13.2), (13.4, -13.2), (17.4, -9.6)], (36, 44, 60))
    add([(1.6, -9.9), (4.2, -12.5), (5.6, -12.6), (3.4, -9.9)], (170, 200, 220), 0.1)
    add([(-6.2, -7.4), (29, -6.3), (29, -5.6), (-6.2, -6.4)], mixed(paint, CREAM, 0.5), 0.1)
    add([(-6, -4.4), (29.2, -4.2), (29.2, -3), (-6, -3)], mixed(paint, INK, 0.5), 0.2)
    add([(27.4, -7.8), (29.3, -7), (29.3, -5.2), (27.6, -5.4)], (255, 240, 170), 0.3)
    add([(-6.6, -8), (-5.4, -8.4), (-5.4, -6), (-6.5, -6)], (230, 30, 30), 0.3)
    add([(8.9, -9.4), (9.2, -9.4), (9.2, -3.6), (8.9, -3.6)], INK, 0.1)
    wheel(0)
    wheel(22)


def helicopter(canvas: Canvas, x: float, y: float, scale: float, ink: Colour, glass: Colour) -> None:
    """A helicopter from the side, its nose to the left."""

    def add(points: list[tuple[float, float]], fill: Colour, *, curved: bool = False) -> None:
        canvas.add(moved(smooth(points) if curved else polygon(points), x, y, scale), fill)

    add([(-6, 1), (-5.4, -2), (-2, -3.6), (3, -3.4), (5, -1), (4.4, 2), (0, 3.2), (-4, 3)], ink, curved=True)
    add([(3, -2.4), (17, -1.2), (18.4, -4.6), (20, -4.6), (19, 0.6), (4, 1)], ink)
    add([(-5.6, 0.4), (-4.9, -1.7), (-2.4, -2.8), (-2, 0.6)], glass)
    add([(-0.5, -3), (0.5, -3), (0.5, -5), (-0.5, -5)], ink)
    add([(-15, -4.9), (0, -5.5), (15, -4.9), (0, -4.6)], ink)
    add([(-5, 4.6), (4, 4.6), (4, 5.1), (-5.6, 5.1), (-6.4, 4.2)], ink)
    for px in (-3, 2):
        add([(px, 2.6), (px + 0.5, 2.6), (px + 0.3, 4.8), (px - 0.2, 4.8)], ink)
    canvas.oval(
        x + 19.4 * scale,
        y - 3.6 * scale,
        2.2 * scale,
        2.2 * scale,
        None,
        edge=(ink, 0.3),
    )


def parachute(
    canvas: Canvas, x: float, y: float, wide: float, first: Colour, second: Colour, load: float
) -> None:
    """A striped canopy with its top at (x, y), and lines that meet `load` mm below."""
    half, high = (wide / 2, wide * 0.5)
    for n in range(7):
        canvas.line([(x - half + n * wide / 6, y + high), (x, y + load)], INK, 0.22)
    outline = [
        (x - half, y + high),
        (x - half * 0.92, y + high * 0.42),
        (x - half * 0.5, y + high * 0.08),
        (x, y),
        (x + half * 0.5, y + high * 0.08),
        (x + half * 0.92, y + high * 0.42),
        (x + half, y + high),
    ]
    canvas.add(
        smooth(
            [
                *outline,
                *(
                    (x + half - (n + 0.5) * wide / 6, y + high * (0.86 if n % 1 == 0 else 1))
                    for n in range(6)
                ),
            ],
            tension=0.6,
        ),
        first,
        edge=(INK, 0.7),
    )
    for n in (-2, 0, 2):
        a, b = (n * half / 3 - half / 6, n * half / 3 + half / 6)
        canvas.poly(
            [
                (x + a * 0.3, y + 0.6),
                (x + b * 0.3, y + 0.6),
                (x + b * 0.85, y + high * 0.4),
                (x + b, y + high * 0.84),
                (x + a, y + high * 0.84),
                (x + a * 0.85, y + high * 0.4),
            ],
            second,
            edge=(INK, 0.25),
        )
