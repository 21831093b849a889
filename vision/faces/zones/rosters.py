"""Roster cards: what a piece is, how it moves and which terrain it likes, or blank for people to fill in.

Rule kept: no letter is smaller than 2.2 mm at its x. The card is larger than the one of the game for that.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from vision.faces.zones.palette import GOLD, INK, PAPER, PARCHMENT, WOOD, mixed
from vision.faces.zones.tiles import TILE_MM, draw_tile
from vision.printed.letters import LEADING, fitting, width_mm, wrapped
from vision.printed.marks import WHITE, Drawing, Gradient, Label, Line, Mark, Placed, Shape
from vision.printed.shapes import box, circle, polygon

WIDE_MM, HIGH_MM = 91.0, 134.0
TEXT_MM: Final = 2.95
HEAD_MM: Final = 3.2
NAME_MM: Final = 6.4
LEAST_NAME_MM: Final = 3.0
TILE_SIDE_MM: Final = 12.4
_EDGE: Final = 4.0
_TOP, _SPECIAL, _LANDS = 18.6, 55.0, 78.6
"""Where the parts of a card begin (mm from its top): token and movement, special, terrain."""
_ROW: Final = 15.2
LEAST_TEXT_MM: Final = 2.88


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RosterWords:
    """The headings of a card, in the language of its readers."""

    cost: str
    movement: str
    special: str
    preferred: str
    difficult: str
    restricted: str


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RosterCard:
    """One card. `directions`: of eight, counter-clockwise from the right, which a piece goes in.

    `token`: how it looks; `terrain`: labels of tiles that it prefers, finds difficult, cannot enter. `note` stands
    small below. All empty: a blank card.
    """

    name: str = ""
    kind: str = ""
    cost: str = ""
    directions: tuple[int, ...] = ()
    special: str = ""
    note: str = ""
    token: Drawing | None = None
    terrain: tuple[Sequence[str], Sequence[str], Sequence[str]] = ((), (), ())


def draw_roster(card: RosterCard, words: RosterWords) -> Drawing:
    """A roster card. Raises ValueError for a name or heading that is too long for it."""
    marks = [*_ground(), *_head(card, words)]
    marks += _framed(_EDGE, _TOP, 36.0, 35.0)
    if card.token is not None:
        marks.append(Placed(card.token, _EDGE + 4, _TOP + 1.2))
    if card.kind:
        size = fitting(card.kind, "text", HEAD_MM, LEAST_TEXT_MM, 34)
        marks.append(Label(_EDGE + 18, _TOP + 33.4, card.kind, size, INK, anchor="middle"))
    marks += _framed(_EDGE + 38, _TOP, WIDE_MM - 2 * _EDGE - 38, 35.0)
    marks += _heading(words.movement, _EDGE + 39.5, _TOP + 5, 42)
    marks += _movement(_EDGE + 38 + (WIDE_MM - 2 * _EDGE - 38) / 2, _TOP + 20.5, 12.5, card.directions)
    marks += _framed(_EDGE, _SPECIAL, WIDE_MM - 2 * _EDGE, 22.6)
    marks += _heading(words.special, _EDGE + 1.5, _SPECIAL + 5, 80)
    for line, text in enumerate(wrapped(card.special, "text", TEXT_MM, WIDE_MM - 2 * _EDGE - 4)):
        marks.append(Label(_EDGE + 2, _SPECIAL + 10.4 + TEXT_MM * LEADING * line, text, TEXT_MM, INK))
    headings = (words.preferred, words.difficult, words.restricted)
    for row, (heading, tiles) in enumerate(zip(headings, card.terrain, strict=True)):
        top = _LANDS + row * _ROW
        marks += _framed(_EDGE, top, WIDE_MM - 2 * _EDGE, _ROW - 1)
        marks += _heading(heading, _EDGE + 1.5, top + 8.6, 25)
        for number, label in enumerate(tiles):
            at = _EDGE + 28 + number * (TILE_SIDE_MM + 0.6)
            marks.append(Placed(draw_tile(label), at, top + 1, scale=TILE_SIDE_MM / TILE_MM))
    if card.note:
        lines = wrapped(card.note, "text", LEAST_TEXT_MM, WIDE_MM - 2 * _EDGE - 2)
        for line, text in enumerate(lines):
            at = HIGH_MM - 2.7 - 3.9 * (len(lines) - 1 - line)
            marks.append(Label(WIDE_MM / 2, at, text, LEAST_TEXT_MM, mixed(WOOD, INK, 0.4), anchor="middle"))
    return Drawing(f"roster {card.name}", WIDE_MM, HIGH_MM, tuple(marks))


def _ground() -> list[Mark]:
    """Parchment in a frame of wood."""
    return [
        Shape(box(0, 0, WIDE_MM, HIGH_MM), fill=WOOD),
        Shape(box(0.5, 0.5, WIDE_MM - 1, HIGH_MM - 1, 2), edge=GOLD, edge_mm=0.4),
        Shape(box(1.6, 1.6, WIDE_MM - 3.2, HIGH_MM - 3.2, 2.4), fill=Gradient((0, 0), (0, HIGH_MM), WHITE, PARCHMENT)),
    ]  # fmt: skip


def _head(card: RosterCard, words: RosterWords) -> list[Mark]:
    """The name on a dark band with runes beneath, and the cost in a coin."""
    marks: list[Mark] = [
        Shape(box(1.6, 1.6, WIDE_MM - 3.2, 15.0, 2.2), fill=Gradient((0, 0), (0, 17), mixed(WOOD, INK, 0.35), WOOD)),
        Line(3, 15.4, WIDE_MM - 3, 15.4, ink=GOLD, width_mm=0.4),
        Shape(circle(WIDE_MM - 10.2, 9.1, 6.6), fill=GOLD, edge=mixed(GOLD, INK, 0.4), edge_mm=0.5),
        Shape(circle(WIDE_MM - 10.2, 9.1, 5.6), fill=mixed(GOLD, WHITE, 0.5)),
    ]  # fmt: skip
    if card.cost:
        marks.append(Label(WIDE_MM - 10.2, 11.7, card.cost, 5.2, INK, font="bold", anchor="middle"))
    size = fitting(words.cost, "text", HEAD_MM, LEAST_TEXT_MM, 20)
    marks.append(Label(WIDE_MM - 18.4, 12.4, words.cost, size, PAPER, anchor="end"))
    return [*marks, *_name(card.name)]


def _name(name: str) -> list[Mark]:
    """In one line, or a long one in two."""
    room = WIDE_MM - 42
    lines = (
        (name,)
        if width_mm(name, "gothic", LEAST_NAME_MM) <= room
        else wrapped(name, "gothic", LEAST_NAME_MM, room)
    )
    sizes = [
        fitting(line, "gothic", NAME_MM if len(lines) == 1 else 3.6, LEAST_NAME_MM, room) for line in lines
    ]
    first = 11.8 if len(lines) == 1 else 8.2
    return [
        Label(_EDGE + 1, first + 5.2 * n, line, size, PAPER, font="gothic")
        for n, (line, size) in enumerate(zip(lines, sizes, strict=True))
        if line
    ]


def _heading(words: str, x: float, y: float, room: float) -> list[Mark]:
    size = fitting(words, "bold", HEAD_MM, LEAST_TEXT_MM, room)
    return [Label(x, y, words, size, mixed(WOOD, INK, 0.3), font="bold")]


def _framed(x: float, y: float, wide: float, high: float) -> list[Mark]:
    return [
        Shape(box(x, y, wide, high, 1.4), fill=(255, 253, 246), edge=mixed(WOOD, WHITE, 0.35), edge_mm=0.35)
    ]


def _movement(x: float, y: float, reach: float, directions: tuple[int, ...]) -> list[Mark]:
    """A compass of eight squares about the piece: those it goes to hold an arrow."""
    side = reach * 2 / 3
    marks: list[Mark] = []
    for row in (-1, 0, 1):
        for column in (-1, 0, 1):
            left, top = x + (column - 0.5) * side, y + (row - 0.5) * side
            tint = mixed(PARCHMENT, GOLD, 0.22) if (row + column) % 2 else PARCHMENT
            marks.append(
                Shape(box(left, top, side, side), fill=tint, edge=mixed(WOOD, WHITE, 0.55), edge_mm=0.3)
            )
    marks.append(Shape(circle(x, y, 0.26 * side), fill=INK))
    for direction in directions:
        turn = direction * pi / 4
        far = side * (1.3 if direction % 2 == 0 else 1.72)
        tip = (x + far * cos(turn), y - far * sin(turn))
        near = (x + 0.44 * side * cos(turn), y - 0.44 * side * sin(turn))
        marks.append(Line(*near, tip[0] - 1.6 * cos(turn), tip[1] + 1.6 * sin(turn), ink=INK, width_mm=1.2))
        back = [
            (tip[0] + 3.2 * cos(turn + pi + lean), tip[1] - 3.2 * sin(turn + pi + lean))
            for lean in (-0.55, 0.55)
        ]
        marks.append(Shape(polygon([tip, *back]), fill=INK))
    return marks
