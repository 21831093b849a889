"""Plain boxes that stack what they hold, and one that scrolls it."""

from collections.abc import Sequence
from typing import Any

from kivy.graphics import Color, PopMatrix, PushMatrix, Rotate, SmoothLine, SmoothRoundedRectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from ui.widgets.theme import GAP, ROUND, TOUCH, Colour, colours, u


class Column(BoxLayout):
    """Stacks from top to bottom. `tight`: as high as what it holds."""

    def __init__(
        self, children: Sequence[Widget] = (), *, tight: bool = False, gap: float = GAP, **more: Any
    ) -> None:
        super().__init__(orientation="vertical", spacing=u(gap), **more)
        for child in children:
            self.add_widget(child)
        if tight:
            self.size_hint_y = None
            self.bind(minimum_height=self.setter("height"))
            self.height = self.minimum_height


class Row(BoxLayout):
    """Stacks from left to right. `tight`: as high as the highest of what it holds, and as `least` (units)."""

    def __init__(
        self,
        children: Sequence[Widget] = (),
        height: float | None = None,
        gap: float = GAP,
        *,
        tight: bool = False,
        least: float = 0.0,
        **more: Any,
    ) -> None:
        self._least = u(least)
        super().__init__(orientation="horizontal", spacing=u(gap), **more)
        if height is not None:
            self.size_hint_y, self.height = None, u(height)
        for child in children:
            self.add_widget(child)
        if tight:  # at once: passes of layout, one within the other, are soon too many for a frame
            self.size_hint_y = None
            for child in children:
                if child.size_hint_y is None:
                    child.bind(height=self._grow)
            self._grow()

    def _grow(self, *_changed: object) -> None:
        heights = [child.height for child in self.children if child.size_hint_y is None]
        self.height = max(self._least, *heights) + self.padding[1] + self.padding[3]


class HeadRow(Row):
    """Something as high as its words, with keys at its right."""

    def __init__(self, first: Widget, *keys: Widget, **more: Any) -> None:
        first.pos_hint = {"center_y": 0.5}
        super().__init__((first, *keys), tight=True, least=TOUCH, **more)


def in_rows(
    parts: Sequence[Widget], across: int, height: float | None = None, gap: float = GAP
) -> list[Widget]:
    """So many side by side in each row; the last may have fewer, which are wider then."""
    return [Row(parts[n : n + across], height, gap) for n in range(0, len(parts), across)]


def taken_out(widget: Widget) -> Widget:
    """A widget that stands nowhere any more."""
    if widget.parent is not None:
        widget.parent.remove_widget(widget)
    return widget


class Scroll(ScrollView):
    """A column that scrolls upright when it is higher than its place; a bright bar says that there is more."""

    def __init__(self, children: Sequence[Widget] = (), gap: float = GAP, **more: Any) -> None:
        super().__init__(
            do_scroll_x=False,
            bar_width=u(5),
            bar_color=colours().quiet,
            bar_inactive_color=colours().line,
            scroll_type=["bars", "content"],
            scroll_distance=u(14),
            effect_cls="ScrollEffect",
            **more,
        )
        self.column = Column(children, tight=True, gap=gap, padding=(0, 0, u(10), 0))
        self.add_widget(self.column)


class Card(Column):
    """A column on a rounded ground."""

    def __init__(
        self,
        children: Sequence[Widget] = (),
        ground: Colour | None = None,
        *,
        tight: bool = True,
        gap: float = GAP,
        pad: float = 12,
        edge: Colour | None = None,
        **more: Any,
    ) -> None:
        super().__init__(children, tight=tight, gap=gap, padding=u(pad), **more)
        paint_ground(self, ground or colours().surface, edge=edge)


def paint_ground(
    widget: Widget, ground: Colour, round_by: float = ROUND, edge: Colour | None = None, wide: float = 2.0,
    inset: float = 0.0,
) -> Color:  # fmt: skip
    """A rounded ground behind a widget, which follows it; its colour, which may change.

    `edge`: the colour of a line about it, so many units `wide` and `inset`.
    """
    line = None
    with widget.canvas.before:
        painted = Color(*ground)
        shape = SmoothRoundedRectangle(pos=widget.pos, size=widget.size, radius=[u(round_by)])
        if edge is not None:
            Color(*edge)
            line = SmoothLine(width=u(wide))

    def follow(*_changed: object) -> None:
        shape.pos, shape.size = widget.pos, widget.size
        if line is not None:
            (x, y), rim = widget.pos, u(inset)
            size = max(widget.width - 2 * rim, 1), max(widget.height - 2 * rim, 1)
            line.rounded_rectangle = (x + rim, y + rim, *size, u(round_by))

    widget.bind(pos=follow, size=follow)
    return painted


def turn_round(widget: Widget) -> None:
    """A widget is drawn upside down, for whoever sits opposite."""
    with widget.canvas.before:
        PushMatrix()
        turn = Rotate(angle=180)
    with widget.canvas.after:
        PopMatrix()

    def follow(*_changed: object) -> None:
        turn.origin = (widget.x + widget.width / 2, widget.y + widget.height / 2)

    widget.bind(pos=follow, size=follow)
    follow()
