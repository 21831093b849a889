"""The signs of a card: its cost in a disc, and what it gives as a figure with a small picture."""

from functools import cache
from typing import Final, Literal

from vision.faces.zombinion.canvas import INK, Canvas
from vision.printed.letters import width_mm
from vision.printed.marks import Drawing, Label
from vision.printed.svg import kept_drawing

Gift = Literal["cards", "actions", "targets", "shots", "points"]
BOLD: Final = 5.4
"""Height of a figure (mm) beside its picture."""
HIGH: Final = 8.0


@cache
def cost_sign(cost: int, radius: float) -> Drawing:
    """What a card costs: a figure in a disc that looks like the bottom of a round."""
    wide, disc = 2 * radius, kept_drawing(__package__, "cost")
    canvas = Canvas(f"cost {cost}", wide, wide)
    canvas.place(disc, 0, 0, scale=wide / disc.width_mm)
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
