"""How each tribe looks: its colours and its land; a tribe of an owner's own has looks that follow from its name."""

from dataclasses import dataclass
from random import Random
from typing import Final

from vision.printed.marks import Colour


@dataclass(frozen=True, slots=True)
class Style:
    """Colour of frame and clothes, a second one for trimmings, pale paper, the land, and what creatures live there."""

    colour: Colour
    trim: Colour
    paper: Colour
    land: str
    kind: str


STYLES: Final = {
    "boarix": Style((122, 62, 28), (86, 140, 48), (250, 236, 204), "forest", "boar"),
    "monkus": Style((24, 112, 74), (238, 150, 36), (246, 246, 210), "jungle", "monkey"),
    "rhinogoths": Style((92, 48, 116), (196, 40, 58), (238, 230, 244), "castle", "rhino"),
    "warus": Style((26, 92, 146), (196, 208, 216), (228, 242, 250), "ice", "walrus"),
}


def style_of(tribe: str) -> Style:
    if tribe in STYLES:
        return STYLES[tribe]
    chance = Random(f"tribe {tribe}")
    like = STYLES[chance.choice(sorted(STYLES))]
    colour: Colour = (chance.randint(30, 150), chance.randint(30, 120), chance.randint(30, 150))
    return Style(colour, like.trim, like.paper, like.land, like.kind)
