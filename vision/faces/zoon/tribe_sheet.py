"""A tribe on one page: all its cards at a glance, what its stars and trumps do, and what the signs on a card say."""

from collections.abc import Sequence
from typing import Final

from vision.faces.zoon.cards import Corner, Step, corner_sign, medal, movement_grid
from vision.faces.zoon.illustrations import back
from vision.faces.zoon.ink import INK, SIDE_MM, WHITE, darker, lighter, style_of
from vision.printed.letters import wrapped
from vision.printed.marks import Drawing, Label, Mark, Placed, Shape
from vision.printed.shapes import box

WIDE_MM: Final = 186.0
HIGH_MM: Final = 252.0
"""What both A4 and letter have room for."""
COLUMNS: Final = 5
CARD_MM: Final = 33.6
GAP_MM: Final = 2.0
TEXT_MM: Final = 3.0
LINE_MM: Final = 4.7


def tribe_sheet(
    cards: Sequence[tuple[Drawing, int]],
    *,
    title: str,
    tribe: str,
    extra: str,
    stars_title: str,
    stars: Sequence[tuple[str, str]],
    trumps_title: str,
    trumps: Sequence[tuple[str, str]],
    signs_title: str,
    signs: Sequence[str],
) -> Drawing:
    """The sheet of a tribe, WIDE_MM x HIGH_MM; `cards` are its faces, each with how often its box has it.

    `extra` is said of a card that is not among those of the box. `stars`, `trumps`: entries of a heading and words.
    `signs`: what a number, a star, an x, the points, the force, a path and a green square say, in this order. Raises
    ValueError for more cards and words than there is room for.
    """
    style = style_of(tribe)
    marks: list[Mark] = [
        Shape(
            box(0, 0, WIDE_MM, HIGH_MM, 3), fill=lighter(style.paper, 0.55), edge=style.colour, edge_mm=1.0
        ),
        Shape(box(0, 0, WIDE_MM, 16, 3), fill=style.colour),
        Placed(back(tribe), 3.0, 1.6, scale=12.8 / SIDE_MM),
        Label(WIDE_MM / 2, 12.4, title, 9.0, WHITE, font="tall", anchor="middle"),
    ]
    rows = -(-len(cards) // COLUMNS)
    left = (WIDE_MM - COLUMNS * CARD_MM - (COLUMNS - 1) * GAP_MM) / 2
    for number, (face, count) in enumerate(cards):
        x = left + number % COLUMNS * (CARD_MM + GAP_MM)
        y = 19.0 + number // COLUMNS * (CARD_MM + 6.4)
        marks.append(Placed(face, x, y, scale=CARD_MM / SIDE_MM))
        often = f"\N{MULTIPLICATION SIGN} {count}" if count else extra
        marks.append(
            Label(x + CARD_MM / 2, y + CARD_MM + 4.4, often, TEXT_MM, INK, font="bold", anchor="middle")
        )
    y = 19.0 + rows * (CARD_MM + 6.4) + 3.0
    half = (WIDE_MM - 15.0) / 2

    def entries(x: float, heading: str, said: Sequence[tuple[str, str]]) -> float:
        """Headings and their words below each other; gives where they end."""
        if not said:
            return y
        marks.append(Label(x, y + 4.4, heading, 4.4, darker(style.colour, 0.3), font="tall"))
        at = y + 6.2
        for head, words in said:
            at += LINE_MM
            marks.append(Label(x, at, head, TEXT_MM, INK, font="bold"))
            for line in wrapped(words, "text", TEXT_MM, half):
                at += LINE_MM
                marks.append(Label(x, at, line, TEXT_MM, INK, font="text"))
            at += 0.8
        return at

    low = max(entries(5.0, stars_title, stars), entries(10.0 + half, trumps_title, trumps))
    # The key to the signs, in two columns.
    y = low + 3.0
    marks.append(Label(5.0, y + 4.4, signs_title, 4.4, darker(style.colour, 0.3), font="tall"))
    corners: tuple[Corner, ...] = (3, "star", "x")
    pictures = [corner_sign(corner, style.colour) for corner in corners]
    pictures += [medal(20), medal(2, force=True)]
    pictures += [
        movement_grid((Step(((0, 1), (0, 2))),), style.colour),
        movement_grid((Step(((0, 2),), jumps=True),), style.colour),
    ]
    ends = [y + 7.0, y + 7.0]
    for number, (picture, said) in enumerate(zip(pictures, signs, strict=True)):
        column = number % 2
        x, top = 5.0 + column * (half + 5.0), ends[column]
        marks.append(Placed(picture, x, top, scale=8.6 / picture.width_mm))
        lines = wrapped(said, "text", TEXT_MM, half - 11.0)
        for n, line in enumerate(lines):
            marks.append(Label(x + 11.0, top + 3.9 + n * LINE_MM, line, TEXT_MM, INK, font="text"))
        ends[column] += max(9.0, len(lines) * LINE_MM + 1.0)
    low = max(ends)
    if low > HIGH_MM - 1.0:
        raise ValueError(
            f"expected fewer words on the sheet of {tribe}, found {low - HIGH_MM:.0f} mm too many"
        )
    return Drawing(f"{tribe} sheet", WIDE_MM, HIGH_MM, tuple(marks))
