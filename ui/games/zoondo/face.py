"""The face of Zoondo: the plain one, and its cards to print."""

from typing import Any

from companion.game import Game
from ui.faces.face import Face
from ui.games.zoon_parts import ZoonFace
from ui.present.personas import Persona
from ui.words import marked


class ZoondoFace(ZoonFace):
    """What Zoondo needs besides what every game of cards does."""

    persona = Persona(
        "Umbra",
        temper=marked("Has not seen its own cards either, and guesses yours."),
        guesses=marked("I think I know which one that is."),
        behind=marked("You hide them well."),
        won=marked("All is turned up now. What a pleasure."),
        lost=marked("I touched the wrong corner. Well hidden."),
    )


def face(game: Game[Any]) -> Face:
    """The face that the box finds."""
    return ZoondoFace(game)
