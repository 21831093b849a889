"""What stands upon every card of Zoon: its frame, corner signs, name plate, lower plate, and the medal beside it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal

from vision.faces.zoon.ink import INK, SIDE_MM, WHITE, darker, flat
from vision.printed.letters import fitting, wrapped
from vision.printed.marks import Colour, Drawing, Gradient, Label, Line, Mark, Placed, Shape
from vision.printed.shapes import box, circle, polygon, star
from vision.printed.svg import kept_drawing

Corner = int | Literal["star", "x"]
Corners = tuple[Corner, Corner, Corner, Corner]
"""Top left, top right, bottom right, bottom left, upright for the owner."""

PAPER: Final[Colour] = (250, 240, 214)
CIRCLE_MM: Final = 12.0
RIM_MM: Final = 1.2
"""From a card's edge to its circles and plates."""
PLATE_X: Final = 14.0
PLATE_WIDE: Final = SIDE_MM - 2 * PLATE_X
PLATE_HIGH: Final = 8.6
LEAST_MM: Final = 2.98
"""Capitals are never lower: an x is then 2.2 mm high or more in every font that is used here."""


def frame(colour: Colour, picture: Drawing) -> list[Mark]:
    """The card's ground: a frame in the tribe's colour, and a picture within it."""
    inner = box(RIM_MM + 0.6, RIM_MM + 0.6, SIDE_MM - 2 * RIM_MM - 1.2, SIDE_MM - 2 * RIM_MM - 1.2, 2.2)
    ground = Shape(
        box(0, 0, SIDE_MM, SIDE_MM), fill=Gradient((0, 0), (SIDE_MM, SIDE_MM), colour, darker(colour, 0.4))
    )
    return [
        ground,
        Placed(picture, 0, 0, within=inner),
        Shape(inner, edge=INK, edge_mm=0.7),
    ]


def corner_signs(corners: Sequence[Corner | None], colour: Colour) -> list[Mark]:
    far = SIDE_MM - RIM_MM - CIRCLE_MM
    places = ((RIM_MM, RIM_MM), (far, RIM_MM), (far, far), (RIM_MM, far))
    return [Placed(corner_sign(corner, colour), *at) for corner, at in zip(corners, places, strict=True)]


def corner_sign(corner: Corner | None, colour: Colour) -> Drawing:
    """A number, a star or an x in a circle; None: an empty one to write in."""
    middle, radius = CIRCLE_MM / 2, CIRCLE_MM / 2
    paper = (255, 226, 128) if corner == "star" else (255, 214, 204) if corner == "x" else WHITE
    marks: list[Mark] = [
        flat(circle(middle, middle, radius - 0.3), darker(colour, 0.35), 0.6),
        flat(circle(middle, middle, radius - 1.05), paper, 0.35),
    ]
    if corner == "star":
        marks.append(flat(star(middle, middle + 0.2, 5, 4.3, 1.9), (196, 96, 10), 0.45))
        marks.append(flat(star(middle, middle + 0.2, 5, 2.4, 1.05), (255, 206, 66)))
    elif corner == "x":
        for x0, x1 in ((-2.1, 2.1), (2.1, -2.1)):
            ends = ((middle + x0, middle - 2.1), (middle + x1, middle + 2.1))
            marks.append(Line(*ends[0], *ends[1], ink=(150, 16, 24), width_mm=1.7))
    elif corner is not None:
        marks.append(Label(middle, middle + 3.1, str(corner), 6.2, INK, font="round", anchor="middle"))
    return Drawing(str(corner or "empty"), CIRCLE_MM, CIRCLE_MM, tuple(marks), sign=True)


def plate(x: float, y: float, wide: float, high: float, colour: Colour, paper: Colour = PAPER) -> list[Mark]:
    """A plate of pale paper with cut corners, for dark words."""
    c = 1.5
    right, low = x + wide, y + high
    path = polygon(
        [(x + c, y), (right - c, y), (right, y + c), (right, low - c), (right - c, low), (x + c, low), (x,
            low - c), (x, y + c)]
    )  # fmt: skip
    return [
        flat(path, paper, 0.55),
        Line(x + c, y + 0.75, right - c, y + 0.75, ink=colour, width_mm=0.25),
        Line(x + c, low - 0.75, right - c, low - 0.75, ink=colour, width_mm=0.25),
    ]


def name_plate(name: str, colour: Colour, *, wide: bool = False) -> list[Mark]:
    """The name between the upper circles, or over all the width where there are none; in two lines if one is short.

    Raises ValueError where two are too wide, too.
    """
    x, room = (3.0, SIDE_MM - 6.0) if wide else (PLATE_X, PLATE_WIDE)
    try:
        lines: tuple[str, ...] = (name,)
        size = fitting(name, "tall", 4.6, LEAST_MM, room - 3.4)
    except ValueError:
        lines = wrapped(name, "tall", LEAST_MM, room - 3.4)
        if len(lines) > 2:
            raise
        size = min(fitting(line, "tall", LEAST_MM + 0.2, LEAST_MM, room - 3.4) for line in lines)
    high = PLATE_HIGH if len(lines) == 1 else 11.2
    marks = plate(x, RIM_MM + 1.2, room, high, colour)
    middle, top = SIDE_MM / 2, RIM_MM + 1.2
    if len(lines) == 1:
        base = top + (high + size) / 2 - 0.15
        return [*marks, Label(middle, base, lines[0], size, INK, font="tall", anchor="middle")]
    bases = (top + 1.45 + size, top + high - 1.75)
    return [
        *marks,
        *(
            Label(middle, y, line, size, INK, font="tall", anchor="middle")
            for y, line in zip(bases, lines, strict=True)
        ),
    ]


def lower_plate(
    words: str, number: int | None, colour: Colour, tint: Colour, *, wide: bool = False, force: bool = False
) -> list[Mark]:
    """What kind of card it is, and the medal with its points, or with its force on a pointed shield."""
    x, room = (3.0, SIDE_MM - 6.0) if wide else (PLATE_X, PLATE_WIDE)
    top = SIDE_MM - RIM_MM - 1.2 - PLATE_HIGH
    marks = plate(x, top, room, PLATE_HIGH, colour, tint)
    medal_room = 9.2
    if words:
        size = fitting(words, "text", 3.5, LEAST_MM, room - medal_room - 2.0)
        left = x + (room - medal_room) / 2 + 0.4
        marks.append(
            Label(left, top + (PLATE_HIGH + size) / 2, words, size, INK, font="text", anchor="middle")
        )
    return [*marks, Placed(medal(number, force=force), x + room - medal_room, top + 0.2)]


def medal(number: int | None, *, force: bool = False) -> Drawing:
    """A coin with the points that a Zoon is worth, or a shield with the force of a trump; None: to be written in."""
    kept = kept_drawing(__package__, "force" if force else "points")
    marks = [*kept.marks]
    if number is not None:
        middle, size = kept.width_mm / 2, LEAST_MM + 0.15
        low = middle + size / 2 - (0.3 if force else 0)
        marks.append(Label(middle, low, str(number), size, INK, font="round", anchor="middle"))
    return replace(kept, name=f"{kept.name} {number or ''}", marks=tuple(marks), sign=True)
