"""What tells one head of a kind from another."""

from dataclasses import dataclass

from vision.printed.marks import Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """How a head looks: fur or hide, the iris, its mood, how long its tusks or horns are, and what it has besides."""

    name: str
    skin: Colour
    iris: Colour = (214, 150, 30)
    mood: str = "fierce"
    look: float = 1.2
    tusk: float = 1.0
    hair: str = ""
    hair_colour: Colour = (60, 36, 24)
    mouth: str = ""
    scars: bool = False
    patch: bool = False
    leaves: bool = False
