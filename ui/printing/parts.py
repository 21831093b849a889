"""What games need from a printer, and their decks that look otherwise as they come out of it."""

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
    """Every part of a game, in the order in which it is made."""
    own = face.printed_parts(setup)
    if own:
        return own
    mat = () if face.game.table(setup).tags is None else (mat_part(face.game),)
    return (deck_part(face.game), *mat)


def mat_part(game: Game[Any]) -> PrintedPart:
    """The mat with its tags, of a game that lies in regions."""

    def drawn(setup: Setup, _room: Room) -> "list[Drawing]":
        from vision.printed.drawing import draw_mat

        return [draw_mat(game.table(setup))]

    return PrintedPart("mat", _WORDS["part"]["mat"], _WORDS["how"]["mat"], draw=drawn)


def deck_part(game: Game[Any]) -> PrintedPart:
    """The decks of pictures that a game brings, each card once."""

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
    """A deck by its name and by its title for people, and in which look it is read.

    `printed`: None where nobody has said; then the look of the box is read.
    `enrolled`: the owner's pictures are read of the cards that were enrolled, whatever is chosen for the others.
    `card`: the face that stands for it.
    """

    deck: str
    title: str
    printed: bool | None
    enrolled: bool
    card: Thing

    @property
    def words(self) -> str:
        """In which look it is read now."""
        look = "printed" if self.printed else "old"
        return _(_WORDS["read"][f"enrolled-{look}" if self.enrolled else look])


def deck_looks() -> tuple[DeckLook, ...]:
    """The decks of all games that have a printed look besides that of the box, each once."""
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
                    # The deck's own name where a part has several, else its game's.
                    title = label_words(name) if len(part.decks) > 1 else _(face.game.name)
                    if len(part.decks) == 1 and len(parts) > 1:
                        title += f" · {_(part.title)}"
                    card = Thing("card", first, "up", name)
                    found[name] = DeckLook(name, title, lies_printed(name), enrolled, card)
    return tuple(found.values())
