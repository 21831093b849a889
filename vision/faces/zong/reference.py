"""A card to look things up on while ZONG is played: rules in a line or two each, beneath headings, on both sides."""

from collections.abc import Sequence
from typing import Final

from vision.faces.zong.board import NIGHT, SKY, planet
from vision.faces.zong.pieces import DiscKind, draw_disc
from vision.printed.letters import LEADING, fitting, wrapped
from vision.printed.marks import WHITE, Drawing, Gradient, Label, Mark, Placed, Shape, mixed
from vision.printed.shapes import box, circle

WIDE_MM: Final = 90.0
TEXT_MM: Final = 2.95
"""Height of capitals; an x is 2.26 mm high."""
HEAD_MM: Final = 4.0
TITLE_MM: Final = 8.0
_EDGE: Final = 5.0
_SIGN_MM: Final = 9.0

Section = tuple[str, str, Sequence[str]]
"""A disc that stands for it (its face; empty for none), a heading, and the rules beneath it."""


def draw_reference(title: str, front: Sequence[Section], back: Sequence[Section]) -> tuple[Drawing, Drawing]:
    """The front and the back of the card, both as long as the longer of them."""
    sides: list[list[Mark]] = []
    longest, left = 0.0, _EDGE + 2.5
    for sections in (front, back):
        marks: list[Mark] = []
        at = _EDGE + TITLE_MM + 6
        for sign, heading, rules in sections:
            start = at
            inside: list[Mark] = []
            shift = 0.0
            if sign:
                kind: DiscKind = (
                    "lightning"
                    if sign in ("lightning", "spiral")
                    else "risk"
                    if sign in ("7", "0")
                    else "blue"
                )
                inside.append(Placed(draw_disc(sign, kind), left, at + 1.8, scale=_SIGN_MM / 26))
                shift = _SIGN_MM + 2.5
            size = fitting(heading, "round", HEAD_MM, TEXT_MM, WIDE_MM - 2 * left - shift)
            inside.append(Label(left + shift, at + 8, heading, size, NIGHT, font="round"))
            at += 12.5
            for rule in rules:
                dot = circle(left + 0.9, at + TEXT_MM * 0.55, 0.8)
                inside.append(Shape(dot, fill=mixed(NIGHT, WHITE, 0.2)))
                for line in wrapped(rule, "text", TEXT_MM, WIDE_MM - 2 * left - 4):
                    inside.append(Label(left + 3.4, at + TEXT_MM, line, TEXT_MM, NIGHT))
                    at += TEXT_MM * LEADING
                at += 1.2
            plate = box(_EDGE, start, WIDE_MM - 2 * _EDGE, at - start + 0.6, 2)
            marks += [Shape(plate, fill=WHITE, edge=mixed(NIGHT, WHITE, 0.7), edge_mm=0.3), *inside]
            at += 3
        sides.append(marks)
        longest = max(longest, at)
    faced, turned = (_side(title, marks, longest + 2) for marks in sides)
    return faced, turned


def _side(title: str, marks: Sequence[Mark], high: float) -> Drawing:
    size = fitting(title, "round", TITLE_MM, HEAD_MM, WIDE_MM - 2 * _EDGE - 22)
    ground: list[Mark] = [
        Shape(box(0, 0, WIDE_MM, high, 3), fill=NIGHT),
        Shape(box(1, 1, WIDE_MM - 2, high - 2, 2.4), fill=Gradient((0, 0), (0, high), *SKY)),
        planet("planet-reference", WIDE_MM - 14, 10.5, 6.0),
        Label(_EDGE, _EDGE + TITLE_MM, title, size, NIGHT, font="round"),
    ]
    return Drawing("reference", WIDE_MM, high, (*ground, *marks))
