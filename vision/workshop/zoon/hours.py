"""The hours of the day in each land, and the line of its hills."""

from dataclasses import dataclass
from random import Random
from typing import Final

from vision.printed.marks import Colour, Gradient, Shape
from vision.printed.shapes import polygon, smooth


@dataclass(frozen=True, slots=True)
class Hour:
    """The colours of the sky above and at the horizon, far and near land, and sun or moon (None: hidden)."""

    sky: Colour
    horizon: Colour
    far: Colour
    near: Colour
    sun: Colour | None


# Deep colours: pale ones burn out in bright light and glare, so that skies look alike.
HOURS: Final[dict[str, tuple[Hour, ...]]] = {
    "forest": (
        Hour((204, 188, 75), (204, 193, 106), (144, 168, 48), (59, 95, 23), (255, 255, 236)),
        Hour((203, 57, 4), (204, 97, 18), (145, 49, 18), (66, 23, 20), (255, 236, 160)),
        Hour((13, 32, 80), (31, 62, 100), (22, 58, 75), (7, 24, 41), (236, 240, 214)),
        Hour((93, 162, 138), (128, 177, 146), (61, 133, 85), (13, 78, 49), None),
        Hour((103, 43, 103), (149, 77, 103), (96, 39, 79), (44, 15, 51), (255, 226, 190)),
        Hour((102, 162, 204), (138, 178, 195), (105, 153, 45), (44, 104, 20), (255, 250, 200)),
        Hour((76, 81, 76), (113, 115, 103), (98, 98, 79), (45, 47, 40), None),
    ),
    "jungle": (
        Hour((0, 151, 175), (60, 172, 172), (20, 140, 80), (0, 80, 51), (255, 250, 206)),
        Hour((204, 116, 1), (204, 146, 26), (175, 67, 7), (93, 30, 13), (255, 246, 180)),
        Hour((28, 9, 81), (70, 20, 97), (45, 21, 93), (15, 11, 54), (250, 220, 240)),
        Hour((91, 187, 43), (134, 197, 72), (48, 144, 24), (11, 88, 23), None),
        Hour((204, 33, 57), (204, 80, 70), (134, 19, 50), (65, 7, 41), (255, 230, 150)),
        Hour((45, 117, 204), (99, 147, 204), (25, 121, 133), (0, 69, 93), (255, 255, 230)),
        Hour((5, 53, 53), (26, 93, 74), (3, 82, 70), (0, 40, 42), (206, 250, 200)),
        Hour((204, 181, 25), (204, 190, 73), (173, 149, 5), (92, 99, 3), None),
        Hour((159, 87, 171), (178, 120, 175), (115, 67, 139), (64, 33, 93), (255, 255, 255)),
    ),
    "castle": (
        Hour((78, 16, 100), (132, 53, 99), (77, 29, 84), (36, 12, 51), (255, 220, 180)),
        Hour((15, 18, 49), (31, 40, 80), (27, 31, 70), (10, 10, 32), (232, 236, 250)),
        Hour((191, 11, 16), (204, 64, 25), (107, 11, 28), (52, 4, 23), (255, 240, 190)),
        Hour((115, 127, 146), (145, 152, 161), (93, 98, 117), (47, 47, 67), None),
        Hour((17, 89, 77), (72, 129, 89), (29, 85, 70), (10, 46, 46), (244, 255, 206)),
        Hour((204, 155, 71), (204, 171, 104), (151, 103, 62), (86, 50, 42), (255, 255, 240)),
        Hour((79, 115, 199), (120, 140, 200), (80, 80, 152), (39, 32, 97), None),
        Hour((55, 19, 31), (105, 45, 28), (74, 26, 31), (31, 9, 19), (255, 200, 120)),
    ),
    "ice": (
        Hour((69, 165, 204), (117, 180, 204), (121, 174, 201), (179, 196, 203), (255, 255, 240)),
        Hour((4, 16, 73), (13, 49, 98), (23, 71, 131), (97, 145, 181), None),
        Hour((204, 92, 68), (204, 127, 92), (181, 109, 133), (204, 178, 175), (255, 250, 214)),
        Hour((131, 146, 158), (152, 164, 172), (138, 158, 170), (191, 195, 198), None),
        Hour((48, 12, 84), (89, 29, 101), (79, 43, 127), (151, 127, 182), (255, 226, 240)),
        Hour((0, 107, 119), (52, 144, 139), (33, 129, 141), (151, 194, 187), None),
        Hour((204, 178, 77), (204, 187, 113), (166, 159, 159), (200, 197, 190), (255, 255, 255)),
    ),
}


def ridge(chance: Random, y: float, rough: float, count: int = 7) -> list[tuple[float, float]]:
    """Points of a hill line across the card."""
    return [(-4 + n * 68 / (count - 1), y + chance.uniform(-rough, rough)) for n in range(count)]


def hills(points: list[tuple[float, float]], first: Colour, last: Colour, *, pointed: bool = False) -> Shape:
    """The area below a hill line."""
    path = polygon(points) if pointed else smooth(points, closed=False)
    top = min(y for _, y in points)
    return Shape(
        (*path, ("line", (64, 64)), ("line", (-4, 64))), fill=Gradient((0, top), (0, 56), first, last)
    )
