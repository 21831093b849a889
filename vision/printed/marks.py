"""Marks that make up a drawing: shapes, lines, words and pictures in millimetres, sharp at any size.

Drawing millimetres: origin at the top left, x to the right, y down. A drawing is values: who prints it, puts it on a
screen or a page, or paints it in pixels, measures it out as it stands. Nothing heavy is imported here.
"""

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from vision.arrays import Picture

Font = Literal["text", "bold", "round", "tall", "gothic"]
Colour = tuple[int, int, int]
"""Red, green and blue, each 0 to 255."""
Ink = Colour | str
"""A colour, or the name that a theme knows one by; only screens and pages have themes."""
Point = tuple[float, float]
Segment = tuple[Literal["move", "line"], Point] | tuple[Literal["curve"], Point, Point, Point]
Path = tuple[Segment, ...]
"""An outline: where it begins, straight lines, and Bézier curves by two control points and their end."""

BLACK: Final[Colour] = (0, 0, 0)
WHITE: Final[Colour] = (255, 255, 255)


def grey(level: int) -> Colour:
    return level, level, level


def rgb(ink: Ink) -> Colour:
    """The colour of what is printed. Raises ValueError for a name: paper has no theme."""
    if isinstance(ink, str):
        raise ValueError(f"expected a colour, found {ink!r}")
    return ink


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two: 0 the one, 1 the other; beyond them below 0 and above 1."""
    r, g, b = (round(a + (z - a) * share) for a, z in zip(one, other, strict=True))
    return r, g, b


FAINT: Final = grey(200)
"""Lines of a mat: seen by people, of no weight to the eye."""
LINE_MM: Final = 0.4
NAME_MM: Final = 4.0


@dataclass(frozen=True, slots=True)
class Gradient:
    """A fill that runs from one colour at `start` to another at `end`; beyond them it stays."""

    start: Point
    end: Point
    first: Colour
    last: Colour


@dataclass(frozen=True, slots=True)
class Glow:
    """A fill that runs from one colour in the middle to another at `radius` mm; beyond it stays."""

    middle: Point
    radius: float
    first: Colour
    last: Colour


Fill = Ink | Gradient | Glow


@dataclass(frozen=True, slots=True)
class Block:
    """A filled rectangle."""

    x: float
    y: float
    w: float
    h: float
    ink: Ink = BLACK
    _: KW_ONLY
    round_mm: float = 0.0
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle about (x, y), `size` mm wide."""

    x: float
    y: float
    size: float
    ink: Ink = BLACK
    _: KW_ONLY
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Line:
    x0: float
    y0: float
    x1: float
    y1: float
    _: KW_ONLY
    ink: Ink = FAINT
    width_mm: float = LINE_MM


@dataclass(frozen=True, slots=True)
class Shape:
    """A closed outline, or an open one where `closed` is False: filled, drawn along its edge, or both.

    `opacity`: 0 to 1, of fill and edge; a fill that runs from colour to colour is always opaque.
    """

    path: Path
    _: KW_ONLY
    fill: Fill | None = None
    edge: Ink | None = None
    edge_mm: float = LINE_MM
    opacity: float = 1.0
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Label:
    """Words whose line begins at (x, y), ends there or has its middle there; `size_mm` is the height of a capital.

    `fit`: the greatest width, into which longer words are squeezed, mm; 0: any.
    """

    x: float
    y: float
    words: str
    size_mm: float = NAME_MM
    ink: Ink = BLACK
    _: KW_ONLY
    font: Font = "text"
    anchor: Literal["start", "middle", "end"] = "start"
    fit: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Image:
    """A picture (BGR or grey) stretched over a rectangle; `instead` is drawn where a picture would be too large."""

    x: float
    y: float
    w: float
    h: float
    picture: "Picture"
    instead: "tuple[Mark, ...]" = ()


@dataclass(frozen=True, slots=True)
class Art:
    """A picture known by name: an icon, a face of a `deck`, else a file of art; `instead` where there is none.

    `ink`: of an icon, and of paper that falls. `is_round`: only the largest disc in the rectangle is shown.
    """

    x: float
    y: float
    w: float
    h: float
    name: str
    instead: "tuple[Mark, ...]" = ()
    _: KW_ONLY
    deck: str = ""
    ink: Ink = WHITE
    is_round: bool = False
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Part:
    """Marks that belong together about the point (x, y): a square of a board, a piece on it.

    `name`: what tells it from the others; in the next drawing what bears its name is the same thing.
    `touch`: what a touch on it asks for; `words`: what a screen reader calls it.
    `w`, `h`: the rectangle about its middle that is touched. `reach`: a finger this far from its middle still means it.
    `carried`: a finger may drag it (or what stands on it) to another part, or to any point.
    `thing`: what it shows, where that may lie elsewhere in the next drawing. `level`: how many lie below it. `pulses`:
    it is the next to be dealt with.
    """

    name: str
    x: float
    y: float
    marks: "tuple[Mark, ...]"
    _: KW_ONLY
    touch: object = None
    words: str = ""
    w: float = 0.0
    h: float = 0.0
    reach: float = 0.0
    carried: Literal["", "part", "point"] = ""
    thing: object = None
    level: int = 0
    pulses: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """Another drawing, its top left at (x, y), `scale` times as large, turned clockwise about its own middle (deg).

    `within`: what it shows, an outline in its own mm; all of it where left out. A drawing that is placed often stands
    in a file once.
    """

    drawing: "Drawing"
    x: float
    y: float
    _: KW_ONLY
    scale: float = 1.0
    turn: float = 0.0
    within: Path | None = None


def png_of(picture: "Picture") -> bytes:
    """A picture as a PNG. Raises ValueError for one that is not of 8-bit samples."""
    import cv2

    written, data = cv2.imencode(".png", picture)
    if not written:
        raise ValueError("expected a picture of 8-bit samples")
    return data.tobytes()


Mark = Block | Disc | Line | Shape | Label | Image | Art | Placed | Part
"""Discs, art and parts are for screens and pages alone."""


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """One thing to print: its name, its size, and its marks, those beneath before those above.

    `sign`: whether it is a sign that must be seen whole, in its full colours, wherever it is placed: a number in its
    circle, a token.
    """

    name: str
    width_mm: float
    height_mm: float
    marks: tuple[Mark, ...]
    sign: bool = False
