"""What is thrown, as a screen draws it: dice, pennies, and discs, each by both its faces, touched as it fell."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from companion.game import Seat
from ui.present.drawn import said
from ui.present.tabletop import Piece, thing_parts
from ui.present.touches import Touch
from vision.printed.marks import WHITE, Art, Block, Disc, Drawing, Ink, Mark, Point, Shape
from vision.printed.shapes import box, circle

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


SIDE: Final = 100.0
MIDDLE: Final[tuple[Point, ...]] = ((50, 50),)
ACROSS: Final[tuple[Point, ...]] = ((27, 27), (73, 73))
FOUR: Final[tuple[Point, ...]] = (*ACROSS, (27, 73), (73, 27))
SIX: Final[tuple[Point, ...]] = tuple((x, y) for x in (27, 73) for y in (22, 50, 78))
PIPS: Final = (MIDDLE, ACROSS, (*ACROSS, *MIDDLE), FOUR, (*FOUR, *MIDDLE), SIX)
"""Of each face the middles of its pips."""
BLANK: Final[dict[DiscColour, str]] = {"blue": "disc-blue", "violet": "disc-risk", "yellow": "disc"}
"""The pictures of discs, by what they are called before what is on them."""
FADED: Final = 0.36
"""How much is seen of a disc that cannot have fallen so."""
LIT: Final = 0.9
"""How large a disc is within the ring that lights it."""


def rolled(what: str, value: int | str | None, ink: Ink) -> Drawing:
    """A die's face, a penny's side, or an empty frame that waits; `ink`: of the die and of the frame."""
    if value in ("heads", "tails"):
        penny = Piece("penny", str(value), 0, 0, width_mm=SIDE, height_mm=SIDE)
        return Drawing(what, SIDE, SIDE, thing_parts(penny, (SIDE / 2, SIDE / 2), 1.0)[0].marks)
    if what == "dice" and isinstance(value, int):
        pips = (Disc(x, y, 19, "night") for x, y in PIPS[value - 1])
        return Drawing(what, SIDE, SIDE, (Block(0, 0, SIDE, SIDE, ink, round_mm=18), *pips))
    frame = box(4, 4, 92, 92, 18) if what == "dice" else circle(50, 50, 46)
    sign = Art(30, 30, 40, 40, "ask", deck="icon", ink=ink)
    return Drawing(what, SIDE, SIDE, (Shape(frame, edge=ink, edge_mm=4), sign))


def disc_marks(
    colour: DiscColour, sign: str, x: float, y: float, size: float, *, lit: bool = False, faded: bool = False
) -> Iterator[Mark]:
    """One face of a disc about a point, with its number where there is no picture of it."""
    if lit:
        yield Disc(x, y, size, "chosen")
        size *= LIT
    blank, opacity = BLANK[colour], FADED if faded else 1.0
    place = (x - size / 2, y - size / 2, size, size)
    number = said(x, y, sign, size * 0.5, "quiet" if faded else WHITE)
    yield Art(*place, f"{blank}-{sign}", (Art(*place, blank, opacity=opacity), number), opacity=opacity)
