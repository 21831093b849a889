"""Which decks were printed here: those are read, painted and shown as they come out of the printer.

One small file a deck in the program's own folder says so; who plays with other cards again deletes it.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from ui.places import data_home

if TYPE_CHECKING:
    from vision.decks.deck import Deck


def was_printed(deck: str) -> bool:
    """Whether a deck of this name was printed here."""
    return (data_home() / "print" / f"{deck}.look").exists()


def remember_printed(decks: Iterable[str]) -> None:
    """From now on decks of these names are those that were printed. Raises OSError."""
    folder = data_home() / "print"
    folder.mkdir(parents=True, exist_ok=True)
    for deck in decks:
        (folder / f"{deck}.look").touch()


def as_it_lies(deck: "Deck") -> "Deck":
    """A deck with all its looks in the one that lies on the table: the printed one where it was printed here."""
    printed = deck.printed
    if printed is None or not was_printed(deck.name):
        return replace(deck, further=())
    faces = {face.label: face for face in printed.faces}
    return replace(
        deck,
        faces=tuple(faces.get(face.label, face) for face in deck.faces),
        backs=printed.backs or deck.backs,
        further=deck.further[1:],
    )
