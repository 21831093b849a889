"""The face of Quay: bales that are thrown about and dragged back, sheets to print, and hands that play it."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from companion.game import Game, Setup
from tests.toys.quay.rules import BALES
from tests.toys.quay.side import QuaySide, places
from ui.demo.face import PlaysDemo
from ui.faces.face import DiscDeck, Face, Facts, Sheet
from ui.pages.face import PageFace
from ui.pages.step_start import LeadsStepByStep, StepStart
from ui.screens.face import DrawsBoard, Parts

if TYPE_CHECKING:
    from ui.demo.deeds import Deeds
    from ui.faces.step_page import StepPage
    from ui.widgets.own_board import OwnBoard
    from vision.decks.deck import Deck
    from vision.printed.marks import Drawing


class QuayFace(PageFace, LeadsStepByStep, DrawsBoard, PlaysDemo):
    """What Quay shows and needs."""

    by_touch = True
    usual_facts = (("bales", "cut out"),)

    def asked_first(self, facts: Facts) -> str:
        return "" if facts else "bales"

    @property
    def steps(self) -> "Mapping[str, Callable[[StepStart], StepPage]]":
        return {"bales": self._ask}

    def _ask(self, start: StepStart) -> "StepPage":
        from tests.toys.quay.bales_page import BalesPage

        return BalesPage(lambda: start.agreement.tell_fact(*self.usual_facts[0]))

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        return (
            Sheet(
                "quay",
                "its quay and its bales",
                self._drawn,
                cut=True,
                glue="Glue the quay together, and the bales onto card.",
            ),
        )

    def table_side(self, side: Any) -> QuaySide:
        return QuaySide(side)

    def board(self, model: Any, parts: Parts) -> "OwnBoard":
        from tests.toys.quay.board import QuayBoard

        return QuayBoard(model, parts.send)

    def discs(self, setup: Setup) -> DiscDeck:
        faces = tuple((bale, bale.capitalize()) for bale in BALES)
        return DiscDeck("quay", "The bales of Quay", faces, self.game.table(setup))

    def drawn_discs(self, setup: Setup) -> "Deck":
        from tests.toys.quay.hands import drawn_bales

        return drawn_bales()

    def _drawn(self, setup: Setup, room: tuple[float, float] | None) -> "list[Drawing]":
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


def face(game: Game[Any]) -> Face:
    """The face that the box finds."""
    return QuayFace(game)
