"""Landscapes: furrowed fields with sheaves, forests, hills, waves with longships, halls.

Each fills a strip in mm with its near edge at the bottom, so that one land serves tiles and panoramas.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from vision.printed.marks import Gradient, Mark, Path, Shape, mixed
from vision.printed.shapes import box, polygon, smooth
from vision.workshop.zones.figures import fir, longship, sheaf, stone
from vision.workshop.zones.halls import hall
from vision.workshop.zones.palette import LANDS, Land

Painter = Callable[[float, float, str], list[Mark]]
"""Marks of a land of a width and height (mm), seeded by its name."""


def field(wide: float, high: float, _name: str) -> list[Mark]:
    """Furrows towards a distant point, with sheaves."""
    land = LANDS["field"]
    marks = _ground(wide, high, land)
    far, count = (wide / 2, -1.6 * high), 5
    for n in range(count):
        left, right = (wide * ((n + part) / count * 2.4 - 0.7) for part in (0.0, 0.5))
        marks.append(Shape(polygon([(left, high), (right, high), far]), fill=land.second))
    # Coarse rows and few sheaves: a tile is recognised by the part around a token.
    return [
        *marks,
        *sheaf(wide / 2 - 4.4, high - 1.6, 6.2, land),
        *sheaf(wide / 2 + 4.4, high - 1.2, 5.6, land),
    ]


def forest(wide: float, high: float, name: str) -> list[Mark]:
    """Rows of firs, those behind smaller and darker."""
    land = LANDS["forest"]
    marks: list[Mark] = [Shape(box(0, 0, wide, high), fill=mixed(land.ground, land.light, 0.45))]
    chance = Random(f"forest {name}")
    for row, size in enumerate((7.0, 9.5, 12.0)):
        foot = high * (0.4 + 0.29 * row)
        tint = mixed(land.second, land.ground, 0.12 * row)
        step = size * 0.66
        for n in range(-1, int(wide / step) + 2):
            x = (n + 0.5 * (row % 2)) * step + chance.uniform(-0.8, 0.8)
            marks += fir(x, foot + chance.uniform(-0.6, 0.6), size * chance.uniform(0.9, 1.1), tint, land)
    return marks


def hills(wide: float, high: float, name: str) -> list[Mark]:
    """Ridges in rows, hatched on the shaded side, with a standing stone."""
    land = LANDS["hills"]
    marks = _ground(wide, high, land)
    chance = Random(f"hills {name}")
    for row in range(4):
        foot, tall = high * (0.3 + 0.26 * row), high * (0.3 + 0.05 * row)
        step = wide / (2.6 - 0.2 * row)
        for n in range(-1, 4):
            x = (n + 0.5 * (row % 2)) * step + chance.uniform(-1.5, 1.5)
            marks += _ridge(x, foot, step * 0.72, tall * chance.uniform(0.85, 1.15), land, row)
    return [*marks, *stone(wide / 2, high - 0.8, 7.5)]


def water(wide: float, high: float, name: str) -> list[Mark]:
    """Waves in rows, larger in front, and a longship."""
    land = LANDS["water"]
    marks = _ground(wide, high, land)
    for row in range(6):
        y, size = high * (0.08 + 0.17 * row), 1.1 + 0.42 * row
        for n in range(-1, int(wide / (4 * size)) + 2):
            x = (n + 0.5 * (row % 2)) * 4 * size
            marks.append(Shape(_crest(x, y, size), fill=land.second))
            marks.append(
                Shape(_crest(x + 0.1 * size, y + 0.3 * size, 0.82 * size), fill=land.light, opacity=0.85)
            )
    return [*marks, *longship(wide / 2, high - 1.2, 13.5, f"{name}")]


PAINTERS: Final[dict[str, Painter]] = {
    "field": field,
    "forest": forest,
    "hills": hills,
    "water": water,
    "base-blue": lambda wide, high, _name: hall(wide, high, "blue"),
    "base-white": lambda wide, high, _name: hall(wide, high, "white"),
}


def _ground(wide: float, high: float, land: Land) -> list[Mark]:
    fill = Gradient(
        (0, 0), (0, high), mixed(land.ground, land.second, 0.12), mixed(land.ground, land.light, 0.15)
    )
    return [Shape(box(0, 0, wide, high), fill=fill)]


def _ridge(x: float, foot: float, half: float, tall: float, land: Land, row: int) -> list[Mark]:
    outline = _hump(x, foot, half, tall)
    light = mixed(land.light, land.ground, 0.2 * (3 - row))
    fill = Gradient(
        (x - 0.7 * half, 0), (x + 0.6 * half, 0), light, mixed(land.second, land.ground, 0.1 * row)
    )
    marks: list[Mark] = [Shape(outline, fill=fill, edge=land.shade, edge_mm=0.45)]
    lit = [(x - half * (0.58 - 0.12 * n), foot - tall * (0.27 + 0.125 * n)) for n in range(4)]
    marks.append(Shape(smooth(lit, closed=False), edge=land.light, edge_mm=0.6, closed=False))
    for n in range(3):
        tuft = (x - half * (0.3 - 0.28 * n), foot - tall * (0.3 - 0.06 * n))
        marks += [
            Shape(
                polygon([(tuft[0] + lean, tuft[1] - 1.5), tuft]),
                edge=(104, 122, 60),
                edge_mm=0.45,
                closed=False,
            )
            for lean in (-0.7, 0.0, 0.7)
        ]
    for n in range(4):
        start = x + half * (0.12 + 0.15 * n)
        up = foot - tall * (0.86 - 0.17 * n)
        marks.append(
            Shape(
                smooth(
                    [
                        (start, up),
                        (start + half * 0.08, up + tall * 0.2),
                        (start + half * 0.2, up + tall * 0.36),
                    ],
                    closed=False,
                ),
                edge=land.shade,
                edge_mm=0.35,
                closed=False,
            )
        )
    return marks


def _hump(x: float, foot: float, half: float, tall: float) -> Path:
    sides = [(n / 6 - 1.0) for n in range(13)]
    # Pointed, as a round shape of a coin's size may be read as a coin.
    points = [(x + half * side, foot - tall * (1.0 - abs(side)) ** 1.2) for side in sides]
    return (*smooth(points, closed=False), ("line", (x + half, foot + 40)), ("line", (x - half, foot + 40)))


def _crest(x: float, y: float, size: float) -> Path:
    """A wave breaking to the right."""
    return smooth(
        [
            (x - 2 * size, y),
            (x - size, y - 0.55 * size),
            (x, y - size),
            (x + 0.7 * size, y - 0.72 * size),
            (x + 0.5 * size, y - 0.3 * size),
            (x + 2 * size, y),
            (x, y - 0.22 * size),
        ]
    )
