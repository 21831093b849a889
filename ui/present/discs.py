"""Discs that are thrown, as a screen draws them: each by both its faces, touched as it fell. Knows no game.

Everything here is plain data; what a touch asks for stands in the model.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from companion.game import Seat
from ui.present.drawn import said
from ui.present.touches import Touch
from vision.printed.marks import WHITE, Art, Disc, Mark

DiscColour = Literal["blue", "violet", "yellow"]
BLANK: Final[dict[DiscColour, str]] = {"blue": "disc-blue", "violet": "disc-risk", "yellow": "disc"}
"""The pictures of discs, by what they are called before what is on them."""
FADED: Final = 0.36
"""How much is seen of a disc that cannot have fallen so."""
LIT: Final = 0.9
"""How large a disc is within the ring that lights it."""


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


def disc_marks(
    colour: DiscColour, sign: str, x: float, y: float, size: float, *, lit: bool = False, faded: bool = False
) -> Iterator[Mark]:
    """One face of a disc about a point, with its number where there is no picture of it."""
    if lit:
        yield Disc(x, y, size, "chosen")
        size *= LIT
    blank, opacity = BLANK[colour], FADED if faded else 1.0
    box = (x - size / 2, y - size / 2, size, size)
    number = said(x, y, sign, size * 0.5, "quiet" if faded else WHITE)
    yield Art(*box, f"{blank}-{sign}", (Art(*box, blank, opacity=opacity), number), opacity=opacity)
