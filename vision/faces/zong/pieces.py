"""ZONG's discs to throw, paper pieces in place of wooden ones (drums, discs to flick), and its reference card.

A face must be legible in any turn, so 6 and 9 have a line beneath them. A drum is a strip rolled into a ring, with a
round top and a round bottom: it stacks, and has the height that the eye expects of a piece.
"""

from collections.abc import Sequence
from math import pi
from typing import Final, Literal

from vision.faces.zong.board import NIGHT, SKY, planet
from vision.printed.letters import LEADING, fitting, width_mm, wrapped
from vision.printed.marks import WHITE, Drawing, Font, Gradient, Label, Mark, Placed, Shape, mixed
from vision.printed.shapes import box, circle
from vision.printed.svg import kept_drawing

DISC_MM: Final = 26.0
DiscKind = Literal["blue", "risk", "lightning"]
_DIGIT_MM: Final = 13.5
_FONTS: Final[dict[str, Font]] = {"1": "tall", "4": "tall", "6": "bold", "9": "bold"}
"""Fonts of digits that the disc reader confuses in the usual font: a 1 with a 7, a 6 with a 5."""


def draw_disc(face: str, kind: DiscKind) -> Drawing:
    """One side of a disc: `face` is a number, `lightning` or `spiral`."""
    marks = [*kept_drawing(__package__, f"disc-{kind}").marks]
    if face in ("lightning", "spiral"):
        marks += kept_drawing(__package__, f"sign-{face}").marks
    else:
        middle = DISC_MM / 2
        font: Font = _FONTS.get(face, "round")
        if face in ("6", "9"):
            wide = width_mm(face, font, _DIGIT_MM) * 0.8
            marks.append(Shape(box(middle - wide / 2, middle + 7.9, wide, 1.3, 0.6), fill=WHITE))
        low = middle + _DIGIT_MM / 2 - 0.4
        marks.append(Label(middle, low, face, _DIGIT_MM, WHITE, font=font, anchor="middle"))
    return Drawing(f"{kind} {face}", DISC_MM, DISC_MM, tuple(marks), sign=True)


FLAP_MM: Final = 8.0
"""Overlap of a strip with its own beginning, to be glued."""
GAP_MM: Final = 5.0
LARGE_MM, SMALL_MM = 32.0, 22.0
"""Diameters of the two discs to flick."""
_NOTE_MM: Final = 2.9


def draw_pieces(
    colours: Sequence[str], wide: float, high: float, words: Sequence[str], room_mm: float
) -> Drawing:
    """A top, a bottom and a strip for each colour; `wide`, `high`: a piece's size (mm). `words`: paragraphs below.

    Raises ValueError if they do not fit across.
    """
    long = pi * wide
    total = 2 * (wide + GAP_MM) + long + FLAP_MM
    if total > room_mm:
        raise ValueError(f"expected paper for pieces of {total:.0f} mm, found room for {room_mm:.0f} mm")
    marks: list[Mark] = []
    for row, colour in enumerate(colours):
        top = row * (wide + GAP_MM)
        face = kept_drawing(__package__, f"piece-{colour}")
        marks += [Placed(face, x, top, scale=wide / face.width_mm) for x in (0.0, wide + GAP_MM)]
        strip = kept_drawing(__package__, f"strip-{colour}")
        at = 2 * (wide + GAP_MM)
        marks.append(Placed(strip, at, top + (wide - high) / 2, scale=wide / face.width_mm))
    at = len(colours) * (wide + GAP_MM)
    lines = [line for text in words for line in wrapped(text, "text", _NOTE_MM, total)]
    marks += [Label(0, at + 4 + 5.2 * n, line, _NOTE_MM) for n, line in enumerate(lines)]
    return Drawing("pieces", total, at + 6 + 5.2 * len(lines), tuple(marks))


def draw_all_flicked(titles: Sequence[str], room_mm: float) -> Drawing:
    """Discs to flick in rows, large and small ones below their titles; two faces per disc."""
    marks: list[Mark] = []
    top = 0.0
    for side, title in zip((LARGE_MM, SMALL_MM), titles, strict=True):
        marks.append(Label(0, top + 4, title, fitting(title, "text", _NOTE_MM, 1.8, room_mm)))
        across = int((room_mm + GAP_MM) // (side + GAP_MM))
        for number in range(12):
            row, column = divmod(number, across)
            x, y = column * (side + GAP_MM), top + 7 + row * (side + GAP_MM)
            marks.append(Placed(kept_drawing(__package__, f"flicked-{side:g}"), x, y))
        top += 7 + -(-12 // across) * (side + GAP_MM) + 4
    return Drawing("flicked discs", room_mm, top, tuple(marks))


# The reference card: rules of a line or two each, beneath headings, on both sides.

WIDE_MM: Final = 90.0
TEXT_MM: Final = 2.95
"""Height of capitals; an x is then 2.26 mm high."""
HEAD_MM: Final = 4.0
TITLE_MM: Final = 8.0
_EDGE: Final = 5.0
_SIGN_MM: Final = 9.0

Section = tuple[str, str, Sequence[str]]
"""The face of a disc as its symbol (empty: none), a heading, and the rules beneath it."""


def draw_reference(title: str, front: Sequence[Section], back: Sequence[Section]) -> tuple[Drawing, Drawing]:
    """The front and the back of the card, both as high as the higher one."""
    sides: list[list[Mark]] = []
    longest, left = 0.0, _EDGE + 2.5
    # Lay both sides out from the top; a section's plate follows its words, when its height is known.
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
                inside.append(Placed(draw_disc(sign, kind), left, at + 1.8, scale=_SIGN_MM / DISC_MM))
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
