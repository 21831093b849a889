"""Plain boxes that stack their children, and one that scrolls."""

from collections.abc import Sequence
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, PopMatrix, PushMatrix, Rotate, SmoothLine, SmoothRoundedRectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from ui.widgets.theme import GAP, ROUND, TOUCH, colour_of, u
from vision.printed.marks import Ink

MOST_SWEEPS = 8
"""Maximum layout passes; a page is stable after two or three (widths down, heights up, places down)."""
DEEPEST = 40
"""Maximum nesting of boxes that the layout order distinguishes."""


class Wait:
    """Replaces Kivy's trigger of a box: the box is laid out before the next frame, in its turn."""

    levels: Final[list[dict["Box", None]]] = [{} for _depth in range(DEEPEST)]
    """The waiting boxes by depth of nesting."""

    def __init__(self, box: "Box") -> None:
        self._box, self.is_triggered = box, False

    def __call__(self, *_changed: object) -> None:
        if not self.is_triggered:
            self.is_triggered = True
            above, depth = self._box.parent, 0
            while above is not None and above is not above.parent:
                above, depth = above.parent, depth + 1
            self.levels[min(depth, DEEPEST - 1)][self._box] = None
            lay_out_soon()


class Box(BoxLayout):
    """Kivy's box, laid out after its parents.

    Kivy lays out a box at every change: ten times before a page is stable. `tight`: as high as its content,
    and at least `least` (units) within its padding. `ground`: its background.
    """

    def __init__(
        self, children: Sequence[Widget] = (), *, tight: bool = False, least: float = 0.0, ground: Ink = "",
        edge: Ink = "", **more: Any,
    ) -> None:  # fmt: skip
        self._trigger_layout = Wait(self)
        super().__init__(**more)
        for child in children:
            self.add_widget(child)
        if tight:
            self.size_hint_y = None
            lowest = u(least) + self.padding[1] + self.padding[3]
            self.bind(minimum_height=lambda _box, high: setattr(self, "height", max(high, lowest)))
        if ground:
            paint_ground(self, ground, edge=edge)

    def settle(self) -> None:
        """Lays out its children, and again later if that changed a size that it depends on."""
        self._trigger_layout.is_triggered = True  # ignores changes that it makes itself
        before = self._given()
        self.do_layout()
        self._trigger_layout.is_triggered = False
        if self._given() != before:
            self._trigger_layout()

    def _given(self) -> list[float]:
        """The input sizes (px) of its layout: fixed ones of its children, and its own for the others."""
        found: list[float] = []
        for child in self.children:
            for own, hint, of_child in zip(self.size, child.size_hint, child.size, strict=True):
                if hint is None:
                    found.append(of_child)
                if hint is not None or child.pos_hint:
                    found.append(own)
        return found


def lay_out(_seconds: float = 0.0) -> None:
    """Lays out all waiting boxes, from the outermost in and back out, until none waits."""
    # Most boxes were nested deeper since they began to wait.
    for box in [box for level in Wait.levels for box in taken(level)]:
        box._trigger_layout.is_triggered = False
        box._trigger_layout()
    for _sweep in range(MOST_SWEEPS):
        for level in (*Wait.levels, *reversed(Wait.levels)):
            for box in taken(level):
                box.settle()
        if not any(Wait.levels):
            return
    lay_out_soon()


def taken(level: dict[Box, None]) -> list[Box]:
    """The boxes of a level, which is emptied."""
    found = [*level]
    level.clear()
    return found


lay_out_soon = Clock.create_trigger(lay_out, -1)


class Column(Box):
    def __init__(self, children: Sequence[Widget] = (), *, gap: float = GAP, **more: Any) -> None:
        super().__init__(children, orientation="vertical", spacing=u(gap), **more)


class Row(Box):
    def __init__(
        self, children: Sequence[Widget] = (), height: float | None = None, gap: float = GAP, **more: Any
    ) -> None:
        super().__init__(children, orientation="horizontal", spacing=u(gap), **more)
        if height is not None:
            self.size_hint_y, self.height = None, u(height)


class HeadRow(Row):
    """A widget as high as its words, with keys at its right."""

    def __init__(self, first: Widget, *keys: Widget, **more: Any) -> None:
        first.pos_hint = {"center_y": 0.5}
        super().__init__((first, *keys), tight=True, least=TOUCH, **more)


def in_rows(
    parts: Sequence[Widget], across: int, height: float | None = None, gap: float = GAP
) -> list[Widget]:
    """Rows of `across` parts each; the last may have fewer and wider ones."""
    return [Row(parts[n : n + across], height, gap) for n in range(0, len(parts), across)]


def taken_out(widget: Widget) -> Widget:
    """The widget, removed from its parent."""
    if widget.parent is not None:
        widget.parent.remove_widget(widget)
    return widget


class Scroll(ScrollView):
    """A column that scrolls vertically if it is too high; a bright bar shows that there is more."""

    def __init__(self, children: Sequence[Widget] = (), gap: float = GAP, **more: Any) -> None:
        super().__init__(
            do_scroll_x=False,
            bar_width=u(5),
            bar_color=colour_of("quiet"),
            bar_inactive_color=colour_of("line"),
            scroll_type=["bars", "content"],
            scroll_distance=u(14),
            effect_cls="ScrollEffect",
            **more,
        )
        self.column = Column(children, tight=True, gap=gap, padding=(0, 0, u(10), 0))
        self.add_widget(self.column)
        self.bind(width=self.column.setter("width"))  # before Kivy does, a round later


class Card(Column):
    """A column on a rounded background, as high as its content."""

    def __init__(
        self, children: Sequence[Widget] = (), ground: Ink = "surface", *, pad: float = 12, **more: Any
    ) -> None:
        super().__init__(children, **{"tight": True, "ground": ground, "padding": u(pad)} | more)


def paint_ground(
    widget: Widget, ground: Ink, round_by: float = ROUND, *, edge: Ink = "", wide: float = 2.0,
    inset: float = 0.0, opacity: float = 1.0,
) -> Color:  # fmt: skip
    """Paints a rounded background that follows a widget; returns its colour, which may be changed.

    `edge`: colour of an outline, `wide` and `inset` in units.
    """
    line = None
    with widget.canvas.before:
        painted = Color(*colour_of(ground, opacity))
        shape = SmoothRoundedRectangle(pos=widget.pos, size=widget.size, radius=[u(round_by)])
        if edge:
            Color(*colour_of(edge))
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
    """Draws a widget upside down, for whoever sits opposite."""
    with widget.canvas.before:
        PushMatrix()
        turn = Rotate(angle=180)
    with widget.canvas.after:
        PopMatrix()

    def follow(*_changed: object) -> None:
        turn.origin = (widget.x + widget.width / 2, widget.y + widget.height / 2)

    widget.bind(pos=follow, size=follow)
    follow()
