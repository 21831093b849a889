"""The face of Zoondo: the plain one, and its cards to print."""

from typing import Any

from companion.game import Game, Setup
from ui.faces.face import Face
from ui.faces.printed_parts import PrintedPart
from ui.games.zoon_parts import zoon_parts


class ZoondoFace(Face):
    """What Zoondo needs besides what every game of cards does."""

    def printed_parts(self, _setup: Setup) -> tuple[PrintedPart, ...]:
        return zoon_parts(self.game)


def face(game: Game[Any]) -> Face:
    """The face that the box finds."""
    return ZoondoFace(game)
