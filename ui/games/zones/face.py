"""The face of ZoneS: the owner's roster, tokens, and halves that are laid behind a screen."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from companion.game import Event, Option, Setup, SetupFault
from companion.games.zones.pieces import facts
from companion.games.zones.state import ARMIES, SIDES
from ui.faces.face import DiscDeck, Facts
from ui.faces.page import StepPage
from ui.games.zones.agreed import ARMY, army_faults, army_key, army_page, roster_key, roster_row, swapped
from ui.games.zones.rosters import with_roster
from ui.pages.agreement import Agreement, Draft, PageFace
from ui.pages.played_table import GameSide, PlayedTable
from ui.present.models import Button, OptionRow
from ui.present.personas import persona_in
from ui.present.steps import StepModel
from ui.printing.usual_parts import mat_part
from ui.words import _

if TYPE_CHECKING:
    from random import Random

    from companion.games.zones.state import State
    from ui.demo.deeds import Deeds, Hands
    from ui.faces.face import PrintedPart
    from ui.present.models import EventPicture
    from ui.present.walk import Walk


class ZonesFace(PageFace):
    def with_owners(self, setup: Setup) -> Setup:
        return msgspec.structs.replace(setup, facts=with_roster(setup.facts))

    by_touch = True
    persona = persona_in("ui.games.zones")

    def fact_rows(self, facts: Facts) -> tuple[OptionRow, ...]:
        return (roster_row(facts),)

    def facts_key(self, facts: Facts) -> Button | None:
        return roster_key(facts)

    def seat_key(self, draft: Draft, option: Option, seat: int) -> Button | None:
        return army_key(draft, seat) if option.name == ARMIES.name else None

    def agreement_page(self, draft: Draft) -> StepModel | None:
        seat = draft.page.removeprefix(ARMY)
        return None if seat == draft.page else army_page(draft, int(seat))

    def setup_fault(self, draft: Draft, fault: SetupFault) -> str:
        return army_faults(draft) if fault.field == ARMIES.name else ""

    def chosen(self, before: Draft, after: Draft) -> Draft:
        """Who takes the other side takes its army."""
        if before.value(SIDES) == after.value(SIDES):
            return after
        return after.with_value(ARMIES.name, swapped(after.value(ARMIES)))

    @property
    def steps(self) -> "Mapping[str, Callable[..., StepPage]]":
        return {"roster": _rosters}

    def table_side(self, side: PlayedTable) -> GameSide:
        from ui.games.zones.faces import ShownField

        return ShownField(side)

    def still(self, walk: "Walk", place: int) -> object:
        from ui.games.zones.field import bare, halves_laid, open_board
        from ui.present.board import traces

        state: State = walk.states[place]
        if state.phase == "set-up":
            return bare(state.agreed) if walk.over is None else halves_laid(state)
        event = walk.event(place)
        marks, arrows = traces(() if event is None else (event,), self.game.table(walk.setup))
        ways = tuple((arrow.regions[0], arrow.regions[-1]) for arrow in arrows)
        return replace(open_board(state, {mark.region: mark.kind for mark in marks}), taps=None, ways=ways)

    def event_pictures(self, state: Any, event: Event, /) -> "tuple[EventPicture, ...]":
        from ui.games.zones.field import event_pictures

        return event_pictures(state, event)

    def printed_parts(self, _setup: Setup) -> "tuple[PrintedPart, ...]":
        from ui.games.zones.printed import PARTS

        return (*PARTS, mat_part(self.game))

    def discs(self, setup: Setup) -> DiscDeck:
        faces = tuple((kind.id, kind.name) for kind in facts(setup.facts).kinds.values())
        return DiscDeck("zones-tokens", _("The tokens of ZoneS"), faces, self.game.table(setup))

    def deeds(self, hands: "Hands", chance: "Random") -> "Deeds":
        from ui.games.zones.deeds import ScreenedDeeds

        return ScreenedDeeds(self.game, hands, chance)


def _rosters(_agreement: Agreement, _clock: "Callable[[], float]") -> "StepPage":
    from ui.games.zones.roster_side import RosterSide

    return RosterSide()


face = ZonesFace
