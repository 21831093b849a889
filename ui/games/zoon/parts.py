"""What Zoon and Zoondo need from a printer: cards of every tribe, sheets that explain them, blank cards, the mat."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from companion.game import Setup, Value
from companion.games.zoon.family.deck import facts
from companion.language import spoken
from ui.box.eyes import own_decks
from ui.faces.face import Face
from ui.faces.printed_parts import CardToPrint, PrintedPart
from ui.games.zoon.printed import PrintedTribe, printed_card, printed_tribe
from ui.printing.usual_parts import mat_part
from ui.words import marked

if TYPE_CHECKING:
    from vision.printed.marks import Drawing

BLANKS = 3
"""So many blank cards of each tribe: as many as stand in a row."""


class ZoonFace(Face):
    """What the games of Zoons need besides what every game of cards does: their cards to print."""

    def printed_parts(self, _setup: Setup) -> tuple[PrintedPart, ...]:
        """All parts, in order; of all tribes that are known, since everybody at a table chooses one."""
        return (
            PrintedPart(
                "cards",
                marked("The cards, tribe by tribe"),
                marked(
                    "Print both sides and cut them out. A card with an A and one with a B are mirror images."
                ),
                cards=_cards,
                decks=tuple(path.name for path in own_decks(self.game)),
            ),
            PrintedPart(
                "tribes",
                marked("A sheet for each tribe"),
                marked("It says what stars and trumps do: for who plays the tribe, to lie beside the board."),
                draw=lambda setup, _room: [tribe.sheet for tribe in _tribes(setup).values()],
                pales=True,
            ),
            PrintedPart(
                "blanks",
                marked("Blank cards"),
                marked("For cards of your own: fill them in by hand, and enrol them."),
                cards=lambda setup: [
                    CardToPrint("blank", tribe.blank, tribe.back, BLANKS) for tribe in _tribes(setup).values()
                ],
            ),
            mat_part(self.game),
        )

    def large_card(self, setup: Setup, label: str) -> "Drawing | None":
        """Kept are Zoons with their types in English."""
        known = facts(setup.facts)
        return printed_card(known, label) if label in known.zoons or label in known.trumps else None


def _tribes(setup: Setup) -> Mapping[str, PrintedTribe]:
    return _drawn(setup.facts, spoken().code)


@lru_cache(maxsize=1)
def _drawn(given: tuple[tuple[str, Value], ...], _language: str) -> Mapping[str, PrintedTribe]:
    """Every tribe, drawn once for all parts in the language that is spoken: then a card stands in a file once, too."""
    known = facts(given)
    return {tribe: printed_tribe(known, tribe) for tribe in known.tribes}


def _cards(setup: Setup) -> list[CardToPrint]:
    return [
        CardToPrint(label, face, tribe.back, tribe.copies[label], group=id)
        for id, tribe in _tribes(setup).items()
        for label, face in tribe.faces.items()
    ]
