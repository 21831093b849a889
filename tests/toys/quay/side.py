"""What Quay shows at the table: its own board, on which bales are dragged; a finger's drop is told, or seen."""

from dataclasses import dataclass, replace
from typing import Any

from companion.game import Event, Over
from tests.toys.quay.rules import BALES, STORE, Carried, State, Threw
from ui.pages.game_side import GameSide
from ui.pages.played_table import PlayedTable
from ui.present.models import TableModel
from ui.present.table_touches import TableTouch

BALE_MM = 26.0


class DragBale(TableTouch, frozen=True):
    """A bale was dragged to a point of the table (mm)."""

    bale: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class QuayModel:
    """The table in mm: each region with its box and words, each bale with its middle; `drags`: bales may be dragged."""

    wide: float
    high: float
    regions: tuple[tuple[str, tuple[float, float, float, float], str], ...]
    bales: tuple[tuple[str, float, float], ...]
    drags: bool


class QuaySide(GameSide):
    """The side of a table screen that is about Quay."""

    hides_simulated = True

    def __init__(self, side: PlayedTable) -> None:
        super().__init__(side)
        referee = side.session.referee
        self._table = referee.game.table(referee.setup)

    @property
    def _state(self) -> State:
        state: State = self.side.session.referee.state
        return state

    def dress(self, kind: str, model: TableModel) -> TableModel:
        return model if kind == "curtain" else replace(model, own=self._model(kind == "play"))

    def _model(self, drags: bool) -> QuayModel:
        landed = dict(zip((region.name for region in self._table.regions), self._state.goods, strict=False))
        regions = tuple(
            (each.name, (each.x, each.y, each.w, each.h), f"{each.name} {landed.get(each.name, '')}".strip())
            for each in self._table.regions
        )
        drags = drags and None not in self._state.berths
        return QuayModel(self._table.width_mm, self._table.height_mm, regions, self._bales(), drags)

    def _bales(self) -> tuple[tuple[str, float, float], ...]:
        """The bales where they lie on the simulated table, else where the book has them."""
        simulated = self.side.opened.simulated
        if simulated is None:
            return places(self._table, self._state)
        lying = sorted(simulated.tabletop.things, key=lambda thing: list(BALES).index(thing.label or ""))
        return tuple((thing.label or "", thing.x, thing.y) for thing in lying)

    def take(self, touch: TableTouch) -> bool:
        if isinstance(touch, DragBale):
            self._dragged(touch.bale, touch.x, touch.y)
        return isinstance(touch, DragBale)

    def _dragged(self, bale: str, x: float, y: float) -> None:
        """A bale was dragged: on the simulated table it is laid there and seen, else it is told where it lies now."""
        simulated = self.side.opened.simulated
        if simulated is not None:
            n = [thing.label for thing in simulated.tabletop.things].index(bale)
            simulated.change(lambda top: top.removed(n).added(replace(top.things[n], x=x, y=y)))
        elif (event := self._event(bale, self._table.region_at(x, y))) is not None:
            self.side.say(event)

    def _event(self, bale: Any, to: Any) -> Event | None:
        """What it means that a bale lies there now; None where it means nothing."""
        was, seat = dict(zip(BALES, self._state.lies, strict=True))[bale] or STORE, self._state.turns % 2
        if to in (None, was) or isinstance(self.side.session.reply.turn, Over):
            return None
        return Carried(seat, bale) if to == STORE else Threw(seat, bale, to)


def places(table: Any, state: State) -> tuple[tuple[str, float, float], ...]:
    """The middle of each bale (mm), by the book: in the store side by side, at a berth one behind the other."""
    regions = {region.name: region for region in table.regions}
    found = []
    for n, (bale, berth) in enumerate(zip(BALES, state.lies, strict=True)):
        x, y = regions[berth or STORE].centre
        found.append((bale, x, y + 36.0 * (n - 1)) if berth else (bale, x + 44.0 * (n - 1), y))
    return tuple(found)
