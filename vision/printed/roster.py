"""Roster cards to print: what a piece is, how it moves and which terrain it likes, or blank for people to fill in."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.printed.marks import Block, Colour, Drawing, Image, Label, Line, Mark, grey

Picture = NDArray[np.uint8]

WIDE_MM, HIGH_MM = 91.0, 59.0
GAP_MM: Final = 3.0
INK: Final = grey(30)
NOTE: Final = grey(110)
RIM: Final = grey(150)
LINE: Final = 0.35
TILE_MM: Final = 9.0
LETTER: Final = 0.8
"""Mean width of a letter over the height of a capital, with room to spare."""
CAPITAL: Final = 1.02
"""The same of a word in capitals."""
_FIELDS: Final = {
    "movement": (30.0, 17.0, 26.0, 18.2),
    "preferred": (58.0, 17.0, 31.0, 11.3),
    "difficult": (58.0, 31.3, 31.0, 11.3),
    "restricted": (58.0, 45.6, 31.0, 11.3),
    "special": (30.0, 38.4, 26.0, 18.5),
}
"""Where each field stands: x, y, width, height in mm from the card's top left."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RosterCard:
    """One card. `directions`: of eight, counter-clockwise from the right, which a piece goes in.

    `picture`: its token; `terrain` by field (preferred, difficult, restricted): pictures of tiles. `note` stands small
    below. All empty: a blank card.
    """

    name: str = ""
    kind: str = ""
    cost: str = ""
    directions: tuple[int, ...] = ()
    special: str = ""
    note: str = ""
    picture: Picture | None = None
    terrain: tuple[tuple[str, tuple[Picture, ...]], ...] = ()


def draw_rosters(cards: Sequence[RosterCard], width_mm: float, height_mm: float) -> list[Drawing]:
    """The cards in as many sheets of at most this size as it takes. Raises ValueError where not one fits."""
    across = int((width_mm + GAP_MM) // (WIDE_MM + GAP_MM))
    down = int((height_mm + GAP_MM) // (HIGH_MM + GAP_MM))
    if across < 1 or down < 1:
        raise ValueError(f"expected paper for cards of {WIDE_MM:g} × {HIGH_MM:g} mm")
    sheets = []
    for start in range(0, len(cards), across * down):
        marks: list[Mark] = []
        part = cards[start : start + across * down]
        for number, card in enumerate(part):
            row, column = divmod(number, across)
            marks += _card(card, column * (WIDE_MM + GAP_MM), row * (HIGH_MM + GAP_MM))
        rows, columns = -(-len(part) // across), min(across, len(part))
        wide, high = columns * (WIDE_MM + GAP_MM) - GAP_MM, rows * (HIGH_MM + GAP_MM) - GAP_MM
        sheets.append(Drawing(f"rosters {start // (across * down) + 1}", wide, high, tuple(marks)))
    return sheets


def wrapped(words: str, size_mm: float, room_mm: float) -> list[str]:
    """Words in lines that are no wider than there is room, by how wide letters are at most."""
    lines: list[str] = []
    for word in words.split():
        if lines and LETTER * size_mm * (len(lines[-1]) + 1 + len(word)) <= room_mm:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _card(card: RosterCard, x: float, y: float) -> list[Mark]:
    marks: list[Mark] = [*_frame(x, y, WIDE_MM, HIGH_MM, RIM), Block(x + 2, y + 13.5, WIDE_MM - 4, 0.4, INK)]
    size = min(5.0, 62.0 / (CAPITAL * max(1, len(card.name))))
    marks.append(Label(x + 3, y + 10.5, card.name.upper(), size, INK))
    marks.append(Label(x + WIDE_MM - 21, y + 10.5, f"COST {card.cost}", 3.2, INK))
    if card.picture is not None:
        marks.append(Image(x + 3, y + 17, 24, 24, card.picture))
    else:
        marks += _frame(x + 3, y + 17, 24, 24, INK)
    marks.append(Label(x + 3, y + 46, card.kind.upper(), 2.6, INK))
    for line, words in enumerate(wrapped(card.note, 1.4, 25)):
        marks.append(Label(x + 3, y + 50 + 2.4 * line, words, 1.4, NOTE))
    terrain = dict(card.terrain)
    for field, (left, top, wide, high) in _FIELDS.items():
        marks += _frame(x + left, y + top, wide, high, INK)
        marks.append(Label(x + left + 0.6, y + top - 0.5, field.upper(), 1.5, INK))
        for number, tile in enumerate(terrain.get(field, ())):
            side = min(TILE_MM, (wide - 2) / max(1, len(terrain[field])) - 0.6)
            marks.append(Image(x + left + 1.5 + number * (side + 0.6), y + top + 1.5, side, side, tile))
    left, top, wide, high = _FIELDS["movement"]
    marks += _arrows(x + left + wide / 2, y + top + high / 2, 0.42 * high, card.directions)
    left, top, wide, high = _FIELDS["special"]
    size = next(
        (s for s in (2.0, 1.7, 1.4) if len(wrapped(card.special, s, wide - 2)) * 1.7 * s <= high - 2), 1.2
    )
    for line, words in enumerate(wrapped(card.special, size, wide - 2)):
        marks.append(Label(x + left + 1, y + top + 1.2 + size + 1.7 * size * line, words, size, INK))
    return marks


def _arrows(x: float, y: float, reach: float, directions: tuple[int, ...]) -> list[Mark]:
    marks: list[Mark] = []
    for direction in directions:
        turn = direction * pi / 4
        tip = (x + reach * cos(turn), y - reach * sin(turn))
        marks.append(Line(x + 1.6 * cos(turn), y - 1.6 * sin(turn), *tip, ink=INK, width_mm=0.8))
        for side in (-1, 1):
            back = turn + pi + side * 0.5
            marks.append(
                Line(*tip, tip[0] + 2.2 * cos(back), tip[1] - 2.2 * sin(back), ink=INK, width_mm=0.8)
            )
    return marks


def _frame(x: float, y: float, w: float, h: float, ink: Colour) -> list[Mark]:
    return [
        Line(x, y, x + w, y, ink=ink, width_mm=LINE),
        Line(x + w, y, x + w, y + h, ink=ink, width_mm=LINE),
        Line(x + w, y + h, x, y + h, ink=ink, width_mm=LINE),
        Line(x, y + h, x, y, ink=ink, width_mm=LINE),
    ]
