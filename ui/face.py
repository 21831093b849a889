"""The face of a game: all that the box must know of it besides its rules.

This one, the plain face, serves every game of cards that lie in regions; a game that needs more has a face of its own
in its folder of `ui.games`.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.game import Game, Setup, checked
from companion.sight import Table
from ui.tribes_agreed import with_tribes

if TYPE_CHECKING:
    from random import Random

    from ui.demo_deeds import Deeds, Hands
    from vision.decks import Deck
    from vision.eye import Eye
    from vision.painted_sheet import PaintedSheet
    from vision.simulated import SimulatedTable


@dataclass(frozen=True, slots=True)
class DiscDeck:
    """The discs of a game: the name of their deck, what they are called, and each face's label with its words."""

    name: str
    title: str
    faces: tuple[tuple[str, str], ...]
    table: Table

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(label for label, _words in self.faces)


class Face:
    """What every game shows and needs, changed by the games that show or need something else."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    # what is agreed before it

    def with_owners(self, setup: Setup) -> Setup:
        """The set-up with what the owner wrote down of this game. Raises OwnersFault for a file that cannot be read."""
        return with_tribes(self.game, setup)

    def usual_setup(self) -> Setup:
        """What is agreed where nobody agrees on anything."""
        return checked(self.game, Setup(self.game.seats[0]))

    # what it is read by

    def discs(self, setup: Setup) -> DiscDeck | None:
        """The discs that it is played with; None where it has none."""
        return None

    def drawn_discs(self, setup: Setup) -> "Deck | None":
        """Discs of which the game brings no pictures, drawn for a simulated table."""
        return None

    def tell_eye(self, eye: "Eye", state: Any) -> None:
        """Lets the eye know what the book knows and no picture shows."""

    # the simulated table

    def printed_board(self, state: Any) -> "PaintedSheet | None":
        """What lies printed on the simulated table."""
        return None

    def set_out(self, simulated: "SimulatedTable", state: Any) -> None:
        """Puts on the simulated table what lies there before anybody has done anything."""

    def deeds(self, hands: "Hands", chance: "Random") -> "Deeds":
        """Who plays it in a demo."""
        from ui.demo_deeds import Deeds

        return Deeds(self.game, hands, chance)
