"""The tokens of ZoneS: a side by light and dark, a piece by a symbol and two letters.

How pieces move stands on none of them: the source has lost it (ledger ZN-02).
"""

from dataclasses import replace
from typing import Final

from vision.faces.zones.palette import INK, PAPER
from vision.printed.marks import Drawing, Label
from vision.printed.svg import kept_drawing

TOKEN_MM: Final = 28.0
LETTERS_MM: Final = 4.4
LABELS: Final = (
    "spearman", "archer", "swordsman", "vala", "warrior", "lobber", "trollwife", "hill-troll",
)  # fmt: skip


def draw_blank_token(*, blue: bool) -> Drawing:
    """A token of a side with nothing on it, for pieces of the owner's own."""
    return replace(kept_drawing(__package__, "blue" if blue else "white"), sign=True)


def draw_token(piece: str, name: str, *, blue: bool) -> Drawing:
    """One token: white on blue, or black on white."""
    blank = draw_blank_token(blue=blue)
    symbol = kept_drawing(__package__, f"{piece}-{blank.name}")
    ink = PAPER if blue else INK
    letters = Label(TOKEN_MM / 2, 24.4, short(name), LETTERS_MM, ink, font="bold", anchor="middle")
    return replace(blank, name=piece, marks=(*blank.marks, *symbol.marks, letters))


def short(name: str) -> str:
    """Two letters for a piece: of several words their first ones, of one its first two."""
    words = name.split()
    if len(words) > 1 and words[0] != "Trollspawn":
        return "".join(word[0] for word in words[:2]).upper()
    return words[-1][:2].capitalize()
