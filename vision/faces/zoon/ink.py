"""Ink, paper and shades of Zoon's cards, and the simplest marks in them."""

from collections.abc import Sequence
from typing import Final

from vision.faces.colours import mixed
from vision.printed.marks import Colour, Fill, Mark, Path, Point, Shape
from vision.printed.shapes import smooth

SIDE_MM: Final = 60.0
"""A card's side."""
INK: Final[Colour] = (34, 24, 32)
WHITE: Final[Colour] = (255, 252, 244)
Marks = tuple[Mark, ...]


def lighter(colour: Colour, by: float = 0.35) -> Colour:
    """A colour so much nearer to warm white."""
    return mixed(colour, (255, 246, 224), by)


def darker(colour: Colour, by: float = 0.35) -> Colour:
    """A colour so much nearer to a dark violet, as shadows are."""
    return mixed(colour, (30, 14, 44), by)


def flat(path: Path, fill: Fill, edge: float = 0.0, ink: Colour = INK, opacity: float = 1.0) -> Shape:
    """A shape of one fill, with an outline where it has a width."""
    return Shape(path, fill=fill, edge=ink if edge > 0 else None, edge_mm=max(edge, 0.01), opacity=opacity)


def stroke(points: Sequence[Point], width: float, colour: Colour = INK, opacity: float = 1.0) -> Shape:
    return Shape(smooth(points, closed=False), edge=colour, edge_mm=width, closed=False, opacity=opacity)
