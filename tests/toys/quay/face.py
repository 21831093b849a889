"""The face of Quay: bales that are thrown about and dragged back, sheets to print, and hands that play it."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from companion.game import Game, Setup
from tests.toys.quay.rules import BALES
from tests.toys.quay.side import QuaySide, drawn_table, places
from ui.faces.face import DiscDeck, Face, Facts, PrintedPart, Room
from ui.pages.agreement import Agreement, PageFace
from ui.present.models import Button, OptionRow
from ui.present.touches import Goto
from ui.printing.parts import mat_part

if TYPE_CHECKING:
    from ui.demo.playing import Deeds
    from ui.present.models import StepPage
    from ui.present.walk import Walk
    from vision.decks.deck import Deck
    from vision.printed.marks import Drawing


class QuayFace(PageFace):
    """What Quay shows and needs."""

    by_touch = True

    def fact_rows(self, facts: Facts) -> tuple[OptionRow, ...]:
        told = "Cut out" if facts else "Not cut out"
        return (OptionRow("The bales", (Button(told, Goto("bales"), "plain", "pen"),)),)

    @property
    def steps(self) -> "Mapping[str, Callable[..., StepPage]]":
        return {"bales": self._ask}

    def _ask(self, agreement: Agreement, _clock: "Callable[[], float]") -> "StepPage":
        from tests.toys.quay.bales_page import BalesPage

        return BalesPage(lambda: agreement.tell_fact("bales", "cut out"))

    def printed_parts(self, _setup: Setup) -> tuple[PrintedPart, ...]:
        return (
            PrintedPart("bales", "The bales", "Glue them onto card, and cut them out.", draw=self._drawn),
            mat_part(self.game),
        )

    def table_side(self, side: Any) -> QuaySide:
        return QuaySide(side)

    def still(self, walk: "Walk", place: int) -> object:
        table, state = self.game.table(walk.setup), walk.states[place]
        return drawn_table(table, state, places(table, state))

    def discs(self, setup: Setup) -> DiscDeck:
        faces = tuple((bale, bale.capitalize()) for bale in BALES)
        return DiscDeck("quay", "The bales of Quay", faces, self.game.table(setup))

    def drawn_discs(self, setup: Setup) -> "Deck":
        from tests.toys.quay.hands import drawn_bales

        return drawn_bales()

    def _drawn(self, setup: Setup, room: Room) -> "list[Drawing]":
        from vision.printed.card_sheets import draw_discs

        return draw_discs(self.drawn_discs(setup), *room)

    def set_out(self, simulated: Any, state: Any) -> None:
        """The bales lie in the store, before any look."""
        from tests.toys.quay.hands import laid
        from vision.painted.tabletop import TableTop

        simulated.put(TableTop(tuple(map(laid, places(simulated.table, state)))))

    def deeds(self, hands: Any, chance: Any) -> "Deeds":
        from tests.toys.quay.hands import Throwing

        return Throwing(self.game, hands, chance)


def face(game: Game[Any]) -> Face:
    """The face that the box finds."""
    return QuayFace(game)
