"""Who plays a game in a demo, and what a game says that is played in a way of its own."""

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from companion.game import Game
from ui.faces.registry import face_of

if TYPE_CHECKING:
    from random import Random

    from ui.demo.deeds import Deeds, Hands


@runtime_checkable
class PlaysDemo(Protocol):
    def deeds(self, hands: "Hands", chance: "Random") -> "Deeds": ...


def deeds_of(game: Game[Any], hands: "Hands", chance: "Random") -> "Deeds":
    # what paints is brought in where something is played, not with every face
    from ui.demo.deeds import Deeds

    face = face_of(game)
    return face.deeds(hands, chance) if isinstance(face, PlaysDemo) else Deeds(game, hands, chance)
