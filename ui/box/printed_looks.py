"""Which set of a game lies on a real table: as it comes out of the printer, or from the game's old box.

People are asked once; one small file a deck in the program's own folder keeps what they said. What is painted or shown
is always the printed look.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from ui.places import data_home

if TYPE_CHECKING:
    from vision.decks.deck import Deck

PRINTED = "printed"
"""The look of the printer, and the folder within a deck that holds it; those of other languages begin so."""
_BOXED, _ENDING = "boxed", ".look"


def lies_printed(deck: str) -> bool | None:
    """Whether the deck of this name lies printed on a real table; None where nobody has said."""
    try:
        said = (data_home() / "print" / f"{deck}{_ENDING}").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return {PRINTED: True, _BOXED: False}.get(said.strip())


def choose_looks(decks: Iterable[str], *, printed: bool) -> None:
    """From now on the camera reads these decks in their printed look, or in that of the box. Raises OSError."""
    folder = data_home() / "print"
    folder.mkdir(parents=True, exist_ok=True)
    for deck in decks:
        (folder / f"{deck}{_ENDING}").write_text(PRINTED if printed else _BOXED, encoding="utf-8")


def as_it_lies(deck: "Deck", *, other: bool = False) -> "Deck":
    """A deck with all its looks in the one that lies on a real table: the box's, where nobody has said otherwise.

    `other`: in the look that does not.
    """
    is_boxed = (lies_printed(deck.name) is not True) is not other
    return replace(deck, further=()) if is_boxed else as_printed(deck)


def as_printed(deck: "Deck") -> "Deck":
    """A deck with all its looks in its printed one; unchanged where it has one look alone."""
    printed = deck.printed
    if printed is None:
        return deck
    faces = {face.label: face for face in printed.faces}
    return replace(
        deck,
        faces=tuple(faces.get(face.label, face) for face in deck.faces),
        backs=printed.backs or deck.backs,
        further=deck.further[1:],
    )
