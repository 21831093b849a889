"""Marks that make up a drawing: shapes, lines, words and pictures in millimetres, sharp at any size.

Drawing millimetres: origin at the top left, x to the right, y down. A drawing is a value, which printers, screens, web
pages and painters render. Nothing heavy is imported here.
"""

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from vision.arrays import Picture

Font = Literal["text", "bold", "round", "tall", "gothic"]
Colour = tuple[int, int, int]
"""Red, green and blue, each 0 to 255."""
Ink = Colour | str
"""A colour, or its name in a theme; only screens and web pages have themes."""
Point = tuple[float, float]
Segment = tuple[Literal["move", "line"], Point] | tuple[Literal["curve"], Point, Point, Point]
Path = tuple[Segment, ...]
"""An outline: its start, straight lines, and Bézier curves by two control points and their end."""

BLACK: Final[Colour] = (0, 0, 0)
WHITE: Final[Colour] = (255, 255, 255)


def grey(level: int) -> Colour:
    return level, level, level


def rgb(ink: Ink) -> Colour:
    """The ink as a colour. Raises ValueError for a name, as paper has no theme."""
    if isinstance(ink, str):
        raise ValueError(f"expected a colour, found {ink!r}")
    return ink


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A mixture of two colours: `share` 0 is the one, 1 the other; values outside extrapolate."""
    r, g, b = (round(a + (z - a) * share) for a, z in zip(one, other, strict=True))
    return r, g, b


FAINT: Final = grey(200)
"""Lines of a mat: visible to people, too faint to disturb the eye."""
LINE_MM: Final = 0.4
NAME_MM: Final = 4.0


@dataclass(frozen=True, slots=True)
class Gradient:
    """A linear gradient from one colour at `start` to another at `end`, constant beyond them."""

    start: Point
    end: Point
    first: Colour
    last: Colour


@dataclass(frozen=True, slots=True)
class Glow:
    """A radial gradient from one colour in the middle to another at `radius` mm, constant beyond."""

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
    """An outline (open unless `closed`): filled, drawn along its edge, or both.

    `opacity`: 0 to 1, of fill and edge; gradients are always opaque.
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
    """Words on a baseline through (x, y), which is their start, middle or end; `size_mm`: height of a capital.

    `fit`: maximum width (mm), into which longer words are squeezed; 0: any.
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
    """A picture (BGR or grey) stretched over a rectangle; `instead`: drawn where a picture would be too large."""

    x: float
    y: float
    w: float
    h: float
    picture: "Picture"
    instead: "tuple[Mark, ...]" = ()


@dataclass(frozen=True, slots=True)
class Art:
    """A picture by name: an icon, a face of a `deck`, else a file of art; `instead`: drawn if there is none.

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

    `name`: unique; the part of that name in the next drawing is the same thing. `touch`: the request of a touch on it;
    `words`: its name for a screen reader. `w`, `h`: the rectangle about its middle that takes touches; `reach`: maximum
    distance of a touch from its middle. `carried`: a finger may drag it (or the things on it) to another part, or to
    any point. `thing`: the thing shown, which may lie elsewhere in the next drawing. `level`: number of parts below
    it. `pulses`: it is the next to be dealt with.
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
    """Another drawing, its top left at (x, y), scaled, and turned clockwise about its own middle (deg).

    `within`: a clip path in its own mm. A drawing placed several times is in a file once.
    """

    drawing: "Drawing"
    x: float
    y: float
    _: KW_ONLY
    scale: float = 1.0
    turn: float = 0.0
    within: Path | None = None


def png_of(picture: "Picture") -> bytes:
    """A picture as a PNG. Raises ValueError unless its samples have 8 bits."""
    import cv2

    written, data = cv2.imencode(".png", picture)
    if not written:
        raise ValueError("expected a picture of 8-bit samples")
    return data.tobytes()


Mark = Block | Disc | Line | Shape | Label | Image | Art | Placed | Part
"""Discs, art and parts are for screens and web pages only."""


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """One thing to print: its name, its size, and its marks, bottom first.

    `sign`: it must be seen whole and in full colours wherever it is placed, like a number in its circle or a token.
    """

    name: str
    width_mm: float
    height_mm: float
    marks: tuple[Mark, ...]
    sign: bool = False
