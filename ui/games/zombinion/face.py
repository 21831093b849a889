"""The face of Zombinion: the plain one, and its cards, dividers and mats to print."""

from typing import TYPE_CHECKING

from companion.game import Setup
from companion.games.zombinion.cards import cards
from ui.faces.face import Face
from ui.present.personas import persona_in

if TYPE_CHECKING:
    from ui.faces.face import PrintedPart
    from vision.printed.marks import Drawing


class ZombinionFace(Face):
    persona = persona_in("ui.games.zombinion")

    def printed_parts(self, _setup: Setup) -> "tuple[PrintedPart, ...]":
        from ui.games.zombinion.printed import PARTS

        return PARTS

    def large_card(self, setup: Setup, label: str) -> "Drawing | None":
        """Kept is the mean of all languages."""
        from ui.games.zombinion.printed import drawn

        return drawn(setup, label) if label in (*cards(setup.facts), "back") else None


face = ZombinionFace
