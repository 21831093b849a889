"""The signs of a card: its cost in a disc, and what it gives as a figure with a small picture."""

from functools import cache
from typing import Final, Literal

from vision.faces.colours import mixed
from vision.faces.zombinion.canvas import CREAM, INK, Canvas
from vision.printed.letters import width_mm
from vision.printed.marks import Colour, Drawing, Label
from vision.printed.shapes import circle
from vision.printed.svg_read import kept_drawing

Gift = Literal["cards", "actions", "targets", "shots", "points"]
BRASS: Final[Colour] = (226, 168, 52)
BOLD: Final = 5.4
"""Height of a figure (mm) beside its picture."""
HIGH: Final = 8.0


@cache
def cost_sign(cost: int, radius: float) -> Drawing:
    """What a card costs: a figure in a disc that looks like the bottom of a round."""
    wide = 2 * radius
    canvas = Canvas(f"cost {cost}", wide, wide)
    canvas.add(circle(radius, radius, radius), INK)
    canvas.add(circle(radius, radius, radius * 0.9), BRASS)
    canvas.add(circle(radius, radius, radius * 0.9), None, edge=(mixed(BRASS, INK, 0.45), radius * 0.05))
    canvas.add(circle(radius, radius, radius * 0.74), CREAM, edge=(INK, radius * 0.06))
    size = radius * (0.92 if cost < 10 else 0.72)
    canvas.marks.append(Label(radius, radius + size / 2, str(cost), size, INK, font="tall", anchor="middle"))
    return Drawing(canvas.name, wide, wide, tuple(canvas.marks), sign=True)


@cache
def gift_sign(gift: Gift, figure: str, times: int = 1) -> Drawing:
    """What a card gives: a figure, and the picture of a card, a lightning, a target, a skull or (`times`) rounds."""
    room, picture = width_mm(figure, "tall", BOLD) + 0.7, kept_drawing(__package__, f"gift-{gift}")
    canvas = Canvas(f"{gift} {figure}", room + picture.width_mm * times, HIGH)
    canvas.marks.append(Label(0, HIGH / 2 + BOLD / 2, figure, BOLD, INK, font="tall"))
    for n in range(times):
        canvas.place(picture, room + picture.width_mm * n, 0)
    return Drawing(canvas.name, canvas.wide, HIGH, tuple(canvas.marks), sign=True)
