"""The coin for points and the shield for force beside a card's lower plate."""

from typing import Final

from vision.faces.zoon.ink import flat, lighter
from vision.printed.marks import Colour, Drawing, Mark
from vision.printed.shapes import circle, polygon

GOLD: Final[Colour] = (236, 178, 48)


def medal(name: str) -> Drawing:
    middle, side = 4.1, 8.2
    if name == "force":
        outline = polygon([(0.5, 0.7), (middle, 0.2), (7.7, 0.7), (7.4, 5.0), (middle, 8.1), (0.8, 5.0)])
        inner = polygon([(1.3, 1.4), (middle, 1.0), (6.9, 1.4), (6.6, 4.7), (middle, 7.1), (1.6, 4.7)])
        marks: list[Mark] = [flat(outline, (150, 30, 40), 0.4), flat(inner, (255, 236, 214), 0.25)]
    else:
        marks = [
            flat(circle(middle, middle, 4.0), GOLD, 0.45),
            flat(circle(middle, middle, 3.4), lighter(GOLD, 0.75), 0.25),
        ]
    return Drawing(name, side, side, tuple(marks))
