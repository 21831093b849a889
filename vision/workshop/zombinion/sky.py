"""Backgrounds of scenes: moon, rays, stars, clouds, rain, fog, and the dots of a screen print."""

from math import cos, pi, sin
from typing import Final

from vision.printed.marks import Colour, Point, mixed
from vision.workshop.zombinion.canvas import Canvas

FAR: Final = 90.0


def moon(canvas: Canvas, x: float, y: float, radius: float, light: Colour, sky: Colour) -> None:
    """A moon with craters, and its shine in the sky."""
    canvas.glow(x, y, radius * 1.9, mixed(sky, light, 0.55), sky)
    canvas.oval(x, y, radius, radius, light)
    for dx, dy, size in (
        (-0.4, -0.3, 0.24),
        (0.3, 0.1, 0.3),
        (-0.1, 0.5, 0.18),
        (0.45, -0.5, 0.13),
        (-0.6, 0.25, 0.11),
    ):
        canvas.oval(
            x + dx * radius, y + dy * radius, size * radius, size * radius * 0.9, mixed(light, sky, 0.16)
        )


def rays(
    canvas: Canvas,
    at: Point,
    count: int,
    ink: Colour,
    *,
    first: float = 0.0,
    share: float = 0.5,
    opacity: float = 1.0,
) -> None:
    """Rays outwards from a place, covering `share` of the full circle."""
    (x, y), step = at, 2 * pi / count
    for n in range(count):
        a = first * pi / 180 + n * step
        b = a + step * share
        canvas.poly(
            [(x, y), (x + FAR * cos(a), y + FAR * sin(a)), (x + FAR * cos(b), y + FAR * sin(b))], ink, opacity
        )


def dots(
    canvas: Canvas,
    ink: Colour,
    top: float,
    low: float,
    *,
    step: float = 1.5,
    sizes: tuple[float, float] = (0.05, 0.62),
    across: tuple[float, float] = (0.0, 55.0),
) -> None:
    """Halftone dots, small at the top and large below."""
    (first, last), (left, right) = sizes, across
    rows = max(int((low - top) / (step * 0.75)), 1)
    for row in range(rows):
        y = top + row * step * 0.75
        half = step * 0.75 * (first + (last - first) * row / rows)
        if half < 0.08:
            continue
        for column in range(int((right - left) / step) + 2):
            x = left + column * step + row % 2 * step / 2
            canvas.poly([(x, y - half), (x + half, y), (x, y + half), (x - half, y)], ink)


def stars(canvas: Canvas, count: int, ink: Colour, low: float) -> None:
    for _ in range(count):
        x, y, r = (
            canvas.chance.uniform(0, canvas.wide),
            canvas.chance.uniform(0, low),
            canvas.chance.uniform(0.12, 0.32),
        )
        canvas.poly([(x, y - 2 * r), (x + r * 0.5, y), (x, y + 2 * r), (x - r * 0.5, y)], ink)


def cloud(canvas: Canvas, x: float, y: float, wide: float, ink: Colour) -> None:
    """A long cloud, flat beneath."""
    high = wide * 0.16
    points = [
        (x - wide / 2, y),
        (x - wide * 0.32, y - high * 0.7),
        (x - wide * 0.12, y - high * 0.5),
        (x + wide * 0.05, y - high * 1.2),
        (x + wide * 0.26, y - high * 0.6),
        (x + wide / 2, y),
        (x + wide * 0.2, y + high * 0.18),
        (x - wide * 0.2, y + high * 0.18),
    ]
    canvas.blob(points, ink)


def fog(canvas: Canvas, y: float, high: float, ink: Colour, opacity: float = 0.35) -> None:
    """A bank of fog across the whole scene."""
    for n in range(3):
        top = y + n * high * 0.3
        points = [(-4.0, top + high)]
        for k in range(8):
            points.append((-4 + k * (canvas.wide + 8) / 7, top + canvas.chance.uniform(-0.3, 0.3) * high))
        points.append((canvas.wide + 4, top + high))
        canvas.blob(points, ink, opacity)


def smoke(
    canvas: Canvas, x: float, y: float, size: float, ink: Colour, light: Colour, lean: float = 0.3
) -> None:
    """A rising column of smoke, lit on one side."""
    for n in range(9):
        r = size * (0.35 + 0.12 * n)
        at = (x + lean * size * n * 0.8 + canvas.chance.uniform(-0.25, 0.25) * size, y - n * size * 0.75)
        canvas.oval(at[0] - r * 0.12, at[1] - r * 0.12, r, r, mixed(ink, light, 0.35))
        canvas.oval(at[0], at[1], r * 0.95, r * 0.95, mixed(ink, light, 0.06 * n))
