"""The face of ZoneS: the owner's roster, tokens, and halves that are laid behind a screen."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from companion.game import Option, Setup, SetupFault
from companion.games.zones.options import ARMIES, SIDES
from companion.games.zones.pieces import facts
from ui.faces.face import DiscDeck, Face, Facts, Sheet
from ui.faces.game_side import GameSide
from ui.faces.step_page import StepPage
from ui.games.zones.agreed import (
    ARMY,
    army_faults,
    army_key,
    army_page,
    army_with,
    roster_row,
    swapped,
    without_armies,
)
from ui.games.zones.rosters import OURS, kept_roster, with_roster
from ui.games.zones.touches import ChangeArmy
from ui.pages.draft import Draft
from ui.present.models import Button, OptionRow, SeatsModel
from ui.present.touches import Touch
from ui.words import _

if TYPE_CHECKING:
    from random import Random

    from kivy.uix.widget import Widget

    from ui.demo.deeds import Deeds, Hands
    from ui.pages.agreement import Agreement
    from ui.pages.tableside import Tableside
    from ui.screens.page import Page
    from ui.widgets.faces import Faces
    from ui.widgets.keys import Send
    from ui.widgets.own_board import OwnBoard
    from vision.printed.drawing import Drawing


class ZonesFace(Face):
    """What ZoneS shows and needs."""

    def with_owners(self, setup: Setup) -> Setup:
        return msgspec.structs.replace(setup, facts=with_roster(setup.facts))

    by_touch = True

    def asked_first(self, facts: Facts) -> str:
        """Before the first game the owner is asked what the cards say."""
        return "" if facts or kept_roster().answered else "roster"

    usual_facts = OURS

    def fact_rows(self, facts: Facts) -> tuple[OptionRow, ...]:
        return (roster_row(facts),)

    def seat_key(self, draft: Draft, option: Option, seat: int) -> Button | None:
        return army_key(draft, seat) if option.name == ARMIES.name else None

    def agreement_page(self, draft: Draft) -> SeatsModel | None:
        if not draft.page.startswith(ARMY):
            return None
        return army_page(draft, int(draft.page.removeprefix(ARMY)))

    def setup_fault(self, draft: Draft, fault: SetupFault) -> str:
        """Limits of armies in whole sentences."""
        return army_faults(draft) if fault.field == ARMIES.name else ""

    def chosen(self, before: Draft, after: Draft) -> Draft:
        """Who takes the other side takes its army."""
        if before.value(SIDES) == after.value(SIDES):
            return after
        return after.with_value(ARMIES.name, swapped(after.value(ARMIES)))

    def agree(self, draft: Draft, touch: Touch) -> Draft | None:
        if not isinstance(touch, ChangeArmy):
            return None
        army = army_with(without_armies(draft), draft.value(ARMIES), touch.seat, touch.piece, touch.more)
        return draft.with_value(ARMIES.name, army)

    pages = ("roster",)

    def step(self, page: str, agreement: "Agreement", source: str, clock: Callable[[], float]) -> StepPage:
        from ui.games.zones.roster_side import RosterSide

        return RosterSide(asking=agreement.asked_first == page)

    def screen(self, page: str, send: "Send", picture: "Widget") -> "Page":
        from ui.screens.roster import RosterScreen

        return RosterScreen(send, picture)

    def table_side(self, side: "Tableside") -> GameSide:
        from ui.games.zones.side import FieldSide

        return FieldSide(side)

    def board(self, model: Any, faces: "Faces", send: "Send") -> "OwnBoard":
        from ui.widgets.field_board import FieldBoard

        return FieldBoard(model, faces, send)

    sheets = (
        Sheet(
            "zones",
            "all its parts",
            cut=True,
            glue="Glue the sheets of the screen and of the mat together along the lines; tokens want card behind them.",
        ),
        Sheet("tiles", "its tiles and bases", cut=True),
        Sheet("discs", "its tokens", cut=True),
    )

    def draw(self, sheet: str, setup: Setup, room: tuple[float, float] | None) -> "list[Drawing]":
        from ui.games.zones.printed import zones_drawings

        assert room is not None, "what is cut out is printed on pages"
        return zones_drawings(sheet, setup, room)

    def discs(self, setup: Setup) -> DiscDeck:
        faces = tuple((kind.id, kind.name) for kind in facts(setup.facts).kinds.values())
        return DiscDeck("zones-tokens", _("The tokens of ZoneS"), faces, self.game.table(setup))

    def deeds(self, hands: "Hands", chance: "Random") -> "Deeds":
        from ui.games.zones.deeds import ScreenedDeeds

        return ScreenedDeeds(self.game, hands, chance)


FACE = ZonesFace
