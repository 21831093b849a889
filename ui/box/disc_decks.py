"""The discs of all games: what they are called, and what they look like on a simulated table."""

from typing import TYPE_CHECKING, Any

from companion.game import Game, Setup
from ui.faces.face import DiscDeck
from ui.faces.registry import all_faces

if TYPE_CHECKING:
    from vision.decks.deck import Deck


def disc_decks(game: Game[Any] | None = None, setup: Setup | None = None) -> tuple[DiscDeck, ...]:
    """The discs of all games; those of `game` as its set-up has them."""
    found = []
    for face in all_faces():
        agreed = setup if game is not None and face.game.id == game.id else None
        found.append(face.discs(agreed or face.usual_setup()))
    return tuple(deck for deck in found if deck is not None)


def painted_discs(name: str) -> "Deck":
    """The faces of a deck of discs as a simulated table shows them. Raises KeyError for a name that there is not."""
    from ui.box.eyes import lying_decks, own_decks

    for face in all_faces():
        deck = face.discs(face.usual_setup())
        if deck is not None and deck.name == name:
            folders = [path for path in own_decks(face.game) if path.name == name]
            return face.drawn_discs(face.usual_setup()) or lying_decks(folders, painted=True)[0]
    raise KeyError(name)
