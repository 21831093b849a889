"""What games of cards in regions need from a printer: their decks of pictures, and a mat with its tags."""

from typing import TYPE_CHECKING, Any

from companion.game import Game, Setup
from ui.box.eyes import own_decks
from ui.faces.face import CardToPrint, Face, PrintedPart, Room
from ui.words import marked

if TYPE_CHECKING:
    from vision.printed.marks import Drawing


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

    how = marked(
        "Glue each sheet over the one before it, along the lines at its edges. Or lay out only the four tags, cut off"
        " with their white rim, where the mat has them."
    )
    return PrintedPart("mat", marked("The mat"), how, draw=drawn)


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
    return PrintedPart("cards", marked("The cards"), marked("Cut them out."), cards=cards, decks=decks)
