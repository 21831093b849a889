"""What Quay shows at the table: its own board, on which bales are dragged; a finger's drop is told, or seen."""

from dataclasses import replace
from typing import Any

from companion.game import Event, Over
from companion.sight import Table
from tests.toys.quay.board import LiftBale, PutBale, QuayModel
from tests.toys.quay.rules import BALES, STORE, Carried, State, Threw
from ui.pages.played_table import GameSide, PlayedTable
from ui.present.models import TableModel
from ui.present.touches import DragPiece, TableTouch

Bales = tuple[tuple[str, float, float], ...]
"""Each bale with its middle (mm)."""


def drawn_table(table: Table, state: State, bales: Bales, drags: bool = False, lifted: str = "") -> QuayModel:
    """The board in a state, with the bales where they are said to lie."""
    landed = dict(zip((region.name for region in table.regions), state.goods, strict=False))
    regions = tuple(
        (each.name, (each.x, each.y, each.w, each.h), f"{each.name} {landed.get(each.name, '')}".strip())
        for each in table.regions
    )
    return QuayModel(table.width_mm, table.height_mm, regions, bales, drags, lifted)


class QuaySide(GameSide):
    """The side of a table screen that is about Quay."""

    hides_simulated = True

    def __init__(self, side: PlayedTable) -> None:
        super().__init__(side)
        referee = side.session.referee
        self._table = referee.game.table(referee.setup)
        self._lifted = ""

    @property
    def _state(self) -> State:
        state: State = self.side.session.referee.state
        return state

    def dress(self, kind: str, model: TableModel) -> TableModel:
        return model if kind == "curtain" else replace(model, own=self._model(kind in ("play", "private")))

    def _model(self, drags: bool) -> QuayModel:
        drags = drags and None not in self._state.berths
        return drawn_table(self._table, self._state, self._bales(), drags, self._lifted)

    def _bales(self) -> Bales:
        """The bales where they lie on the simulated table, else where the book has them."""
        simulated = self.side.opened.simulated
        if simulated is None:
            return places(self._table, self._state)
        lying = sorted(simulated.tabletop.things, key=lambda thing: list(BALES).index(thing.label or ""))
        return tuple((thing.label or "", thing.x, thing.y) for thing in lying)

    def take(self, touch: TableTouch) -> bool:
        match touch:
            case LiftBale(bale):
                self._lifted = "" if bale == self._lifted else bale
            case PutBale(region):
                bale, self._lifted = self._lifted, ""
                n = list(BALES).index(bale)
                across, up = next(each.centre for each in self._table.regions if each.name == region)
                self._dragged(bale, across + 28.0 * (n - 1), up)
            case DragPiece(bale, x, y):
                self._dragged(bale, x, y)
            case _:
                return False
        return True

    def _dragged(self, bale: str, x: float, y: float) -> None:
        """A bale was dragged: on the simulated table it is laid there and seen, else it is told where it lies now."""
        simulated = self.side.opened.simulated
        if simulated is not None:
            n = [thing.label for thing in simulated.tabletop.things].index(bale)
            simulated.change(lambda top: top.removed(n).added(replace(top.things[n], x=x, y=y)))
        elif (event := self._event(bale, self._table.region_at(x, y))) is not None:
            self.side.tell(event)

    def _event(self, bale: Any, to: Any) -> Event | None:
        """What it means that a bale lies there now; None where it means nothing."""
        was, seat = dict(zip(BALES, self._state.lies, strict=True))[bale] or STORE, self._state.turns % 2
        if to in (None, was) or isinstance(self.side.session.reply.turn, Over):
            return None
        return Carried(seat, bale) if to == STORE else Threw(seat, bale, to)


def places(table: Table, state: State) -> Bales:
    """The middle of each bale (mm), by the book: in the store side by side, at a berth one behind the other."""
    regions = {region.name: region for region in table.regions}
    found = []
    for n, (bale, berth) in enumerate(zip(BALES, state.lies, strict=True)):
        x, y = regions[berth or STORE].centre
        found.append((bale, x, y + 36.0 * (n - 1)) if berth else (bale, x + 44.0 * (n - 1), y))
    return tuple(found)
