"""The board of ZONG, drawn from the places of its squares: a race through space, with the eye's corner tags.

Rule kept: everything except the red squares and the goal is pale, so that pieces of any colour stand out; the paper
about the tags stays white. Numbers are in a corner of their squares, where no piece covers them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import Final, Literal

from companion.sight import Tags
from vision.printed.drawing import tag_blocks
from vision.printed.letters import fitting
from vision.printed.marks import (
    WHITE,
    Colour,
    Drawing,
    Fill,
    Gradient,
    Label,
    Line,
    Mark,
    Placed,
    Point,
    Shape,
    mixed,
)
from vision.printed.shapes import box, circle, moved, polygon
from vision.printed.svg import kept_drawing

NIGHT: Final[Colour] = (38, 44, 74)
"""Lines and words."""
PLATE: Final[Colour] = (251, 250, 244)
RED: Final[Colour] = (204, 54, 58)
START: Final[Colour] = (212, 226, 245)
GOLD: Final[Colour] = (242, 198, 84)
PATH: Final[Colour] = (172, 176, 200)
SKY: Final[tuple[Colour, Colour]] = ((231, 236, 250), (250, 239, 237))
"""The ground of the board, far and near."""
QUIET_MM: Final = 10.0
"""Radius about the board's corners, where the tags are, within which the paper stays white."""
PLANET_MM: Final = 10.0
"""Radius of a planet in the middle of its picture."""
HALO_MM: Final = 42.0
"""Side of the goal for which the halo is drawn, in the middle of its picture."""

Look = Literal["plain", "red", "start", "goal"]
WAY_MM: Final = 3.0
NUMBER_MM: Final = 4.4
"""Height of a square's number."""
INSET_MM: Final = 1.9
TITLE: Final = "ZONG"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackSquare:
    """A square to print: its middle and side in table mm, its look, and the number of `planets` in it.

    `number`: of a square of the track, printed if `named`; `words`: printed in the goal.
    """

    x: float
    y: float
    side: float
    look: Look = "plain"
    number: int = 0
    named: bool = True
    words: str = ""
    planets: int = 0


def draw_track(
    name: str,
    width_mm: float,
    height_mm: float,
    tags: Tags | None,
    squares: Sequence[TrackSquare],
    title: Point | None = None,
) -> Drawing:
    """The whole board, true to size, with its tags outside its corners; plain and red squares are joined in order.

    `title`: the middle of the game's name (table mm); None: no name.
    """
    edge = tags.side_mm if tags is not None else 0.0
    suns = [(one.x, height_mm - one.y, one.side) for one in squares if one.look == "goal"]
    marks: list[Mark] = [sky(width_mm, height_mm, suns, corners=tags is not None)] if squares else []
    # The board's edge, beyond which a piece goes back to the start; left out beside the tags' white paper.
    wide, high, free = width_mm, height_mm, QUIET_MM
    ends = (
        (free, 0, wide - free, 0), (free, high, wide - free, high), (0, free, 0, high - free),
        (wide, free, wide, high - free),
    )  # fmt: skip
    marks += [Line(*each, ink=NIGHT, width_mm=0.5) for each in ends]
    marks += _ways(squares, height_mm)
    if title is not None:
        x, y = title[0], height_mm - title[1]
        marks.append(planet("planet-title", x, y - 6.5, 6.5))
        marks.append(Label(x, y + 8.5, TITLE, 8.0, NIGHT, font="round", anchor="middle"))
    for square in squares:
        left, top = square.x - square.side / 2, height_mm - square.y - square.side / 2
        marks.append(Placed(draw_square(square), left, top))
    shifted: list[Mark] = [Placed(Drawing(name, width_mm, height_mm, tuple(marks)), edge, edge)]
    if tags is not None:
        side, right, far = tags.side_mm, edge + width_mm, edge + height_mm
        corners = ((0.0, far), (right, far), (right, 0.0), (0.0, 0.0))
        for number, (x, y) in zip(tags.ids, corners, strict=True):
            shifted += tag_blocks(tags.dictionary, number, x, y, side)
    return Drawing(name, width_mm + 2 * edge, height_mm + 2 * edge, tuple(shifted))


def draw_square(square: TrackSquare) -> Drawing:
    """A square as printed, with its number or words."""
    side, number = square.side, square.number
    match square.look:
        case "plain":
            name = f"planet-{number * 5 % 6}-{number % 4}{'-ring' if number % 5 == 2 else ''}"
            fill = Gradient((0, 0), (0, side), WHITE, mixed(PLATE, START, 0.4))
            marks = _plate(side, fill, mixed(NIGHT, WHITE, 0.8))
            marks += [planet(name, side * 0.56, side * 0.56, side * 0.23), *_number(square, NIGHT)]
        case "red":
            marks = _plate(side, RED, mixed(RED, WHITE, 0.35))
            marks += [filling("burst", side), *_number(square, WHITE)]
        case "start":
            # One planet per player, on one orbit.
            marks = _plate(side, Gradient((0, 0), (0, side), mixed(START, WHITE, 0.45), START), WHITE)
            marks.append(filling(f"start-{square.planets}", side))
        case "goal":
            # A sun with rays to the rim, and the word beneath it.
            marks = [*_plate(side, GOLD, mixed(GOLD, WHITE, 0.6)), filling("sun", side)]
            if words := square.words:
                size, ink = fitting(words, "round", 0.12 * side, 1.5, 0.8 * side), (84, 48, 8)
                marks.append(Label(side / 2, 0.93 * side, words, size, ink, font="round", anchor="middle"))
    return Drawing(f"square {number or square.words or square.planets}", side, side, tuple(marks))


def _plate(side: float, fill: Fill, inner: Colour) -> list[Mark]:
    """A square with a fine line inside and a strong rim, because a piece counts by its place."""
    return [
        Shape(box(0, 0, side, side, 1.2), fill=NIGHT),
        Shape(box(0.6, 0.6, side - 1.2, side - 1.2, 0.8), fill=fill),
        Shape(box(1.2, 1.2, side - 2.4, side - 2.4, 0.6), edge=inner, edge_mm=0.3),
    ]


def _number(square: TrackSquare, ink: Colour) -> list[Mark]:
    if not (square.named and square.number):
        return []
    size = min(NUMBER_MM, 0.16 * square.side)
    return [Label(INSET_MM, INSET_MM + size, str(square.number), size, ink, font="round")]


def _ways(squares: Sequence[TrackSquare], high: float) -> list[Mark]:
    """Lanes from square to square, with an arrow about every 46 mm."""
    track = [square for square in squares if square.look in ("plain", "red")]
    ways = [((one.x, one.y), (other.x, other.y)) for one, other in pairwise(track)]
    for goal in squares if track else ():
        if goal.look != "goal":
            continue
        # From the last square to the goal; by the far edge of the board if other squares lie between.
        last = track[-1]
        beside = [square for square in track if square is not last and abs(square.y - last.y) < square.side]
        if all((square.x - last.x) * (goal.x - last.x) < 0 for square in beside):
            ways.append(((last.x, last.y), (goal.x, goal.y)))
        else:
            lane = (max(square.y + square.side / 2 for square in track) + high) / 2
            ways += pairwise([(last.x, last.y), (last.x, lane), (goal.x, lane), (goal.x, goal.y)])
    marks: list[Mark] = []
    for (x, y), (to_x, to_y) in ways:
        marks.append(Line(x, high - y, to_x, high - to_y, ink=PATH, width_mm=WAY_MM))
        long = hypot(to_x - x, to_y - y)
        turn = degrees(atan2(y - to_y, to_x - x))
        arrow = polygon([(-1.9, -2.6), (2.3, 0), (-1.9, 2.6), (-0.9, 0)])
        for part in range(max(1, round(long / 46))):
            share = (part + 0.5) / max(1, round(long / 46))
            at = (x + (to_x - x) * share, high - y - (to_y - y) * share)
            marks.append(
                Shape(moved(arrow, *at, turn=turn), fill=WHITE, edge=mixed(NIGHT, WHITE, 0.35), edge_mm=0.35)
            )
    return marks


# Pictures from the package, placed.


def planet(name: str, x: float, y: float, radius: float) -> Placed:
    picture, scale = kept_drawing(__package__, name), radius / PLANET_MM
    half = picture.width_mm / 2 * scale
    return Placed(picture, x - half, y - half, scale=scale)


def filling(name: str, side: float) -> Placed:
    """The picture that fills a square of this side, its top left at (0, 0)."""
    picture = kept_drawing(__package__, name)
    return Placed(picture, 0, 0, scale=side / picture.width_mm)


def sky(wide: float, high: float, suns: Sequence[tuple[float, float, float]], *, corners: bool) -> Placed:
    """The ground of a board of this size, its top left at (0, 0).

    `suns`: middles (x, y) and sides of the goals; `corners`: leave the board's corners white, for tags.
    """
    picture = kept_drawing(__package__, "sky")
    scale = max(wide / picture.width_mm, high / picture.height_mm)
    halos = [planet("halo", x, y, side / HALO_MM * PLANET_MM) for x, y, side in suns]
    ends = [(x, y) for x in (0, wide) for y in (0, high)] if corners else []
    quiet = [Shape(circle(x, y, QUIET_MM), fill=WHITE) for x, y in ends]
    whole = Drawing("sky", wide, high, (Placed(picture, 0, 0, scale=scale), *halos, *quiet))
    return Placed(whole, 0, 0, within=box(0, 0, wide, high))
