"""The halls of the two chieftains behind a palisade, shown on the bases."""

from typing import Literal

from vision.faces.zones.parts import WOOD
from vision.printed.marks import WHITE, Colour, Gradient, Mark, Shape, mixed
from vision.printed.shapes import box, polygon, smooth
from vision.workshop.zones.palette import GOLD, LANDS, RED, Land

Side = Literal["blue", "white"]


def hall(wide: float, high: float, side: Side) -> list[Mark]:
    """A chieftain's hall behind a palisade, under its side's sky."""
    land = LANDS[f"base-{side}"]
    dark = side == "blue"
    marks: list[Mark] = [
        Shape(
            box(0, 0, wide, high),
            fill=Gradient(
                (0, 0), (0, high), land.ground, mixed(land.ground, land.second, 0.55 if dark else 0.1)
            ),
        )
    ]
    step = wide / 6
    for row in range(int(high / step) + 1):
        for column in range(6):
            if (row + column) % 2:
                marks.append(
                    Shape(
                        box(column * step, row * step, step, step),
                        fill=land.second,
                        opacity=0.45 if dark else 0.25,
                    )
                )
    wall, roof = (
        (land.light, land.second) if dark else (mixed(land.shade, WHITE, 0.72), mixed(land.shade, WHITE, 0.5))
    )
    marks += _house(wide / 2, high - 3.4, roof, wall, land, GOLD if dark else RED)
    return [*marks, *_palisade(wide, high, wall, land)]


def _house(middle: float, foot: float, roof: Colour, wall: Colour, land: Land, banner: Colour) -> list[Mark]:
    """A long house with dragons on its ridge and a banner; `foot`: its base line."""
    return [
        Shape(
            polygon(
                [
                    (middle - 10.5, foot - 5),
                    (middle - 7, foot - 12),
                    (middle + 7, foot - 12),
                    (middle + 10.5, foot - 5),
                ]
            ),
            fill=roof,
            edge=land.shade,
            edge_mm=0.4,
        ),
        Shape(box(middle - 8.6, foot - 5, 17.2, 5), fill=wall, edge=land.shade, edge_mm=0.4),
        Shape(
            smooth(
                [(middle - 7, foot - 12), (middle - 8.6, foot - 13.4), (middle - 9.4, foot - 12.6)],
                closed=False,
            ),
            edge=land.shade,
            edge_mm=0.7,
            closed=False,
        ),
        Shape(
            smooth(
                [(middle + 7, foot - 12), (middle + 8.6, foot - 13.4), (middle + 9.4, foot - 12.6)],
                closed=False,
            ),
            edge=land.shade,
            edge_mm=0.7,
            closed=False,
        ),
        Shape(box(middle - 1.8, foot - 4, 3.6, 4, 1.6), fill=WOOD),
        Shape(box(middle - 0.3, foot - 19, 0.6, 7), fill=WOOD),
        Shape(
            smooth(
                [
                    (middle + 0.3, foot - 19),
                    (middle + 4.6, foot - 18.2),
                    (middle + 3.4, foot - 16.8),
                    (middle + 0.3, foot - 15.8),
                ]
            ),
            fill=banner,
        ),
    ]


def _palisade(wide: float, high: float, wall: Colour, land: Land) -> list[Mark]:
    """Pointed stakes side by side along the near edge."""
    marks: list[Mark] = []
    for n in range(round(wide / 2.2)):
        x = (n + 0.5) * wide / round(wide / 2.2)
        marks.append(
            Shape(
                polygon(
                    [(x - 1, high), (x - 1, high - 3.4), (x, high - 4.8), (x + 1, high - 3.4), (x + 1, high)]
                ),
                fill=mixed(WOOD, wall, 0.35),
                edge=land.shade,
                edge_mm=0.25,
            )
        )
    return marks
