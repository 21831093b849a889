"""Ink, paper and shades of Zoon's cards, their simplest marks, and the style of each tribe."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from vision.printed.marks import Colour, Fill, Mark, Path, Point, Shape, mixed
from vision.printed.shapes import smooth

SIDE_MM: Final = 60.0
"""A card's side."""
INK: Final[Colour] = (34, 24, 32)
WHITE: Final[Colour] = (255, 252, 244)
Marks = tuple[Mark, ...]


def lighter(colour: Colour, by: float = 0.35) -> Colour:
    """A colour mixed with a share of warm white."""
    return mixed(colour, (255, 246, 224), by)


def darker(colour: Colour, by: float = 0.35) -> Colour:
    """A colour mixed with a share of the dark violet of shadows."""
    return mixed(colour, (30, 14, 44), by)


def flat(path: Path, fill: Fill, edge: float = 0.0, ink: Colour = INK, opacity: float = 1.0) -> Shape:
    """A shape of one fill, with an outline if `edge` (mm) is positive."""
    return Shape(path, fill=fill, edge=ink if edge > 0 else None, edge_mm=max(edge, 0.01), opacity=opacity)


def stroke(points: Sequence[Point], width: float, colour: Colour = INK, opacity: float = 1.0) -> Shape:
    return Shape(smooth(points, closed=False), edge=colour, edge_mm=width, closed=False, opacity=opacity)


@dataclass(frozen=True, slots=True)
class Style:
    """A tribe's colour of frame and clothes, a second for trimmings, pale paper, its land, and its kind of creature."""

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
    """The style of a tribe; an owner's own is derived from its name."""
    if tribe in STYLES:
        return STYLES[tribe]
    chance = Random(f"tribe {tribe}")
    like = STYLES[chance.choice(sorted(STYLES))]
    colour: Colour = (chance.randint(30, 150), chance.randint(30, 120), chance.randint(30, 150))
    return Style(colour, like.trim, like.paper, like.land, like.kind)
