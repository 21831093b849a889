"""The face of Zoon by the alternate rules: the plain one, and its cards to print."""

from typing import Any

from companion.game import Game
from ui.faces.face import Face
from ui.games.zoon_parts import ZoonFace
from ui.present.personas import Persona
from ui.words import marked


class ZoonAlternateFace(ZoonFace):
    """What Zoon by the alternate rules needs besides what every game of cards does."""

    persona = Persona(
        "Moss",
        temper=marked("An old soldier who counts every number twice."),
        ahead=marked("My row holds. Yours?"),
        behind=marked("Steady. Old soldiers have seen worse."),
        won=marked("A fine fight. The drums are for both of us."),
        lost=marked("Beaten in the open. I salute you."),
    )


def face(game: Game[Any]) -> Face:
    """The face that the box finds."""
    return ZoonAlternateFace(game)
