"""The back of every card: a hand out of a grave of a city, before the moon."""

from dataclasses import replace
from functools import cache
from typing import Final

from vision.faces.zombinion.canvas import CREAM
from vision.faces.zombinion.card import CARD_HIGH, WIDE
from vision.printed.marks import Drawing, Label
from vision.printed.svg import kept_drawing

NAME: Final = "ZOMBINION"


@cache
def draw_back() -> Drawing:
    kept = kept_drawing(__package__, "back")
    name = Label(WIDE / 2, CARD_HIGH - 9.2, NAME, 8.2, CREAM, font="tall", anchor="middle")
    return replace(kept, marks=(*kept.marks, name))
