"""The varying features of heads."""

from dataclasses import dataclass

from vision.printed.marks import Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """A head's looks: fur or hide, iris, mood, length of tusks or horns, and extras."""

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
