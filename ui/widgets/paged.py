"""Rows in a place of a given height: as many as fit, and a key that turns to the rest."""

from collections.abc import Callable, Sequence
from math import inf
from typing import Any, TypeAlias

from kivy.clock import Clock
from kivy.uix.layout import Layout
from kivy.uix.widget import Widget

from ui.present.models import Button
from ui.present.touches import Touch, do, taken_by
from ui.widgets.boxes import Column, Row, Scroll, taken_out
from ui.widgets.keys import Key, Tool
from ui.widgets.text import Fitted, Words
from ui.widgets.theme import BODY, GAP, TOUCH, u

Made: TypeAlias = Widget | Callable[[], Widget]
"""A row, or what makes it when it is first in sight."""
LEAST_PICTURE = 72.0
"""The least side of an answer's picture, in units."""


def settled(widget: Widget, width: float) -> float:
    """The height (px) of a widget that is as high as what it holds, once it has this width (px)."""
    widget.width = width
    inside = [each for each in widget.walk(restrict=True) if isinstance(each, Layout)]
    # Widths are handed down, then heights up; Kivy's own passes would take a frame for each level.
    for each in (*inside, *reversed(inside)):
        each.do_layout()
    return float(widget.height)


class Paged(Column):
    """As many `rows` as fit, from the top, and where there are more a key that turns to them.

    `fill`: rows that stand below them where all fit and there is room, and nowhere else. `spared`: one of the rows,
    left out where the others fit only without it.
    """

    def __init__(
        self, rows: Sequence[Made], fill: Sequence[Made] = (), spared: Widget | None = None, **more: Any
    ) -> None:
        super().__init__(**more)
        self._spared = spared
        self._rows = list(rows)
        self._fill = fill
        # Where this page and those before it begin.
        self._starts = [0]
        self._soon = Clock.create_trigger(self._fit, -1)
        self.bind(size=self._soon)

    def turn_on(self, first: int) -> None:
        """Shows the rows from this one on."""
        self._starts.append(first)
        self._fit()

    def turn_back(self) -> None:
        self._starts.pop()
        self._fit()

    def _fit(self, *_seconds: object) -> None:
        if self.width < 2 or self.height < 2:
            return
        self.clear_widgets()
        gap, turning = u(GAP), u(TOUCH)
        if self._spared in self._rows and len(self._from(0, self.height)) < len(self._rows):
            kept, self._rows = self._rows, [row for row in self._rows if row is not self._spared]
            if len(self._from(0, self.height)) < len(self._rows):
                self._rows = kept  # it changes nothing
            self._spared = None
        first = self._starts[-1]
        shown = self._from(first, self.height)
        whole = len(shown) == len(self._rows)
        if not whole:
            room = self.height - turning - gap
            if room < turning:
                # In the largest type there may be no room for keys that turn.
                self.add_widget(Scroll(self._from(first, inf)))
                return
            shown = self._from(first, room)
            if shown[0].height > room + 1:
                # There a rule may need more than the whole place.
                shown = [Scroll((taken_out(shown[0]),), size_hint_y=None, height=room)]
        left = self.height - sum(row.height + gap for row in shown)
        below: list[Widget] = []
        if whole:
            # Pictures of keys are as large as the room that is left allows.
            pictured = [
                [key for key in row.walk(restrict=True) if isinstance(key, Key) and key.picture]
                for row in shown
            ]
            keys, before, least = [key for some in pictured for key in some], left, u(LEAST_PICTURE)
            if keys:
                high = sum(row.height for row in shown)
                each = least + max(left, 0) / sum(bool(some) for some in pictured)
                large = max(least, min(each, keys[0].width * 0.45, u(190)))
                # Beside a larger picture words may need more lines than there is room for.
                for side in (large, least):
                    for key in keys:
                        key.picture.size = (side, side)
                    left = before - float(sum(settled(row, self.width) for row in shown) - high)
                    if left >= 0:
                        break
            for made in self._fill:
                row = made if isinstance(made, Widget) else made()
                if settled(row, self.width) > left:
                    break
                shown.append(row)
                left -= row.height + gap
        else:
            # The keys that turn, and between them which rows are in sight of how many.
            end = first + len(shown)
            wide: Any = {"size_hint_x": None, "width": u(TOUCH)}
            back = Button("", do(self.turn_back), "plain", "step-back", enabled=first > 0)
            on = Button("", do(self.turn_on, end), "plain", "step-on", enabled=end < len(self._rows))
            told = Fitted(f"{first + 1}–{end} / {len(self._rows)}", BODY, "quiet")
            below = [Row((Tool(back, self._take, **wide), told, Tool(on, self._take, **wide)), height=TOUCH)]
            left -= turning + gap
        if left > 0:
            below.insert(0, Widget(size_hint_y=None, height=left))
        for row in (*shown, *below):
            self.add_widget(row)

    def _from(self, first: int, room: float) -> list[Widget]:
        """The rows from this one on that fit in a room (px), one at least."""
        shown: list[Widget] = []
        for n in range(first, len(self._rows)):
            made = self._rows[n]
            row = self._rows[n] = made if isinstance(made, Widget) else made()
            room -= settled(row, self.width)
            if shown and room < -1:
                break
            shown.append(row)
            room -= u(GAP)
        after = self._rows[first + len(shown) :]
        # A heading, which is a line or two, stands above what it is about.
        heading = any(isinstance(row, Words) and row.height <= u(TOUCH) for row in shown[1:][-1:])
        if heading and after and not isinstance(after[0], Words):
            shown.pop()
        return [taken_out(row) for row in shown]

    def _take(self, touch: Touch) -> None:
        taken_by(self, touch)
