"""What fills the room that is left: as many rows as fit, and answers with pictures as large as fit."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from ui.widgets.boxes import Row, Scroll
from ui.widgets.keys import Key
from ui.widgets.theme import GAP, u, upright

LEAST_PICTURE, MOST_PICTURE, PICTURE_PART = 72.0, 190.0, 0.45
"""The side of an answer's picture, in units, and the most of its key's width that it takes."""
AT_ONCE = 5
"""So many rows of answers with pictures are in sight before one scrolls, or nearly."""


class Filled(Scroll):
    """A column that scrolls; of the rows at its end only those are shown that fit.

    `after` stands below them all. The rows have heights of their own from the beginning.
    """

    def __init__(
        self, children: Sequence[Widget], rows: Sequence[Widget], after: Sequence[Widget] = (), **more: Any
    ) -> None:
        super().__init__((*children, *after), **more)
        self._children, self._rows, self._after = children, rows, after
        self._shown = 0
        self._fill_soon = Clock.create_trigger(self._fill, -1)
        for part in children:
            part.bind(height=self._fill_soon)
        self.bind(size=self._fill_soon)

    def _fill(self, _seconds: float) -> None:
        gap = self.column.spacing
        room = self.height - sum(part.height + gap for part in self._children)
        shown = 0
        for row in self._rows:
            room -= row.height + gap
            if room < -gap - 1:
                break
            shown += 1
        if shown == self._shown:
            return
        self._shown = shown
        self.column.clear_widgets()
        for part in (*self._children, *self._rows[:shown], *self._after):
            self.column.add_widget(part)


class Answers(Scroll):
    """Answers with pictures: one below the other, two a row where there is width; the pictures share the room.

    The first are there at once, as many as can be in sight; the rest follow below them, a row a frame.
    """

    def __init__(
        self, before: Sequence[Widget], keys: Sequence[Callable[[], Key]], *, narrow: bool, **more: Any
    ) -> None:
        """`keys`: each makes one. `narrow`: the words are so short that two keys find room side by side."""
        self._keys: list[Key] = []
        self._before = before
        self._across = 2 if upright() and len(keys) > 1 and narrow else 1
        self._rows: list[Row] = []
        self._to_come = [keys[n : n + self._across] for n in range(0, len(keys), self._across)]
        self._in_all = len(self._to_come)
        super().__init__(before, **more)
        self._fit_soon = Clock.create_trigger(self._fit, -1)
        self._go_on = Clock.create_trigger(self._follow)
        for part in before:
            part.bind(height=self._fit_soon)
        self.bind(size=self._fit_soon)
        for _row in range(AT_ONCE):
            self._add_row()
        self._go_on()
        self._fit_soon()

    def _add_row(self) -> None:
        if not self._to_come:
            return
        keys = [make() for make in self._to_come.pop(0)]
        for key in keys:
            key.pos_hint = {"top": 1}
            key.bind(height=self._fit_soon)
        some: list[Widget] = [*keys, *(Widget() for _place in range(self._across - len(keys)))]
        row = Row(some, size_hint_y=None)
        self._keys += keys
        self._rows.append(row)
        self.column.add_widget(row)

    def _follow(self, _seconds: float) -> None:
        """One row more, until all are there or nobody shows them any more."""
        if self._to_come and self.parent is not None:
            self._add_row()
            self._fit_soon()
            self._go_on()

    def _fit(self, _seconds: float) -> None:
        gap = u(GAP)
        room = self.height - sum(part.height + gap for part in self._before)
        each = (room - gap * (self._in_all - 1)) / max(self._in_all, 1) - 2 * u(GAP)
        wide = (self.width - gap * (self._across - 1)) / self._across * PICTURE_PART
        side = max(u(LEAST_PICTURE), min(each, wide, u(MOST_PICTURE)))
        for key in self._keys:
            key.picture_side = side
        for row in self._rows:
            row.height = max(part.height for part in row.children if isinstance(part, Key))
