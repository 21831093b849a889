"""The tables of the club as they are now, from what boxes tell. Read by any thread, changed by one.

Rule kept: of one run of a box's program an older state never takes the place of a newer one, whatever any clock says.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice

from ui.club.broker.messages import Health, MessageFault, TableState

MOST_BOXES = 20_000
"""Further ones are refused: each costs memory."""
_RUNS_KNOWN = 8


@dataclass(frozen=True, slots=True)
class TableNow:
    """One table. `changes` counts what came of it; `seen` when anything did, in s since 1970, by the club's clock.

    `runs`: the last runs of its program that told a state.
    """

    box: str
    state: TableState | None = None
    health: Health | None = None
    seen: float = 0.0
    changes: int = 0
    runs: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What it is called; its id where nobody called it anything."""
        told = self.health or self.state
        return (told.table if told is not None else "") or self.box

    @property
    def is_online(self) -> bool:
        return self.health is not None and self.health.online


class Tables:
    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._tables: dict[str, TableNow] = {}
        self._unkept: dict[str, None] = {}
        self._shut_out: frozenset[str] = frozenset()
        self._is_other_list = False

    def restore(self, kept: list[TableNow]) -> None:
        """The tables as they were seen last, when the club's computer was off."""
        self._tables = {table.box: table for table in kept} | self._tables

    def get(self, box: str) -> TableNow | None:
        return self._tables.get(box)

    def all(self) -> list[TableNow]:
        """All tables by their names: numbers in them by size; without boxes that are shut out."""
        shown = (table for box, table in self._tables.copy().items() if box not in self._shut_out)
        return sorted(shown, key=lambda table: (_by_name(table.name), table.box))

    def shut_out(self, boxes: frozenset[str]) -> bool:
        """These boxes are shut out now; whether it were others before."""
        before, self._shut_out = self._shut_out, boxes
        self._is_other_list |= before != boxes
        return before != boxes

    def told_state(self, box: str, state: TableState) -> bool:
        """A state has come; whether it is news. Raises MessageFault where there are too many boxes."""
        table = self._table(box)
        goes_on = table.runs[-1:] == (state.run,)
        is_old = goes_on and table.state is not None and state.n <= table.state.n
        if is_old or state.run in table.runs[:-1]:
            return False
        runs = table.runs if goes_on else (*table.runs, state.run)[-_RUNS_KNOWN:]
        self._change(replace(table, state=state, runs=runs))
        return True

    def told_health(self, box: str, health: Health) -> bool:
        """A box is there, or is not; whether it is news."""
        table = self._table(box)
        known = table.health
        if known is not None and not health.online and known.online and known.run != health.run:
            return False  # the last will of a run of the program that has been followed by another
        self._change(replace(table, health=health))
        return health != known

    def list_changed(self) -> bool:
        """Whether a table came, went or was called otherwise since this was asked last."""
        changed, self._is_other_list = self._is_other_list, False
        return changed

    def drop(self, box: str) -> bool:
        """A box that left the club; whether it was known."""
        self._is_other_list = True
        self._unkept.pop(box, None)
        return self._tables.pop(box, None) is not None

    def unkept(self, most: int) -> list[TableNow]:
        """What has changed and the database was not given yet, `most` at once, whoever has waited longest."""
        boxes = list(islice(self._unkept, most))
        for box in boxes:
            del self._unkept[box]
        return [self._tables[box] for box in boxes if box in self._tables]

    def keep_again(self, tables: list[TableNow]) -> None:
        self._unkept.update(dict.fromkeys(table.box for table in tables))

    def _table(self, box: str) -> TableNow:
        if box not in self._tables and len(self._tables) >= MOST_BOXES:
            raise MessageFault(f"more than {MOST_BOXES} boxes")
        return self._tables.get(box, TableNow(box))

    def _change(self, table: TableNow) -> None:
        before = self._tables.get(table.box)
        self._is_other_list |= before is None or before.name != table.name
        self._tables[table.box] = replace(table, seen=self._now(), changes=table.changes + 1)
        self._unkept[table.box] = None


def _by_name(name: str) -> list[tuple[int, str]]:
    """Sorts "Table 10" after "Table 9"."""
    parts = re.findall(r"[0-9]{1,12}|.", name.casefold(), re.DOTALL)
    return [(int(part), "") if "0" <= part[0] <= "9" else (-1, part) for part in parts]
