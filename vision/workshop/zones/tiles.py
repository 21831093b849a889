"""The tiles and bases of ZoneS, and their back."""

from typing import Final

from vision.faces.zones.parts import INK, PAPER, TILE_MM
from vision.printed.marks import WHITE, Drawing, Glow, Mark, Placed, Shape, mixed
from vision.printed.shapes import box, circle, polygon, star
from vision.workshop.zones.figures import runes
from vision.workshop.zones.lands import PAINTERS
from vision.workshop.zones.palette import GOLD, LANDS, RED
from vision.workshop.zones.pen import SymbolPen
from vision.workshop.zones.symbols import TERRAIN, castle

RIM_MM: Final = 0.8
CORNER_MM, SYMBOL_MM = 15.8, 5.7
"""Offset of a symbol from a tile's middle, across and down, and half its size."""
PLATE_MM: Final = 6.6
"""Half the side of a symbol's plate."""


def draw_tile(label: str) -> Drawing:
    """A tile, point-symmetric."""
    half = _nearer(label)
    whole = box(0, 0, TILE_MM, TILE_MM)
    marks: list[Mark] = [
        Placed(half, 0, TILE_MM / 2, within=box(0, 0, TILE_MM, TILE_MM / 2)),
        Placed(half, 0, 0, turn=180, within=box(0, 0, TILE_MM, TILE_MM / 2)),
        Shape(whole, edge=LANDS[label].shade, edge_mm=2 * RIM_MM),
    ]
    drawing = Drawing(label, TILE_MM, TILE_MM, tuple(marks))
    return Drawing(label, TILE_MM, TILE_MM, (Placed(drawing, 0, 0, within=whole),))


def _nearer(label: str) -> Drawing:
    """The nearer half: a landscape, and its symbol in both corners."""
    high = TILE_MM / 2
    marks = PAINTERS[label](TILE_MM, high, label)
    for across in (-1, 1):
        marks += _symbol(label, TILE_MM / 2 + across * CORNER_MM, CORNER_MM)
    return Drawing(f"half of {label}", TILE_MM, high, tuple(marks))


def _symbol(label: str, x: float, y: float) -> list[Mark]:
    land = LANDS[label]
    dark = sum(land.ground) < 200
    plate = box(x - PLATE_MM, y - PLATE_MM, 2 * PLATE_MM, 2 * PLATE_MM, 1.6)
    pen = SymbolPen(
        x=x, y=y, reach=SYMBOL_MM * 0.94, ink=land.ground if dark else INK, paper=PAPER, accent=land.second
    )
    TERRAIN.get(label, castle)(pen)
    inner = box(x - PLATE_MM + 0.5, y - PLATE_MM + 0.5, 2 * PLATE_MM - 1, 2 * PLATE_MM - 1, 1.2)
    return [
        Shape(plate, fill=PAPER, edge=land.shade, edge_mm=0.5),
        Shape(inner, edge=mixed(land.second, WHITE, 0.3), edge_mm=0.25),
        *pen.marks,
    ]


def draw_tile_back() -> Drawing:
    """The back of every tile: a compass over nothing known, with runes about it."""
    middle = TILE_MM / 2
    stone, dark, light = (112, 104, 112), (74, 66, 76), (146, 138, 146)
    marks: list[Mark] = [
        Shape(box(0, 0, TILE_MM, TILE_MM), fill=Glow((middle, middle), 30, (132, 124, 132), (92, 84, 94)))
    ]
    for n in range(4):
        marks.append(
            Shape(circle(middle, middle, 21.5 - 4.6 * n), edge=light if n % 2 else stone, edge_mm=0.8)
        )
    ring: list[Mark] = []
    for turn in range(0, 360, 15):
        sign = Drawing("rune", 2, 46, tuple(runes(1, 2.9, 2.6, 1, PAPER)))
        ring.append(Placed(sign, middle - 1, 0, turn=float(turn)))
    marks += ring
    for n, (outer, inner, tint) in enumerate(((15.5, 3.2, dark), (14.8, 2.7, PAPER))):
        marks.append(
            Shape(star(middle, middle, 4, outer * 0.62, inner * 1.1, 45), fill=mixed(tint, stone, 0.35 * n))
        )
        marks.append(Shape(star(middle, middle, 4, outer, inner), fill=tint))
    for turn in range(4):
        half = polygon([(middle, middle), (middle + 1.9, middle - 1.9), (middle, middle - 14.8)])
        marks.append(
            Placed(Drawing("half", TILE_MM, TILE_MM, (Shape(half, fill=GOLD),)), 0, 0, turn=90.0 * turn)
        )
    marks += [
        Shape(circle(middle, middle, 2.4), fill=RED, edge=PAPER, edge_mm=0.5),
        Shape(box(0, 0, TILE_MM, TILE_MM), edge=dark, edge_mm=2 * RIM_MM),
    ]
    whole = Drawing("back", TILE_MM, TILE_MM, tuple(marks))
    return Drawing("back", TILE_MM, TILE_MM, (Placed(whole, 0, 0, within=box(0, 0, TILE_MM, TILE_MM)),))
