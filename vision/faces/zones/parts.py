"""The parts of ZoneS to print: tiles and bases, tokens, roster cards for people to look up or fill in, and a screen.

Rules kept: a tile is recognised by its colour and by symbols, from both sides and with a token on its middle; colours
differ in lightness too, for colour-blind players. Movement is on no token, because the source has lost it (ledger
ZN-02). An x is at least 2.2 mm high; roster cards are therefore larger than the game's own.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from vision.printed.letters import LEADING, fitting, width_mm, wrapped
from vision.printed.marks import Colour, Drawing, Label, Mark, Placed, Shape, grey, mixed
from vision.printed.shapes import box, moved, polygon
from vision.printed.svg import kept_drawing

PAPER: Final[Colour] = (248, 246, 238)
INK: Final[Colour] = (24, 24, 30)
WOOD: Final[Colour] = (94, 60, 36)

TILES: Final = ("field", "forest", "hills", "water", "base-blue", "base-white")
TILE_MM: Final = 46.0


def draw_tile(label: str) -> Drawing:
    """A tile, the same after half a turn; or the `back` of every tile: a compass over the unknown, with runes."""
    return kept_drawing(__package__, label)


TOKEN_MM: Final = 28.0
LETTERS_MM: Final = 4.4
TOKENS: Final = (
    "spearman", "archer", "swordsman", "vala", "warrior", "lobber", "trollwife", "hill-troll",
)  # fmt: skip


def draw_blank_token(*, blue: bool) -> Drawing:
    """A blank token of a side, for pieces of the owner's own."""
    return replace(kept_drawing(__package__, "blue" if blue else "white"), sign=True)


def draw_token(piece: str, name: str, *, blue: bool) -> Drawing:
    """One token, white on blue or black on white, with two letters of its name."""
    blank = draw_blank_token(blue=blue)
    symbol = kept_drawing(__package__, f"{piece}-{blank.name}")
    ink = PAPER if blue else INK
    letters = Label(TOKEN_MM / 2, 24.4, short(name), LETTERS_MM, ink, font="bold", anchor="middle")
    return replace(blank, name=piece, marks=(*blank.marks, *symbol.marks, letters))


def short(name: str) -> str:
    """Two letters for a piece: the initials of two words, or the first two letters of one."""
    words = name.split()
    if len(words) > 1 and words[0] != "Trollspawn":
        return "".join(word[0] for word in words[:2]).upper()
    return words[-1][:2].capitalize()


WIDE_MM, HIGH_MM = 91.0, 134.0
TEXT_MM: Final = 2.95
HEAD_MM: Final = 3.2
NAME_MM: Final = 6.4
LEAST_NAME_MM: Final = 3.0
TILE_SIDE_MM: Final = 12.4
EDGE: Final = 4.0
TOP, SPECIAL, LANDS = 18.6, 55.0, 78.6
"""Tops of a card's parts (mm from its top): token and movement, special, terrain."""
ROW: Final = 15.2
LEAST_TEXT_MM: Final = 2.88
COMPASS_AT: Final = (EDGE + 38 + (WIDE_MM - 2 * EDGE - 38) / 2, TOP + 20.5)
COMPASS_MM: Final = 25 / 3
"""The piece's place among the eight squares about it, and the side of a square."""


def draw_roster(
    words: Sequence[str],
    *,
    name: str = "",
    kind: str = "",
    cost: str = "",
    directions: tuple[int, ...] = (),
    special: str = "",
    note: str = "",
    token: Drawing | None = None,
    terrain: Sequence[Sequence[str]] = ((), (), ()),
) -> Drawing:
    """A roster card; a blank one with headings only. Raises ValueError for words that do not fit.

    `words`: its headings: cost, movement, special, then preferred, difficult and restricted terrain. `directions`: the
    piece's own of eight, counter-clockwise from the right. `token`: its picture; `terrain`: labels of the tiles that
    it prefers, finds difficult, cannot enter. `note`: small words at the foot.
    """
    for_cost, for_movement, for_special, *lands = words
    marks = [*kept_drawing(__package__, "roster").marks]
    # The cost in its coin; the name in one line, a long one in two.
    if cost:
        marks.append(Label(WIDE_MM - 10.2, 11.7, cost, 5.2, INK, font="bold", anchor="middle"))
    size = fitting(for_cost, "text", HEAD_MM, LEAST_TEXT_MM, 20)
    marks.append(Label(WIDE_MM - 18.4, 12.4, for_cost, size, PAPER, anchor="end"))
    room = WIDE_MM - 42
    is_short = width_mm(name, "gothic", LEAST_NAME_MM) <= room
    lines = (name,) if is_short else wrapped(name, "gothic", LEAST_NAME_MM, room)
    first, most = (11.8, NAME_MM) if len(lines) == 1 else (8.2, 3.6)
    for n, part in enumerate(lines):
        size = fitting(part, "gothic", most, LEAST_NAME_MM, room)
        if part:
            marks.append(Label(EDGE + 1, first + 5.2 * n, part, size, PAPER, font="gothic"))
    if token is not None:
        marks.append(Placed(token, EDGE + 4, TOP + 1.2))
    if kind:
        size = fitting(kind, "text", HEAD_MM, LEAST_TEXT_MM, 34)
        marks.append(Label(EDGE + 18, TOP + 33.4, kind, size, INK, anchor="middle"))
    marks.append(_heading(for_movement, EDGE + 39.5, TOP + 5, 42))
    # Arrows from the piece into the squares that it can move to.
    (x, y), side = COMPASS_AT, COMPASS_MM
    for direction in directions:
        near, far = 0.44 * side, side * (1.3 if direction % 2 == 0 else 1.72)
        shaft = box(near, -0.6, far - 1.6 - near, 1.2)
        head = polygon([(far, 0), (far - 2.73, -1.67), (far - 2.73, 1.67)])
        marks += [Shape(moved(part, x, y, turn=-45 * direction), fill=INK) for part in (shaft, head)]
    marks.append(_heading(for_special, EDGE + 1.5, SPECIAL + 5, 80))
    for line, text in enumerate(wrapped(special, "text", TEXT_MM, WIDE_MM - 2 * EDGE - 4)):
        marks.append(Label(EDGE + 2, SPECIAL + 10.4 + TEXT_MM * LEADING * line, text, TEXT_MM, INK))
    for row, (heading, tiles) in enumerate(zip(lands, terrain, strict=True)):
        top = LANDS + row * ROW
        marks.append(_heading(heading, EDGE + 1.5, top + 8.6, 25))
        for number, label in enumerate(tiles):
            at = EDGE + 28 + number * (TILE_SIDE_MM + 0.6)
            marks.append(Placed(draw_tile(label), at, top + 1, scale=TILE_SIDE_MM / TILE_MM))
    if note:
        lines = wrapped(note, "text", LEAST_TEXT_MM, WIDE_MM - 2 * EDGE - 2)
        for line, text in enumerate(lines):
            at = HIGH_MM - 2.7 - 3.9 * (len(lines) - 1 - line)
            marks.append(Label(WIDE_MM / 2, at, text, LEAST_TEXT_MM, mixed(WOOD, INK, 0.4), anchor="middle"))
    return Drawing(f"roster {name}", WIDE_MM, HIGH_MM, tuple(marks))


def _heading(words: str, x: float, y: float, room: float) -> Label:
    size = fitting(words, "bold", HEAD_MM, LEAST_TEXT_MM, room)
    return Label(x, y, words, size, mixed(WOOD, INK, 0.3), font="bold")


SCREEN_MM: Final = 90.0
FOOT_MM: Final = 60.0
TITLE_MM: Final = 17.0
_NOTE_MM: Final = 2.95


def draw_screen(title: str, width_mm: float, words: Sequence[str]) -> Drawing:
    """The screen for a board of this width: both sides, one upside down above the other, and the feet below.

    `words`: the assembly, in paragraphs beside the feet.
    """
    coast, cuts = (kept_drawing(__package__, f"{name}-{width_mm:g}") for name in ("coast", "cuts"))
    plank = Label(coast.width_mm / 2, 38.2, title, TITLE_MM, PAPER, font="gothic", anchor="middle")
    side = replace(coast, marks=(*coast.marks, plank))
    half = box(0, 0, side.width_mm, SCREEN_MM)
    marks: list[Mark] = [
        Placed(side, 0, 0, turn=180, within=half),
        Placed(side, 0, SCREEN_MM, within=half),
        *cuts.marks,
    ]
    at = 2 * SCREEN_MM + 11.0
    for text in words:
        for line in wrapped(text, "text", _NOTE_MM, FOOT_MM):
            marks.append(Label(0, at, line, _NOTE_MM, grey(60)))
            at += _NOTE_MM * LEADING
        at += 1.5
    return replace(cuts, name="screen", marks=tuple(marks))
