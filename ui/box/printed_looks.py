"""In which look a deck lies on the table: as it comes out of the printer, or as in the box of the game.

A deck that was printed here is read, painted and shown in the printed look until people say otherwise; one small file a
deck in the program's own folder says so.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from ui.places import data_home

if TYPE_CHECKING:
    from vision.decks.deck import Deck

_ENDING = ".look"


def printed_decks() -> frozenset[str]:
    """The names of all decks that are read and shown in their printed look."""
    return frozenset(file.stem for file in (data_home() / "print").glob(f"*{_ENDING}"))


def lies_printed(deck: str) -> bool:
    """Whether the deck of this name is read and shown in its printed look."""
    return (data_home() / "print" / f"{deck}{_ENDING}").exists()


def choose_looks(decks: Iterable[str], *, printed: bool) -> None:
    """From now on these decks are read and shown in their printed look, or in that of the box. Raises OSError."""
    folder = data_home() / "print"
    folder.mkdir(parents=True, exist_ok=True)
    for deck in decks:
        file = folder / f"{deck}{_ENDING}"
        if printed:
            file.touch()
        else:
            file.unlink(missing_ok=True)


def as_it_lies(deck: "Deck", *, other: bool = False) -> "Deck":
    """A deck with all its looks in the one that lies on the table; `other`: in the one that is not chosen."""
    printed = deck.printed
    if printed is None or lies_printed(deck.name) is other:
        return replace(deck, further=())
    faces = {face.label: face for face in printed.faces}
    return replace(
        deck,
        faces=tuple(faces.get(face.label, face) for face in deck.faces),
        backs=printed.backs or deck.backs,
        further=deck.further[1:],
    )
