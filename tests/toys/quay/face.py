"""The face of Quay: bales that are thrown about and dragged back, sheets to print, and hands that play it."""

from typing import TYPE_CHECKING, Any

from companion.game import Setup
from tests.toys.quay.rules import BALES
from tests.toys.quay.side import QuaySide, places
from ui.faces.face import DiscDeck, Face, Facts, Sheet

if TYPE_CHECKING:
    from ui.demo.deeds import Deeds
    from ui.faces.step_page import StepPage
    from ui.screens.page import Page
    from ui.widgets.own_board import OwnBoard
    from vision.decks.deck import Deck
    from vision.printed.drawing import Drawing


class QuayFace(Face):
    """What Quay shows and needs."""

    by_touch = True
    pages = ("bales",)
    usual_facts = (("bales", "cut out"),)

    def asked_first(self, facts: Facts) -> str:
        return "" if facts else "bales"

    def step(self, page: str, agreement: Any, source: str, clock: Any) -> "StepPage":
        from tests.toys.quay.bales_page import BalesPage

        return BalesPage(lambda: agreement.tell_fact(*self.usual_facts[0]))

    def screen(self, page: str, send: Any, picture: Any) -> "Page":
        from ui.screens.steps import StepScreen

        return StepScreen(send, picture)

    sheets = (
        Sheet(
            "quay",
            "its quay and its bales",
            cut=True,
            glue="Glue the quay together, and the bales onto card.",
        ),
    )

    def table_side(self, side: Any) -> QuaySide:
        return QuaySide(side)

    def board(self, model: Any, faces: Any, send: Any) -> "OwnBoard":
        from tests.toys.quay.board import QuayBoard

        return QuayBoard(model, send)

    def discs(self, setup: Setup) -> DiscDeck:
        faces = tuple((bale, bale.capitalize()) for bale in BALES)
        return DiscDeck("quay", "The bales of Quay", faces, self.game.table(setup))

    def drawn_discs(self, setup: Setup) -> "Deck":
        from tests.toys.quay.hands import drawn_bales

        return drawn_bales()

    def draw(self, sheet: str, setup: Setup, room: tuple[float, float] | None) -> "list[Drawing]":
        from vision.printed.discs import draw_discs
        from vision.printed.drawing import draw_mat

        assert room is not None, "what is cut out is printed on pages"
        return [draw_mat(self.game.table(setup)), *draw_discs(self.drawn_discs(setup), *room)]

    def set_out(self, simulated: Any, state: Any) -> None:
        """The bales lie in the store, before any look."""
        from tests.toys.quay.hands import laid
        from vision.painted.tabletop import TableTop

        simulated.put(TableTop(tuple(map(laid, places(simulated.table, state)))))

    def deeds(self, hands: Any, chance: Any) -> "Deeds":
        from tests.toys.quay.hands import Throwing

        return Throwing(self.game, hands, chance)


FACE = QuayFace
