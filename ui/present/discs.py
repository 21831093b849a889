"""Discs that are thrown, as a screen draws them: each by both its faces, touched as it fell. Knows no game.

Everything here is plain data; what a touch asks for stands in the model.
"""

from dataclasses import dataclass
from typing import Literal

from companion.game import Seat
from ui.present.touches import Touch

DiscColour = Literal["blue", "violet", "yellow"]


@dataclass(frozen=True, slots=True)
class DiscFace:
    """One face of a disc. `sign`: a number, `lightning` or `spiral`; `words`: what it is called.

    `lit`: the disc fell so; `faded`: it cannot have fallen so, as far as is told.
    """

    sign: str
    words: str
    action: Touch
    lit: bool = False
    faded: bool = False


@dataclass(frozen=True, slots=True)
class ShownDisc:
    """A disc with its faces side by side."""

    colour: DiscColour
    faces: tuple[DiscFace, ...]


@dataclass(frozen=True, slots=True)
class ThrowModel:
    """The discs of whoever throws, and those that fell; a touch on one that fell takes it back.

    `seat` and `piece`: who throws, and the colour of the own piece. `places`: how many fall in a throw. `total`: the
    sum of the numbers, in large figures, with its word.
    """

    seat: Seat
    piece: str
    discs: tuple[ShownDisc, ...]
    fallen: tuple[ShownDisc, ...]
    places: int
    total: int
    total_words: str
    words: str
