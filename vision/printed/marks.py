"""Marks that make up a drawing to print: shapes, lines, words and pictures in millimetres, sharp at any size.

Drawing millimetres: origin at the top left, x to the right, y down. A drawing is values: who prints it, or paints it
in pixels, measures it out as it stands.
"""

from dataclasses import KW_ONLY, dataclass
from typing import Final, Literal

import cv2

from vision.arrays import Picture
from vision.printed.letters import Font

Colour = tuple[int, int, int]
"""Red, green and blue, each 0 to 255."""
Point = tuple[float, float]
Segment = tuple[Literal["move", "line"], Point] | tuple[Literal["curve"], Point, Point, Point]
Path = tuple[Segment, ...]
"""An outline: where it begins, straight lines, and Bézier curves by two control points and their end."""

BLACK: Final[Colour] = (0, 0, 0)
WHITE: Final[Colour] = (255, 255, 255)


def grey(level: int) -> Colour:
    return level, level, level


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


Fill = Colour | Gradient | Glow


@dataclass(frozen=True, slots=True)
class Block:
    """A filled rectangle."""

    x: float
    y: float
    w: float
    h: float
    ink: Colour = BLACK


@dataclass(frozen=True, slots=True)
class Line:
    x0: float
    y0: float
    x1: float
    y1: float
    _: KW_ONLY
    ink: Colour = FAINT
    width_mm: float = LINE_MM


@dataclass(frozen=True, slots=True)
class Shape:
    """A closed outline, or an open one where `closed` is False: filled, drawn along its edge, or both.

    `opacity`: 0 to 1, of fill and edge; a fill that runs from colour to colour is always opaque.
    """

    path: Path
    _: KW_ONLY
    fill: Fill | None = None
    edge: Colour | None = None
    edge_mm: float = LINE_MM
    opacity: float = 1.0
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Label:
    """Words whose line begins at (x, y), ends there or has its middle there; `size_mm` is the height of a capital."""

    x: float
    y: float
    words: str
    size_mm: float = NAME_MM
    ink: Colour = BLACK
    _: KW_ONLY
    font: Font = "text"
    anchor: Literal["start", "middle", "end"] = "start"


@dataclass(frozen=True, slots=True, eq=False)
class Image:
    """A picture (BGR or grey) stretched over a rectangle."""

    x: float
    y: float
    w: float
    h: float
    picture: Picture


@dataclass(frozen=True, slots=True, eq=False)
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


def png_of(picture: Picture) -> bytes:
    """A picture as a PNG. Raises ValueError for one that is not of 8-bit samples."""
    written, data = cv2.imencode(".png", picture)
    if not written:
        raise ValueError("expected a picture of 8-bit samples")
    return data.tobytes()


Mark = Block | Line | Shape | Label | Image | Placed


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
