"""Roster cards: what a piece is, how it moves and which terrain it likes, or blank for people to fill in.

Rule kept: no letter is smaller than 2.2 mm at its x. The card is larger than the one of the game for that.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from vision.faces.colours import mixed
from vision.faces.zones.palette import INK, PAPER, WOOD
from vision.faces.zones.tiles import TILE_MM, draw_tile
from vision.printed.letters import LEADING, fitting, width_mm, wrapped
from vision.printed.marks import Drawing, Label, Line, Mark, Placed, Shape
from vision.printed.shapes import polygon
from vision.printed.svg import kept_drawing

WIDE_MM, HIGH_MM = 91.0, 134.0
TEXT_MM: Final = 2.95
HEAD_MM: Final = 3.2
NAME_MM: Final = 6.4
LEAST_NAME_MM: Final = 3.0
TILE_SIDE_MM: Final = 12.4
EDGE: Final = 4.0
TOP, SPECIAL, LANDS = 18.6, 55.0, 78.6
"""Where the parts of a card begin (mm from its top): token and movement, special, terrain."""
ROW: Final = 15.2
LEAST_TEXT_MM: Final = 2.88
COMPASS_AT: Final = (EDGE + 38 + (WIDE_MM - 2 * EDGE - 38) / 2, TOP + 20.5)
COMPASS_MM: Final = 25 / 3
"""Where the piece stands among the eight squares about it, and the side of one."""


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
    marks = [*kept_drawing(__package__, "roster").marks]
    # The cost in its coin, and the name in one line, or a long one in two.
    if card.cost:
        marks.append(Label(WIDE_MM - 10.2, 11.7, card.cost, 5.2, INK, font="bold", anchor="middle"))
    size = fitting(words.cost, "text", HEAD_MM, LEAST_TEXT_MM, 20)
    marks.append(Label(WIDE_MM - 18.4, 12.4, words.cost, size, PAPER, anchor="end"))
    room = WIDE_MM - 42
    is_short = width_mm(card.name, "gothic", LEAST_NAME_MM) <= room
    lines = (card.name,) if is_short else wrapped(card.name, "gothic", LEAST_NAME_MM, room)
    first, most = (11.8, NAME_MM) if len(lines) == 1 else (8.2, 3.6)
    for n, part in enumerate(lines):
        size = fitting(part, "gothic", most, LEAST_NAME_MM, room)
        if part:
            marks.append(Label(EDGE + 1, first + 5.2 * n, part, size, PAPER, font="gothic"))
    if card.token is not None:
        marks.append(Placed(card.token, EDGE + 4, TOP + 1.2))
    if card.kind:
        size = fitting(card.kind, "text", HEAD_MM, LEAST_TEXT_MM, 34)
        marks.append(Label(EDGE + 18, TOP + 33.4, card.kind, size, INK, anchor="middle"))
    marks += _heading(words.movement, EDGE + 39.5, TOP + 5, 42)
    marks += _movement(*COMPASS_AT, card.directions)
    marks += _heading(words.special, EDGE + 1.5, SPECIAL + 5, 80)
    for line, text in enumerate(wrapped(card.special, "text", TEXT_MM, WIDE_MM - 2 * EDGE - 4)):
        marks.append(Label(EDGE + 2, SPECIAL + 10.4 + TEXT_MM * LEADING * line, text, TEXT_MM, INK))
    headings = (words.preferred, words.difficult, words.restricted)
    for row, (heading, tiles) in enumerate(zip(headings, card.terrain, strict=True)):
        top = LANDS + row * ROW
        marks += _heading(heading, EDGE + 1.5, top + 8.6, 25)
        for number, label in enumerate(tiles):
            at = EDGE + 28 + number * (TILE_SIDE_MM + 0.6)
            marks.append(Placed(draw_tile(label), at, top + 1, scale=TILE_SIDE_MM / TILE_MM))
    if card.note:
        lines = wrapped(card.note, "text", LEAST_TEXT_MM, WIDE_MM - 2 * EDGE - 2)
        for line, text in enumerate(lines):
            at = HIGH_MM - 2.7 - 3.9 * (len(lines) - 1 - line)
            marks.append(Label(WIDE_MM / 2, at, text, LEAST_TEXT_MM, mixed(WOOD, INK, 0.4), anchor="middle"))
    return Drawing(f"roster {card.name}", WIDE_MM, HIGH_MM, tuple(marks))


def _heading(words: str, x: float, y: float, room: float) -> list[Mark]:
    size = fitting(words, "bold", HEAD_MM, LEAST_TEXT_MM, room)
    return [Label(x, y, words, size, mixed(WOOD, INK, 0.3), font="bold")]


def _movement(x: float, y: float, directions: tuple[int, ...]) -> list[Mark]:
    """Arrows into those of the eight squares about the piece that it goes to."""
    side = COMPASS_MM
    marks: list[Mark] = []
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
