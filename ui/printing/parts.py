"""The printed parts of games, and decks whose printed look differs from the old one."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.game import Game, Setup
from companion.sight import Thing
from ui.box.eyes import PRINTED, lies_printed, own_decks
from ui.faces.face import CardToPrint, Face, PrintedPart, Room, all_faces
from ui.places import decks_folder
from ui.present.names import label_words
from ui.words import _, word_tables

if TYPE_CHECKING:
    from vision.printed.marks import Drawing

_WORDS = word_tables("ui.printing")


def parts_of(face: Face, setup: Setup) -> tuple[PrintedPart, ...]:
    """Every part of a game, in the order of making."""
    own = face.printed_parts(setup)
    if own:
        return own
    mat = () if face.game.table(setup).tags is None else (mat_part(face.game),)
    return (deck_part(face.game), *mat)


def mat_part(game: Game[Any]) -> PrintedPart:
    """The mat with its tags, for a game with regions."""

    def drawn(setup: Setup, _room: Room) -> "list[Drawing]":
        from vision.printed.drawing import draw_mat

        return [draw_mat(game.table(setup))]

    return PrintedPart("mat", _WORDS["part"]["mat"], _WORDS["how"]["mat"], draw=drawn)


def deck_part(game: Game[Any]) -> PrintedPart:
    """The picture decks of a game, each card once."""

    def cards(_setup: Setup) -> list[CardToPrint]:
        from vision.decks.deck import load_deck
        from vision.printed.card_sheets import deck_drawings

        found = []
        for folder in own_decks(game):
            deck = load_deck(folder)
            faces, back = deck_drawings(deck)
            found += [CardToPrint(label, face, back, group=deck.name) for label, face in faces.items()]
        return found

    decks = tuple(folder.name for folder in own_decks(game))
    return PrintedPart("cards", _WORDS["part"]["cards"], _WORDS["how"]["cards"], cards=cards, decks=decks)


@dataclass(frozen=True, slots=True)
class DeckLook:
    """A deck by name and title, with the look in which it is read.

    `printed`: None (nobody has said) reads the box's look. `enrolled`: enrolled cards are read by the owner's
    pictures in either look. `card`: the face that stands for it.
    """

    deck: str
    title: str
    printed: bool | None
    enrolled: bool
    card: Thing

    @property
    def words(self) -> str:
        """The look in which it is read now."""
        look = "printed" if self.printed else "old"
        return _(_WORDS["read"][f"enrolled-{look}" if self.enrolled else look])


def deck_looks() -> tuple[DeckLook, ...]:
    """All decks with a printed look besides the box's, each once."""
    found: dict[str, DeckLook] = {}
    for face in all_faces():
        parts = [part for part in parts_of(face, face.usual_setup()) if part.decks]
        for part in parts:
            for folder in own_decks(face.game):
                name = folder.name
                if name in part.decks and name not in found and (folder / PRINTED).is_dir():
                    enrolled = (decks_folder() / name).is_dir()
                    labels = (file.stem for file in (folder / PRINTED).iterdir())
                    first = min(label for label in labels if not label.startswith("back"))
                    # A deck's own name if its part has several, else its game's.
                    title = label_words(name) if len(part.decks) > 1 else _(face.game.name)
                    if len(part.decks) == 1 and len(parts) > 1:
                        title += f" · {_(part.title)}"
                    card = Thing("card", first, "up", name)
                    found[name] = DeckLook(name, title, lies_printed(name), enrolled, card)
    return tuple(found.values())
