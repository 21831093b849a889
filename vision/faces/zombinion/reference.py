"""The reference card: the order of a turn on one side, the signs and the end of the game on the other."""

from collections.abc import Sequence
from typing import Final

from vision.faces.zombinion.card import CREAM, INK, LINE, TEXT, Gift, gift_sign, held
from vision.printed.letters import fitting, wrapped
from vision.printed.marks import Colour, Drawing, Label, Mark, Placed, Shape, mixed
from vision.printed.shapes import box

RIM_INK: Final[Colour] = (150, 30, 36)
WIDE: Final = 74.0
HIGH: Final = 105.0
"""A7 is larger than every card of the game, so that the eye does not take it for one."""
RIM: Final = 2.4
INNER: Final = WIDE - 2 * RIM
HEADING: Final = 4.6
LEFT: Final = RIM + 2.6
TOP: Final = RIM + 11.4


def draw_turn(title: str, parts: Sequence[tuple[str, str]]) -> Drawing:
    """Headings, each with the words under it. Raises ValueError if they do not fit."""
    marks, y = _sheet(title), TOP
    for heading, words in parts:
        marks.append(Label(LEFT, y + HEADING, heading, HEADING, RIM_INK, font="tall"))
        y = _words(marks, words, LEFT, y + HEADING + 1.7) + 1.4
    return _fitted("turn", marks, y)


def draw_signs(
    title: str, signs: Sequence[tuple[Gift, str, str]], parts: Sequence[tuple[str, str]]
) -> Drawing:
    """Signs, each with its figure and meaning, then headings with words. Raises ValueError if they do not fit."""
    marks, y = _sheet(title), TOP
    for gift, figure, words in signs:
        marks.append(Placed(gift_sign(gift, figure), LEFT, y - 0.4, scale=0.86))
        lines = wrapped(held(words), "text", TEXT, WIDE - RIM - 2 - LEFT - 14)
        top = y + (6.6 - TEXT - (len(lines) - 1) * LINE) / 2 - 0.4
        y = max(_words(marks, words, LEFT + 14, top), y + 6.6) + 2.2
    for heading, words in parts:
        y += 1.0
        marks.append(Label(LEFT, y + HEADING, heading, HEADING, RIM_INK, font="tall"))
        y = _words(marks, words, LEFT, y + HEADING + 1.6)
    return _fitted("signs", marks, y)


def _sheet(title: str) -> list[Mark]:
    size = fitting(title, "tall", 6.0, 3.6, INNER - 6)
    paper = mixed(CREAM, RIM_INK, 0.03)
    return [
        Shape(box(0, 0, WIDE, HIGH), fill=RIM_INK),
        Shape(box(RIM, RIM, INNER, HIGH - 2 * RIM), fill=paper, edge=INK, edge_mm=0.5),
        Shape(box(RIM, RIM, INNER, 9.4), fill=(40, 20, 30)),
        Label(WIDE / 2, RIM + 4.7 + size / 2, title, size, CREAM, font="tall", anchor="middle"),
    ]


def _words(marks: list[Mark], words: str, x: float, y: float) -> float:
    """Adds words in lines, the top of the first at `y`; returns the end of the last."""
    for line in wrapped(held(words), "text", TEXT, WIDE - RIM - 2 - x):
        marks.append(Label(x, y + TEXT, line, TEXT, INK))
        y += LINE
    return y - LINE + TEXT + 0.9


def _fitted(name: str, marks: Sequence[Mark], y: float) -> Drawing:
    if y > HIGH - RIM:
        raise ValueError(f"{name}: expected {HIGH - RIM:.1f} mm of words at most, found {y:.1f}")
    return Drawing(name, WIDE, HIGH, tuple(marks))
